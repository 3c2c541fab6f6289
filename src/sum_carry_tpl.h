/* The carry of a sum: two compensated sums side by side, one TwoSum a group for both.
 *
 * The first is what came before in the line; the second is the total of the chunk alone, folded from
 * zero. At the end of a chunk the totals of the chunks are folded left to right, so a chunk can be summed
 * before those to its left are known, and the bits are the same. TwoSum: Knuth, TAOCP 2, 4.2.2;
 * the compensation is Neumaier's (ZAMM 54, 1974). */
#ifndef LANESCAN_SUM_CARRY_TPL_H
#define LANESCAN_SUM_CARRY_TPL_H

#include "group_tpl.h"
#include "state.h"

typedef struct sum_carry {
    f64x2 high, low;                /* running sum, chunk's sum */
    double before_high, before_low; /* the chunks before this one */
} sum_carry;

LANESCAN_INLINE sum_carry sum_carry_zero(void)
{
    return (sum_carry){ f64x2_set(0, 0), f64x2_set(0, 0), 0, 0 };
}

LANESCAN_INLINE sum_carry sum_carry_load(const sum_state *s)
{
    return (sum_carry){ f64x2_set(s->high[0], s->high[1]), f64x2_set(s->low[0], s->low[1]),
                        s->before_high, s->before_low };
}

LANESCAN_INLINE void sum_carry_store(sum_state *s, sum_carry c)
{
    *s = (sum_state){ { f64x2_first(c.high), f64x2_second(c.high) },
                      { f64x2_first(c.low), f64x2_second(c.low) },
                      c.before_high,
                      c.before_low };
}

/* The running sum, rounded once. */
LANESCAN_INLINE f64x2 sum_carry_value(sum_carry c)
{
    return f64x2_add(c.high, c.low);
}

LANESCAN_INLINE sum_carry sum_carry_add(sum_carry c, f64x2 total)
{
    const f64x2 sum = f64x2_add(c.high, total);
    const f64x2 part = f64x2_sub(sum, c.high);
    const f64x2 error = f64x2_add(f64x2_sub(c.high, f64x2_sub(sum, part)), f64x2_sub(total, part));
    c.high = sum;
    c.low = f64x2_add(c.low, error);
    return c;
}

/* A sum in each lane and its rounding error. */
typedef struct sum_lanes {
    f64x8 high, low;
} sum_lanes;

LANESCAN_INLINE sum_lanes two_sum_lanes(f64x8 a, f64x8 b)
{
    const f64x8 sum = f64x8_add(a, b);
    const f64x8 part = f64x8_sub(sum, a);
    return (sum_lanes){ sum, f64x8_add(f64x8_sub(a, f64x8_sub(sum, part)), f64x8_sub(b, part)) };
}

/* sum_carry_add for one sum in scalars. An error term that overflowed on the way counts as zero. */
LANESCAN_INLINE void two_sum_into(double *high, double *low, double x)
{
    const double sum = *high + x;
    const double part = sum - *high;
    const double error = (*high - (sum - part)) + (x - part);
    *high = sum;
    *low += f64_is_finite(error) ? error : 0;
}

/* Folds the chunk into what is before it. Where a chunk's own total is not finite although the line's
 * is (it went beyond the range and came back), the running sum takes its place. */
LANESCAN_INLINE sum_carry sum_carry_next_chunk(sum_carry c)
{
    double high = c.before_high, low = c.before_low;
    two_sum_into(&high, &low, f64x2_second(c.high));
    low += f64x2_second(c.low);
    if (LANESCAN_UNLIKELY(!f64_is_finite(high + low))) {
        high = f64x2_first(c.high);
        low = f64x2_first(c.low);
    }
    c.before_high = f64_is_finite(high) ? high + low : high;
    c.before_low = f64_is_finite(high) ? low - (c.before_high - high) : 0;
    c.high = f64x2_set(c.before_high, 0);
    c.low = f64x2_set(c.before_low, 0);
    return c;
}

#endif
