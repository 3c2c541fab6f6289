/* Small contiguous tensors of some types, by lanescan's functions on lines: to plan a
 * call on tensors takes longer than they do, and there is nothing to share. All return false where
 * a call is not of this kind. */
#ifndef LANESCAN_TORCH_LINES_H
#define LANESCAN_TORCH_LINES_H

#include <lanescan.h>

namespace lanescan_torch
{
bool scan_line(lanescan_op op, const lanescan_tensor &x, int dim, const lanescan_tensor &y);
bool scan_index_line(lanescan_op op, const lanescan_tensor &x, int dim,
                     const lanescan_tensor &values, const lanescan_tensor &indices);
/* Over all dimensions. */
bool logsumexp_line(const lanescan_tensor &x, const lanescan_tensor &y);
bool logaddexp_line(const lanescan_tensor &a, const lanescan_tensor &b, const lanescan_tensor &y);
} // namespace lanescan_torch

#endif
