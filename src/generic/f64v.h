/* Lanes of doubles: arithmetic, comparison, selection, exponent and mantissa. */
#ifndef LANESCAN_F64V_H
#define LANESCAN_F64V_H

#include "types.h"

LANESCAN_INLINE f64v f64v_splat(double value)
{
    return value;
}

LANESCAN_INLINE double f64v_first(f64v v)
{
    return v;
}

/* ---- arithmetic ---- */

LANESCAN_INLINE f64v f64v_add(f64v a, f64v b)
{
    return a + b;
}

LANESCAN_INLINE f64v f64v_sub(f64v a, f64v b)
{
    return a - b;
}

LANESCAN_INLINE f64v f64v_mul(f64v a, f64v b)
{
    return a * b;
}

LANESCAN_INLINE f64v f64v_div(f64v a, f64v b)
{
    return a / b;
}

LANESCAN_INLINE f64v f64v_fma(f64v a, f64v b, f64v c)
{
    return f64_fma(a, b, c);
}

/* a * b - c, rounded once. */
LANESCAN_INLINE f64v f64v_fms(f64v a, f64v b, f64v c)
{
    return f64_fms(a, b, c);
}

LANESCAN_INLINE f64v f64v_apply(operation op, f64v a, f64v b)
{
    return f64_apply(op, a, b);
}

LANESCAN_INLINE f64v f64v_max(f64v a, f64v b)
{
    return f64_apply(OP_MAX, a, b);
}

LANESCAN_INLINE f64v f64v_min(f64v a, f64v b)
{
    return f64_apply(OP_MIN, a, b);
}

/* ---- comparison ---- */

LANESCAN_INLINE m64v f64v_gt(f64v a, f64v b)
{
    return a > b;
}

/* Does x take over from an extreme so far? It is as extreme, or either of the two is NaN. */
LANESCAN_INLINE m64v f64v_takes_over(operation op, f64v so_far, f64v x)
{
    return op == OP_MAX ? !(so_far > x) : !(so_far < x);
}

/* Is x the extreme after so_far? It is as extreme, or NaN; never a number after a NaN. */
LANESCAN_INLINE m64v f64v_replaces(operation op, f64v so_far, f64v x)
{
    return x != x || (op == OP_MAX ? x >= so_far : x <= so_far);
}

LANESCAN_INLINE m64v m64v_and(m64v a, m64v b)
{
    return a && b;
}

/* Bit l is lane l. */
LANESCAN_INLINE unsigned m64v_bits(m64v m)
{
    return m;
}

LANESCAN_INLINE bool m64v_any(m64v m)
{
    return m;
}

/* m ? a : b */
LANESCAN_INLINE f64v f64v_select(m64v m, f64v a, f64v b)
{
    return m ? a : b;
}

LANESCAN_INLINE bool f64v_any_nan(f64v v)
{
    return v != v;
}

LANESCAN_INLINE bool f64v_any_nonfinite(f64v v)
{
    return !f64_is_finite(v);
}

/* ---- exponent and mantissa of positive normal finite numbers ----
 * v = mantissa * 2^exponent with mantissa in [0.75, 1.5); the exponent as a double. */

LANESCAN_INLINE f64v f64v_exponent(f64v v)
{
    return (double)(int64_t)((bits_of_f64(v) + (UINT64_C(1) << 51)) >> 52) - 1023;
}

LANESCAN_INLINE f64v f64v_mantissa(f64v v)
{
    const uint64_t bits = bits_of_f64(v) + (UINT64_C(1) << 51);
    return f64_of_bits((bits & ((UINT64_C(1) << 52) - 1)) + (UINT64_C(0x3fe8) << 48));
}

#endif
