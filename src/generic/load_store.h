/* Blocks from and to memory, whole and in part. */
#ifndef LANESCAN_LOAD_STORE_H
#define LANESCAN_LOAD_STORE_H

#include "types.h"

/* ---- halves: `n` as doubles, and rounded once; apart, because the code for one is long ---- */

LANESCAN_APART void halves_load(element type, const void *p, size_t n, double *x)
{
    const uint16_t *const half = p;
    const ptrdiff_t step = IS_REVERSED(type) ? -1 : 1;
    if (element_forwards(type) == ELEMENT_F16)
        for (size_t i = 0; i < n; i++)
            x[i] = f32_of_f16(half[step * (ptrdiff_t)i]);
    else
        for (size_t i = 0; i < n; i++)
            x[i] = f32_of_bf16(half[step * (ptrdiff_t)i]);
}

LANESCAN_APART void halves_store(element type, void *p, size_t n, const double *y)
{
    uint16_t *const half = p;
    if (type == ELEMENT_F16)
        for (size_t i = 0; i < n; i++)
            half[i] = f16_of_f32((float)f64_odd_for_half(y[i]));
    else
        for (size_t i = 0; i < n; i++)
            half[i] = bf16_of_f32((float)f64_odd_for_half(y[i]));
}

/* ---- f64x8 ---- */

LANESCAN_INLINE f64x8 f64x8_load(element type, const void *p)
{
    f64x8 r;
    if (IS_HALF(type)) {
        halves_load(type, p, LANES, r.lane);
    } else if (type == ELEMENT_F32) {
        const float *const x = p;
        FOR_LANES r.lane[lane] = (double)x[lane];
    } else {
        const double *const x = p;
        FOR_LANES r.lane[lane] = x[lane];
    }
    return r;
}

/* Rounded once. */
LANESCAN_INLINE void f64x8_store(element type, void *p, f64x8 v)
{
    if (IS_HALF(type)) {
        halves_store(type, p, LANES, v.lane);
    } else if (type == ELEMENT_F32) {
        float *const y = p;
        FOR_LANES y[lane] = (float)v.lane[lane];
    } else {
        double *const y = p;
        FOR_LANES y[lane] = v.lane[lane];
    }
}

/* The first `count` lanes from memory, `rest` in the others; nothing else is read. */
LANESCAN_INLINE f64x8 f64x8_load_part(element type, const void *p, size_t count, double rest)
{
    f64x8 r;
    FOR_LANES r.lane[lane] = rest;
    for (size_t lane = 0; lane < count; lane++)
        r.lane[lane] = read_element(type, p, lane);
    return r;
}

/* Only the first `count` lanes; nothing else is written. */
LANESCAN_INLINE void f64x8_store_part(element type, void *p, size_t count, f64x8 v)
{
    for (size_t lane = 0; lane < count; lane++)
        write_element(type, p, lane, v.lane[lane]);
}

/* ---- i64x8 ---- */

LANESCAN_INLINE i64x8 i64x8_load(const int64_t *p)
{
    i64x8 r;
    FOR_LANES r.lane[lane] = p[lane];
    return r;
}

LANESCAN_INLINE void i64x8_store(int64_t *p, i64x8 v)
{
    FOR_LANES p[lane] = v.lane[lane];
}

/* Eight narrower integers, signed and unsigned. */
LANESCAN_INLINE i64x8 i64x8_load_i8(const int8_t *p)
{
    i64x8 r;
    FOR_LANES r.lane[lane] = p[lane];
    return r;
}

LANESCAN_INLINE i64x8 i64x8_load_u8(const uint8_t *p)
{
    i64x8 r;
    FOR_LANES r.lane[lane] = p[lane];
    return r;
}

LANESCAN_INLINE i64x8 i64x8_load_i16(const int16_t *p)
{
    i64x8 r;
    FOR_LANES r.lane[lane] = p[lane];
    return r;
}

LANESCAN_INLINE i64x8 i64x8_load_u16(const uint16_t *p)
{
    i64x8 r;
    FOR_LANES r.lane[lane] = p[lane];
    return r;
}

LANESCAN_INLINE i64x8 i64x8_load_i32(const int32_t *p)
{
    i64x8 r;
    FOR_LANES r.lane[lane] = p[lane];
    return r;
}

LANESCAN_INLINE i64x8 i64x8_load_u32(const uint32_t *p)
{
    i64x8 r;
    FOR_LANES r.lane[lane] = p[lane];
    return r;
}

/* 1 for each that is not 0. */
LANESCAN_INLINE i64x8 i64x8_load_bool(const uint8_t *p)
{
    i64x8 r;
    FOR_LANES r.lane[lane] = p[lane] != 0;
    return r;
}

#endif
