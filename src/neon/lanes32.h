/* Native 32-bit lanes. */
#ifndef LANESCAN_LANES_32_H
#define LANESCAN_LANES_32_H

#include "types.h"

/* ---- f32v ---- */

LANESCAN_INLINE f32v f32v_splat(float value)
{
    const float32x4_t r = vdupq_n_f32(value);
    return (f32v){ { r, r, r, r } };
}

LANESCAN_INLINE f32v f32v_load(const float *p)
{
    return (f32v){ { vld1q_f32(p), vld1q_f32(p + 4), vld1q_f32(p + 8), vld1q_f32(p + 12) } };
}

LANESCAN_INLINE void f32v_store(float *p, f32v v)
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

LANESCAN_INLINE f32v f32v_apply(operation op, f32v a, f32v b)
{
#define APPLY(i) f32x4_apply(op, a.r[i], b.r[i])
    return EACH(f32v, APPLY);
#undef APPLY
}

/* The bit that stands for each lane. */
LANESCAN_INLINE uint32x4_t lane_weights(void)
{
    const int32_t weights[4] = { 1, 2, 4, 8 };
    return vreinterpretq_u32_s32(vld1q_s32(weights));
}

LANESCAN_INLINE unsigned f32v_takes_over(operation op, f32v so_far, f32v x)
{
#define BEYOND(i) (op == OP_MAX ? vcgtq_f32(so_far.r[i], x.r[i]) : vcltq_f32(so_far.r[i], x.r[i]))
#define BITS(i)   (vaddvq_u32(vbicq_u32(lane_weights(), BEYOND(i))) << (4 * (i)))
    return BITS(0) | BITS(1) | BITS(2) | BITS(3);
#undef BEYOND
#undef BITS
}

LANESCAN_INLINE unsigned f32v_same_bits(f32v a, f32v b)
{
#define SAME(i) vceqq_u32(vreinterpretq_u32_f32(a.r[i]), vreinterpretq_u32_f32(b.r[i]))
#define BITS(i) (vaddvq_u32(vandq_u32(lane_weights(), SAME(i))) << (4 * (i)))
    return BITS(0) | BITS(1) | BITS(2) | BITS(3);
#undef SAME
#undef BITS
}

LANESCAN_INLINE float32x4_t f32x4_follow(operation op, float32x4_t so_far, float32x4_t x)
{
    const uint32x4_t beyond = op == OP_MAX ? vcgeq_f32(x, so_far) : vcleq_f32(x, so_far);
    return vbslq_f32(vornq_u32(beyond, vceqq_f32(x, x)), x, so_far);
}

LANESCAN_INLINE f32v f32v_follow(operation op, f32v so_far, f32v x)
{
#define FOLLOW(i) f32x4_follow(op, so_far.r[i], x.r[i])
    return EACH(f32v, FOLLOW);
#undef FOLLOW
}

LANESCAN_INLINE bool f32v_any_nan(f32v v)
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

LANESCAN_INLINE f32v f32v_scan(operation op, f32v v)
{
    const float32x4_t a = f32x4_scan(op, v.r[0]), c = f32x4_scan(op, v.r[2]);
    const float32x4_t b = f32x4_apply(op, vdupq_laneq_f32(a, 3), f32x4_scan(op, v.r[1]));
    const float32x4_t d = f32x4_apply(op, vdupq_laneq_f32(c, 3), f32x4_scan(op, v.r[3]));
    const float32x4_t half = vdupq_laneq_f32(b, 3);
    return (f32v){ { a, b, f32x4_apply(op, half, c), f32x4_apply(op, half, d) } };
}

LANESCAN_INLINE f32v f32v_shift_in(f32v first, f32v v)
{
    return (f32v){ { vextq_f32(first.r[3], v.r[0], 3), vextq_f32(v.r[0], v.r[1], 3),
                     vextq_f32(v.r[1], v.r[2], 3), vextq_f32(v.r[2], v.r[3], 3) } };
}

LANESCAN_INLINE float f32v_first(f32v v)
{
    return vgetq_lane_f32(v.r[0], 0);
}

LANESCAN_INLINE f32v f32v_reverse(f32v v)
{
#define SWAPPED(i) vrev64q_f32(vextq_f32(v.r[3 - (i)], v.r[3 - (i)], 2))
    return EACH(f32v, SWAPPED);
#undef SWAPPED
}

LANESCAN_INLINE f32v f32v_splat_last(f32v v)
{
    const float32x4_t last = vdupq_laneq_f32(v.r[3], 3);
    return (f32v){ { last, last, last, last } };
}

/* ---- i32v ---- */

LANESCAN_INLINE i32v i32v_splat(int32_t value)
{
    const int32x4_t r = vdupq_n_s32(value);
    return (i32v){ { r, r, r, r } };
}

LANESCAN_INLINE i32v i32v_load(const int32_t *p)
{
    return (i32v){ { vld1q_s32(p), vld1q_s32(p + 4), vld1q_s32(p + 8), vld1q_s32(p + 12) } };
}

LANESCAN_INLINE void i32v_store(int32_t *p, i32v v)
{
    vst1q_s32(p, v.r[0]);
    vst1q_s32(p + 4, v.r[1]);
    vst1q_s32(p + 8, v.r[2]);
    vst1q_s32(p + 12, v.r[3]);
}

