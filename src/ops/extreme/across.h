/* cummax and cummin of many lines side by side: row by row. */
#ifndef LANESCAN_EXTREME_ACROSS_H
#define LANESCAN_EXTREME_ACROSS_H

#include "fold/rows.h"
#include "ops/extreme/extreme.h"

/* Vectors of eight lines that go down together, so that they need not wait for each other's
 * comparisons. */
enum { EXTREME_VECTORS = 4, EXTREME_VECTORS_WITH_INDEX = 2 };

LANESCAN_INLINE void extremes_down(element type, operation op, bool with_index, size_t count,
                                   lanescan_columns *state, const row_block *block)
{
    extreme_columns *const e = &state->as.extreme;
    const size_t width = LANES * element_bytes(type);
    f64v so_far[EXTREME_VECTORS];
    i64v latest[EXTREME_VECTORS];
    for (size_t k = 0; k < count; k++) {
        so_far[k] = lines_load(e->so_far.real + block->first + LANES * k);
        latest[k] = i64v_load(e->index + block->first + LANES * k);
    }
    const char *in = block->at.in;
    char *out = block->at.out, *index = block->at.index;
    for (size_t row = 0; row < block->rows; row++) {
        for (size_t k = 0; k < count; k++) {
            const f64v x = f64v_load(type, in + k * width);
            const m64v fresh = f64v_replaces(op, so_far[k], x);
            so_far[k] = f64v_select(fresh, x, so_far[k]);
            f64v_store(type, out + k * width, so_far[k]);
            if (with_index) {
                latest[k] = i64v_select(fresh, i64v_splat(columns_index(state, row)), latest[k]);
                i64v_store((int64_t *)(void *)index + LANES * k, latest[k]);
            }
        }
        in += block->at.in_stride;
        out += block->at.out_stride;
        if (with_index)
            index += block->at.index_stride;
    }
    for (size_t k = 0; k < count; k++) {
        f64v_store(ELEMENT_F64, e->so_far.real + block->first + LANES * k, so_far[k]);
        i64v_store(e->index + block->first + LANES * k, latest[k]);
    }
}

/* Without indices floats stay what they are. */
enum { FLOAT_VECTORS = ACROSS_LINES / FLOAT_LANES };

LANESCAN_INLINE void float_extremes_down(operation op, size_t count, lanescan_columns *state,
                                         const row_block *block)
{
    double *const real = state->as.extreme.so_far.real + block->first;
    float numbers[ACROSS_LINES];
    f32v so_far[FLOAT_VECTORS];
    for (size_t l = 0; l < FLOAT_LANES * count; l++)
        numbers[l] = (float)real[l];
    for (size_t k = 0; k < count; k++)
        so_far[k] = f32v_load(numbers + FLOAT_LANES * k);
    const char *in = block->at.in;
    char *out = block->at.out;
    for (size_t row = 0; row < block->rows; row++) {
        for (size_t k = 0; k < count; k++) {
            const f32v x = f32v_load((const float *)(const void *)in + FLOAT_LANES * k);
            so_far[k] = f32v_follow(op, so_far[k], x);
            f32v_store((float *)(void *)out + FLOAT_LANES * k, so_far[k]);
        }
        in += block->at.in_stride;
        out += block->at.out_stride;
    }
    for (size_t k = 0; k < count; k++)
        f32v_store(numbers + FLOAT_LANES * k, so_far[k]);
    for (size_t l = 0; l < FLOAT_LANES * count; l++)
        real[l] = (double)numbers[l];
}

LANESCAN_INLINE void integer_extremes_down(operation op, bool with_index, lanescan_columns *state,
                                           const row_block *block)
{
    extreme_columns *const e = &state->as.extreme;
    i64v so_far = i64v_load(e->so_far.integer + block->first);
    i64v latest = i64v_load(e->index + block->first);
    for (size_t row = 0; row < block->rows; row++) {
        const i64v x = i64v_load((const int64_t *)(const void *)row_in(block, row));
        const m64v stays = op == OP_MAX ? i64v_gt(so_far, x) : i64v_gt(x, so_far);
        so_far = i64v_select(stays, so_far, x);
        i64v_store((int64_t *)(void *)row_out(block, row), so_far);
        if (with_index) {
            latest = i64v_select(stays, latest, i64v_splat(columns_index(state, row)));
            i64v_store((int64_t *)(void *)row_index(block, row), latest);
        }
    }
    i64v_store(e->so_far.integer + block->first, so_far);
    i64v_store(e->index + block->first, latest);
}

LANESCAN_INLINE void extreme_across(element type, operation op, bool with_index,
                                    lanescan_columns *state, size_t rows, size_t lines,
                                    const lanescan_rows *where)
{
    const size_t size = type == ELEMENT_I64 ? sizeof(int64_t) : element_bytes(type);
    const size_t count = with_index ? EXTREME_VECTORS_WITH_INDEX : EXTREME_VECTORS;
    const bool as_floats = type == ELEMENT_F32 && !with_index;
    for (size_t first = 0, done; first < lines; first += done) {
        const row_block block = row_block_of(where, size, first, rows, lines);
        const size_t left = lines - first;
        done = LANES;
        if (LANESCAN_UNLIKELY(left < LANES)) {
            GENERIC(extreme_columns)(op, type, state, first, rows, lines, where);
        } else if (type == ELEMENT_I64) {
            integer_extremes_down(op, with_index, state, &block);
        } else if (as_floats && left >= ACROSS_LINES) {
            float_extremes_down(op, FLOAT_VECTORS, state, &block);
            done = ACROSS_LINES;
        } else if (as_floats && left >= FLOAT_LANES) {
            float_extremes_down(op, 1, state, &block);
            done = FLOAT_LANES;
        } else if (left >= LANES * count) {
            extremes_down(type, op, with_index, count, state, &block);
            done = LANES * count;
        } else {
            extremes_down(type, op, with_index, 1, state, &block);
        }
    }
    state->position += rows;
}

#endif
