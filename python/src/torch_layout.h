/* The result of an operation by elements, as PyTorch's TensorIterator would have it. */
#ifndef LANESCAN_TORCH_LAYOUT_H
#define LANESCAN_TORCH_LAYOUT_H

#include <lanescan.h>

namespace lanescan_torch
{
struct elementwise_layout {
    int element, ndim;
    int64_t shape[LANESCAN_MAX_NDIM], strides[LANESCAN_MAX_NDIM];
};

/* Of floating and complex a and b: the type that both are promoted to, the shape that both are
 * broadcast to, and dense strides in the order of theirs. False where the shapes do not fit, or
 * PyTorch would choose otherwise. */
bool lay_out(const lanescan_tensor &a, const lanescan_tensor &b, elementwise_layout *layout);

bool has_shape(const lanescan_tensor &x, int ndim, const int64_t *shape);
/* In C order; the stride along an extent of 1 means nothing. */
bool is_contiguous(const lanescan_tensor &x);
} // namespace lanescan_torch

#endif
