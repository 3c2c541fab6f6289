/* Linear recurrences of integers along a line, modulo 2^bits: exact in any order. */
#ifndef LANESCAN_INTEGER_RECURRENCE_H
#define LANESCAN_INTEGER_RECURRENCE_H

#include "ops/own.h"
#include "ops/recurrence/state.h"

/* ---- four elements at a time, of which only the last is waited for ---- */

LANESCAN_INLINE uint64_t integer_read(element type, const void *p)
{
    return type == ELEMENT_I64 ? *(const uint64_t *)p : *(const uint32_t *)p;
}

LANESCAN_INLINE void integer_write(element type, void *p, uint64_t value)
{
    if (type == ELEMENT_I64)
        *(uint64_t *)p = value;
    else
        *(uint32_t *)p = (uint32_t)value;
}

LANESCAN_INLINE void integer_recurrence_run(element type, size_t count, ptrdiff_t a_step,
                                            ptrdiff_t step, const char *a, const char *b, char *y,
                                            integer_recurrence_state *s)
{
    uint64_t factor[RUN], sum[RUN];
    for (size_t k = 0; k < count; k++) {
        const uint64_t of_a = integer_read(type, a + (ptrdiff_t)k * a_step),
                       of_b = integer_read(type, b + (ptrdiff_t)k * step);
        factor[k] = k ? of_a * factor[k - 1] : of_a;
        sum[k] = k ? of_a * sum[k - 1] + of_b : of_b;
    }
    for (size_t k = 0; y && k < count; k++)
        integer_write(type, y + (ptrdiff_t)k * step, factor[k] * s->value + sum[k]);
    s->value = factor[count - 1] * s->value + sum[count - 1];
    s->factor *= factor[count - 1];
}

LANESCAN_INLINE void integer_recurrence_piece(element type, bool backwards, bool one_coefficient,
                                              size_t n, const void *a, const void *b, void *y,
                                              lanescan_state *state)
{
    const ptrdiff_t size = type == ELEMENT_I64 ? sizeof(uint64_t) : sizeof(uint32_t);
    const ptrdiff_t step = backwards ? -size : size, a_step = one_coefficient ? 0 : step;
    integer_recurrence_state s = state->as.integer_recurrence;
    const char *of_a = a, *of_b = b;
    char *to = y;
    for (size_t i = 0, count; i < n; i += count) {
        count = n - i < RUN ? n - i : RUN;
        if (LANESCAN_LIKELY(count == RUN))
            integer_recurrence_run(type, RUN, a_step, step, of_a, of_b, to, &s);
        else
            integer_recurrence_run(type, count, a_step, step, of_a, of_b, to, &s);
        of_a += (ptrdiff_t)count * a_step;
        of_b += (ptrdiff_t)count * step;
        if (to)
            to += (ptrdiff_t)count * step;
    }
    state->as.integer_recurrence = s;
    state->position += n;
}

/* ---- chunks by themselves ---- */

static uint64_t integer_recurrence_mood(const lanescan_state *line)
{
    (void)line;
    return 0;
}

static void integer_recurrence_begin_chunk(lanescan_state *chunk, uint64_t mood, uint64_t position)
{
    (void)mood;
    (void)position;
    integer_recurrence_begin(chunk);
}

static bool integer_recurrence_fold(lanescan_state *line, const lanescan_state *chunk,
                                    uint64_t mood)
{
    (void)mood;
    const integer_recurrence_state *const map = &chunk->as.integer_recurrence;
    line->as.integer_recurrence.value = map->factor * line->as.integer_recurrence.value +
                                        map->value;
    line->position += CHUNK;
    return true;
}

const lanescan_fold GENERIC(integer_recurrence_folding) = { integer_recurrence_mood,
                                                            integer_recurrence_begin_chunk,
                                                            integer_recurrence_fold };

/* ---- the kernels ---- */

RECURRENCE_KERNEL(linear_recurrence_piece_i32)
{
    integer_recurrence_piece(ELEMENT_I32, backwards, one_coefficient, n, a, b, y, state);
}

RECURRENCE_KERNEL(linear_recurrence_piece_i64)
{
    integer_recurrence_piece(ELEMENT_I64, backwards, one_coefficient, n, a, b, y, state);
}

#endif
