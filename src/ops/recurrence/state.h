/* Beginnings of linear recurrences, and one line's numbers from and to columns. */
#ifndef LANESCAN_RECURRENCE_STATE_H
#define LANESCAN_RECURRENCE_STATE_H

#include "fold/state.h"

static inline void recurrence_begin(lanescan_state *state)
{
    state->position = 0;
    state->over = false;
    state->ended = 0;
    state->as.recurrence = (recurrence_state){ .factor_high = 1, .is_fresh = true };
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

#define RECURRENCE_GET(type, name) state->name = columns->name[line];
#define RECURRENCE_PUT(type, name) columns->name[line] = state->name;

static inline void recurrence_get(const recurrence_columns *columns, size_t line,
                                  recurrence_state *state)
{
    RECURRENCE_FIELDS(RECURRENCE_GET)
}

static inline void recurrence_put(recurrence_columns *columns, size_t line,
                                  const recurrence_state *state)
{
    RECURRENCE_FIELDS(RECURRENCE_PUT)
}

#undef RECURRENCE_GET
#undef RECURRENCE_PUT

#endif
