/* Lanes of 64-bit integers, which wrap, and the bits of doubles. */
#ifndef LANESCAN_I64V_H
#define LANESCAN_I64V_H

#include "types.h"

LANESCAN_INLINE i64v i64v_of_f64(f64v v)
{
    return (int64_t)bits_of_f64(v);
}

LANESCAN_INLINE f64v f64v_of_i64(i64v v)
{
    return f64_of_bits((uint64_t)v);
}

LANESCAN_INLINE i64v i64v_splat(int64_t value)
{
    return value;
}

LANESCAN_INLINE int64_t i64v_first(i64v v)
{
    return v;
}

LANESCAN_INLINE i64v i64v_add(i64v a, i64v b)
{
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

LANESCAN_INLINE i64v i64v_sub(i64v a, i64v b)
{
    return (int64_t)((uint64_t)a - (uint64_t)b);
}

LANESCAN_INLINE i64v i64v_mul(i64v a, i64v b)
{
    return (int64_t)((uint64_t)a * (uint64_t)b);
}

LANESCAN_INLINE i64v i64v_or(i64v a, i64v b)
{
    return a | b;
}

LANESCAN_INLINE i64v i64v_shift_left(i64v v, int count)
{
    return (int64_t)((uint64_t)v << count);
}

/* Is any bit of `mask` set in any lane? */
LANESCAN_INLINE bool i64v_any_bit(i64v v, int64_t mask)
{
    return (v & mask) != 0;
}

/* Lanes without any bit of `mask`. */
LANESCAN_INLINE m64v i64v_lacks(i64v v, int64_t mask)
{
    return (v & mask) == 0;
}

LANESCAN_INLINE m64v i64v_gt(i64v a, i64v b)
{
    return a > b;
}

/* m ? a : b */
LANESCAN_INLINE i64v i64v_select(m64v m, i64v a, i64v b)
{
    return m ? a : b;
}

/* OP_MAX or OP_MIN of signed numbers. */
LANESCAN_INLINE i64v i64v_apply(operation op, i64v a, i64v b)
{
    return (op == OP_MAX ? a > b : a < b) ? a : b;
}

/* test < 0 ? a : b */
LANESCAN_INLINE i64v i64v_select_negative(i64v test, i64v a, i64v b)
{
    return test < 0 ? a : b;
}

#endif
