/* cumsum and cumprod of integers modulo 2^64, many lines side by side: exact in any order, so row by row. */
#ifndef LANESCAN_ACROSS_INTEGER_TPL_H
#define LANESCAN_ACROSS_INTEGER_TPL_H

#include "across_rows_tpl.h"

/* Lines that do not fill a block. */
LANESCAN_APART void across_integer_lanes(operation op, int64_t *so_far, const row_block *block)
{
    for (size_t row = 0; row < block->rows; row++) {
        const int64_t *const x = (const int64_t *)row_in(block, row);
        int64_t *const y = (int64_t *)row_out(block, row);
        for (size_t lane = 0; lane < block->lanes; lane++) {
            const uint64_t a = (uint64_t)so_far[lane], b = (uint64_t)x[lane];
            y[lane] = so_far[lane] = (int64_t)(op == OP_ADD ? a + b : a * b);
        }
    }
}

LANESCAN_INLINE void across_integers(operation op, lanescan_across *state, size_t rows,
                                     size_t lines, const lanescan_rows *where)
{
    for (size_t first = 0; first < lines; first += LANES) {
        const row_block block = row_block_of(where, sizeof(int64_t), first, rows, lines);
        if (LANESCAN_UNLIKELY(block.lanes < LANES)) {
            across_integer_lanes(op, state->as.integer + first, &block);
            continue;
        }
        i64x8 so_far = i64x8_load(state->as.integer + first);
        for (size_t row = 0; row < rows; row++) {
            const i64x8 x = i64x8_load((const int64_t *)row_in(&block, row));
            so_far = op == OP_ADD ? i64x8_add(so_far, x) : i64x8_mul(so_far, x);
            i64x8_store((int64_t *)row_out(&block, row), so_far);
        }
        i64x8_store(state->as.integer + first, so_far);
    }
    state->position += rows;
}

static void across_cumsum_i64(lanescan_across *state, size_t rows, size_t lines,
                              const lanescan_rows *where)
{
    across_integers(OP_ADD, state, rows, lines, where);
}

static void across_cumprod_i64(lanescan_across *state, size_t rows, size_t lines,
                               const lanescan_rows *where)
{
    across_integers(OP_MULTIPLY, state, rows, lines, where);
}

#endif
