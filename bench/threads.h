/* The threads that share a tensor's work: OpenMP's, where the benchmark was built with it. */
#ifndef LANESCAN_BENCH_THREADS_H
#define LANESCAN_BENCH_THREADS_H

#include "lanescan.h"

#include <stdbool.h>
#include <stddef.h>

enum { BENCH_MOST_THREADS = 4096 };

/* As many as this process may have: 1 without OpenMP. */
size_t bench_threads(void);

/* False where it was built without OpenMP and more than one are asked for. */
bool bench_can_have_threads(size_t count);

/* The executor for so many; it takes no part where there is one. */
lanescan_executor bench_executor(size_t count);

#endif
