/* cummax and cummin of many lines side by side: exact in any order, so row by row. NaN is sticky; of equal values, and
 * of NaNs, the latest counts. */
#ifndef LANESCAN_ACROSS_EXTREME_TPL_H
#define LANESCAN_ACROSS_EXTREME_TPL_H

#include "across_rows_tpl.h"

LANESCAN_INLINE int64_t across_index(const lanescan_across *state, size_t row)
{
    const across_extreme *const e = &state->as.extreme;
    return (int64_t)((uint64_t)e->first_index + (uint64_t)e->index_step * (state->position + row));
}

LANESCAN_INLINE int64_t *index_out(const row_block *block, size_t row)
{
    return (int64_t *)(block->at.index + (ptrdiff_t)row * block->at.index_step);
}

/* Blocks of eight lines that go down together, so that they need not wait for each other's comparisons. */
enum { EXTREME_BLOCKS = 4, EXTREME_BLOCKS_WITH_INDEX = 2 };

LANESCAN_INLINE void across_extremes_f64(element type, operation op, bool with_index, size_t count,
                                         lanescan_across *state, const row_block *block)
{
    across_extreme *const e = &state->as.extreme;
    const size_t width = LANES * element_bytes(type);
    f64x8 so_far[EXTREME_BLOCKS];
    i64x8 latest[EXTREME_BLOCKS];
    for (size_t k = 0; k < count; k++) {
        so_far[k] = lines_load(e->so_far.real + block->first + LANES * k);
        latest[k] = i64x8_load(e->index + block->first + LANES * k);
    }
    const char *in = block->at.in;
    char *out = block->at.out, *index = block->at.index;
    for (size_t row = 0; row < block->rows; row++) {
        for (size_t k = 0; k < count; k++) {
            const f64x8 x = f64x8_load(type, in + k * width);
            const m64x8 fresh = f64x8_replaces(op, so_far[k], x);
            so_far[k] = f64x8_select(fresh, x, so_far[k]);
            f64x8_store(type, out + k * width, so_far[k]);
            if (with_index) {
                latest[k] = i64x8_select(fresh, i64x8_splat(across_index(state, row)), latest[k]);
                i64x8_store((int64_t *)index + LANES * k, latest[k]);
            }
        }
        in += block->at.in_step;
        out += block->at.out_step;
        if (with_index)
            index += block->at.index_step;
    }
    for (size_t k = 0; k < count; k++) {
        f64x8_store(ELEMENT_F64, e->so_far.real + block->first + LANES * k, so_far[k]);
        i64x8_store(e->index + block->first + LANES * k, latest[k]);
    }
}

/* Without indices floats stay what they are. */
enum { NATIVE_LANES = 16, NATIVE_BLOCKS = ACROSS_LINES / NATIVE_LANES };

LANESCAN_INLINE void across_extremes_f32(operation op, size_t count, lanescan_across *state,
                                         const row_block *block)
{
    double *const real = state->as.extreme.so_far.real + block->first;
    float numbers[ACROSS_LINES];
    f32x16 so_far[NATIVE_BLOCKS];
    for (size_t l = 0; l < NATIVE_LANES * count; l++)
        numbers[l] = (float)real[l];
    for (size_t k = 0; k < count; k++)
        so_far[k] = f32x16_load(numbers + NATIVE_LANES * k);
    const char *in = block->at.in;
    char *out = block->at.out;
    for (size_t row = 0; row < block->rows; row++) {
        for (size_t k = 0; k < count; k++) {
            const f32x16 x = f32x16_load((const float *)in + NATIVE_LANES * k);
            so_far[k] = f32x16_follow(op, so_far[k], x);
            f32x16_store((float *)out + NATIVE_LANES * k, so_far[k]);
        }
        in += block->at.in_step;
        out += block->at.out_step;
    }
    for (size_t k = 0; k < count; k++)
        f32x16_store(numbers + NATIVE_LANES * k, so_far[k]);
    for (size_t l = 0; l < NATIVE_LANES * count; l++)
        real[l] = (double)numbers[l];
}

