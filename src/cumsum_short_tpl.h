/* cumsum of many lines of at most eight elements: cumsum_block, line after line. */
#ifndef LANESCAN_CUMSUM_SHORT_TPL_H
#define LANESCAN_CUMSUM_SHORT_TPL_H

#include "cumsum_tpl.h"

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

#endif
