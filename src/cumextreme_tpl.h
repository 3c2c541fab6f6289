/* cummax and cummin, with and without the index of the extreme: exact in any order, so each type uses its
 * native lanes. NaN is sticky; of equal values, and of NaNs, the latest counts.
 *
 * Most vectors of most data hold nothing that reaches the extreme so far: those cost a comparison and the
 * store. A vector with a NaN, and all after it, goes element by element. */
#ifndef LANESCAN_CUMEXTREME_TPL_H
#define LANESCAN_CUMEXTREME_TPL_H

#include "group_tpl.h"
#include "last_set.h"

/* Elements from `i` on, left to right. */
LANESCAN_INLINE void cumextreme_elements(element type, operation op, size_t i, size_t n,
                                         const void *x, void *y, int64_t *index,
                                         extreme_state *state, int64_t base)
{
    double so_far = state->so_far.real;
    int64_t at = state->index;
    for (; i < n; i++) {
        const double value = read_element(type, x, i);
        const bool beyond = op == OP_MAX ? value >= so_far : value <= so_far;
        if (value != value || beyond) { /* never a number after a NaN: it is not beyond */
            so_far = value;
            at = base + state->index_step * (int64_t)i;
        }
        write_element(type, y, i, so_far);
        if (index)
            index[offset_of(IS_REVERSED(type), i)] = at;
    }
    state->so_far.real = so_far;
    state->index = at;
}

LANESCAN_INLINE void index_store(bool reversed, int64_t *index, size_t i, i64x8 v)
{
    i64x8_store(index + offset_of_vector(reversed, i, LANES), reversed ? i64x8_reverse(v) : v);
}

/* The index of eight results, from the bits of those that are new extremes: the latest of them up to each
 * lane, else the index so far. */
LANESCAN_INLINE i64x8 latest_index(unsigned bits, int64_t base, int64_t step, i64x8 so_far)
{
    const i64x8 latest = i64x8_load_i8(lanescan_last_set[bits]), first = i64x8_splat(base);
    return i64x8_select_negative(latest, so_far,
                                 step < 0 ? i64x8_sub(first, latest) : i64x8_add(first, latest));
}

LANESCAN_INLINE void cumextreme_f64_piece(operation op, element type, size_t n, const double *x,
                                          double *y, int64_t *index, lanescan_state *line)
{
    extreme_state state = line->as.extreme;
    const int64_t step = state.index_step,
                  base = state.first_index + step * (int64_t)line->position;
    size_t i = elements_to_alignment(IS_REVERSED(type), element_bytes(type), n, y);
    line->position += n;
    cumextreme_elements(type, op, 0, i, x, y, index, &state, base);
    if (!LANESCAN_LANES_ARE_SCALARS && state.so_far.real == state.so_far.real) {
        const bool reversed = IS_REVERSED(type);
        f64x8 so_far = f64x8_splat(state.so_far.real);
        i64x8 at = i64x8_splat(state.index);
        for (; n - i >= LANES; i += LANES) {
            const f64x8 in_memory = f64x8_load(ELEMENT_F64,
                                               x + offset_of_vector(reversed, i, LANES));
            const f64x8 v = reversed ? f64x8_reverse(in_memory) : in_memory;
            if (LANESCAN_LIKELY(!m64x8_any(f64x8_takes_over(op, so_far, v)))) {
                block_store(type, output_at(type, y, i), so_far);
                if (index)
                    index_store(reversed, index, i, at);
                continue;
            }
            if (LANESCAN_UNLIKELY(f64x8_any_nan(v)))
                break;
            const f64x8 local = f64x8_scan(op, v), extreme = f64x8_apply(op, so_far, local);
            block_store(type, output_at(type, y, i), extreme);
            if (index) {
                const m64x8 fresh = f64x8_takes_over(op, f64x8_shift_in(so_far, extreme), v);
                at = latest_index(m64x8_bits(fresh), base + step * (int64_t)i, step, at);
                index_store(reversed, index, i, at);
                at = i64x8_splat_last(at);
            }
            so_far = f64x8_apply(op, so_far, f64x8_splat_last(local));
        }
        state.so_far.real = f64x2_first(f64x8_last2(so_far));
        state.index = i64x8_first(at);
    }
    cumextreme_elements(type, op, i, n, x, y, index, &state, base);
    line->as.extreme = state;
}

