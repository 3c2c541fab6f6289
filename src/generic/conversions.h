/* Between doubles, 64-bit integers, halves, bfloat16 and 32-bit integers. */
#ifndef LANESCAN_CONVERSIONS_H
#define LANESCAN_CONVERSIONS_H

#include "lanes32.h"
#include "load_store.h"

/* Rounded to nearest. */
LANESCAN_INLINE f64v f64v_round_i64(i64v v)
{
    return (double)v;
}

/* Toward zero; the nearest there is beyond the range, 0 for NaN. */
LANESCAN_INLINE i64v i64v_truncate(f64v v)
{
    return f64_truncate(v);
}

/* The same for 32 bits. */
LANESCAN_INLINE void f64v_store_i32(int32_t *p, f64v v)
{
    *p = v >= INT32_MAX ? INT32_MAX : v >= INT32_MIN ? (int32_t)v : v < 0 ? INT32_MIN : 0;
}

/* IEEE halves; a NaN stays one. */
LANESCAN_INLINE f32v f32v_load_f16(const uint16_t *p)
{
    return f32_of_f16(*p);
}

LANESCAN_INLINE void f32v_store_f16(uint16_t *p, f32v v)
{
    *p = f16_of_f32(v);
}

/* bfloat16, the upper half of a float, rounded to nearest; a NaN stays one. */
LANESCAN_INLINE void f32v_store_bf16(uint16_t *p, f32v v)
{
    *p = bf16_of_f32(v);
}

/* Doubles, as many as a vector has 32-bit lanes, to halves, rounded once. */
LANESCAN_INLINE void f16_store_f64(uint16_t *p, const double *x)
{
    *p = f16_of_f64(*x);
}

LANESCAN_INLINE void bf16_store_f64(uint16_t *p, const double *x)
{
    *p = bf16_of_f64(*x);
}

#endif
