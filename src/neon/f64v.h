/* Lanes of doubles. */
#ifndef LANESCAN_F64V_H
#define LANESCAN_F64V_H

#include "fused.h"

LANESCAN_INLINE f64v f64v_splat(double value)
{
    const float64x2_t r = vdupq_n_f64(value);
    return (f64v){ { r, r, r, r } };
}

LANESCAN_INLINE double f64v_first(f64v v)
{
    return vgetq_lane_f64(v.r[0], 0);
}

LANESCAN_INLINE f64v f64v_add(f64v a, f64v b)
{
#define ADD(i) vaddq_f64(a.r[i], b.r[i])
    return EACH(f64v, ADD);
#undef ADD
}

LANESCAN_INLINE f64v f64v_sub(f64v a, f64v b)
{
#define SUB(i) vsubq_f64(a.r[i], b.r[i])
    return EACH(f64v, SUB);
#undef SUB
}

LANESCAN_INLINE f64v f64v_mul(f64v a, f64v b)
{
#define MUL(i) vmulq_f64(a.r[i], b.r[i])
    return EACH(f64v, MUL);
#undef MUL
}

LANESCAN_INLINE f64v f64v_div(f64v a, f64v b)
{
#define DIV(i) vdivq_f64(a.r[i], b.r[i])
    return EACH(f64v, DIV);
#undef DIV
}

LANESCAN_INLINE f64v f64v_fms(f64v a, f64v b, f64v c)
{
#define NEGATIVE(i) vnegq_f64(c.r[i])
    return f64v_fma(a, b, EACH(f64v, NEGATIVE));
#undef NEGATIVE
}

/* vmaxq has another rule for NaN and for zeros of two signs: compare and select. */
LANESCAN_INLINE float64x2_t f64x2_max(float64x2_t a, float64x2_t b)
{
    return vbslq_f64(vcgtq_f64(a, b), a, b);
}

LANESCAN_INLINE float64x2_t f64x2_min(float64x2_t a, float64x2_t b)
{
    return vbslq_f64(vcltq_f64(a, b), a, b);
}

LANESCAN_INLINE float64x2_t f64x2_apply(operation op, float64x2_t a, float64x2_t b)
{
    return op == OP_ADD        ? vaddq_f64(a, b)
           : op == OP_MULTIPLY ? vmulq_f64(a, b)
           : op == OP_MAX      ? f64x2_max(a, b)
                               : f64x2_min(a, b);
}

LANESCAN_INLINE f64v f64v_apply(operation op, f64v a, f64v b)
{
#define APPLY(i) f64x2_apply(op, a.r[i], b.r[i])
    return EACH(f64v, APPLY);
#undef APPLY
}

LANESCAN_INLINE f64v f64v_max(f64v a, f64v b)
{
    return f64v_apply(OP_MAX, a, b);
}

LANESCAN_INLINE f64v f64v_min(f64v a, f64v b)
{
    return f64v_apply(OP_MIN, a, b);
}

LANESCAN_INLINE m64v f64v_gt(f64v a, f64v b)
{
#define GT(i) vcgtq_f64(a.r[i], b.r[i])
    return EACH(m64v, GT);
#undef GT
}

LANESCAN_INLINE uint64x2_t u64x2_not(uint64x2_t v)
{
    return veorq_u64(v, vdupq_n_u64(UINT64_MAX));
}

LANESCAN_INLINE m64v f64v_takes_over(operation op, f64v so_far, f64v x)
{
#define NOT_BEYOND(i) \
    u64x2_not(op == OP_MAX ? vcgtq_f64(so_far.r[i], x.r[i]) : vcltq_f64(so_far.r[i], x.r[i]))
    return EACH(m64v, NOT_BEYOND);
#undef NOT_BEYOND
}

LANESCAN_INLINE m64v f64v_replaces(operation op, f64v so_far, f64v x)
{
#define REPLACES(i)                                                                           \
    vorrq_u64(op == OP_MAX ? vcgeq_f64(x.r[i], so_far.r[i]) : vcleq_f64(x.r[i], so_far.r[i]), \
              u64x2_not(vceqq_f64(x.r[i], x.r[i])))
    return EACH(m64v, REPLACES);
#undef REPLACES
}

LANESCAN_INLINE m64v m64v_and(m64v a, m64v b)
{
#define AND(i) vandq_u64(a.r[i], b.r[i])
    return EACH(m64v, AND);
#undef AND
}

LANESCAN_INLINE unsigned m64v_bits(m64v m)
{
    const int64_t weights[2] = { 1, 2 };
    const uint64x2_t weight = vreinterpretq_u64_s64(vld1q_s64(weights));
#define BITS(i) ((unsigned)vaddvq_u64(vandq_u64(m.r[i], weight)) << (2 * (i)))
    return BITS(0) | BITS(1) | BITS(2) | BITS(3);
#undef BITS
}

LANESCAN_INLINE uint64x2_t u64x2_or4(const uint64x2_t r[4])
{
    return vorrq_u64(vorrq_u64(r[0], r[1]), vorrq_u64(r[2], r[3]));
}

LANESCAN_INLINE bool u64x2_any(uint64x2_t v)
{
    return (vgetq_lane_u64(v, 0) | vgetq_lane_u64(v, 1)) != 0;
}

LANESCAN_INLINE bool m64v_any(m64v m)
{
    return u64x2_any(u64x2_or4(m.r));
}

LANESCAN_INLINE f64v f64v_select(m64v m, f64v a, f64v b)
{
#define SELECT(i) vbslq_f64(m.r[i], a.r[i], b.r[i])
    return EACH(f64v, SELECT);
#undef SELECT
}

LANESCAN_INLINE bool f64v_any_nan(f64v v)
{
#define IS_NAN(i) u64x2_not(vceqq_f64(v.r[i], v.r[i]))
    return m64v_any(EACH(m64v, IS_NAN));
#undef IS_NAN
}

/* Infinity and NaN times zero are NaN. */
LANESCAN_INLINE bool f64v_any_nonfinite(f64v v)
{
    return f64v_any_nan(f64v_mul(v, f64v_splat(0)));
}

/* The bits with the exponent rounded up where the mantissa is 1.5 or more. */
LANESCAN_INLINE uint64x2_t u64x2_rounded_exponent(float64x2_t v)
{
    return vaddq_u64(vreinterpretq_u64_f64(v), vdupq_n_u64(UINT64_C(1) << 51));
}

LANESCAN_INLINE f64v f64v_exponent(f64v v)
{
    const uint64x2_t two_52 = vreinterpretq_u64_f64(vdupq_n_f64(0x1p52));
#define EXPONENT(i)                                                                                \
    vsubq_f64(                                                                                     \
        vreinterpretq_f64_u64(vorrq_u64(vshrq_n_u64(u64x2_rounded_exponent(v.r[i]), 52), two_52)), \
        vdupq_n_f64(0x1p52 + 1023))
    return EACH(f64v, EXPONENT);
#undef EXPONENT
}

LANESCAN_INLINE f64v f64v_mantissa(f64v v)
{
    const uint64x2_t fraction = vdupq_n_u64((UINT64_C(1) << 52) - 1);
    const uint64x2_t three_quarters = vdupq_n_u64(UINT64_C(0x3fe8) << 48);
#define MANTISSA(i)        \
    vreinterpretq_f64_u64( \
        vaddq_u64(vandq_u64(u64x2_rounded_exponent(v.r[i]), fraction), three_quarters))
    return EACH(f64v, MANTISSA);
#undef MANTISSA
}

#endif
