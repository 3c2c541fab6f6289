/* Transposing copies, by squares of 8 x 8 elements that the vocabulary turns. */
#include "block.h"
#include "lanes/squares.h"
#include "memory/own.h"

enum { SQUARE = 8 };

LANESCAN_INLINE void transpose_square(size_t size, const char *from, ptrdiff_t from_pitch, char *to,
                                      ptrdiff_t to_pitch)
{
    if (size == 1)
        transpose_8(from, from_pitch, to, to_pitch);
    else if (size == 2)
        transpose_16(from, from_pitch, to, to_pitch);
    else if (size == 4)
        transpose_32(from, from_pitch, to, to_pitch);
    else
        transpose_64(from, from_pitch, to, to_pitch);
}

LANESCAN_INLINE ptrdiff_t pitch_magnitude(ptrdiff_t pitch)
{
    return pitch < 0 ? -pitch : pitch;
}

/* How much of a side of at least a square is covered by squares, of which the last overlaps the one
 * before it. It costs as much as the others: one element of 8 bytes, and what portable code copies
 * in any case one by one, is left over. */
LANESCAN_INLINE size_t covered(size_t size, size_t length)
{
    const size_t left = length % SQUARE;
    bool overlaps = size < 8 || left > 1;
    IN_SCALARS(overlaps = false;)
    return overlaps ? length : length - left;
}

LANESCAN_INLINE size_t square_at(size_t at, size_t length)
{
    return at + SQUARE <= length ? at : length - SQUARE;
}

/* Lines at pitches of a power of two share few places of the cache, so the side with the longer
 * pitch is gone along: there, what a cache line holds is used while it is still present. */
LANESCAN_INLINE void transpose(size_t size, size_t rows, size_t columns, const char *from,
                               ptrdiff_t from_pitch, char *to, ptrdiff_t to_pitch)
{
    const bool along_rows = pitch_magnitude(from_pitch) >= pitch_magnitude(to_pitch);
    const bool has_squares = rows >= SQUARE && columns >= SQUARE;
    const size_t by_rows = has_squares ? covered(size, rows) : 0,
                 by_columns = has_squares ? covered(size, columns) : 0;
    const size_t bands = along_rows ? by_rows : by_columns,
                 length = along_rows ? by_columns : by_rows;
    for (size_t band = 0; band < bands; band += SQUARE)
        for (size_t at = 0; at < length; at += SQUARE) {
            const size_t b = square_at(band, bands), a = square_at(at, length);
            const size_t r = along_rows ? b : a, c = along_rows ? a : b;
            transpose_square(size, from + (ptrdiff_t)r * from_pitch + c * size, from_pitch,
                             to + (ptrdiff_t)c * to_pitch + r * size, to_pitch);
        }
    transpose_elements(size, rows, columns - by_columns, from + by_columns * size, from_pitch,
                       to + (ptrdiff_t)by_columns * to_pitch, to_pitch);
    transpose_elements(size, rows - by_rows, by_columns, from + (ptrdiff_t)by_rows * from_pitch,
                       from_pitch, to + by_rows * size, to_pitch);
}

#define TRANSPOSE(size)                                                                       \
    LANESCAN_UNUSED static void transpose_size_##size(size_t rows, size_t columns,            \
                                                      const void *from, ptrdiff_t from_pitch, \
                                                      void *to, ptrdiff_t to_pitch)           \
    {                                                                                         \
        transpose(size, rows, columns, from, from_pitch, to, to_pitch);                       \
    }
TRANSPOSE(1)
TRANSPOSE(2)
TRANSPOSE(4)
TRANSPOSE(8)

const lanescan_transposes OF_FOLDER(transposes) = { KEPT_OR_NULL(transpose_size_1),
                                                    KEPT_OR_NULL(transpose_size_2),
                                                    KEPT_OR_NULL(transpose_size_4),
                                                    KEPT_OR_NULL(transpose_size_8) };
