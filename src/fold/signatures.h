/* What kernels of scans take and give. */
#ifndef LANESCAN_SIGNATURES_H
#define LANESCAN_SIGNATURES_H

#include "fold/fetch.h"
#include "fold/state.h"

#include <stddef.h>

/* A piece of a line: n elements, a multiple of 32 except in the last piece; y == x is allowed where
 * the types are the same. Backwards it is given by the addresses of its first elements, the last in
 * memory, and walks down in x, y and index. index is NULL but for extremes. y and index may be
 * NULL: then only the state moves on, and n of real elements is a multiple of 32 in the last piece
 * too. (Of sums and products n is a multiple of 128 then, and where not all is regular the state is
 * over, with no value.) */
typedef void lanescan_piece(lanescan_state *state, bool backwards, size_t n, const void *x, void *y,
                            int64_t *index);

/* cumsum of complex numbers: of both parts, each of which is a line with a state of its own, at the
 * same position. n numbers, a multiple of 32 except in the last piece, at these distances in bytes;
 * y may be x if these are the same. */
typedef void lanescan_parts(lanescan_state state[2], size_t n, const char *x, ptrdiff_t x_stride,
                            char *y, ptrdiff_t y_stride);

/* What was worked out of a chunk's elements without results, for when they are scanned again with
 * results: the sums of terms within each group, as they lie in lanes, where they are usual. */
typedef struct lanescan_terms {
    _Alignas(64) double of_group[CHUNK / GROUP][GROUP + 8]; /* runs, and their totals */
    bool are_kept[CHUNK / GROUP];
    size_t groups; /* done so far: 0 at the beginning of either scan */
} lanescan_terms;

/* As lanescan_piece, within a chunk: without results terms are kept, with results they are used. */
typedef void lanescan_keeping_piece(lanescan_state *state, bool backwards, size_t n, const void *x,
                                    void *y, lanescan_terms *terms);

/* For chunks that a task scans, without results, before it knows what comes before them in the
 * line. What they do to their elements may depend on that (log-sum-exps: on the shift; extremes: on
 * the extreme so far). So a chunk begins with an assumption about the line, one number: the mood.
 * fold() adds the chunk to the line, with the bits that a scan of it would give. If the assumption
 * was wrong it returns false and changes nothing, and the chunk is scanned again. */
typedef struct lanescan_fold {
    uint64_t (*mood)(const lanescan_state *line);
    void (*begin)(lanescan_state *chunk, uint64_t mood, uint64_t position);
    /* `mood` is what the chunk was begun with; the line may have another by now. */
    bool (*fold)(lanescan_state *line, const lanescan_state *chunk, uint64_t mood);
} lanescan_fold;

/* Moods of every operation: nothing is known of the line yet; no chunk can be folded, so none
 * should be scanned ahead. */
#define LANESCAN_MOOD_UNKNOWN UINT64_MAX
#define LANESCAN_MOOD_ALONE   (UINT64_MAX - 1)

/* Where lines lie side by side: element r of line l is at in + r * in_stride + l * (its size), in
 * bytes; so are results and indices. Results over elements are allowed where the strides are the
 * same. */
typedef struct lanescan_rows {
    const char *in;
    char *out, *index; /* index is NULL but for extremes */
    ptrdiff_t in_stride, out_stride, index_stride;
    size_t wanted_from; /* log-sum-exps: of rows before this one anything may be written */
} lanescan_rows;

/* Many lines side by side: `rows` elements (32 except in the last tile) of each of `lines` lines,
 * at most ACROSS_LINES. The same bits as lanescan_piece gives for each line. (Of halves: their
 * values and results as f64, which are still to be rounded.) */
typedef void lanescan_across(lanescan_columns *state, size_t rows, size_t lines,
                             const lanescan_rows *where);

/* Lines of n elements that follow each other in memory, as do the elements of a line; from line to
 * line it is so many bytes. n is 1 to 8; of floats and doubles at most MOST_SHORT, of complex
 * numbers at most a chunk. y == x is allowed where the pitches are the same. */
typedef void lanescan_short_lines(size_t lines, size_t n, const void *x, ptrdiff_t x_pitch, void *y,
                                  ptrdiff_t y_pitch);

/* As lanescan_piece and lanescan_across, of a linear recurrence: y over a or b is allowed where the
 * types, and the strides, are the same. `one_coefficient`: a is one number, that of all
 * elements. */
typedef void lanescan_recurrence_piece(lanescan_state *state, bool backwards, bool one_coefficient,
                                       size_t n, const void *a, const void *b, void *y);

/* `fetch`: the next tiles of a and b, to be asked for early, or NULL. `past_caches`: y goes past
 * the caches; it is f64 then and begins at a cache line, so that eight lines fill one. */
typedef struct lanescan_recurrence_rows {
    const char *a, *b;
    char *y;
    ptrdiff_t a_stride, b_stride, y_stride;
    lanescan_fetch *fetch;
    bool past_caches;
} lanescan_recurrence_rows;

typedef void lanescan_recurrence_across(lanescan_columns *state, size_t rows, size_t lines,
                                        const lanescan_recurrence_rows *where);

/* e^x = value 2^exponent for x up to 2^47; the exponent is an integer and |value| in [1.4, 2.9).
 * Below -2^47 the value is 0, of -inf it is -0, of NaN it is NaN. For complex numbers, n is the
 * number of pairs, and "x" here is the real part.
 * Writes values and exponents; or, if `exponents` is NULL, value 2^(exponent - top) to `values`,
 * which must not exceed 2^1023. Returns the largest exponent, or, if an x is above 2^47, a number
 * above 2^47. */
