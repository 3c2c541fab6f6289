/* Beginnings of log-sum-exps, and one line's numbers from and to columns. */
#ifndef LANESCAN_LOGSUMEXP_STATE_H
#define LANESCAN_LOGSUMEXP_STATE_H

#include "ops/sum/state.h"

/* The empty sum, and is a normal one still empty? */
static inline logsumexp_state logsumexp_empty(void)
{
    return (logsumexp_state){ .highest = LOGSUMEXP_FIRST_HIGHEST,
                              .lowest = LOGSUMEXP_FIRST_LOWEST,
                              .mode = LOGSUMEXP_NORMAL,
                              .split = true };
}

static inline bool logsumexp_is_empty(const logsumexp_state *s)
{
    return s->mode == LOGSUMEXP_NORMAL && s->lowest == LOGSUMEXP_FIRST_LOWEST;
}

static inline void logsumexp_begin(lanescan_state *state)
{
    sum_begin(state);
    state->as.logsumexp = logsumexp_empty();
}

static inline void logsumexp_get(const logsumexp_columns *columns, size_t line,
                                 logsumexp_state *state)
{
    sum_get(&columns->sum, line, &state->sum);
    LOGSUMEXP_FIELDS(GET)
}

static inline void logsumexp_put(logsumexp_columns *columns, size_t line,
                                 const logsumexp_state *state)
{
    sum_put(&columns->sum, line, &state->sum);
    LOGSUMEXP_FIELDS(PUT)
}

#endif
