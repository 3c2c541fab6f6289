/* lanescan on the threads of oneTBB (Debian: libtbb-dev): an executor for lanescan_options. C++11.
 *
 *     #include <lanescan_tbb.hpp>          link with -ltbb
 *
 *     lanescan_executor threads = lanescan_tbb();        or of an arena: lanescan_tbb(arena)
 *     lanescan_options options = lanescan_options();
 *     options.struct_size = sizeof options;
 *     options.executor = &threads;
 *     lanescan_scan(LANESCAN_CUMSUM, &input, 0, &options, &output);
 *
 *   Threads            At most as many as the arena has, or as the calling thread's arena has.
 *   Several at once    Calls may be made at the same time, and from inside TBB's own tasks: tasks
 *                      of the library call nothing of TBB.
 *   Fork               The threads are not there in a child: use no executor in it.
 *   Exceptions         None is thrown by the library; where TBB throws (it cannot allocate), the
 *                      program ends, for the library is C. */
#ifndef LANESCAN_TBB_HPP
#define LANESCAN_TBB_HPP

#include "lanescan.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

inline void lanescan_tbb_parallel_for(void *context, size_t n_tasks, lanescan_task task,
                                      void *data) noexcept
{
    const auto run = [=] {
        tbb::parallel_for(
            size_t(0), n_tasks, [=](size_t index) { task(data, index); },
            tbb::simple_partitioner());
    };
    if (context)
        static_cast<tbb::task_arena *>(context)->execute(run);
    else
        run();
}

inline lanescan_executor lanescan_tbb_of(void *arena, int threads)
{
    lanescan_executor executor;
    executor.struct_size = static_cast<uint32_t>(sizeof executor);
    executor.max_tasks = static_cast<uint32_t>(threads);
    executor.context = arena;
    executor.parallel_for = lanescan_tbb_parallel_for;
    return executor;
}

/* The executor of the arena that the calling thread is in. */
inline lanescan_executor lanescan_tbb()
{
    return lanescan_tbb_of(nullptr, tbb::this_task_arena::max_concurrency());
}

/* The executor of an arena, which must outlive it. */
inline lanescan_executor lanescan_tbb(tbb::task_arena &arena)
{
    return lanescan_tbb_of(&arena, arena.max_concurrency());
}

#endif
