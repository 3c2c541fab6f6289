#include "torch_lines.h"

#include <cstdint>

namespace lanescan_torch
{
namespace
{
constexpr int64_t SHORT = 4096;

/* Few elements side by side along the only dimension. */
bool is_line(const lanescan_tensor &x)
{
    return x.ndim == 1 && x.shape[0] <= SHORT && (!x.strides || x.strides[0] == 1);
}

bool is_line_scan(const lanescan_tensor &x, int dim, const lanescan_tensor &y)
{
    return is_line(x) && is_line(y) && x.shape[0] == y.shape[0] && x.dtype == y.dtype &&
           (dim == 0 || dim == -1);
}

/* Whether no element of a line x can be one of y, which has at most as many; elements have at most 8
 * bytes. */
bool are_apart(const lanescan_tensor &x, const lanescan_tensor &y)
{
    const uintptr_t bytes = (uintptr_t)x.shape[0] * 8;
    const uintptr_t begin = (uintptr_t)x.data, other = (uintptr_t)y.data;
    return begin + bytes <= other || other + bytes <= begin;
}

bool fits(const lanescan_tensor &x, const lanescan_tensor &y)
{
    return x.data == y.data || are_apart(x, y);
}

template <typename T>
bool run(void (*line)(size_t, const T *, T *), const lanescan_tensor &x, const lanescan_tensor &y)
{
    line((size_t)x.shape[0], static_cast<const T *>(x.data), static_cast<T *>(y.data));
    return true;
}

template <typename T>
bool run(void (*line)(size_t, const T *, T *, int64_t *), const lanescan_tensor &x,
         const lanescan_tensor &values, const lanescan_tensor &indices)
{
    line((size_t)x.shape[0], static_cast<const T *>(x.data), static_cast<T *>(values.data),
         static_cast<int64_t *>(indices.data));
    return true;
}

/* What tells one combination from another. */
constexpr int both(int op, int type)
{
    return op * (LANESCAN_C128 + 1) + type;
}
} // namespace

bool scan_line(lanescan_op op, const lanescan_tensor &x, int dim, const lanescan_tensor &y)
{
    if (!is_line_scan(x, dim, y) || !fits(x, y))
        return false;
    switch (both(op, x.dtype)) {
    case both(LANESCAN_CUMSUM, LANESCAN_F32):
        return run(lanescan_cumsum_f32, x, y);
    case both(LANESCAN_CUMSUM, LANESCAN_F64):
        return run(lanescan_cumsum_f64, x, y);
    case both(LANESCAN_CUMSUM, LANESCAN_I32):
        return run(lanescan_cumsum_i32, x, y);
    case both(LANESCAN_CUMSUM, LANESCAN_I64):
        return run(lanescan_cumsum_i64, x, y);
    case both(LANESCAN_CUMPROD, LANESCAN_F32):
        return run(lanescan_cumprod_f32, x, y);
    case both(LANESCAN_CUMPROD, LANESCAN_F64):
        return run(lanescan_cumprod_f64, x, y);
    case both(LANESCAN_LOGCUMSUMEXP, LANESCAN_F32):
        return run(lanescan_logcumsumexp_f32, x, y);
    case both(LANESCAN_LOGCUMSUMEXP, LANESCAN_F64):
        return run(lanescan_logcumsumexp_f64, x, y);
    default:
        return false;
    }
}

bool scan_index_line(lanescan_op op, const lanescan_tensor &x, int dim,
                     const lanescan_tensor &values, const lanescan_tensor &indices)
{
    if (!is_line_scan(x, dim, values) || !fits(x, values) || !is_line(indices) ||
        indices.shape[0] != x.shape[0] || indices.dtype != LANESCAN_I64 || !are_apart(indices, x) ||
        !are_apart(indices, values))
        return false;
    switch (both(op, x.dtype)) {
    case both(LANESCAN_CUMMAX, LANESCAN_F32):
        return run(lanescan_cummax_f32, x, values, indices);
    case both(LANESCAN_CUMMAX, LANESCAN_F64):
        return run(lanescan_cummax_f64, x, values, indices);
    case both(LANESCAN_CUMMIN, LANESCAN_F32):
        return run(lanescan_cummin_f32, x, values, indices);
    case both(LANESCAN_CUMMIN, LANESCAN_F64):
        return run(lanescan_cummin_f64, x, values, indices);
    default:
        return false;
    }
}

bool logsumexp_line(const lanescan_tensor &x, const lanescan_tensor &y)
{
    if (!is_line(x) || !are_apart(x, y))
        return false;
    const size_t n = (size_t)x.shape[0];
    if (x.dtype == LANESCAN_F32)
        *static_cast<float *>(y.data) = lanescan_logsumexp_f32(n, static_cast<float *>(x.data));
    else if (x.dtype == LANESCAN_F64)
        *static_cast<double *>(y.data) = lanescan_logsumexp_f64(n, static_cast<double *>(x.data));
    else
        return false;
    return true;
}

bool logaddexp_line(const lanescan_tensor &a, const lanescan_tensor &b, const lanescan_tensor &y)
{
    if (!is_line_scan(a, 0, y) || !is_line_scan(b, 0, y) || !fits(a, y) || !fits(b, y))
        return false;
    const size_t n = (size_t)y.shape[0];
    if (y.dtype == LANESCAN_F32)
        lanescan_logaddexp_f32(n, static_cast<float *>(a.data), static_cast<float *>(b.data),
                               static_cast<float *>(y.data));
    else if (y.dtype == LANESCAN_F64)
        lanescan_logaddexp_f64(n, static_cast<double *>(a.data), static_cast<double *>(b.data),
                               static_cast<double *>(y.data));
    else
        return false;
    return true;
}
} // namespace lanescan_torch
