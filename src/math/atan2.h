/* atan2 in lanes: the angle of (x, y) in [-pi, pi].
 *
 * The smaller of |x|, |y| over the larger is the tangent of an angle up to pi/4; from pi/8 on that
 * angle less pi/4 is taken, whose tangent is the difference over the sum. Then the result is k pi/4
 * +- that. Error: below 2 eps, relative. */
#ifndef LANESCAN_ATAN2_H
#define LANESCAN_ATAN2_H

#include "math/sincos.h"

/* Finite x and y, not both zero, whose sum does not overflow. */
LANESCAN_INLINE f64v atan2_lanes(f64v y, f64v x)
{
    const f64v zero = f64v_splat(0), one = f64v_splat(1);
    const f64v width = f64v_magnitude(x), height = f64v_magnitude(y);
    const m64v steep = f64v_gt(height, width);
    const f64v small = f64v_select(steep, width, height), large = f64v_select(steep, height, width);
    const m64v wide = f64v_gt(small, f64v_mul(large, f64v_splat(LANESCAN_TAN_EIGHTH_PI)));
    const f64v t = f64v_div(f64v_select(wide, f64v_sub(small, large), small),
                            f64v_select(wide, f64v_add(small, large), large));
    const f64v z = f64v_mul(t, t);
    const f64v curve = f64v_mul(f64v_mul(t, z), polynomial(lanescan_atan, 12, z, f64v_mul(z, z)));
    /* result = eighths * pi/4 + sign * (t + curve) */
    f64v eighths = f64v_select(wide, one, zero), sign = one;
    eighths = f64v_select(steep, f64v_sub(f64v_splat(2), eighths), eighths);
    sign = f64v_select(steep, f64v_negate(sign), sign);
    const m64v left = f64v_gt(zero, x);
    eighths = f64v_select(left, f64v_sub(f64v_splat(4), eighths), eighths);
    sign = f64v_select(left, f64v_negate(sign), sign);
    const f64v rest = f64v_fma(sign, curve, f64v_mul(eighths, f64v_splat(LANESCAN_QUARTER_PI_LOW)));
    /* Two roundings at the end would be one too many where the angle is not near 0. */
    const f64v_pair base = f64v_two_product(eighths, f64v_splat(LANESCAN_QUARTER_PI_HIGH));
    const f64v_pair sum = f64v_fast_two_sum(base.high, f64v_mul(sign, t)); /* |base| > |t|, or 0 */
    const f64v result = f64v_add(sum.high, f64v_add(f64v_add(sum.low, base.low), rest));
    return f64v_select(f64v_gt(zero, y), f64v_negate(result), result);
}

#endif
