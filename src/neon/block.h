/* The vocabulary on NEON (aarch64): a block is four registers. Meaning: src/generic/block.h. */
#ifndef LANESCAN_BLOCK_H
#define LANESCAN_BLOCK_H

#include "vocabulary.h"

#include <arm_neon.h>

typedef struct {
    float64x2_t r[4];
} f64x8;
typedef struct {
    int64x2_t r[4];
} i64x8;
typedef struct {
    uint64x2_t r[4];
} m64x8; /* all ones or all zeros a lane */
typedef struct {
    f64x8 v[4];
} f64x32;
typedef struct {
    float64x2_t r;
} f64x2;
typedef struct {
    float32x4_t r[4];
} f32x16;
typedef struct {
    int32x4_t r[4];
} i32x16;

/* Four registers from an expression in the register's number. */
#define EACH(type, expression) \
    ((type){ { expression(0), expression(1), expression(2), expression(3) } })

/* ---- scalars ---- */

LANESCAN_INLINE double f64_fma(double a, double b, double c)
{
    return __builtin_fma(a, b, c);
}

/* ---- f64x8 ---- */

LANESCAN_INLINE f64x8 f64x8_splat(double value)
{
    const float64x2_t r = vdupq_n_f64(value);
    return (f64x8){ { r, r, r, r } };
}

LANESCAN_INLINE float64x2_t f64x2_of_low(float32x4_t v)
{
    return vcvt_f64_f32(vget_low_f32(v));
}

LANESCAN_INLINE float64x2_t f64x2_of_high(float32x4_t v)
{
    return vcvt_f64_f32(vget_high_f32(v));
}

LANESCAN_INLINE f64x8 f64x8_load(element type, const void *p)
{
    if (type == ELEMENT_F32) {
        const float32x4_t lo = vld1q_f32(p), hi = vld1q_f32((const float *)p + 4);
        return (
            f64x8){ { f64x2_of_low(lo), f64x2_of_high(lo), f64x2_of_low(hi), f64x2_of_high(hi) } };
    }
    const double *x = p;
    return (f64x8){ { vld1q_f64(x), vld1q_f64(x + 2), vld1q_f64(x + 4), vld1q_f64(x + 6) } };
}

LANESCAN_INLINE float32x4_t f32x4_of_f64(float64x2_t lo, float64x2_t hi)
{
    return vcombine_f32(vcvt_f32_f64(lo), vcvt_f32_f64(hi));
}

LANESCAN_INLINE void f64x8_store(element type, void *p, f64x8 v)
{
    if (type == ELEMENT_F32) {
        vst1q_f32(p, f32x4_of_f64(v.r[0], v.r[1]));
        vst1q_f32((float *)p + 4, f32x4_of_f64(v.r[2], v.r[3]));
    } else {
        double *y = p;
        vst1q_f64(y, v.r[0]);
        vst1q_f64(y + 2, v.r[1]);
        vst1q_f64(y + 4, v.r[2]);
        vst1q_f64(y + 6, v.r[3]);
    }
}

LANESCAN_INLINE f64x8 f64x8_load_part(element type, const void *p, size_t count, double rest)
{
    double lanes[LANES];
    for (size_t i = 0; i < LANES; i++)
        lanes[i] = i >= count            ? rest
                   : type == ELEMENT_F32 ? (double)((const float *)p)[i]
                                         : ((const double *)p)[i];
    return f64x8_load(ELEMENT_F64, lanes);
}

LANESCAN_INLINE void f64x8_store_part(element type, void *p, size_t count, f64x8 v)
{
    double lanes[LANES];
    f64x8_store(ELEMENT_F64, lanes, v);
    for (size_t i = 0; i < LANES; i++) {
        if (i < count && type == ELEMENT_F32)
            ((float *)p)[i] = (float)lanes[i];
        else if (i < count)
            ((double *)p)[i] = lanes[i];
    }
}

LANESCAN_INLINE f64x8 f64x8_add(f64x8 a, f64x8 b)
{
#define ADD(i) vaddq_f64(a.r[i], b.r[i])
    return EACH(f64x8, ADD);
#undef ADD
}

LANESCAN_INLINE f64x8 f64x8_sub(f64x8 a, f64x8 b)
{
#define SUB(i) vsubq_f64(a.r[i], b.r[i])
    return EACH(f64x8, SUB);
#undef SUB
}

LANESCAN_INLINE f64x8 f64x8_mul(f64x8 a, f64x8 b)
{
#define MUL(i) vmulq_f64(a.r[i], b.r[i])
    return EACH(f64x8, MUL);
#undef MUL
}

LANESCAN_INLINE f64x8 f64x8_div(f64x8 a, f64x8 b)
{
#define DIV(i) vdivq_f64(a.r[i], b.r[i])
    return EACH(f64x8, DIV);
#undef DIV
}

LANESCAN_INLINE f64x8 f64x8_fma(f64x8 a, f64x8 b, f64x8 c)
{
#define FMA(i) vfmaq_f64(c.r[i], a.r[i], b.r[i])
    return EACH(f64x8, FMA);
#undef FMA
}

