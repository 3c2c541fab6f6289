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
    return s->high + s->low;
}

/* The totals of a group are added. The rounding error is NaN where the sum is not finite. */
LANESCAN_INLINE void sum_add_group(sum_state *s, double total)
{
    const f64_pair line = f64_two_sum(s->high, total), chunk = f64_two_sum(s->chunk_high, total);
    s->high = line.high;
    s->low += line.low;
    s->chunk_high = chunk.high;
    s->chunk_low += chunk.low;
}

/* Folds the chunk into what is before it. Where a chunk's own total is not finite although the
 * line's is (it went beyond the range and came back), the running sum takes its place. */
LANESCAN_INLINE void sum_fold_chunk(sum_state *s)
{
    double high = s->before_high, low = s->before_low;
    f64_accumulate(&high, &low, s->chunk_high);
    low += s->chunk_low;
    if (LANESCAN_UNLIKELY(!f64_is_finite(high + low))) {
        high = s->high;
        low = s->low;
    }
    const f64_pair before = f64_fast_two_sum(high, low);
    s->before_high = f64_is_finite(high) ? before.high : high;
    s->before_low = f64_is_finite(high) ? before.low : 0;
    s->high = s->before_high;
    s->low = s->before_low;
    s->chunk_high = s->chunk_low = 0;
}

#endif
