/* What the engines' units give to adapter.c. */
#ifndef LANESCAN_TESTS_THREADS_ADAPTER_H
#define LANESCAN_TESTS_THREADS_ADAPTER_H

#include <lanescan.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An executor of the engine with so many threads. */
lanescan_executor adapter_executor(int threads);

/* The same in a child of fork() after the engine was used; NULL for parallel_for where its header
 * says that there must be none. */
lanescan_executor adapter_executor_in_child(int threads);

/* Runs call(data) a few times at once, as far as the engine allows that: on the engine's own
 * threads, or one after the other. */
void adapter_nest(void (*call)(void *data), void *data);

#ifdef __cplusplus
}
#endif

#endif
