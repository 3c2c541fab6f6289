/* cummax and cummin in portable code: element by element. */
#ifndef LANESCAN_EXTREME_SCALARS_H
#define LANESCAN_EXTREME_SCALARS_H

#include "ops/extreme/extreme.h"

#ifndef LANESCAN_WITHOUT_TENSORS

/* No whole vectors of int32_t. */
LANESCAN_INLINE size_t extreme_i32_vectors(int32_t flip, size_t n, const int32_t *x, int32_t *y,
                                           int64_t *index, extreme_run *run)
{
    (void)flip, (void)n, (void)x, (void)y, (void)index, (void)run;
    return 0;
}

LANESCAN_INLINE size_t extreme_i32_alone(int32_t flip, size_t n, const int32_t *x, extreme_run *run)
{
    (void)flip, (void)n, (void)x, (void)run;
    return 0;
}

/* ---- chunks by themselves: the indices are those in the line ---- */

/* The index of a chunk that has no extreme of its own; -1 is that of a line before its first
 * element. */
enum { CHUNK_HAS_NONE = -2 };

/* A chunk begins with an extreme that the line has had, so that it looks only for what goes beyond
 * that. */
static uint64_t extreme_mood(const lanescan_state *line)
{
    const uint64_t bits = (uint64_t)line->as.extreme.so_far.integer;
    return bits < LANESCAN_MOOD_ALONE ? bits : LANESCAN_MOOD_ALONE; /* -1, -2 or a NaN */
}

static void extreme_begin_chunk(lanescan_state *chunk, uint64_t mood, uint64_t position)
{
    chunk->as.extreme.so_far.integer = (int64_t)mood; /* whichever: its bits */
    chunk->as.extreme.index = CHUNK_HAS_NONE;
    chunk->position = position;
}

LANESCAN_INLINE bool extreme_value_replaces(operation op, bool is_integer, extreme_value so_far,
                                            extreme_value x)
{
    return is_integer ? extreme_replaces_integer(op, so_far.integer, x.integer)
                      : extreme_replaces(op, so_far.real, x.real);
}

/* As if the chunk's extreme, if it has one, were an element. What it began with must not be beyond
 * the line's. */
LANESCAN_INLINE bool extreme_fold(operation op, bool is_integer, lanescan_state *line,
                                  const lanescan_state *chunk, uint64_t mood)
{
    extreme_state *const e = &line->as.extreme;
    const extreme_state *const own = &chunk->as.extreme;
    const extreme_value first = { .integer = (int64_t)mood };
    if (!extreme_value_replaces(op, is_integer, first, e->so_far))
        return false;
    if (own->index != CHUNK_HAS_NONE &&
        extreme_value_replaces(op, is_integer, e->so_far, own->so_far)) {
        e->so_far = own->so_far;
        e->index = own->index;
    }
    line->position += CHUNK;
    return true;
}

