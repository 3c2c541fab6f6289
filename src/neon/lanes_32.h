/* Native 32-bit lanes. */
#ifndef LANESCAN_LANES_32_H
#define LANESCAN_LANES_32_H

#include "types.h"

/* ---- f32x16 ---- */

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

LANESCAN_INLINE float32x4_t f32x4_follow(operation op, float32x4_t so_far, float32x4_t x)
{
    const uint32x4_t beyond = op == OP_MAX ? vcgeq_f32(x, so_far) : vcleq_f32(x, so_far);
    return vbslq_f32(vornq_u32(beyond, vceqq_f32(x, x)), x, so_far);
}

LANESCAN_INLINE f32x16 f32x16_follow(operation op, f32x16 so_far, f32x16 x)
{
#define FOLLOW(i) f32x4_follow(op, so_far.r[i], x.r[i])
    return EACH(f32x16, FOLLOW);
#undef FOLLOW
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

/* ---- i32x16 ---- */

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

LANESCAN_INLINE i32x16 i32x16_mul(i32x16 a, i32x16 b)
{
#define MULTIPLY(i) vmulq_s32(a.r[i], b.r[i])
    return EACH(i32x16, MULTIPLY);
#undef MULTIPLY
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

LANESCAN_INLINE int32x4_t i32x4_scan_add_reversed(int32x4_t v)
{
    const int32x4_t zero = vdupq_n_s32(0);
    v = vaddq_s32(v, vextq_s32(v, zero, 1));
    return vaddq_s32(v, vextq_s32(v, zero, 2));
}

LANESCAN_INLINE i32x16 i32x16_scan_add_reversed(i32x16 v)
{
    const int32x4_t d = i32x4_scan_add_reversed(v.r[3]), b = i32x4_scan_add_reversed(v.r[1]);
    const int32x4_t c = vaddq_s32(i32x4_scan_add_reversed(v.r[2]), vdupq_laneq_s32(d, 0));
    const int32x4_t a = vaddq_s32(i32x4_scan_add_reversed(v.r[0]), vdupq_laneq_s32(b, 0));
    const int32x4_t half = vdupq_laneq_s32(c, 0);
    return (i32x16){ { vaddq_s32(a, half), vaddq_s32(b, half), c, d } };
}

LANESCAN_INLINE i32x16 i32x16_splat_first(i32x16 v)
{
    const int32x4_t first = vdupq_laneq_s32(v.r[0], 0);
    return (i32x16){ { first, first, first, first } };
}

LANESCAN_INLINE i32x16 i32x16_splat_last(i32x16 v)
{
    const int32x4_t last = vdupq_laneq_s32(v.r[3], 3);
    return (i32x16){ { last, last, last, last } };
}

#endif
