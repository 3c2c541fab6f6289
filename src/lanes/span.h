/* Elements at equal distances: of a line in either direction, or down a column of rows. */
#ifndef LANESCAN_SPAN_H
#define LANESCAN_SPAN_H

#include "lanes/element.h"

/* Element i is at `at` + i * stride bytes. */
typedef struct source {
    element type;
    const void *at;
    ptrdiff_t stride;
} source;

typedef struct target {
    element type;
    void *at;
    ptrdiff_t stride;
} target;

LANESCAN_INLINE ptrdiff_t stride_of(element type, bool backwards)
{
    return offset_of(backwards, element_bytes(type));
}

LANESCAN_INLINE source source_of(element type, bool backwards, const void *p)
{
    return (source){ type, p, stride_of(type, backwards) };
}

LANESCAN_INLINE target target_of(element type, bool backwards, void *p)
{
    return (target){ type, p, stride_of(type, backwards) };
}

LANESCAN_INLINE double source_read(source x, size_t i)
{
    return read_element(x.type, (const char *)x.at + (ptrdiff_t)i * x.stride);
}

LANESCAN_INLINE void target_write(target y, size_t i, double value)
{
    write_element(y.type, (char *)y.at + (ptrdiff_t)i * y.stride, value);
}

LANESCAN_INLINE source source_from(source x, size_t i)
{
    x.at = (const char *)x.at + (ptrdiff_t)i * x.stride;
    return x;
}

LANESCAN_INLINE target target_from(target y, size_t i)
{
    y.at = (char *)y.at + (ptrdiff_t)i * y.stride;
    return y;
}

#endif
