/* The carries of sums, sum_carry_tpl.h, one line a lane. */
#ifndef LANESCAN_ACROSS_SUM_TPL_H
#define LANESCAN_ACROSS_SUM_TPL_H

#include "across_rows_tpl.h"
#include "sum_carry_tpl.h"

LANESCAN_INLINE sum_carry across_sum_get(const across_sum *sum, size_t l)
{
    return (sum_carry){ f64x2_set(sum->high[0][l], sum->high[1][l]),
                        f64x2_set(sum->low[0][l], sum->low[1][l]), sum->before_high[l],
                        sum->before_low[l] };
}

LANESCAN_INLINE void across_sum_put(across_sum *sum, size_t l, sum_carry carry)
{
    sum->high[0][l] = f64x2_first(carry.high);
    sum->high[1][l] = f64x2_second(carry.high);
    sum->low[0][l] = f64x2_first(carry.low);
    sum->low[1][l] = f64x2_second(carry.low);
    sum->before_high[l] = carry.before_high;
    sum->before_low[l] = carry.before_low;
}

/* The inclusive scan of a group's run totals. */
LANESCAN_INLINE void across_network_add(f64x8 totals[LANES])
{
    for (int half = 1; half < LANES; half *= 2)
        for (int at = 0; at < LANES; at++)
            if (at & half)
                totals[at] = f64x8_add(totals[network_before(half, at)], totals[at]);
}

/* sum_carry_add for the lines from `first` on that are regular. */
LANESCAN_INLINE void across_sum_add(across_sum *sum, size_t first, m64x8 regular, f64x8 total)
{
    for (int which = 0; which < 2; which++) {
        double *const high_of = sum->high[which] + first, *const low_of = sum->low[which] + first;
        const f64x8 high = lines_load(high_of);
        const f64x8 next = f64x8_add(high, total);
        const f64x8 part = f64x8_sub(next, high);
        const f64x8 error = f64x8_add(f64x8_sub(high, f64x8_sub(next, part)),
                                      f64x8_sub(total, part));
        lines_store(high_of, regular, next);
        lines_store(low_of, regular, f64x8_add(lines_load(low_of), error));
    }
}

/* A line that is over keeps its sum: the chunk's may be finite, and the line would seem to go on. */
LANESCAN_APART void across_sum_next_chunk(lanescan_across *state, size_t lines)
{
    across_sum *const sum = &state->as.sum;
    for (size_t l = 0; l < lines; l++)
        if (!state->over[l])
            across_sum_put(sum, l, sum_carry_next_chunk(across_sum_get(sum, l)));
}

#endif
