/* logcumsumexp of complex numbers: y[j] = log(e^x[0] + ... + e^x[j]), the imaginary part not
 * wrapped.
 *
 * The sum is (high + low) 2^shift e^reference in scalars, one element after the other, each
 * addition with its rounding error (TwoSum). shift and reference follow from the elements so far:
 * they move to an element that is COMPLEX_LOGSUMEXP_ABOVE binary orders above them. The shift, an
 * integer, cannot hold a huge real part and its fraction; the reference can, and is 0 for all
 * others.
 *
 * The imaginary part is that value of the sum's argument which is within pi/2 of a base: the
 * imaginary part of the element where its real part is at least that of the result before, else of
 * that result. (The definition is larger + log(1 + e^(smaller - larger)) with the principal value
 * of the logarithm.) So the multiple of 2 pi is an integer that seldom changes, and no rounding
 * error adds up.
 *
 * Error: docs/complex.md. */
#ifndef LANESCAN_COMPLEX_LOGSUMEXP_H
#define LANESCAN_COMPLEX_LOGSUMEXP_H

#include "ops/complex/log.h"
#include "ops/complex/state.h"

enum { ALL_LANES = (1 << LANES) - 1 };

/* Of real parts: beyond, the sum has a reference. Of imaginary parts: beyond, multiples of 2 pi are
 * not counted. */
#define COMPLEX_LOGSUMEXP_HUGE 0x1p40
#define PHASE_HUGE             0x1p45

LANESCAN_INLINE double round_to_integer(double value)
{
    return (value + 0x1.8p52) - 0x1.8p52; /* |value| < 2^51 */
}

/* phase + 2 pi turns. */
LANESCAN_INLINE double phase_unwrapped(double phase, double turns)
{
    const f64_pair most = f64_two_product(turns, LANESCAN_TWO_PI_HIGH);
    return most.high + (phase + f64_fma(turns, LANESCAN_TWO_PI_LOW, most.low));
}

/* The result's imaginary part. */
LANESCAN_INLINE double complex_logsumexp_imaginary(const complex_logsumexp_state *s)
{
    const double phase = phase_unwrapped(s->phase, s->turns);
    return s->anchor == 0 ? phase : s->anchor + (phase - s->anchor_phase);
}

/* A new result with this real part and phase, to which the element x belongs: which multiple of 2
 * pi is it? */
LANESCAN_INLINE void complex_logsumexp_follow(complex_logsumexp_state *s, double re, double im,
                                              double real, double phase)
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

LANESCAN_INLINE void complex_logsumexp_accumulate(complex_logsumexp_state *s, double re, double im)
{
    f64_accumulate(&s->sum[0], re);
    f64_accumulate(&s->sum[1], im);
}

/* Binary orders of an element above the sum's reference; of e^re, where there is none. */
LANESCAN_INLINE double complex_logsumexp_highest(const complex_logsumexp_state *s)
{
    return (s->shift + COMPLEX_LOGSUMEXP_ABOVE) * LANESCAN_LN2_HIGH;
}

/* Moves shift and reference to an element. */
LANESCAN_INLINE void complex_logsumexp_move(complex_logsumexp_state *s, double re)
{
    const bool is_huge = re >= COMPLEX_LOGSUMEXP_HUGE || re <= -COMPLEX_LOGSUMEXP_HUGE;
    const double shift = is_huge ? 0 : exp_order(re), orders = s->shift - shift;
    /* What is not kept is nothing, or below 2^-400 of the element. */
    const bool keep = !is_huge && s->reference == 0 && orders <= 0 && orders >= -1000;
    const double scale = keep ? f64_power_of_two((int64_t)orders) : 0;
    for (int part = 0; part < 2; part++)
        f64_pair_scale(&s->sum[part], scale);
    s->shift = shift;
    s->reference = is_huge ? re : 0;
}

/* The elements of a group one after the other: where they leave the window, are infinite or NaN. */
void PORTABLE(complex_logsumexp_one_by_one)(complex_logsumexp_state *s, size_t count,
                                            const complex_group *x, complex_group *results);

/* Does the sum take the whole group as it is? */
LANESCAN_INLINE bool complex_logsumexp_is_plain(const complex_logsumexp_state *s, size_t count,
                                                const complex_group *x)
{
    const f64v highest = f64v_splat(complex_logsumexp_highest(s)),
               reference = f64v_splat(s->reference);
    unsigned beyond = s->mode != COMPLEX_LOGSUMEXP_SUM;
    LANESCAN_UNROLL(1)
    for (size_t k = 0; k < count; k += LANES) {
        const complex_lanes v = complex_lanes_load(x, k);
        const f64v distance = f64v_sub(v.re, reference);
        beyond |= m64v_bits(f64v_gt(distance, highest)) | f64v_any_nan(distance) |
                  f64v_any_nonfinite(v.im);
    }
    return !beyond;
}

/* The sums after each element, as high and low parts. */
typedef struct complex_sums {
    complex_group high, low;
} complex_sums;