LANESCAN_INLINE void cumextreme_f32_piece(operation op, element type, size_t n, const float *x,
                                          float *y, int64_t *index, lanescan_state *line)
{
    enum { WIDTH = 16 };
    extreme_state state = line->as.extreme;
    const int64_t step = state.index_step,
                  base = state.first_index + step * (int64_t)line->position;
    size_t i = elements_to_alignment(IS_REVERSED(type), element_bytes(type), n, y);
    line->position += n;
    cumextreme_elements(type, op, 0, i, x, y, index, &state, base);
    if (!LANESCAN_LANES_ARE_SCALARS && state.so_far.real == state.so_far.real) {
        const bool reversed = IS_REVERSED(type);
        f32x16 so_far = f32x16_splat((float)state.so_far.real);
        i64x8 at = i64x8_splat(state.index);
        for (; n - i >= WIDTH; i += WIDTH) {
            const ptrdiff_t offset = offset_of_vector(reversed, i, WIDTH);
            const f32x16 in_memory = f32x16_load(x + offset);
            const f32x16 v = reversed ? f32x16_reverse(in_memory) : in_memory;
            if (LANESCAN_LIKELY(!f32x16_takes_over(op, so_far, v))) {
                f32x16_store(y + offset, so_far);
                if (index) {
                    index_store(reversed, index, i, at);
                    index_store(reversed, index, i + LANES, at);
                }
                continue;
            }
            if (LANESCAN_UNLIKELY(f32x16_any_nan(v)))
                break;
            const f32x16 local = f32x16_scan(op, v), extreme = f32x16_apply(op, so_far, local);
            f32x16_store(y + offset, reversed ? f32x16_reverse(extreme) : extreme);
            if (index) {
                const unsigned fresh = f32x16_takes_over(op, f32x16_shift_in(so_far, extreme), v);
                const int64_t first = base + step * (int64_t)i;
                at = latest_index(fresh & 0xff, first, step, at);
                index_store(reversed, index, i, at);
                at = latest_index(fresh >> 8, first + step * LANES, step, i64x8_splat_last(at));
                index_store(reversed, index, i + LANES, at);
                at = i64x8_splat_last(at);
            }
            so_far = f32x16_apply(op, so_far, f32x16_splat_last(local));
        }
        state.so_far.real = (double)f32x16_first(so_far);
        state.index = i64x8_first(at);
    }
    cumextreme_elements(type, op, i, n, x, y, index, &state, base);
    line->as.extreme = state;
}

/* Elements i to n, left to right. */
LANESCAN_INLINE void cumextreme_i64_elements(operation op, bool reversed, size_t i, size_t n,
                                             const int64_t *x, int64_t *y, int64_t *index,
                                             extreme_state *state, int64_t base)
{
    for (; i < n; i++) {
        const int64_t value = x[offset_of(reversed, i)];
        if (op == OP_MAX ? value >= state->so_far.integer : value <= state->so_far.integer) {
            state->so_far.integer = value;
            state->index = base + state->index_step * (int64_t)i;
        }
        y[offset_of(reversed, i)] = state->so_far.integer;
        if (index)
            index[offset_of(reversed, i)] = state->index;
    }
}

/* Vectors that hold nothing that reaches the extreme so far are stored whole. */
LANESCAN_INLINE void cumextreme_i64_piece(operation op, bool reversed, size_t n, const int64_t *x,
                                          int64_t *y, int64_t *index, lanescan_state *line)
{
    enum { ALL = (1 << LANES) - 1 };
    extreme_state state = line->as.extreme;
    const int64_t base = state.first_index + state.index_step * (int64_t)line->position;
    size_t i = 0;
    for (; !LANESCAN_LANES_ARE_SCALARS && n - i >= LANES; i += LANES) {
        const i64x8 so_far = i64x8_splat(state.so_far.integer);
        const ptrdiff_t offset = offset_of_vector(reversed, i, LANES);
        const i64x8 v = i64x8_load(x + offset);
        if (m64x8_bits(op == OP_MAX ? i64x8_gt(so_far, v) : i64x8_gt(v, so_far)) == ALL) {
            i64x8_store(y + offset, so_far);
            if (index)
                i64x8_store(index + offset, i64x8_splat(state.index));
        } else {
            cumextreme_i64_elements(op, reversed, i, i + LANES, x, y, index, &state, base);
        }
    }
    cumextreme_i64_elements(op, reversed, i, n, x, y, index, &state, base);
    line->position += n;
    line->as.extreme = state;
}

/* A variant without indices is a loop of its own. */
#define EXTREME_STEP(name, piece, op, type)                                                   \
    static void name(lanescan_state *state, size_t n, const void *x, void *y, int64_t *index) \
    {                                                                                         \
        if (index)                                                                            \
            piece(op, type, n, x, y, index, state);                                           \
        else                                                                                  \
            piece(op, type, n, x, y, NULL, state);                                            \
    }
#define EXTREME_STEPS(name, op)                                                            \
    EXTREME_STEP(name##_step_f32, cumextreme_f32_piece, op, ELEMENT_F32)                   \
    EXTREME_STEP(name##_step_f64, cumextreme_f64_piece, op, ELEMENT_F64)                   \
    EXTREME_STEP(name##_step_i64, cumextreme_i64_piece, op, false)                         \
    EXTREME_STEP(name##_step_f32_reversed, cumextreme_f32_piece, op, ELEMENT_F32_REVERSED) \
    EXTREME_STEP(name##_step_f64_reversed, cumextreme_f64_piece, op, ELEMENT_F64_REVERSED) \
    EXTREME_STEP(name##_step_i64_reversed, cumextreme_i64_piece, op, true)
EXTREME_STEPS(cummax, OP_MAX)
EXTREME_STEPS(cummin, OP_MIN)

static void cummax_f32(size_t n, const float *x, float *y, int64_t *index)
{
    lanescan_state state;
    extreme_begin(&state, -__builtin_inf());
    cummax_step_f32(&state, n, x, y, index);
}

static void cummin_f32(size_t n, const float *x, float *y, int64_t *index)
{
    lanescan_state state;
    extreme_begin(&state, __builtin_inf());
    cummin_step_f32(&state, n, x, y, index);
}

static void cummax_f64(size_t n, const double *x, double *y, int64_t *index)
{
    lanescan_state state;
    extreme_begin(&state, -__builtin_inf());
    cummax_step_f64(&state, n, x, y, index);
}

static void cummin_f64(size_t n, const double *x, double *y, int64_t *index)
{
    lanescan_state state;
    extreme_begin(&state, __builtin_inf());
    cummin_step_f64(&state, n, x, y, index);
}

#endif
