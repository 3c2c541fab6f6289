/* The carry of a product: line, chunk and before, as in sum_carry.h, in double-double. Each has an
 * exponent, so that it may be anywhere in the range of f64. */
#ifndef LANESCAN_PRODUCT_CARRY_H
#define LANESCAN_PRODUCT_CARRY_H

#include "fold/state.h"
#include "math/exact.h"

enum {
    PRODUCT_FAR = 450, /* |exponent| beyond which high is brought back to [1, 2) */
    PRODUCT_NEAR = 400 /* |exponent| below which the running product needs no exponent */
};

LANESCAN_INLINE bool product_is_far(double value)
{
    return (unsigned)(f64_biased_exponent(value) - 1023 + PRODUCT_FAR) > 2 * PRODUCT_FAR;
}

/* Brings high to [1, 2), whatever normal number it is; then low, where there is one, is in range
 * too. */
LANESCAN_INLINE void wide_normalise(wide_product *p)
{
    const uint64_t exponent_bits = UINT64_C(0x7ff) << 52, bias = UINT64_C(1023) << 52;
    const int shift = f64_biased_exponent(p->value.high) - 1023;
    p->value.high = f64_of_bits((bits_of_f64(p->value.high) & ~exponent_bits) | bias);
    if (p->value.low != 0)
        p->value.low *= f64_power_of_two(-shift);
    p->exponent += shift;
}

/* value * 2^exponent, rounded once; |value| in [0.5, 4). */
LANESCAN_INLINE double f64_scale(double value, int64_t exponent)
{
    if (exponent > 1100)
        exponent = 1100;
    if (exponent < -1200)
        exponent = -1200;
    if (exponent >= -1020 && exponent <= 1020)
        return value * f64_power_of_two(exponent);
    const int64_t step = exponent < 0 ? -200 : 200;
    return value * f64_power_of_two(exponent - step) * f64_power_of_two(step);
}

LANESCAN_INLINE double wide_value(const wide_product *p)
{
    return f64_scale(p->value.high + p->value.low, p->exponent);
}

/* Multiplies a normalised product by a finite element other than zero. */
LANESCAN_INLINE void wide_multiply_element(wide_product *p, double x)
{
    if (f64_biased_exponent(x) == 0) { /* subnormal */
        x *= 0x1p54;
        p->exponent -= 54;
    }
    wide_product factor = { { x, 0 }, 0 };
    wide_normalise(&factor);
    const f64_pair product = f64_two_product(p->value.high, factor.value.high);
    p->value.low = f64_fma(p->value.low, factor.value.high, product.low);
    p->value.high = product.high;
    p->exponent += factor.exponent;
    wide_normalise(p);
}

/* Multiplies a product by another, whatever normal numbers they are. */
LANESCAN_INLINE void wide_multiply(wide_product *p, wide_product by)
{
    wide_normalise(p);
    wide_normalise(&by);
    p->value = f64_pair_multiply(p->value, by.value);
    p->exponent += by.exponent;
}

/* Do the products need exponents, or have they come back? */
LANESCAN_INLINE bool product_may_move(int64_t exponent, double high, double chunk_high)
{
    return exponent || product_is_far(high) || product_is_far(chunk_high);
}

/* Exponents in place where the products have moved far from 1 or come back. */
LANESCAN_COLD void product_renormalise(product_state *s)
{
    wide_product *const line = &s->line;
    if (line->exponent || product_is_far(line->value.high))
        wide_normalise(line);
    if (line->exponent > -PRODUCT_NEAR && line->exponent < PRODUCT_NEAR) {
        f64_pair_scale(&line->value, f64_power_of_two(line->exponent));
        line->exponent = 0;
    }
    if (product_is_far(s->chunk.value.high))
        wide_normalise(&s->chunk);
}

LANESCAN_INLINE void product_end_group(product_state *s)
{
    if (LANESCAN_UNLIKELY(
            product_may_move(s->line.exponent, s->line.value.high, s->chunk.value.high)))
        product_renormalise(s);
}

/* Folds the chunk into what is before it. */
LANESCAN_COLD void product_fold_chunk(product_state *s)
{
    if (!s->chunk_lost) {
        s->line = s->before;
        wide_multiply(&s->line, s->chunk);
    }
    s->line.value = f64_fast_two_sum(s->line.value.high, s->line.value.low);
    s->before = s->line;
    s->chunk = (wide_product){ { 1, 0 }, 0 };
    s->chunk_lost = false;
    product_end_group(s);
}

/* Line and chunk grow by the total of a regular group. */
LANESCAN_INLINE void product_multiply_group(product_state *s, f64_pair total)
{
    s->line.value = f64_pair_multiply(s->line.value, total);
    s->chunk.value = f64_pair_multiply(s->chunk.value, total);
}

#endif
