/* Lines that have ended (scalars.h) go on in lanes. */
#ifndef LANESCAN_ENDED_H
#define LANESCAN_ENDED_H

#include "fold/group.h"
#include "fold/rows.h"

/* ---- along a line ---- */

LANESCAN_INLINE f64v ended_level(operation op, int half, f64v v)
{
    const f64v before = f64v_spread(half, v, f64_identity(op));
    return f64v_after_spread(half, v, f64v_apply(op, before, v));
}

/* The inclusive scan of eight elements, each with what has ended. */
LANESCAN_INLINE f64v ended_scan(operation op, double each, f64v x)
{
    f64v v = f64v_apply(op, f64v_splat(each), x);
    v = ended_level(op, 1, v);
    v = ended_level(op, 2, v);
    return ended_level(op, 4, v);
}

/* All that is left of a piece. */
LANESCAN_COLD void line_ended(operation op, element in, element out, bool backwards, size_t n,
                              const void *x, void *y, lanescan_state *state)
{
    const double each = ended_factor(op, state->ended);
    f64v line = f64v_splat(state->ended);
    for (size_t i = 0; i < n; i += LANES) {
        const size_t count = n - i < LANES ? n - i : LANES;
        const f64v elements = vector_load_part(in, backwards, x, i, count, f64_identity(op));
        const f64v scan = ended_scan(op, each, elements);
        vector_store_part(out, backwards, y, i, count, f64v_apply(op, line, scan));
        line = f64v_apply(op, line, f64v_splat_last(scan));
    }
    state->ended = f64v_first(line);
}

/* ---- many lines side by side ---- */

/* The lines of the block that have ended: their results take their places in the buffer, or where
 * there is none, and all have ended, are written. */
LANESCAN_COLD void columns_ended(operation op, element type, lanescan_columns *state,
                                 const row_block *block, row_buffer *results)
{
    double *const ended_of = state->ended + block->first;
    const m64v goes_on = lines_go_on(state, block->first);
    const f64v before = lines_load(ended_of);
    f64v ended = before;
    for (size_t row = 0; row < block->rows; row++) {
        ended = f64v_apply(op, ended, row_read(type, block, row, f64_identity(op)));
        if (results)
            buffer_store(results, row, f64v_select(goes_on, buffer_load(results, row), ended));
        else
            row_write(type, block, row, ended);
    }
    f64v_store(ELEMENT_F64, ended_of, f64v_select(goes_on, before, ended));
}

#endif
