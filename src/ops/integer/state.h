/* Beginnings of sums and products of integers. */
#ifndef LANESCAN_INTEGER_STATE_H
#define LANESCAN_INTEGER_STATE_H

#include "fold/state.h"

static inline void integer_begin(lanescan_state *state, uint64_t identity)
{
    state->position = 0;
    state->over = false;
    state->ended = 0;
    state->as.integer = identity;
}

static inline void integer_sum_begin(lanescan_state *state)
{
    integer_begin(state, 0);
}

static inline void integer_product_begin(lanescan_state *state)
{
    integer_begin(state, 1);
}

#endif
