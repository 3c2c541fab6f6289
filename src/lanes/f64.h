/* Doubles as numbers: arithmetic by name, sums that are exact as pairs, exponents. */
#ifndef LANESCAN_F64_H
#define LANESCAN_F64_H

#include "lanes/basics.h"

typedef double f64;

LANESCAN_INLINE double f64_add(double a, double b)
{
    return a + b;
}

LANESCAN_INLINE double f64_sub(double a, double b)
{
    return a - b;
}

LANESCAN_INLINE double f64_mul(double a, double b)
{
    return a * b;
}

/* The half of a double's bits: products of halves are exact. (Veltkamp) */
LANESCAN_INLINE double f64_upper_half(double a)
{
    const double scaled = (0x1p27 + 1) * a;
    return scaled - (scaled - a);
}

#define TWO_SUM_OF(name)               f64##name
#define TWO_PRODUCT_BY_HALVES_OF(name) f64##name
#include "lanes/error_free_tpl.h"

LANESCAN_INLINE bool f64_is_finite(double value)
{
    return (bits_of_f64(value) >> 52 & 0x7ff) != 0x7ff;
}

/* With the bias of 1023; 0 for zero and subnormal numbers. */
LANESCAN_INLINE int f64_biased_exponent(double value)
{
    return (int)(bits_of_f64(value) >> 52 & 0x7ff);
}

/* Toward zero; the nearest there is beyond the range, 0 for NaN. */
LANESCAN_INLINE int64_t f64_truncate(double value)
{
    return value >= 0x1p63    ? INT64_MAX
           : value >= -0x1p63 ? (int64_t)value
           : value < 0        ? INT64_MIN
                              : 0;
}

/* 2^exponent for a normal result: -1022 <= exponent <= 1023. */
LANESCAN_INLINE double f64_power_of_two(int64_t exponent)
{
    return f64_of_bits((uint64_t)(exponent + 1023) << 52);
}

#endif