#define EXTREME_FOLDING(name, op, is_integer)                                                 \
    static bool name##_fold(lanescan_state *line, const lanescan_state *chunk, uint64_t mood) \
    {                                                                                         \
        return extreme_fold(op, is_integer, line, chunk, mood);                               \
    }                                                                                         \
    const lanescan_fold GENERIC(name##_folding) = { extreme_mood, extreme_begin_chunk,        \
                                                    name##_fold };
EXTREME_FOLDING(maximum, OP_MAX, false)
EXTREME_FOLDING(minimum, OP_MIN, false)
EXTREME_FOLDING(integer_maximum, OP_MAX, true)
EXTREME_FOLDING(integer_minimum, OP_MIN, true)

/* `width` lines from `first` on. */
LANESCAN_INLINE void extremes_down(operation op, element type, bool with_index, size_t width,
                                   lanescan_columns *state, size_t first, size_t rows,
                                   const lanescan_rows *where)
{
    extreme_columns *const e = &state->as.extreme;
    const size_t size = element_bytes(type);
    const char *in = where->in + first * size;
    char *out = where->out + first * size;
    int64_t *index = with_index ? (int64_t *)(void *)where->index + first : NULL;
    double so_far[COLUMNS_TOGETHER];
    for (size_t l = 0; l < width; l++)
        so_far[l] = e->so_far.real[first + l];
    for (size_t row = 0; row < rows; row++) {
        const int64_t here = columns_index(state, row);
        for (size_t l = 0; l < width; l++) {
            const double x = read_element(type, in + l * size);
            const bool fresh = extreme_replaces(op, so_far[l], x);
            so_far[l] = fresh ? x : so_far[l];
            write_element(type, out + l * size, so_far[l]);
            if (with_index)
                index[l] = e->index[first + l] = fresh ? here : e->index[first + l];
        }
        in += where->in_stride;
        out += where->out_stride;
        if (with_index)
            index = (int64_t *)(void *)((char *)index + where->index_stride);
    }
    for (size_t l = 0; l < width; l++)
        e->so_far.real[first + l] = so_far[l];
}

/* Without a branch, which would be taken at random at the beginning of lines. */
LANESCAN_INLINE int64_t integer_select(bool first, int64_t a, int64_t b)
{
    return b ^ ((a ^ b) & -(int64_t)first);
}

LANESCAN_INLINE void integer_extremes_down(operation op, bool with_index, size_t width,
                                           lanescan_columns *state, size_t first, size_t rows,
                                           const lanescan_rows *where)
{
    extreme_columns *const e = &state->as.extreme;
    const int64_t *in = (const int64_t *)(const void *)where->in + first;
    int64_t *out = (int64_t *)(void *)where->out + first;
    int64_t *index = with_index ? (int64_t *)(void *)where->index + first : NULL;
    int64_t so_far[COLUMNS_TOGETHER];
    for (size_t l = 0; l < width; l++)
        so_far[l] = e->so_far.integer[first + l];
    for (size_t row = 0; row < rows; row++) {
        const int64_t here = columns_index(state, row);
        for (size_t l = 0; l < width; l++) {
            const bool fresh = extreme_replaces_integer(op, so_far[l], in[l]);
            so_far[l] = with_index ? integer_select(fresh, in[l], so_far[l])
                        : fresh    ? in[l]
                                   : so_far[l];
            out[l] = so_far[l];
            if (with_index)
                index[l] = e->index[first + l] = integer_select(fresh, here, e->index[first + l]);
        }
        in = (const int64_t *)(const void *)((const char *)in + where->in_stride);
        out = (int64_t *)(void *)((char *)out + where->out_stride);
        if (with_index)
            index = (int64_t *)(void *)((char *)index + where->index_stride);
    }
    for (size_t l = 0; l < width; l++)
        e->so_far.integer[first + l] = so_far[l];
}

LANESCAN_INLINE void columns_down(operation op, element type, bool with_index, size_t width,
                                  lanescan_columns *state, size_t first, size_t rows,
                                  const lanescan_rows *where)
{
    if (type == ELEMENT_I64)
        integer_extremes_down(op, with_index, width, state, first, rows, where);
    else
        extremes_down(op, type, with_index, width, state, first, rows, where);
}

/* One line. */
LANESCAN_NOINLINE void column_down(operation op, element type, lanescan_columns *state,
                                   size_t first, size_t rows, const lanescan_rows *where)
{
    columns_down(op, type, where->index != NULL, 1, state, first, rows, where);
}

/* From row `done` on, which holds a NaN, or a row before it did. */
LANESCAN_COLD void columns_of_nans(operation op, element type, lanescan_columns *state,
                                   size_t first, size_t done, size_t rows,
                                   const lanescan_rows *where)
{
    lanescan_rows rest = *where;
    rest.in += (ptrdiff_t)done * where->in_stride;
    rest.out += (ptrdiff_t)done * where->out_stride;
    for (size_t l = 0; l < COLUMNS_TOGETHER; l++)
        column_down(op, type, state, first + l, rows - done, &rest);
}

/* Eight lines without indices. */
LANESCAN_INLINE void eight_columns_down(operation op, element type, lanescan_columns *state,
                                        size_t first, size_t rows, const lanescan_rows *where)
{
    const size_t done = type == ELEMENT_I64   ? extreme_rows_int64_t(op, state, first, rows, where)
                        : type == ELEMENT_F64 ? extreme_rows_double(op, state, first, rows, where)
                                              : extreme_rows_float(op, state, first, rows, where);
    if (LANESCAN_UNLIKELY(done < rows))
        columns_of_nans(op, type, state, first, done, rows, where);
}

/* All that are left. */
LANESCAN_INLINE void all_columns_down(operation op, element type, bool with_index,
                                      lanescan_columns *state, size_t first, size_t rows,
                                      size_t lines, const lanescan_rows *where)
{
    for (; lines - first >= COLUMNS_TOGETHER; first += COLUMNS_TOGETHER)
        if (with_index)
            columns_down(op, type, true, COLUMNS_TOGETHER, state, first, rows, where);
        else
            eight_columns_down(op, type, state, first, rows, where);
    for (; first < lines; first++)
        column_down(op, type, state, first, rows, where);
}

LANESCAN_INLINE void columns_of_type(operation op, element type, lanescan_columns *state,
                                     size_t first, size_t rows, size_t lines,
                                     const lanescan_rows *where)
{
    if (where->index)
        all_columns_down(op, type, true, state, first, rows, lines, where);
    else
        all_columns_down(op, type, false, state, first, rows, lines, where);
}

LANESCAN_INLINE void columns_of_op(operation op, element type, lanescan_columns *state,
                                   size_t first, size_t rows, size_t lines,
                                   const lanescan_rows *where)
{
    if (type == ELEMENT_I64)
        columns_of_type(op, ELEMENT_I64, state, first, rows, lines, where);
    else if (type == ELEMENT_F64)
        columns_of_type(op, ELEMENT_F64, state, first, rows, lines, where);
    else
        columns_of_type(op, ELEMENT_F32, state, first, rows, lines, where);
}

void GENERIC(extreme_columns)(operation op, element type, lanescan_columns *state, size_t first,
                              size_t rows, size_t lines, const lanescan_rows *where)
{
    if (op == OP_MAX)
        columns_of_op(OP_MAX, type, state, first, rows, lines, where);
    else
        columns_of_op(OP_MIN, type, state, first, rows, lines, where);
}

LANESCAN_INLINE void extreme_across(element type, operation op, bool with_index,
                                    lanescan_columns *state, size_t rows, size_t lines,
                                    const lanescan_rows *where)
{
    (void)with_index;
    GENERIC(extreme_columns)(op, type, state, 0, rows, lines, where);
    state->position += rows;
}

#endif /* tensors */

#endif
