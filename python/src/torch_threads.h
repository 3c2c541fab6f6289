/* PyTorch's own threads as an executor. */
#ifndef LANESCAN_TORCH_THREADS_H
#define LANESCAN_TORCH_THREADS_H

#include <lanescan.h>

namespace lanescan_torch
{
/* As many tasks as torch.get_num_threads() of the calling thread; one in a child of fork(). */
lanescan_executor threads();

/* Once: what a child of fork() needs to know. */
void watch_forks();
} // namespace lanescan_torch

#endif
