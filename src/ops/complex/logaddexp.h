/* logaddexp of complex numbers: y = log(e^a + e^b) = larger + log(1 + e^(smaller - larger)), in
 * lanes; the larger is the one with the larger real part, a if they are equal.
 *
 * Error: docs/complex.md. */
#ifndef LANESCAN_COMPLEX_LOGADDEXP_H
#define LANESCAN_COMPLEX_LOGADDEXP_H

#include "ops/complex/log.h"
#include "ops/logsumexp/logsumexp.h"

LANESCAN_INLINE complex_lanes complex_logaddexp_lanes(complex_lanes a, complex_lanes b)
{
    const m64v second = f64v_gt(b.re, a.re);
    const complex_lanes larger = { f64v_select(second, b.re, a.re),
                                   f64v_select(second, b.im, a.im) };
    const complex_lanes smaller = { f64v_select(second, a.re, b.re),
                                    f64v_select(second, a.im, b.im) };
    const f64v distance = f64v_sub(smaller.re, larger.re);
    const bool low = m64v_any(f64v_gt(f64v_splat(TERM_LOWEST), distance));
    const f64v modulus = LANESCAN_UNLIKELY(low) ? logsumexp_term(DOUBLE, distance, 0, true)
                                                : logsumexp_term(DOUBLE, distance, 0, false);
    const sincos_lanes_result direction = sincos_lanes(f64v_sub(smaller.im, larger.im));
    const f64v_pair re = f64v_two_sum(f64v_splat(1), f64v_mul(modulus, direction.cos));
    const complex_lanes high = { re.high, f64v_mul(modulus, direction.sin) };
    const complex_lanes rest = { re.low, f64v_splat(0) };
    const complex_lanes log = complex_log_lanes(high, rest, 0, 0);
    return (complex_lanes){ f64v_add(larger.re, log.re), f64v_add(larger.im, log.im) };
}

/* An element with an infinity or NaN; y holds what the lanes made of it. */
LANESCAN_INLINE void complex_logaddexp_special(const double a[2], const double b[2], double y[2])
{
    const double infinity = __builtin_inf();
    if (a[0] != a[0] || a[1] != a[1] || b[0] != b[0] || b[1] != b[1]) {
        y[0] = y[1] = __builtin_nan("");
    } else if (a[0] == b[0] && a[0] == -infinity) {
        y[0] = -infinity;
        y[1] = 0;
    } else if (!f64_is_finite(a[1]) || !f64_is_finite(b[1])) {
        y[0] = y[1] = __builtin_nan("");
    } else if (a[0] == b[0] && a[0] == infinity) {
        y[0] = infinity;
        y[1] = complex_infinite_phase(a[1], b[1]);
    }
}

LANESCAN_COLD void complex_logaddexp_fix(size_t count, const complex_group *a,
                                         const complex_group *b, complex_group *y)
{
    for (size_t i = 0; i < count; i++) {
        const double first[2] = { a->re[i], a->im[i] }, second[2] = { b->re[i], b->im[i] };
        double value[2] = { y->re[i], y->im[i] };
        complex_logaddexp_special(first, second, value);
        y->re[i] = value[0];
        y->im[i] = value[1];
    }
}

/* One copy for all types. */
LANESCAN_NOINLINE void complex_logaddexp_group(size_t count, const complex_group *a,
                                               const complex_group *b, complex_group *y)
{
    bool special = false;
    for (size_t k = 0; k < count; k += LANES) {
        const complex_lanes v = complex_lanes_load(a, k), w = complex_lanes_load(b, k);
        special |= f64v_any_nonfinite(v.re) || f64v_any_nonfinite(v.im) ||
                   f64v_any_nonfinite(w.re) || f64v_any_nonfinite(w.im);
        complex_lanes_store(y, k, complex_logaddexp_lanes(v, w));
    }
    if (LANESCAN_UNLIKELY(special))
        complex_logaddexp_fix(count, a, b, y);
}

LANESCAN_INLINE void complex_logaddexp_line(element type, size_t n, const void *a, const void *b,
                                            void *y)
{
    for (size_t i = 0; i < n; i += GROUP) {
        const size_t count = n - i < GROUP ? n - i : GROUP;
        complex_group first, second, results;
        complex_group_load(type, false, complex_at(type, false, a, i), count, 0, &first);
        complex_group_load(type, false, complex_at(type, false, b, i), count, 0, &second);
        complex_logaddexp_group(count, &first, &second, &results);
        complex_group_store(type, false, complex_output_at(type, false, y, i), count, &results);
    }
}

#endif
