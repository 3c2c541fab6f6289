/* Lanes of doubles: arithmetic, comparison, selection, exponent and mantissa. */
#ifndef LANESCAN_F64X8_H
#define LANESCAN_F64X8_H

#include "types.h"

LANESCAN_INLINE f64x8 f64x8_splat(double value)
{
    f64x8 r;
    FOR_LANES r.lane[lane] = value;
    return r;
}

/* ---- arithmetic ---- */

LANESCAN_INLINE f64x8 f64x8_add(f64x8 a, f64x8 b)
{
    FOR_LANES a.lane[lane] += b.lane[lane];
    return a;
}

LANESCAN_INLINE f64x8 f64x8_sub(f64x8 a, f64x8 b)
{
    FOR_LANES a.lane[lane] -= b.lane[lane];
    return a;
}

LANESCAN_INLINE f64x8 f64x8_mul(f64x8 a, f64x8 b)
{
    FOR_LANES a.lane[lane] *= b.lane[lane];
    return a;
}

LANESCAN_INLINE f64x8 f64x8_div(f64x8 a, f64x8 b)
{
    FOR_LANES a.lane[lane] /= b.lane[lane];
    return a;
}

LANESCAN_INLINE f64x8 f64x8_fma(f64x8 a, f64x8 b, f64x8 c)
{
    FOR_LANES a.lane[lane] = f64_fma(a.lane[lane], b.lane[lane], c.lane[lane]);
    return a;
}

/* a * b - c, rounded once. */
LANESCAN_INLINE f64x8 f64x8_fms(f64x8 a, f64x8 b, f64x8 c)
{
    FOR_LANES a.lane[lane] = f64_fma(a.lane[lane], b.lane[lane], -c.lane[lane]);
    return a;
}

LANESCAN_INLINE f64x8 f64x8_apply(operation op, f64x8 a, f64x8 b)
{
    FOR_LANES a.lane[lane] = f64_apply(op, a.lane[lane], b.lane[lane]);
    return a;
}

LANESCAN_INLINE f64x8 f64x8_max(f64x8 a, f64x8 b)
{
    return f64x8_apply(OP_MAX, a, b);
}

LANESCAN_INLINE f64x8 f64x8_min(f64x8 a, f64x8 b)
{
    return f64x8_apply(OP_MIN, a, b);
}

/* ---- comparison ---- */

LANESCAN_INLINE m64x8 f64x8_gt(f64x8 a, f64x8 b)
{
    m64x8 r;
    FOR_LANES r.lane[lane] = a.lane[lane] > b.lane[lane];
    return r;
}

/* Lanes where x takes over from an extreme so far: it is as extreme, or either of the two is NaN. */
LANESCAN_INLINE m64x8 f64x8_takes_over(operation op, f64x8 so_far, f64x8 x)
{
    m64x8 r;
    FOR_LANES r.lane[lane] = op == OP_MAX ? !(so_far.lane[lane] > x.lane[lane])
                                          : !(so_far.lane[lane] < x.lane[lane]);
    return r;
}

/* Lanes where x is the extreme after so_far: as extreme, or NaN; never a number after a NaN. */
LANESCAN_INLINE m64x8 f64x8_replaces(operation op, f64x8 so_far, f64x8 x)
{
    m64x8 r;
    FOR_LANES r.lane[lane] = x.lane[lane] != x.lane[lane] ||
                             (op == OP_MAX ? x.lane[lane] >= so_far.lane[lane]
                                           : x.lane[lane] <= so_far.lane[lane]);
    return r;
}

LANESCAN_INLINE m64x8 m64x8_and(m64x8 a, m64x8 b)
{
    FOR_LANES a.lane[lane] = a.lane[lane] && b.lane[lane];
    return a;
}

/* Bit l is lane l. */
LANESCAN_INLINE unsigned m64x8_bits(m64x8 m)
{
    unsigned bits = 0;
    FOR_LANES bits |= (unsigned)m.lane[lane] << lane;
    return bits;
}

LANESCAN_INLINE bool m64x8_any(m64x8 m)
{
    return m64x8_bits(m) != 0;
}

/* m ? a : b */
LANESCAN_INLINE f64x8 f64x8_select(m64x8 m, f64x8 a, f64x8 b)
{
    FOR_LANES a.lane[lane] = m.lane[lane] ? a.lane[lane] : b.lane[lane];
    return a;
}

LANESCAN_INLINE bool f64x8_any_nan(f64x8 v)
{
    bool any = false;
    FOR_LANES any |= v.lane[lane] != v.lane[lane];
    return any;
}

LANESCAN_INLINE bool f64x8_any_nonfinite(f64x8 v)
{
    bool any = false;
    FOR_LANES any |= !f64_is_finite(v.lane[lane]);
    return any;
}

/* ---- exponent and mantissa of positive normal finite numbers ----
 * v = mantissa * 2^exponent with mantissa in [0.75, 1.5); the exponent as a double. */

LANESCAN_INLINE f64x8 f64x8_exponent(f64x8 v)
{
    FOR_LANES v.lane[lane] =
        (double)(int64_t)((bits_of_f64(v.lane[lane]) + (UINT64_C(1) << 51)) >> 52) - 1023;
    return v;
}

LANESCAN_INLINE f64x8 f64x8_mantissa(f64x8 v)
{
    FOR_LANES
    {
        const uint64_t bits = bits_of_f64(v.lane[lane]) + (UINT64_C(1) << 51);
        v.lane[lane] = f64_of_bits((bits & ((UINT64_C(1) << 52) - 1)) + (UINT64_C(0x3fe8) << 48));
    }
    return v;
}

#endif
