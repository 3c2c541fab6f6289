/* a * b + c, rounded once, for CPUs without the instruction: libm's fma() takes hundreds of cycles
 * there, and that of mingw-w64 rounds twice.
 *
 * First the exact value, as a sum of three doubles. TwoProduct makes two of a * b, TwoSum adds c:
 *
 *     a * b + c = sum.high + rest.high + rest.low
 *
 * One addition, sum.high + rest.high, rounds it. What that addition does not see, rest.low, is so
 * small that it matters in one case only: where the two lie exactly halfway between two doubles.
 * Then its sign says which of these is nearer. (Boldo and Melquiond, IEEE Trans. Comput. 57, 2008,
 * get the same by rounding rest to odd.) */
#ifndef LANESCAN_FMA_H
#define LANESCAN_FMA_H

#include "lanes/vocabulary.h"

LANESCAN_INLINE double f64_fma_usual(double a, double b, double c)
{
    const f64_pair product = f64_two_product_by_halves(a, b);
    const f64_pair sum = f64_two_sum(product.high, c);
    const f64_pair rest = f64_two_sum(sum.low, product.low);
    const double nearest = sum.high + rest.high, error = rest.high - (nearest - sum.high);
    /* Exact: nearest + error + rest.low. `other` is nearest mirrored at nearest + error. If it is a
     * double, which the next line sees, nearest + error lies halfway between the two, and the sign
     * of rest.low decides. */
    const double other = nearest + 2 * error;
    if (LANESCAN_LIKELY(other - nearest != 2 * error))
        return nearest;
    return (rest.low > 0 && error > 0) || (rest.low < 0 && error < 0) ? other : nearest;
}

/* Is nothing infinite or NaN, nor may become so, and is the product large enough for its parts to
 * be normal? A product of zero does as well, unless c is zero too: then the signs matter. */
LANESCAN_INLINE bool f64_fma_is_usual(double a, double b, double c)
{
    enum { BIAS = 1023, LARGE = BIAS + 990, SMALL_PRODUCT = 2 * BIAS - 900 };
    const int of_a = f64_biased_exponent(a), of_b = f64_biased_exponent(b),
              of_c = f64_biased_exponent(c), of_product = of_a + of_b;
    const bool is_zero = a == 0 || b == 0;
    return of_a <= LARGE && of_b <= LARGE && of_c <= LARGE && of_product <= LARGE + BIAS &&
           (is_zero ? c != 0 : of_product >= SMALL_PRODUCT);
}

/* For all others, by integers where numbers are finite (fma.c). */
double lanescan_fma_unusual(double a, double b, double c);

LANESCAN_NOINLINE double f64_fma_by_sums(double a, double b, double c)
{
    return LANESCAN_LIKELY(f64_fma_is_usual(a, b, c)) ? f64_fma_usual(a, b, c)
                                                      : lanescan_fma_unusual(a, b, c);
}

#endif
