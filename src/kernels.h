/* The list of kernels: one X-macro makes declarations, tables, tests and benchmarks. */
#ifndef LANESCAN_KERNELS_H
#define LANESCAN_KERNELS_H

#include "state.h"

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

enum { NUM_DTYPES = LANESCAN_C128 + 1 };

/* A piece of a line: `n` elements, a multiple of 32 except in the last piece; y == x is allowed where the types are the same. The
 * reversed form takes the addresses of the line's first elements too, which are the last in memory there; it walks down
 * in x, y and index. index is NULL but for extremes. For LOGCUMSUMEXP y may be NULL: then only the state moves on, and n of real
 * elements is a multiple of 32 in the last piece too. */
typedef void (*lanescan_step)(lanescan_state *state, size_t n, const void *x, void *y,
                              int64_t *index);

/* Where lines lie side by side: element r of line l is at in + r * in_step + l * (its size), in bytes; so are results and
 * indices. Results over elements are allowed where the steps are the same. */
typedef struct lanescan_rows {
    const char *in;
    char *out, *index; /* index is NULL but for extremes */
    ptrdiff_t in_step, out_step, index_step;
} lanescan_rows;

/* Many lines side by side: `rows` elements (32 except in the last tile) of each of `lines` lines. The same bits as lanescan_step of the
 * same operation and type gives for each line (LINE_F32; LINE_F64; LINE_I32; LINE_I64; LINE_F16 and LINE_BF16: their values and results as f64,
 * which are still to be rounded). */
enum { ACROSS_LINES = 64 };
typedef struct lanescan_across lanescan_across;
typedef void (*lanescan_across_step)(lanescan_across *state, size_t rows, size_t lines,
                                     const lanescan_rows *where);

/* Lines of `n` elements, 1 to 8, that follow each other in memory, as do the elements of a line; from line to line it is so
 * many bytes. y == x is allowed where the pitches are the same. The same bits as lanescan_step. */
typedef void (*lanescan_short_lines)(size_t lines, size_t n, const void *x, ptrdiff_t x_pitch,
                                     void *y, ptrdiff_t y_pitch);

/* `n` elements of one type to another, both contiguous, not overlapping. */
typedef void (*lanescan_convert)(size_t n, const void *from, void *to);

/* Element c of row r, at from + r * from_pitch + c * size, to to + c * to_pitch + r * size. Pitches are in bytes and may be negative;
 * the two do not overlap. */
typedef void (*lanescan_transpose)(size_t rows, size_t columns, const void *from,
                                   ptrdiff_t from_pitch, void *to, ptrdiff_t to_pitch);

/* `rows` rows of `bytes` each, at least a cache line, as they are, past the caches; other cores see them when it is done. */
typedef void (*lanescan_rows_past_caches)(size_t rows, size_t bytes, const char *from,
                                          ptrdiff_t from_step, char *to, ptrdiff_t to_step);
typedef void (*lanescan_past_caches_done)(void);

/* y[i] = log(e^a[i] + e^b[i]). */
typedef void (*lanescan_binary)(size_t n, const void *a, const void *b, void *y);

/* One instruction set's kernels. `name` is what lanescan_isa() reports. NULL where there is nothing. */
typedef struct lanescan_kernels {
    const char *name;
    lanescan_step step[NUM_OPS][NUM_LINE_TYPES][2]; /* [1]: reversed */
    /* LINE_I64 from elements of a narrower integer type, or bool */
    lanescan_step widening_cumsum[NUM_DTYPES][2];
    lanescan_across_step across[NUM_OPS][NUM_LINE_TYPES];
    lanescan_short_lines short_lines[NUM_OPS][NUM_LINE_TYPES];
    lanescan_convert convert[NUM_DTYPES][NUM_DTYPES]; /* [from][to] */
    lanescan_transpose transpose[4];                  /* elements of 1, 2, 4, 8 bytes */
    lanescan_rows_past_caches rows_past_caches;
    lanescan_past_caches_done past_caches_done;
    lanescan_binary logaddexp[NUM_LINE_TYPES];
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
