/* Running products of complex numbers from left to right in double, as PyTorch's kernel.
 *
 * The library's are right to 0.5 eps, for which they take twice as long as this plain loop; an
 * override is to be slower nowhere. To pass such calls on costs more than a small one takes, so the
 * loop stands here. lanescan.torch's own function has the library's. */
#ifndef LANESCAN_TORCH_COMPLEX_H
#define LANESCAN_TORCH_COMPLEX_H

#include <lanescan.h>

namespace lanescan_torch
{
/* False, and nothing is written, where y is not of x's type and shape and in C
 * order, or shares memory with x without being in its place. */
bool complex_product(const lanescan_tensor &x, int dim, const lanescan_tensor &y);
} // namespace lanescan_torch

#endif
