/* What goes from group to group along a line, in registers: the state's pairs of the line and of
 * the chunk (state.h), side by side in an f64x2_pair. */
#ifndef LANESCAN_CARRIES_IN_LANES_H
#define LANESCAN_CARRIES_IN_LANES_H

#include "fold/product_carry.h"
#include "fold/sum_carry.h"

/* ---- sums ---- */

LANESCAN_INLINE f64x2_pair sum_carry_load(const sum_state *s)
{
    return f64x2_pair_set(s->line, s->chunk);
}

LANESCAN_INLINE void sum_carry_store(sum_state *s, f64x2_pair carry)
{
    f64x2_pair_get(carry, &s->line, &s->chunk);
}

/* ---- products ---- */

LANESCAN_INLINE f64x2_pair product_carry_load(const product_state *s)
{
    return f64x2_pair_set(s->line.value, s->chunk.value);
}

LANESCAN_INLINE void product_carry_store(product_state *s, f64x2_pair carry)
{
    f64x2_pair_get(carry, &s->line.value, &s->chunk.value);
}

/* ---- both ---- */

/* The line's, rounded, in all lanes. */
LANESCAN_INLINE f64v carry_splat(f64x2_pair carry)
{
    return f64v_splat_first(f64x2_add(carry.high, carry.low));
}

#endif