LANESCAN_INLINE void complex_logsumexp_sum(complex_logsumexp_state *s, size_t count,
                                           const complex_group *x, complex_sums *sums)
{
    complex_group power;
    const f64v reference = f64v_splat(s->reference);
    const size_t end = (count + LANES - 1) / LANES * LANES;
    for (size_t k = 0; k < end; k += LANES) {
        const complex_lanes v = complex_lanes_load(x, k);
        complex_lanes_store(&power, k,
                            complex_exp_lanes(f64v_sub(v.re, reference), v.im, s->shift));
    }
    for (size_t i = 0; i < end; i++) {
        if (i < count)
            complex_logsumexp_accumulate(s, power.re[i], power.im[i]);
        sums->high.re[i] = s->sum[0].high, sums->high.im[i] = s->sum[1].high;
        sums->low.re[i] = s->sum[0].low, sums->low.im[i] = s->sum[1].low;
    }
}

/* complex_logsumexp_follow for a whole group at once, where that is easy: each element's real part
 * is below that of the result before it, so the base is that result; and no phase moves by 3 or
 * more, so `turns` stays. Otherwise false, and nothing is done. */
LANESCAN_INLINE bool complex_logsumexp_follow_lanes(complex_logsumexp_state *s,
                                                    const complex_group *x, complex_group *log)
{
    double real[GROUP + 1], phase[GROUP + 1];
    unsigned all = ALL_LANES;
    real[0] = s->real;
    phase[0] = s->phase;
    memcpy(real + 1, log->re, sizeof log->re);
    memcpy(phase + 1, log->im, sizeof log->im);
    LANESCAN_UNROLL(1)
    for (size_t k = 0; k < GROUP; k += LANES) {
        const f64v before = f64v_load(ELEMENT_F64, phase + k);
        const f64v jump = f64v_sub(f64v_load(ELEMENT_F64, log->im + k), before);
        const m64v is_below = f64v_gt(f64v_load(ELEMENT_F64, real + k),
                                      f64v_load(ELEMENT_F64, x->re + k));
        all &= m64v_bits(m64v_and(is_below, f64v_gt(f64v_splat(3), f64v_magnitude(jump))));
    }
    if (all != ALL_LANES)
        return false;
    s->real = real[GROUP];
    s->phase = phase[GROUP];
    return true;
}

/* From the sums' principal logarithms to results. */
LANESCAN_INLINE void complex_logsumexp_unwrap(complex_logsumexp_state *s, size_t count,
                                              const complex_group *x, complex_group *log)
{
    if (LANESCAN_LIKELY(count == GROUP && complex_logsumexp_follow_lanes(s, x, log))) {
        complex_logsumexp_state each = *s;
        if (s->turns != 0 || s->anchor != 0)
            for (size_t i = 0; i < count; i++) {
                each.phase = log->im[i];
                log->im[i] = complex_logsumexp_imaginary(&each);
            }
        return;
    }
    for (size_t i = 0; i < count; i++) {
        complex_logsumexp_follow(s, x->re[i], x->im[i], log->re[i], log->im[i]);
        log->im[i] = complex_logsumexp_imaginary(s);
    }
}

/* One copy for all types and directions. */
LANESCAN_NOINLINE void complex_logsumexp_group(complex_logsumexp_state *s, size_t count,
                                               const complex_group *x, complex_group *results)
{
    const bool begins = s->mode == COMPLEX_LOGSUMEXP_EMPTY && f64_is_finite(x->re[0]) &&
                        f64_is_finite(x->im[0]);
    complex_logsumexp_state moved = *s;
    if (begins) {
        complex_logsumexp_move(&moved, x->re[0]);
        moved.mode = COMPLEX_LOGSUMEXP_SUM;
    }
    if (LANESCAN_LIKELY(complex_logsumexp_is_plain(&moved, count, x))) {
        complex_sums sums;
        *s = moved;
        complex_logsumexp_sum(s, count, x, &sums);
        for (size_t k = 0; k < count; k += LANES)
            complex_lanes_store(results, k,
                                complex_log_lanes(complex_lanes_load(&sums.high, k),
                                                  complex_lanes_load(&sums.low, k), s->shift,
                                                  s->reference));
        if (begins) { /* the first element is the result, to the bit */
            results->re[0] = x->re[0];
            if (x->im[0] > -3 && x->im[0] < 3)
                results->im[0] = x->im[0];
        }
        complex_logsumexp_unwrap(s, count, x, results);
        if (begins)
            results->im[0] = x->im[0];
    } else {
        PORTABLE(complex_logsumexp_one_by_one)(s, count, x, results);
    }
}

LANESCAN_INLINE void complex_logsumexp_piece(element type, bool backwards, lanescan_state *state,
                                             size_t n, const void *x, void *y)
{
    complex_logsumexp_state s = state->as.complex_logsumexp;
    for (size_t i = 0; i < n; i += GROUP) {
        const size_t count = n - i < GROUP ? n - i : GROUP;
        complex_group elements, results;
        complex_group_load(type, backwards, complex_at(type, backwards, x, i), count,
                           -__builtin_inf(), &elements);
        complex_logsumexp_group(&s, count, &elements, &results);
        if (y)
            complex_group_store(type, backwards, complex_output_at(type, backwards, y, i), count,
                                &results);
        if (count == GROUP) /* so that the errors of the low parts do not add up */
            for (int part = 0; part < 2; part++) {
                f64_pair sum = { s.sum[part].high, 0 };
                f64_accumulate(&sum, s.sum[part].low);
                s.sum[part] = sum;
            }
    }
    state->as.complex_logsumexp = s;
    state->position += n;
}

#endif
