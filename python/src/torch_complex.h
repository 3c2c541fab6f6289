/* Running sums and products of complex numbers from left to right in double, as PyTorch's kernels.
 *
 * The library's are more exact, for which they take up to twice as long as those plain loops; an
 * override is to be slower nowhere. To pass such calls on costs more than a small one takes, so the
 * loops stand here. lanescan.torch's own functions have the library's. */
#ifndef LANESCAN_TORCH_COMPLEX_H
#define LANESCAN_TORCH_COMPLEX_H

#include <lanescan.h>

namespace lanescan_torch
{
/* CUMSUM and CUMPROD. False, and nothing is written, where y is not of x's type and shape and in C
 * order, or shares memory with x without being in its place. */
bool complex_scan(lanescan_op op, const lanescan_tensor &x, int dim, const lanescan_tensor &y);
} // namespace lanescan_torch

#endif
