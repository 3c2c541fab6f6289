/* cumsum of complex numbers in lanes.
 *
 * Groups of floats go as doubles, a run in each vector, so that no part changes its place in a
 * pair: first the prefixes of all runs of some groups, then what is before each, then the results.
 * (All three of one group wait for each other longer than processors look ahead.) */
#ifndef LANESCAN_SUM_PARTS_LANES_H
#define LANESCAN_SUM_PARTS_LANES_H

#include "fold/trees_in_lanes.h"
#include "ops/sum/parts_carry.h"

/* Fused multiply-adds, for processors that do these beside additions. */
LANESCAN_INLINE f64x2 add_squares(f64x2 sum, f64x2 x)
{
    return f64x2_fma(x, x, sum);
}

LANESCAN_INLINE bool lines_are_regular(f64v squares)
{
    return m64v_bits(f64v_gt(f64v_splat(SUM_OF_SQUARES_IN_RANGE), squares)) == (1u << LANES) - 1;
}

/* Two runs at a time of numbers that follow each other, which are behind then: are the sums of
 * their squares so small that all results are finite? */
LANESCAN_INLINE bool runs_are_regular(size_t *count, const char **x, ptrdiff_t stride)
{
    f64v squares[2] = { f64v_splat(0), f64v_splat(0) };
    const char *from = *x;
    size_t left = *count;
    LANESCAN_UNROLL(1)
    for (; stride == NUMBER_BYTES && left >= 2 * RUN; left -= 2 * RUN)
        for (size_t run = 0; run < 2; run++, from += RUN * NUMBER_BYTES)
            squares[run] = add_square(squares[run], f64v_load(ELEMENT_F64, from));
    *count = left;
    *x = from;
    return lines_are_regular(f64v_add(squares[0], squares[1]));
}

/* ---- floats ---- */

enum { PARTS_TOGETHER = 4 }; /* groups */

/* What is before each run of a group, whose total is added to the carry. */
LANESCAN_INLINE void parts_before_runs(const f64v prefixes[RUNS], parts_carry *carry,
                                       f64x2 before[RUNS])
{
    const f64x2 of_group = parts_before(*carry);
    f64x2 total[RUNS];
    for (size_t run = 0; run < RUNS; run++)
        total[run] = f64v_last_pair(prefixes[run]);
    sums_network(total);
    *carry = parts_carry_add(*carry, total[RUNS - 1]);
    for (size_t run = 0; run < RUNS; run++)
        before[run] = sums_before_run(of_group, total, run);
}

/* Groups; false, and nothing is done, if there is an infinity or a NaN: the compensation is NaN
 * from there on, and without them it is not, for no sum of floats is too large for doubles. */
LANESCAN_INLINE bool float_groups_together(size_t groups, const char *x, char *y,
                                           parts_carry *carry)
{
    f64v prefixes[PARTS_TOGETHER * RUNS];
    f64x2 before[PARTS_TOGETHER * RUNS];
    parts_carry next = *carry;
    LANESCAN_UNROLL(1)
    for (size_t run = 0; run < groups * RUNS; run++)
        prefixes[run] = sums_run_in_lanes(f64v_load(ELEMENT_F32, x + RUN * FLOATS_BYTES * run));
    LANESCAN_UNROLL(1)
    for (size_t group = 0; group < groups; group++)
        parts_before_runs(prefixes + RUNS * group, &next, before + RUNS * group);
    const double re = f64x2_first(next.line.low), im = f64x2_second(next.line.low);
    if (LANESCAN_UNLIKELY(re != re || im != im))
        return false;
    *carry = next;
    LANESCAN_UNROLL(1)
    for (size_t run = 0; run < groups * RUNS; run++)
        f64v_store(ELEMENT_F32, y + RUN * FLOATS_BYTES * run,
                   f64v_add(f64v_splat_pair(before[run]), prefixes[run]));
    return true;
}

/* Whole groups up to the chunk's end, or the line's, as far as they are regular; returns how many
 * numbers these are. */
LANESCAN_INLINE size_t float_groups(lanescan_state state[2], size_t n, const char *x, char *y)
{
    const size_t left = CHUNK - (size_t)(state->position % CHUNK), end = n < left ? n : left;
    parts_carry carry = parts_carry_load(state);
    size_t done = 0, most = PARTS_TOGETHER;
    while (end - done >= GROUP) {
        const size_t whole = (end - done) / GROUP, groups = whole < most ? whole : most;
        if (LANESCAN_LIKELY(float_groups_together(groups, x + done * FLOATS_BYTES,
                                                  y + done * FLOATS_BYTES, &carry)))
            done += groups * GROUP;
        else if (groups > 1)
            most = 1; /* which of these? */
        else
            break;
    }
    parts_advance(state, carry, done);
    return done;
}

#endif
