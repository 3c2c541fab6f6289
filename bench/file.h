/* Files that are written whole or not at all. */
#ifndef LANESCAN_BENCH_FILE_H
#define LANESCAN_BENCH_FILE_H

#include <stdbool.h>
#include <stdio.h>

/* Whether a file can be written there, or a sentence; before long work rather than after it. What
 * is there stays as it is. */
bool bench_file_check(const char *path);

/* `write` fills another file beside it, which then takes its place; false and a sentence when that
 * did not work, and the old file is still there then. */
bool bench_file_write(const char *path, void (*write)(FILE *, const void *context),
                      const void *context);

#endif
