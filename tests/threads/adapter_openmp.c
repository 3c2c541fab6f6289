#include "adapter.h"

#include <lanescan_openmp.h>

lanescan_executor adapter_executor(int threads)
{
    return lanescan_openmp(threads);
}

lanescan_executor adapter_executor_in_child(int threads)
{
    (void)threads;
    return (lanescan_executor){ .parallel_for = NULL };
}

void adapter_nest(void (*call)(void *data), void *data)
{
    int i;
#pragma omp parallel for num_threads(3)
    for (i = 0; i < 6; i++)
        call(data);
}
