/* Carries of sums and of products in registers, along a line: two numbers side by side, the line's
 * and the chunk's. */
#ifndef LANESCAN_CARRIES_IN_LANES_H
#define LANESCAN_CARRIES_IN_LANES_H

#include "fold/product_carry.h"
#include "fold/sum_carry.h"

/* ---- sums ---- */

/* Both sums in a register: the line's, the chunk's. */
typedef struct sum_carry {
    f64x2 high, low;
} sum_carry;

LANESCAN_INLINE sum_carry sum_carry_load(const sum_state *s)
{
    return (sum_carry){ f64x2_set(s->high, s->chunk_high), f64x2_set(s->low, s->chunk_low) };
}

LANESCAN_INLINE void sum_carry_store(sum_state *s, sum_carry c)
{
    s->high = f64x2_first(c.high);
    s->low = f64x2_first(c.low);
    s->chunk_high = f64x2_second(c.high);
    s->chunk_low = f64x2_second(c.low);
}

/* sum_add_group; `total` in both halves. */
LANESCAN_INLINE sum_carry sum_carry_add(sum_carry c, f64x2 total)
{
    const f64x2_pair sum = f64x2_two_sum(c.high, total);
    return (sum_carry){ sum.high, f64x2_add(c.low, sum.low) };
}

/* sum_value, in all lanes. */
LANESCAN_INLINE f64v sum_carry_splat(sum_carry c)
{
    return f64v_splat_first(f64x2_add(c.high, c.low));
}

/* ---- products ---- */

/* Both products in a register: the line's, the chunk's. */
typedef struct product_carry {
    f64x2 high, low;
} product_carry;

LANESCAN_INLINE product_carry product_carry_load(const product_state *s)
{
    return (product_carry){ f64x2_set(s->high, s->chunk_high), f64x2_set(s->low, s->chunk_low) };
}

LANESCAN_INLINE void product_carry_store(product_state *s, product_carry c)
{
    s->high = f64x2_first(c.high);
    s->low = f64x2_first(c.low);
    s->chunk_high = f64x2_second(c.high);
    s->chunk_low = f64x2_second(c.low);
}

/* The total of a group, in both halves, as a pair. */
LANESCAN_INLINE product_carry product_carry_multiply(product_carry c, f64x2 high, f64x2 low)
{
    const f64x2_pair product = f64x2_pair_multiply((f64x2_pair){ c.high, c.low },
                                                   (f64x2_pair){ high, low });
    return (product_carry){ product.high, product.low };
}

#endif
