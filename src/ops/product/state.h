/* Beginnings of products, and one line's numbers from and to columns. */
#ifndef LANESCAN_PRODUCT_STATE_H
#define LANESCAN_PRODUCT_STATE_H

#include "fold/state.h"

static inline void product_begin(lanescan_state *state)
{
    state->position = 0;
    state->over = false;
    state->ended = 0;
    const wide_product one = { { 1, 0 }, 0 };
    state->as.product = (product_state){ one, one, one, false };
}

static inline void product_get(const product_columns *columns, size_t line, product_state *state)
{
    PRODUCT_FIELDS(GET)
}

static inline void product_put(product_columns *columns, size_t line, const product_state *state)
{
    PRODUCT_FIELDS(PUT)
}

#endif
