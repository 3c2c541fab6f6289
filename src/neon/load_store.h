/* Blocks from and to memory. */
#ifndef LANESCAN_LOAD_STORE_H
#define LANESCAN_LOAD_STORE_H

#include "types.h"

/* ---- f64v ---- */

LANESCAN_INLINE f64v f64v_of_f32(float32x4_t lo, float32x4_t hi)
{
    return (f64v){ { f64x2_of_low(lo), f64x2_of_high(lo), f64x2_of_low(hi), f64x2_of_high(hi) } };
}

/* Four halves as floats, and back. */
LANESCAN_INLINE float32x4_t f32x4_of_half(element type, uint16x4_t halves)
{
    return type == ELEMENT_F16 ? f32x4_of_f16(halves)
                               : vreinterpretq_f32_u32(vshlq_n_u32(vmovl_u16(halves), 16));
}

LANESCAN_INLINE uint16x4_t half_of_f32x4(element type, float32x4_t v)
{
    if (type == ELEMENT_F16)
        return f16_of_f32x4(v);
    const uint32x4_t bits = vreinterpretq_u32_f32(v);
    const uint32x4_t odd = vandq_u32(vshrq_n_u32(bits, 16), vdupq_n_u32(1));
    const uint32x4_t sum = vaddq_u32(bits, vaddq_u32(odd, vdupq_n_u32(0x7fff)));
    const uint32x4_t quiet = vorrq_u32(bits, vdupq_n_u32(0x400000));
    return vshrn_n_u32(vbslq_u32(vceqq_f32(v, v), sum, quiet), 16);
}

/* Rounds to a half as the double would: half.h. */
LANESCAN_INLINE float64x2_t f64x2_odd_for_half(float64x2_t v)
{
    const uint64x2_t bits = vreinterpretq_u64_f64(v);
    const uint64x2_t low = vdupq_n_u64((UINT64_C(1) << 39) - 1);
    const uint64x2_t carry = vaddq_u64(vandq_u64(bits, low), low);
    return vreinterpretq_f64_u64(vbicq_u64(vorrq_u64(carry, bits), low));
}

/* Of 32 bits, or on their way to 16. */
LANESCAN_INLINE float32x4_t f32x4_of_f64(element type, float64x2_t lo, float64x2_t hi)
{
    return is_half(type) ? f32x4_of_f64x2(f64x2_odd_for_half(lo), f64x2_odd_for_half(hi))
                         : f32x4_of_f64x2(lo, hi);
}

/* A block rounded to halves. */
LANESCAN_INLINE uint16x8_t half_of_f64v(element type, f64v v)
{
    return vcombine_u16(half_of_f32x4(type, f32x4_of_f64(type, v.r[0], v.r[1])),
                        half_of_f32x4(type, f32x4_of_f64(type, v.r[2], v.r[3])));
}

LANESCAN_INLINE f64v f64v_of_half(element type, uint16x8_t halves)
{
    return f64v_of_f32(f32x4_of_half(type, vget_low_u16(halves)),
                       f32x4_of_half(type, vget_high_u16(halves)));
}

LANESCAN_INLINE f64v f64v_load(element type, const void *p)
{
    if (is_half(type))
        return f64v_of_half(type, vld1q_u16(p));
    if (type == ELEMENT_F32)
        return f64v_of_f32(vld1q_f32(p), vld1q_f32((const float *)p + 4));
    const double *x = p;
    return (f64v){ { vld1q_f64(x), vld1q_f64(x + 2), vld1q_f64(x + 4), vld1q_f64(x + 6) } };
}

LANESCAN_INLINE void f64v_store(element type, void *p, f64v v)
{
    if (is_half(type)) {
        vst1q_u16(p, half_of_f64v(type, v));
    } else if (type == ELEMENT_F32) {
        vst1q_f32(p, f32x4_of_f64(type, v.r[0], v.r[1]));
        vst1q_f32((float *)p + 4, f32x4_of_f64(type, v.r[2], v.r[3]));
    } else {
        double *y = p;
        vst1q_f64(y, v.r[0]);
        vst1q_f64(y + 2, v.r[1]);
        vst1q_f64(y + 4, v.r[2]);
        vst1q_f64(y + 6, v.r[3]);
    }
}

