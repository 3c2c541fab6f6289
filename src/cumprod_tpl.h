/* cumprod of f32 and f64: y[j] = x[0] * ... * x[j], accumulated in double-double.
 *
 * The running product is (high + low) * 2^exponent, so that it may be anywhere in the range of f64 while the
 * arithmetic of a group stays near 1: its elements are within 2^-16 .. 2^16 (else: the slow group),
 * hence its products within 2^-512 .. 2^512.
 *
 * The relative errors of factors add up, whatever the order, so every product that reaches a later group is formed
 * with its rounding error: TwoProduct (Dekker, Numer. Math. 18, 1971) with fma, in the runs, in the network and in
 * the carry. The carry is the line's product and, beside it, the chunk's, as in sum_carry_tpl.h.
 *
 * Error, with u = 2^-53: at most 3 u within a run, and one u each for rounding the carry, applying it to the runs
 * before, and applying both to the run: 6 u = 3 eps, relative, and terms of order u^2 for each group. */
#ifndef LANESCAN_CUMPROD_TPL_H
#define LANESCAN_CUMPROD_TPL_H

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
    PRODUCT_FAR = 450,  /* |exponent| beyond which high is brought back to [1, 2) */
    PRODUCT_NEAR = 400, /* |exponent| below which the running product needs no exponent */
    ELEMENT_LOWEST = 1023 -
                     16, /* biased exponents of the elements that a fast group takes: 32 of them, */
    ELEMENT_EXPONENTS = 32
};

LANESCAN_INLINE int biased_exponent(double value)
{
    return (int)(bits_of_f64(value) >> 52 & 0x7ff);
}

LANESCAN_INLINE bool product_is_far(double value)
{
    return (unsigned)(biased_exponent(value) - 1023 + PRODUCT_FAR) > 2 * PRODUCT_FAR;
}

LANESCAN_INLINE bool element_is_near(double value)
{
    return (unsigned)(biased_exponent(value) - ELEMENT_LOWEST) < ELEMENT_EXPONENTS;
}

