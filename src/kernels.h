/* The list of kernels: one X-macro makes declarations, tables, tests and benchmarks. */
#ifndef LANESCAN_KERNELS_H
#define LANESCAN_KERNELS_H

#include <stddef.h>
#include <stdint.h>

/* X(name, result type, (parameters), (arguments)): the line functions of lanescan.h. */
#define LANESCAN_KERNELS(X)                                                                       \
    X(cumsum_f32, void, (size_t n, const float *x, float *y), (n, x, y))                          \
    X(cumsum_f64, void, (size_t n, const double *x, double *y), (n, x, y))                        \
    X(cumsum_i32, void, (size_t n, const int32_t *x, int32_t *y), (n, x, y))                      \
    X(cumsum_i64, void, (size_t n, const int64_t *x, int64_t *y), (n, x, y))                      \
    X(cumprod_f32, void, (size_t n, const float *x, float *y), (n, x, y))                         \
    X(cumprod_f64, void, (size_t n, const double *x, double *y), (n, x, y))                       \
    X(logcumsumexp_f32, void, (size_t n, const float *x, float *y), (n, x, y))                    \
    X(logcumsumexp_f64, void, (size_t n, const double *x, double *y), (n, x, y))                  \
    X(cummax_f32, void, (size_t n, const float *x, float *y, int64_t *index), (n, x, y, index))   \
    X(cummax_f64, void, (size_t n, const double *x, double *y, int64_t *index), (n, x, y, index)) \
    X(cummin_f32, void, (size_t n, const float *x, float *y, int64_t *index), (n, x, y, index))   \
    X(cummin_f64, void, (size_t n, const double *x, double *y, int64_t *index), (n, x, y, index)) \
    X(logsumexp_f32, float, (size_t n, const float *x), (n, x))                                   \
    X(logsumexp_f64, double, (size_t n, const double *x), (n, x))                                 \
    X(logaddexp_f32, void, (size_t n, const float *a, const float *b, float *y), (n, a, b, y))    \
    X(logaddexp_f64, void, (size_t n, const double *a, const double *b, double *y), (n, a, b, y))

/* One instruction set's kernels. `name` is what lanescan_isa() reports. */
typedef struct lanescan_kernels {
    const char *name;
#define LANESCAN_MEMBER(kernel, result, parameters, arguments) result(*kernel) parameters;
    LANESCAN_KERNELS(LANESCAN_MEMBER)
#undef LANESCAN_MEMBER
} lanescan_kernels;

/* The tables, one in each instruction set's translation unit. `generic_fma` is the portable code
 * compiled for a CPU with fused multiply-add where the baseline has none; it too is "generic". */
extern const lanescan_kernels lanescan_kernels_generic;
extern const lanescan_kernels lanescan_kernels_generic_fma;
extern const lanescan_kernels lanescan_kernels_avx2;
extern const lanescan_kernels lanescan_kernels_avx512;
extern const lanescan_kernels lanescan_kernels_neon;

#endif