LANESCAN_INLINE f64v f64v_load_part(element type, const void *p, size_t count, double rest)
{
    double lanes[LANES];
    for (size_t i = 0; i < LANES; i++)
        lanes[i] = i >= count ? rest : read_element(type, element_at(type, false, p, i));
    return f64v_load(ELEMENT_F64, lanes);
}

LANESCAN_INLINE void f64v_store_part(element type, void *p, size_t count, f64v v)
{
    double lanes[LANES];
    f64v_store(ELEMENT_F64, lanes, v);
    for (size_t i = 0; i < LANES; i++)
        if (i < count)
            write_element(type, output_at(type, false, p, i), lanes[i]);
}

/* ---- i64v ---- */

LANESCAN_INLINE i64v i64v_load(const int64_t *p)
{
    return (i64v){ { vld1q_s64(p), vld1q_s64(p + 2), vld1q_s64(p + 4), vld1q_s64(p + 6) } };
}

LANESCAN_INLINE void i64v_store(int64_t *p, i64v v)
{
    vst1q_s64(p, v.r[0]);
    vst1q_s64(p + 2, v.r[1]);
    vst1q_s64(p + 4, v.r[2]);
    vst1q_s64(p + 6, v.r[3]);
}

LANESCAN_INLINE i64v i64v_of_i32(int32x4_t lo, int32x4_t hi)
{
    return (i64v){ { vmovl_s32(vget_low_s32(lo)), vmovl_s32(vget_high_s32(lo)),
                     vmovl_s32(vget_low_s32(hi)), vmovl_s32(vget_high_s32(hi)) } };
}

LANESCAN_INLINE i64v i64v_of_u32(uint32x4_t lo, uint32x4_t hi)
{
    return (i64v){ { vreinterpretq_s64_u64(vmovl_u32(vget_low_u32(lo))),
                     vreinterpretq_s64_u64(vmovl_u32(vget_high_u32(lo))),
                     vreinterpretq_s64_u64(vmovl_u32(vget_low_u32(hi))),
                     vreinterpretq_s64_u64(vmovl_u32(vget_high_u32(hi))) } };
}

LANESCAN_INLINE i64v i64v_of_i16(int16x8_t words)
{
    return i64v_of_i32(vmovl_s16(vget_low_s16(words)), vmovl_s16(vget_high_s16(words)));
}

LANESCAN_INLINE i64v i64v_of_u16(uint16x8_t words)
{
    return i64v_of_u32(vmovl_u16(vget_low_u16(words)), vmovl_u16(vget_high_u16(words)));
}

LANESCAN_INLINE i64v i64v_load_i8(const int8_t *p)
{
    return i64v_of_i16(vmovl_s8(vld1_s8(p)));
}

LANESCAN_INLINE i64v i64v_load_u8(const uint8_t *p)
{
    return i64v_of_u16(vmovl_u8(vld1_u8(p)));
}

LANESCAN_INLINE i64v i64v_load_i16(const int16_t *p)
{
    return i64v_of_i16(vld1q_s16(p));
}

LANESCAN_INLINE i64v i64v_load_u16(const uint16_t *p)
{
    return i64v_of_u16(vld1q_u16(p));
}

LANESCAN_INLINE i64v i64v_load_i32(const int32_t *p)
{
    return i64v_of_i32(vld1q_s32(p), vld1q_s32(p + 4));
}

LANESCAN_INLINE i64v i64v_load_u32(const uint32_t *p)
{
    return i64v_of_u32(vld1q_u32(p), vld1q_u32(p + 4));
}

LANESCAN_INLINE i64v i64v_load_bool(const uint8_t *p)
{
    return i64v_of_u16(vmovl_u8(vmin_u8(vld1_u8(p), vdup_n_u8(1))));
}

#endif
