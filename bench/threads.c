#include "threads.h"

#ifdef _OPENMP

#include "lanescan_openmp.h"

size_t bench_threads(void)
{
    return (size_t)omp_get_max_threads();
}

bool bench_can_have_threads(size_t count)
{
    return count > 0;
}

lanescan_executor bench_executor(size_t count)
{
    return lanescan_openmp((int)count);
}

#else

size_t bench_threads(void)
{
    return 1;
}

bool bench_can_have_threads(size_t count)
{
    return count == 1;
}

static void run_one_by_one(void *context, size_t n_tasks, lanescan_task task, void *data)
{
    (void)context;
    for (size_t i = 0; i < n_tasks; i++)
        task(data, i);
}

lanescan_executor bench_executor(size_t count)
{
    (void)count;
    return (lanescan_executor){ sizeof(lanescan_executor), 1, NULL, run_one_by_one };
}

#endif
