/* Arrays of elements in memory; in registers these are always 64-bit lanes. */
#ifndef LANESCAN_ARRAY_H
#define LANESCAN_ARRAY_H

#include "half.h"

/* A reversed array is given by the address of its first element, which is the last in memory. */
typedef enum element {
    ELEMENT_F16,
    ELEMENT_BF16,
    ELEMENT_F32,
    ELEMENT_F64,
    ELEMENT_F16_REVERSED,
    ELEMENT_BF16_REVERSED,
    ELEMENT_F32_REVERSED,
    ELEMENT_F64_REVERSED
} element;

#define IS_REVERSED(type) ((type) >= ELEMENT_F16_REVERSED)

LANESCAN_INLINE element element_forwards(element type)
{
    return IS_REVERSED(type) ? (element)(type - ELEMENT_F16_REVERSED) : type;
}

/* Of 16 bits; of 32 bits at most, for which results need be no better than floats. */
#define IS_HALF(type)   (element_forwards(type) <= ELEMENT_BF16)
#define IS_NARROW(type) (element_forwards(type) != ELEMENT_F64)

LANESCAN_INLINE size_t element_bytes(element type)
{
    return IS_HALF(type) ? sizeof(uint16_t) : IS_NARROW(type) ? sizeof(float) : sizeof(double);
}

LANESCAN_INLINE ptrdiff_t bytes_of_elements(element type, size_t count)
{
    const ptrdiff_t bytes = (ptrdiff_t)(count * element_bytes(type));
    return IS_REVERSED(type) ? -bytes : bytes;
}

LANESCAN_INLINE const void *element_at(element type, const void *p, size_t i)
{
    return (const char *)p + bytes_of_elements(type, i);
}

LANESCAN_INLINE void *output_at(element type, void *p, size_t i)
{
    return (char *)p + bytes_of_elements(type, i);
}

LANESCAN_INLINE double read_element(element type, const void *p, size_t i)
{
    const void *const at = element_at(type, p, i);
    switch (element_forwards(type)) {
    case ELEMENT_F16:
        return f32_of_f16(*(const uint16_t *)at);
    case ELEMENT_BF16:
        return f32_of_bf16(*(const uint16_t *)at);
    case ELEMENT_F32:
        return *(const float *)at;
    default:
        return *(const double *)at;
    }
}

/* Apart: it is long, and what goes element by element is not what is fast. */
LANESCAN_APART uint16_t half_of_f64(element type, double value)
{
    const float odd = (float)f64_odd_for_half(value);
    return element_forwards(type) == ELEMENT_F16 ? f16_of_f32(odd) : bf16_of_f32(odd);
}

LANESCAN_INLINE void write_element(element type, void *p, size_t i, double value)
{
    void *const at = output_at(type, p, i);
    if (IS_HALF(type))
        *(uint16_t *)at = half_of_f64(type, value);
    else if (IS_NARROW(type))
        *(float *)at = (float)value;
    else
        *(double *)at = value;
}

#endif
