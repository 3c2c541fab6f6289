/* Beginnings of extremes: with the identity, and no index. */
#ifndef LANESCAN_EXTREME_STATE_H
#define LANESCAN_EXTREME_STATE_H

#include "fold/state.h"

static inline void extreme_begin(lanescan_state *state, extreme_value identity)
{
    state->position = 0;
    state->over = false;
    state->ended = 0;
    state->as.extreme = (extreme_state){ .so_far = identity, .index = -1, .index_increment = 1 };
}

/* The lowest value for the maximum, the highest for the minimum. */
static inline void maximum_begin(lanescan_state *state)
{
    extreme_begin(state, (extreme_value){ .real = -__builtin_inf() });
}

static inline void minimum_begin(lanescan_state *state)
{
    extreme_begin(state, (extreme_value){ .real = __builtin_inf() });
}

static inline void integer_maximum_begin(lanescan_state *state)
{
    extreme_begin(state, (extreme_value){ .integer = INT64_MIN });
}

static inline void integer_minimum_begin(lanescan_state *state)
{
    extreme_begin(state, (extreme_value){ .integer = INT64_MAX });
}

#endif
