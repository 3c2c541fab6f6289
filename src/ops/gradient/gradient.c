/* For gradients: of log-sum-exps e^x with an exponent of its own, of products and recurrences what
 * joins those from both ends (product_lanes.h). Products that leave the range are in portable.c. */
#include "block.h"

LANESCAN_LOOPS_ONCE

#include "ops/gradient/lanes.h"
#include "ops/own.h"

#ifndef LANESCAN_WITHOUT_GRADIENTS

#if !defined(LANESCAN_WITHOUT_TENSORS) && !defined(LANESCAN_WITHOUT_CUMPROD)
#include "ops/gradient/product_lanes.h"
#endif

#if !defined(LANESCAN_WITHOUT_TENSORS) &&                                               \
    (!defined(LANESCAN_WITHOUT_LOGCUMSUMEXP) || !defined(LANESCAN_WITHOUT_LOGSUMEXP) || \
     !defined(LANESCAN_WITHOUT_LOGADDEXP))

#include "ops/gradient/exponential.h"

enum {
    EXPONENTIALS_AT_ONCE = LANESCAN_VECTORS_AT_ONCE,
    USUAL_EXPONENTIALS = LANES * EXPONENTIALS_AT_ONCE
};

/* Are x in this range, or NaN? (Signs of differences are looked at: there are more ports for these
 * than for comparisons.) */
LANESCAN_INLINE bool are_within(const double *x, f64v least, f64v most,
                                f64v of[EXPONENTIALS_AT_ONCE])
{
    i64v signs = i64v_splat(0);
    for (size_t v = 0; v < EXPONENTIALS_AT_ONCE; v++) {
        of[v] = f64v_load(ELEMENT_F64, x + LANES * v);
        signs = i64v_or(signs, i64v_or(i64v_of_f64(f64v_sub(of[v], least)),
                                       i64v_of_f64(f64v_sub(most, of[v]))));
    }
    return !i64v_any_bit(signs, INT64_MIN);
}

/* factor e^x / 2^top of the first x as long as e^x / 2^top is normal, with an exponent of at most
 * 0: USUAL_EXPONENTIALS at a time. Returns of how many. */
LANESCAN_NOINLINE size_t usual_powers(size_t n, const double *x, double top, double factor,
                                      double *y)
{
    const double lowest = (top - 1020) * LANESCAN_LN2_HIGH,
                 least = lowest < EXPONENTIAL_LOWEST ? EXPONENTIAL_LOWEST : lowest,
                 most = (top + 1.4375) * LANESCAN_LN2_HIGH;
    const f64v magic = f64v_splat(exp_magic(-top)), by = f64v_splat(factor);
    size_t i = 0;
    for (; n - i >= USUAL_EXPONENTIALS && top > -__builtin_inf(); i += USUAL_EXPONENTIALS) {
        f64v of[EXPONENTIALS_AT_ONCE];
        exponential e[EXPONENTIALS_AT_ONCE];
        if (LANESCAN_UNLIKELY(!are_within(x + i, f64v_splat(least), f64v_splat(most), of)))
            break;
        exp_vectors(DOUBLE, EXPONENTIALS_AT_ONCE, of, magic, e);
        for (size_t v = 0; v < EXPONENTIALS_AT_ONCE; v++)
            f64v_store(ELEMENT_F64, y + i + LANES * v,
                       f64v_mul(f64v_fma(e[v].fraction, e[v].scale, e[v].scale), by));
    }
    return i;
}

/* Values and exponents, as exponential_lanes has them, of the first x as long as none is low. */
LANESCAN_INLINE size_t usual_exponentials(size_t n, const double *x, double *values,
                                          double *exponents)
{
    const f64v lowest = f64v_splat(EXPONENTIAL_LOWEST), magic = f64v_splat(exp_magic(0));
    size_t i = 0;
    for (; n - i >= USUAL_EXPONENTIALS; i += USUAL_EXPONENTIALS) {
        f64v of[EXPONENTIALS_AT_ONCE];
        exponential e[EXPONENTIALS_AT_ONCE];
        if (LANESCAN_UNLIKELY(!are_within(x + i, lowest, f64v_splat(-EXPONENTIAL_LOWEST), of)))
            break;
        exp_vectors(DOUBLE, EXPONENTIALS_AT_ONCE, of, magic, e);
        for (size_t v = 0; v < EXPONENTIALS_AT_ONCE; v++) {
            f64v_store(ELEMENT_F64, values + i + LANES * v, value_of_exponential(e[v].fraction));
            f64v_store(ELEMENT_F64, exponents + i + LANES * v, exponent_of_exponential(of[v]));
        }
    }
    return i;
}

