/* Log-sum-exps of complex numbers, one element after the other: portable code, for all sets. */
#ifndef LANESCAN_COMPLEX_IRREGULAR_H
#define LANESCAN_COMPLEX_IRREGULAR_H

#include "ops/complex/logsumexp.h"

/* Elements and states that are not finite. PyTorch's rules, but for these: an infinite imaginary
 * part beside a real part of +inf is NaN at once. */
LANESCAN_INLINE void complex_logsumexp_add_special(complex_logsumexp_state *s, double re, double im)
{
    const bool nothing = re == -__builtin_inf() &&
                         (s->mode == COMPLEX_LOGSUMEXP_EMPTY ? im == im : f64_is_finite(im));
    const bool is_nan = re != re || !f64_is_finite(im) || s->phase != s->phase; /* or was before */
    if (nothing && s->phase == s->phase)
        return;
    if (is_nan) {
        *s = (complex_logsumexp_state){ .real = __builtin_nan(""),
                                        .phase = __builtin_nan(""),
                                        .mode = COMPLEX_LOGSUMEXP_NAN };
    } else if (re == __builtin_inf()) {
        const bool again = s->mode == COMPLEX_LOGSUMEXP_INFINITE;
        const double principal = complex_principal(im);
        *s = (complex_logsumexp_state){ .real = re,
                                        .phase = again ? complex_infinite_phase(s->phase, principal)
                                                       : principal,
                                        .anchor = again ? 0 : im,
                                        .anchor_phase = again ? 0 : principal,
                                        .mode = COMPLEX_LOGSUMEXP_INFINITE };
    }
}

LANESCAN_INLINE bool complex_logsumexp_is_special(const complex_logsumexp_state *s, double re,
                                                  double im)
{
    return s->mode >= COMPLEX_LOGSUMEXP_INFINITE || !f64_is_finite(im) || re != re ||
           re == __builtin_inf() || (re == -__builtin_inf() && s->mode == COMPLEX_LOGSUMEXP_EMPTY);
}

/* One element and the result after it, to the bit as in complex_logsumexp_group. */
LANESCAN_COLD void complex_logsumexp_add(complex_logsumexp_state *s, double re, double im,
                                         double result[2])
{
    const bool first = s->mode == COMPLEX_LOGSUMEXP_EMPTY;
    if (complex_logsumexp_is_special(s, re, im)) {
        complex_logsumexp_add_special(s, re, im);
        result[0] = s->real;
        result[1] = complex_logsumexp_imaginary(s);
        return;
    }
    if (first || re - s->reference > complex_logsumexp_highest(s))
        complex_logsumexp_move(s, re);
    s->mode = COMPLEX_LOGSUMEXP_SUM;
    const complex_lanes power = complex_exp_lanes(f64v_splat(re - s->reference), f64v_splat(im),
                                                  s->shift);
    complex_logsumexp_accumulate(s, f64v_first(power.re), f64v_first(power.im));
    const complex_lanes high = { f64v_splat(s->sum[0].high), f64v_splat(s->sum[1].high) },
                        low = { f64v_splat(s->sum[0].low), f64v_splat(s->sum[1].low) };
    const complex_lanes log = complex_log_lanes(high, low, s->shift, s->reference);
    double real = f64v_first(log.re), phase = f64v_first(log.im);
    if (first) { /* is the result */
        real = re;
        phase = im > -3 && im < 3 ? im : phase;
    }
    complex_logsumexp_follow(s, re, im, real, phase);
    result[0] = s->real;
    result[1] = first ? im : complex_logsumexp_imaginary(s);
}

void KERNEL(complex_logsumexp_one_by_one)(complex_logsumexp_state *s, size_t count,
                                          const complex_group *x, complex_group *results)
{
    for (size_t i = 0; i < count; i++) {
        double result[2];
        complex_logsumexp_add(s, x->re[i], x->im[i], result);
        results->re[i] = result[0];
        results->im[i] = result[1];
    }
}

#endif
