#include "torch_threads.h"
#include "torch_functions.h"

#include <atomic>
#include <pthread.h>

namespace lanescan_torch
{
namespace
{
struct tasks {
    std::atomic<size_t> next;
    size_t count;
    lanescan_task task;
    void *data;
};

void take_tasks(tasks *t)
{
    size_t index;
    while ((index = t->next.fetch_add(1, std::memory_order_relaxed)) < t->count)
        t->task(t->data, index);
}

void in_range(int64_t begin, int64_t end, void *context)
{
    const tasks *const t = static_cast<tasks *>(context);
    for (int64_t index = begin; index < end; index++)
        t->task(t->data, (size_t)index);
}

/* at::parallel_for, through the C interface. */
void on_parallel_for(void *, size_t n_tasks, lanescan_task task, void *data)
{
    tasks all = { { 0 }, n_tasks, task, data };
    torch.torch_parallel_for(0, (int64_t)n_tasks, 1, in_range, &all);
}

/* What at::parallel_for is made of, for PyTorch 2.9, whose C interface lacks it. */
void on_openmp(void *, size_t n_tasks, lanescan_task task, void *data)
{
    tasks all = { { 0 }, n_tasks, task, data };
    torch.GOMP_parallel([](void *t) { take_tasks(static_cast<tasks *>(t)); }, &all,
                        (unsigned)n_tasks, 0);
}

/* libgomp's threads are not there in a child of fork(), and its next parallel region would wait for
 * them for ever. */
std::atomic<bool> is_forked{ false };
} // namespace

void watch_forks()
{
    pthread_atfork(nullptr, nullptr, [] { is_forked.store(true, std::memory_order_relaxed); });
}

lanescan_executor threads()
{
    lanescan_executor executor = { sizeof executor, 1, nullptr, on_parallel_for };
    if (is_forked.load(std::memory_order_relaxed))
        return executor;
    if (torch.torch_parallel_for && torch.torch_get_num_threads) {
        torch.torch_get_num_threads(&executor.max_tasks);
    } else if (torch.GOMP_parallel && torch.omp_get_max_threads) {
        executor.max_tasks = (uint32_t)torch.omp_get_max_threads();
        executor.parallel_for = on_openmp;
    }
    return executor;
}
} // namespace lanescan_torch
