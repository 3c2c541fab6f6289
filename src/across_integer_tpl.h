/* cumsum and cumprod of integers, many lines side by side: exact in any order, so row by row, in the lanes of each type. */
#ifndef LANESCAN_ACROSS_INTEGER_TPL_H
#define LANESCAN_ACROSS_INTEGER_TPL_H

#include "across_rows_tpl.h"

/* Vectors side by side that go down together: whole cache lines of each row, one after the other. */
enum { INTEGER_VECTORS = 4, LANES_32 = 16 };

LANESCAN_INLINE void across_integers_64(operation op, size_t count, lanescan_across *state,
                                        const row_block *block)
{
    int64_t *const carried = state->as.integer + block->first;
    i64x8 so_far[INTEGER_VECTORS];
    for (size_t k = 0; k < count; k++)
        so_far[k] = i64x8_load(carried + LANES * k);
    for (size_t row = 0; row < block->rows; row++)
        for (size_t k = 0; k < count; k++) {
            const i64x8 x = i64x8_load((const int64_t *)row_in(block, row) + LANES * k);
            so_far[k] = op == OP_ADD ? i64x8_add(so_far[k], x) : i64x8_mul(so_far[k], x);
            i64x8_store((int64_t *)row_out(block, row) + LANES * k, so_far[k]);
        }
    for (size_t k = 0; k < count; k++)
        i64x8_store(carried + LANES * k, so_far[k]);
}

LANESCAN_INLINE void across_integers_32(operation op, size_t count, lanescan_across *state,
                                        const row_block *block)
{
    int32_t *const carried = state->as.narrow_integer + block->first;
    i32x16 so_far[INTEGER_VECTORS];
    for (size_t k = 0; k < count; k++)
        so_far[k] = i32x16_load(carried + LANES_32 * k);
    for (size_t row = 0; row < block->rows; row++)
        for (size_t k = 0; k < count; k++) {
            const i32x16 x = i32x16_load((const int32_t *)row_in(block, row) + LANES_32 * k);
            so_far[k] = op == OP_ADD ? i32x16_add(so_far[k], x) : i32x16_mul(so_far[k], x);
            i32x16_store((int32_t *)row_out(block, row) + LANES_32 * k, so_far[k]);
        }
    for (size_t k = 0; k < count; k++)
        i32x16_store(carried + LANES_32 * k, so_far[k]);
}

/* Lines that do not fill a vector: `lines` of them. */
LANESCAN_APART void across_integer_lanes(line_type type, operation op, lanescan_across *state,
                                         size_t lines, const row_block *block)
{
    for (size_t row = 0; row < block->rows; row++)
        for (size_t lane = 0; lane < lines; lane++) {
            if (type == LINE_I64) {
                int64_t *const carried = state->as.integer + block->first + lane;
                const uint64_t a = (uint64_t)*carried,
                               b = (uint64_t)((const int64_t *)row_in(block, row))[lane];
                *carried = (int64_t)(op == OP_ADD ? a + b : a * b);
                ((int64_t *)row_out(block, row))[lane] = *carried;
            } else {
                int32_t *const carried = state->as.narrow_integer + block->first + lane;
                const uint32_t a = (uint32_t)*carried,
                               b = (uint32_t)((const int32_t *)row_in(block, row))[lane];
                *carried = (int32_t)(op == OP_ADD ? a + b : a * b);
                ((int32_t *)row_out(block, row))[lane] = *carried;
            }
        }
}

LANESCAN_INLINE void across_integers(line_type type, operation op, lanescan_across *state,
                                     size_t rows, size_t lines, const lanescan_rows *where)
{
    const size_t size = type == LINE_I64 ? sizeof(int64_t) : sizeof(int32_t);
    const size_t lanes = type == LINE_I64 ? LANES : LANES_32;
    for (size_t first = 0, done; first < lines; first += done) {
        const row_block block = row_block_of(where, size, first, rows, lines);
        const size_t vectors = (lines - first) / lanes;
        if (LANESCAN_UNLIKELY(vectors == 0)) {
            done = lines - first;
            across_integer_lanes(type, op, state, done, &block);
            continue;
        }
        const bool several = vectors >= INTEGER_VECTORS;
        done = several ? INTEGER_VECTORS * lanes : lanes;
        if (type == LINE_I64 && several)
            across_integers_64(op, INTEGER_VECTORS, state, &block);
        else if (type == LINE_I64)
            across_integers_64(op, 1, state, &block);
        else if (several)
            across_integers_32(op, INTEGER_VECTORS, state, &block);
        else
            across_integers_32(op, 1, state, &block);
    }
    state->position += rows;
}

#define ACROSS_INTEGER(name, type, op)                                  \
    static void name(lanescan_across *state, size_t rows, size_t lines, \
                     const lanescan_rows *where)                        \
    {                                                                   \
        across_integers(type, op, state, rows, lines, where);           \
    }
ACROSS_INTEGER(across_cumsum_i32, LINE_I32, OP_ADD)
ACROSS_INTEGER(across_cumsum_i64, LINE_I64, OP_ADD)
ACROSS_INTEGER(across_cumprod_i32, LINE_I32, OP_MULTIPLY)
ACROSS_INTEGER(across_cumprod_i64, LINE_I64, OP_MULTIPLY)

#endif
