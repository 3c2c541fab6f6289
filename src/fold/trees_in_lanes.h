/* The trees of trees.h with totals in the lanes of a vector, as they are along a line: for each the
 * moves between lanes, of which the last gives a run the total of those before; and the scan of
 * eight lanes by any operation on numbers. */
#ifndef LANESCAN_TREES_IN_LANES_H
#define LANESCAN_TREES_IN_LANES_H

#include "fold/trees.h"

/* ---- sums ---- */

LANESCAN_INLINE f64v sum_spread(int half, f64v v)
{
    return f64v_spread(half, v, f64_identity(OP_ADD));
}

LANESCAN_INLINE f64v sum_after_spread(int half, f64v before, f64v after)
{
    return f64v_after_spread(half, before, after);
}

LANESCAN_INLINE f64v sum_shift_in(f64v v)
{
    return f64v_shift_in(f64v_splat(0), v);
}

#define TREE_OF_FOUR
#define TREE        sum
#define TREE_NUMBER f64v
#define TREE_RESULT f64v
#include "fold/tree_in_lanes_tpl.h"

/* ---- sums of two lines, a pair of lanes in a run's place ---- */

LANESCAN_INLINE f64v sums_level_in_lanes(int half, f64v x)
{
    const f64v before = f64v_spread_pairs(half, x, f64_identity(OP_ADD));
    return f64v_after_spread(2 * half, x, f64v_add(before, x));
}

/* A run's prefixes, which are those that a network makes of four totals. */
LANESCAN_INLINE f64v sums_run_in_lanes(f64v x)
{
    return sums_level_in_lanes(2, sums_level_in_lanes(1, x));
}

/* ---- pairs ---- */

LANESCAN_INLINE f64v_pair f64v_pair_spread(int half, f64v_pair v, double fill)
{
    return (f64v_pair){ f64v_spread(half, v.high, fill), f64v_spread(half, v.low, 0) };
}

LANESCAN_INLINE f64v_pair f64v_pair_after_spread(int half, f64v_pair before, f64v_pair after)
{
    return (f64v_pair){ f64v_after_spread(half, before.high, after.high),
                        f64v_after_spread(half, before.low, after.low) };
}

/* The pair of each lane moves to the next one; the first becomes `first`. */
LANESCAN_INLINE f64v_pair f64v_pair_shift_in(double first, f64v_pair v)
{
    return (f64v_pair){ f64v_shift_in(f64v_splat(first), v.high),
                        f64v_shift_in(f64v_splat(0), v.low) };
}

/* ---- sums with their rounding errors ---- */

LANESCAN_INLINE f64v_pair exact_sum_spread(int half, f64v_pair v)
{
    return f64v_pair_spread(half, v, 0);
}

LANESCAN_INLINE f64v_pair exact_sum_after_spread(int half, f64v_pair before, f64v_pair after)
{
    return f64v_pair_after_spread(half, before, after);
}

LANESCAN_INLINE f64v_pair exact_sum_shift_in(f64v_pair v)
{
    return f64v_pair_shift_in(0, v);
}

#define TREE        exact_sum
#define TREE_NUMBER f64v_pair
#define TREE_RESULT f64v_pair
#include "fold/tree_in_lanes_tpl.h"

/* ---- products with their rounding errors ---- */

/* Lanes of lower halves are combined with the identity, (1, 0), and must stay as they are. They do:
 * a low part of -0 would become +0, but none is -0. */
LANESCAN_INLINE f64v_pair exact_product_spread(int half, f64v_pair v)
{
    return f64v_pair_spread(half, v, f64_identity(OP_MULTIPLY));
}

LANESCAN_INLINE f64v_pair exact_product_after_spread(int half, f64v_pair before, f64v_pair after)
{
    return f64v_pair_after_spread(half, before, after);
}

LANESCAN_INLINE f64v_pair exact_product_shift_in(f64v_pair v)
{
    return f64v_pair_shift_in(f64_identity(OP_MULTIPLY), v);
}

#define TREE_OF_FOUR
#define TREE        exact_product
#define TREE_NUMBER f64v_pair
#define TREE_RESULT f64v
#include "fold/tree_in_lanes_tpl.h"

/* ---- operations on numbers ---- */

LANESCAN_INLINE f64v f64v_scan_level(operation op, int half, f64v v)
{
    const f64v before = f64v_spread(half, v, f64_identity(op));
    return f64v_after_spread(half, v, f64v_apply(op, before, v));
}

/* The inclusive scan of the lanes, in the order of the network. */
LANESCAN_INLINE f64v f64v_scan(operation op, f64v v)
{
    return f64v_scan_level(op, 4, f64v_scan_level(op, 2, f64v_scan_level(op, 1, v)));
}

#endif
