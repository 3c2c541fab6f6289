/* What linear recurrences along a line carry from group to group, in registers. */
#ifndef LANESCAN_RECURRENCE_CARRY_H
#define LANESCAN_RECURRENCE_CARRY_H

#include "ops/recurrence/recurrence.h"

/* In registers: the line's and the chunk's result, and the chunk's factor. */
typedef struct recurrence_carry {
    f64x2 high, low;
    f64_pair factor;
} recurrence_carry;

LANESCAN_INLINE recurrence_carry recurrence_carry_load(const recurrence_state *s)
{
    return (recurrence_carry){ f64x2_set(s->high, s->chunk_high),
                               f64x2_set(s->low, s->chunk_low),
                               { s->factor_high, s->factor_low } };
}

LANESCAN_INLINE void recurrence_carry_store(recurrence_state *s, recurrence_carry c)
{
    s->high = f64x2_first(c.high);
    s->low = f64x2_first(c.low);
    s->chunk_high = f64x2_second(c.high);
    s->chunk_low = f64x2_second(c.low);
    s->factor_high = c.factor.high;
    s->factor_low = c.factor.low;
}

/* The maps of eight groups. */
typedef struct recurrence_group_maps {
    double a_high[LANES], a_low[LANES], b_high[LANES], b_low[LANES];
} recurrence_group_maps;

LANESCAN_INLINE f64x2 f64x2_both(double value)
{
    return f64x2_set(value, value);
}

/* Both results, and the factor, move on by the map of group g. */
LANESCAN_INLINE recurrence_carry recurrence_carry_next(recurrence_carry c,
                                                       const recurrence_group_maps *maps, size_t g)
{
    const f64x2 a_high = f64x2_both(maps->a_high[g]), a_low = f64x2_both(maps->a_low[g]);
    const f64x2 b_high = f64x2_both(maps->b_high[g]), b_low = f64x2_both(maps->b_low[g]);
    const f64x2_pair product = f64x2_two_product(a_high, c.high);
    const f64x2_pair sum = f64x2_two_sum(product.high, b_high);
    const f64x2 low = f64x2_fma(a_high, c.low, f64x2_fma(a_low, c.high, product.low));
    product_multiply_group(&c.factor.high, &c.factor.low, maps->a_high[g], maps->a_low[g]);
    return (recurrence_carry){ sum.high, f64x2_add(low, f64x2_add(b_low, sum.low)), c.factor };
}

/* The factor's exponent, where it has moved far from 1. */
LANESCAN_INLINE recurrence_carry recurrence_carry_end_group(recurrence_carry c, recurrence_state *s)
{
    if (LANESCAN_LIKELY(!factor_is_far(c.factor.high)))
        return c;
    recurrence_carry_store(s, c);
    recurrence_end_group(s);
    return recurrence_carry_load(s);
}

#endif
