/* The carries of sums, sum_carry_tpl.h, one line a lane. */
#ifndef LANESCAN_ACROSS_SUM_TPL_H
#define LANESCAN_ACROSS_SUM_TPL_H

#include "across_tile_tpl.h"
#include "sum_carry_tpl.h"

LANESCAN_INLINE sum_carry sum_carry_of(const sum_state *s)
{
    return (sum_carry){ f64x2_set(s->high[0], s->high[1]), f64x2_set(s->low[0], s->low[1]),
                        s->before_high, s->before_low };
}

LANESCAN_INLINE sum_state sum_state_of(sum_carry c)
{
    return (sum_state){ { f64x2_first(c.high), f64x2_second(c.high) },
                        { f64x2_first(c.low), f64x2_second(c.low) },
                        c.before_high,
                        c.before_low };
}

LANESCAN_INLINE sum_state across_sum_get(const across_sum *sum, size_t l)
{
    return (sum_state){ { sum->high[0][l], sum->high[1][l] },
                        { sum->low[0][l], sum->low[1][l] },
                        sum->before_high[l],
                        sum->before_low[l] };
}

LANESCAN_INLINE void across_sum_put(across_sum *sum, size_t l, const sum_state *s)
{
    for (int which = 0; which < 2; which++) {
        sum->high[which][l] = s->high[which];
        sum->low[which][l] = s->low[which];
    }
    sum->before_high[l] = s->before_high;
    sum->before_low[l] = s->before_low;
}

/* The inclusive scan of a group's run totals. */
LANESCAN_INLINE void across_network_add(f64x8 totals[LANES])
{
    for (int half = 1; half < LANES; half *= 2)
        for (int at = 0; at < LANES; at++)
            if (at & half)
                totals[at] = f64x8_add(totals[network_before(half, at)], totals[at]);
}

/* sum_carry_add */
LANESCAN_INLINE void across_sum_add(across_sum *sum, size_t first, f64x8 total)
{
    for (int which = 0; which < 2; which++) {
        double *const high_of = sum->high[which] + first, *const low_of = sum->low[which] + first;
        const f64x8 high = lines_load(high_of);
        const f64x8 next = f64x8_add(high, total);
        const f64x8 part = f64x8_sub(next, high);
        const f64x8 error = f64x8_add(f64x8_sub(high, f64x8_sub(next, part)),
                                      f64x8_sub(total, part));
        lines_store(high_of, next);
        lines_store(low_of, f64x8_add(lines_load(low_of), error));
    }
}

LANESCAN_INLINE void across_sum_next_chunk(across_sum *sum, size_t l)
{
    const sum_state line = across_sum_get(sum, l);
    const sum_state next = sum_state_of(sum_carry_next_chunk(sum_carry_of(&line)));
    across_sum_put(sum, l, &next);
}

#endif
