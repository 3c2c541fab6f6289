/* logcumsumexp of complex numbers: y[j] = log(e^x[0] + ... + e^x[j]), the imaginary part not wrapped.
 *
 * The sum is (high + low) 2^shift e^reference in scalars, one element after the other, each addition with its rounding
 * error (TwoSum). shift and reference follow from the elements so far: they move to an element that is COMPLEX_LOG_ABOVE
 * binary orders above them. The reference, exact as a power of two is not, is needed for huge real parts only.
 *
 * The imaginary part is that value of the sum's argument which is within pi/2 of a base: the imaginary part of the element
 * where its real part is at least that of the result before, else of that result. (The definition is larger + log(1 +
 * e^(smaller - larger)) with the principal value of the logarithm.) So the multiple of 2 pi is an integer that seldom
 * changes, and no rounding error adds up.
 *
 * Error, with u = 2^-53 and the conditioning C = max(|y|, (|e^x[0]| + ... + |e^x[j]|) / |e^y|): the powers' errors, 4 u C,
 * and those of the logarithm, 4 u |y|: below 8 u C = 4 eps C. Found: 1.09 eps C. */
#ifndef LANESCAN_COMPLEX_LOGCUMSUMEXP_TPL_H
#define LANESCAN_COMPLEX_LOGCUMSUMEXP_TPL_H

#include "complex_log_tpl.h"
#include "state.h"

#define COMPLEX_LOG_HUGE 0x1p40 /* of real parts: beyond, the sum has a reference */
#define PHASE_HUGE       0x1p45 /* of imaginary parts: beyond, multiples of 2 pi are not counted */

LANESCAN_INLINE double round_to_integer(double value)
{
    return (value + 0x1.8p52) - 0x1.8p52; /* |value| < 2^51 */
}

/* phase + 2 pi turns. */
LANESCAN_INLINE double phase_unwrapped(double phase, double turns)
{
    const double most = turns * LANESCAN_TWO_PI_HIGH;
    const double error = f64_fma(turns, LANESCAN_TWO_PI_HIGH, -most);
    return most + (phase + f64_fma(turns, LANESCAN_TWO_PI_LOW, error));
}

/* The result's imaginary part. */
LANESCAN_INLINE double complex_log_imaginary(const complex_log_state *s)
{
    const double phase = phase_unwrapped(s->phase, s->turns);
    return s->anchor == 0 ? phase : s->anchor + (phase - s->anchor_phase);
}

/* A new result with this real part and phase, to which the element x belongs: which multiple of 2 pi is it? */
LANESCAN_INLINE void complex_log_follow(complex_log_state *s, double re, double im, double real,
                                        double phase)
{
    if (re < s->real) {
        s->turns += round_to_integer((s->phase - phase) * LANESCAN_ONE_OVER_TWO_PI);
    } else {
        const bool is_huge = im >= PHASE_HUGE || im <= -PHASE_HUGE;
        double base = im;
        s->anchor = s->anchor_phase = 0;
        if (LANESCAN_UNLIKELY(is_huge)) {
            s->anchor = im;
            s->anchor_phase = base = complex_principal(im);
        }
        s->turns = round_to_integer((base - phase) * LANESCAN_ONE_OVER_TWO_PI);
    }
    s->real = real;
    s->phase = phase;
}

LANESCAN_INLINE void complex_log_accumulate(complex_log_state *s, double re, double im)
{
    two_sum_into(&s->high[0], &s->low[0], re);
    two_sum_into(&s->high[1], &s->low[1], im);
}

/* Binary orders of an element above the sum's reference; of e^re, where there is none. */
LANESCAN_INLINE double complex_log_highest(const complex_log_state *s)
{
    return (s->shift + COMPLEX_LOG_ABOVE) * LANESCAN_LN2_HIGH;
}

/* Moves shift and reference to an element. */
LANESCAN_INLINE void complex_log_move(complex_log_state *s, double re)
{
    const bool is_huge = re >= COMPLEX_LOG_HUGE || re <= -COMPLEX_LOG_HUGE;
    const double shift = is_huge ? 0 : lse_order(re), orders = s->shift - shift;
    /* What is not kept is nothing, or below 2^-400 of the element. */
    const bool keep = !is_huge && s->reference == 0 && orders <= 0 && orders >= -1000;
    const double scale = keep ? f64_power_of_two((int64_t)orders) : 0;
    for (int part = 0; part < 2; part++) {
        s->high[part] *= scale;
        s->low[part] *= scale;
    }
    s->shift = shift;
    s->reference = is_huge ? re : 0;
}

/* Elements and states that are not finite. PyTorch's rules, but for these: an infinite imaginary part beside a real part of +inf
 * is NaN at once. */
