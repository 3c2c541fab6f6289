#include "torch_lines.h"
#include "torch_layout.h"

#include <cmath>
#include <cstdint>
#include <cstring>

namespace lanescan_torch
{
namespace
{
constexpr int64_t FEW = 4096;       /* elements along lines */
constexpr int64_t FEW_ACROSS = 256; /* elements of lines that lie across memory */
constexpr int64_t FEW_EXACT =
    32; /* integers, one by one: exact, so that the order does not matter */

/* The lines of a C-contiguous tensor: elements of one lie `stride` apart. */
struct line_set {
    int64_t before, n, stride;
    bool is_few; /* and x and y are of this kind */
};

int64_t count(const lanescan_tensor &x)
{
    int64_t product = 1;
    for (int i = 0; i < x.ndim; i++)
        product *= x.shape[i];
    return product;
}

line_set lines_of(const lanescan_tensor &x, int dim, const lanescan_tensor &y)
{
    line_set lines = { 1, 1, 1, false };
    const int d = dim < 0 ? dim + x.ndim : dim;
    if (d < 0 || d >= x.ndim || x.dtype != y.dtype || !has_shape(x, y.ndim, y.shape) ||
        !is_contiguous(x) || !is_contiguous(y))
        return lines;
    lines.n = x.shape[d];
    for (int i = 0; i < d; i++)
        lines.before *= x.shape[i];
    for (int i = d + 1; i < x.ndim; i++)
        lines.stride *= x.shape[i];
    lines.is_few = count(x) <= (lines.stride == 1 ? FEW : FEW_ACROSS);
    return lines;
}

uintptr_t bytes_of(const lanescan_tensor &x)
{
    static const uint8_t sizes[] = { 1, 1, 2, 4, 8, 1, 2, 4, 8, 2, 2, 4, 8, 8, 16 };
    return (uintptr_t)count(x) * sizes[x.dtype];
}

/* Whether two contiguous tensors share no memory. */
bool are_apart(const lanescan_tensor &x, const lanescan_tensor &y)
{
    const uintptr_t begin = (uintptr_t)x.data, other = (uintptr_t)y.data;
    return begin + bytes_of(x) <= other || other + bytes_of(y) <= begin;
}

bool fits(const lanescan_tensor &x, const lanescan_tensor &y)
{
    return x.data == y.data || are_apart(x, y);
}

template <typename T> void gather(const line_set &lines, const T *x, T *line)
{
    for (int64_t j = 0; j < lines.n; j++)
        line[j] = x[j * lines.stride];
}

template <typename T> void scatter(const line_set &lines, const T *line, T *y)
{
    for (int64_t j = 0; j < lines.n; j++)
        y[j * lines.stride] = line[j];
}

template <typename T>
bool run(void (*scan)(size_t, const T *, T *), const line_set &lines, const lanescan_tensor &x,
         const lanescan_tensor &y)
{
    const T *const from = static_cast<const T *>(x.data);
    T *const to = static_cast<T *>(y.data), line[FEW_ACROSS];
    for (int64_t i = 0; i < lines.before; i++)
        for (int64_t k = 0; k < lines.stride; k++) {
            const int64_t at = i * lines.n * lines.stride + k;
            if (lines.stride == 1) {
                scan((size_t)lines.n, from + at, to + at);
            } else {
                gather(lines, from + at, line);
                scan((size_t)lines.n, line, line);
                scatter(lines, line, to + at);
            }
        }
    return true;
}

template <typename T>
bool run(void (*scan)(size_t, const T *, T *, int64_t *), const line_set &lines,
         const lanescan_tensor &x, const lanescan_tensor &values, const lanescan_tensor &indices)
{
    const T *const from = static_cast<const T *>(x.data);
    T *const to = static_cast<T *>(values.data), line[FEW_ACROSS];
    int64_t *const to_index = static_cast<int64_t *>(indices.data), index[FEW_ACROSS];
    for (int64_t i = 0; i < lines.before; i++)
        for (int64_t k = 0; k < lines.stride; k++) {
            const int64_t at = i * lines.n * lines.stride + k;
            if (lines.stride == 1) {
                scan((size_t)lines.n, from + at, to + at, to_index + at);
            } else {
                gather(lines, from + at, line);
                scan((size_t)lines.n, line, line, index);
                scatter(lines, line, to + at);
                scatter(lines, index, to_index + at);
            }
        }
    return true;
}

/* ---- floats of 16 bits ---- */

float from_bf16(uint16_t stored)
{
    const uint32_t bits = (uint32_t)stored << 16;
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

float from_f16(uint16_t stored)
{
    const uint32_t magnitude = stored & 0x7fffu;
    const uint32_t bits = (magnitude << 13) + (magnitude >= 0x7c00 ? 0x70000000u : 0x38000000u);
    float value = (float)magnitude * 0x1p-24f; /* below 2^-14 */
    if (magnitude >= 0x400)
        std::memcpy(&value, &bits, sizeof value);
    return stored & 0x8000u ? -value : value;
}

/* The bits of a float that keeps in its last one whether anything was cut off, so that rounding it
 * once more is as rounding the double. */
uint32_t cut_bits(double value)
{
    const float cut = (float)value;
    uint32_t bits;
    std::memcpy(&bits, &cut, sizeof bits);
    if ((double)cut != value && std::isfinite(cut)) {
        bits -= std::fabs((double)cut) > std::fabs(value);
        bits |= 1;
    }
    return bits;
}

/* (A NaN has zeros where it is cut.) */
uint16_t to_bf16(double value)
{
    const uint32_t bits = cut_bits(value);
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

uint16_t to_f16(double value)
{
    const uint32_t bits = cut_bits(value), magnitude = bits & 0x7fffffffu;
    const uint32_t sign = bits >> 16 & 0x8000u;
    if (value != value)
        return 0x7e00;
    if (magnitude >= 0x47800000) /* 2^16 and more */
        return (uint16_t)(sign | 0x7c00);
    if (magnitude < 0x38800000) /* below 2^-14: a unit of 2^52 * 2^-24 is the last place */
        return (uint16_t)(sign | (uint16_t)((std::fabs(value) + 0x1p28 - 0x1p28) * 0x1p24));
    const uint32_t rounded = magnitude + 0xfff + (magnitude >> 13 & 1);
    return (uint16_t)(sign | (rounded - (112u << 23)) >> 13);
}

/* In double, where a group of the library's order of operations is not left. */
template <float from(uint16_t), uint16_t to(double), void scan(size_t, const double *, double *)>
void narrow_line(size_t n, const uint16_t *x, uint16_t *y)
{
    double line[FEW_EXACT] = {};
    for (size_t j = 0; j < n; j++)
        line[j] = from(x[j]);
    scan(n, line, line);
    for (size_t j = 0; j < n; j++)
        y[j] = to(line[j]);
}

template <float from(uint16_t), uint16_t to(double)>
void narrow_logaddexp(size_t n, const uint16_t *a, const uint16_t *b, uint16_t *y)
{
    double left[FEW_EXACT] = {}, right[FEW_EXACT] = {};
    for (size_t j = 0; j < n; j++) {
        left[j] = from(a[j]);
        right[j] = from(b[j]);
    }
    lanescan_logaddexp_f64(n, left, right, left);
    for (size_t j = 0; j < n; j++)
        y[j] = to(left[j]);
}

/* Those of 32 bits that they are decide. */
template <float from(uint16_t), void extremes(size_t, const float *, float *, int64_t *)>
void narrow_extreme_line(size_t n, const uint16_t *x, uint16_t *y, int64_t *index)
{
    float line[FEW_EXACT] = {};
    uint16_t selected[FEW_EXACT] = {};
    for (size_t j = 0; j < n; j++)
        line[j] = from(x[j]);
    extremes(n, line, line, index);
    for (size_t j = 0; j < n; j++)
        selected[j] = x[index[j]];
    std::memcpy(y, selected, n * sizeof *y);
}

/* ---- others ---- */

void product_line(size_t n, const int64_t *x, int64_t *y)
{
    uint64_t product = 1;
    for (size_t j = 0; j < n; j++) {
        product *= (uint64_t)x[j];
        y[j] = (int64_t)product;
    }
}

/* Of equal elements the latest counts. */
template <bool is_max, typename T> void extreme_line(size_t n, const T *x, T *y, int64_t *index)
{
    size_t best = 0;
    for (size_t j = 0; j < n; j++) {
        if (is_max ? x[j] >= x[best] : x[j] <= x[best])
            best = j;
        index[j] = (int64_t)best;
    }
    for (size_t j = n; j-- > 0;)
        y[j] = x[index[j]];
}

/* A number of two parts. */
template <typename T> struct pair_of {
    T part[2];
};

/* The sums of the parts, each by itself. */
template <typename T, void scan(size_t, const T *, T *)>
void complex_sum_line(size_t n, const pair_of<T> *x, pair_of<T> *y)
{
    T parts[2][FEW_EXACT] = {};
    for (size_t j = 0; j < n; j++)
        for (int k = 0; k < 2; k++)
            parts[k][j] = x[j].part[k];
    for (int k = 0; k < 2; k++)
        scan(n, parts[k], parts[k]);
    for (size_t j = 0; j < n; j++)
        for (int k = 0; k < 2; k++)
            y[j].part[k] = parts[k][j];
}

/* What tells one combination from another. */
constexpr int both(int op, int type)
{
    return op * (LANESCAN_C128 + 1) + type;
}
} // namespace

bool scan_line(lanescan_op op, const lanescan_tensor &x, int dim, const lanescan_tensor &y)
{
    const line_set lines = lines_of(x, dim, y);
    if (!lines.is_few || !fits(x, y))
        return false;
    switch (both(op, x.dtype)) {
    case both(LANESCAN_CUMSUM, LANESCAN_F32):
        return run(lanescan_cumsum_f32, lines, x, y);
    case both(LANESCAN_CUMSUM, LANESCAN_F64):
        return run(lanescan_cumsum_f64, lines, x, y);
    case both(LANESCAN_CUMSUM, LANESCAN_I32):
        return run(lanescan_cumsum_i32, lines, x, y);
    case both(LANESCAN_CUMSUM, LANESCAN_I64):
        return run(lanescan_cumsum_i64, lines, x, y);
    case both(LANESCAN_CUMPROD, LANESCAN_F32):
        return run(lanescan_cumprod_f32, lines, x, y);
    case both(LANESCAN_CUMPROD, LANESCAN_F64):
        return run(lanescan_cumprod_f64, lines, x, y);
    case both(LANESCAN_CUMPROD, LANESCAN_I64):
        return run(product_line, lines, x, y);
    case both(LANESCAN_CUMSUM, LANESCAN_F16):
        return count(x) <= FEW_EXACT &&
               run(narrow_line<from_f16, to_f16, lanescan_cumsum_f64>, lines, x, y);
    case both(LANESCAN_CUMSUM, LANESCAN_BF16):
        return count(x) <= FEW_EXACT &&
               run(narrow_line<from_bf16, to_bf16, lanescan_cumsum_f64>, lines, x, y);
    case both(LANESCAN_CUMSUM, LANESCAN_C64):
        return count(x) <= FEW_EXACT &&
               run(complex_sum_line<float, lanescan_cumsum_f32>, lines, x, y);
    case both(LANESCAN_CUMSUM, LANESCAN_C128):
        return count(x) <= FEW_EXACT &&
               run(complex_sum_line<double, lanescan_cumsum_f64>, lines, x, y);
    case both(LANESCAN_CUMPROD, LANESCAN_F16):
        return count(x) <= FEW_EXACT &&
               run(narrow_line<from_f16, to_f16, lanescan_cumprod_f64>, lines, x, y);
    case both(LANESCAN_CUMPROD, LANESCAN_BF16):
        return count(x) <= FEW_EXACT &&
               run(narrow_line<from_bf16, to_bf16, lanescan_cumprod_f64>, lines, x, y);
    case both(LANESCAN_LOGCUMSUMEXP, LANESCAN_F32):
        return run(lanescan_logcumsumexp_f32, lines, x, y);
    case both(LANESCAN_LOGCUMSUMEXP, LANESCAN_F64):
        return run(lanescan_logcumsumexp_f64, lines, x, y);
    default:
        return false;
    }
}

bool scan_index_line(lanescan_op op, const lanescan_tensor &x, int dim,
                     const lanescan_tensor &values, const lanescan_tensor &indices)
{
    const line_set lines = lines_of(x, dim, values);
    if (!lines.is_few || !fits(x, values) || indices.dtype != LANESCAN_I64 ||
        !has_shape(x, indices.ndim, indices.shape) || !is_contiguous(indices) ||
        !are_apart(indices, x) || !are_apart(indices, values))
        return false;
    switch (both(op, x.dtype)) {
    case both(LANESCAN_CUMMAX, LANESCAN_F32):
        return run(lanescan_cummax_f32, lines, x, values, indices);
    case both(LANESCAN_CUMMAX, LANESCAN_F64):
        return run(lanescan_cummax_f64, lines, x, values, indices);
    case both(LANESCAN_CUMMIN, LANESCAN_F32):
        return run(lanescan_cummin_f32, lines, x, values, indices);
    case both(LANESCAN_CUMMIN, LANESCAN_F64):
        return run(lanescan_cummin_f64, lines, x, values, indices);
    case both(LANESCAN_CUMMAX, LANESCAN_F16):
        return count(x) <= FEW_EXACT &&
               run(narrow_extreme_line<from_f16, lanescan_cummax_f32>, lines, x, values, indices);
    case both(LANESCAN_CUMMAX, LANESCAN_BF16):
        return count(x) <= FEW_EXACT &&
               run(narrow_extreme_line<from_bf16, lanescan_cummax_f32>, lines, x, values, indices);
    case both(LANESCAN_CUMMAX, LANESCAN_I32):
        return count(x) <= FEW_EXACT && run(extreme_line<true, int32_t>, lines, x, values, indices);
    case both(LANESCAN_CUMMAX, LANESCAN_I64):
        return count(x) <= FEW_EXACT && run(extreme_line<true, int64_t>, lines, x, values, indices);
    case both(LANESCAN_CUMMIN, LANESCAN_F16):
        return count(x) <= FEW_EXACT &&
               run(narrow_extreme_line<from_f16, lanescan_cummin_f32>, lines, x, values, indices);
    case both(LANESCAN_CUMMIN, LANESCAN_BF16):
        return count(x) <= FEW_EXACT &&
               run(narrow_extreme_line<from_bf16, lanescan_cummin_f32>, lines, x, values, indices);
    case both(LANESCAN_CUMMIN, LANESCAN_I32):
        return count(x) <= FEW_EXACT &&
               run(extreme_line<false, int32_t>, lines, x, values, indices);
    case both(LANESCAN_CUMMIN, LANESCAN_I64):
        return count(x) <= FEW_EXACT &&
               run(extreme_line<false, int64_t>, lines, x, values, indices);
    default:
        return false;
    }
}

bool logsumexp_line(const lanescan_tensor &x, const lanescan_tensor &y)
{
    const int64_t elements = count(x);
    if (elements > FEW || count(y) != 1 || !is_contiguous(x) || !are_apart(x, y))
        return false;
    const size_t n = (size_t)elements;
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
    const int64_t elements = count(y);
    if (elements > FEW || a.dtype != y.dtype || b.dtype != y.dtype ||
        !has_shape(a, y.ndim, y.shape) || !has_shape(b, y.ndim, y.shape) || !is_contiguous(a) ||
        !is_contiguous(b) || !is_contiguous(y) || !fits(a, y) || !fits(b, y))
        return false;
    const size_t n = (size_t)elements;
    if (y.dtype == LANESCAN_F32)
        lanescan_logaddexp_f32(n, static_cast<float *>(a.data), static_cast<float *>(b.data),
                               static_cast<float *>(y.data));
    else if (y.dtype == LANESCAN_F64)
        lanescan_logaddexp_f64(n, static_cast<double *>(a.data), static_cast<double *>(b.data),
                               static_cast<double *>(y.data));
    else if (y.dtype == LANESCAN_F16 && elements <= FEW_EXACT)
        narrow_logaddexp<from_f16, to_f16>(n, static_cast<uint16_t *>(a.data),
                                           static_cast<uint16_t *>(b.data),
                                           static_cast<uint16_t *>(y.data));
    else if (y.dtype == LANESCAN_BF16 && elements <= FEW_EXACT)
        narrow_logaddexp<from_bf16, to_bf16>(n, static_cast<uint16_t *>(a.data),
                                             static_cast<uint16_t *>(b.data),
                                             static_cast<uint16_t *>(y.data));
    else
        return false;
    return true;
}
} // namespace lanescan_torch
