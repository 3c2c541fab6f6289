/* Native 32-bit lanes, for exact operations only. */
#ifndef LANESCAN_LANES32_H
#define LANESCAN_LANES32_H

#include "f64v.h"

/* ---- f32v ---- */

LANESCAN_INLINE f32v f32v_splat(float value)
{
    return value;
}

LANESCAN_INLINE float f32v_first(f32v v)
{
    return v;
}

LANESCAN_INLINE f32v f32v_load(const float *p)
{
    return *p;
}

LANESCAN_INLINE void f32v_store(float *p, f32v v)
{
    *p = v;
}

/* OP_MAX: a > b ? a : b; OP_MIN: a < b ? a : b. */
LANESCAN_INLINE f32v f32v_apply(operation op, f32v a, f32v b)
{
    return (op == OP_MAX ? a > b : a < b) ? a : b;
}

/* Bit l: does x take over from an extreme so far in lane l (as f64v_takes_over)? */
LANESCAN_INLINE unsigned f32v_takes_over(operation op, f32v so_far, f32v x)
{
    return (unsigned)(op == OP_MAX ? !(so_far > x) : !(so_far < x));
}

/* Bit l: is lane l of both the same to the bit? */
LANESCAN_INLINE unsigned f32v_same_bits(f32v a, f32v b)
{
    return bits_of_f32(a) == bits_of_f32(b);
}

/* The extremes after x: where x is NaN or reaches them (as f64v_replaces) x, else those so far. */
LANESCAN_INLINE f32v f32v_follow(operation op, f32v so_far, f32v x)
{
    return x != x || (op == OP_MAX ? x >= so_far : x <= so_far) ? x : so_far;
}

LANESCAN_INLINE bool f32v_any_nan(f32v v)
{
    return v != v;
}

/* ---- i32v ---- */

LANESCAN_INLINE i32v i32v_splat(int32_t value)
{
    return value;
}

LANESCAN_INLINE i32v i32v_load(const int32_t *p)
{
    return *p;
}

LANESCAN_INLINE void i32v_store(int32_t *p, i32v v)
{
    *p = v;
}

LANESCAN_INLINE i32v i32v_add(i32v a, i32v b)
{
    return (int32_t)((uint32_t)a + (uint32_t)b);
}

LANESCAN_INLINE i32v i32v_mul(i32v a, i32v b)
{
    return (int32_t)((uint32_t)a * (uint32_t)b);
}

LANESCAN_INLINE i32v i32v_xor(i32v a, i32v b)
{
    return a ^ b;
}

LANESCAN_INLINE i32v i32v_max(i32v a, i32v b)
{
    return a > b ? a : b;
}

/* As bits. */
LANESCAN_INLINE unsigned i32v_gt(i32v a, i32v b)
{
    return a > b;
}

LANESCAN_INLINE int32_t i32v_first(i32v v)
{
    return v;
}

#endif
