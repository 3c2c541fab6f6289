/* Vectors from and to memory, whole and in part. */
#ifndef LANESCAN_LOAD_STORE_H
#define LANESCAN_LOAD_STORE_H

#include "types.h"

/* ---- f64v ---- */

LANESCAN_INLINE f64v f64v_load(element type, const void *p)
{
    return read_element(type, p);
}

/* Rounded once. */
LANESCAN_INLINE void f64v_store(element type, void *p, f64v v)
{
    write_element(type, p, v);
}

/* The first `count` lanes from memory, `rest` in the others; nothing else is read. */
LANESCAN_INLINE f64v f64v_load_part(element type, const void *p, size_t count, double rest)
{
    return count ? read_element(type, p) : rest;
}

/* Only the first `count` lanes; nothing else is written. */
LANESCAN_INLINE void f64v_store_part(element type, void *p, size_t count, f64v v)
{
    if (count)
        write_element(type, p, v);
}

/* ---- i64v ---- */

LANESCAN_INLINE i64v i64v_load(const int64_t *p)
{
    return *p;
}

LANESCAN_INLINE void i64v_store(int64_t *p, i64v v)
{
    *p = v;
}

/* Narrower integers, signed and unsigned. */
LANESCAN_INLINE i64v i64v_load_i8(const int8_t *p)
{
    return *p;
}

LANESCAN_INLINE i64v i64v_load_u8(const uint8_t *p)
{
    return *p;
}

LANESCAN_INLINE i64v i64v_load_i16(const int16_t *p)
{
    return *p;
}

LANESCAN_INLINE i64v i64v_load_u16(const uint16_t *p)
{
    return *p;
}

LANESCAN_INLINE i64v i64v_load_i32(const int32_t *p)
{
    return *p;
}

LANESCAN_INLINE i64v i64v_load_u32(const uint32_t *p)
{
    return *p;
}

/* 1 for each that is not 0. */
LANESCAN_INLINE i64v i64v_load_bool(const uint8_t *p)
{
    return *p != 0;
}

#endif
