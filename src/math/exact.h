/* The error-free transforms of each kind of number, and what is made of them: sums and products of
 * pairs, numbers that carry what rounding has taken from them. */
#ifndef LANESCAN_MATH_EXACT_H
#define LANESCAN_MATH_EXACT_H

#include "block.h" /* of the instruction set */

/* Is a fused multiply-add made of sums and products? Then the set has a cheaper way to what a
 * product's rounding takes away, and kernels do without where they can. */
#ifndef LANESCAN_FMA_BY_SUMS
#define LANESCAN_FMA_BY_SUMS 0
#endif

#define TWO_PRODUCT_OF(name) f64##name
#include "lanes/error_free_tpl.h"
#define TWO_SUM_OF(name) f64v##name
#include "lanes/error_free_tpl.h"
#define TWO_PRODUCT_OF(name) f64v##name
#include "lanes/error_free_tpl.h"
#define TWO_SUM_OF(name) f64x2##name
#include "lanes/error_free_tpl.h"
#define TWO_PRODUCT_OF(name) f64x2##name
#include "lanes/error_free_tpl.h"

/* As f64_compensated_add, but an error that overflowed on the way counts as zero. */
LANESCAN_INLINE void f64_accumulate(f64_pair *sum, double x)
{
    const f64_pair high = f64_two_sum(sum->high, x);
    sum->high = high.high;
    sum->low += f64_is_finite(high.low) ? high.low : 0;
}

/* By a power of two, exactly; else low takes a rounding of its own. */
LANESCAN_INLINE void f64_pair_scale(f64_pair *p, double factor)
{
    p->high *= factor;
    p->low *= factor;
}

/* Two pairs side by side in registers. */
LANESCAN_INLINE f64x2_pair f64x2_pair_set(f64_pair first, f64_pair second)
{
    return (f64x2_pair){ f64x2_set(first.high, second.high), f64x2_set(first.low, second.low) };
}

LANESCAN_INLINE void f64x2_pair_get(f64x2_pair v, f64_pair *first, f64_pair *second)
{
    *first = (f64_pair){ f64x2_first(v.high), f64x2_first(v.low) };
    *second = (f64_pair){ f64x2_second(v.high), f64x2_second(v.low) };
}

/* a + b; the rounding errors of the low parts are left out. */
LANESCAN_INLINE f64v_pair f64v_pair_add(f64v_pair a, f64v_pair b)
{
    const f64v_pair sum = f64v_two_sum(a.high, b.high);
    return (f64v_pair){ sum.high, f64v_add(f64v_add(a.low, b.low), sum.low) };
}

#endif
