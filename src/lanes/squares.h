/* Transposing copies, one element after the other. */
#ifndef LANESCAN_SQUARES_H
#define LANESCAN_SQUARES_H

#include "lanes/basics.h"

/* Element c of row r, at from + r * from_pitch + c * size, to to + c * to_pitch + r * size. */
LANESCAN_INLINE void transpose_elements(size_t size, size_t rows, size_t columns, const char *from,
                                        ptrdiff_t from_pitch, char *to, ptrdiff_t to_pitch)
{
    for (size_t r = 0; r < rows; r++)
        for (size_t c = 0; c < columns; c++)
            memcpy(to + (ptrdiff_t)c * to_pitch + r * size,
                   from + (ptrdiff_t)r * from_pitch + c * size, size);
}

#endif
