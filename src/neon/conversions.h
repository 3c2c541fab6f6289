/* Conversions. */
#ifndef LANESCAN_CONVERSIONS_H
#define LANESCAN_CONVERSIONS_H

#include "load_store.h"

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
