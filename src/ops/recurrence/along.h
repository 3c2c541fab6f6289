/* Linear recurrences along a line: its pieces. */
#ifndef LANESCAN_RECURRENCE_ALONG_H
#define LANESCAN_RECURRENCE_ALONG_H

#include "ops/recurrence/constant.h"

/* A function for each type, so that a piece has the stack of one. */
#define RECURRENCE_BLOCKS(name, in_parts, these_blocks, type)                                     \
    LANESCAN_NOINLINE size_t name(bool is_backwards, size_t blocks, const void *a, const void *b, \
                                  void *y, recurrence_state *s, recurrence_carry *carry)          \
    {                                                                                             \
        const bool backwards = backwards_if_built(is_backwards);                                  \
        const recurrence_block first = { { type, backwards, in_parts, GROUP }, a, b, y };         \
        return these_blocks(&first, blocks, s, carry);                                            \
    }
RECURRENCE_BLOCKS(recurrence_blocks_f32, true, recurrence_whole_blocks, ELEMENT_F32)
RECURRENCE_BLOCKS(recurrence_blocks_f64, true, recurrence_whole_blocks, ELEMENT_F64)
RECURRENCE_BLOCKS(recurrence_constant_f32, false, recurrence_constant_blocks, ELEMENT_F32)
RECURRENCE_BLOCKS(recurrence_constant_f64, false, recurrence_constant_blocks, ELEMENT_F64)

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

LANESCAN_INLINE size_t recurrence_blocks_of(const recurrence_span *x, size_t blocks, const void *a,
                                            recurrence_state *s, recurrence_carry *carry)
{
    return x->type == ELEMENT_F64
               ? recurrence_blocks_f64(x->backwards, blocks, a, x->b, x->y, s, carry)
               : recurrence_blocks_f32(x->backwards, blocks, a, x->b, x->y, s, carry);
}

/* The same with one coefficient, written out. */
LANESCAN_NOINLINE size_t recurrence_written_out(const recurrence_span *x, recurrence_state *s,
                                                recurrence_carry *carry)
{
    char elements[BLOCK * sizeof(double)];
    const size_t size = element_bytes(x->type);
    for (size_t i = 0; i < BLOCK; i++)
        memcpy(elements + i * size, x->a, size);
    return recurrence_blocks_of(x, 1, elements + (x->backwards ? (BLOCK - 1) * size : 0), s, carry);
}

/* The first blocks of x, of which there is one: returns how many are done; none if the first may
 * not be regular. */
LANESCAN_INLINE size_t recurrence_first_blocks(const recurrence_span *x, recurrence_state *s,
                                               recurrence_carry *carry)
{
    if (LANESCAN_LIKELY(!x->one_coefficient))
        return recurrence_blocks_of(x, x->n / BLOCK, x->a, s, carry);
    if (s->is_fresh)
        return recurrence_written_out(x, s, carry);
    return x->type == ELEMENT_F64
               ? recurrence_constant_f64(x->backwards, x->n / BLOCK, x->a, x->b, x->y, s, carry)
               : recurrence_constant_f32(x->backwards, x->n / BLOCK, x->a, x->b, x->y, s, carry);
}

/* Whole blocks; returns how many elements are done: all of them, or up to one that is not
 * regular. */
LANESCAN_INLINE size_t recurrence_blocks(const recurrence_span *x, recurrence_state *s)
{
    recurrence_carry carry = recurrence_carry_load(s);
    size_t i = 0;
    while (x->n - i >= BLOCK) {
        const recurrence_span rest = recurrence_part(x, i, x->n - i);
        const size_t done = recurrence_first_blocks(&rest, s, &carry);
        if (LANESCAN_UNLIKELY(done == 0))
            break;
        i += BLOCK * done;
    }
    recurrence_carry_store(s, carry);
    return i;
}

/* Within a chunk. What is less than a block, and a block that is not regular, goes in scalars. */
LANESCAN_NOINLINE void recurrence_within_chunk(const recurrence_span *x, lanescan_state *state)
{
    for (size_t i = 0; i < x->n;) {
        const recurrence_span rest = recurrence_part(x, i, x->n - i);
        i += state->over ? 0 : recurrence_blocks(&rest, &state->as.recurrence);
        if (has_no_results(x->y) && x->n - i >= BLOCK) {
            state->over = true;
            return;
        }
        const recurrence_span part = recurrence_part(x, i, at_most(x->n - i, BLOCK));
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
