/* cumprod of f32 and f64: y[j] = x[0] * ... * x[j], accumulated in double-double.
 *
 * The running product has an exponent of its own (product_carry.h), so that it may be anywhere in the range
 * of f64 while the arithmetic of a group stays near 1: a regular group has elements within 2^-16 .. 2^16,
 * hence products within 2^-512 .. 2^512.
 *
 * The relative errors of factors add up, whatever the order, so every product that reaches a later group is
 * formed with its rounding error: in the runs, in the network and in the carry.
 *
 * Error, with u = 2^-53: at most 3 u within a run, and one u each for rounding the carry, applying it to the
 * runs before, and applying both to the run: 6 u = 3 eps, relative, and terms of order u^2 for each group.
 *
 * product_group is the definition, one group of a line in scalars, and the portable kernels are made of it. The
 * others take regular groups in lanes and leave the rest to it. */
#ifndef LANESCAN_PRODUCT_H
#define LANESCAN_PRODUCT_H

#include "fold/ended.h"
#include "fold/product_carry.h"
#include "fold/trees.h"
#include "ops/own.h"
#include "ops/product/state.h"

/* The next `count` elements of a line, at most a group, as the portable kernels scan them. */
void PORTABLE(product_group)(lanescan_state *state, size_t count, const double *x, double *y);

/* Biased exponents of the elements of a regular group: 2^-16 .. 2^16. Less the lowest they are 0 to 31. */
enum { ELEMENT_LOWEST = 1023 - 16 };
#define ELEMENT_FAR_BITS (INT64_C(0x7e) << 56)

LANESCAN_INLINE bool element_is_near(double value)
{
    const uint64_t above = bits_of_f64(value) - ((uint64_t)ELEMENT_LOWEST << 52);
    return (above & ELEMENT_FAR_BITS) == 0;
}

/* Is 2^exponent a normal number? Otherwise results are left as they are, and are not regular. */
LANESCAN_INLINE bool group_can_scale(int64_t exponent)
{
    return exponent >= -1022 && exponent <= 1023;
}

#if LANES == 1

/* The results of a group when the running product has an exponent. Returns whether all are normal numbers. */
LANESCAN_COLD bool group_scale(double *y, int64_t exponent)
{
    bool normal = group_can_scale(exponent);
    const double scale = normal ? f64_power_of_two(exponent) : 1;
    for (size_t run = 0; run < RUNS; run++) {
        double sum = 0;
        for (size_t k = RUN * run; k < RUN * run + RUN; k++) {
            y[k] *= scale;
            sum += y[k];
            normal &= !(y[k] < 0x1p-1021 && -y[k] < 0x1p-1021);
        }
        normal &= f64_is_finite(sum);
    }
    return normal;
}

/* A group with elements far from 1, or a running product near the end of the range: the elements from the
 * first such one on are multiplied from left to right; those before it keep the results of the usual order,
 * because elements after them must not change them. */
LANESCAN_COLD void product_irregular_group(lanescan_state *state, size_t count, const source *x,
                                           const target *y, const double *usual)
{
    product_state *const s = &state->as.product;
    wide_product p = { s->high, s->low, s->exponent };
    bool over = false, near = group_can_scale(p.exponent);
    wide_normalise(&p);
    for (size_t i = 0; i < count; i++) {
        const double factor = source_read(*x, i);
        const bool normal = (unsigned)(f64_biased_exponent(usual[i]) - 1) < 2046;
        near = near && element_is_near(factor);
        if (near && normal && !over) {
            wide_multiply_element(&p, factor);
            target_write(*y, i, usual[i]);
            continue;
        }
        if (!over && factor != 0 && f64_is_finite(factor)) {
            wide_multiply_element(&p, factor);
            state->ended = wide_value(&p);
            over = state->ended == 0 || !f64_is_finite(state->ended);
        } else {
            state->ended = (over ? state->ended : wide_value(&p)) * factor;
            over = true;
        }
        target_write(*y, i, state->ended);
    }
    s->high = p.high;
    s->low = p.low;
    s->exponent = p.exponent;
    s->chunk_high = 1;
    s->chunk_low = 0;
    s->chunk_lost = true;
    state->over = over;
    product_end_group(s);
}

LANESCAN_INLINE void product_group(lanescan_state *state, size_t count, source x, target y)
{
    product_state *const s = &state->as.product;
    double results[GROUP];
    f64v_pair total[RUNS];
    const double line = s->high + s->low;
    uint64_t any = 0;
    for (size_t run = 0; run < RUNS; run++) {
        double elements[RUN];
        f64v_pair prefix[RUN];
        for (size_t k = 0; k < RUN; k++) {
            elements[k] = RUN * run + k < count ? source_read(x, RUN * run + k) : 1;
            any |= bits_of_f64(elements[k]) - ((uint64_t)ELEMENT_LOWEST << 52);
        }
        exact_product_run(elements, prefix);
        for (size_t k = 0; k < RUN; k++)
            results[RUN * run + k] = prefix[k].high;
        total[run] = prefix[RUN - 1];
    }
    exact_product_network(total);
    for (size_t run = 0; run < RUNS; run++) {
        double factor = line;
        if (run)
            factor = f64_fma(line, total[run - 1].high, line * total[run - 1].low);
        for (size_t k = 0; k < RUN; k++)
            results[RUN * run + k] = factor * results[RUN * run + k];
    }
    bool regular = (any & ELEMENT_FAR_BITS) == 0;
    if (LANESCAN_UNLIKELY(s->exponent != 0))
        regular = group_scale(results, s->exponent) && regular;
    if (LANESCAN_UNLIKELY(!regular)) {
        product_irregular_group(state, count, &x, &y, results);
        return;
    }
    const f64v_pair all = total[RUNS - 1];
    product_multiply_group(&s->high, &s->low, all.high, all.low);
    product_multiply_group(&s->chunk_high, &s->chunk_low, all.high, all.low);
    product_end_group(s);
    for (size_t i = 0; i < count; i++)
        target_write(y, i, results[i]);
}

#endif

/* Folds the chunks that end here. */
LANESCAN_NOINLINE void product_columns_end_group(lanescan_columns *state, size_t lines)
{
    for (size_t l = 0; state->position % CHUNK == 0 && l < lines; l++) {
        product_state line;
        product_get(&state->as.product, l, &line);
        product_fold_chunk(&line);
        product_put(&state->as.product, l, &line);
    }
}

#endif
