/* exp and log in lanes, in the pieces that the log-sum-exp kernels need. All real arithmetic is f64; for
 * 32-bit results shorter polynomials do. Coefficients and their errors: coefficients.h. */
#ifndef LANESCAN_EXP_LOG_TPL_H
#define LANESCAN_EXP_LOG_TPL_H

#include "vocabulary.h" /* and, before this file, a block.h */

/* q(t) of `count` coefficients: even and odd powers apart, so that two chains run side by side. */
LANESCAN_INLINE f64x8 polynomial(const double *q, int count, f64x8 t, f64x8 t_squared)
{
    const int even = (count - 1) & ~1, odd = (count - 2) | 1; /* the highest powers of each kind */
    f64x8 even_sum = f64x8_splat(q[even]), odd_sum = f64x8_splat(q[odd]);
    for (int i = even - 2; i >= 0; i -= 2)
        even_sum = f64x8_fma(even_sum, t_squared, f64x8_splat(q[i]));
    for (int i = odd - 2; i >= 1; i -= 2)
        odd_sum = f64x8_fma(odd_sum, t_squared, f64x8_splat(q[i]));
    return f64x8_fma(odd_sum, t, even_sum);
}

/* e^x = scale + fraction * scale, with scale a power of two; so that e^x - 1 = (scale - 1) + fraction *
 * scale is as near as an fma gives it. */
typedef struct exponential {
    f64x8 fraction, scale;
} exponential;

/* The constant that, added to a number, leaves it rounded to an integer n in the low bits, as the biased
 * exponent of 2^(n + shift); |shift| < 2^50. */
LANESCAN_INLINE double exp_magic(double shift)
{
    return 0x1.8p52 + 1023 + shift;
}

/* e^x * 2^shift for magic = exp_magic(shift). Reduction: Cody and Waite, with fma; for 32-bit results ln 2 in one double does,
 * 2^-55 |x| off. The result's exponent must be that of a normal number. NaN gives NaN in `fraction`. */
LANESCAN_INLINE exponential exp_lanes(element type, f64x8 x, f64x8 magic)
{
    const f64x8 rounded = f64x8_fma(x, f64x8_splat(LANESCAN_LOG2E), magic);
    const f64x8 n = f64x8_sub(rounded, magic);
    f64x8 r = f64x8_fma(n, f64x8_splat(-LANESCAN_LN2_HIGH), x);
    if (!IS_NARROW(type))
        r = f64x8_fma(n, f64x8_splat(-LANESCAN_LN2_LOW), r);
    const f64x8 r_squared = f64x8_mul(r, r);
    const f64x8 q = IS_NARROW(type) ? polynomial(lanescan_exp_f32, 7, r, r_squared)
                                    : polynomial(lanescan_exp_f64, 10, r, r_squared);
    return (exponential){ f64x8_fma(r_squared, q, r),
                          f64x8_of_i64(i64x8_shift_left(i64x8_of_f64(rounded), 52)) };
}

/* log(1 + f) + n ln 2 for integers n and f in [-0.25, 0.5], less f and the high part of n ln 2: small. */
LANESCAN_INLINE f64x8 log1p_small_part(f64x8 f, f64x8 n)
{
    const f64x8 f_squared = f64x8_mul(f, f);
    const f64x8 q = polynomial(lanescan_log_f64, 19, f, f_squared);
    const f64x8 curve = f64x8_mul(f_squared, f64x8_fma(f, q, f64x8_splat(-0.5)));
    return f64x8_fma(n, f64x8_splat(LANESCAN_LN2_LOW), curve);
}

LANESCAN_INLINE f64x8 log1p_lanes(element type, f64x8 f, f64x8 n)
{
    const f64x8 ln2 = f64x8_splat(LANESCAN_LN2_HIGH);
    if (!IS_NARROW(type))
        return f64x8_fma(n, ln2, f64x8_add(f, log1p_small_part(f, n)));
    const f64x8 f_squared = f64x8_mul(f, f);
    const f64x8 q = polynomial(lanescan_log_f32, 11, f, f_squared);
    return f64x8_fma(n, ln2, f64x8_fma(f_squared, f64x8_fma(f, q, f64x8_splat(-0.5)), f));
}

/* log(1 + f + rest) + n ln 2 for f as above, a `rest` of some 2^-53 and |n| < 2^10, rounded little more than once. */
LANESCAN_INLINE f64x8 log1p_rest_lanes(f64x8 f, f64x8 rest, f64x8 n)
{
    const f64x8 one = f64x8_splat(1), ln2 = f64x8_splat(LANESCAN_LN2_HIGH);
    const f64x8 high = f64x8_fma(n, ln2, f);
    const f64x8 low = f64x8_add(f, f64x8_fms(n, ln2, high));
    const f64x8 slope = f64x8_sub(one, f64x8_mul(f, f64x8_sub(one, f))); /* 1 / (1 + f), to 1/8 */
    const f64x8 small = f64x8_fma(rest, slope, log1p_small_part(f, n));
    return f64x8_add(high, f64x8_add(low, small));
}

/* log(1 + t) for t in [0, 1], for 32-bit results. */
LANESCAN_INLINE f64x8 log1p_f32_lanes(f64x8 t)
{
    const f64x8 t_squared = f64x8_mul(t, t);
    return f64x8_fma(t_squared, polynomial(lanescan_log1p_f32, 13, t, t_squared), t);
}

/* log(s) + shift ln 2 for positive normal s. */
LANESCAN_INLINE f64x8 log_lanes(element type, f64x8 s, f64x8 shift)
{
    const f64x8 f = f64x8_sub(f64x8_mantissa(s), f64x8_splat(1));
    return log1p_lanes(type, f, f64x8_add(f64x8_exponent(s), shift));
}

/* 2^-n for integers |n| <= 1022. */
LANESCAN_INLINE f64x8 inverse_power_of_two(f64x8 n)
{
    const f64x8 biased = f64x8_sub(f64x8_splat(exp_magic(0)), n);
    return f64x8_of_i64(i64x8_shift_left(i64x8_of_f64(biased), 52));
}

#endif
