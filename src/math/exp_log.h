/* The room math: elementary functions in lanes, whose bits must not depend on any libm.
 *
 * exp and log in lanes, in the pieces that log-sum-exps need. All real arithmetic is f64; for
 * 32-bit results shorter polynomials do. Coefficients and their errors: coefficients.h. */
#ifndef LANESCAN_EXP_LOG_H
#define LANESCAN_EXP_LOG_H

#include "math/coefficients.h"
#include "math/exact.h"

/* q(t) of `count` coefficients: even and odd powers apart, so that two chains run side by side. */
LANESCAN_INLINE f64v polynomial(const double *q, int count, f64v t, f64v t_squared)
{
    const int even = (count - 1) & ~1, odd = (count - 2) | 1; /* the highest powers of each kind */
    f64v even_sum = f64v_splat(q[even]), odd_sum = f64v_splat(q[odd]);
    for (int i = even - 2; i >= 0; i -= 2)
        even_sum = f64v_fma(even_sum, t_squared, f64v_splat(q[i]));
    for (int i = odd - 2; i >= 1; i -= 2)
        odd_sum = f64v_fma(odd_sum, t_squared, f64v_splat(q[i]));
    return f64v_fma(odd_sum, t, even_sum);
}

/* e^x = scale + fraction * scale, with scale a power of two; so that e^x - 1 = (scale - 1) +
 * fraction * scale is as near as an fma gives it. */
typedef struct exponential {
    f64v fraction, scale;
} exponential;

/* A constant so large that one unit in its last place is 1: added to a number t it rounds t to an
 * integer n, which then stands in the sum's lowest bits, together with shift and the bias of
 * exponents, 1023. Moved up by 52 places these bits are the double 2^(n + shift). |shift| <
 * 2^50. */
LANESCAN_INLINE double exp_magic(double shift)
{
    return 0x1.8p52 + 1023 + shift;
}

/* log2(e^x), rounded to an integer. */
LANESCAN_INLINE double exp_order(double x)
{
    return (x * LANESCAN_LOG2E + 0x1.8p52) - 0x1.8p52;
}

/* e^x * 2^shift for magic = exp_magic(shift). Reduction: Cody and Waite, with fma; for 32-bit
 * results ln 2 in one double does, 2^-55 |x| off. The result's exponent must be that of a normal
 * number. NaN gives NaN in `fraction`. */
LANESCAN_INLINE exponential exp_lanes(precision of, f64v x, f64v magic)
{
    const f64v rounded = f64v_fma(x, f64v_splat(LANESCAN_LOG2E), magic);
    const f64v n = f64v_sub(rounded, magic);
    f64v r = f64v_fma(n, f64v_splat(-LANESCAN_LN2_HIGH), x);
    if (of == DOUBLE)
        r = f64v_fma(n, f64v_splat(-LANESCAN_LN2_LOW), r);
    const f64v r_squared = f64v_mul(r, r);
    const f64v q = of == SINGLE ? polynomial(lanescan_exp_f32, 7, r, r_squared)
                                : polynomial(lanescan_exp_f64, 10, r, r_squared);
    return (exponential){ f64v_fma(r_squared, q, r),
                          f64v_of_i64(i64v_shift_left(i64v_of_f64(rounded), 52)) };
}

/* What log(1 + f) + n ln 2 is beside its two large parts, f and n LN2_HIGH: log(1 + f) - f + n
 * LN2_LOW. n is an integer, f in [-0.25, 0.5]. */
LANESCAN_INLINE f64v log1p_small_part(f64v f, f64v n)
{
    const f64v f_squared = f64v_mul(f, f);
    const f64v q = polynomial(lanescan_log_f64, 19, f, f_squared);
    const f64v curve = f64v_mul(f_squared, f64v_fma(f, q, f64v_splat(-0.5)));
    return f64v_fma(n, f64v_splat(LANESCAN_LN2_LOW), curve);
}

LANESCAN_INLINE f64v log1p_lanes(precision of, f64v f, f64v n)
{
    const f64v ln2 = f64v_splat(LANESCAN_LN2_HIGH);
    if (of == DOUBLE)
        return f64v_fma(n, ln2, f64v_add(f, log1p_small_part(f, n)));
    const f64v f_squared = f64v_mul(f, f);
    const f64v q = polynomial(lanescan_log_f32, 11, f, f_squared);
    return f64v_fma(n, ln2, f64v_fma(f_squared, f64v_fma(f, q, f64v_splat(-0.5)), f));
}

/* log(1 + f + rest) + n ln 2 for f as above, a `rest` of some 2^-53 and |n| < 2^10, rounded little
 * more than once: n ln 2 + f is formed with its rounding error, and rest counts as rest / (1 +
 * f). */
LANESCAN_INLINE f64v log1p_rest_lanes(f64v f, f64v rest, f64v n)
{
    const f64v one = f64v_splat(1), ln2 = f64v_splat(LANESCAN_LN2_HIGH);
    const f64v_pair sum = f64v_fast_two_fma_of_larger(n, ln2, f);
    const f64v slope = f64v_sub(one, f64v_mul(f, f64v_sub(one, f))); /* 1 / (1 + f), to 1/8 */
    const f64v small = f64v_fma(rest, slope, log1p_small_part(f, n));
    return f64v_add(sum.high, f64v_add(sum.low, small));
}

/* log(1 + t) for t in [0, 1], for 32-bit results. */
LANESCAN_INLINE f64v log1p_f32_lanes(f64v t)
{
    const f64v t_squared = f64v_mul(t, t);
    return f64v_fma(t_squared, polynomial(lanescan_log1p_f32, 13, t, t_squared), t);
}

/* log(s) + shift ln 2 for positive normal s. */
LANESCAN_INLINE f64v log_lanes(precision of, f64v s, f64v shift)
{
    const f64v f = f64v_sub(f64v_mantissa(s), f64v_splat(1));
    return log1p_lanes(of, f, f64v_add(f64v_exponent(s), shift));
}

/* 2^-n for integers |n| <= 1022. */
LANESCAN_INLINE f64v inverse_power_of_two(f64v n)
{
    const f64v biased = f64v_sub(f64v_splat(exp_magic(0)), n);
    return f64v_of_i64(i64v_shift_left(i64v_of_f64(biased), 52));
}

#endif
