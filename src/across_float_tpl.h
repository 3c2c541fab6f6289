/* cumsum and cumprod of f32 and f64, many lines side by side: block after block. */
#ifndef LANESCAN_ACROSS_FLOAT_TPL_H
#define LANESCAN_ACROSS_FLOAT_TPL_H

#include "across_cumprod_tpl.h"
#include "across_cumsum_tpl.h"

LANESCAN_INLINE void across_float_block(operation op, element type, lanescan_across *state,
                                        const row_block *block)
{
    const bool whole = row_block_is_whole(block);
    if (op == OP_ADD && LANESCAN_LIKELY(whole))
        across_cumsum_block(type, true, state, block);
    else if (op == OP_ADD)
        across_cumsum_part(type, state, block);
    else if (LANESCAN_LIKELY(whole))
        across_cumprod_block(type, true, state, block);
    else
        across_cumprod_part(type, state, block);
}

LANESCAN_INLINE void across_floats(operation op, element type, lanescan_across *state, size_t rows,
                                   size_t lines, const lanescan_rows *where)
{
    for (size_t first = 0; first < lines; first += LANES) {
        const row_block block = row_block_of(where, element_bytes(type), first, rows, lines);
        across_float_block(op, type, state, &block);
    }
    state->position += rows;
    if (state->position % CHUNK == 0) {
        if (op == OP_ADD)
            across_sum_next_chunk(state, lines);
        else
            across_product_next_chunk(&state->as.product, lines);
    }
}

static void across_cumsum_f32(lanescan_across *state, size_t rows, size_t lines,
                              const lanescan_rows *where)
{
    across_floats(OP_ADD, ELEMENT_F32, state, rows, lines, where);
}

static void across_cumsum_f64(lanescan_across *state, size_t rows, size_t lines,
                              const lanescan_rows *where)
{
    across_floats(OP_ADD, ELEMENT_F64, state, rows, lines, where);
}

static void across_cumprod_f32(lanescan_across *state, size_t rows, size_t lines,
                               const lanescan_rows *where)
{
    across_floats(OP_MULTIPLY, ELEMENT_F32, state, rows, lines, where);
}

static void across_cumprod_f64(lanescan_across *state, size_t rows, size_t lines,
                               const lanescan_rows *where)
{
    across_floats(OP_MULTIPLY, ELEMENT_F64, state, rows, lines, where);
}

#endif