/* `count` numbers, at most a vector. `largest` becomes the largest of these exponents too. */
LANESCAN_INLINE f64v exponentials_at(size_t count, const double *x, double *values,
                                     double *exponents, f64v top, f64v largest)
{
    const scaled_exponential e = exponential_lanes(
        f64v_load_part(ELEMENT_F64, x, count, EXPONENTIAL_LOWEST));
    f64v_store_part(ELEMENT_F64, values, count,
                    exponents ? e.value : scaled_lanes(e.value, f64v_sub(e.exponent, top)));
    if (exponents)
        f64v_store_part(ELEMENT_F64, exponents, count, e.exponent);
    return f64v_max(e.exponent, largest);
}

/* Once, for both kernels. */
LANESCAN_NOINLINE double exponentials_of(size_t n, const double *x, double *values,
                                         double *exponents, double top)
{
    const f64v from = f64v_splat(top);
    f64v largest = from;
    for (size_t i = 0, count, end; i < n;) {
        if (LANES > 1)
            i += exponents ? usual_exponentials(n - i, x + i, values + i, exponents + i)
                           : usual_powers(n - i, x + i, top, 1, values + i);
        end = LANES == 1 || n - i < USUAL_EXPONENTIALS ? n : i + USUAL_EXPONENTIALS;
        for (; i < end; i += count) {
            count = end - i < LANES ? end - i : LANES;
            largest = exponentials_at(count, x + i, values + i, exponents ? exponents + i : NULL,
                                      from, largest);
        }
    }
    return largest_lane(largest);
}

EXPONENTIALS_KERNEL(exponentials_f64)
{
    return exponentials_of(n, x, values, exponents, top);
}

/* a / y, but 0 where a is 0, whatever y is. */
LANESCAN_INLINE f64v quotient_lanes(f64v a, f64v y)
{
    return f64v_select(lanes_are_zero(a), f64v_splat(0), f64v_div(a, y));
}

QUOTIENTS_KERNEL(quotients_f64)
{
    for (size_t i = 0; i < n; i += LANES) {
        const size_t count = n - i < LANES ? n - i : LANES;
        const f64v of_a = f64v_load_part(ELEMENT_F64, a + i, count, 0);
        const f64v of_y = f64v_load_part(ELEMENT_F64, y + i, count, 1);
        f64v_store_part(ELEMENT_F64, y + i, count, quotient_lanes(of_a, of_y));
    }
}

/* -0, the weight of nothing. */
LANESCAN_INLINE m64v lanes_weigh_nothing(f64v weight)
{
    return i64v_lacks(i64v_add(i64v_of_f64(weight), i64v_splat(INT64_MIN)), -1);
}

/* a * y, but 0 where a is 0 or y is -0, the weight of nothing, whatever the other is. */
LANESCAN_INLINE f64v weighed_lanes(f64v a, f64v y, unsigned *lost)
{
    const f64v zero = f64v_splat(0);
    const m64v is_low = f64v_gt(f64v_splat(0x1p-1022), y);
    f64v product = f64v_mul(a, y);
    if (LANESCAN_UNLIKELY(m64v_any(is_low))) { /* weights of nothing too */
        const m64v is_nothing = lanes_weigh_nothing(y);
        const f64v size = f64v_select(is_nothing, zero, modulus_lanes(a));
        product = f64v_select(is_nothing, zero, product);
        *lost |= m64v_bits(m64v_and(is_low, f64v_gt(size, f64v_splat(1))));
    }
    return f64v_select(lanes_are_zero(a), zero, product);
}

LANESCAN_NOINLINE bool weigh_numbers(size_t n, const double *a, double *y)
{
    unsigned lost = 0;
    for (size_t i = 0; i < n; i += LANES) {
        const size_t count = n - i < LANES ? n - i : LANES;
        const f64v of_a = f64v_load_part(ELEMENT_F64, a + i, count, 0);
        const f64v of_y = f64v_load_part(ELEMENT_F64, y + i, count, 0);
        f64v_store_part(ELEMENT_F64, y + i, count, weighed_lanes(of_a, of_y, &lost));
    }
    return lost != 0;
}

