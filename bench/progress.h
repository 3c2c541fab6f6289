/* A bar on a terminal; nothing where stderr is a file or a pipe. */
#ifndef LANESCAN_BENCH_PROGRESS_H
#define LANESCAN_BENCH_PROGRESS_H

/* `label` says what is being done, `share` how much of all is done, from 0 to 1. */
void bench_progress(double share, const char *label);

/* Removes the bar. */
void bench_progress_end(void);

#endif
