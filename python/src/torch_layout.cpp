#include "torch_layout.h"

#include <cstring>
#include <initializer_list>

namespace lanescan_torch
{
namespace
{
/* torch.promote_types of floating and complex types. */
int promote(int a, int b)
{
    const int larger = a > b ? a : b, smaller = a > b ? b : a;
    if (smaller == LANESCAN_F16 && larger == LANESCAN_BF16)
        return LANESCAN_F32;
    if (smaller == LANESCAN_F64 && larger == LANESCAN_C64)
        return LANESCAN_C128;
    return larger;
}

/* torch.result_type: a tensor of no dimensions gives way to one that has some; -1 where it is
 * complex and the other is not. */
int result_type(const lanescan_tensor &a, const lanescan_tensor &b)
{
    if (!a.ndim == !b.ndim)
        return promote(a.dtype, b.dtype);
    const int decides = a.ndim ? a.dtype : b.dtype, gives_way = a.ndim ? b.dtype : a.dtype;
    return gives_way < LANESCAN_C64 || decides >= LANESCAN_C64 ? decides : -1;
}

/* The stride of x along a dimension of the result, 0 where it is repeated. */
int64_t stride_along(const lanescan_tensor &x, const elementwise_layout &y, int dim)
{
    const int own = dim - (y.ndim - x.ndim);
    return own < 0 || (x.shape[own] == 1 && y.shape[dim] != 1) ? 0 : x.strides[own];
}

/* Whether the result's elements along `inner` are to lie closer together than along `outer`: 1, or
 * closer along outer: -1, or nothing says so: 0. The first operand that moves along both
 * decides. */
int order(const lanescan_tensor &a, const lanescan_tensor &b, const elementwise_layout &y,
          int inner, int outer)
{
    for (const lanescan_tensor *x : { &a, &b }) {
        const int64_t in = stride_along(*x, y, inner), out = stride_along(*x, y, outer);
        if (!in || !out)
            continue;
        if (in != out)
            return in < out ? 1 : -1;
        if (y.shape[inner] > y.shape[outer])
            return -1;
    }
    return 0;
}

/* Dimensions from the innermost outwards, sorted by insertion. */
void sort_dims(const lanescan_tensor &a, const lanescan_tensor &b, const elementwise_layout &y,
               int *dims)
{
    for (int i = 0; i < y.ndim; i++)
        dims[i] = y.ndim - 1 - i;
    for (int i = 1; i < y.ndim; i++) {
        int at = i;
        for (int before = i - 1; before >= 0; before--) {
            const int sign = order(a, b, y, dims[before], dims[at]);
            if (sign > 0)
                break;
            if (sign < 0) {
                const int moved = dims[before];
                dims[before] = dims[at];
                dims[at] = moved;
                at = before;
            }
        }
    }
}
} // namespace

bool has_shape(const lanescan_tensor &x, int ndim, const int64_t *shape)
{
    return x.ndim == ndim && (!ndim || !std::memcmp(x.shape, shape, (size_t)ndim * sizeof *shape));
}

bool is_contiguous(const lanescan_tensor &x)
{
    int64_t stride = 1;
    for (int i = x.ndim - 1; x.strides && i >= 0; i--) {
        if (x.shape[i] != 1 && x.strides[i] != stride)
            return false;
        stride *= x.shape[i];
    }
    return true;
}

bool lay_out(const lanescan_tensor &a, const lanescan_tensor &b, elementwise_layout *y)
{
    y->element = result_type(a, b);
    y->ndim = a.ndim > b.ndim ? a.ndim : b.ndim;
    for (int i = 0; i < y->ndim; i++) {
        const int in_a = i - (y->ndim - a.ndim), in_b = i - (y->ndim - b.ndim);
        const int64_t of_a = in_a < 0 ? 1 : a.shape[in_a], of_b = in_b < 0 ? 1 : b.shape[in_b];
        if (of_a != of_b && of_a != 1 && of_b != 1)
            return false;
        y->shape[i] = of_a == 1 ? of_b : of_a;
    }
    /* An operand that is converted gets strides of its own first. */
    const bool are_contiguous = is_contiguous(a) && is_contiguous(b);
    if (a.dtype != b.dtype && !are_contiguous)
        return false;
    int dims[LANESCAN_MAX_NDIM];
    if (are_contiguous && has_shape(a, b.ndim, b.shape))
        for (int i = 0; i < y->ndim; i++)
            dims[i] = y->ndim - 1 - i;
    else
        sort_dims(a, b, *y, dims);
    int64_t stride = 1;
    for (int i = 0; i < y->ndim; i++) {
        y->strides[dims[i]] = stride;
        stride *= y->shape[dims[i]] > 1 ? y->shape[dims[i]] : 1;
    }
    return y->element >= 0;
}
} // namespace lanescan_torch
