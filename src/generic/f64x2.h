/* Pairs of doubles. */
#ifndef LANESCAN_F64X2_H
#define LANESCAN_F64X2_H

#include "types.h"

typedef struct {
    double first, second;
} f64x2;

LANESCAN_INLINE f64x2 f64x2_set(double first, double second)
{
    return (f64x2){ first, second };
}

/* Two doubles next to each other, or two floats. */
LANESCAN_INLINE f64x2 f64x2_load(element type, const void *p)
{
    return f64x2_set(read_element(type, p), read_element(type, element_at(type, false, p, 1)));
}

LANESCAN_INLINE void f64x2_store(element type, void *p, f64x2 v)
{
    write_element(type, p, v.first);
    write_element(type, output_at(type, false, p, 1), v.second);
}

LANESCAN_INLINE double f64x2_first(f64x2 v)
{
    return v.first;
}

LANESCAN_INLINE double f64x2_second(f64x2 v)
{
    return v.second;
}

LANESCAN_INLINE f64x2 f64x2_swap(f64x2 v)
{
    return f64x2_set(v.second, v.first);
}

LANESCAN_INLINE f64x2 f64x2_add(f64x2 a, f64x2 b)
{
    return f64x2_set(a.first + b.first, a.second + b.second);
}

LANESCAN_INLINE f64x2 f64x2_sub(f64x2 a, f64x2 b)
{
    return f64x2_set(a.first - b.first, a.second - b.second);
}

LANESCAN_INLINE f64x2 f64x2_mul(f64x2 a, f64x2 b)
{
    return f64x2_set(a.first * b.first, a.second * b.second);
}

LANESCAN_INLINE f64x2 f64x2_fma(f64x2 a, f64x2 b, f64x2 c)
{
    return f64x2_set(f64_fma(a.first, b.first, c.first), f64_fma(a.second, b.second, c.second));
}

/* a * b - c, rounded once. */
LANESCAN_INLINE f64x2 f64x2_fms(f64x2 a, f64x2 b, f64x2 c)
{
    return f64x2_set(f64_fms(a.first, b.first, c.first), f64_fms(a.second, b.second, c.second));
}

#endif
