/* atan2 in lanes: the angle of (x, y) in [-pi, pi].
 *
 * The smaller of |x|, |y| over the larger is the tangent of an angle up to pi/4; from pi/8 on that angle less pi/4 is
 * taken, whose tangent is the difference over the sum. Then the result is k pi/4 +- that. Error: below 2 eps, relative. */
#ifndef LANESCAN_ATAN2_TPL_H
#define LANESCAN_ATAN2_TPL_H

#include "sincos_tpl.h"

/* Finite x and y, not both zero, whose sum does not overflow. */
LANESCAN_LONG f64x8 atan2_lanes(f64x8 y, f64x8 x)
{
    const f64x8 zero = f64x8_splat(0), one = f64x8_splat(1);
    const f64x8 width = f64x8_magnitude(x), height = f64x8_magnitude(y);
    const m64x8 steep = f64x8_gt(height, width);
    const f64x8 small = f64x8_select(steep, width, height),
                large = f64x8_select(steep, height, width);
    const m64x8 wide = f64x8_gt(small, f64x8_mul(large, f64x8_splat(LANESCAN_TAN_EIGHTH_PI)));
    const f64x8 t = f64x8_div(f64x8_select(wide, f64x8_sub(small, large), small),
                              f64x8_select(wide, f64x8_add(small, large), large));
    const f64x8 z = f64x8_mul(t, t);
    const f64x8 curve = f64x8_mul(f64x8_mul(t, z),
                                  polynomial(lanescan_atan, 12, z, f64x8_mul(z, z)));
    /* result = eighths * pi/4 + sign * (t + curve) */
    f64x8 eighths = f64x8_select(wide, one, zero), sign = one;
    eighths = f64x8_select(steep, f64x8_sub(f64x8_splat(2), eighths), eighths);
    sign = f64x8_select(steep, f64x8_negate(sign), sign);
    const m64x8 left = f64x8_gt(zero, x);
    eighths = f64x8_select(left, f64x8_sub(f64x8_splat(4), eighths), eighths);
    sign = f64x8_select(left, f64x8_negate(sign), sign);
    const f64x8 rest = f64x8_fma(sign, curve,
                                 f64x8_mul(eighths, f64x8_splat(LANESCAN_QUARTER_PI_LOW)));
    /* Two roundings at the end would be one too many where the angle is not near 0. */
    const f64x8 base = f64x8_mul(eighths, f64x8_splat(LANESCAN_QUARTER_PI_HIGH));
    const f64x8 base_error = f64x8_fms(eighths, f64x8_splat(LANESCAN_QUARTER_PI_HIGH), base);
    const f64x8 signed_t = f64x8_mul(sign, t);
    const f64x8 sum = f64x8_add(base, signed_t);
    const f64x8 sum_error = f64x8_add(f64x8_sub(base, sum), signed_t); /* |base| > |t|, or 0 */
    const f64x8 result = f64x8_add(sum, f64x8_add(f64x8_add(sum_error, base_error), rest));
    return f64x8_select(f64x8_gt(zero, y), f64x8_negate(result), result);
}

#endif
