/* Files that must not stay behind: removed on every way out of the program, signals included. */
#ifndef LANESCAN_CLI_TEMPORARY_H
#define LANESCAN_CLI_TEMPORARY_H

/* Opens a new file in the folder of `path`, for reading and writing. *name is its path, which
 * belongs to this module. -1 and errno where that cannot be. */
int temporary_create(const char *path, const char **name);

/* Renames it to its lasting path, or removes it. Whether that could be done; else errno. */
int temporary_keep(const char *name, const char *path);
void temporary_remove(const char *name);
void temporary_remove_all(void);

/* The files only, not what is known of them: for handlers of signals, where the program ends. */
void temporary_unlink_all(void);

/* Opens a file that has no name, in TMPDIR or /tmp. -1 and errno where that cannot be. */
int temporary_nameless(void);

#endif
