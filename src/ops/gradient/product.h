/* Products and linear recurrences in scalars that cannot leave the range: double-double with an
 * exponent of their own. For gradients of cumprod; `parts` is 1, or 2 of complex numbers, and known
 * when this is compiled. */
#ifndef LANESCAN_GRADIENT_PRODUCT_H
#define LANESCAN_GRADIENT_PRODUCT_H

#include "math/exact.h"

/* Numbers within these are multiplied as they are: products, and what rounding takes from them, are
 * then in range. */
enum { WIDE_NEAR = 400 };

/* The largest exponent of the parts: WIDE_NOTHING of 0, WIDE_OVER where one is not finite. */
enum { WIDE_NOTHING = -5000, WIDE_OVER = 5000 };

LANESCAN_INLINE int wide_parts_order(size_t parts, const double *v)
{
    int order = WIDE_NOTHING;
    for (size_t k = 0; k < parts; k++) {
        int64_t biased = f64_biased_exponent(v[k]);
        int of_part = biased == 0x7ff ? WIDE_OVER : (int)biased - 1023;
        if (biased == 0) /* 2^100 times as much is normal, or 0 */
            of_part = v[k] == 0 ? WIDE_NOTHING : f64_biased_exponent(v[k] * 0x1p100) - 1123;
        order = of_part > order ? of_part : order;
    }
    return order;
}

LANESCAN_INLINE bool wide_parts_is_near(int order)
{
    return order >= -WIDE_NEAR && order <= WIDE_NEAR;
}

/* value 2^exponent, rounded once; of an order between -3000 and 3000. */
LANESCAN_INLINE double wide_scaled(double value, int64_t exponent)
{
    const int64_t limit = exponent > 4000 ? 4000 : exponent < -4000 ? -4000 : exponent;
    const int order = wide_parts_order(1, &value);
    if (order == WIDE_NOTHING || order == WIDE_OVER || limit == 0)
        return value;
    const int64_t rest = limit + order;
    const double normal = order < -1022  ? value * 0x1p100 * f64_power_of_two(-100 - order)
                          : order > 1000 ? value * 0x1p-100 * f64_power_of_two(100 - order)
                                         : value * f64_power_of_two(-order); /* in [1, 2) */
    if (rest > 1023)
        return normal * 0x1p1023 * 2;
    if (rest >= -1022)
        return normal * f64_power_of_two(rest);
    return normal * 0x1p-1000 * f64_power_of_two(rest < -2000 ? -1000 : rest + 1000);
}

/* The same in one copy, for where it is seldom wanted. */
LANESCAN_COLD double wide_scaled_seldom(double value, int64_t exponent)
{
    return wide_scaled(value, exponent);
}

/* High and low parts in one, and the exponent such that it is near. */
LANESCAN_COLD void wide_parts_normalise(size_t parts, lanescan_wide *w)
{
    for (size_t k = 0; k < parts; k++) {
        if (!f64_is_finite(w->high[k])) {
            w->low[k] = 0;
            continue;
        }
        const f64_pair sum = f64_two_sum(w->high[k], w->low[k]);
        w->high[k] = sum.high;
        w->low[k] = sum.low;
    }
    const int order = wide_parts_order(parts, w->high);
    if (order == WIDE_NOTHING)
        w->exponent = 0;
    if (order == WIDE_NOTHING || order == WIDE_OVER)
        return;
    for (size_t k = 0; k < parts; k++) {
        w->high[k] = wide_scaled_seldom(w->high[k], -order);
        w->low[k] = wide_scaled_seldom(w->low[k], -order);
    }
    w->exponent += order;
}

/* Near, or 0. */
LANESCAN_INLINE bool wide_parts_is_usual(size_t parts, const double *v)
{
    const uint64_t magnitude = bits_of_f64(v[0]) << 1;
    if (parts == 1)
        return magnitude == 0 ||
               (magnitude >> 53) - (1023 - WIDE_NEAR) <= (uint64_t)(2 * WIDE_NEAR);
    const int order = wide_parts_order(parts, v);
    return wide_parts_is_near(order) || order == WIDE_NOTHING;
}

/* What is left where all but rounding errors has gone must become the number. */
LANESCAN_INLINE bool wide_parts_is_settled(size_t parts, const lanescan_wide *w)
{
    const bool has_vanished = w->high[0] == 0 && (parts == 1 || w->high[1] == 0);
    return wide_parts_is_usual(parts, w->high) && !has_vanished;
}

LANESCAN_INLINE bool wide_parts_is_zero(size_t parts, const lanescan_wide *w)
{
    return w->high[0] == 0 && w->low[0] == 0 && (parts == 1 || (w->high[1] == 0 && w->low[1] == 0));
}

/* a c - b d and what rounding takes from it */
LANESCAN_INLINE f64_pair wide_parts_difference(double a, double c, double b, double d)
{
    const f64_pair first = f64_two_product(a, c), second = f64_two_product(-b, d);
    const f64_pair sum = f64_two_sum(first.high, second.high);
    return (f64_pair){ sum.high, sum.low + (first.low + second.low) };
}

/* w x, for x and w that are near. */
LANESCAN_INLINE void wide_parts_multiply_near(size_t parts, lanescan_wide *w, const double *x)
{
    if (parts == 1) {
        const f64_pair product = f64_two_product(w->high[0], x[0]);
        w->low[0] = f64_fma(w->low[0], x[0], product.low);
        w->high[0] = product.high;
        return;
    }
    const f64_pair re = wide_parts_difference(w->high[0], x[0], w->high[1], x[1]),
                   im = wide_parts_difference(w->high[0], x[1], -w->high[1], x[0]);
    const double low_re = w->low[0] * x[0] - w->low[1] * x[1],
                 low_im = w->low[0] * x[1] + w->low[1] * x[0];
    w->high[0] = re.high;
    w->high[1] = im.high;
    w->low[0] = re.low + low_re;
    w->low[1] = im.low + low_im;
}

