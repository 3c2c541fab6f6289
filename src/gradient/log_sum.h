/* The running sum of e^x, as gradients of log-sum-exps need it: in units of a power of two that
 * follows the largest element, so that it is never below 1, whatever the elements are. The terms in
 * the same units are the weights of the elements.
 *
 * Elements beyond LOG_NEAR, infinities included, are taken relative to one of them, the reference:
 * exactly where that is less than LOG_FAR away. What is further below counts as 0 beside it; what
 * is further above becomes the reference, and all before counts as 0. */
#ifndef LANESCAN_LOG_SUM_H
#define LANESCAN_LOG_SUM_H

#include "gradient/gradient.h"
#include "lanes/vocabulary.h"

#define log_sum_block    lanescan_log_sum_block
#define log_sum_pass     lanescan_log_sum_pass
#define log_sum_element  lanescan_log_sum_element
#define log_sum_relative lanescan_log_sum_relative
#define log_sum_quotient lanescan_log_sum_quotient
#define log_sum_lost     lanescan_log_sum_lost

#define LOG_NEAR 0x1p46
#define LOG_FAR  0x1p11 /* e^-LOG_FAR is below all doubles */

typedef struct log_sum {
    double top;       /* exponent of the largest element so far */
    double reference; /* 0 as long as elements are near; -inf before the first */
    f64_pair part[2]; /* the sum / 2^top; of real numbers the first alone */
} log_sum;

static inline log_sum log_sum_begin(void)
{
    return (log_sum){ .top = -__builtin_inf(), .reference = -__builtin_inf() };
}

/* Adds `count` elements, at most a buffer of them, to the sum. A larger element makes the unit
 * larger, so that all numbers before it shrink: at element i by the factor 2^falls[i], which is 0
 * where falls[i] is -inf. If all falls are 0 they are not written, and the result is false.
 * weights[i] is the term of element i and sums[i] the sum up to it, both in the units there. While
 * there are only elements of -inf, sums[i] is inf, so that g / sums[i] is 0; with NaN among them it
 * is NaN. */
bool log_sum_block(const gradient_lines *all, log_sum *s, size_t count, const double *x,
                   double *weights, double *falls, double *sums);

/* The same for those who want the sum after all these elements alone: the largest of them sets the
 * unit from the first on, which is sooner. Are there weights, in the unit after these elements?
 * `others` is a buffer to work in. */
bool log_sum_pass(const gradient_lines *all, log_sum *s, size_t count, const double *x,
                  double *weights, double *others);

/* One element, from which the sum begins. */
void log_sum_element(const gradient_lines *all, log_sum *s, const double *x);

/* -0 is the weight of an element of -inf, and of no other. */
static inline bool log_is_nothing(const double *weight)
{
    return bits_of_f64(weight[0]) == bits_of_f64(-0.0);
}

/* Elements that are in the sum, less its reference: where they are, or in the buffer. */
const double *log_sum_relative(const gradient_lines *all, const log_sum *s, size_t count,
                               const double *x, double *buffer);

/* g becomes g / conj(sum): 0 where it is 0, or the sum that of nothing. */
void log_sum_quotient(const log_sum *s, size_t parts, double *g);

/* Is a part larger than a limit, either way? */
static inline bool log_is_beyond(size_t parts, const double *number, double limit)
{
    const double re = number[0], im = number[parts - 1];
    return re > limit || re < -limit || im > limit || im < -limit;
}

/* Is the weight below the normal numbers, where it has lost digits, and r large enough for the loss
 * to show in their product? */
static inline bool log_is_lost(size_t parts, const double *weight, const double *r)
{
    return log_is_beyond(parts, r, 1) && !log_is_beyond(parts, weight, 0x1p-1022) &&
           weight[0] == weight[0] && !log_is_nothing(weight);
}

/* Makes the products y = conj(weight) r of such weights again, with all digits. `before` is the sum
 * before these elements; r[r_step * i] belongs to element i. values and exponents are buffers to
 * work in; values may be x. */
void log_sum_lost(const gradient_lines *all, const log_sum *before, size_t count, const double *x,
                  const double *r, size_t r_step, double *y, double *values, double *exponents);

/* 2^exponent for an integer of -1022 to 1023. (The sum has it in its lowest bits.) */
static inline double log_power_of_two(double exponent)
{
    return f64_of_bits(bits_of_f64(exponent + (0x1.8p52 + 1023)) << 52);
}

/* value 2^exponent, rounded once, for 1 <= |value|, or 0, and an integer of at most 1023. */
static inline double log_scale(double value, double exponent)
{
    const double most = exponent > -1022 ? exponent : -1022;
    const double rest = exponent - most > -1022 ? exponent - most : -1022;
    return value * log_power_of_two(most) * log_power_of_two(rest);
}

/* value 2^exponent for any value; the exponent is an integer of at most 1023, or -inf. A result
 * below the normal numbers is rounded twice. */
static inline double log_lower(double value, double exponent)
{
    const double first = exponent > -1022 ? exponent : -1022;
    return log_scale(value * log_power_of_two(first), exponent - first);
}

/* An element less the reference. */
static inline double log_relative(const log_sum *s, double x)
{
    if (x == -__builtin_inf() || s->reference == -__builtin_inf())
        return x;
    if (x == s->reference)
        return 0;
    const double relative = x - s->reference;
    /* Nothing is left of what is finite, but it is there. */
    return relative == -__builtin_inf() ? -0x1p60 : relative;
}

#endif
