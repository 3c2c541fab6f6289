/* cummax and cummin, with and without the index of the extreme. NaN is sticky; of equal values, and of
 * NaNs, the latest counts.
 *
 * Exact in any order, so each type uses its native lanes. Most vectors of most data hold nothing that reaches the
 * extreme so far: those cost a comparison and the store. A vector with a NaN, and all after it, goes element
 * by element, as everything does in portable code. */
#ifndef LANESCAN_EXTREME_H
#define LANESCAN_EXTREME_H

#include "block.h"
#include "ops/extreme/state.h"
#include "ops/own.h"

/* The extreme while a piece is scanned, and what the index of the piece's element i is made of. */
typedef struct extreme_run {
    extreme_value so_far;
    int64_t at, first_index, increment;
} extreme_run;

LANESCAN_INLINE extreme_run extreme_run_begin(const lanescan_state *state)
{
    const extreme_state *const e = &state->as.extreme;
    const uint64_t before = (uint64_t)e->index_increment * state->position;
    return (extreme_run){ e->so_far, e->index, (int64_t)((uint64_t)e->first_index + before),
                          e->index_increment };
}

LANESCAN_INLINE void extreme_run_end(lanescan_state *state, const extreme_run *run, size_t n)
{
    state->as.extreme.so_far = run->so_far;
    state->as.extreme.index = run->at;
    state->position += n;
}

LANESCAN_INLINE int64_t extreme_index(const extreme_run *run, size_t i)
{
    return run->first_index + run->increment * (int64_t)i;
}

/* Is x as extreme as what came before, or NaN? (Then it is the extreme; a number after a NaN never is.) */
LANESCAN_INLINE bool extreme_replaces(operation op, double so_far, double x)
{
    return x != x || (op == OP_MAX ? x >= so_far : x <= so_far);
}

LANESCAN_INLINE bool extreme_replaces_integer(operation op, int64_t so_far, int64_t x)
{
    return op == OP_MAX ? x >= so_far : x <= so_far;
}

/* Elements first to n of a piece, one by one. */
LANESCAN_INLINE void extreme_elements(operation op, element type, bool backwards, size_t first,
                                      size_t n, const void *x, void *y, int64_t *index,
                                      extreme_run *run)
{
    double so_far = run->so_far.real;
    int64_t at = run->at;
    for (size_t i = first; i < n; i++) {
        const double value = read_element(type, element_at(type, backwards, x, i));
        if (extreme_replaces(op, so_far, value)) {
            so_far = value;
            at = extreme_index(run, i);
        }
        write_element(type, output_at(type, backwards, y, i), so_far);
        if (index)
            index[offset_of(backwards, i)] = at;
    }
    run->so_far.real = so_far;
    run->at = at;
}

LANESCAN_INLINE void extreme_integers(operation op, bool backwards, size_t first, size_t n,
                                      const int64_t *x, int64_t *y, int64_t *index,
                                      extreme_run *run)
{
    int64_t so_far = run->so_far.integer, at = run->at;
    for (size_t i = first; i < n; i++) {
        const int64_t value = x[offset_of(backwards, i)];
        if (extreme_replaces_integer(op, so_far, value)) {
            so_far = value;
            at = extreme_index(run, i);
        }
        y[offset_of(backwards, i)] = so_far;
        if (index)
            index[offset_of(backwards, i)] = at;
    }
    run->so_far.integer = so_far;
    run->at = at;
}

/* ---- many lines side by side ---- */

/* The index of elements of row `row` of a tile. */
LANESCAN_INLINE int64_t columns_index(const lanescan_columns *state, size_t row)
{
    const extreme_columns *const e = &state->as.extreme;
    const uint64_t position = state->position + row;
    return (int64_t)((uint64_t)e->first_index + (uint64_t)e->index_increment * position);
}

LANESCAN_INLINE void extreme_row(operation op, element type, extreme_columns *e, size_t first,
                                 size_t lines, int64_t here, const char *in, char *out,
                                 int64_t *index)
{
    const size_t size = element_bytes(type);
    for (size_t i = 0; i < lines; i++) {
        double *const so_far = e->so_far.real + first + i;
        const double x = read_element(type, in + i * size);
        const bool fresh = extreme_replaces(op, *so_far, x);
        *so_far = fresh ? x : *so_far;
        e->index[first + i] = fresh ? here : e->index[first + i];
        write_element(type, out + i * size, *so_far);
        if (index)
            index[i] = e->index[first + i];
    }
}

LANESCAN_INLINE void extreme_integer_row(operation op, extreme_columns *e, size_t first,
                                         size_t lines, int64_t here, const int64_t *x, int64_t *y,
                                         int64_t *index)
{
    for (size_t i = 0; i < lines; i++) {
        int64_t *const so_far = e->so_far.integer + first + i;
        const bool fresh = extreme_replaces_integer(op, *so_far, x[i]);
        *so_far = fresh ? x[i] : *so_far;
        e->index[first + i] = fresh ? here : e->index[first + i];
        y[i] = *so_far;
        if (index)
            index[i] = e->index[first + i];
    }
}

/* Lines from `first` on, row by row: all lines of portable code, elsewhere those that do not fill a vector. */
LANESCAN_NOINLINE void extreme_rows(operation op, element type, lanescan_columns *state,
                                    size_t first, size_t rows, size_t lines,
                                    const lanescan_rows *where)
{
    const size_t offset = first * (type == ELEMENT_I64 ? sizeof(int64_t) : element_bytes(type));
    extreme_columns *const e = &state->as.extreme;
    for (size_t row = 0; row < rows; row++) {
        const int64_t here = columns_index(state, row);
        const char *const in = where->in + (ptrdiff_t)row * where->in_stride + offset;
        char *const out = where->out + (ptrdiff_t)row * where->out_stride + offset;
        int64_t *index = NULL;
        if (where->index)
            index = (int64_t *)(void *)(where->index + (ptrdiff_t)row * where->index_stride) + first;
        if (type == ELEMENT_I64)
            extreme_integer_row(op, e, first, lines - first, here, (const int64_t *)(const void *)in,
                                (int64_t *)(void *)out, index);
        else if (type == ELEMENT_F64)
            extreme_row(op, ELEMENT_F64, e, first, lines - first, here, in, out, index);
        else
            extreme_row(op, ELEMENT_F32, e, first, lines - first, here, in, out, index);
    }
}

#endif
