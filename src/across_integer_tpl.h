/* cumsum and cumprod of integers modulo 2^64, many lines side by side: exact in any order, so row by row. */
#ifndef LANESCAN_ACROSS_INTEGER_TPL_H
#define LANESCAN_ACROSS_INTEGER_TPL_H

#include "across_tile_tpl.h"

LANESCAN_INLINE void across_integers(operation op, lanescan_across *state, size_t rows,
                                     size_t lines, int64_t *tile)
{
    for (size_t first = 0; first < lines; first += LANES) {
        i64x8 so_far = i64x8_load(state->as.integer + first);
        for (size_t row = 0; row < rows; row++) {
            int64_t *const at = tile + row * ACROSS_LINES + first;
            const i64x8 x = i64x8_load(at);
            so_far = op == OP_ADD ? i64x8_add(so_far, x) : i64x8_mul(so_far, x);
            i64x8_store(at, so_far);
        }
        i64x8_store(state->as.integer + first, so_far);
    }
    state->position += rows;
}

static void across_cumsum_i64(lanescan_across *state, size_t rows, size_t lines, void *tile,
                              int64_t *index)
{
    (void)index;
    across_integers(OP_ADD, state, rows, lines, tile);
}

static void across_cumprod_i64(lanescan_across *state, size_t rows, size_t lines, void *tile,
                               int64_t *index)
{
    (void)index;
    across_integers(OP_MULTIPLY, state, rows, lines, tile);
}

#endif
