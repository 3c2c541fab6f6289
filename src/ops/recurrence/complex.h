/* Linear recurrences of complex numbers: one element after the other, in double-double. Real and
 * imaginary part are side by side in a pair of doubles.
 *
 * Error: docs/complex.md. */
#ifndef LANESCAN_COMPLEX_RECURRENCE_H
#define LANESCAN_COMPLEX_RECURRENCE_H

#include "ops/complex/product.h"
#include "ops/recurrence/state.h"

/* a y + b, where y is finite; the low parts are first-order corrections. */
LANESCAN_INLINE f64x2_pair complex_recurrence_step(f64x2_pair y, const double a[2],
                                                   const double b[2])
{
    const f64x2_pair product = near_product_multiply(y, a[0], a[1]);
    const f64x2_pair sum = f64x2_two_sum(product.high, f64x2_set(b[0], b[1]));
    return (f64x2_pair){ sum.high, f64x2_add(product.low, sum.low) };
}

LANESCAN_INLINE bool complex_value(f64x2_pair y, double value[2])
{
    pair_values(y, value);
    return f64_is_finite(value[0]) && f64_is_finite(value[1]);
}

/* The same by the plain formula, for results that are not finite; those after them go on like
 * that. */
LANESCAN_COLD f64x2_pair complex_recurrence_plain(f64x2_pair y, const double a[2],
                                                  const double b[2], double value[2], bool *over)
{
    double before[2];
    complex_value(y, before);
    value[0] = f64_fma(a[0], before[0], f64_fma(-a[1], before[1], b[0]));
    value[1] = f64_fma(a[0], before[1], f64_fma(a[1], before[0], b[1]));
    *over = !f64_is_finite(value[0]) || !f64_is_finite(value[1]);
    return (f64x2_pair){ f64x2_set(value[0], value[1]), f64x2_set(0, 0) };
}

/* So that the errors of the low parts do not add up. */
LANESCAN_INLINE f64x2_pair complex_renormalise(f64x2_pair y)
{
    f64_pair re, im;
    f64x2_pair_get(y, &re, &im);
    pair_renormalise(&re);
    pair_renormalise(&im);
    return f64x2_pair_set(re, im);
}

LANESCAN_INLINE void complex_recurrence_piece(element type, bool backwards, bool one_coefficient,
                                              size_t n, const void *a, const void *b, void *y,
                                              lanescan_state *state)
{
    complex_recurrence_state *const s = &state->as.complex_recurrence;
    f64x2_pair so_far = f64x2_pair_set(s->part[0], s->part[1]);
    for (size_t i = 0; i < n; i++) {
        double of_a[2], of_b[2], value[2];
        complex_read(type, backwards, a, one_coefficient ? 0 : i, of_a);
        complex_read(type, backwards, b, i, of_b);
        if (s->is_fresh) /* nothing to multiply */
            of_a[0] = of_a[1] = 0;
        s->is_fresh = false;
        const f64x2_pair next = complex_recurrence_step(so_far, of_a, of_b);
        if (LANESCAN_LIKELY(!state->over && complex_value(next, value)))
            so_far = next;
        else
            so_far = complex_recurrence_plain(so_far, of_a, of_b, value, &state->over);
        complex_write(type, backwards, y, i, value[0], value[1]);
        if (++state->position % GROUP == 0 && !state->over)
            so_far = complex_renormalise(so_far);
    }
    f64x2_pair_get(so_far, &s->part[0], &s->part[1]);
}

#endif
