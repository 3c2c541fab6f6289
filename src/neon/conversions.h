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
#define WIDEN(i) f32x4_of_half(ELEMENT_F16, vld1_u16(p + 4 * (i)))
    return EACH(f32x16, WIDEN);
#undef WIDEN
}

LANESCAN_INLINE void f32x16_store_f16(uint16_t *p, f32x16 v)
{
    for (int i = 0; i < 4; i++)
        vst1_u16(p + 4 * i, half_of_f32x4(ELEMENT_F16, v.r[i]));
}

LANESCAN_INLINE void f32x16_store_bf16(uint16_t *p, f32x16 v)
{
    for (int i = 0; i < 4; i++)
        vst1_u16(p + 4 * i, half_of_f32x4(ELEMENT_BF16, v.r[i]));
}

LANESCAN_INLINE void f64x8_store_f16(uint16_t *p, f64x8 low, f64x8 high)
{
    vst1q_u16(p, half_of_f64x8(ELEMENT_F16, low));
    vst1q_u16(p + 8, half_of_f64x8(ELEMENT_F16, high));
}

LANESCAN_INLINE void f64x8_store_bf16(uint16_t *p, f64x8 low, f64x8 high)
{
    vst1q_u16(p, half_of_f64x8(ELEMENT_BF16, low));
    vst1q_u16(p + 8, half_of_f64x8(ELEMENT_BF16, high));
}

LANESCAN_INLINE void f64x8_store_i32(int32_t *p, f64x8 v)
{
    const i64x8 whole = i64x8_truncate(v);
    vst1q_s32(p, vcombine_s32(vqmovn_s64(whole.r[0]), vqmovn_s64(whole.r[1])));
    vst1q_s32(p + 4, vcombine_s32(vqmovn_s64(whole.r[2]), vqmovn_s64(whole.r[3])));
}

#endif
