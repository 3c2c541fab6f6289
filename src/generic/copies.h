/* Bytes as they are: whole cache lines, and squares of 8 x 8 elements turned. */
#ifndef LANESCAN_COPIES_H
#define LANESCAN_COPIES_H

#include "lanes/squares.h"
#include "types.h"

/* ---- whole cache lines past the caches, where there is a way ---- */

/* 64 bytes, to an aligned address. */
LANESCAN_INLINE void nontemporal_line(void *to, const void *from)
{
    memcpy(to, from, 64);
}

/* Other cores see the lines after this. */
LANESCAN_INLINE void nontemporal_fence(void)
{
}

/* ---- squares of 8 x 8 elements, by their bits: rows become columns ---- */

LANESCAN_INLINE void transpose_64(const char *from, ptrdiff_t from_pitch, char *to,
                                  ptrdiff_t to_pitch)
{
    transpose_elements(8, 8, 8, from, from_pitch, to, to_pitch);
}

LANESCAN_INLINE void transpose_32(const char *from, ptrdiff_t from_pitch, char *to,
                                  ptrdiff_t to_pitch)
{
    transpose_elements(4, 8, 8, from, from_pitch, to, to_pitch);
}

LANESCAN_INLINE void transpose_16(const char *from, ptrdiff_t from_pitch, char *to,
                                  ptrdiff_t to_pitch)
{
    transpose_elements(2, 8, 8, from, from_pitch, to, to_pitch);
}

LANESCAN_INLINE void transpose_8(const char *from, ptrdiff_t from_pitch, char *to,
                                 ptrdiff_t to_pitch)
{
    transpose_elements(1, 8, 8, from, from_pitch, to, to_pitch);
}

#endif
