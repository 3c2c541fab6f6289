/* Exponentials and logarithms of complex numbers in lanes, and what both log-sum-exp kernels share.
 *
 * log(s) = log(|s|^2) / 2 + i atan2(im s, re s). |s|^2 is formed with its rounding errors, so that
 * its logarithm is good near |s| = 1 too; s is scaled by a power of two first, so that the squares
 * are in range. */
#ifndef LANESCAN_COMPLEX_LOG_H
#define LANESCAN_COMPLEX_LOG_H

#include "math/atan2.h"
#include "ops/complex/element.h"

/* Binary orders: so far above the sum's reference an element may be; further below it adds
 * nothing. */
enum { COMPLEX_LOGSUMEXP_ABOVE = 400, COMPLEX_LOGSUMEXP_BELOW = 900 };

/* e^(re + i im) 2^-shift for re at most COMPLEX_LOGSUMEXP_ABOVE orders above the shift; im is
 * finite. */
LANESCAN_INLINE_IN_LANES complex_lanes complex_exp_lanes(f64v re, f64v im, double shift)
{
    const f64v origin = f64v_splat(shift * LANESCAN_LN2_HIGH);
    const f64v lowest = f64v_splat((shift - COMPLEX_LOGSUMEXP_BELOW) * LANESCAN_LN2_HIGH);
    const m64v vanishes = f64v_gt(lowest, re);
    const exponential e = exp_lanes(DOUBLE, f64v_select(vanishes, origin, re),
                                    f64v_splat(exp_magic(-shift)));
    const f64v modulus = f64v_select(vanishes, f64v_splat(0),
                                     f64v_fma(e.fraction, e.scale, e.scale));
    const sincos_lanes_result direction = sincos_lanes(im);
    return (complex_lanes){ f64v_mul(modulus, direction.cos), f64v_mul(modulus, direction.sin) };
}

/* The principal value of log((high + low) 2^shift e^reference); -inf + 0i for zero. */
LANESCAN_INLINE_IN_LANES complex_lanes complex_log_lanes(complex_lanes high, complex_lanes low,
                                                         double shift, double reference)
{
    const f64v zero = f64v_splat(0), one = f64v_splat(1), two = f64v_splat(2);
    const f64v_pair re = f64v_two_sum(high.re, low.re), im = f64v_two_sum(high.im, low.im);
    const f64v largest = f64v_max(f64v_magnitude(re.high), f64v_magnitude(im.high));
    const m64v is_something = f64v_gt(largest, f64v_splat(0x1p-1000));
    const f64v orders = f64v_exponent(f64v_select(is_something, largest, one));
    const f64v scale = inverse_power_of_two(orders);
    const f64v a = f64v_select(is_something, f64v_mul(re.high, scale), one);
    const f64v b = f64v_select(is_something, f64v_mul(im.high, scale), zero);
    const f64v_pair a_squared = f64v_two_product(a, a), b_squared = f64v_two_product(b, b);
    const f64v errors = f64v_add(a_squared.low, b_squared.low);
    const f64v_pair m = f64v_two_sum(a_squared.high, b_squared.high);
    /* (a + a_low)^2 - a^2, halved, but for the square of a_low */
    const f64v by_low = f64v_mul(scale, f64v_fma(a, re.low, f64v_mul(b, im.low)));
    const f64v m_low = f64v_fma(two, by_low, f64v_add(errors, m.low));
    const f64v n = f64v_exponent(m.high);
    const f64v f = f64v_fma(m_low, inverse_power_of_two(n), f64v_sub(f64v_mantissa(m.high), one));
    const f64v all_orders = f64v_fma(two, f64v_add(orders, f64v_splat(shift)), n);
    const f64v log = f64v_fma(f64v_splat(0.5), log1p_lanes(DOUBLE, f, all_orders),
                              f64v_splat(reference));
    return (complex_lanes){ f64v_select(is_something, log, f64v_splat(-__builtin_inf())),
                            f64v_add(atan2_lanes(b, a), zero) }; /* + 0: no -0 */
}

/* Of one number. */
LANESCAN_COLD void complex_direction(double phase, double direction[2])
{
    const sincos_lanes_result s = sincos_lanes(f64v_splat(phase));
    direction[0] = f64v_first(s.cos);
    direction[1] = f64v_first(s.sin);
}

LANESCAN_COLD double complex_argument(double re, double im)
{
    return f64v_first(atan2_lanes(f64v_splat(im), f64v_splat(re)));
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

/* Two numbers whose real parts are +inf, by their phases: the sum of infinities in their
 * directions, as far as that is known: 0 or an odd multiple of pi/4, or NaN. */
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
