/* Log-sum-exps of many lines, a line in each lane: tiles of a batch of their elements. What lanes
 * do not do is left to the line's own code, batch by batch. */
#ifndef LANESCAN_LOG_LANES_H
#define LANESCAN_LOG_LANES_H

#include "gradient/log_sum.h"

#define log_lanes_together lanescan_log_lanes_together
#define log_lanes_begin    lanescan_log_lanes_begin
#define log_lanes_read     lanescan_log_lanes_read
#define log_lanes_pass     lanescan_log_lanes_pass

typedef double log_numbers[TILE_NUMBERS];

typedef struct logs_in_lanes {
    const gradient_lines *all;
    const line_block *lines;
    size_t stride; /* numbers of a row: whole vectors */
    _Alignas(64) log_numbers values;
    _Alignas(64) log_numbers exponents;
    _Alignas(64) log_numbers sums;
    _Alignas(64) log_numbers g;
} logs_in_lanes;

/* How many lines go through tiles together: 0 where they are not for lanes. */
size_t log_lanes_together(const gradient_lines *all);

/* The state is that of all lines before the first element. */
void log_lanes_begin(logs_in_lanes *l, const gradient_lines *all, const line_block *lines,
                     const log_sum *begin, double *state);

/* Values and exponents of the elements of a batch. */
void log_lanes_read(logs_in_lanes *l, uint64_t first, size_t rows);

/* `lanes` is the logs_in_lanes, or begins with it. The state moves on; values and exponents are
 * those of the last batch. */
void log_lanes_pass(void *lanes, void *state, uint64_t first, uint64_t count);

static inline size_t log_lanes_state_size(const logs_in_lanes *l)
{
    return LOG_COLUMNS * l->stride * sizeof(double);
}

/* One line's, from and to columns. */
static inline log_sum log_lanes_get(const logs_in_lanes *l, const double *state, size_t lane)
{
    const double *const at = state + lane;
    return (log_sum){ .top = at[LOG_TOP * l->stride],
                      .reference = at[LOG_REFERENCE * l->stride],
                      .part = { { at[LOG_HIGH * l->stride], at[LOG_LOW * l->stride] } } };
}

static inline void log_lanes_put(const logs_in_lanes *l, double *state, size_t lane,
                                 const log_sum *s)
{
    double *const at = state + lane;
    at[LOG_TOP * l->stride] = s->top;
    at[LOG_REFERENCE * l->stride] = s->reference;
    at[LOG_HIGH * l->stride] = s->part[0].high;
    at[LOG_LOW * l->stride] = s->part[0].low;
}

#endif
