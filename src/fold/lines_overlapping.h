/* Many short lines that follow each other without gaps, as whole vectors. */
#ifndef LANESCAN_LINES_OVERLAPPING_H
#define LANESCAN_LINES_OVERLAPPING_H

#include "block.h"
#include "fold/signatures.h"

/* Are parts of vectors much slower to store than whole ones? The instruction set says so. Then
 * lines may be scanned as if each went on to the end of a vector: what is written beyond its end
 * the next one overwrites. That is for as many as have others behind them, and if results do not
 * overwrite elements. */
#ifndef LANESCAN_LINES_OVERLAP
#define LANESCAN_LINES_OVERLAP 0
#endif

/* Lines of five to fifteen elements of `size` bytes as lines of one or two vectors, by `kernel`;
 * returns how many are done. (Where four elements are left they are stored as one.) */
LANESCAN_NOINLINE size_t lines_as_vectors(lanescan_short_lines *kernel, ptrdiff_t size,
                                          size_t lines, size_t n, const void *x, ptrdiff_t x_pitch,
                                          void *y, ptrdiff_t y_pitch)
{
    const size_t to = n < 8 ? 8 : 16;
    const size_t behind = to / n; /* lines that `to` elements reach into */
    if (x_pitch != (ptrdiff_t)n * size || y_pitch != x_pitch || lines <= behind || x == y)
        return 0;
    kernel(lines - behind, to, x, x_pitch, y, y_pitch);
    return lines - behind;
}

LANESCAN_INLINE size_t lines_overlapping(lanescan_short_lines *kernel, element type, size_t lines,
                                         size_t n, const void *x, ptrdiff_t x_pitch, void *y,
                                         ptrdiff_t y_pitch)
{
    if (!LANESCAN_LINES_OVERLAP || n <= RUN || n >= 16 || n % RUN == 0)
        return 0;
    return lines_as_vectors(kernel, (ptrdiff_t)element_bytes(type), lines, n, x, x_pitch, y,
                            y_pitch);
}

#endif
