/* Four lines of complex numbers: the numbers that they have in one place are a vector. */
#ifndef LANESCAN_FOUR_LINES_H
#define LANESCAN_FOUR_LINES_H

#include "block.h"

#if LANES > 1
#include "fold/group.h"

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

/* Several lines together are read and written at as many places, of which processors do not foresee
 * the next ones: where lines of so many bytes follow each other without gaps, `bytes` of them are
 * asked for, after those that come first. */
LANESCAN_INLINE void fetch_lines_after(size_t bytes, const char *x, ptrdiff_t x_pitch,
                                       const char *y, ptrdiff_t y_pitch, size_t line_bytes)
{
    enum { AFTER = 1024, LONG_BYTES = 2048 };
    if (line_bytes <= LONG_BYTES && x_pitch == (ptrdiff_t)line_bytes && y_pitch == x_pitch)
        fetch_lines_beyond(x + AFTER, y + AFTER, bytes);
}

/* A run of each, `count` numbers or all four, and zeros. */
LANESCAN_INLINE void lines_load_run(element type, size_t count, const four_lines *at, size_t offset,
                                    f64v of[RUN])
{
    for (size_t i = 0; i < LINES_TOGETHER && count < RUN && offset == 0; i++)
        fetch_lines_beyond(at->x[i], at->y[i], 1); /* nothing of them is a whole vector */
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
