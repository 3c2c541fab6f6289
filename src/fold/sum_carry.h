/* The carry of a sum, in scalars (in registers: carries_in_lanes.h): two compensated sums, to both
 * of which the total of each group is added.
 *
 * `line` is the sum of the line so far, which results need. `chunk` is that of the present chunk
 * alone, begun at zero. At the end of a chunk its sum is added to `before`, that of the chunks
 * before it, and this is the new `line`: so a chunk may be summed before those to its left are
 * known, with the same bits. The compensation is Neumaier's (ZAMM 54, 1974). */
#ifndef LANESCAN_SUM_CARRY_H
#define LANESCAN_SUM_CARRY_H

#include "fold/state.h"
#include "math/exact.h"

/* The sum of line or chunk, rounded once. */
LANESCAN_INLINE double sum_value(const sum_state *s)
{
    return s->line.high + s->line.low;
}

/* The total of a group is added. */
LANESCAN_INLINE void sum_add_group(sum_state *s, double total)
{
    s->line = f64_compensated_add(s->line, total);
    s->chunk = f64_compensated_add(s->chunk, total);
}

/* Folds the chunk into what is before it. Where a chunk's own total is not finite although the
 * line's is (it went beyond the range and came back), the running sum takes its place. */
LANESCAN_INLINE void sum_fold_chunk(sum_state *s)
{
    f64_pair sum = s->before;
    f64_accumulate(&sum, s->chunk.high);
    sum.low += s->chunk.low;
    if (LANESCAN_UNLIKELY(!f64_is_finite(sum.high + sum.low)))
        sum = s->line;
    s->before = f64_is_finite(sum.high) ? f64_fast_two_sum(sum.high, sum.low)
                                        : (f64_pair){ sum.high, 0 };
    s->line = s->before;
    s->chunk = (f64_pair){ 0, 0 };
}

#endif
