/* cumsum of integers along a line, and both side by side, in portable code. */
#ifndef LANESCAN_INTEGER_SCALARS_H
#define LANESCAN_INTEGER_SCALARS_H

#include "ops/integer/integer.h"

LANESCAN_INLINE void integer_sum_piece_32(bool backwards, size_t n, const int32_t *x, int32_t *y,
                                          lanescan_state *state)
{
    state->as.integer = integer_sums_32(backwards, 0, n, x, y, (uint32_t)state->as.integer);
}

LANESCAN_INLINE void integer_sum_piece_64(int dtype, bool backwards, size_t n, const void *x,
                                          int64_t *y, lanescan_state *state)
{
    state->as.integer = integer_sums_64(dtype, backwards, 0, n, x, y, state->as.integer);
}

/* In the lanes that compilers find. */
LANESCAN_VECTORIZED void integer_all_lines(operation op, element type, lanescan_columns *state,
                                           size_t rows, size_t lines, const lanescan_rows *where)
{
    integer_rows(op, type, state, 0, rows, lines, where);
}

LANESCAN_INLINE void integer_across(element type, operation op, lanescan_columns *state,
                                    size_t rows, size_t lines, const lanescan_rows *where)
{
    integer_all_lines(op, type, state, rows, lines, where);
    state->position += rows;
}

#endif
