/* The trees: of sums, of two sums at a time, of sums that keep every rounding error, and of
 * products that do. What tree_tpl.h needs of each:
 *
 *     combine(number, number)     lift(element)            a number of it
 *     join(element, element)      append(number, element)
 *     before(carry, number)       what is before a run: the carry, and the totals between
 *     after(before, prefix)       a result */
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
#define sum_before sum_combine
#define sum_after  sum_combine

#define TREE         sum
#define TREE_ELEMENT f64v
#define TREE_NUMBER  f64v
#define TREE_KEPT    f64v
#define TREE_RESULT  f64v
#include "fold/tree_tpl.h"

/* ---- sums of two lines, a lane each ---- */

LANESCAN_INLINE f64x2 sums_combine(f64x2 a, f64x2 b)
{
    return f64x2_add(a, b);
}

LANESCAN_INLINE f64x2 sums_lift(f64x2 x)
{
    return x;
}

/* Results are fused multiply-adds where there are any, for processors that do these beside the
 * additions of totals; the product by 1 is exact. */
LANESCAN_INLINE f64x2 sums_after(f64x2 before, f64x2 prefix)
{
    return LANES > 1 ? f64x2_fma(prefix, f64x2_set(1, 1), before) : f64x2_add(prefix, before);
}

#define sums_join   sums_combine
#define sums_append sums_combine
#define sums_before sums_combine

#define TREE         sums
#define TREE_ELEMENT f64x2
#define TREE_NUMBER  f64x2
#define TREE_KEPT    f64x2
#define TREE_RESULT  f64x2
#include "fold/tree_tpl.h"

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
#define exact_sum_before exact_sum_combine
#define exact_sum_after  exact_sum_combine

#define TREE         exact_sum
#define TREE_ELEMENT f64v_pair
#define TREE_NUMBER  f64v_pair
#define TREE_KEPT    f64v_pair
#define TREE_RESULT  f64v_pair
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

/* What a run's prefixes are multiplied by: rounded, as they are. */
LANESCAN_INLINE f64v exact_product_before(f64v carry, f64v_pair totals)
{
    return f64v_fma(carry, totals.high, f64v_mul(carry, totals.low));
}

LANESCAN_INLINE f64v exact_product_after(f64v before, f64v prefix)
{
    return f64v_mul(before, prefix);
}

#define TREE         exact_product
#define TREE_ELEMENT f64v
#define TREE_NUMBER  f64v_pair
#define TREE_KEPT    f64v
#define TREE_RESULT  f64v
#include "fold/tree_tpl.h"

#endif
