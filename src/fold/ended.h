/* The rest of lines that are infinite, NaN or 0 for good (scalars.h), eight elements at a time. */
#ifndef LANESCAN_ENDED_H
#define LANESCAN_ENDED_H

#include "fold/group.h"
#include "fold/rows.h"

/* ---- along a line ---- */

/* The inclusive scan of eight elements, each with what has ended. */
LANESCAN_INLINE f64v ended_scan(operation op, double each, f64v x)
{
    return f64v_scan(op, f64v_apply(op, f64v_splat(each), x));
}

/* What is left of a piece, as far as it fills vectors; returns how many elements are done. Finite
 * elements change no sum. */
LANESCAN_NOINLINE size_t line_ended(operation op, element in, element out, bool backwards, size_t n,
                                    const void *x, void *y, lanescan_state *state)
{
    const double each = ended_factor(op, state->ended);
    f64v line = f64v_splat(state->ended);
    size_t i = 0;
    for (; n - i >= LANES; i += LANES) {
        const f64v elements = vector_load(in, backwards, x, i);
        f64v results = line;
        if (op == OP_MULTIPLY || LANESCAN_UNLIKELY(f64v_any_nonfinite(elements))) {
            const f64v scan = ended_scan(op, each, elements);
            results = f64v_apply(op, line, scan);
            line = f64v_apply(op, line, f64v_splat_last(scan));
        }
        vector_store(out, backwards, y, i, results);
    }
    state->ended = f64v_first(line);
    return i;
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
