/* What linear recurrences along a line carry from group to group, in registers. */
#ifndef LANESCAN_RECURRENCE_CARRY_H
#define LANESCAN_RECURRENCE_CARRY_H

#include "ops/recurrence/recurrence.h"

/* In registers: the line's and the chunk's result, and the chunk's factor twice. (As a number of
 * its own it costs gcc three moves a group.) */
typedef struct recurrence_carry {
    f64x2_pair results, factor;
} recurrence_carry;

LANESCAN_INLINE f64x2 f64x2_both(double value)
{
    return f64x2_set(value, value);
}

LANESCAN_INLINE recurrence_carry recurrence_carry_load(const recurrence_state *s)
{
    const f64_pair factor = s->factor.value;
    return (recurrence_carry){ f64x2_pair_set(s->line, s->chunk),
                               { f64x2_both(factor.high), f64x2_both(factor.low) } };
}

LANESCAN_INLINE void recurrence_carry_store(recurrence_state *s, recurrence_carry c)
{
    f64x2_pair_get(c.results, &s->line, &s->chunk);
    s->factor.value = (f64_pair){ f64x2_first(c.factor.high), f64x2_first(c.factor.low) };
}

/* The maps of eight groups. */
typedef struct recurrence_group_maps {
    double a_high[LANES], a_low[LANES], b_high[LANES], b_low[LANES];
} recurrence_group_maps;

/* Both results, and the factor, move on by the map of group g. */
LANESCAN_INLINE recurrence_carry recurrence_carry_next(recurrence_carry c,
                                                       const recurrence_group_maps *maps, size_t g)
{
    const f64x2_pair a = { f64x2_both(maps->a_high[g]), f64x2_both(maps->a_low[g]) };
    const f64x2_pair b = { f64x2_both(maps->b_high[g]), f64x2_both(maps->b_low[g]) };
    return (recurrence_carry){ f64x2_pair_fma(a, c.results, b), f64x2_pair_multiply(c.factor, a) };
}

/* The factor's exponent, where it has moved far from 1. */
LANESCAN_INLINE recurrence_carry recurrence_carry_end_group(recurrence_carry c, recurrence_state *s)
{
    if (LANESCAN_LIKELY(!factor_is_far(f64x2_first(c.factor.high))))
        return c;
    recurrence_carry_store(s, c);
    recurrence_end_group(s);
    return recurrence_carry_load(s);
}

#endif
