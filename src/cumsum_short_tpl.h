/* cumsum of lines of at most eight elements: a line is a block, and the network goes along its lanes. The bits are those of
 * cumsum_tpl.h, where such a line is the first two runs of a group and everything before it is 0. */
#ifndef LANESCAN_CUMSUM_SHORT_TPL_H
#define LANESCAN_CUMSUM_SHORT_TPL_H

#include "cumsum_tpl.h"

/* `whole`: lines have eight elements. A line with a result that is not finite is the line function's business. */
LANESCAN_INLINE void cumsum_short(element type, bool whole, size_t lines, size_t n, const char *x,
                                  ptrdiff_t x_pitch, char *y, ptrdiff_t y_pitch)
{
    const f64x8 nothing = f64x8_splat(0);
    for (size_t line = 0; line < lines; line++) {
        const f64x8 v = whole ? f64x8_load(type, x) : f64x8_load_part(type, x, n, 0);
        const f64x8 sums = f64x8_add(nothing, f64x8_scan(OP_ADD, v));
        if (LANESCAN_UNLIKELY(f64x8_any_nonfinite(sums)))
            cumsum_line(type, n, x, y, NULL);
        else if (whole)
            f64x8_store(type, y, sums);
        else
            f64x8_store_part(type, y, n, sums);
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
