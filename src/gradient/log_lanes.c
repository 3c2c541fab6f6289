/* Tiles of elements become the states of lines. */
#include "gradient/log_lanes.h"

#include <string.h>

/* Of longer lines there would be too few states. */
#define LONGEST_IN_LANES (UINT64_C(1) << 20)
#define LONG_IN_LANES    (UINT64_C(1) << 14) /* fewer lines have more of them */

/* A batch must fit a tile as a whole. */
size_t log_lanes_together(const gradient_lines *all)
{
    const uint64_t n = all->n, longest = all->is_overwritten ? GRADIENT_ROWS : LONGEST_IN_LANES;
    if (!gradient_is_short(all, longest))
        return 0;
    return n <= TILE_ROWS       ? ACROSS_LINES
           : n <= 2 * TILE_ROWS ? ACROSS_LINES / 2
           : n <= LONG_IN_LANES ? ACROSS_LINES / 4
                                : ACROSS_LINES / 8;
}

void log_lanes_begin(logs_in_lanes *l, const gradient_lines *all, const line_block *lines,
                     const log_sum *begin, double *state)
{
    enum { WHOLE = 8 };
    l->all = all;
    l->lines = lines;
    l->stride = (lines->count + WHOLE - 1) / WHOLE * WHOLE;
    for (size_t lane = 0; lane < l->stride; lane++)
        log_lanes_put(l, state, lane, begin);
}

/* Columns that are no lines. */
static void fill_columns(const logs_in_lanes *l, size_t rows, double *numbers)
{
    const size_t there = l->lines->count;
    for (size_t row = 0; there < l->stride && row < rows; row++)
        memset(numbers + row * l->stride + there, 0, (l->stride - there) * sizeof *numbers);
}

void log_lanes_read(logs_in_lanes *l, uint64_t first, size_t rows)
{
    gradient_read_tile(l->all, WALK_X, l->lines, first, rows, l->stride, l->values);
    fill_columns(l, rows, l->values);
    l->all->exponentials(rows * l->stride, l->values, l->values, l->exponents, 0);
}

/* A batch of one line. */
LANESCAN_NOINLINE void pass_alone(const logs_in_lanes *l, size_t lane, log_sum *s, uint64_t first,
                                  size_t count)
{
    const gradient_side *const side = &l->all->x;
    double x[GRADIENT_BUFFER], weights[GRADIENT_BUFFER], others[GRADIENT_BUFFER];
    const char *const at = gradient_at(side, gradient_lane(l->all, l->lines, lane, WALK_X), first);
    log_sum_pass(l->all, s, count, gradient_view(side, count, at, x), weights, others);
}

static void pass_batch(logs_in_lanes *l, double *state, uint64_t first, size_t rows)
{
    double next[LOG_COLUMNS * ACROSS_LINES];
    const lanescan_log_tile tile = { .rows = rows,
                                     .lines = l->lines->count,
                                     .stride = l->stride,
                                     .values = l->values,
                                     .exponents = l->exponents,
                                     .state = state,
                                     .next = next };
    log_lanes_read(l, first, rows);
    const uint64_t others = l->all->log_sums(&tile);
    for (size_t lane = 0; lane < l->lines->count && others >> lane; lane++) {
        if (others >> lane & 1) {
            log_sum s = log_lanes_get(l, state, lane);
            pass_alone(l, lane, &s, first, rows);
            log_lanes_put(l, next, lane, &s);
        }
    }
    memcpy(state, next, log_lanes_state_size(l));
}

void log_lanes_pass(void *lanes, void *state, uint64_t first, uint64_t count)
{
    for (uint64_t end = first + count; first < end; first += GRADIENT_ROWS)
        pass_batch(lanes, state, first,
                   end - first < GRADIENT_ROWS ? (size_t)(end - first) : GRADIENT_ROWS);
}
