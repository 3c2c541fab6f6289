/* What include/lanescan.h, docs/contract.md and docs/complex.md say of the worst errors, each at
 * its own place. */
#ifndef LANESCAN_TESTS_WORST_QUOTES_H
#define LANESCAN_TESTS_WORST_QUOTES_H

/* These three. */
void worst_quotes_read(const char *const files[]);

/* Do they say that this is the worst error of the operation and type? `figure`: 3.98; `result`, as
 * the header has it: y[68] = -0x1p+53. */
void worst_quotes_check(const char *operation, const char *type, const char *figure,
                        const char *result);

/* Has everything been asked for that they say? */
void worst_quotes_end(void);

/* A file, with a zero at its end; one that cannot be read ends the program. */
char *worst_read_file(const char *name);
/* The same of a comment or a page, its lines joined by single blanks. */
char *worst_read_text(const char *name);

#endif
