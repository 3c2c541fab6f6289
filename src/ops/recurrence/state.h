/* Beginnings of linear recurrences, and one line's numbers from and to columns. */
#ifndef LANESCAN_RECURRENCE_STATE_H
#define LANESCAN_RECURRENCE_STATE_H

#include "fold/state.h"
#include "lanes/element.h"

static inline void recurrence_begin(lanescan_state *state)
{
    state->position = 0;
    state->over = false;
    state->ended = 0;
    state->as.recurrence = (recurrence_state){ .factor = { { 1, 0 }, 0 }, .is_fresh = true };
}

static inline void integer_recurrence_begin(lanescan_state *state)
{
    state->position = 0;
    state->over = false;
    state->ended = 0;
    state->as.integer_recurrence = (integer_recurrence_state){ 0, 1 };
}

static inline void complex_recurrence_begin(lanescan_state *state)
{
    state->position = 0;
    state->over = false;
    state->ended = 0;
    state->as.complex_recurrence = (complex_recurrence_state){ .is_fresh = true };
}

/* y[-1]. */
static inline void recurrence_set_initial(lanescan_state *state, double value)
{
    recurrence_state *const s = &state->as.recurrence;
    s->line.high = s->before.high = value;
    s->is_fresh = false;
    state->over = !(value - value == 0); /* infinite or NaN */
    state->ended = value;
}

static inline void integer_recurrence_set_initial(lanescan_state *state, element type,
                                                  const void *value)
{
    uint32_t low;
    memcpy(&low, value, sizeof low);
    state->as.integer_recurrence.value = low;
    if (type == ELEMENT_I64)
        memcpy(&state->as.integer_recurrence.value, value, sizeof(uint64_t));
}

static inline void complex_recurrence_set_initial(lanescan_state *state, element type,
                                                  const void *value)
{
    complex_recurrence_state *const s = &state->as.complex_recurrence;
    const element part = type == ELEMENT_C64 ? ELEMENT_F32 : ELEMENT_F64;
    const double re = read_element(part, value);
    const double im = read_element(part, (const char *)value + element_bytes(part));
    s->part[0].high = re;
    s->part[1].high = im;
    s->is_fresh = false;
    state->over = !(re - re == 0) || !(im - im == 0);
}

static inline void complex_recurrence_get(const complex_recurrence_columns *columns, size_t line,
                                          complex_recurrence_state *state)
{
    COMPLEX_RECURRENCE_FIELDS(GET)
}

static inline void complex_recurrence_put(complex_recurrence_columns *columns, size_t line,
                                          const complex_recurrence_state *state)
{
    COMPLEX_RECURRENCE_FIELDS(PUT)
}

static inline void recurrence_get(const recurrence_columns *columns, size_t line,
                                  recurrence_state *state)
{
    RECURRENCE_FIELDS(GET)
}

static inline void recurrence_put(recurrence_columns *columns, size_t line,
                                  const recurrence_state *state)
{
    RECURRENCE_FIELDS(PUT)
}

#endif
