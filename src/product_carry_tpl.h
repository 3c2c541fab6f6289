/* The carry of a product: two double-double products side by side, each (high + low) * 2^exponent, so that they may be
 * anywhere in the range of f64.
 *
 * The first is what came before in the line; the second is the product of the chunk alone, as in sum_carry_tpl.h. */
#ifndef LANESCAN_PRODUCT_CARRY_TPL_H
#define LANESCAN_PRODUCT_CARRY_TPL_H

#include "group_tpl.h"
#include "state.h"

typedef struct product_carry {
    f64x2 high, low;        /* running product, chunk's product */
    int64_t exponent;       /* of the running product; 0 unless it is far from 1 */
    int64_t chunk_exponent; /* of the chunk's */
    wide_product before;    /* the chunks before this one */
    bool chunk_lost;        /* the chunk has a slow group: its own product is not known */
} product_carry;

enum {
    PRODUCT_FAR = 450, /* |exponent| beyond which high is brought back to [1, 2) */
    PRODUCT_NEAR = 400 /* |exponent| below which the running product needs no exponent */
};

LANESCAN_INLINE product_carry product_carry_load(const product_state *p)
{
    return (product_carry){ f64x2_set(p->high[0], p->high[1]),
                            f64x2_set(p->low[0], p->low[1]),
                            p->exponent,
                            p->chunk_exponent,
                            p->before,
                            p->chunk_lost };
}

LANESCAN_INLINE void product_carry_store(product_state *p, const product_carry *c)
{
    *p = (product_state){ { f64x2_first(c->high), f64x2_second(c->high) },
                          { f64x2_first(c->low), f64x2_second(c->low) },
                          c->exponent,
                          c->chunk_exponent,
                          c->before,
                          c->chunk_lost };
}

LANESCAN_INLINE int biased_exponent(double value)
{
    return (int)(bits_of_f64(value) >> 52 & 0x7ff);
}

LANESCAN_INLINE bool product_is_far(double value)
{
    return (unsigned)(biased_exponent(value) - 1023 + PRODUCT_FAR) > 2 * PRODUCT_FAR;
}

/* Brings high to [1, 2), whatever normal number it is; then low, where there is one, is in range too. */
LANESCAN_INLINE void product_normalise(wide_product *p)
{
    const int shift = biased_exponent(p->high) - 1023;
    p->high = f64_of_bits((bits_of_f64(p->high) & ~(UINT64_C(0x7ff) << 52)) | UINT64_C(1023) << 52);
    if (p->low != 0)
        p->low *= f64_power_of_two(-shift);
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

/* Multiplies a normalised product by a finite element other than zero. */
LANESCAN_INLINE void product_multiply(wide_product *p, double x)
{
    if (biased_exponent(x) == 0) { /* subnormal */
        x *= 0x1p54;
        p->exponent -= 54;
    }
    wide_product factor = { x, 0, 0 };
    product_normalise(&factor);
    const double high = p->high * factor.high;
    const double error = f64_fma(p->high, factor.high, -high);
    p->low = f64_fma(p->low, factor.high, error);
    p->high = high;
    p->exponent += factor.exponent;
    product_normalise(p);
}

/* After a group: exponents in place where the products have moved far from 1 or come back. */
LANESCAN_INLINE void product_carry_renormalise(product_carry *c)
{
    const double high = f64x2_first(c->high), chunk_high = f64x2_second(c->high);
    if (LANESCAN_LIKELY(!(c->exponent || product_is_far(high) || product_is_far(chunk_high))))
        return;
    wide_product line = { high, f64x2_first(c->low), c->exponent };
    wide_product chunk = { chunk_high, f64x2_second(c->low), c->chunk_exponent };
    if (line.exponent || product_is_far(high))
        product_normalise(&line);
    if (line.exponent > -PRODUCT_NEAR && line.exponent < PRODUCT_NEAR) {
        const double scale = f64_power_of_two(line.exponent);
        line = (wide_product){ line.high * scale, line.low * scale, 0 };
    }
    if (product_is_far(chunk_high))
        product_normalise(&chunk);
    c->high = f64x2_set(line.high, chunk.high);
    c->low = f64x2_set(line.low, chunk.low);
    c->exponent = line.exponent;
    c->chunk_exponent = chunk.exponent;
}

/* Folds the chunk into what is before it. */
LANESCAN_INLINE void product_carry_next_chunk(product_carry *c)
{
    wide_product line = { f64x2_first(c->high), f64x2_first(c->low), c->exponent };
    if (!c->chunk_lost) {
        const wide_product chunk = { f64x2_second(c->high), f64x2_second(c->low),
                                     c->chunk_exponent };
        line = c->before;
        product_normalise(&line);
        wide_product other = chunk;
        product_normalise(&other);
        const double high = line.high * other.high;
        const double error = f64_fma(line.high, other.high, -high);
        line.low = f64_fma(line.high, other.low, f64_fma(line.low, other.high, error));
        line.high = high;
        line.exponent += other.exponent;
    }
    const double high = line.high + line.low;
    line.low -= high - line.high;
    line.high = high;
    c->before = line;
    c->high = f64x2_set(line.high, 1);
    c->low = f64x2_set(line.low, 0);
    c->exponent = line.exponent;
    c->chunk_exponent = 0;
    c->chunk_lost = false;
    product_carry_renormalise(c);
}

#endif
