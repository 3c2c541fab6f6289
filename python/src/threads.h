/* The threads that the package lends to the library, call by call: a pool of its own, since a
 * wheel cannot choose an engine for its users, and OpenMP's is not there after fork().
 *
 *   Threads    One pool for the process, started when work is first shared; the calling thread is
 *              one of its threads. They sleep between calls and receive no signals.
 *   At once    One call at a time has the pool. Another that comes meanwhile runs its tasks on its
 *              own thread, so that nothing waits; the bits are the same.
 *   Fork       A child begins without threads and starts its own, whatever the parent was doing. */
#ifndef LANESCAN_PYTHON_THREADS_H
#define LANESCAN_PYTHON_THREADS_H

#include <lanescan.h>

/* The most that can be asked for. */
enum { THREADS_MAX = 256 };

/* Before anything else; again does nothing. 0, or an errno. */
int threads_begin(void);

/* 1 .. THREADS_MAX. */
void threads_set(int count);
int threads_get(void);

/* How many this process may run on. */
int threads_available(void);

/* For options; NULL for one thread. It is there as long as the process is. */
const lanescan_executor *threads_executor(void);

#endif
