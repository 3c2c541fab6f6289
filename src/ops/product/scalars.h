/* cumprod in portable code: product_group along lines and down columns. */
#ifndef LANESCAN_PRODUCT_SCALARS_H
#define LANESCAN_PRODUCT_SCALARS_H

#include "ops/product/product.h"

void KERNEL(product_group)(lanescan_state *state, size_t count, const double *x, double *y)
{
    product_group(state, count, source_of(ELEMENT_F64, false, x),
                  target_of(ELEMENT_F64, false, y));
}

LANESCAN_INLINE void product_piece(element in, element out, bool backwards, size_t n,
                                   const void *x, void *y, lanescan_state *state)
{
    const source from = source_of(in, backwards, x);
    const target to = target_of(out, backwards, y);
    size_t i = 0;
    for (; n - i >= GROUP && !state->over; i += GROUP) {
        product_group(state, GROUP, source_from(from, i), target_from(to, i));
        state->position += GROUP;
        if (state->position % CHUNK == 0)
            product_fold_chunk(&state->as.product);
    }
    const source rest = source_from(from, i);
    const target rest_to = target_from(to, i);
    if (state->over)
        KERNEL(ended_line)(state, OP_MULTIPLY, n - i, &rest, &rest_to);
    else if (i < n)
        product_group(state, n - i, rest, rest_to);
    state->position += n - i;
}

/* Column after column. */
LANESCAN_INLINE void product_across(element type, lanescan_columns *state, size_t rows,
                                    size_t lines, const lanescan_rows *where)
{
    for (size_t l = 0; l < lines; l++) {
        const size_t offset = l * element_bytes(type);
        const source x = { type, where->in + offset, where->in_stride };
        const target y = { type, where->out + offset, where->out_stride };
        lanescan_state line;
        line.over = state->over[l];
        line.ended = state->ended[l];
        product_get(&state->as.product, l, &line.as.product);
        if (LANESCAN_UNLIKELY(line.over))
            KERNEL(ended_line)(&line, OP_MULTIPLY, rows, &x, &y);
        else if (rows == GROUP)
            product_group(&line, GROUP, x, y);
        else
            product_group(&line, rows, x, y);
        product_put(&state->as.product, l, &line.as.product);
        state->over[l] = line.over;
        state->ended[l] = line.ended;
    }
    state->position += rows;
    product_columns_end_group(state, lines);
}

LANESCAN_INLINE void product_line(element type, size_t n, const void *x, void *y,
                                  lanescan_piece *piece)
{
    lanescan_state state;
    (void)type;
    product_begin(&state);
    piece(&state, false, n, x, y, NULL);
}

#endif
