/* The error-free transforms of each kind of number, and what is made of them: sums and products of
 * pairs, numbers that carry what rounding has taken from them. */
#ifndef LANESCAN_MATH_EXACT_H
#define LANESCAN_MATH_EXACT_H

#include "block.h" /* of the instruction set */

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

/* high + low grows by x. An error that overflowed on the way counts as zero. */
LANESCAN_INLINE void f64_accumulate(double *high, double *low, double x)
{
    const f64_pair sum = f64_two_sum(*high, x);
    *high = sum.high;
    *low += f64_is_finite(sum.low) ? sum.low : 0;
}

/* a + b; the rounding errors of the low parts are left out. */
LANESCAN_INLINE f64v_pair f64v_pair_add(f64v_pair a, f64v_pair b)
{
    const f64v_pair sum = f64v_two_sum(a.high, b.high);
    return (f64v_pair){ sum.high, f64v_add(f64v_add(a.low, b.low), sum.low) };
}

#endif
