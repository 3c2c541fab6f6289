/* What kernels of gradients take and give. */
#ifndef LANESCAN_GRADIENT_SIGNATURES_H
#define LANESCAN_GRADIENT_SIGNATURES_H

#include "fold/state.h"

/* e^x = value 2^exponent. For complex numbers, n is the number of pairs, and "x" is the real part.
 *
 *     x               value                 exponent
 *     -2^47 .. 2^47   1.4 to below 2.9      an integer
 *     below -2^47     0                     any number below -2^47
 *     -inf            -0                    -inf
 *     NaN             NaN                   NaN
 *
 * Writes values and exponents; or, if `exponents` is NULL, value 2^(exponent - top) to `values`,
 * which must not exceed 2^1023. Returns the largest exponent (or any number up to top, if that is
 * larger); or, if an x is above 2^47, a number above 2^47. */
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

/* Lines side by side for a gradient, row by row: at most TILE_NUMBERS numbers; of log-sum-exps at
 * most GRADIENT_ROWS rows. */
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

/* The same of r and e^x / 2^top, of elements of at most that exponent. */
typedef bool lanescan_weights(size_t n, const double *x, double top, double r, double *y);

/* a[i] and b[i] become the gradients of log(e^a[i] + e^b[i]), whose own is g[i]. */
typedef void lanescan_pairs(size_t n, const double *g, double *a, double *b);

#endif
