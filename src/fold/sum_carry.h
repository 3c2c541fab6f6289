/* The carry of a sum: two compensated sums side by side, one TwoSum a group for both.
 *
 * The first is what came before in the line; the second is the total of the chunk alone, folded
 * from zero. At the end of a chunk the totals of the chunks are folded left to right, so that a
 * chunk can be summed before those to its left are known, and the bits are the same. The
 * compensation is Neumaier's (ZAMM 54, 1974). */
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
