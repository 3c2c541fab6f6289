/* Between doubles, 64-bit integers, halves, bfloat16 and 32-bit integers. */
#ifndef LANESCAN_CONVERSIONS_H
#define LANESCAN_CONVERSIONS_H

#include "lanes_32.h"
#include "load_store.h"

/* Rounded to nearest. */
LANESCAN_INLINE f64x8 f64x8_round_i64(i64x8 v)
{
    f64x8 r;
    FOR_LANES r.lane[lane] = (double)v.lane[lane];
    return r;
}

/* Toward zero; the nearest there is beyond the range, 0 for NaN. */
LANESCAN_INLINE i64x8 i64x8_truncate(f64x8 v)
{
    i64x8 r;
    FOR_LANES r.lane[lane] = v.lane[lane] >= 0x1p63    ? INT64_MAX
                             : v.lane[lane] >= -0x1p63 ? (int64_t)v.lane[lane]
                             : v.lane[lane] < 0        ? INT64_MIN
                                                       : 0;
    return r;
}

/* IEEE halves; a NaN stays one. */
LANESCAN_INLINE f32x16 f32x16_load_f16(const uint16_t *p)
{
    f32x16 r;
    FOR_16_LANES r.lane[lane] = f32_of_f16(p[lane]);
    return r;
}

LANESCAN_INLINE void f32x16_store_f16(uint16_t *p, f32x16 v)
{
    FOR_16_LANES p[lane] = f16_of_f32(v.lane[lane]);
}

/* bfloat16, the upper half of a float, rounded to nearest; a NaN stays one. */
LANESCAN_INLINE void f32x16_store_bf16(uint16_t *p, f32x16 v)
{
    FOR_16_LANES p[lane] = bf16_of_f32(v.lane[lane]);
}

/* Sixteen doubles to halves, rounded once. */
LANESCAN_INLINE void f64x8_store_f16(uint16_t *p, f64x8 low, f64x8 high)
{
    f64x8_store(ELEMENT_F16, p, low);
    f64x8_store(ELEMENT_F16, p + LANES, high);
}

LANESCAN_INLINE void f64x8_store_bf16(uint16_t *p, f64x8 low, f64x8 high)
{
    f64x8_store(ELEMENT_BF16, p, low);
    f64x8_store(ELEMENT_BF16, p + LANES, high);
}

/* As i64x8_truncate, for 32 bits. */
LANESCAN_INLINE void f64x8_store_i32(int32_t *p, f64x8 v)
{
    FOR_LANES
    {
        const double x = v.lane[lane];
        p[lane] = x >= INT32_MAX ? INT32_MAX : x >= INT32_MIN ? (int32_t)x : x < 0 ? INT32_MIN : 0;
    }
}

#endif
