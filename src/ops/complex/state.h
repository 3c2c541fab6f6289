/* Beginnings and ends of lines of complex numbers. */
#ifndef LANESCAN_COMPLEX_STATE_H
#define LANESCAN_COMPLEX_STATE_H

#include "fold/state.h"

static inline void complex_product_begin(lanescan_state *state)
{
    state->position = 0;
    state->over = false;
    state->ended = 0;
    state->as.complex_product = (complex_product_state){ .part = { { { 1, 0 }, 0 } } };
}

static inline void complex_product_get(const complex_product_columns *columns, size_t line,
                                       complex_product_state *state)
{
    COMPLEX_PRODUCT_FIELDS(GET)
}

static inline void complex_product_put(complex_product_columns *columns, size_t line,
                                       const complex_product_state *state)
{
    COMPLEX_PRODUCT_FIELDS(PUT)
}

static inline void complex_logsumexp_begin(lanescan_state *state)
{
    state->position = 0;
    state->over = false;
    state->ended = 0;
    state->as.complex_logsumexp = (complex_logsumexp_state){ .real = -__builtin_inf(),
                                                             .mode = COMPLEX_LOGSUMEXP_EMPTY };
}

/* The log-sum-exp of all that was scanned: the last result, but for the imaginary part, which is
 * the principal value, in (-pi, pi]. value: real, imaginary. */
static inline void complex_logsumexp_value(const lanescan_state *state, double value[2])
{
    value[0] = state->as.complex_logsumexp.real;
    value[1] = state->as.complex_logsumexp.phase;
}

#endif
