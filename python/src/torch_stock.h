/* PyTorch's own kernels, for what lanescan's do not do, and PyTorch's own errors.
 *
 * The stock kernels stand in the library "lanescan_stock" of torch.ops, which lanescan.torch makes
 * in Python with torch.library.get_kernel(): the same names, overloads and schemas as in "aten". */
#ifndef LANESCAN_TORCH_STOCK_H
#define LANESCAN_TORCH_STOCK_H

#include "torch_functions.h"

namespace lanescan_torch
{
/* Calls the kernel with the stack that ours was called with, and leaves its results there. Throws
 * what becomes the same error in Python. */
void call_stock(const char *name, const char *overload, value *stack, uint64_t n_results);

/* The stock kernel, called by this thread through call_stock(), has raised an error of this
 * type. */
void stock_raised(PyObject *type, const char *message);
} // namespace lanescan_torch

#endif