LANESCAN_INLINE void complex_log_add_special(complex_log_state *s, double re, double im)
{
    const bool nothing = re == -__builtin_inf() &&
                         (s->mode == COMPLEX_LOG_EMPTY ? im == im : f64_is_finite(im));
    const bool is_nan = re != re || !f64_is_finite(im) || s->phase != s->phase; /* or was before */
    if (nothing && s->phase == s->phase)
        return;
    if (is_nan) {
        *s = (complex_log_state){ .real = __builtin_nan(""),
                                  .phase = __builtin_nan(""),
                                  .mode = COMPLEX_LOG_NAN };
    } else if (re == __builtin_inf()) {
        const bool again = s->mode == COMPLEX_LOG_INFINITE;
        const double principal = complex_principal(im);
        *s = (complex_log_state){ .real = re,
                                  .phase = again ? complex_infinite_phase(s->phase, principal)
                                                 : principal,
                                  .anchor = again ? 0 : im,
                                  .anchor_phase = again ? 0 : principal,
                                  .mode = COMPLEX_LOG_INFINITE };
    }
}

LANESCAN_INLINE bool complex_log_is_special(const complex_log_state *s, double re, double im)
{
    return s->mode >= COMPLEX_LOG_INFINITE || !f64_is_finite(im) || re != re ||
           re == __builtin_inf() || (re == -__builtin_inf() && s->mode == COMPLEX_LOG_EMPTY);
}

/* One element and the result after it, to the bit as in complex_log_group. */
LANESCAN_COLD void complex_log_add(complex_log_state *s, double re, double im, double result[2])
{
    const bool first = s->mode == COMPLEX_LOG_EMPTY;
    if (complex_log_is_special(s, re, im)) {
        complex_log_add_special(s, re, im);
        result[0] = s->real;
        result[1] = complex_log_imaginary(s);
        return;
    }
    if (first || re - s->reference > complex_log_highest(s))
        complex_log_move(s, re);
    s->mode = COMPLEX_LOG_SUM;
    const complex_lanes power = complex_exp_lanes(f64x8_splat(re - s->reference), f64x8_splat(im),
                                                  s->shift);
    complex_log_accumulate(s, first_lane(power.re), first_lane(power.im));
    const complex_lanes high = { f64x8_splat(s->high[0]), f64x8_splat(s->high[1]) },
                        low = { f64x8_splat(s->low[0]), f64x8_splat(s->low[1]) };
    const complex_lanes log = complex_log_lanes(high, low, s->shift, s->reference);
    double real = first_lane(log.re), phase = first_lane(log.im);
    if (first) { /* is the result */
        real = re;
        phase = im > -3 && im < 3 ? im : phase;
    }
    complex_log_follow(s, re, im, real, phase);
    result[0] = s->real;
    result[1] = first ? im : complex_log_imaginary(s);
}

/* Does the sum take the whole group as it is? */
LANESCAN_INLINE bool complex_log_is_plain(const complex_log_state *s, const complex_group *x)
{
    const f64x8 highest = f64x8_splat(complex_log_highest(s)),
                reference = f64x8_splat(s->reference);
    unsigned beyond = s->mode != COMPLEX_LOG_SUM;
    for (size_t k = 0; k < GROUP; k += LANES) {
        const complex_lanes v = complex_lanes_load(x, k);
        const f64x8 distance = f64x8_sub(v.re, reference);
        beyond |= m64x8_bits(f64x8_gt(distance, highest)) | f64x8_any_nan(distance) |
                  f64x8_any_nonfinite(v.im);
    }
    return !beyond;
}

/* The sums after each element, as high and low parts. */
typedef struct complex_sums {
    complex_group high, low;
} complex_sums;

LANESCAN_INLINE void complex_log_sum(complex_log_state *s, size_t count, const complex_group *x,
                                     complex_sums *sums)
{
    complex_group power;
    const f64x8 reference = f64x8_splat(s->reference);
    for (size_t k = 0; k < GROUP; k += LANES) {
        const complex_lanes v = complex_lanes_load(x, k);
        complex_lanes_store(&power, k,
                            complex_exp_lanes(f64x8_sub(v.re, reference), v.im, s->shift));
    }
    for (size_t i = 0; i < GROUP; i++) {
        if (i < count)
            complex_log_accumulate(s, power.re[i], power.im[i]);
        sums->high.re[i] = s->high[0], sums->high.im[i] = s->high[1];
        sums->low.re[i] = s->low[0], sums->low.im[i] = s->low[1];
    }
}

/* complex_log_follow for a whole group, where each result is the base of the next one and none of them is in
 * another turn. Otherwise false, and nothing is done. */
