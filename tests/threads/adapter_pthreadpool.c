#include "adapter.h"

#include <lanescan_pthreadpool.h>

/* Pools are never destroyed: executors have them for as long as the program runs. */
lanescan_executor adapter_executor(int threads)
{
    return lanescan_pthreadpool(pthreadpool_create((size_t)threads));
}

/* A child makes a pool of its own. */
lanescan_executor adapter_executor_in_child(int threads)
{
    return adapter_executor(threads);
}

/* Its threads may not wait for each other. */
void adapter_nest(void (*call)(void *data), void *data)
{
    for (int i = 0; i < 2; i++)
        call(data);
}
