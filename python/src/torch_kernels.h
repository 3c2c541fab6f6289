/* lanescan's kernels in the place of PyTorch's, on the CPU. */
#ifndef LANESCAN_TORCH_KERNELS_H
#define LANESCAN_TORCH_KERNELS_H

#include "torch_functions.h"

namespace lanescan_torch
{
/* An overload of an operator, and what calls it. */
struct operator_row {
    const char *group, *name, *overload, *arguments;
    kernel run;
};
extern const operator_row *const operators;
extern const int num_operators;

/* How often lanescan has served the overload so far, and how often the stock kernel. */
struct operator_calls {
    uint64_t ours, stock;
};
operator_calls calls(int index);
} // namespace lanescan_torch

#endif
