/* Products of complex numbers far from 1, and those that are zero or not finite: portable code, for
 * all sets. */
#ifndef LANESCAN_COMPLEX_WIDE_PRODUCT_H
#define LANESCAN_COMPLEX_WIDE_PRODUCT_H

#include "ops/complex/product.h"

/* Brings high to [1, 2), unless the part is zero. */
LANESCAN_INLINE void part_normalise(wide_product *p)
{
    pair_renormalise(&p->value);
    if (p->value.high == 0) {
        p->exponent = 0;
        return;
    }
    if (f64_biased_exponent(p->value.high) < 200) { /* subnormal, or low might be */
        p->value.high *= 0x1p300;
        p->value.low *= 0x1p300;
        p->exponent -= 300;
    }
    wide_normalise(p);
}

/* A normalised part times any finite number. */
LANESCAN_INLINE wide_product part_multiply(wide_product p, double x)
{
    wide_product factor = { { x, 0 }, 0 };
    part_normalise(&factor);
    const f64_pair product = f64_two_product(p.value.high, factor.value.high);
    const double low = f64_fma(p.value.low, factor.value.high, product.low);
    wide_product result = { { product.high, low }, p.exponent + factor.exponent };
    part_normalise(&result);
    return result;
}

LANESCAN_INLINE wide_product part_add(wide_product a, wide_product b)
{
    if (a.value.high == 0 && b.value.high == 0)
        return (wide_product){ { a.value.high + b.value.high, 0 }, 0 };
    if (a.value.high == 0 || b.value.high == 0)
        return a.value.high == 0 ? b : a;
    if (a.exponent < b.exponent) {
        const wide_product smaller = a;
        a = b;
        b = smaller;
    }
    if (a.exponent - b.exponent > COMPLEX_ALIGN_LIMIT)
        return a;
    const double scale = f64_power_of_two(b.exponent - a.exponent);
    f64_accumulate(&a.value, b.value.high * scale);
    a.value.low += b.value.low * scale;
    part_normalise(&a);
    return a;
}

/* Rounded once, in the range of f64. */
LANESCAN_INLINE double part_value(wide_product p)
{
    const double value = pair_value(p.value);
    return value == 0 ? value : f64_scale(value, p.exponent);
}

/* Multiplies the running product by a finite element, wherever the two lie; `value` is the
 * result. */
LANESCAN_COLD void complex_multiply_wide(complex_product_state *p, double c, double d,
                                         double value[2])
{
    wide_product a = p->part[0], b = p->part[1];
    part_normalise(&a);
    part_normalise(&b);
    const wide_product part[2] = { part_add(part_multiply(a, c), part_multiply(b, -d)),
                                   part_add(part_multiply(a, d), part_multiply(b, c)) };
    for (int i = 0; i < 2; i++)
        value[i] = part_value(part[i]);
    /* Near 1 the parts need no exponents; one that is too small for that counts as its rounded
     * value. */
    const bool is_near = complex_is_within(value[0], value[1], COMPLEX_PRODUCT_LOWEST,
                                           COMPLEX_PRODUCT_EXPONENTS);
    for (int i = 0; i < 2; i++) {
        const bool scaled = is_near && part[i].exponent >= -900;
        const double scale = scaled ? f64_power_of_two(part[i].exponent) : 1;
        const f64_pair exact = { part[i].value.high * scale, part[i].value.low * scale };
        p->part[i].value = is_near && !scaled ? (f64_pair){ value[i], 0 } : exact;
        p->part[i].exponent = is_near ? 0 : part[i].exponent;
    }
}

/* In a function of its own for each part: side by side gcc 12 makes fused operations of the two,
 * even where contraction is off (its vectoriser's vfmaddsub). */
LANESCAN_COLD double sum_of_products(double a, double b, double c, double d)
{
    return a * b + c * d;
}

/* A product that is zero or not finite, or a factor that is: the plain formula is all there is to
 * say. */
LANESCAN_INLINE void complex_multiply_plain(double product[2], double c, double d)
{
    const double re = sum_of_products(product[0], c, -product[1], d);
    product[1] = sum_of_products(product[0], d, product[1], c);
    product[0] = re;
}

/* An element that is not near, or a product that is not: `value` is the result. */
LANESCAN_COLD void complex_multiply_slow(complex_product_state *p, bool *over, double c, double d,
                                         double value[2])
{
    if (!*over && f64_is_finite(c) && f64_is_finite(d) && (c != 0 || d != 0)) {
        complex_multiply_wide(p, c, d, value);
        *over = !f64_is_finite(value[0]) || !f64_is_finite(value[1]) ||
                (value[0] == 0 && value[1] == 0);
        p->ended[0] = value[0];
        p->ended[1] = value[1];
        return;
    }
    if (!*over) {
        for (int i = 0; i < 2; i++)
            p->ended[i] = part_value(p->part[i]);
        *over = true;
    }
    complex_multiply_plain(p->ended, c, d);
    value[0] = p->ended[0];
    value[1] = p->ended[1];
}

#endif
