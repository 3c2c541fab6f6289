/* Complex numbers in memory and in a group: real and imaginary parts apart. `type` is that of a
 * part. */
#ifndef LANESCAN_COMPLEX_ELEMENT_H
#define LANESCAN_COMPLEX_ELEMENT_H

#include "block.h"
#include "ops/complex/group.h"
#include "ops/own.h"

typedef struct complex_lanes {
    f64v re, im;
} complex_lanes;

LANESCAN_INLINE complex_lanes complex_lanes_load(const complex_group *g, size_t at)
{
    return (complex_lanes){ f64v_load(ELEMENT_F64, g->re + at),
                            f64v_load(ELEMENT_F64, g->im + at) };
}

LANESCAN_INLINE void complex_lanes_store(complex_group *g, size_t at, complex_lanes v)
{
    f64v_store(ELEMENT_F64, g->re + at, v.re);
    f64v_store(ELEMENT_F64, g->im + at, v.im);
}

/* Where the real part of element i of a line is, counted in parts from that of its first. */
LANESCAN_INLINE ptrdiff_t complex_offset(bool backwards, size_t i)
{
    return backwards ? -2 * (ptrdiff_t)i : 2 * (ptrdiff_t)i;
}

LANESCAN_INLINE const void *complex_at(element type, bool backwards, const void *p, size_t i)
{
    const ptrdiff_t offset = complex_offset(backwards, i);
    return type == ELEMENT_F32 ? (const void *)((const float *)p + offset)
                               : (const void *)((const double *)p + offset);
}

LANESCAN_INLINE void *complex_output_at(element type, bool backwards, void *p, size_t i)
{
    const ptrdiff_t offset = complex_offset(backwards, i);
    return type == ELEMENT_F32 ? (void *)((float *)p + offset) : (void *)((double *)p + offset);
}

LANESCAN_INLINE void complex_read(element type, bool backwards, const void *p, size_t i,
                                  double value[2])
{
    const char *const at = complex_at(type, backwards, p, i);
    value[0] = read_element(type, at);
    value[1] = read_element(type, at + element_bytes(type));
}

LANESCAN_INLINE void complex_write(element type, bool backwards, void *p, size_t i, double re,
                                   double im)
{
    char *const at = complex_output_at(type, backwards, p, i);
    write_element(type, at, re);
    write_element(type, at + element_bytes(type), im);
}

/* `count` elements, then `rest` + 0i. One copy, which compilers turn into lanes, for all kernels:
 * what they do with a group takes far longer than a call. */
LANESCAN_NOINLINE void complex_group_load(element type, bool backwards, const void *p, size_t count,
                                          double rest, complex_group *g)
{
    const element part = type == ELEMENT_F32 ? ELEMENT_F32 : ELEMENT_F64;
    for (size_t i = 0; i < count; i++) {
        double value[2];
        complex_read(part, backwards, p, i, value);
        g->re[i] = value[0];
        g->im[i] = value[1];
    }
    for (size_t i = count; i < GROUP; i++) {
        g->re[i] = rest;
        g->im[i] = 0;
    }
}

LANESCAN_NOINLINE void complex_group_store(element type, bool backwards, void *p, size_t count,
                                           const complex_group *g)
{
    const element part = type == ELEMENT_F32 ? ELEMENT_F32 : ELEMENT_F64;
    for (size_t i = 0; i < count; i++)
        complex_write(part, backwards, p, i, g->re[i], g->im[i]);
}

#endif
