/* Lanes of 64-bit integers. */
#ifndef LANESCAN_I64V_H
#define LANESCAN_I64V_H

#include "f64v.h"

LANESCAN_INLINE i64v i64v_of_f64(f64v v)
{
#define CAST(i) vreinterpretq_s64_f64(v.r[i])
    return EACH(i64v, CAST);
#undef CAST
}

LANESCAN_INLINE f64v f64v_of_i64(i64v v)
{
#define CAST(i) vreinterpretq_f64_s64(v.r[i])
    return EACH(f64v, CAST);
#undef CAST
}

LANESCAN_INLINE i64v i64v_splat(int64_t value)
{
    const int64x2_t r = vdupq_n_s64(value);
    return (i64v){ { r, r, r, r } };
}

LANESCAN_INLINE i64v i64v_add(i64v a, i64v b)
{
#define ADD(i) vaddq_s64(a.r[i], b.r[i])
    return EACH(i64v, ADD);
#undef ADD
}

LANESCAN_INLINE i64v i64v_sub(i64v a, i64v b)
{
#define SUBTRACT(i) vsubq_s64(a.r[i], b.r[i])
    return EACH(i64v, SUBTRACT);
#undef SUBTRACT
}

LANESCAN_INLINE i64v i64v_or(i64v a, i64v b)
{
#define OR(i) vorrq_s64(a.r[i], b.r[i])
    return EACH(i64v, OR);
#undef OR
}

/* There is no such instruction: by way of the general registers. */
LANESCAN_INLINE int64x2_t i64x2_mul(int64x2_t a, int64x2_t b)
{
    const uint64x2_t x = vreinterpretq_u64_s64(a), y = vreinterpretq_u64_s64(b);
    const uint64_t products[2] = { vgetq_lane_u64(x, 0) * vgetq_lane_u64(y, 0),
                                   vgetq_lane_u64(x, 1) * vgetq_lane_u64(y, 1) };
    return vreinterpretq_s64_u64(vld1q_u64(products));
}

LANESCAN_INLINE i64v i64v_mul(i64v a, i64v b)
{
#define MUL(i) i64x2_mul(a.r[i], b.r[i])
    return EACH(i64v, MUL);
#undef MUL
}

LANESCAN_INLINE i64v i64v_shift_left(i64v v, int count)
{
    const int64x2_t by = vdupq_n_s64(count);
#define SHIFT(i) vshlq_s64(v.r[i], by)
    return EACH(i64v, SHIFT);
#undef SHIFT
}

LANESCAN_INLINE bool i64v_any_bit(i64v v, int64_t mask)
{
    const int64x2_t all = vorrq_s64(vorrq_s64(v.r[0], v.r[1]), vorrq_s64(v.r[2], v.r[3]));
    return u64x2_any(vreinterpretq_u64_s64(vandq_s64(all, vdupq_n_s64(mask))));
}

LANESCAN_INLINE m64v i64v_lacks(i64v v, int64_t mask)
{
    const int64x2_t all = vdupq_n_s64(mask);
#define LACKS(i) u64x2_not(vtstq_s64(v.r[i], all))
    return EACH(m64v, LACKS);
#undef LACKS
}

LANESCAN_INLINE m64v i64v_gt(i64v a, i64v b)
{
#define GT(i) vcgtq_s64(a.r[i], b.r[i])
    return EACH(m64v, GT);
#undef GT
}

LANESCAN_INLINE i64v i64v_select(m64v m, i64v a, i64v b)
{
#define SELECT(i) vbslq_s64(m.r[i], a.r[i], b.r[i])
    return EACH(i64v, SELECT);
#undef SELECT
}

/* OP_MAX or OP_MIN of signed numbers. */
LANESCAN_INLINE i64v i64v_apply(operation op, i64v a, i64v b)
{
    return i64v_select(op == OP_MAX ? i64v_gt(a, b) : i64v_gt(b, a), a, b);
}

LANESCAN_INLINE int64_t i64v_first(i64v v)
{
    return vgetq_lane_s64(v.r[0], 0);
}

LANESCAN_INLINE i64v i64v_select_negative(i64v test, i64v a, i64v b)
{
#define SELECT(i) vbslq_s64(vcltq_s64(test.r[i], vdupq_n_s64(0)), a.r[i], b.r[i])
    return EACH(i64v, SELECT);
#undef SELECT
}

#endif
