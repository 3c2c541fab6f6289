/* Pairs of carries. */
#ifndef LANESCAN_F64X2_H
#define LANESCAN_F64X2_H

#include "moves.h"

LANESCAN_INLINE f64x2 f64x2_set(double a, double b)
{
    const double pair[2] = { a, b };
    return (f64x2){ vld1q_f64(pair) };
}

/* Two doubles next to each other, or two floats. */
LANESCAN_INLINE f64x2 f64x2_load(element type, const void *p)
{
    return (f64x2){ type == ELEMENT_F32 ? vcvt_f64_f32(vld1_f32(p)) : vld1q_f64(p) };
}

LANESCAN_INLINE void f64x2_store(element type, void *p, f64x2 v)
{
    if (type == ELEMENT_F32)
        vst1_f32(p, vcvt_f32_f64(v.r));
    else
        vst1q_f64(p, v.r);
}

LANESCAN_INLINE double f64x2_first(f64x2 v)
{
    return vgetq_lane_f64(v.r, 0);
}

LANESCAN_INLINE double f64x2_second(f64x2 v)
{
    return vgetq_lane_f64(v.r, 1);
}

LANESCAN_INLINE f64x2 f64x2_swap(f64x2 v)
{
    return (f64x2){ vextq_f64(v.r, v.r, 1) };
}

LANESCAN_INLINE f64x2 f64x2_add(f64x2 a, f64x2 b)
{
    return (f64x2){ vaddq_f64(a.r, b.r) };
}

LANESCAN_INLINE f64x2 f64x2_sub(f64x2 a, f64x2 b)
{
    return (f64x2){ vsubq_f64(a.r, b.r) };
}

LANESCAN_INLINE f64x2 f64x2_mul(f64x2 a, f64x2 b)
{
    return (f64x2){ vmulq_f64(a.r, b.r) };
}

LANESCAN_INLINE f64x2 f64x2_fma(f64x2 a, f64x2 b, f64x2 c)
{
    return (f64x2){ f64lanes_fma(a.r, b.r, c.r) };
}

LANESCAN_INLINE f64x2 f64x2_fms(f64x2 a, f64x2 b, f64x2 c)
{
    return (f64x2){ f64lanes_fma(a.r, b.r, vnegq_f64(c.r)) };
}

LANESCAN_INLINE f64x2 f64v_last2(f64v v)
{
    return (f64x2){ f64x2_splat_high(v.r[3]) };
}

LANESCAN_INLINE f64x2 f64v_last_pair(f64v v)
{
    return (f64x2){ v.r[3] };
}

LANESCAN_INLINE f64v f64v_splat_pair(f64x2 v)
{
    return (f64v){ { v.r, v.r, v.r, v.r } };
}

/* The last total of the network of sums, ((0 + 1) + (2 + 3)) + ((4 + 5) + (6 + 7)), in both
 * places. */
LANESCAN_INLINE f64x2 f64v_total(f64v v)
{
    const float64x2_t halves = vpaddq_f64(vpaddq_f64(v.r[0], v.r[1]), vpaddq_f64(v.r[2], v.r[3]));
    return (f64x2){ vpaddq_f64(halves, halves) };
}

LANESCAN_INLINE f64v f64v_splat_first(f64x2 v)
{
    const float64x2_t r = vdupq_laneq_f64(v.r, 0);
    return (f64v){ { r, r, r, r } };
}

#endif