/* Are all elements of the group within 2^-16 .. 2^16? Exponents less the lowest must be 0 .. 31. */
LANESCAN_INLINE bool group_is_near(const f64x32 *g)
{
    const i64x8 lowest = i64x8_splat(-((int64_t)ELEMENT_LOWEST << 52));
    i64x8 any = i64x8_add(i64x8_of_f64(g->v[0]), lowest);
    for (int k = 1; k < RUN; k++)
        any = i64x8_or(any, i64x8_add(i64x8_of_f64(g->v[k]), lowest));
    return !i64x8_any_bit(any, INT64_C(0x7e) << 56);
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

/* Is 2^exponent a normal number? Otherwise group_scale leaves the group as it is. */
LANESCAN_INLINE bool group_can_scale(int64_t exponent)
{
    return exponent >= -1022 && exponent <= 1023;
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

/* From where a product is zero, infinite or NaN, the left-to-right product is all there is to say. */
LANESCAN_INLINE double cumprod_ended(element in, element out, size_t n, const void *x, void *y,
                                     double value)
{
    for (size_t i = 0; i < n; i++) {
        value *= read_element(in, x, i);
        write_element(out, y, i, value);
    }
    return value;
}

/* A group with elements far from 1, or a running product near the end of the range: the elements from the
 * first such one on are multiplied left to right; those before it keep their fast results, because elements
 * after them must not change them. Returns whether the product has ended, `*ended` with its value. */
LANESCAN_COLD bool cumprod_slow_group(element in, element out, size_t count, const void *x, void *y,
                                      double *fast_results, wide_product *p, double *ended)
{
    bool over = false, fast = group_can_scale(p->exponent);
    product_normalise(p);
    for (size_t i = 0; i < count; i++) {
        const double factor = read_element(in, x, i),
                     fast_result = *element_in_lanes(fast_results, i);
        const bool normal = (unsigned)(biased_exponent(fast_result) - 1) < 2046;
        fast = fast && element_is_near(factor);
        if (fast && normal && !over) {
            product_multiply(p, factor);
            write_element(out, y, i, fast_result);
            continue;
        }
        if (!over && factor != 0 && f64_is_finite(factor)) {
            product_multiply(p, factor);
            *ended = f64_scale(p->high + p->low, p->exponent);
            over = *ended == 0 || !f64_is_finite(*ended);
        } else {
            *ended = (over ? *ended : f64_scale(p->high + p->low, p->exponent)) * factor;
            over = true;
        }
        write_element(out, y, i, *ended);
    }
    return over;
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

/* The results of a group when the running product has an exponent. Returns whether all are normal numbers. */
LANESCAN_INLINE bool group_scale(f64x32 *g, int64_t exponent)
{
    if (!group_can_scale(exponent))
        return false;
    const f64x8 scale = f64x8_splat(f64_power_of_two(exponent)), minus = f64x8_splat(-1);
    f64x8 smallest = f64x8_splat(1), sum = f64x8_splat(0);
    for (int k = 0; k < RUN; k++) {
        const f64x8 y = f64x8_mul(g->v[k], scale);
        smallest = f64x8_min(smallest, f64x8_max(y, f64x8_mul(y, minus)));
        sum = f64x8_add(sum, y);
        g->v[k] = y;
    }
    return !m64x8_any(f64x8_gt(f64x8_splat(0x1p-1021), smallest)) && !f64x8_any_nonfinite(sum);
}

/* A product in each lane and its rounding error. */
typedef struct product_lanes {
    f64x8 high, low;
} product_lanes;

/* a * b, where the low parts are first-order corrections. */
LANESCAN_INLINE product_lanes product_lanes_multiply(product_lanes a, product_lanes b)
{
    const f64x8 high = f64x8_mul(a.high, b.high);
    const f64x8 error = f64x8_fms(a.high, b.high, high);
    return (product_lanes){ high, f64x8_fma(a.high, b.low, f64x8_fma(a.low, b.high, error)) };
}

LANESCAN_INLINE product_lanes product_lanes_spread(int half, product_lanes v)
{
    return (product_lanes){ f64x8_spread(half, v.high, 1), f64x8_spread(half, v.low, 0) };
}

/* The network of f64x8_scan. */
LANESCAN_INLINE product_lanes product_lanes_scan(product_lanes v)
{
#if LANESCAN_LANES_ARE_SCALARS
    for (int half = 1; half < LANES; half *= 2)
        for (int lane = 0; lane < LANES; lane++)
            if (lane & half) {
                const int before = (lane & ~(2 * half - 1)) + half - 1;
                const double a = v.high.lane[before], b = v.high.lane[lane], high = a * b;
                const double error = f64_fma(v.low.lane[before], b, f64_fma(a, b, -high));
                v.low.lane[lane] = f64_fma(a, v.low.lane[lane], error);
                v.high.lane[lane] = high;
            }
    return v;
#else
    v = product_lanes_multiply(product_lanes_spread(1, v), v);
    v = product_lanes_multiply(product_lanes_spread(2, v), v);
    return product_lanes_multiply(product_lanes_spread(4, v), v);
#endif
}

/* A group that needs nothing yet of what is before it: its runs scanned, the inclusive scan of the run totals, and
 * whether its elements are near 1. */
typedef struct product_group {
    f64x32 runs;
    product_lanes totals;
    bool near;
} product_group;

LANESCAN_INLINE product_group cumprod_scan_runs(f64x32 g)
{
    const f64x8 first = f64x8_mul(g.v[0], g.v[1]), second = f64x8_mul(g.v[2], g.v[3]);
    const product_lanes a = { first, f64x8_fms(g.v[0], g.v[1], first) };
    const product_lanes b = { second, f64x8_fms(g.v[2], g.v[3], second) };
    const product_lanes totals = product_lanes_multiply(a, b);
    const f64x32 runs = { { g.v[0], first, f64x8_mul(first, g.v[2]), totals.high } };
    return (product_group){ runs, product_lanes_scan(totals), group_is_near(&g) };
}

LANESCAN_INLINE product_group cumprod_load(element type, const void *x, size_t count)
{
    return cumprod_scan_runs(count == GROUP ? f64x32_load(type, x)
                                            : group_load_rest(type, x, count, 1.0));
}

/* Completes a group: `count` results to y. Returns whether the product has become zero, infinite or NaN for
 * good, then `*ended`. */
LANESCAN_INLINE bool cumprod_finish(element in, element out, size_t count, const void *x, void *y,
                                    product_group group, product_carry *carry, double *ended)
{
    const f64x8 line = f64x8_splat_first(f64x2_add(carry->high, carry->low));
    const f64x8 before = f64x8_shift_in(f64x8_splat(1), group.totals.high);
    const f64x8 before_low = f64x8_shift_in(f64x8_splat(0), group.totals.low);
    const f64x8 factor = f64x8_fma(line, before, f64x8_mul(line, before_low));
    f64x32 g;
    for (int k = 0; k < RUN; k++)
        g.v[k] = f64x8_mul(factor, group.runs.v[k]);
    bool regular = group.near;
    if (LANESCAN_UNLIKELY(carry->exponent != 0))
        regular = group_scale(&g, carry->exponent) && regular;
    if (LANESCAN_UNLIKELY(!regular)) {
        double fast[GROUP];
        wide_product p = { f64x2_first(carry->high), f64x2_first(carry->low), carry->exponent };
        group_store_lanes(fast, g);
        const bool over = cumprod_slow_group(in, out, count, x, y, fast, &p, ended);
        carry->high = f64x2_set(p.high, 1);
        carry->low = f64x2_set(p.low, 0);
        carry->exponent = p.exponent;
        carry->chunk_lost = true;
        product_carry_renormalise(carry);
        return over;
    }
    group_store(out, y, count, g);
    const f64x2 total_high = f64x8_last2(group.totals.high),
                total_low = f64x8_last2(group.totals.low);
    const f64x2 high = f64x2_mul(carry->high, total_high);
    const f64x2 error = f64x2_fms(carry->high, total_high, high);
    carry->low = f64x2_fma(carry->high, total_low, f64x2_fma(carry->low, total_high, error));
    carry->high = high;
    product_carry_renormalise(carry);
    return false;
}

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

LANESCAN_INLINE void cumprod_piece(element in, element out, size_t n, const void *x, void *y,
                                   lanescan_state *state)
{
    const size_t whole = n / GROUP * GROUP, phase = (size_t)(state->position % CHUNK);
    product_carry carry = product_carry_load(&state->as.product);
    double ended = state->ended;
    bool over = state->over;
    size_t i = 0;
    if (whole) {
        product_group group, next;
        if (LANESCAN_GROUP_AHEAD)
            next = cumprod_load(in, x, GROUP);
        while (i < whole && LANESCAN_LIKELY(!over)) {
            if (LANESCAN_GROUP_AHEAD) {
                group = next;
                next = cumprod_load(in, element_at(in, x, i + GROUP < whole ? i + GROUP : i),
                                    GROUP);
            } else {
                group = cumprod_load(in, element_at(in, x, i), GROUP);
            }
            over = cumprod_finish(in, out, GROUP, element_at(in, x, i), output_at(out, y, i), group,
                                  &carry, &ended);
            i += GROUP;
            if ((phase + i) % CHUNK == 0)
                product_carry_next_chunk(&carry);
        }
    }
    if (LANESCAN_UNLIKELY(over)) {
        ended = cumprod_ended(in, out, n - i, element_at(in, x, i), output_at(out, y, i), ended);
    } else if (i < n) {
        const product_group group = cumprod_load(in, element_at(in, x, i), n - i);
        over = cumprod_finish(in, out, n - i, element_at(in, x, i), output_at(out, y, i), group,
                              &carry, &ended);
    }
    state->position += n;
    state->over = over;
    state->ended = ended;
    product_carry_store(&state->as.product, &carry);
}

LANESCAN_STEPS(cumprod, cumprod_piece)

/* A line of one group or less, without a detour through memory for its state. */
LANESCAN_INLINE void cumprod_line(element type, size_t n, const void *x, void *y,
                                  lanescan_step step)
{
    if (n <= GROUP) {
        product_carry carry = { f64x2_set(1, 1), f64x2_set(0, 0), 0, 0, { 1, 0, 0 }, false };
        double ended;
        cumprod_finish(type, type, n, x, y, cumprod_load(type, x, n), &carry, &ended);
    } else {
        lanescan_state state;
        product_begin(&state);
        step(&state, n, x, y, NULL);
    }
}

static void cumprod_f32(size_t n, const float *x, float *y)
{
    cumprod_line(ELEMENT_F32, n, x, y, cumprod_step_f32);
}

static void cumprod_f64(size_t n, const double *x, double *y)
{
    cumprod_line(ELEMENT_F64, n, x, y, cumprod_step_f64);
}

#endif
