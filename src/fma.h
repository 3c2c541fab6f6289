/* a * b + c, rounded once, for targets without the instruction: fma() of libm takes hundreds of cycles there.
 *
 * Dekker (Numer. Math. 18, 1971) gives a * b as two doubles, Knuth's TwoSum their sum with c as three, of which the last two
 * are rounded to one. Boldo and Melquiond (IEEE Trans. Comput. 57, 2008) round them to odd, so that the last addition rounds
 * as if it saw all three. Here they are rounded to nearest, and the one case where that is not the same is set right: the last
 * sum lies halfway between two doubles, and what was rounded away before decides. */
#ifndef LANESCAN_FMA_H
#define LANESCAN_FMA_H

#include "vocabulary.h"

#include <math.h>

/* A double and its rounding error: high + low is exact. */
typedef struct exact_sum {
    double high, low;
} exact_sum;

LANESCAN_INLINE exact_sum exact_sum_of(double a, double b)
{
    const double high = a + b, b_in_high = high - a;
    return (exact_sum){ high, (a - (high - b_in_high)) + (b - b_in_high) };
}

/* The half of a double's bits whose products are exact. */
LANESCAN_INLINE double f64_upper_half(double a)
{
    const double scaled = (0x1p27 + 1) * a;
    return scaled - (scaled - a);
}

LANESCAN_INLINE exact_sum exact_product_of(double a, double b)
{
    const double a_upper = f64_upper_half(a), b_upper = f64_upper_half(b);
    const double a_lower = a - a_upper, b_lower = b - b_upper, high = a * b;
    const double rest = ((high - a_upper * b_upper) - a_lower * b_upper) - a_upper * b_lower;
    return (exact_sum){ high, a_lower * b_lower - rest };
}

LANESCAN_INLINE double f64_fma_usual(double a, double b, double c)
{
    const exact_sum product = exact_product_of(a, b);
    const exact_sum sum = exact_sum_of(product.high, c);
    const exact_sum rest = exact_sum_of(sum.low, product.low);
    const double nearest = sum.high + rest.high, error = rest.high - (nearest - sum.high);
    const double other = nearest + 2 * error; /* as near as the nearest, if this is exact */
    if (LANESCAN_LIKELY(other - nearest != 2 * error))
        return nearest;
    return (rest.low > 0 && error > 0) || (rest.low < 0 && error < 0) ? other : nearest;
}

/* Is nothing infinite or NaN, nor may become so, and is the product large enough for its parts to be normal? A product of
 * zero does as well, unless c is zero too: then the signs matter. */
LANESCAN_INLINE bool f64_fma_is_usual(double a, double b, double c)
{
    enum { BIAS = 1023, LARGE = BIAS + 990, SMALL_PRODUCT = 2 * BIAS - 900 };
    const int of_a = (int)(bits_of_f64(a) >> 52 & 0x7ff),
              of_b = (int)(bits_of_f64(b) >> 52 & 0x7ff),
              of_c = (int)(bits_of_f64(c) >> 52 & 0x7ff), of_product = of_a + of_b;
    const bool is_zero = a == 0 || b == 0;
    return of_a <= LARGE && of_b <= LARGE && of_c <= LARGE && of_product <= LARGE + BIAS &&
           (is_zero ? c != 0 : of_product >= SMALL_PRODUCT);
}

LANESCAN_COLD double f64_fma_in_unusual_cases(double a, double b, double c)
{
    if (!f64_is_finite(a) || !f64_is_finite(b))
        return a * b + c;
    if (!f64_is_finite(c))
        return c + 0;
    return a == 0 || b == 0 ? a * b + c : fma(a, b, c);
}

LANESCAN_APART double f64_fma_by_sums(double a, double b, double c)
{
    return LANESCAN_LIKELY(f64_fma_is_usual(a, b, c)) ? f64_fma_usual(a, b, c)
                                                      : f64_fma_in_unusual_cases(a, b, c);
}

#endif
