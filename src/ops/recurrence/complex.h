/* Linear recurrences of complex numbers: one element after the other, in double-double. Real and
 * imaginary part are side by side in a pair of doubles.
 *
 * Error: docs/complex.md. */
#ifndef LANESCAN_COMPLEX_RECURRENCE_H
#define LANESCAN_COMPLEX_RECURRENCE_H

#include "ops/complex/product.h"
#include "ops/recurrence/state.h"

/* a y + b, where y is finite; the low parts are first-order corrections. */
LANESCAN_INLINE near_product complex_recurrence_step(near_product y, const double a[2],
                                                     const double b[2])
{
    const near_product product = near_product_multiply(y, a[0], a[1]);
    const f64x2_pair sum = f64x2_two_sum(product.high, f64x2_set(b[0], b[1]));
    return (near_product){ sum.high, f64x2_add(product.low, sum.low) };
}

LANESCAN_INLINE bool complex_value(near_product y, double value[2])
{
    value[0] = pair_value(f64x2_first(y.high), f64x2_first(y.low));
    value[1] = pair_value(f64x2_second(y.high), f64x2_second(y.low));
    return f64_is_finite(value[0]) && f64_is_finite(value[1]);
}

/* The same by the plain formula, for results that are not finite; those after them go on like
 * that. */
LANESCAN_COLD near_product complex_recurrence_plain(near_product y, const double a[2],
                                                    const double b[2], double value[2], bool *over)
{
    double before[2];
    complex_value(y, before);
    value[0] = f64_fma(a[0], before[0], f64_fma(-a[1], before[1], b[0]));
    value[1] = f64_fma(a[0], before[1], f64_fma(a[1], before[0], b[1]));
    *over = !f64_is_finite(value[0]) || !f64_is_finite(value[1]);
    return (near_product){ f64x2_set(value[0], value[1]), f64x2_set(0, 0) };
}

/* So that the errors of the low parts do not add up. */
LANESCAN_INLINE near_product complex_renormalise(near_product y)
{
    double high[2] = { f64x2_first(y.high), f64x2_second(y.high) };
    double low[2] = { f64x2_first(y.low), f64x2_second(y.low) };
    for (int part = 0; part < 2; part++)
        pair_renormalise(&high[part], &low[part]);
    return (near_product){ f64x2_set(high[0], high[1]), f64x2_set(low[0], low[1]) };
}

LANESCAN_INLINE void complex_recurrence_piece(element type, bool backwards, size_t n, const void *a,
                                              const void *b, void *y, lanescan_state *state)
{
    complex_recurrence_state *const s = &state->as.complex_recurrence;
    near_product so_far = { f64x2_set(s->high[0], s->high[1]), f64x2_set(s->low[0], s->low[1]) };
    for (size_t i = 0; i < n; i++) {
        double of_a[2], of_b[2], value[2];
        complex_read(type, backwards, a, i, of_a);
        complex_read(type, backwards, b, i, of_b);
        if (s->is_fresh) /* nothing to multiply */
            of_a[0] = of_a[1] = 0;
        s->is_fresh = false;
        const near_product next = complex_recurrence_step(so_far, of_a, of_b);
        if (LANESCAN_LIKELY(!state->over && complex_value(next, value)))
            so_far = next;
        else
            so_far = complex_recurrence_plain(so_far, of_a, of_b, value, &state->over);
        complex_write(type, backwards, y, i, value[0], value[1]);
        if (++state->position % GROUP == 0 && !state->over)
            so_far = complex_renormalise(so_far);
    }
    s->high[0] = f64x2_first(so_far.high);
    s->high[1] = f64x2_second(so_far.high);
    s->low[0] = f64x2_first(so_far.low);
    s->low[1] = f64x2_second(so_far.low);
}

#endif
