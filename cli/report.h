/* How the program ends when something is wrong: one line on standard error, no half-written file,
 * an exit status. It stays one line whatever is in the arguments (escape.h). */
#ifndef LANESCAN_CLI_REPORT_H
#define LANESCAN_CLI_REPORT_H

#include <stddef.h>

enum { EXIT_DATA = 1, EXIT_USAGE = 2 };

/* Data or I/O. The message names the file and says what is wrong. */
void fail(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* The same, and what errno means. */
void fail_errno(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* The command line. */
void fail_usage(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* Memory that is there, also for 0 bytes; the program ends where there is none. */
void *allocate(size_t count, size_t size);
void *reallocate(void *memory, size_t bytes);

#endif
