/* Linear recurrences along a line: its pieces. */
#ifndef LANESCAN_RECURRENCE_ALONG_H
#define LANESCAN_RECURRENCE_ALONG_H

#include "ops/recurrence/constant.h"

/* A function for each type, so that a piece has the stack of one. */
#define RECURRENCE_BLOCK(name, type)                                                         \
    LANESCAN_NOINLINE bool name(ptrdiff_t step, size_t groups, const void *a, const void *b, \
                                void *y, recurrence_state *s, recurrence_carry *carry)       \
    {                                                                                        \
        const bool backwards = backwards_if_built(step < 0);                                 \
        const recurrence_block block = { type, backwards, step, groups, a, b, y };           \
        return recurrence_block_results(&block, s, carry);                                   \
    }
RECURRENCE_BLOCK(recurrence_block_f32, ELEMENT_F32)
RECURRENCE_BLOCK(recurrence_block_f64, ELEMENT_F64)

#define RECURRENCE_CONSTANT(name, type)                                                        \
    LANESCAN_NOINLINE size_t name(ptrdiff_t step, size_t blocks, const void *a, const void *b, \
                                  void *y, recurrence_state *s, recurrence_carry *carry)       \
    {                                                                                          \
        const bool backwards = backwards_if_built(step < 0);                                   \
        const recurrence_block first = { type, backwards, step, LANES, a, b, y };              \
        return recurrence_constant_blocks(&first, blocks, s, carry);                           \
    }
RECURRENCE_CONSTANT(recurrence_constant_f32, ELEMENT_F32)
RECURRENCE_CONSTANT(recurrence_constant_f64, ELEMENT_F64)

/* ---- a piece ---- */

/* `n` elements of a line: their type, direction and places. */
typedef struct recurrence_span {
    element type;
    bool backwards, one_coefficient;
    size_t n;
    const void *a, *b;
    void *y;
} recurrence_span;

LANESCAN_INLINE recurrence_span recurrence_part(const recurrence_span *x, size_t i, size_t n)
{
    return (recurrence_span){ x->type,
                              x->backwards,
                              x->one_coefficient,
                              n,
                              x->one_coefficient ? x->a
                                                 : element_at(x->type, x->backwards, x->a, i),
                              element_at(x->type, x->backwards, x->b, i),
                              x->y ? output_at(x->type, x->backwards, x->y, i) : NULL };
}

LANESCAN_NOINLINE void recurrence_in_scalars(const recurrence_span *x, lanescan_state *state)
{
    for (size_t i = 0; i < x->n; i += GROUP) {
        const size_t left = x->n - i;
        const recurrence_span part = recurrence_part(x, i, left < GROUP ? left : GROUP);
        const source a = coefficients_of(x->type, x->backwards, x->one_coefficient, part.a, 0);
        const source b = source_of(x->type, x->backwards, part.b);
        const target y = target_of(x->type, x->backwards, part.y);
        PORTABLE(recurrence_group)(state, part.n, &a, &b, &y);
    }
}

LANESCAN_INLINE size_t at_most(size_t value, size_t most)
{
    return value < most ? value : most;
}

LANESCAN_INLINE bool recurrence_block_of(element type, ptrdiff_t step, size_t groups, const void *a,
                                         const recurrence_span *x, recurrence_state *s,
                                         recurrence_carry *carry)
{
    return type == ELEMENT_F64 ? recurrence_block_f64(step, groups, a, x->b, x->y, s, carry)
                               : recurrence_block_f32(step, groups, a, x->b, x->y, s, carry);
}

/* The same with one coefficient, written out. */
LANESCAN_NOINLINE bool recurrence_written_out(ptrdiff_t step, size_t groups,
                                              const recurrence_span *x, recurrence_state *s,
                                              recurrence_carry *carry)
{
    char elements[GROUP * LANES * sizeof(double)];
    const size_t size = element_bytes(x->type);
    for (size_t i = 0; i < GROUP * LANES; i++)
        memcpy(elements + i * size, x->a, size);
    return recurrence_block_of(x->type, step, groups,
                               elements + (x->backwards ? (GROUP * LANES - 1) * size : 0), x, s,
                               carry);
}

/* Groups from the beginning of x on: returns how many; none if one of the first eight may not be
 * regular. */
LANESCAN_INLINE size_t recurrence_groups(const recurrence_span *x, recurrence_state *s,
                                         recurrence_carry *carry)
{
    const ptrdiff_t step = x->backwards ? -GROUP : GROUP;
    const size_t groups = at_most(x->n / GROUP, LANES), blocks = x->n / (GROUP * LANES);
    if (LANESCAN_LIKELY(!x->one_coefficient))
        return recurrence_block_of(x->type, step, groups, x->a, x, s, carry) ? groups : 0;
    if (blocks != 0 && !s->is_fresh) {
        const size_t done = x->type == ELEMENT_F64
                                ? recurrence_constant_f64(step, blocks, x->a, x->b, x->y, s, carry)
                                : recurrence_constant_f32(step, blocks, x->a, x->b, x->y, s, carry);
        return LANES * done;
    }
    return recurrence_written_out(step, groups, x, s, carry) ? groups : 0;
}

/* Whole groups, in blocks; returns how many elements are done: all, or up to a block that is not
 * regular. */
LANESCAN_INLINE size_t recurrence_blocks(const recurrence_span *x, recurrence_state *s)
{
    recurrence_carry carry = recurrence_carry_load(s);
    size_t i = 0;
    while (x->n - i >= GROUP) {
        const recurrence_span rest = recurrence_part(x, i, x->n - i);
        const size_t groups = recurrence_groups(&rest, s, &carry);
        if (LANESCAN_UNLIKELY(groups == 0))
            break;
        i += GROUP * groups;
    }
    recurrence_carry_store(s, carry);
    return i;
}

/* Within a chunk. What is left of a group, and a block that is not regular, goes in scalars. */
LANESCAN_NOINLINE void recurrence_within_chunk(const recurrence_span *x, lanescan_state *state)
{
    for (size_t i = 0; i < x->n;) {
        const recurrence_span rest = recurrence_part(x, i, x->n - i);
        const size_t done = state->over ? 0 : recurrence_blocks(&rest, &state->as.recurrence);
        i += done;
        if (has_no_results(x->y)) {
            state->over = i < x->n;
            return;
        }
        const recurrence_span part = recurrence_part(x, i, at_most(x->n - i, LANES * GROUP));
        recurrence_in_scalars(&part, state);
        i += part.n;
    }
}

LANESCAN_INLINE void recurrence_piece(element type, bool backwards, bool one_coefficient, size_t n,
                                      const void *a, const void *b, void *y, lanescan_state *state)
{
    const recurrence_span x = { type, backwards, one_coefficient, n, a, b, y };
    for (size_t i = 0, count; i < n; i += count) {
        const size_t to_chunk = CHUNK - (size_t)(state->position % CHUNK);
        count = has_no_results(y) ? n : at_most(n - i, to_chunk);
        const recurrence_span part = recurrence_part(&x, i, count);
        recurrence_within_chunk(&part, state);
        state->position += count;
        if (state->position % CHUNK == 0 && !has_no_results(y))
            PORTABLE(recurrence_end_chunk)(state);
    }
}

#endif
