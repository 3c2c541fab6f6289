/* cumsum of many lines of at most eight elements, line after line: floats by cumsum_block. */
#ifndef LANESCAN_CUMSUM_SHORT_TPL_H
#define LANESCAN_CUMSUM_SHORT_TPL_H

#include "cumsum_tpl.h"
#include "integer_tpl.h"

LANESCAN_INLINE void cumsum_short(element type, bool whole, size_t lines, size_t n, const char *x,
                                  ptrdiff_t x_pitch, char *y, ptrdiff_t y_pitch)
{
    for (size_t line = 0; line < lines; line++) {
        if (!cumsum_block(type, whole, n, x, y))
            cumsum_one_group(type, n, x, y);
        x += x_pitch;
        y += y_pitch;
    }
}

#define CUMSUM_SHORT(name, type)                                                        \
    static void name(size_t lines, size_t n, const void *x, ptrdiff_t x_pitch, void *y, \
                     ptrdiff_t y_pitch)                                                 \
    {                                                                                   \
        if (n == LANES)                                                                 \
            cumsum_short(type, true, lines, n, x, x_pitch, y, y_pitch);                 \
        else                                                                            \
            cumsum_short(type, false, lines, n, x, x_pitch, y, y_pitch);                \
    }
CUMSUM_SHORT(cumsum_short_f32, ELEMENT_F32)
CUMSUM_SHORT(cumsum_short_f64, ELEMENT_F64)

static void cumsum_short_i32(size_t lines, size_t n, const void *x, ptrdiff_t x_pitch, void *y,
                             ptrdiff_t y_pitch)
{
    const char *from = x;
    char *to = y;
    for (size_t line = 0; line < lines; line++, from += x_pitch, to += y_pitch)
        cumsum_i32_short_line(n, (const int32_t *)from, (int32_t *)to);
}

static void cumsum_short_i64(size_t lines, size_t n, const void *x, ptrdiff_t x_pitch, void *y,
                             ptrdiff_t y_pitch)
{
    const char *from = x;
    char *to = y;
    for (size_t line = 0; line < lines; line++, from += x_pitch, to += y_pitch) {
        if (!LANESCAN_LANES_ARE_SCALARS && n == LANES)
            i64x8_store((int64_t *)to, i64x8_scan_add(i64x8_load((const int64_t *)from)));
        else
            cumsum_i64_short_line(n, (const int64_t *)from, (int64_t *)to);
    }
}

#endif
