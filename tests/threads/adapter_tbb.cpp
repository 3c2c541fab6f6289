#include "adapter.h"

#include <lanescan_tbb.hpp>

/* Arenas are never destroyed: executors have them for as long as the program runs. */
lanescan_executor adapter_executor(int threads)
{
    return lanescan_tbb(*new tbb::task_arena(threads));
}

lanescan_executor adapter_executor_in_child(int)
{
    return lanescan_executor();
}

void adapter_nest(void (*call)(void *data), void *data)
{
    tbb::parallel_for(0, 6, [=](int) { call(data); });
}
