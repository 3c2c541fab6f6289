/* Linear recurrences of complex numbers: one element after the other, in double-double. Portable
 * code defines the order of operations; sets with lanes take many lines side by side, and leave to
 * it what is not finite.
 *
 * Error: docs/complex.md. */
#ifndef LANESCAN_COMPLEX_RECURRENCE_H
#define LANESCAN_COMPLEX_RECURRENCE_H

#include "ops/complex/product.h"
#include "ops/recurrence/state.h"

/* a y + b, where y is finite; the low parts are first-order corrections. Real and imaginary part
 * are side by side in a pair of doubles. */
LANESCAN_INLINE f64x2_pair complex_recurrence_step(f64x2_pair y, const double *a, const double *b)
{
    const f64x2_pair product = near_product_multiply(y, a[0], a[1]);
    const f64x2_pair sum = f64x2_two_sum(product.high, f64x2_load(ELEMENT_F64, b));
    return (f64x2_pair){ sum.high, f64x2_add(product.low, sum.low) };
}

/* So that the errors of the low parts do not add up. */
LANESCAN_INLINE void complex_recurrence_end_group(complex_recurrence_state *s)
{
    pair_renormalise(&s->part[0]);
    pair_renormalise(&s->part[1]);
}

/* A group, or the end, of one of many lines, whose first numbers these are. */
void PORTABLE(complex_recurrence_column)(lanescan_columns *columns, size_t line, element type,
                                         size_t count, const lanescan_recurrence_rows *at);

#endif
