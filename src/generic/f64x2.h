/* Pairs of carries. */
#ifndef LANESCAN_F64X2_H
#define LANESCAN_F64X2_H

#include "f64x8.h"

LANESCAN_INLINE f64x2 f64x2_set(double a, double b)
{
    return (f64x2){ { a, b } };
}

LANESCAN_INLINE double f64x2_first(f64x2 v)
{
    return v.lane[0];
}

LANESCAN_INLINE double f64x2_second(f64x2 v)
{
    return v.lane[1];
}

LANESCAN_INLINE f64x2 f64x2_add(f64x2 a, f64x2 b)
{
    return f64x2_set(a.lane[0] + b.lane[0], a.lane[1] + b.lane[1]);
}

LANESCAN_INLINE f64x2 f64x2_sub(f64x2 a, f64x2 b)
{
    return f64x2_set(a.lane[0] - b.lane[0], a.lane[1] - b.lane[1]);
}

LANESCAN_INLINE f64x2 f64x2_mul(f64x2 a, f64x2 b)
{
    return f64x2_set(a.lane[0] * b.lane[0], a.lane[1] * b.lane[1]);
}

LANESCAN_INLINE f64x2 f64x2_fma(f64x2 a, f64x2 b, f64x2 c)
{
    return f64x2_set(f64_fma(a.lane[0], b.lane[0], c.lane[0]),
                     f64_fma(a.lane[1], b.lane[1], c.lane[1]));
}

/* a * b - c, rounded once. */
LANESCAN_INLINE f64x2 f64x2_fms(f64x2 a, f64x2 b, f64x2 c)
{
    return f64x2_fma(a, b, f64x2_set(-c.lane[0], -c.lane[1]));
}

/* The last lane, twice. */
LANESCAN_INLINE f64x2 f64x8_last2(f64x8 v)
{
    return f64x2_set(v.lane[7], v.lane[7]);
}

LANESCAN_INLINE f64x8 f64x8_splat_first(f64x2 v)
{
    return f64x8_splat(v.lane[0]);
}

#endif
