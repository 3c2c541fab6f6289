/* cumprod of f32 and f64: y[j] = x[0] * ... * x[j], accumulated in double-double.
 *
 * The running product has an exponent of its own (product_carry_tpl.h), so that it may be anywhere in the range of f64
 * while the arithmetic of a group stays near 1: its elements are within 2^-16 .. 2^16 (else: the slow group),
 * hence its products within 2^-512 .. 2^512.
 *
 * The relative errors of factors add up, whatever the order, so every product that reaches a later group is formed
 * with its rounding error: TwoProduct (Dekker, Numer. Math. 18, 1971) with fma, in the runs, in the network and in
 * the carry.
 *
 * Error, with u = 2^-53: at most 3 u within a run, and one u each for rounding the carry, applying it to the runs
 * before, and applying both to the run: 6 u = 3 eps, relative, and terms of order u^2 for each group. */
#ifndef LANESCAN_CUMPROD_TPL_H
#define LANESCAN_CUMPROD_TPL_H

#include "product_carry_tpl.h"

/* Biased exponents of the elements that a fast group takes: 2^-16 .. 2^16. */
enum { ELEMENT_LOWEST = 1023 - 16, ELEMENT_EXPONENTS = 32 };

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

/* Is 2^exponent a normal number? Otherwise group_scale leaves the group as it is. */
LANESCAN_INLINE bool group_can_scale(int64_t exponent)
{
    return exponent >= -1022 && exponent <= 1023;
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

/* A step of the network. (No low part is -0: adding the fill's 0 would change that to 0, where it is added.) */
LANESCAN_INLINE product_lanes product_lanes_step(int half, product_lanes v)
{
    const product_lanes before = { f64x8_spread(half, v.high, 1), f64x8_spread(half, v.low, 0) };
    const product_lanes product = product_lanes_multiply(before, v);
    return (product_lanes){ f64x8_after_spread(half, v.high, product.high),
                            f64x8_after_spread(half, v.low, product.low) };
}

/* The network of f64x8_scan. */
LANESCAN_INLINE product_lanes product_lanes_scan(product_lanes v)
{
    return product_lanes_step(4, product_lanes_step(2, product_lanes_step(1, v)));
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

/* ---- The same where lanes are scalars: one lane after the other from x to y, so that few values live at a time ---- */

/* A product and its rounding error. */
typedef struct product_lane {
    double high, low;
} product_lane;

LANESCAN_INLINE product_lane product_of_two(double a, double b)
{
    const double high = a * b;
    return (product_lane){ high, f64_fma(a, b, -high) };
}

LANESCAN_INLINE product_lane product_of(product_lane a, product_lane b)
{
    const product_lane high = product_of_two(a.high, b.high);
    return (product_lane){ high.high, f64_fma(a.high, b.low, f64_fma(a.low, b.high, high.low)) };
}

/* group_is_near, from memory. */
LANESCAN_INLINE bool elements_are_near(element type, const void *x)
{
    uint64_t any = 0;
    if (element_forwards(type) == ELEMENT_F32) {
        const uint32_t lowest = (uint32_t)(ELEMENT_LOWEST - 1023 + 127) << 23;
        for (size_t i = 0; i < GROUP; i++)
            any |= bits_of_f32(*(const float *)element_at(type, x, i)) - lowest;
        return !(any & UINT64_C(7) << 28);
    }
    for (size_t i = 0; i < GROUP; i++)
        any |= bits_of_f64(read_element(type, x, i)) - ((uint64_t)ELEMENT_LOWEST << 52);
    return !(any & UINT64_C(0x7e) << 56);
}

/* Scans the run of a lane, the product of the line up to it being line * before; returns the run's total. */
LANESCAN_INLINE product_lane cumprod_lane(element in, element out, size_t lane, const void *x,
                                          void *y, double line, product_lane before)
{
    const size_t i = RUN * lane;
    const double factor = f64_fma(line, before.high, line * before.low);
    double run[RUN];
    for (size_t k = 0; k < RUN; k++)
        run[k] = read_element(in, x, i + k);
    const product_lane first = product_of_two(run[0], run[1]);
    const product_lane total = product_of(first, product_of_two(run[2], run[3]));
    run[1] = first.high;
    run[2] = first.high * run[2];
    run[3] = total.high;
    for (size_t k = 0; k < RUN; k++)
        write_element(out, y, i + k, factor * run[k]);
    return total;
}

/* cumprod_load and cumprod_finish of a group near 1, while the running product has no exponent. p03 is the product of lanes 0
 * to 3, as the network forms it. */
LANESCAN_INLINE void cumprod_by_lanes(element in, element out, const void *x, void *y,
                                      product_carry *carry)
{
    const product_lane line = { f64x2_first(carry->high), f64x2_first(carry->low) };
    const product_lane chunk = { f64x2_second(carry->high), f64x2_second(carry->low) };
    const double sum = line.high + line.low;
#define LANE(lane, before) cumprod_lane(in, out, lane, x, y, sum, before)
    const product_lane p0 = LANE(0, ((product_lane){ 1, 0 }));
    const product_lane p01 = product_of(p0, LANE(1, p0));
    const product_lane p2 = LANE(2, p01), p02 = product_of(p01, p2);
    const product_lane p03 = product_of(p01, product_of(p2, LANE(3, p02)));
    const product_lane p4 = LANE(4, p03);
    const product_lane p45 = product_of(p4, LANE(5, product_of(p03, p4)));
    const product_lane p6 = LANE(6, product_of(p03, p45)), p46 = product_of(p45, p6);
    const product_lane p67 = product_of(p6, LANE(7, product_of(p03, p46)));
#undef LANE
    const product_lane total = product_of(p03, product_of(p45, p67));
    const product_lane next_line = product_of(line, total), next_chunk = product_of(chunk, total);
    carry->high = f64x2_set(next_line.high, next_chunk.high);
    carry->low = f64x2_set(next_line.low, next_chunk.low);
    product_carry_renormalise(carry);
}

/* ---- A piece of a line ---- */

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
        if (LANESCAN_PRODUCTS_AHEAD)
            next = cumprod_load(in, x, GROUP);
        while (i < whole && LANESCAN_LIKELY(!over)) {
            const void *const from = element_at(in, x, i);
            void *const to = output_at(out, y, i);
            if (LANESCAN_LANES_ARE_SCALARS && carry.exponent == 0 && elements_are_near(in, from)) {
                cumprod_by_lanes(in, out, from, to, &carry);
            } else {
                if (LANESCAN_PRODUCTS_AHEAD) {
                    group = next;
                    next = cumprod_load(in, element_at(in, x, i + GROUP < whole ? i + GROUP : i),
                                        GROUP);
                } else {
                    group = cumprod_load(in, from, GROUP);
                }
                over = cumprod_finish(in, out, GROUP, from, to, group, &carry, &ended);
            }
            i += GROUP;
            if ((phase + i) % CHUNK == 0)
                product_carry_next_chunk(&carry);
        }
    }
    if (LANESCAN_UNLIKELY(over)) {
        ended = line_ended(OP_MULTIPLY, in, out, n - i, element_at(in, x, i), output_at(out, y, i),
                           ended);
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
LANESCAN_HALF_STEPS_BY_PIECES(cumprod, cumprod_piece)

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
