/* cumsum in portable code: sum_group along lines and down columns. */
#ifndef LANESCAN_SUM_SCALARS_H
#define LANESCAN_SUM_SCALARS_H

#include "fold/ended.h"
#include "ops/sum/sum.h"

void KERNEL(sum_group)(lanescan_state *state, precision of, size_t count, const double *x,
                       double *y)
{
    sum_group(state, of, count, source_of(ELEMENT_F64, false, x),
              target_of(ELEMENT_F64, false, y));
}

LANESCAN_INLINE void sum_piece(element in, element out, bool backwards, size_t n, const void *x,
                               void *y, lanescan_state *state)
{
    const source from = source_of(in, backwards, x);
    const target to = target_of(out, backwards, y);
    size_t i = 0;
    for (; n - i >= GROUP && !state->over; i += GROUP) {
        sum_group(state, precision_of(in), GROUP, source_from(from, i), target_from(to, i));
        state->position += GROUP;
        if (state->position % CHUNK == 0)
            sum_fold_chunk(&state->as.sum);
    }
    const source rest = source_from(from, i);
    const target rest_to = target_from(to, i);
    if (state->over)
        KERNEL(ended_line)(state, OP_ADD, n - i, &rest, &rest_to);
    else if (i < n)
        sum_group(state, precision_of(in), n - i, rest, rest_to);
    state->position += n - i;
}

/* Column after column. */
LANESCAN_INLINE void sum_across(element type, lanescan_columns *state, size_t rows, size_t lines,
                                const lanescan_rows *where)
{
    for (size_t l = 0; l < lines; l++) {
        const size_t offset = l * element_bytes(type);
        const source x = { type, where->in + offset, where->in_stride };
        const target y = { type, where->out + offset, where->out_stride };
        lanescan_state line;
        line.over = state->over[l];
        line.ended = state->ended[l];
        sum_get(&state->as.sum, l, &line.as.sum);
        if (LANESCAN_UNLIKELY(line.over))
            KERNEL(ended_line)(&line, OP_ADD, rows, &x, &y);
        else if (rows == GROUP)
            sum_group(&line, precision_of(type), GROUP, x, y);
        else
            sum_group(&line, precision_of(type), rows, x, y);
        sum_put(&state->as.sum, l, &line.as.sum);
        state->over[l] = line.over;
        state->ended[l] = line.ended;
    }
    state->position += rows;
    sum_columns_end_group(state, lines);
}

LANESCAN_INLINE void sum_line(element type, size_t n, const void *x, void *y, lanescan_piece *piece)
{
    lanescan_state state;
    (void)type;
    sum_begin(&state);
    piece(&state, false, n, x, y, NULL);
}

LANESCAN_INLINE void sum_short(element type, bool whole, size_t lines, size_t n, const char *x,
                               ptrdiff_t x_pitch, char *y, ptrdiff_t y_pitch)
{
    (void)whole;
    for (size_t line = 0; line < lines; line++) {
        lanescan_state state;
        sum_begin(&state);
        sum_group(&state, precision_of(type), n, source_of(type, false, x),
                  target_of(type, false, y));
        x += x_pitch;
        y += y_pitch;
    }
}

#endif
