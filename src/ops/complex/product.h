/* cumprod of complex numbers: y[j] = x[0] * ... * x[j], accumulated in double-double, one element
 * after the other.
 *
 * (a + bi)(c + di) = (ac - bd) + (ad + bc)i for a running product a + bi whose parts are pairs
 * (high, low) of doubles: the four products of high parts are formed with their rounding errors
 * (TwoProduct with fma: Dekker, Numer. Math. 18, 1971), so are the two sums (TwoSum: Knuth, TAOCP
 * 2, 4.2.2), and the low parts are first-order corrections; of these one product is not fused, as
 * each step waits for the low parts before it. Far from 1 each part has an exponent of its own, so
 * that no product over- or underflows by itself (wide_product.h).
 *
 * Error: docs/complex.md. */
#ifndef LANESCAN_COMPLEX_PRODUCT_H
#define LANESCAN_COMPLEX_PRODUCT_H

#include "fold/product_carry.h"
#include "fold/state.h"
#include "lanes/sets.h"
#include "ops/complex/element.h"

/* Where the running product needs no exponents: its larger part is from 2^-400 to below 2^400, and
 * the larger part of the factor from 2^-150 to below 2^150, as that of every finite float is but 0.
 * Then the next product and all rounding errors are in the range of f64. Given as biased exponents:
 * the lowest, and how many there are. */
enum {
    COMPLEX_PRODUCT_LOWEST = 1023 - 400,
    COMPLEX_PRODUCT_EXPONENTS = 800,
    COMPLEX_FACTOR_LOWEST = 1023 - 150,
    COMPLEX_FACTOR_EXPONENTS = 300,
    COMPLEX_ALIGN_LIMIT = 300 /* binary orders apart: the smaller is nothing beside the larger */
};

LANESCAN_INLINE bool complex_is_within(double re, double im, uint64_t lowest, uint64_t exponents)
{
    const uint64_t a = bits_of_f64(re) << 1, b = bits_of_f64(im) << 1; /* without the sign */
    return (a > b ? a : b) - (lowest << 53) < exponents << 53;
}

/* (a + bi)(c + di): a c + b (-d) and b c + a d, so that both parts are sums. a + bi needs no
 * exponents. */
LANESCAN_INLINE f64x2_pair near_product_multiply(f64x2_pair p, double c, double d)
{
    const f64x2 same = f64x2_set(c, c), cross = f64x2_set(-d, d), swapped = f64x2_swap(p.high);
    const f64x2_pair first = f64x2_two_product(p.high, same);
    const f64x2_pair second = f64x2_two_product(swapped, cross);
    const f64x2_pair sum = f64x2_two_sum(first.high, second.high);
    const f64x2 errors = f64x2_add(f64x2_add(first.low, second.low), sum.low);
    const f64x2 crossed = f64x2_fma(f64x2_swap(p.low), cross, errors);
    return (f64x2_pair){ sum.high, f64x2_add(crossed, f64x2_mul(p.low, same)) };
}

/* Rounded once; a zero keeps the sign that it has by the plain formula, since 0 - 0 is +0. */
LANESCAN_INLINE double pair_value(f64_pair p)
{
    return p.high - (0 - p.low);
}

LANESCAN_INLINE void pair_values(f64x2_pair p, double value[2])
{
    f64_pair re, im;
    f64x2_pair_get(p, &re, &im);
    value[0] = pair_value(re);
    value[1] = pair_value(im);
}

/* Makes high the rounded value, and low what it lacks. */
LANESCAN_INLINE void pair_renormalise(f64_pair *p)
{
    *p = (f64_pair){ pair_value(*p), f64_two_sum(p->high, p->low).low };
}

/* Needs the running product no exponents? */
LANESCAN_INLINE bool complex_product_is_near(const complex_product_state *p)
{
    return p->part[0].exponent == 0 && p->part[1].exponent == 0;
}

/* Numbers one after the other, wherever the products lie. */
void PORTABLE(complex_product_one_by_one)(complex_product_state *p, bool *over, size_t count,
                                          const double *x, double *y);

/* Eight lines, one in each lane of sets that have lanes. Vectors have the numbers of four of them,
 * real and imaginary parts by turns; where real and imaginary parts are vectors, the two fours take
 * turns: lane l is line l / 2 of x[l % 2]. */
enum { COMPLEX_LANES = 8 };

/* The same in such `lanes`, given as bits, from the products `before`: eight times each the high
 * and low parts of real ones, and of imaginary ones. */
void PORTABLE(complex_product_in_lanes)(lanescan_columns *columns, size_t first, unsigned lanes,
                                        const double *before, size_t count,
                                        const double *const x[2], double *const y[2]);

/* So that the errors of the low parts do not add up. */
LANESCAN_INLINE void complex_product_end_group(complex_product_state *p)
{
    for (int part = 0; part < 2; part++)
        pair_renormalise(&p->part[part].value);
}

#endif
