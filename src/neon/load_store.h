/* Blocks from and to memory. */
#ifndef LANESCAN_LOAD_STORE_H
#define LANESCAN_LOAD_STORE_H

#include "types.h"

/* ---- f64x8 ---- */

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

/* ---- i64x8 ---- */

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

LANESCAN_INLINE i64x8 i64x8_load_i8(const int8_t *p)
{
    const int16x8_t words = vmovl_s8(vld1_s8(p));
    const int32x4_t lo = vmovl_s16(vget_low_s16(words)), hi = vmovl_s16(vget_high_s16(words));
    return (i64x8){ { vmovl_s32(vget_low_s32(lo)), vmovl_s32(vget_high_s32(lo)),
                      vmovl_s32(vget_low_s32(hi)), vmovl_s32(vget_high_s32(hi)) } };
}

#endif
