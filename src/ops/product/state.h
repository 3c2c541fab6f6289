/* Beginnings of products, and one line's numbers from and to columns. */
#ifndef LANESCAN_PRODUCT_STATE_H
#define LANESCAN_PRODUCT_STATE_H

#include "fold/state.h"

static inline void product_begin(lanescan_state *state)
{
    state->position = 0;
    state->over = false;
    state->ended = 0;
    state->as.product = (product_state){ .high = 1, .chunk_high = 1, .before = { 1, 0, 0 } };
}

#define PRODUCT_GET(type, name) state->name = columns->name[line];
#define PRODUCT_PUT(type, name) columns->name[line] = state->name;

static inline void product_get(const product_columns *columns, size_t line, product_state *state)
{
    PRODUCT_FIELDS(PRODUCT_GET)
}

static inline void product_put(product_columns *columns, size_t line, const product_state *state)
{
    PRODUCT_FIELDS(PRODUCT_PUT)
}

#undef PRODUCT_GET
#undef PRODUCT_PUT

#endif
