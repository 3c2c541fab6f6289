/* The definitions, evaluated left to right, as judges of one line each. */
#ifndef LANESCAN_TESTS_LEFT_TO_RIGHT_H
#define LANESCAN_TESTS_LEFT_TO_RIGHT_H

#include "harness/kernel_list.h"

#include <stddef.h>
#include <stdint.h>

typedef void left_to_right_check(const kernel *k, const char *data, size_t n, const void *x,
                                 const void *second, const void *y, const int64_t *index);

/* Finite, infinite (with its sign) or NaN where the left-to-right sum or product in double is. The
 * judge stops where rounding alone decides: within 2^-30 of the largest finite number and, for
 * products, where the result is subnormal; from there on a sum of numbers must only not be NaN.
 * Products are also held to 2^-30 of the value. */
left_to_right_check left_to_right_sum;
left_to_right_check left_to_right_product;

/* NaN from the first NaN on, else inf from the first inf on, else -inf before anything larger, else
 * finite, and between max and max + log(count). */
left_to_right_check left_to_right_log;

/* The same for the pairs of logaddexp, and roughly their value: libm's, relative to |a| + |b| +
 * 1. */
left_to_right_check left_to_right_pairs;

/* The exact values, to the bit, and indices. */
left_to_right_check left_to_right_max;
left_to_right_check left_to_right_min;
left_to_right_check left_to_right_integer;

#endif
