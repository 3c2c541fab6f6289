/* cumsum and cumprod of integers, many lines side by side: row by row, in the lanes of each
 * type. */
#ifndef LANESCAN_INTEGER_ACROSS_H
#define LANESCAN_INTEGER_ACROSS_H

#include "fold/rows.h"
#include "ops/integer/integer.h"

/* Vectors side by side that go down together: whole cache lines of each row, one after the
 * other. */
enum { INTEGER_VECTORS = 4 };

LANESCAN_INLINE void integers_down_64(operation op, size_t count, lanescan_columns *state,
                                      const row_block *block)
{
    int64_t *const of_lines = state->as.integer + block->first;
    i64v so_far[INTEGER_VECTORS];
    for (size_t k = 0; k < count; k++)
        so_far[k] = i64v_load(of_lines + LANES * k);
    for (size_t row = 0; row < block->rows; row++)
        for (size_t k = 0; k < count; k++) {
            const i64v x = i64v_load((const int64_t *)(const void *)row_in(block, row) + LANES * k);
            so_far[k] = op == OP_ADD ? i64v_add(so_far[k], x) : i64v_mul(so_far[k], x);
            i64v_store((int64_t *)(void *)row_out(block, row) + LANES * k, so_far[k]);
        }
    for (size_t k = 0; k < count; k++)
        i64v_store(of_lines + LANES * k, so_far[k]);
}

LANESCAN_INLINE void integers_down_32(operation op, size_t count, lanescan_columns *state,
                                      const row_block *block)
{
    int32_t *const of_lines = state->as.integer_32 + block->first;
    i32v so_far[INTEGER_VECTORS];
    for (size_t k = 0; k < count; k++)
        so_far[k] = i32v_load(of_lines + FLOAT_LANES * k);
    for (size_t row = 0; row < block->rows; row++)
        for (size_t k = 0; k < count; k++) {
            const i32v x = i32v_load((const int32_t *)(const void *)row_in(block, row) +
                                     FLOAT_LANES * k);
            so_far[k] = op == OP_ADD ? i32v_add(so_far[k], x) : i32v_mul(so_far[k], x);
            i32v_store((int32_t *)(void *)row_out(block, row) + FLOAT_LANES * k, so_far[k]);
        }
    for (size_t k = 0; k < count; k++)
        i32v_store(of_lines + FLOAT_LANES * k, so_far[k]);
}

/* Lines that make no vector. */
LANESCAN_NOINLINE void integer_last_lines(operation op, element type, lanescan_columns *state,
                                          size_t first, size_t rows, size_t lines,
                                          const lanescan_rows *where)
{
    integer_rows(op, type, state, first, rows, lines, where);
}

LANESCAN_INLINE void integer_across(element type, operation op, lanescan_columns *state,
                                    size_t rows, size_t lines, const lanescan_rows *where)
{
    const size_t size = type == ELEMENT_I64 ? sizeof(int64_t) : sizeof(int32_t);
    const size_t lanes = type == ELEMENT_I64 ? LANES : FLOAT_LANES;
    for (size_t first = 0, done; first < lines; first += done) {
        const row_block block = row_block_of(where, size, first, rows, lines);
        const size_t vectors = (lines - first) / lanes;
        const bool several = vectors >= INTEGER_VECTORS;
        done = several ? INTEGER_VECTORS * lanes : lanes;
        if (LANESCAN_UNLIKELY(vectors == 0)) {
            integer_last_lines(op, type, state, first, rows, lines, where);
            done = lines - first;
        } else if (type == ELEMENT_I64 && several) {
            integers_down_64(op, INTEGER_VECTORS, state, &block);
        } else if (type == ELEMENT_I64) {
            integers_down_64(op, 1, state, &block);
        } else if (several) {
            integers_down_32(op, INTEGER_VECTORS, state, &block);
        } else {
            integers_down_32(op, 1, state, &block);
        }
    }
    state->position += rows;
}

#endif
