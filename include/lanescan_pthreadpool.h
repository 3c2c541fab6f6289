/* lanescan on a pool of pthreadpool (Debian: libpthreadpool-dev): an executor for lanescan_options.
 *
 *     #include <lanescan_pthreadpool.h>    link with -lpthreadpool
 *
 *     pthreadpool_t pool = pthreadpool_create(0);        as many threads as the machine has
 *     lanescan_executor threads = lanescan_pthreadpool(pool);
 *     lanescan_options options = { sizeof options };
 *     options.executor = &threads;
 *     lanescan_scan(LANESCAN_CUMSUM, &input, 0, &options, &output);
 *     pthreadpool_destroy(pool);
 *
 *   Threads            Those of the pool; the caller is one of them. A NULL pool is the calling
 *                      thread alone.
 *   Several at once    One call at a time has the pool, others wait for it. Calls from inside the
 *                      pool's own tasks would wait for themselves: use no executor there.
 *   Fork               The pool's threads are not there in a child: it needs a pool of its own. */
#ifndef LANESCAN_PTHREADPOOL_H
#define LANESCAN_PTHREADPOOL_H

#include "lanescan.h"

#include <pthreadpool.h>

static inline void lanescan_pthreadpool_parallel_for(void *context, size_t n_tasks,
                                                     lanescan_task task, void *data)
{
    pthreadpool_parallelize_1d((pthreadpool_t)context, task, data, n_tasks, 0);
}

/* The executor for a pool, which must outlive it. */
static inline lanescan_executor lanescan_pthreadpool(pthreadpool_t pool)
{
    lanescan_executor executor;
    executor.struct_size = (uint32_t)sizeof executor;
    executor.max_tasks = (uint32_t)pthreadpool_get_threads_count(pool);
    executor.context = pool;
    executor.parallel_for = lanescan_pthreadpool_parallel_for;
    return executor;
}

#endif
