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

enum { NUMBER_OF_DOUBLES = 2 * sizeof(double) };

/* Are numbers, so many bytes from one to the next, pairs of doubles next to each other? */
LANESCAN_INLINE bool complex_are_doubles(element type, ptrdiff_t step)
{
    return type == ELEMENT_F64 && step == NUMBER_OF_DOUBLES;
}

/* A group of floats next to each other, which goes to doubles and back in vectors. */
LANESCAN_INLINE bool complex_are_vectors(element type, ptrdiff_t step, size_t count)
{
    return type == ELEMENT_F32 && step == 2 * sizeof(float) && count == GROUP;
}

/* At most a group of numbers as doubles next to each other, and back. */
LANESCAN_NOINLINE void complex_to_doubles(element type, ptrdiff_t step, size_t count, const char *x,
                                          double *to)
{
    if (complex_are_vectors(type, step, count)) {
        for (size_t i = 0; i < 2 * GROUP; i += LANES)
            f64v_store(ELEMENT_F64, to + i, f64v_load(ELEMENT_F32, x + i * sizeof(float)));
        return;
    }
    LANESCAN_UNROLL(1)
    for (size_t i = 0; i < count; i++, x += step)
        f64x2_store(ELEMENT_F64, to + 2 * i,
                    type == ELEMENT_F32 ? f64x2_load(ELEMENT_F32, x) : f64x2_load(ELEMENT_F64, x));
}

LANESCAN_NOINLINE void complex_of_doubles(element type, ptrdiff_t step, size_t count,
                                          const double *from, char *y)
{
    if (complex_are_vectors(type, step, count)) {
        for (size_t i = 0; i < 2 * GROUP; i += LANES)
            f64v_store(ELEMENT_F32, y + i * sizeof(float), f64v_load(ELEMENT_F64, from + i));
        return;
    }
    LANESCAN_UNROLL(1)
    for (size_t i = 0; i < count; i++, y += step) {
        const f64x2 v = f64x2_load(ELEMENT_F64, from + 2 * i);
        if (type == ELEMENT_F32)
            f64x2_store(ELEMENT_F32, y, v);
        else
            f64x2_store(ELEMENT_F64, y, v);
    }
}

LANESCAN_INLINE ptrdiff_t complex_step(element type, bool backwards)
{
    return complex_offset(backwards, 1) * (ptrdiff_t)element_bytes(type);
}

/* `count` elements, then `rest` + 0i. */
LANESCAN_NOINLINE void complex_group_load(element type, bool backwards, const void *p, size_t count,
                                          double rest, complex_group *g)
{
    const ptrdiff_t step = complex_step(type, backwards);
    const bool as_it_is = complex_are_doubles(type, step) && count == GROUP;
    double numbers[2 * GROUP];
    if (!as_it_is) {
        complex_to_doubles(type, step, count, p, numbers);
        for (size_t i = count; i < GROUP; i++) {
            numbers[2 * i] = rest;
            numbers[2 * i + 1] = 0;
        }
    }
    const double *const from = as_it_is ? (const double *)p : numbers;
    for (size_t i = 0; i < GROUP; i++) {
        g->re[i] = from[2 * i];
        g->im[i] = from[2 * i + 1];
    }
}

LANESCAN_NOINLINE void complex_group_store(element type, bool backwards, void *p, size_t count,
                                           const complex_group *g)
{
    const ptrdiff_t step = complex_step(type, backwards);
    const bool as_it_is = complex_are_doubles(type, step) && count == GROUP;
    double numbers[2 * GROUP];
    double *const to = as_it_is ? (double *)p : numbers;
    for (size_t i = 0; i < GROUP; i++) {
        to[2 * i] = g->re[i];
        to[2 * i + 1] = g->im[i];
    }
    if (!as_it_is)
        complex_of_doubles(type, step, count, numbers, p);
}

#endif
