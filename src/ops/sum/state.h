/* Beginnings of sums, and one line's numbers from and to columns. */
#ifndef LANESCAN_SUM_STATE_H
#define LANESCAN_SUM_STATE_H

#include "fold/state.h"

static inline void sum_begin(lanescan_state *state)
{
    state->position = 0;
    state->over = false;
    state->ended = 0;
    state->as.sum = (sum_state){ { 0, 0 }, { 0, 0 }, { 0, 0 } };
}

static inline void sum_get(const sum_columns *columns, size_t line, sum_state *state)
{
    SUM_FIELDS(GET)
}

static inline void sum_put(sum_columns *columns, size_t line, const sum_state *state)
{
    SUM_FIELDS(PUT)
}

#endif