LANESCAN_INLINE i32v i32v_add(i32v a, i32v b)
{
#define ADD(i) vaddq_s32(a.r[i], b.r[i])
    return EACH(i32v, ADD);
#undef ADD
}

LANESCAN_INLINE i32v i32v_mul(i32v a, i32v b)
{
#define MULTIPLY(i) vmulq_s32(a.r[i], b.r[i])
    return EACH(i32v, MULTIPLY);
#undef MULTIPLY
}

LANESCAN_INLINE i32v i32v_xor(i32v a, i32v b)
{
#define XOR(i) veorq_s32(a.r[i], b.r[i])
    return EACH(i32v, XOR);
#undef XOR
}

LANESCAN_INLINE i32v i32v_max(i32v a, i32v b)
{
#define LARGER(i) vmaxq_s32(a.r[i], b.r[i])
    return EACH(i32v, LARGER);
#undef LARGER
}

LANESCAN_INLINE unsigned i32v_gt(i32v a, i32v b)
{
#define BITS(i) (vaddvq_u32(vandq_u32(lane_weights(), vcgtq_s32(a.r[i], b.r[i]))) << (4 * (i)))
    return BITS(0) | BITS(1) | BITS(2) | BITS(3);
#undef BITS
}

/* Exact in any order, and of a number twice: shifts bring in the first lane again. */
LANESCAN_INLINE int32x4_t i32x4_scan_max(int32x4_t v)
{
    const int32x4_t first = vdupq_laneq_s32(v, 0);
    v = vmaxq_s32(v, vextq_s32(first, v, 3));
    return vmaxq_s32(v, vextq_s32(first, v, 2));
}

LANESCAN_INLINE i32v i32v_scan_max(i32v v)
{
    const int32x4_t a = i32x4_scan_max(v.r[0]), c = i32x4_scan_max(v.r[2]);
    const int32x4_t b = vmaxq_s32(i32x4_scan_max(v.r[1]), vdupq_laneq_s32(a, 3));
    const int32x4_t d = vmaxq_s32(i32x4_scan_max(v.r[3]), vdupq_laneq_s32(c, 3));
    const int32x4_t half = vdupq_laneq_s32(b, 3);
    return (i32v){ { a, b, vmaxq_s32(c, half), vmaxq_s32(d, half) } };
}

LANESCAN_INLINE i32v i32v_shift_in(i32v first, i32v v)
{
    return (i32v){ { vextq_s32(first.r[3], v.r[0], 3), vextq_s32(v.r[0], v.r[1], 3),
                     vextq_s32(v.r[1], v.r[2], 3), vextq_s32(v.r[2], v.r[3], 3) } };
}

LANESCAN_INLINE int32_t i32v_first(i32v v)
{
    return vgetq_lane_s32(v.r[0], 0);
}

LANESCAN_INLINE int32x4_t i32x4_scan_add(int32x4_t v)
{
    const int32x4_t zero = vdupq_n_s32(0);
    v = vaddq_s32(v, vextq_s32(zero, v, 3));
    return vaddq_s32(v, vextq_s32(zero, v, 2));
}

LANESCAN_INLINE i32v i32v_scan_add(i32v v)
{
    const int32x4_t a = i32x4_scan_add(v.r[0]), c = i32x4_scan_add(v.r[2]);
    const int32x4_t b = vaddq_s32(i32x4_scan_add(v.r[1]), vdupq_laneq_s32(a, 3));
    const int32x4_t d = vaddq_s32(i32x4_scan_add(v.r[3]), vdupq_laneq_s32(c, 3));
    const int32x4_t half = vdupq_laneq_s32(b, 3);
    return (i32v){ { a, b, vaddq_s32(c, half), vaddq_s32(d, half) } };
}

LANESCAN_INLINE int32x4_t i32x4_scan_add_reversed(int32x4_t v)
{
    const int32x4_t zero = vdupq_n_s32(0);
    v = vaddq_s32(v, vextq_s32(v, zero, 1));
    return vaddq_s32(v, vextq_s32(v, zero, 2));
}

LANESCAN_INLINE i32v i32v_scan_add_reversed(i32v v)
{
    const int32x4_t d = i32x4_scan_add_reversed(v.r[3]), b = i32x4_scan_add_reversed(v.r[1]);
    const int32x4_t c = vaddq_s32(i32x4_scan_add_reversed(v.r[2]), vdupq_laneq_s32(d, 0));
    const int32x4_t a = vaddq_s32(i32x4_scan_add_reversed(v.r[0]), vdupq_laneq_s32(b, 0));
    const int32x4_t half = vdupq_laneq_s32(c, 0);
    return (i32v){ { vaddq_s32(a, half), vaddq_s32(b, half), c, d } };
}

LANESCAN_INLINE i32v i32v_splat_first(i32v v)
{
    const int32x4_t first = vdupq_laneq_s32(v.r[0], 0);
    return (i32v){ { first, first, first, first } };
}

LANESCAN_INLINE i32v i32v_splat_last(i32v v)
{
    const int32x4_t last = vdupq_laneq_s32(v.r[3], 3);
    return (i32v){ { last, last, last, last } };
}

#endif
