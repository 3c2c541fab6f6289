/* Blocks from and to memory, whole and in part. */
#ifndef LANESCAN_LOAD_STORE_H
#define LANESCAN_LOAD_STORE_H

#include "types.h"

/* ---- f64x8 ---- */

LANESCAN_INLINE f64x8 f64x8_load(element type, const void *p)
{
    f64x8 r;
    if (type == ELEMENT_F32) {
        float x[8];
        memcpy(x, p, sizeof x);
        FOR_LANES r.lane[lane] = (double)x[lane];
    } else {
        memcpy(&r, p, sizeof r);
    }
    return r;
}

LANESCAN_INLINE void f64x8_store(element type, void *p, f64x8 v)
{
    if (type == ELEMENT_F32) {
        float y[8];
        FOR_LANES y[lane] = (float)v.lane[lane];
        memcpy(p, y, sizeof y);
    } else {
        memcpy(p, &v, sizeof v);
    }
}

/* The first `count` lanes from memory, `rest` in the others; nothing else is read. */
LANESCAN_INLINE f64x8 f64x8_load_part(element type, const void *p, size_t count, double rest)
{
    f64x8 r;
    FOR_LANES r.lane[lane] = rest;
    for (size_t lane = 0; lane < count; lane++)
        r.lane[lane] = type == ELEMENT_F32 ? (double)((const float *)p)[lane]
                                           : ((const double *)p)[lane];
    return r;
}

/* Only the first `count` lanes; nothing else is written. */
LANESCAN_INLINE void f64x8_store_part(element type, void *p, size_t count, f64x8 v)
{
    for (size_t lane = 0; lane < count; lane++) {
        if (type == ELEMENT_F32)
            ((float *)p)[lane] = (float)v.lane[lane];
        else
            ((double *)p)[lane] = v.lane[lane];
    }
}

/* ---- i64x8 ---- */

LANESCAN_INLINE i64x8 i64x8_load(const int64_t *p)
{
    i64x8 r;
    memcpy(&r, p, sizeof r);
    return r;
}

LANESCAN_INLINE void i64x8_store(int64_t *p, i64x8 v)
{
    memcpy(p, &v, sizeof v);
}

/* Eight signed bytes. */
LANESCAN_INLINE i64x8 i64x8_load_i8(const int8_t *p)
{
    i64x8 r;
    FOR_LANES r.lane[lane] = p[lane];
    return r;
}

#endif
