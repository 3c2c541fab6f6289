/* Exponentials and logarithms of complex numbers in lanes, and what both log-sum-exp kernels share.
 *
 * log(s) = log(|s|^2) / 2 + i atan2(im s, re s). |s|^2 is formed with its rounding errors, so that its logarithm is good
 * near |s| = 1 too; s is scaled by a power of two first, so that the squares are in range. */
#ifndef LANESCAN_COMPLEX_LOG_TPL_H
#define LANESCAN_COMPLEX_LOG_TPL_H

#include "atan2_tpl.h"
#include "complex_element_tpl.h"
#include "logsumexp_state_tpl.h"

enum {
    COMPLEX_LOG_ABOVE = 400, /* binary orders above the sum's reference that an element may reach */
    COMPLEX_LOG_BELOW = 900  /* and below: beyond, it adds nothing */
};

/* e^(re + i im) 2^-shift for re at most COMPLEX_LOG_ABOVE orders above the shift; im finite. */
LANESCAN_LONG complex_lanes complex_exp_lanes(f64x8 re, f64x8 im, double shift)
{
    const f64x8 origin = f64x8_splat(shift * LANESCAN_LN2_HIGH);
    const f64x8 lowest = f64x8_splat((shift - COMPLEX_LOG_BELOW) * LANESCAN_LN2_HIGH);
    const m64x8 vanishes = f64x8_gt(lowest, re);
    const exponential e = exp_lanes(ELEMENT_F64, f64x8_select(vanishes, origin, re),
                                    f64x8_splat(exp_magic(-shift)));
    const f64x8 modulus = f64x8_select(vanishes, f64x8_splat(0),
                                       f64x8_fma(e.fraction, e.scale, e.scale));
    const sincos_lanes_result direction = sincos_lanes(im);
    return (complex_lanes){ f64x8_mul(modulus, direction.cos), f64x8_mul(modulus, direction.sin) };
}

/* a + b, rounded, and *error what it lacks. */
LANESCAN_INLINE f64x8 f64x8_two_sum(f64x8 a, f64x8 b, f64x8 *error)
{
    const f64x8 sum = f64x8_add(a, b), part = f64x8_sub(sum, a);
    *error = f64x8_add(f64x8_sub(a, f64x8_sub(sum, part)), f64x8_sub(b, part));
    return sum;
}

/* The principal value of log((high + low) 2^shift e^reference); -inf + 0i for zero. */
LANESCAN_LONG complex_lanes complex_log_lanes(complex_lanes high, complex_lanes low, double shift,
                                              double reference)
{
    const f64x8 zero = f64x8_splat(0), one = f64x8_splat(1), two = f64x8_splat(2);
    f64x8 a_low, b_low;
    f64x8 a = f64x8_two_sum(high.re, low.re, &a_low), b = f64x8_two_sum(high.im, low.im, &b_low);
    const f64x8 largest = f64x8_max(f64x8_magnitude(a), f64x8_magnitude(b));
    const m64x8 is_something = f64x8_gt(largest, f64x8_splat(0x1p-1000));
    const f64x8 orders = f64x8_exponent(f64x8_select(is_something, largest, one));
    const f64x8 scale = inverse_power_of_two(orders);
    a = f64x8_select(is_something, f64x8_mul(a, scale), one);
    b = f64x8_select(is_something, f64x8_mul(b, scale), zero);
    const f64x8 a_squared = f64x8_mul(a, a), b_squared = f64x8_mul(b, b);
    const f64x8 errors = f64x8_add(f64x8_fms(a, a, a_squared), f64x8_fms(b, b, b_squared));
    f64x8 sum_error;
    const f64x8 m = f64x8_two_sum(a_squared, b_squared, &sum_error);
    /* (a + a_low)^2 - a^2, halved, but for the square of a_low */
    const f64x8 by_low = f64x8_mul(scale, f64x8_fma(a, a_low, f64x8_mul(b, b_low)));
    const f64x8 m_low = f64x8_fma(two, by_low, f64x8_add(errors, sum_error));
    const f64x8 n = f64x8_exponent(m);
    const f64x8 f = f64x8_fma(m_low, inverse_power_of_two(n), f64x8_sub(f64x8_mantissa(m), one));
    const f64x8 all_orders = f64x8_fma(two, f64x8_add(orders, f64x8_splat(shift)), n);
    const f64x8 log = f64x8_fma(f64x8_splat(0.5), log1p_lanes(ELEMENT_F64, f, all_orders),
                                f64x8_splat(reference));
    return (complex_lanes){ f64x8_select(is_something, log, f64x8_splat(-__builtin_inf())),
                            f64x8_add(atan2_lanes(b, a), zero) }; /* + 0: no -0 */
}

/* Of one number. */
LANESCAN_COLD void complex_direction(double phase, double direction[2])
{
    const sincos_lanes_result s = sincos_lanes(f64x8_splat(phase));
    direction[0] = first_lane(s.cos);
    direction[1] = first_lane(s.sin);
}

LANESCAN_COLD double complex_argument(double re, double im)
{
    return first_lane(atan2_lanes(f64x8_splat(im), f64x8_splat(re)));
}

/* The value in [-pi, pi] of a phase. */
LANESCAN_INLINE double complex_principal(double phase)
{
    double direction[2];
    complex_direction(phase, direction);
    return complex_argument(direction[0], direction[1]);
}

LANESCAN_INLINE double sign_of(double value)
{
    return value > 0 ? 1 : value < 0 ? -1 : 0;
}

/* Two numbers whose real parts are +inf, by their phases: the sum of infinities in their directions, as far as that
 * is known: 0 or an odd multiple of pi/4, or NaN. */
LANESCAN_COLD double complex_infinite_phase(double phase, double other)
{
    double first[2], second[2];
    complex_direction(phase, first);
    complex_direction(other, second);
    const double re = sign_of(first[0]) + sign_of(second[0]),
                 im = sign_of(first[1]) + sign_of(second[1]);
    if (re == 0 || (im == 0 && first[1] != 0))
        return __builtin_nan("");
    return complex_argument(sign_of(re), sign_of(im));
}

#endif
