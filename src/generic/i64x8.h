/* Lanes of 64-bit integers, which wrap, and the bits of doubles. */
#ifndef LANESCAN_I64X8_H
#define LANESCAN_I64X8_H

#include "types.h"

LANESCAN_INLINE i64x8 i64x8_of_f64(f64x8 v)
{
    i64x8 r;
    FOR_LANES r.lane[lane] = (int64_t)bits_of_f64(v.lane[lane]);
    return r;
}

LANESCAN_INLINE f64x8 f64x8_of_i64(i64x8 v)
{
    f64x8 r;
    FOR_LANES r.lane[lane] = f64_of_bits((uint64_t)v.lane[lane]);
    return r;
}

LANESCAN_INLINE i64x8 i64x8_splat(int64_t value)
{
    i64x8 r;
    FOR_LANES r.lane[lane] = value;
    return r;
}

/* Wraps. */
LANESCAN_INLINE i64x8 i64x8_add(i64x8 a, i64x8 b)
{
    FOR_LANES a.lane[lane] = (int64_t)((uint64_t)a.lane[lane] + (uint64_t)b.lane[lane]);
    return a;
}

LANESCAN_INLINE i64x8 i64x8_sub(i64x8 a, i64x8 b)
{
    FOR_LANES a.lane[lane] = (int64_t)((uint64_t)a.lane[lane] - (uint64_t)b.lane[lane]);
    return a;
}

LANESCAN_INLINE i64x8 i64x8_or(i64x8 a, i64x8 b)
{
    FOR_LANES a.lane[lane] |= b.lane[lane];
    return a;
}

/* Wraps. */
LANESCAN_INLINE i64x8 i64x8_mul(i64x8 a, i64x8 b)
{
    FOR_LANES a.lane[lane] = (int64_t)((uint64_t)a.lane[lane] * (uint64_t)b.lane[lane]);
    return a;
}

LANESCAN_INLINE i64x8 i64x8_shift_left(i64x8 v, int count)
{
    FOR_LANES v.lane[lane] = (int64_t)((uint64_t)v.lane[lane] << count);
    return v;
}

/* Is any bit of `mask` set in any lane? */
LANESCAN_INLINE bool i64x8_any_bit(i64x8 v, int64_t mask)
{
    int64_t all = 0;
    FOR_LANES all |= v.lane[lane];
    return (all & mask) != 0;
}

/* Lanes without any bit of `mask`. */
LANESCAN_INLINE m64x8 i64x8_lacks(i64x8 v, int64_t mask)
{
    m64x8 r;
    FOR_LANES r.lane[lane] = (v.lane[lane] & mask) == 0;
    return r;
}

LANESCAN_INLINE m64x8 i64x8_gt(i64x8 a, i64x8 b)
{
    m64x8 r;
    FOR_LANES r.lane[lane] = a.lane[lane] > b.lane[lane];
    return r;
}

/* m ? a : b */
LANESCAN_INLINE i64x8 i64x8_select(m64x8 m, i64x8 a, i64x8 b)
{
    FOR_LANES a.lane[lane] = m.lane[lane] ? a.lane[lane] : b.lane[lane];
    return a;
}

LANESCAN_INLINE int64_t i64x8_first(i64x8 v)
{
    return v.lane[0];
}

/* test < 0 ? a : b */
LANESCAN_INLINE i64x8 i64x8_select_negative(i64x8 test, i64x8 a, i64x8 b)
{
    FOR_LANES a.lane[lane] = test.lane[lane] < 0 ? a.lane[lane] : b.lane[lane];
    return a;
}

#endif
