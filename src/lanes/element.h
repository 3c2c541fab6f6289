/* Elements in memory. Three things are told apart: how an element is stored (element), in which
 * direction the elements of a line follow each other (backwards), and how good results must be
 * (precision). */
#ifndef LANESCAN_ELEMENT_H
#define LANESCAN_ELEMENT_H

#include "lanes/half.h"

/* How an element is stored; the types of lines that kernels take. */
typedef enum element {
    ELEMENT_F16, /* real numbers are doubles in registers */
    ELEMENT_BF16,
    ELEMENT_F32,
    ELEMENT_F64,
    ELEMENT_I32,  /* modulo 2^32; extremes: INDEXED of ops.def */
    ELEMENT_I64,  /* modulo 2^64; extremes of signed numbers */
    ELEMENT_C64,  /* two floats */
    ELEMENT_C128, /* two doubles */
    NUM_ELEMENTS
} element;

/* Of results: rounded to 32 bits or fewer in the end, or to 64. */
typedef enum precision { SINGLE, DOUBLE } precision;

LANESCAN_INLINE precision precision_of(element type)
{
    return type == ELEMENT_F64 ? DOUBLE : SINGLE;
}

LANESCAN_INLINE bool is_half(element type)
{
    return type <= ELEMENT_BF16;
}

/* Of a real number. */
LANESCAN_INLINE size_t element_bytes(element type)
{
    return is_half(type) ? sizeof(uint16_t) : type == ELEMENT_F32 ? sizeof(float) : sizeof(double);
}

/* Where element i of a line is, counted in elements from the first: a line that goes backwards is
 * given by its first element, the last in memory. */
LANESCAN_INLINE ptrdiff_t offset_of(bool backwards, size_t i)
{
    return backwards ? -(ptrdiff_t)i : (ptrdiff_t)i;
}

/* Where a vector of `lanes` elements from i on begins in memory. */
LANESCAN_INLINE ptrdiff_t offset_of_vector(bool backwards, size_t i, size_t lanes)
{
    return backwards ? -(ptrdiff_t)(i + lanes - 1) : (ptrdiff_t)i;
}

LANESCAN_INLINE const void *element_at(element type, bool backwards, const void *p, size_t i)
{
    return (const char *)p + offset_of(backwards, i) * (ptrdiff_t)element_bytes(type);
}

LANESCAN_INLINE void *output_at(element type, bool backwards, void *p, size_t i)
{
    return (char *)p + offset_of(backwards, i) * (ptrdiff_t)element_bytes(type);
}

/* Of a real number: integers are not read here. */
LANESCAN_INLINE double read_element(element type, const void *p)
{
    switch (type) {
    case ELEMENT_F16:
        return f32_of_f16(*(const uint16_t *)p);
    case ELEMENT_BF16:
        return f32_of_bf16(*(const uint16_t *)p);
    case ELEMENT_F32:
        return *(const float *)p;
    default:
        return *(const double *)p;
    }
}

/* Once for all sets (half.c): it is long, and what goes element by element is not what is fast. */
uint16_t lanescan_half_of_f64(element type, double value);

LANESCAN_INLINE void write_element(element type, void *p, double value)
{
    if (is_half(type))
        *(uint16_t *)p = lanescan_half_of_f64(type, value);
    else if (type == ELEMENT_F32)
        *(float *)p = (float)value;
    else
        *(double *)p = value;
}

#endif
