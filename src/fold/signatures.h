/* What kernels of scans take and give. */
#ifndef LANESCAN_SIGNATURES_H
#define LANESCAN_SIGNATURES_H

#include "fold/state.h"

#include <stddef.h>

/* A piece of a line: n elements, a multiple of 32 except in the last piece; y == x is allowed where
 * the types are the same. Backwards it is given by the addresses of its first elements, the last in
 * memory, and walks down in x, y and index. index is NULL but for extremes. For logcumsumexp y may
 * be NULL: then only the state moves on, and n of real elements is a multiple of 32 in the last
 * piece too. */
typedef void lanescan_piece(lanescan_state *state, bool backwards, size_t n, const void *x, void *y,
                            int64_t *index);

/* Where lines lie side by side: element r of line l is at in + r * in_stride + l * (its size), in
 * bytes; so are results and indices. Results over elements are allowed where the strides are the
 * same. */
typedef struct lanescan_rows {
    const char *in;
    char *out, *index; /* index is NULL but for extremes */
    ptrdiff_t in_stride, out_stride, index_stride;
} lanescan_rows;

/* Many lines side by side: `rows` elements (32 except in the last tile) of each of `lines` lines,
 * at most ACROSS_LINES. The same bits as lanescan_piece gives for each line. (Of halves: their
 * values and results as f64, which are still to be rounded.) */
typedef void lanescan_across(lanescan_columns *state, size_t rows, size_t lines,
                             const lanescan_rows *where);

/* Lines of n elements, 1 to 8, that follow each other in memory, as do the elements of a line; from
 * line to line it is so many bytes. y == x is allowed where the pitches are the same. */
typedef void lanescan_short_lines(size_t lines, size_t n, const void *x, ptrdiff_t x_pitch, void *y,
                                  ptrdiff_t y_pitch);

/* y[i] = log(e^a[i] + e^b[i]). */
typedef void lanescan_binary(size_t n, const void *a, const void *b, void *y);

#endif
