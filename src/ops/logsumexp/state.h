/* Beginnings of log-sum-exps, and one line's numbers from and to columns. */
#ifndef LANESCAN_LOGSUMEXP_STATE_H
#define LANESCAN_LOGSUMEXP_STATE_H

#include "ops/sum/state.h"

static inline void logsumexp_begin(lanescan_state *state)
{
    sum_begin(state);
    state->as.logsumexp = (logsumexp_state){ .highest = LOGSUMEXP_FIRST_HIGHEST,
                                             .lowest = LOGSUMEXP_FIRST_LOWEST,
                                             .mode = LOGSUMEXP_NORMAL,
                                             .split = true };
}

#define LOGSUMEXP_GET(type, name) state->name = columns->name[line];
#define LOGSUMEXP_PUT(type, name) columns->name[line] = state->name;

static inline void logsumexp_get(const logsumexp_columns *columns, size_t line,
                                 logsumexp_state *state)
{
    sum_get(&columns->sum, line, &state->sum);
    LOGSUMEXP_FIELDS(LOGSUMEXP_GET)
}

static inline void logsumexp_put(logsumexp_columns *columns, size_t line,
                                 const logsumexp_state *state)
{
    sum_put(&columns->sum, line, &state->sum);
    LOGSUMEXP_FIELDS(LOGSUMEXP_PUT)
}

#undef LOGSUMEXP_GET
#undef LOGSUMEXP_PUT

#endif