LANESCAN_INLINE void across_extremes_i64(operation op, bool with_index, lanescan_across *state,
                                         const row_block *block)
{
    across_extreme *const e = &state->as.extreme;
    i64x8 so_far = i64x8_load(e->so_far.integer + block->first);
    i64x8 latest = i64x8_load(e->index + block->first);
    for (size_t row = 0; row < block->rows; row++) {
        const i64x8 x = i64x8_load((const int64_t *)row_in(block, row));
        const m64x8 stays = op == OP_MAX ? i64x8_gt(so_far, x) : i64x8_gt(x, so_far);
        so_far = i64x8_select(stays, so_far, x);
        i64x8_store((int64_t *)row_out(block, row), so_far);
        if (with_index) {
            latest = i64x8_select(stays, latest, i64x8_splat(across_index(state, row)));
            i64x8_store(index_out(block, row), latest);
        }
    }
    i64x8_store(e->so_far.integer + block->first, so_far);
    i64x8_store(e->index + block->first, latest);
}

/* Lines that do not fill a block. */
LANESCAN_APART void across_extreme_lanes(line_type type, operation op, lanescan_across *state,
                                         const row_block *block)
{
    across_extreme *const e = &state->as.extreme;
    for (size_t row = 0; row < block->rows; row++) {
        const int64_t here = across_index(state, row);
        for (size_t lane = 0; lane < block->lanes; lane++) {
            const size_t l = block->first + lane;
            if (type == LINE_I64) {
                const int64_t x = ((const int64_t *)row_in(block, row))[lane];
                const int64_t so_far = e->so_far.integer[l];
                if (op == OP_MAX ? x >= so_far : x <= so_far) {
                    e->so_far.integer[l] = x;
                    e->index[l] = here;
                }
                ((int64_t *)row_out(block, row))[lane] = e->so_far.integer[l];
            } else {
                const element in_memory = type == LINE_F32 ? ELEMENT_F32 : ELEMENT_F64;
                const double x = read_element(in_memory, row_in(block, row), lane);
                const double so_far = e->so_far.real[l];
                if (x != x || (op == OP_MAX ? x >= so_far : x <= so_far)) {
                    e->so_far.real[l] = x;
                    e->index[l] = here;
                }
                write_element(in_memory, row_out(block, row), lane, e->so_far.real[l]);
            }
            if (block->at.index)
                index_out(block, row)[lane] = e->index[l];
        }
    }
}

LANESCAN_INLINE void across_extremes(line_type type, operation op, bool with_index,
                                     lanescan_across *state, size_t rows, size_t lines,
                                     const lanescan_rows *where)
{
    const size_t size = type == LINE_F32 ? sizeof(float) : sizeof(double);
    const size_t count = with_index ? EXTREME_BLOCKS_WITH_INDEX : EXTREME_BLOCKS;
    const element in_memory = type == LINE_F32 ? ELEMENT_F32 : ELEMENT_F64;
    const bool native = type == LINE_F32 && !with_index;
    for (size_t first = 0, done; first < lines; first += done) {
        const row_block block = row_block_of(where, size, first, rows, lines);
        done = LANES;
        if (LANESCAN_UNLIKELY(block.lanes < LANES)) {
            across_extreme_lanes(type, op, state, &block);
        } else if (type == LINE_I64) {
            across_extremes_i64(op, with_index, state, &block);
        } else if (native && lines - first >= ACROSS_LINES) {
            across_extremes_f32(op, NATIVE_BLOCKS, state, &block);
            done = ACROSS_LINES;
        } else if (native && lines - first >= NATIVE_LANES) {
            across_extremes_f32(op, 1, state, &block);
            done = NATIVE_LANES;
        } else if (lines - first >= LANES * count) {
            across_extremes_f64(in_memory, op, with_index, count, state, &block);
            done = LANES * count;
        } else {
            across_extremes_f64(in_memory, op, with_index, 1, state, &block);
        }
    }
    state->position += rows;
}

/* A variant without indices is a loop of its own. */
#define ACROSS_EXTREME(name, type, op)                                   \
    static void name(lanescan_across *state, size_t rows, size_t lines,  \
                     const lanescan_rows *where)                         \
    {                                                                    \
        if (where->index)                                                \
            across_extremes(type, op, true, state, rows, lines, where);  \
        else                                                             \
            across_extremes(type, op, false, state, rows, lines, where); \
    }
ACROSS_EXTREME(across_cummax_f32, LINE_F32, OP_MAX)
ACROSS_EXTREME(across_cummax_f64, LINE_F64, OP_MAX)
ACROSS_EXTREME(across_cummax_i64, LINE_I64, OP_MAX)
ACROSS_EXTREME(across_cummin_f32, LINE_F32, OP_MIN)
ACROSS_EXTREME(across_cummin_f64, LINE_F64, OP_MIN)
ACROSS_EXTREME(across_cummin_i64, LINE_I64, OP_MIN)

#endif
