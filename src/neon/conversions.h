/* Conversions. */
#ifndef LANESCAN_CONVERSIONS_H
#define LANESCAN_CONVERSIONS_H

#include "load_store.h"

LANESCAN_INLINE f64v f64v_round_i64(i64v v)
{
#define ROUND(i) vcvtq_f64_s64(v.r[i])
    return EACH(f64v, ROUND);
#undef ROUND
}

/* The instruction saturates and gives 0 for NaN. */
LANESCAN_INLINE i64v i64v_truncate(f64v v)
{
#define TRUNCATE(i) vcvtq_s64_f64(v.r[i])
    return EACH(i64v, TRUNCATE);
#undef TRUNCATE
}

LANESCAN_INLINE f32v f32v_load_f16(const uint16_t *p)
{
#define WIDEN(i) f32x4_of_half(ELEMENT_F16, vld1_u16(p + 4 * (i)))
    return EACH(f32v, WIDEN);
#undef WIDEN
}

LANESCAN_INLINE void f32v_store_f16(uint16_t *p, f32v v)
{
    for (int i = 0; i < 4; i++)
        vst1_u16(p + 4 * i, half_of_f32x4(ELEMENT_F16, v.r[i]));
}

LANESCAN_INLINE void f32v_store_bf16(uint16_t *p, f32v v)
{
    for (int i = 0; i < 4; i++)
        vst1_u16(p + 4 * i, half_of_f32x4(ELEMENT_BF16, v.r[i]));
}

LANESCAN_INLINE void f16_store_f64(uint16_t *p, const double *x)
{
    const f64v low = f64v_load(ELEMENT_F64, x), high = f64v_load(ELEMENT_F64, x + LANES);
    vst1q_u16(p, half_of_f64v(ELEMENT_F16, low));
    vst1q_u16(p + 8, half_of_f64v(ELEMENT_F16, high));
}

LANESCAN_INLINE void bf16_store_f64(uint16_t *p, const double *x)
{
    const f64v low = f64v_load(ELEMENT_F64, x), high = f64v_load(ELEMENT_F64, x + LANES);
    vst1q_u16(p, half_of_f64v(ELEMENT_BF16, low));
    vst1q_u16(p + 8, half_of_f64v(ELEMENT_BF16, high));
}

LANESCAN_INLINE void f64v_store_i32(int32_t *p, f64v v)
{
    const i64v whole = i64v_truncate(v);
    vst1q_s32(p, vcombine_s32(vqmovn_s64(whole.r[0]), vqmovn_s64(whole.r[1])));
    vst1q_s32(p + 4, vcombine_s32(vqmovn_s64(whole.r[2]), vqmovn_s64(whole.r[3])));
}

#endif
