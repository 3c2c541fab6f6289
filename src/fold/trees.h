/* The trees there are: of sums, of sums that keep every rounding error, of products that do. For
 * each: how two numbers are combined; two elements joined, one appended, one taken as a number; and
 * where totals are in lanes, the lane moves. */
#ifndef LANESCAN_TREES_H
#define LANESCAN_TREES_H

#include "math/exact.h"

/* ---- sums ---- */

LANESCAN_INLINE f64v sum_combine(f64v a, f64v b)
{
    return f64v_add(a, b);
}

LANESCAN_INLINE f64v sum_lift(f64v x)
{
    return x;
}

#define sum_join   sum_combine
#define sum_append sum_combine

#if LANES > 1
LANESCAN_INLINE f64v sum_spread(int half, f64v v)
{
    return f64v_spread(half, v, f64_identity(OP_ADD));
}

LANESCAN_INLINE f64v sum_after_spread(int half, f64v before, f64v after)
{
    return f64v_after_spread(half, before, after);
}
#endif

#define TREE         sum
#define TREE_ELEMENT f64v
#define TREE_NUMBER  f64v
#include "fold/tree_tpl.h"

/* ---- pairs ---- */

#if LANES > 1
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
#endif

/* ---- sums with their rounding errors ---- */

LANESCAN_INLINE f64v_pair exact_sum_combine(f64v_pair a, f64v_pair b)
{
    return f64v_pair_add(a, b);
}

LANESCAN_INLINE f64v_pair exact_sum_lift(f64v_pair x)
{
    return x;
}

#define exact_sum_join   exact_sum_combine
#define exact_sum_append exact_sum_combine

#if LANES > 1
LANESCAN_INLINE f64v_pair exact_sum_spread(int half, f64v_pair v)
{
    return f64v_pair_spread(half, v, 0);
}

LANESCAN_INLINE f64v_pair exact_sum_after_spread(int half, f64v_pair before, f64v_pair after)
{
    return f64v_pair_after_spread(half, before, after);
}
#endif

#define TREE         exact_sum
#define TREE_ELEMENT f64v_pair
#define TREE_NUMBER  f64v_pair
#include "fold/tree_tpl.h"

/* ---- products with their rounding errors ---- */

LANESCAN_INLINE f64v_pair exact_product_combine(f64v_pair a, f64v_pair b)
{
    return f64v_pair_multiply(a, b);
}

LANESCAN_INLINE f64v_pair exact_product_lift(f64v x)
{
    return (f64v_pair){ x, f64v_splat(0) };
}

LANESCAN_INLINE f64v_pair exact_product_join(f64v x, f64v y)
{
    return f64v_two_product(x, y);
}

/* Within a run only: what rounding takes there reaches no later group. */
LANESCAN_INLINE f64v_pair exact_product_append(f64v_pair a, f64v x)
{
    return (f64v_pair){ f64v_mul(a.high, x), f64v_splat(0) };
}

/* Apply: what a run's prefixes are multiplied by, from the line's product before the group and the
 * totals of the runs before. */
LANESCAN_INLINE f64v exact_product_before(f64v line, f64v_pair totals)
{
    return f64v_fma(line, totals.high, f64v_mul(line, totals.low));
}

#if LANES > 1
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
#endif

#define TREE         exact_product
#define TREE_ELEMENT f64v
#define TREE_NUMBER  f64v_pair
#include "fold/tree_tpl.h"

#if LANES > 1
/* ---- any operation whose order does not matter ---- */

LANESCAN_INLINE f64v f64v_scan_level(operation op, int half, f64v v)
{
    const f64v before = f64v_spread(half, v, f64_identity(op));
    return f64v_after_spread(half, v, f64v_apply(op, before, v));
}

/* The inclusive scan of the lanes. */
LANESCAN_INLINE f64v f64v_scan(operation op, f64v v)
{
    return f64v_scan_level(op, 4, f64v_scan_level(op, 2, f64v_scan_level(op, 1, v)));
}
#endif

#endif
