/* Operators of lanescan's own, torch.ops.lanescan: what those of PyTorch have no room for. Their
 * schemas, derivatives and rules for vmap are in lanescan/torch/functions.py. */
#ifndef LANESCAN_TORCH_OWN_H
#define LANESCAN_TORCH_OWN_H

#include "torch_functions.h"

namespace lanescan_torch
{
struct own_row {
    const char *name;
    kernel run;
};
extern const own_row own_operators[];
extern const int num_own_operators;
} // namespace lanescan_torch

#endif