/* x of any size; what is not finite by the formula in double. */
LANESCAN_COLD void wide_parts_multiply_far(size_t parts, lanescan_wide *w, const double *x)
{
    const int order = wide_parts_order(parts, x);
    double near[2] = { x[0], x[parts - 1] };
    if (order == WIDE_OVER || order == WIDE_NOTHING ||
        wide_parts_order(parts, w->high) == WIDE_OVER) {
        const double re = w->high[0], im = w->high[parts - 1];
        w->high[0] = parts == 1 ? re * x[0] : re * x[0] - im * x[1];
        if (parts == 2)
            w->high[1] = re * x[1] + im * x[0];
        w->low[0] = w->low[parts - 1] = 0;
    } else {
        for (size_t k = 0; k < parts; k++)
            near[k] = wide_scaled_seldom(x[k], -order);
        wide_parts_multiply_near(parts, w, near);
        w->exponent += order;
    }
    wide_parts_normalise(parts, w);
}

LANESCAN_INLINE void wide_parts_multiply(size_t parts, lanescan_wide *w, const double *x)
{
    if (LANESCAN_UNLIKELY(!wide_parts_is_usual(parts, x))) {
        wide_parts_multiply_far(parts, w, x);
        return;
    }
    wide_parts_multiply_near(parts, w, x);
    if (LANESCAN_UNLIKELY(!wide_parts_is_usual(parts, w->high)))
        wide_parts_normalise(parts, w);
}

/* w + g where one of them is far. */
LANESCAN_COLD void wide_parts_add_far(size_t parts, lanescan_wide *w, const double *g)
{
    const int order = wide_parts_order(parts, g), own = wide_parts_order(parts, w->high);
    if (order == WIDE_NOTHING)
        return;
    if (own == WIDE_NOTHING && order != WIDE_OVER) {
        w->exponent = 0;
        for (size_t k = 0; k < parts; k++) {
            w->high[k] = g[k];
            w->low[k] = 0;
        }
        wide_parts_normalise(parts, w);
        return;
    }
    if (own == WIDE_OVER || order == WIDE_OVER) {
        for (size_t k = 0; k < parts; k++) {
            w->high[k] += g[k];
            w->low[k] = 0;
        }
        w->exponent = 0;
        return;
    }
    /* In units in which the larger is near 1. */
    const int64_t shift = order > own + w->exponent ? order : own + w->exponent;
    for (size_t k = 0; k < parts; k++) {
        const f64_pair sum = f64_two_sum(wide_scaled_seldom(w->high[k], w->exponent - shift),
                                         wide_scaled_seldom(g[k], -shift));
        w->high[k] = sum.high;
        w->low[k] = sum.low + wide_scaled_seldom(w->low[k], w->exponent - shift);
    }
    w->exponent = shift;
    wide_parts_normalise(parts, w);
}

LANESCAN_INLINE void wide_parts_add(size_t parts, lanescan_wide *w, const double *g)
{
    if (LANESCAN_UNLIKELY(w->exponent != 0 || !wide_parts_is_usual(parts, g))) {
        wide_parts_add_far(parts, w, g);
        return;
    }
    for (size_t k = 0; k < parts; k++) {
        const f64_pair sum = f64_two_sum(w->high[k], g[k]);
        w->high[k] = sum.high;
        w->low[k] += sum.low;
    }
    if (LANESCAN_UNLIKELY(!wide_parts_is_settled(parts, w)))
        wide_parts_normalise(parts, w);
}

/* The products before each element, values 2^exponents; w moves on past them. */
LANESCAN_INLINE void wide_products_before(size_t parts, size_t n, const double *x,
                                          lanescan_wide *whole, double *values, int64_t *exponents)
{
    lanescan_wide w = *whole;
    for (size_t i = 0; i < n; i++) {
        const double factor[2] = { x[parts * i], parts == 2 ? -x[2 * i + 1] : 0 };
        for (size_t k = 0; values && k < parts; k++)
            values[parts * i + k] = w.high[k] + w.low[k];
        if (values)
            exponents[i] = w.exponent;
        wide_parts_multiply(parts, &w, factor);
    }
    *whole = w;
}

/* From the right, r = g + after r, where `after` are the elements one further; the gradients are
 * values 2^exponents times r, and take the place of values. */
LANESCAN_INLINE void wide_products_gradient(size_t parts, size_t n, const double *after,
                                            const double *g, lanescan_wide *whole, double *values,
                                            const int64_t *exponents)
{
    lanescan_wide w = *whole;
    for (size_t i = n; i-- > 0;) {
        const double factor[2] = { after[parts * i], parts == 2 ? -after[2 * i + 1] : 0 };
        double *const y = values + parts * i;
        if (!wide_parts_is_zero(parts, &w))
            wide_parts_multiply(parts, &w, factor);
        wide_parts_add(parts, &w, g + parts * i);
        if (wide_parts_is_zero(parts, &w)) {
            y[0] = y[parts - 1] = 0;
            continue;
        }
        const double re = w.high[0] + w.low[0], im = w.high[parts - 1] + w.low[parts - 1];
        const double of_re = y[0], of_im = y[parts - 1];
        const int64_t exponent = exponents[i] + w.exponent;
        y[0] = wide_scaled(parts == 1 ? of_re * re : of_re * re - of_im * im, exponent);
        if (parts == 2)
            y[1] = wide_scaled(of_re * im + of_im * re, exponent);
    }
    *whole = w;
}

#endif
