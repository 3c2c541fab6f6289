/* Scans in long double with compensation: what results are compared with. */
#ifndef LANESCAN_BENCH_EXACT_H
#define LANESCAN_BENCH_EXACT_H

#include <stdbool.h>
#include <stdint.h>

/* One line's fold so far. Begin with exact_begin. `value` is the result; `scale` is what errors of
 * f64 are measured by: the sum of |x| (of a linear
 * recurrence, W), |value|, or the conditioning of a log-sum-exp.
 *
 * With the 64 bits of x87's long double, `value` is right to less than 0.01 eps of `scale` (2^-58)
 * up to 2^16 elements: sums and products carry the rounding error of every step (TwoSum,
 * TwoProduct); exponentials and logarithms are right to about 2^-62, and so is a mean of such.
 * tests/bench compares it with MPFR. */
typedef struct exact_fold {
    long double value, scale;
    long double high, low; /* sum, product, or the sum of e^(x - largest) but for the largest */
    long double largest, weights; /* weights: the sum of e^(x - largest) * |x| */
    int64_t index;                /* of the extreme */
    uint64_t integer;             /* the sum modulo 2^64 */
} exact_fold;

/* Whether there is a fold here for the operation; what follows is for those alone. */
bool exact_has(const char *op);

exact_fold exact_begin(const char *op);

void exact_add(exact_fold *, double x);                             /* cumsum */
void exact_multiply(exact_fold *, double x);                        /* cumprod */
void exact_log_add(exact_fold *, double x);                         /* logcumsumexp */
void exact_recur(exact_fold *, double a, double b);                 /* linear_recurrence */
void exact_extreme(exact_fold *, double x, int64_t at, int is_max); /* cummax, cummin */

/* log(e^a + e^b) alone. */
exact_fold exact_log_pair(double a, double b);

#endif
