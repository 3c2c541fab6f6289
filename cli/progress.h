/* A line on standard error that shows how far long work is: only on a terminal, and only after a
 * second. */
#ifndef LANESCAN_CLI_PROGRESS_H
#define LANESCAN_CLI_PROGRESS_H

#include <stdint.h>

/* done of total bytes; a total of 0 is not known. */
void progress_show(uint64_t done, uint64_t total);

/* From here on there is none: results go to a terminal, where they would get into each other. */
void progress_silence(void);

/* The line is removed, if there is one. Handlers of signals may call it. */
void progress_end(void);

#endif