LANESCAN_INLINE bool complex_log_follow_lanes(complex_log_state *s, const complex_group *x,
                                              complex_group *log)
{
    double real[GROUP + 1], phase[GROUP + 1];
    unsigned all = 0xff;
    real[0] = s->real;
    phase[0] = s->phase;
    memcpy(real + 1, log->re, sizeof log->re);
    memcpy(phase + 1, log->im, sizeof log->im);
    for (size_t k = 0; k < GROUP; k += LANES) {
        const f64x8 before = f64x8_load(ELEMENT_F64, phase + k);
        const f64x8 jump = f64x8_sub(f64x8_load(ELEMENT_F64, log->im + k), before);
        const m64x8 is_below = f64x8_gt(f64x8_load(ELEMENT_F64, real + k),
                                        f64x8_load(ELEMENT_F64, x->re + k));
        all &= m64x8_bits(m64x8_and(is_below, f64x8_gt(f64x8_splat(3), f64x8_magnitude(jump))));
    }
    if (all != 0xff)
        return false;
    s->real = real[GROUP];
    s->phase = phase[GROUP];
    return true;
}

/* From the sums' principal logarithms to results. */
LANESCAN_INLINE void complex_log_unwrap(complex_log_state *s, size_t count, const complex_group *x,
                                        complex_group *log)
{
    if (LANESCAN_LIKELY(complex_log_follow_lanes(s, x, log))) {
        complex_log_state each = *s;
        if (s->turns != 0 || s->anchor != 0)
            for (size_t i = 0; i < count; i++) {
                each.phase = log->im[i];
                log->im[i] = complex_log_imaginary(&each);
            }
        return;
    }
    for (size_t i = 0; i < count; i++) {
        complex_log_follow(s, x->re[i], x->im[i], log->re[i], log->im[i]);
        log->im[i] = complex_log_imaginary(s);
    }
}

/* One copy for all types and directions. */
LANESCAN_APART void complex_log_group(complex_log_state *s, size_t count, const complex_group *x,
                                      complex_group *results)
{
    if (LANESCAN_LIKELY(complex_log_is_plain(s, x))) {
        complex_sums sums;
        complex_log_sum(s, count, x, &sums);
        for (size_t k = 0; k < GROUP; k += LANES)
            complex_lanes_store(results, k,
                                complex_log_lanes(complex_lanes_load(&sums.high, k),
                                                  complex_lanes_load(&sums.low, k), s->shift,
                                                  s->reference));
        complex_log_unwrap(s, count, x, results);
    } else {
        for (size_t i = 0; i < count; i++) {
            double result[2];
            complex_log_add(s, x->re[i], x->im[i], result);
            results->re[i] = result[0];
            results->im[i] = result[1];
        }
    }
}

LANESCAN_INLINE void complex_logcumsumexp_piece(element type, bool reversed, lanescan_state *state,
                                                size_t n, const void *x, void *y)
{
    complex_log_state s = state->as.complex_log;
    for (size_t i = 0; i < n; i += GROUP) {
        const size_t count = n - i < GROUP ? n - i : GROUP;
        complex_group elements, results;
        complex_group_load(type, reversed, complex_at(type, reversed, x, i), count,
                           -__builtin_inf(), &elements);
        complex_log_group(&s, count, &elements, &results);
        if (y)
            complex_group_store(type, reversed, complex_output_at(type, reversed, y, i), count,
                                &results);
        if (count == GROUP) /* so that the errors of the low parts do not add up */
            for (int part = 0; part < 2; part++) {
                double sum = s.high[part], rest = 0;
                two_sum_into(&sum, &rest, s.low[part]);
                s.high[part] = sum;
                s.low[part] = rest;
            }
    }
    state->as.complex_log = s;
    state->position += n;
}

static void complex_logcumsumexp_c64(lanescan_state *state, size_t n, const void *x, void *y,
                                     int64_t *index)
{
    (void)index;
    complex_logcumsumexp_piece(ELEMENT_F32, false, state, n, x, y);
}

static void complex_logcumsumexp_c64_reversed(lanescan_state *state, size_t n, const void *x,
                                              void *y, int64_t *index)
{
    (void)index;
    complex_logcumsumexp_piece(ELEMENT_F32, true, state, n, x, y);
}

static void complex_logcumsumexp_c128(lanescan_state *state, size_t n, const void *x, void *y,
                                      int64_t *index)
{
    (void)index;
    complex_logcumsumexp_piece(ELEMENT_F64, false, state, n, x, y);
}

static void complex_logcumsumexp_c128_reversed(lanescan_state *state, size_t n, const void *x,
                                               void *y, int64_t *index)
{
    (void)index;
    complex_logcumsumexp_piece(ELEMENT_F64, true, state, n, x, y);
}

#endif
