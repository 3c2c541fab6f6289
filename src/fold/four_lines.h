/* Four lines of complex numbers: the numbers that they have in one place are a vector. */
#ifndef LANESCAN_FOUR_LINES_H
#define LANESCAN_FOUR_LINES_H

#include "block.h"

#if LANES > 1
enum { LINES_TOGETHER = LANES / 2 };

typedef struct four_lines {
    const char *x[LINES_TOGETHER];
    char *y[LINES_TOGETHER];
} four_lines;

/* In the place of lines that are not there, the first once more. */
LANESCAN_INLINE four_lines four_lines_at(size_t lines, const char *x, ptrdiff_t x_pitch, char *y,
                                         ptrdiff_t y_pitch)
{
    four_lines at;
    for (size_t i = 0; i < LINES_TOGETHER; i++) {
        const ptrdiff_t line = i < lines ? (ptrdiff_t)i : 0;
        at.x[i] = x + line * x_pitch;
        at.y[i] = y + line * y_pitch;
    }
    return at;
}

/* A run of each, `count` numbers or all four, and zeros. */
LANESCAN_INLINE void lines_load_run(element type, size_t count, const four_lines *at, size_t offset,
                                    f64v of[RUN])
{
    for (size_t i = 0; i < LINES_TOGETHER; i++)
        of[i] = count >= RUN ? f64v_load(type, at->x[i] + offset)
                             : f64v_load_part(type, at->x[i] + offset, 2 * count, 0);
}

LANESCAN_INLINE void lines_store_run(element type, size_t count, const four_lines *at,
                                     size_t offset, const f64v of[RUN])
{
    for (size_t i = 0; i < LINES_TOGETHER; i++)
        if (count >= RUN)
            f64v_store(type, at->y[i] + offset, of[i]);
        else
            f64v_store_part(type, at->y[i] + offset, 2 * count, of[i]);
}

LANESCAN_INLINE void lines_read_run(element type, size_t count, const four_lines *at, size_t offset,
                                    f64v of[RUN])
{
    if (type == ELEMENT_F32)
        lines_load_run(ELEMENT_F32, count, at, offset, of);
    else
        lines_load_run(ELEMENT_F64, count, at, offset, of);
    f64v_turn_pairs(of);
}

LANESCAN_INLINE void lines_write_run(element type, size_t count, const four_lines *at,
                                     size_t offset, f64v of[RUN])
{
    f64v_turn_pairs(of);
    if (type == ELEMENT_F32)
        lines_store_run(ELEMENT_F32, count, at, offset, of);
    else
        lines_store_run(ELEMENT_F64, count, at, offset, of);
}
#endif

#endif