typedef double lanescan_exponentials(size_t n, const double *x, double *values, double *exponents,
                                     double top);

/* A number, real or complex, (high + low) 2^exponent: no product or sum of these leaves the
 * range. */
typedef struct lanescan_wide {
    double high[2], low[2];
    int64_t exponent;
} lanescan_wide;

/* The products of w and the elements before each, value 2^exponent; conjugated, of complex numbers.
 * w moves on past the elements. values and exponents may be NULL. */
typedef void lanescan_products_before(size_t n, const double *x, lanescan_wide *w, double *values,
                                      int64_t *exponents);

/* From the last element to the first, w becomes g[i] + after[i] w, and values[i] is multiplied by w
 * and 2^exponents[i]. Where w is 0 so are after[i] w and the product, even with inf or NaN. */
typedef void lanescan_products_gradient(size_t n, const double *after, const double *g,
                                        lanescan_wide *w, double *values, const int64_t *exponents);

/* What kernels have made of a piece of a line for the gradient of cumprod: running products
 * (with the one before), and r = g + after r (with the one after the last). */
typedef struct lanescan_product_piece {
    const double *x, *after, *g; /* n numbers */
    const double *products, *r;  /* n + 1 */
    int64_t exponent;            /* of all products; below 1024 */
} lanescan_product_piece;

/* y[i] = products[i] * r[i] * 2^exponent. False, and y is of no use, if anything has come
 * near the ends of the range, or may have come from there. */
typedef bool lanescan_products_combine(size_t n, const lanescan_product_piece *piece, double *y);

/* Lines side by side for a gradient, row by row: at most GRADIENT_ROWS of them, and as many numbers
 * as TILE_NUMBERS. */
enum { GRADIENT_ROWS = 128, TILE_NUMBERS = GROUP * ACROSS_LINES };

typedef struct lanescan_gradient_tile {
    size_t rows, lines;
    size_t stride; /* numbers from row to row: whole vectors */
    const double *x, *g;
    const double *products, *r; /* as lanescan_product_piece has them; x, too, is one row more */
    const double *exponents;    /* of each line; below 1024 */
    const double *factors;      /* of its products: 0, until then 1; a 0 among x makes it 0 */
    double *y;                  /* the gradients; may be products */
} lanescan_gradient_tile;

/* Products of at most 256 factors between these are not near the ends of the range. */
#define PRODUCT_FACTOR_LOWEST  0.39
#define PRODUCT_FACTOR_HIGHEST 2.5

/* Lines, as bits: that have a 0; that have any other number that is no such factor; and, of those
 * that have none, that have an odd number of signs. */
typedef struct lanescan_zeros {
    uint64_t any, beyond, negative;
} lanescan_zeros;

/* y becomes x, but 1 with its sign where that is 0. */
typedef lanescan_zeros lanescan_products_zeros(const lanescan_gradient_tile *tile);

/* Returns a bit for each line whose gradient could not be made here: these lines are left to the
 * code along lines. The others have the bits that it would give them. */
typedef uint64_t lanescan_gradient_across(const lanescan_gradient_tile *tile);

/* What is known of lines side by side, for gradients of log-sum-exps: columns of as many numbers as
 * a row of their tile has. From the left, of the sum of e^x, as gradient/log_sum.h has it; from the
 * right, of the sum of g / s, which is still to be multiplied by 2^fall. */
enum { LOG_TOP, LOG_REFERENCE, LOG_HIGH, LOG_LOW, LOG_COLUMNS };
enum { QUOTIENTS_HIGH, QUOTIENTS_LOW, QUOTIENTS_FALL, QUOTIENTS_COLUMNS };

/* Rows of these lines, whole vectors each. Values and exponents are as by lanescan_exponentials. */
typedef struct lanescan_log_tile {
    size_t rows, lines;
    size_t stride;     /* numbers from row to row, and from column to column */
    const double *g;   /* for log_weights one row */
    double *values;    /* then the gradients */
    double *exponents; /* may be overwritten */
    double *sums;      /* log_gradients: for its use */
    const double *state, *quotients;
    double *next; /* after these rows: of log_sums the state, of log_gradients the quotients */
} lanescan_log_tile;

/* log_sums: the state alone. log_gradients: gradients of logcumsumexp. log_weights: of logsumexp,
 * from the state at the end. Returns those lines, as bits, of which what is written is of no use:
 * they are for the code along lines, whose bits the others have. */
typedef uint64_t lanescan_log_across(const lanescan_log_tile *tile);

/* y[i] = a[i] / y[i], of doubles; 0 where a[i] is 0. */
typedef void lanescan_quotients(size_t n, const double *a, double *y);

/* y[i] = a[i] y[i], where y[i] are e^x; 0 where a[i] is 0, or y[i] -0. True if one of them has lost
 * digits, being below the normal numbers, where a[i] is beyond 1. */
typedef bool lanescan_weigh(size_t n, const double *a, double *y);

/* a[i] and b[i] become the gradients of log(e^a[i] + e^b[i]), whose own is g[i]. */
typedef void lanescan_pairs(size_t n, const double *g, double *a, double *b);

/* y[i] = log(e^a[i] + e^b[i]). */
typedef void lanescan_binary(size_t n, const void *a, const void *b, void *y);

#endif
