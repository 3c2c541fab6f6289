/* lanescan on OpenMP's threads (libgomp, libomp): an executor for lanescan_options.
 *
 *     #include <lanescan_openmp.h>         compile and link with -fopenmp
 *
 *     lanescan_executor threads = lanescan_openmp(0);
 *     lanescan_options options = { sizeof options };
 *     options.executor = &threads;
 *     lanescan_scan(LANESCAN_CUMSUM, &input, 0, &options, &output);
 *
 *   Threads            At most so many as are asked for; 0 means as many as a parallel region gets
 *                      (OMP_NUM_THREADS, omp_set_num_threads). Inside a parallel region of the
 *                      program OpenMP gives one thread, unless nested regions are switched on.
 *   Several at once    Each thread of a program has a team of its own: calls may be made at the
 *                      same time.
 *   Fork               libgomp's threads are not there in a child of fork(), and its next parallel
 *                      region waits for them for ever: after a parallel region in the parent use
 *                      no executor in the child.
 *   C++                The same. */
#ifndef LANESCAN_OPENMP_H
#define LANESCAN_OPENMP_H

#include "lanescan.h"

#ifndef _OPENMP
#error "lanescan_openmp.h needs OpenMP: compile with -fopenmp"
#endif
#include <omp.h>

static inline void lanescan_openmp_parallel_for(void *context, size_t n_tasks, lanescan_task task,
                                                void *data)
{
    const int64_t end = (int64_t)n_tasks; /* OpenMP 2 counts with signed numbers */
    int64_t index;
    (void)context;
#pragma omp parallel for schedule(static, 1) num_threads((int)n_tasks)
    for (index = 0; index < end; index++)
        task(data, (size_t)index);
}

/* The executor for at most so many threads, 0 for as many as OpenMP would take. */
static inline lanescan_executor lanescan_openmp(int max_threads)
{
    const int threads = max_threads > 0 ? max_threads : omp_get_max_threads();
    lanescan_executor executor;
    executor.struct_size = (uint32_t)sizeof executor;
    executor.max_tasks = (uint32_t)threads;
    executor.context = NULL;
    executor.parallel_for = lanescan_openmp_parallel_for;
    return executor;
}

#endif
