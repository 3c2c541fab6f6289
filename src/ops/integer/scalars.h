/* cumsum and cumprod of integers in portable code, and products along a line for all sets. */
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

LANESCAN_INLINE void integer_product_piece_32(bool backwards, size_t n, const int32_t *x,
                                              int32_t *y, lanescan_state *state)
{
    uint32_t product = (uint32_t)state->as.integer;
#pragma GCC unroll 4
    for (size_t i = 0; i < n; i++) {
        product *= (uint32_t)x[offset_of(backwards, i)];
        y[offset_of(backwards, i)] = (int32_t)product;
    }
    state->as.integer = product;
}

LANESCAN_INLINE void integer_product_piece_64(bool backwards, size_t n, const int64_t *x,
                                              int64_t *y, lanescan_state *state)
{
    uint64_t product = state->as.integer;
#pragma GCC unroll 4
    for (size_t i = 0; i < n; i++) {
        product *= (uint64_t)x[offset_of(backwards, i)];
        y[offset_of(backwards, i)] = (int64_t)product;
    }
    state->as.integer = product;
}

/* The product alone, in the order of memory: four at a time, which do not wait for each other. */
LANESCAN_INLINE void integer_product_total_32(bool backwards, size_t n, const int32_t *x,
                                              lanescan_state *state)
{
    const int32_t *const lowest = x + offset_of_vector(backwards, 0, n);
    uint32_t product[4] = { (uint32_t)state->as.integer, 1, 1, 1 };
    for (size_t i = 0; i < n; i++)
        product[i % 4] *= (uint32_t)lowest[i];
    state->as.integer = (product[0] * product[1]) * (product[2] * product[3]);
}

LANESCAN_INLINE void integer_product_total_64(bool backwards, size_t n, const int64_t *x,
                                              lanescan_state *state)
{
    const int64_t *const lowest = x + offset_of_vector(backwards, 0, n);
    uint64_t product[4] = { state->as.integer, 1, 1, 1 };
    for (size_t i = 0; i < n; i++)
        product[i % 4] *= (uint64_t)lowest[i];
    state->as.integer = (product[0] * product[1]) * (product[2] * product[3]);
}

#ifndef LANESCAN_WITHOUT_TENSORS
/* ---- chunks by themselves ---- */

static uint64_t integer_mood(const lanescan_state *line)
{
    (void)line;
    return 0;
}

static void integer_sum_begin_chunk(lanescan_state *chunk, uint64_t mood, uint64_t position)
{
    (void)mood;
    (void)position;
    integer_sum_begin(chunk);
}

static void integer_product_begin_chunk(lanescan_state *chunk, uint64_t mood, uint64_t position)
{
    (void)mood;
    (void)position;
    integer_product_begin(chunk);
}

static bool integer_sum_fold(lanescan_state *line, const lanescan_state *chunk, uint64_t mood)
{
    (void)mood;
    line->as.integer += chunk->as.integer;
    line->position += CHUNK;
    return true;
}

static bool integer_product_fold(lanescan_state *line, const lanescan_state *chunk, uint64_t mood)
{
    (void)mood;
    line->as.integer *= chunk->as.integer;
    line->position += CHUNK;
    return true;
}

const lanescan_fold KERNEL(integer_sum_folding) = { integer_mood, integer_sum_begin_chunk,
                                                    integer_sum_fold };
const lanescan_fold KERNEL(integer_product_folding) = { integer_mood, integer_product_begin_chunk,
                                                        integer_product_fold };
#endif

LANESCAN_INLINE void integer_across(element type, operation op, lanescan_columns *state,
                                    size_t rows, size_t lines, const lanescan_rows *where)
{
    integer_rows(op, type, state, 0, rows, lines, where);
    state->position += rows;
}

LANESCAN_INLINE void integer_short_64(size_t n, const int64_t *x, int64_t *y)
{
    integer_short_line_64(n, x, y);
}

#endif