WEIGH_KERNEL(weigh_f64)
{
    return weigh_numbers(n, a, y);
}

#ifndef LANESCAN_WITHOUT_LOGSUMEXP

/* What is not usual by the other kernels. */
WEIGHTS_KERNEL(weights_f64)
{
    double factors[GROUP];
    bool is_lost = false;
    for (size_t i = 0; i < GROUP; i += LANES)
        f64v_store(ELEMENT_F64, factors + i, f64v_splat(r));
    for (size_t i = 0, count; i < n; i += count) {
        if (LANES > 1 && r != 0)
            i += usual_powers(n - i, x + i, top, r, y + i);
        count = n - i < GROUP ? n - i : GROUP;
        exponentials_of(count, x + i, y + i, NULL, top);
        is_lost |= weigh_numbers(count, factors, y + i);
    }
    return is_lost;
}

#endif

#if !defined(LANESCAN_WITHOUT_LOGCUMSUMEXP) || !defined(LANESCAN_WITHOUT_LOGSUMEXP)

#include "ops/gradient/log_across.h"

#endif

#ifndef LANESCAN_WITHOUT_LOGADDEXP

/* Infinities become the last numbers. */
LANESCAN_INLINE f64v finite_lanes(f64v x)
{
    const f64v most = f64v_splat(0x1.fffffffffffffp1023);
    return f64v_max(f64v_sub(f64v_splat(0), most), f64v_min(most, x));
}

/* Where x is -inf. */
LANESCAN_INLINE m64v lanes_are_nothing(f64v x)
{
    return i64v_lacks(i64v_add(i64v_of_f64(x), i64v_splat(INT64_C(0x0010000000000000))), -1);
}

/* By r^2 = e^(smaller - larger), since that may be below the normal numbers. */
PAIRS_KERNEL(pairs_f64)
{
    const f64v half = f64v_splat(0.5), one = f64v_splat(1), zero = f64v_splat(0);
    for (size_t i = 0; i < n; i += LANES) {
        const size_t count = n - i < LANES ? n - i : LANES;
        const f64v of_a = f64v_load_part(ELEMENT_F64, a + i, count, 0),
                   of_b = f64v_load_part(ELEMENT_F64, b + i, count, 0),
                   of_g = f64v_load_part(ELEMENT_F64, g + i, count, 0);
        const m64v is_second = f64v_gt(of_b, of_a), none = lanes_are_zero(of_g);
        const f64v larger = f64v_select(is_second, of_b, of_a),
                   smaller = f64v_select(is_second, of_a, of_b);
        const f64v_pair difference = f64v_two_sum(smaller, f64v_sub(zero, larger));
        /* Infinities that are equal are 0 apart. */
        const f64v apart = f64v_select(f64v_gt(larger, smaller), difference.high,
                                       f64v_sub(finite_lanes(smaller), finite_lanes(larger)));
        const f64v rest = f64v_select(
            f64v_gt(f64v_splat(__builtin_inf()), modulus_lanes(difference.low)),
            f64v_mul(difference.low, half), zero);
        const scaled_exponential e = exponential_lanes(f64v_mul(apart, half));
        const f64v power = scaled_lanes(e.value, e.exponent);
        const f64v r = f64v_add(power, f64v_mul(power, rest));
        const f64v weight = f64v_div(one, f64v_add(one, f64v_mul(r, r)));
        const f64v of_larger = f64v_mul(of_g, weight),
                   of_smaller = f64v_mul(f64v_mul(of_g, f64v_mul(r, weight)), r);
        const f64v grad_a = f64v_select(is_second, of_smaller, of_larger),
                   grad_b = f64v_select(is_second, of_larger, of_smaller);
        f64v_store_part(
            ELEMENT_F64, a + i, count,
            f64v_select(none, zero, f64v_select(lanes_are_nothing(of_a), zero, grad_a)));
        f64v_store_part(
            ELEMENT_F64, b + i, count,
            f64v_select(none, zero, f64v_select(lanes_are_nothing(of_b), zero, grad_b)));
    }
}

#endif

#endif

#endif
