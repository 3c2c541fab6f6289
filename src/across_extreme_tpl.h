/* cummax and cummin of many lines side by side: exact in any order, so row by row. NaN is sticky; of equal values, and
 * of NaNs, the latest counts. */
#ifndef LANESCAN_ACROSS_EXTREME_TPL_H
#define LANESCAN_ACROSS_EXTREME_TPL_H

#include "across_tile_tpl.h"

LANESCAN_INLINE int64_t across_index(const lanescan_across *state, size_t row)
{
    const across_extreme *const e = &state->as.extreme;
    return (int64_t)((uint64_t)e->first_index + (uint64_t)e->index_step * (state->position + row));
}

LANESCAN_INLINE void across_extremes_f64(operation op, lanescan_across *state, size_t rows,
                                         size_t first, double *block, int64_t *index)
{
    across_extreme *const e = &state->as.extreme;
    f64x8 so_far = lines_load(e->so_far.real + first);
    i64x8 latest = i64x8_load(e->index + first);
    for (size_t row = 0; row < rows; row++) {
        const f64x8 x = row_load(block, row);
        const m64x8 fresh = f64x8_replaces(op, so_far, x);
        so_far = f64x8_select(fresh, x, so_far);
        row_store(block, row, so_far);
        if (index) {
            latest = i64x8_select(fresh, i64x8_splat(across_index(state, row)), latest);
            i64x8_store(index + row * ACROSS_LINES + first, latest);
        }
    }
    f64x8_store(ELEMENT_F64, e->so_far.real + first, so_far);
    i64x8_store(e->index + first, latest);
}

LANESCAN_INLINE void across_extremes_i64(operation op, lanescan_across *state, size_t rows,
                                         size_t first, int64_t *block, int64_t *index)
{
    across_extreme *const e = &state->as.extreme;
    i64x8 so_far = i64x8_load(e->so_far.integer + first);
    i64x8 latest = i64x8_load(e->index + first);
    for (size_t row = 0; row < rows; row++) {
        const i64x8 x = i64x8_load(block + row * ACROSS_LINES);
        const m64x8 stays = op == OP_MAX ? i64x8_gt(so_far, x) : i64x8_gt(x, so_far);
        so_far = i64x8_select(stays, so_far, x);
        i64x8_store(block + row * ACROSS_LINES, so_far);
        if (index) {
            latest = i64x8_select(stays, latest, i64x8_splat(across_index(state, row)));
            i64x8_store(index + row * ACROSS_LINES + first, latest);
        }
    }
    i64x8_store(e->so_far.integer + first, so_far);
    i64x8_store(e->index + first, latest);
}

LANESCAN_INLINE void across_extremes(line_type type, operation op, lanescan_across *state,
                                     size_t rows, size_t lines, void *tile, int64_t *index)
{
    for (size_t first = 0; first < lines; first += LANES) {
        if (type == LINE_I64)
            across_extremes_i64(op, state, rows, first, (int64_t *)tile + first, index);
        else
            across_extremes_f64(op, state, rows, first, (double *)tile + first, index);
    }
    state->position += rows;
}

static void across_cummax_f64(lanescan_across *state, size_t rows, size_t lines, void *tile,
                              int64_t *index)
{
    if (index)
        across_extremes(LINE_F64, OP_MAX, state, rows, lines, tile, index);
    else
        across_extremes(LINE_F64, OP_MAX, state, rows, lines, tile, NULL);
}

static void across_cummin_f64(lanescan_across *state, size_t rows, size_t lines, void *tile,
                              int64_t *index)
{
    if (index)
        across_extremes(LINE_F64, OP_MIN, state, rows, lines, tile, index);
    else
        across_extremes(LINE_F64, OP_MIN, state, rows, lines, tile, NULL);
}

static void across_cummax_i64(lanescan_across *state, size_t rows, size_t lines, void *tile,
                              int64_t *index)
{
    if (index)
        across_extremes(LINE_I64, OP_MAX, state, rows, lines, tile, index);
    else
        across_extremes(LINE_I64, OP_MAX, state, rows, lines, tile, NULL);
}

static void across_cummin_i64(lanescan_across *state, size_t rows, size_t lines, void *tile,
                              int64_t *index)
{
    if (index)
        across_extremes(LINE_I64, OP_MIN, state, rows, lines, tile, index);
    else
        across_extremes(LINE_I64, OP_MIN, state, rows, lines, tile, NULL);
}

#endif
