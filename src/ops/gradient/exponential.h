/* e^x in lanes, with an exponent of its own. */
#ifndef LANESCAN_GRADIENT_EXPONENTIAL_H
#define LANESCAN_GRADIENT_EXPONENTIAL_H

#include "math/exp_log.h"
#include "ops/gradient/lanes.h"

/* Below, e^x counts as 0. Above, x less a multiple of ln 2 is as exact as for small x. */
#define EXPONENTIAL_LOWEST (-0x1p47)

typedef struct scaled_exponential {
    f64v value, exponent;
} scaled_exponential;

/* -0 of -inf, else 0. */
LANESCAN_INLINE f64v value_of_nothing(f64v x)
{
    const m64v is_finite = f64v_gt(x, f64v_splat(-__builtin_inf()));
    return f64v_select(is_finite, f64v_splat(0), f64v_splat(-0.0));
}

/* One exponent less than exp_lanes has it: sums of these are then above 1. */
LANESCAN_INLINE f64v exponent_of_exponential(f64v x)
{
    const f64v magic = f64v_splat(exp_magic(0));
    const f64v order = f64v_sub(f64v_fma(x, f64v_splat(LANESCAN_LOG2E), magic), magic);
    return f64v_sub(order, f64v_splat(1));
}

LANESCAN_INLINE f64v value_of_exponential(f64v fraction)
{
    return f64v_fma(f64v_splat(2), fraction, f64v_splat(2));
}

LANESCAN_INLINE scaled_exponential exponential_lanes(f64v x)
{
    const m64v is_low = f64v_gt(f64v_splat(EXPONENTIAL_LOWEST), x);
    f64v value = value_of_exponential(exp_lanes(DOUBLE, x, f64v_splat(exp_magic(0))).fraction);
    if (LANESCAN_UNLIKELY(m64v_any(is_low)))
        value = f64v_select(is_low, value_of_nothing(x), value);
    return (scaled_exponential){ value, exponent_of_exponential(x) };
}

LANESCAN_INLINE double largest_lane(f64v v)
{
    double lanes[LANES], largest;
    f64v_store(ELEMENT_F64, lanes, v);
    largest = lanes[0];
    for (size_t k = 1; k < LANES; k++)
        largest = f64_apply(OP_MAX, lanes[k], largest);
    return largest;
}

#endif