LANESCAN_INLINE f64x8 f64x8_fms(f64x8 a, f64x8 b, f64x8 c)
{
#define FMS(i) vfmaq_f64(vnegq_f64(c.r[i]), a.r[i], b.r[i])
    return EACH(f64x8, FMS);
#undef FMS
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

LANESCAN_INLINE f64x8 f64x8_apply(operation op, f64x8 a, f64x8 b)
{
#define APPLY(i) f64x2_apply(op, a.r[i], b.r[i])
    return EACH(f64x8, APPLY);
#undef APPLY
}

LANESCAN_INLINE f64x8 f64x8_max(f64x8 a, f64x8 b)
{
    return f64x8_apply(OP_MAX, a, b);
}

LANESCAN_INLINE f64x8 f64x8_min(f64x8 a, f64x8 b)
{
    return f64x8_apply(OP_MIN, a, b);
}

LANESCAN_INLINE m64x8 f64x8_gt(f64x8 a, f64x8 b)
{
#define GT(i) vcgtq_f64(a.r[i], b.r[i])
    return EACH(m64x8, GT);
#undef GT
}

LANESCAN_INLINE uint64x2_t u64x2_not(uint64x2_t v)
{
    return veorq_u64(v, vdupq_n_u64(UINT64_MAX));
}

LANESCAN_INLINE m64x8 f64x8_takes_over(operation op, f64x8 so_far, f64x8 x)
{
#define NOT_BEYOND(i) \
    u64x2_not(op == OP_MAX ? vcgtq_f64(so_far.r[i], x.r[i]) : vcltq_f64(so_far.r[i], x.r[i]))
    return EACH(m64x8, NOT_BEYOND);
#undef NOT_BEYOND
}

LANESCAN_INLINE m64x8 f64x8_replaces(operation op, f64x8 so_far, f64x8 x)
{
#define REPLACES(i)                                                                           \
    vorrq_u64(op == OP_MAX ? vcgeq_f64(x.r[i], so_far.r[i]) : vcleq_f64(x.r[i], so_far.r[i]), \
              u64x2_not(vceqq_f64(x.r[i], x.r[i])))
    return EACH(m64x8, REPLACES);
#undef REPLACES
}

LANESCAN_INLINE m64x8 m64x8_and(m64x8 a, m64x8 b)
{
#define AND(i) vandq_u64(a.r[i], b.r[i])
    return EACH(m64x8, AND);
#undef AND
}

LANESCAN_INLINE unsigned m64x8_bits(m64x8 m)
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

LANESCAN_INLINE bool m64x8_any(m64x8 m)
{
    return u64x2_any(u64x2_or4(m.r));
}

LANESCAN_INLINE f64x8 f64x8_select(m64x8 m, f64x8 a, f64x8 b)
{
#define SELECT(i) vbslq_f64(m.r[i], a.r[i], b.r[i])
    return EACH(f64x8, SELECT);
#undef SELECT
}

LANESCAN_INLINE bool f64x8_any_nan(f64x8 v)
{
#define IS_NAN(i) u64x2_not(vceqq_f64(v.r[i], v.r[i]))
    return m64x8_any(EACH(m64x8, IS_NAN));
#undef IS_NAN
}

/* Infinity and NaN times zero are NaN. */
LANESCAN_INLINE bool f64x8_any_nonfinite(f64x8 v)
{
    return f64x8_any_nan(f64x8_mul(v, f64x8_splat(0)));
}

/* The bits with the exponent rounded up where the mantissa is 1.5 or more. */
LANESCAN_INLINE uint64x2_t u64x2_rounded_exponent(float64x2_t v)
{
    return vaddq_u64(vreinterpretq_u64_f64(v), vdupq_n_u64(UINT64_C(1) << 51));
}

LANESCAN_INLINE f64x8 f64x8_exponent(f64x8 v)
{
#define EXPONENT(i) \
    vsubq_f64(vcvtq_f64_u64(vshrq_n_u64(u64x2_rounded_exponent(v.r[i]), 52)), vdupq_n_f64(1023))
    return EACH(f64x8, EXPONENT);
#undef EXPONENT
}

LANESCAN_INLINE f64x8 f64x8_mantissa(f64x8 v)
{
    const uint64x2_t fraction = vdupq_n_u64((UINT64_C(1) << 52) - 1);
    const uint64x2_t three_quarters = vdupq_n_u64(UINT64_C(0x3fe8) << 48);
#define MANTISSA(i)        \
    vreinterpretq_f64_u64( \
        vaddq_u64(vandq_u64(u64x2_rounded_exponent(v.r[i]), fraction), three_quarters))
    return EACH(f64x8, MANTISSA);
#undef MANTISSA
}

/* ---- f64x8: lane moves ---- */

/* { a, a op b }: adding -0 and multiplying by 1 change nothing. */
LANESCAN_INLINE float64x2_t f64x2_scan(operation op, float64x2_t v)
{
    const double identity = op == OP_ADD        ? -0.0
                            : op == OP_MULTIPLY ? 1.0
                            : op == OP_MAX      ? -__builtin_inf()
                                                : __builtin_inf();
    return f64x2_apply(op, vzip1q_f64(vdupq_n_f64(identity), v), v);
}

LANESCAN_INLINE float64x2_t f64x2_splat_high(float64x2_t v)
{
    return vdupq_laneq_f64(v, 1);
}

LANESCAN_INLINE f64x8 f64x8_spread(int half, f64x8 v, double fill)
{
    const float64x2_t none = vdupq_n_f64(fill);
    if (half == 1)
        return (f64x8){ { vzip1q_f64(none, v.r[0]), vzip1q_f64(none, v.r[1]),
                          vzip1q_f64(none, v.r[2]), vzip1q_f64(none, v.r[3]) } };
    if (half == 2)
        return (f64x8){ { none, f64x2_splat_high(v.r[0]), none, f64x2_splat_high(v.r[2]) } };
    const float64x2_t fourth = f64x2_splat_high(v.r[1]);
    return (f64x8){ { none, none, fourth, fourth } };
}

LANESCAN_INLINE f64x8 f64x8_scan(operation op, f64x8 v)
{
    const float64x2_t a = f64x2_scan(op, v.r[0]), c = f64x2_scan(op, v.r[2]);
    const float64x2_t b = f64x2_apply(op, f64x2_splat_high(a), f64x2_scan(op, v.r[1]));
    const float64x2_t d = f64x2_apply(op, f64x2_splat_high(c), f64x2_scan(op, v.r[3]));
    const float64x2_t half = f64x2_splat_high(b);
    return (f64x8){ { a, b, f64x2_apply(op, half, c), f64x2_apply(op, half, d) } };
}

LANESCAN_INLINE f64x8 f64x8_shift_in(f64x8 first, f64x8 v)
{
    return (f64x8){ { vextq_f64(first.r[3], v.r[0], 1), vextq_f64(v.r[0], v.r[1], 1),
                      vextq_f64(v.r[1], v.r[2], 1), vextq_f64(v.r[2], v.r[3], 1) } };
}

LANESCAN_INLINE f64x8 f64x8_reverse(f64x8 v)
{
#define SWAPPED(i) vextq_f64(v.r[3 - (i)], v.r[3 - (i)], 1)
    return EACH(f64x8, SWAPPED);
#undef SWAPPED
}

LANESCAN_INLINE f64x8 f64x8_splat_last(f64x8 v)
{
    const float64x2_t last = f64x2_splat_high(v.r[3]);
    return (f64x8){ { last, last, last, last } };
}

/* ---- f64x2 ---- */

LANESCAN_INLINE f64x2 f64x2_set(double a, double b)
{
    const double pair[2] = { a, b };
    return (f64x2){ vld1q_f64(pair) };
}

LANESCAN_INLINE double f64x2_first(f64x2 v)
{
    return vgetq_lane_f64(v.r, 0);
}

LANESCAN_INLINE double f64x2_second(f64x2 v)
{
    return vgetq_lane_f64(v.r, 1);
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
    return (f64x2){ vfmaq_f64(c.r, a.r, b.r) };
}

LANESCAN_INLINE f64x2 f64x2_fms(f64x2 a, f64x2 b, f64x2 c)
{
    return (f64x2){ vfmaq_f64(vnegq_f64(c.r), a.r, b.r) };
}

LANESCAN_INLINE f64x2 f64x8_last2(f64x8 v)
{
    return (f64x2){ f64x2_splat_high(v.r[3]) };
}

LANESCAN_INLINE f64x8 f64x8_splat_first(f64x2 v)
{
    const float64x2_t r = vdupq_laneq_f64(v.r, 0);
    return (f64x8){ { r, r, r, r } };
}

/* ---- i64x8 ---- */

LANESCAN_INLINE i64x8 i64x8_of_f64(f64x8 v)
{
#define CAST(i) vreinterpretq_s64_f64(v.r[i])
    return EACH(i64x8, CAST);
#undef CAST
}

LANESCAN_INLINE f64x8 f64x8_of_i64(i64x8 v)
{
#define CAST(i) vreinterpretq_f64_s64(v.r[i])
    return EACH(f64x8, CAST);
#undef CAST
}

LANESCAN_INLINE i64x8 i64x8_splat(int64_t value)
{
    const int64x2_t r = vdupq_n_s64(value);
    return (i64x8){ { r, r, r, r } };
}

LANESCAN_INLINE i64x8 i64x8_load(const int64_t *p)
{
    return (i64x8){ { vld1q_s64(p), vld1q_s64(p + 2), vld1q_s64(p + 4), vld1q_s64(p + 6) } };
}

LANESCAN_INLINE void i64x8_store(int64_t *p, i64x8 v)
{
    vst1q_s64(p, v.r[0]);
    vst1q_s64(p + 2, v.r[1]);
    vst1q_s64(p + 4, v.r[2]);
    vst1q_s64(p + 6, v.r[3]);
}

LANESCAN_INLINE i64x8 i64x8_add(i64x8 a, i64x8 b)
{
#define ADD(i) vaddq_s64(a.r[i], b.r[i])
    return EACH(i64x8, ADD);
#undef ADD
}

LANESCAN_INLINE i64x8 i64x8_sub(i64x8 a, i64x8 b)
{
#define SUBTRACT(i) vsubq_s64(a.r[i], b.r[i])
    return EACH(i64x8, SUBTRACT);
#undef SUBTRACT
}

LANESCAN_INLINE i64x8 i64x8_or(i64x8 a, i64x8 b)
{
#define OR(i) vorrq_s64(a.r[i], b.r[i])
    return EACH(i64x8, OR);
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

LANESCAN_INLINE i64x8 i64x8_mul(i64x8 a, i64x8 b)
{
#define MUL(i) i64x2_mul(a.r[i], b.r[i])
    return EACH(i64x8, MUL);
#undef MUL
}

LANESCAN_INLINE i64x8 i64x8_shift_left(i64x8 v, int count)
{
    const int64x2_t by = vdupq_n_s64(count);
#define SHIFT(i) vshlq_s64(v.r[i], by)
    return EACH(i64x8, SHIFT);
#undef SHIFT
}

LANESCAN_INLINE bool i64x8_any_bit(i64x8 v, int64_t mask)
{
    const int64x2_t all = vorrq_s64(vorrq_s64(v.r[0], v.r[1]), vorrq_s64(v.r[2], v.r[3]));
    return u64x2_any(vreinterpretq_u64_s64(vandq_s64(all, vdupq_n_s64(mask))));
}

LANESCAN_INLINE m64x8 i64x8_lacks(i64x8 v, int64_t mask)
{
    const int64x2_t all = vdupq_n_s64(mask);
#define LACKS(i) u64x2_not(vtstq_s64(v.r[i], all))
    return EACH(m64x8, LACKS);
#undef LACKS
}

LANESCAN_INLINE m64x8 i64x8_gt(i64x8 a, i64x8 b)
{
#define GT(i) vcgtq_s64(a.r[i], b.r[i])
    return EACH(m64x8, GT);
#undef GT
}

LANESCAN_INLINE i64x8 i64x8_select(m64x8 m, i64x8 a, i64x8 b)
{
#define SELECT(i) vbslq_s64(m.r[i], a.r[i], b.r[i])
    return EACH(i64x8, SELECT);
#undef SELECT
}

LANESCAN_INLINE int64x2_t i64x2_scan_add(int64x2_t v)
{
    return vaddq_s64(v, vextq_s64(vdupq_n_s64(0), v, 1));
}

LANESCAN_INLINE i64x8 i64x8_scan_add(i64x8 v)
{
    const int64x2_t a = i64x2_scan_add(v.r[0]), c = i64x2_scan_add(v.r[2]);
    const int64x2_t b = vaddq_s64(i64x2_scan_add(v.r[1]), vdupq_laneq_s64(a, 1));
    const int64x2_t d = vaddq_s64(i64x2_scan_add(v.r[3]), vdupq_laneq_s64(c, 1));
    const int64x2_t half = vdupq_laneq_s64(b, 1);
    return (i64x8){ { a, b, vaddq_s64(c, half), vaddq_s64(d, half) } };
}

LANESCAN_INLINE int64_t i64x8_first(i64x8 v)
{
    return vgetq_lane_s64(v.r[0], 0);
}

LANESCAN_INLINE i64x8 i64x8_reverse(i64x8 v)
{
#define SWAPPED(i) vextq_s64(v.r[3 - (i)], v.r[3 - (i)], 1)
    return EACH(i64x8, SWAPPED);
#undef SWAPPED
}

LANESCAN_INLINE i64x8 i64x8_splat_last(i64x8 v)
{
    const int64x2_t last = vdupq_laneq_s64(v.r[3], 1);
    return (i64x8){ { last, last, last, last } };
}

LANESCAN_INLINE i64x8 i64x8_load_i8(const int8_t *p)
{
    const int16x8_t words = vmovl_s8(vld1_s8(p));
    const int32x4_t lo = vmovl_s16(vget_low_s16(words)), hi = vmovl_s16(vget_high_s16(words));
    return (i64x8){ { vmovl_s32(vget_low_s32(lo)), vmovl_s32(vget_high_s32(lo)),
                      vmovl_s32(vget_low_s32(hi)), vmovl_s32(vget_high_s32(hi)) } };
}

LANESCAN_INLINE i64x8 i64x8_select_negative(i64x8 test, i64x8 a, i64x8 b)
{
#define SELECT(i) vbslq_s64(vcltq_s64(test.r[i], vdupq_n_s64(0)), a.r[i], b.r[i])
    return EACH(i64x8, SELECT);
#undef SELECT
}

/* ---- f64x32: the load and store instructions de-interleave by four ---- */

/* A group from the last element to the first. */
LANESCAN_INLINE f64x32 f64x32_reverse(f64x32 g)
{
    return (f64x32){ { f64x8_reverse(g.v[3]), f64x8_reverse(g.v[2]), f64x8_reverse(g.v[1]),
                       f64x8_reverse(g.v[0]) } };
}

LANESCAN_INLINE f64x32 f64x32_load_forward(element type, const void *p)
{
    f64x32 g;
    if (type == ELEMENT_F32) {
        const float32x4x4_t a = vld4q_f32(p), b = vld4q_f32((const float *)p + 16);
#define WIDEN(k)                                                                     \
    (f64x8)                                                                          \
    {                                                                                \
        {                                                                            \
            f64x2_of_low(a.val[k]), f64x2_of_high(a.val[k]), f64x2_of_low(b.val[k]), \
                f64x2_of_high(b.val[k])                                              \
        }                                                                            \
    }
        g = EACH(f64x32, WIDEN);
#undef WIDEN
    } else {
        const double *x = p;
        const float64x2x4_t a = vld4q_f64(x), b = vld4q_f64(x + 8);
        const float64x2x4_t c = vld4q_f64(x + 16), d = vld4q_f64(x + 24);
#define GATHER(k)                                  \
    (f64x8)                                        \
    {                                              \
        {                                          \
            a.val[k], b.val[k], c.val[k], d.val[k] \
        }                                          \
    }
        g = EACH(f64x32, GATHER);
#undef GATHER
    }
    return g;
}

LANESCAN_INLINE f64x32 f64x32_load(element type, const void *p)
{
    if (type == ELEMENT_F32_REVERSED)
        return f64x32_reverse(f64x32_load_forward(ELEMENT_F32, (const float *)p - 31));
    if (type == ELEMENT_F64_REVERSED)
        return f64x32_reverse(f64x32_load_forward(ELEMENT_F64, (const double *)p - 31));
    return f64x32_load_forward(type, p);
}

LANESCAN_INLINE void f64x32_store_forward(element type, void *p, f64x32 g)
{
    if (type == ELEMENT_F32) {
#define NARROW_LOW(k)  f32x4_of_f64(g.v[k].r[0], g.v[k].r[1])
#define NARROW_HIGH(k) f32x4_of_f64(g.v[k].r[2], g.v[k].r[3])
        vst4q_f32(p, EACH(float32x4x4_t, NARROW_LOW));
        vst4q_f32((float *)p + 16, EACH(float32x4x4_t, NARROW_HIGH));
#undef NARROW_LOW
#undef NARROW_HIGH
    } else {
        double *y = p;
#define FIRST(k)  g.v[k].r[0]
#define SECOND(k) g.v[k].r[1]
#define THIRD(k)  g.v[k].r[2]
#define FOURTH(k) g.v[k].r[3]
        vst4q_f64(y, EACH(float64x2x4_t, FIRST));
        vst4q_f64(y + 8, EACH(float64x2x4_t, SECOND));
        vst4q_f64(y + 16, EACH(float64x2x4_t, THIRD));
        vst4q_f64(y + 24, EACH(float64x2x4_t, FOURTH));
#undef FIRST
#undef SECOND
#undef THIRD
#undef FOURTH
    }
}

LANESCAN_INLINE void f64x32_store(element type, void *p, f64x32 g)
{
    if (type == ELEMENT_F32_REVERSED)
        f64x32_store_forward(ELEMENT_F32, (float *)p - 31, f64x32_reverse(g));
    else if (type == ELEMENT_F64_REVERSED)
        f64x32_store_forward(ELEMENT_F64, (double *)p - 31, f64x32_reverse(g));
    else
        f64x32_store_forward(type, p, g);
}

/* By way of memory: only the ends of lines need them. */
LANESCAN_INLINE f64x32 f64x32_of_blocks(f64x8 a, f64x8 b, f64x8 c, f64x8 d)
{
    double lanes[GROUP];
    f64x8_store(ELEMENT_F64, lanes, a);
    f64x8_store(ELEMENT_F64, lanes + LANES, b);
    f64x8_store(ELEMENT_F64, lanes + 2 * LANES, c);
    f64x8_store(ELEMENT_F64, lanes + 3 * LANES, d);
    return f64x32_load(ELEMENT_F64, lanes);
}

LANESCAN_INLINE void f64x32_to_blocks(f64x32 g, f64x8 block[4])
{
    double lanes[GROUP];
    f64x32_store(ELEMENT_F64, lanes, g);
    for (int k = 0; k < 4; k++)
        block[k] = f64x8_load(ELEMENT_F64, lanes + LANES * k);
}

/* ---- whole cache lines past the caches: there are no such stores among the intrinsics ---- */

LANESCAN_INLINE void stream_line(void *to, const void *from)
{
    memcpy(to, from, 64);
}

LANESCAN_INLINE void stream_end(void)
{
}

/* ---- squares of 8 x 8 elements ---- */

LANESCAN_INLINE void transpose_64(const char *from, ptrdiff_t from_pitch, char *to,
                                  ptrdiff_t to_pitch)
{
    for (int column = 0; column < 8; column += 2)
        for (int row = 0; row < 8; row += 2) {
            const char *const at = from + row * from_pitch + column * 8;
            char *const out = to + column * to_pitch + row * 8;
            const int64x2_t even = vld1q_s64((const void *)at),
                            odd = vld1q_s64((const void *)(at + from_pitch));
            vst1q_s64((void *)out, vtrn1q_s64(even, odd));
            vst1q_s64((void *)(out + to_pitch), vtrn2q_s64(even, odd));
        }
}

LANESCAN_INLINE void transpose_32(const char *from, ptrdiff_t from_pitch, char *to,
                                  ptrdiff_t to_pitch)
{
    for (int column = 0; column < 8; column += 4)
        for (int row = 0; row < 8; row += 4) {
            int32x4_t r[4];
            for (int i = 0; i < 4; i++)
                r[i] = vld1q_s32((const void *)(from + (row + i) * from_pitch + column * 4));
            const int64x2_t low01 = vreinterpretq_s64_s32(vzip1q_s32(r[0], r[1])),
                            low23 = vreinterpretq_s64_s32(vzip1q_s32(r[2], r[3])),
                            high01 = vreinterpretq_s64_s32(vzip2q_s32(r[0], r[1])),
                            high23 = vreinterpretq_s64_s32(vzip2q_s32(r[2], r[3]));
            char *const out = to + column * to_pitch + row * 4;
            vst1q_s64((void *)out, vzip1q_s64(low01, low23)); /* column 0 */
            vst1q_s64((void *)(out + to_pitch), vzip2q_s64(low01, low23));
            vst1q_s64((void *)(out + 2 * to_pitch), vzip1q_s64(high01, high23));
            vst1q_s64((void *)(out + 3 * to_pitch), vzip2q_s64(high01, high23));
        }
}

LANESCAN_INLINE void transpose_16(const char *from, ptrdiff_t from_pitch, char *to,
                                  ptrdiff_t to_pitch)
{
    int16x8_t row[8];
    int32x4_t pair[8];
    for (int r = 0; r < 8; r++)
        row[r] = vld1q_s16((const void *)(from + r * from_pitch));
    for (int r = 0; r < 4; r++) { /* rows 2 r and 2 r + 1: columns 0 to 3, then 4 to 7 */
        pair[r] = vreinterpretq_s32_s16(vzip1q_s16(row[2 * r], row[2 * r + 1]));
        pair[4 + r] = vreinterpretq_s32_s16(vzip2q_s16(row[2 * r], row[2 * r + 1]));
    }
    for (int column = 0; column < 8; column += 4) {
        const int32x4_t *const p = pair + column;
        const int64x2_t upper01 = vreinterpretq_s64_s32(vzip1q_s32(p[0], p[1])),
                        lower01 = vreinterpretq_s64_s32(vzip1q_s32(p[2], p[3])),
                        upper23 = vreinterpretq_s64_s32(vzip2q_s32(p[0], p[1])),
                        lower23 = vreinterpretq_s64_s32(vzip2q_s32(p[2], p[3]));
        char *const out = to + column * to_pitch;
        vst1q_s16((void *)out, vreinterpretq_s16_s64(vzip1q_s64(upper01, lower01)));
        vst1q_s16((void *)(out + to_pitch), vreinterpretq_s16_s64(vzip2q_s64(upper01, lower01)));
        vst1q_s16((void *)(out + 2 * to_pitch),
                  vreinterpretq_s16_s64(vzip1q_s64(upper23, lower23)));
        vst1q_s16((void *)(out + 3 * to_pitch),
                  vreinterpretq_s16_s64(vzip2q_s64(upper23, lower23)));
    }
}

LANESCAN_INLINE void transpose_8(const char *from, ptrdiff_t from_pitch, char *to,
                                 ptrdiff_t to_pitch)
{
    int16x8_t pair[4];
    for (int r = 0; r < 4; r++) {
        const int8x8x2_t both = vzip_s8(vld1_s8((const void *)(from + 2 * r * from_pitch)),
                                        vld1_s8((const void *)(from + (2 * r + 1) * from_pitch)));
        pair[r] = vreinterpretq_s16_s8(vcombine_s8(both.val[0], both.val[1]));
    }
    const int32x4_t upper_low = vreinterpretq_s32_s16(vzip1q_s16(pair[0], pair[1])),
                    upper_high = vreinterpretq_s32_s16(vzip2q_s16(pair[0], pair[1])),
                    lower_low = vreinterpretq_s32_s16(vzip1q_s16(pair[2], pair[3])),
                    lower_high = vreinterpretq_s32_s16(vzip2q_s16(pair[2], pair[3]));
    const int32x4_t columns[4] = { vzip1q_s32(upper_low, lower_low), /* 0 and 1 */
                                   vzip2q_s32(upper_low, lower_low),
                                   vzip1q_s32(upper_high, lower_high),
                                   vzip2q_s32(upper_high, lower_high) };
    for (int c = 0; c < 4; c++) {
        const int8x16_t both = vreinterpretq_s8_s32(columns[c]);
        char *const out = to + 2 * c * to_pitch;
        vst1_s8((void *)out, vget_low_s8(both));
        vst1_s8((void *)(out + to_pitch), vget_high_s8(both));
    }
}

/* ---- f32x16 and i32x16 ---- */

LANESCAN_INLINE f32x16 f32x16_splat(float value)
{
    const float32x4_t r = vdupq_n_f32(value);
    return (f32x16){ { r, r, r, r } };
}

LANESCAN_INLINE f32x16 f32x16_load(const float *p)
{
    return (f32x16){ { vld1q_f32(p), vld1q_f32(p + 4), vld1q_f32(p + 8), vld1q_f32(p + 12) } };
}

LANESCAN_INLINE void f32x16_store(float *p, f32x16 v)
{
    vst1q_f32(p, v.r[0]);
    vst1q_f32(p + 4, v.r[1]);
    vst1q_f32(p + 8, v.r[2]);
    vst1q_f32(p + 12, v.r[3]);
}

LANESCAN_INLINE float32x4_t f32x4_apply(operation op, float32x4_t a, float32x4_t b)
{
    return vbslq_f32(op == OP_MAX ? vcgtq_f32(a, b) : vcltq_f32(a, b), a, b);
}

LANESCAN_INLINE f32x16 f32x16_apply(operation op, f32x16 a, f32x16 b)
{
#define APPLY(i) f32x4_apply(op, a.r[i], b.r[i])
    return EACH(f32x16, APPLY);
#undef APPLY
}

LANESCAN_INLINE unsigned f32x16_takes_over(operation op, f32x16 so_far, f32x16 x)
{
    const int32_t weights[4] = { 1, 2, 4, 8 };
    const uint32x4_t weight = vreinterpretq_u32_s32(vld1q_s32(weights));
#define BEYOND(i) (op == OP_MAX ? vcgtq_f32(so_far.r[i], x.r[i]) : vcltq_f32(so_far.r[i], x.r[i]))
#define BITS(i)   (vaddvq_u32(vbicq_u32(weight, BEYOND(i))) << (4 * (i)))
    return BITS(0) | BITS(1) | BITS(2) | BITS(3);
#undef BEYOND
#undef BITS
}

LANESCAN_INLINE bool f32x16_any_nan(f32x16 v)
{
#define NUMBERS(i) vceqq_f32(v.r[i], v.r[i])
    const uint32x4_t all = vandq_u32(vandq_u32(NUMBERS(0), NUMBERS(1)),
                                     vandq_u32(NUMBERS(2), NUMBERS(3)));
#undef NUMBERS
    return vminvq_u32(all) == 0;
}

LANESCAN_INLINE float32x4_t f32x4_scan(operation op, float32x4_t v)
{
    const float32x4_t identity = vdupq_n_f32(op == OP_MAX ? -__builtin_inff() : __builtin_inff());
    v = f32x4_apply(op, vextq_f32(identity, v, 3), v); /* exact in any order, so by shifts */
    return f32x4_apply(op, vextq_f32(identity, v, 2), v);
}

LANESCAN_INLINE f32x16 f32x16_scan(operation op, f32x16 v)
{
    const float32x4_t a = f32x4_scan(op, v.r[0]), c = f32x4_scan(op, v.r[2]);
    const float32x4_t b = f32x4_apply(op, vdupq_laneq_f32(a, 3), f32x4_scan(op, v.r[1]));
    const float32x4_t d = f32x4_apply(op, vdupq_laneq_f32(c, 3), f32x4_scan(op, v.r[3]));
    const float32x4_t half = vdupq_laneq_f32(b, 3);
    return (f32x16){ { a, b, f32x4_apply(op, half, c), f32x4_apply(op, half, d) } };
}

LANESCAN_INLINE f32x16 f32x16_shift_in(f32x16 first, f32x16 v)
{
    return (f32x16){ { vextq_f32(first.r[3], v.r[0], 3), vextq_f32(v.r[0], v.r[1], 3),
                       vextq_f32(v.r[1], v.r[2], 3), vextq_f32(v.r[2], v.r[3], 3) } };
}

LANESCAN_INLINE float f32x16_first(f32x16 v)
{
    return vgetq_lane_f32(v.r[0], 0);
}

LANESCAN_INLINE f32x16 f32x16_reverse(f32x16 v)
{
#define SWAPPED(i) vrev64q_f32(vextq_f32(v.r[3 - (i)], v.r[3 - (i)], 2))
    return EACH(f32x16, SWAPPED);
#undef SWAPPED
}

LANESCAN_INLINE f32x16 f32x16_splat_last(f32x16 v)
{
    const float32x4_t last = vdupq_laneq_f32(v.r[3], 3);
    return (f32x16){ { last, last, last, last } };
}

LANESCAN_INLINE i32x16 i32x16_splat(int32_t value)
{
    const int32x4_t r = vdupq_n_s32(value);
    return (i32x16){ { r, r, r, r } };
}

LANESCAN_INLINE i32x16 i32x16_load(const int32_t *p)
{
    return (i32x16){ { vld1q_s32(p), vld1q_s32(p + 4), vld1q_s32(p + 8), vld1q_s32(p + 12) } };
}

LANESCAN_INLINE void i32x16_store(int32_t *p, i32x16 v)
{
    vst1q_s32(p, v.r[0]);
    vst1q_s32(p + 4, v.r[1]);
    vst1q_s32(p + 8, v.r[2]);
    vst1q_s32(p + 12, v.r[3]);
}

LANESCAN_INLINE i32x16 i32x16_add(i32x16 a, i32x16 b)
{
#define ADD(i) vaddq_s32(a.r[i], b.r[i])
    return EACH(i32x16, ADD);
#undef ADD
}

LANESCAN_INLINE int32x4_t i32x4_scan_add(int32x4_t v)
{
    const int32x4_t zero = vdupq_n_s32(0);
    v = vaddq_s32(v, vextq_s32(zero, v, 3));
    return vaddq_s32(v, vextq_s32(zero, v, 2));
}

LANESCAN_INLINE i32x16 i32x16_scan_add(i32x16 v)
{
    const int32x4_t a = i32x4_scan_add(v.r[0]), c = i32x4_scan_add(v.r[2]);
    const int32x4_t b = vaddq_s32(i32x4_scan_add(v.r[1]), vdupq_laneq_s32(a, 3));
    const int32x4_t d = vaddq_s32(i32x4_scan_add(v.r[3]), vdupq_laneq_s32(c, 3));
    const int32x4_t half = vdupq_laneq_s32(b, 3);
    return (i32x16){ { a, b, vaddq_s32(c, half), vaddq_s32(d, half) } };
}

LANESCAN_INLINE i32x16 i32x16_reverse(i32x16 v)
{
#define SWAPPED(i) vrev64q_s32(vextq_s32(v.r[3 - (i)], v.r[3 - (i)], 2))
    return EACH(i32x16, SWAPPED);
#undef SWAPPED
}

LANESCAN_INLINE i32x16 i32x16_splat_last(i32x16 v)
{
    const int32x4_t last = vdupq_laneq_s32(v.r[3], 3);
    return (i32x16){ { last, last, last, last } };
}

/* ---- conversions ---- */

LANESCAN_INLINE f64x8 f64x8_round_i64(i64x8 v)
{
#define ROUND(i) vcvtq_f64_s64(v.r[i])
    return EACH(f64x8, ROUND);
#undef ROUND
}

/* The instruction saturates and gives 0 for NaN. */
LANESCAN_INLINE i64x8 i64x8_truncate(f64x8 v)
{
#define TRUNCATE(i) vcvtq_s64_f64(v.r[i])
    return EACH(i64x8, TRUNCATE);
#undef TRUNCATE
}

LANESCAN_INLINE f32x16 f32x16_load_f16(const uint16_t *p)
{
#define WIDEN(i) vcvt_f32_f16(vreinterpret_f16_u16(vld1_u16(p + 4 * (i))))
    return EACH(f32x16, WIDEN);
#undef WIDEN
}

LANESCAN_INLINE void f32x16_store_f16(uint16_t *p, f32x16 v)
{
    for (int i = 0; i < 4; i++)
        vst1_u16(p + 4 * i, vreinterpret_u16_f16(vcvt_f16_f32(v.r[i])));
}

LANESCAN_INLINE uint16x4_t bf16x4_of_f32(float32x4_t v)
{
    const uint32x4_t bits = vreinterpretq_u32_f32(v);
    const uint32x4_t odd = vandq_u32(vshrq_n_u32(bits, 16), vdupq_n_u32(1));
    const uint32x4_t sum = vaddq_u32(bits, vaddq_u32(odd, vdupq_n_u32(0x7fff)));
    const uint32x4_t quiet = vorrq_u32(bits, vdupq_n_u32(0x400000));
    return vshrn_n_u32(vbslq_u32(vceqq_f32(v, v), sum, quiet), 16);
}

LANESCAN_INLINE void f32x16_store_bf16(uint16_t *p, f32x16 v)
{
    for (int i = 0; i < 4; i++)
        vst1_u16(p + 4 * i, bf16x4_of_f32(v.r[i]));
}

LANESCAN_INLINE float64x2_t f64x2_odd_for_half(float64x2_t v)
{
    const uint64x2_t bits = vreinterpretq_u64_f64(v);
    const uint64x2_t low = vdupq_n_u64((UINT64_C(1) << 39) - 1);
    const uint64x2_t carry = vaddq_u64(vandq_u64(bits, low), low);
    return vreinterpretq_f64_u64(vbicq_u64(vorrq_u64(carry, bits), low));
}

LANESCAN_INLINE f32x16 f32x16_of_f64_for_half(f64x8 low, f64x8 high)
{
#define NARROW(v, i) f32x4_of_f64(f64x2_odd_for_half(v.r[i]), f64x2_odd_for_half(v.r[(i) + 1]))
    return (f32x16){ { NARROW(low, 0), NARROW(low, 2), NARROW(high, 0), NARROW(high, 2) } };
#undef NARROW
}

LANESCAN_INLINE void f64x8_store_f16(uint16_t *p, f64x8 low, f64x8 high)
{
    f32x16_store_f16(p, f32x16_of_f64_for_half(low, high));
}

LANESCAN_INLINE void f64x8_store_bf16(uint16_t *p, f64x8 low, f64x8 high)
{
    f32x16_store_bf16(p, f32x16_of_f64_for_half(low, high));
}

LANESCAN_INLINE void f64x8_store_i32(int32_t *p, f64x8 v)
{
    const i64x8 whole = i64x8_truncate(v);
    vst1q_s32(p, vcombine_s32(vqmovn_s64(whole.r[0]), vqmovn_s64(whole.r[1])));
    vst1q_s32(p + 4, vcombine_s32(vqmovn_s64(whole.r[2]), vqmovn_s64(whole.r[3])));
}

#endif
