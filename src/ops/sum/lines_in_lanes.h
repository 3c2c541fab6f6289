/* cumsum of lines of some runs, LANES_AT_ONCE at a time, with a carry in each lane. */
#ifndef LANESCAN_SUM_LINES_IN_LANES_H
#define LANESCAN_SUM_LINES_IN_LANES_H

#include "fold/lines_in_lanes.h"
#include "ops/sum/sum.h"

/* What waits in memory: prefixes of runs, and the sums before each run but the first. */
typedef struct sum_waiting {
    row_buffer prefixes;
    double before[RUNS][LANES];
} sum_waiting;

/* A group of each line, or what is left of it. False, and nothing is done, if a result may not be
 * finite. */
LANESCAN_INLINE bool sum_lines_group(const lines_at *at, f64v_pair *carry, sum_waiting *w)
{
    const size_t count = at->n < GROUP ? at->n : GROUP, rest = count % RUN, runs = runs_of(count);
    line_ends ends;
    const f64v line = f64v_add(carry->high, carry->low);
    f64v total[RUNS], squares[2] = { f64v_mul(line, line), f64v_splat(0) };
    if (rest)
        lines_read_ends(at->type, at->x + at->n * element_bytes(at->type), at->x_pitch, 0, &ends);
    for (size_t run = 0; run < runs; run++) {
        const f64_group x = lines_run_load(at, run, &ends);
        f64v prefix[RUN];
        for (size_t k = 0; k < RUN; k++)
            squares[k % 2] = add_square(squares[k % 2], x.v[k]);
        sum_run(x.v, prefix);
        lanes_store_run(true, &w->prefixes, run, 0, prefix);
    }
    for (size_t run = runs; run < RUNS; run++)
        lanes_store(true, w->prefixes.v + LANES * (RUN * run + RUN - 1), f64v_splat(0));
    if (LANESCAN_UNLIKELY(m64v_bits(f64v_gt(f64v_splat(SUM_OF_SQUARES_IN_RANGE),
                                            f64v_add(squares[0], squares[1]))) !=
                          (1u << LANES) - 1))
        return false;
    for (size_t run = 0; run < RUNS; run++)
        total[run] = lanes_load(true, buffer_run(&w->prefixes, run) + LANES * (RUN - 1));
    sum_network(total);
    for (size_t run = 0; run + 1 < RUNS; run++)
        lanes_store(true, w->before[run + 1], total[run]);
    *carry = f64v_compensated_add(*carry, total[RUNS - 1]);
    for (size_t run = 0; run < runs; run++) {
        const f64v before = run ? sum_before(line, lanes_load(true, w->before[run])) : line;
        f64v y[RUN];
        lanes_load_run(true, &w->prefixes, run, 0, y);
        sum_apply(before, y, y);
        lines_run_store(at, run, &ends, y);
    }
    if (rest)
        lines_write_ends(at->type, rest, &ends, at->y + at->n * element_bytes(at->type),
                         at->y_pitch);
    return true;
}

/* What is left of lines that are not regular, from element `done` on. */
LANESCAN_COLD void sum_lines_left(const lines_at *at, size_t done, f64v_pair carry,
                                  lanescan_piece *piece)
{
    double high[LANES], low[LANES];
    f64v_store(ELEMENT_F64, high, carry.high);
    f64v_store(ELEMENT_F64, low, carry.low);
    for (ptrdiff_t lane = 0; lane < LANES_AT_ONCE; lane++) {
        const f64_pair of_lane = { high[lane], low[lane] };
        lanescan_state state;
        sum_begin(&state);
        state.as.sum.line = state.as.sum.chunk = of_lane;
        state.position = done;
        piece(&state, false, at->n, at->x + lane * at->x_pitch, at->y + lane * at->y_pitch, NULL);
    }
}

/* LANES_AT_ONCE lines. */
LANESCAN_INLINE void sum_lines_at_once(lines_at at, lanescan_piece *piece)
{
    f64v_pair carry = { f64v_splat(0), f64v_splat(0) };
    sum_waiting w;
    for (size_t done = 0; at.n; done += GROUP) {
        if (LANESCAN_UNLIKELY(!sum_lines_group(&at, &carry, &w))) {
            sum_lines_left(&at, done, carry, piece);
            return;
        }
        if (at.n <= GROUP)
            return;
        lines_pass_group(&at);
    }
}

LANESCAN_NOINLINE size_t sum_lines_in_lanes(element type, size_t lines, size_t n, const char *x,
                                            ptrdiff_t x_pitch, char *y, ptrdiff_t y_pitch,
                                            lanescan_piece *piece)
{
    return lines_in_lanes(sum_lines_at_once, type, lines, n, x, x_pitch, y, y_pitch, piece);
}

#endif
