/* logaddexp: y = log(e^a + e^b) = max(a, b) + log(1 + e^-|a - b|), one block at a time.
 *
 * Error: below 2 eps * max(|y|, p_a |a| + p_b |b|), p = e^(a - y), e^(b - y): the roundings of a - b, exp, log1p
 * and the last addition, each weighted at most so; measured in the accuracy tests. */
#ifndef LANESCAN_LOGADDEXP_TPL_H
#define LANESCAN_LOGADDEXP_TPL_H

#include "group_tpl.h"
#include "logsumexp_state_tpl.h"

/* Infinities of the same sign give that infinity, not the NaN of their difference. */
LANESCAN_COLD void logaddexp_fix_nan(element type, size_t count, const double *a, const double *b, void *y)
{
    for (size_t i = 0; i < count; i++)
        if (a[i] == b[i] && !f64_is_finite(a[i]))
            write_element(type, y, i, a[i]);
}

LANESCAN_INLINE f64x8 logaddexp_lanes(element type, f64x8 a, f64x8 b)
{
    const f64x8 difference = f64x8_sub(a, b);
    const f64x8 d = f64x8_min(f64x8_sub(b, a), difference); /* NaN where either is */
    const f64x8 larger = f64x8_max(a, b);
    const bool any_low = m64x8_any(f64x8_gt(f64x8_splat(EXP_LOWEST_NORMAL), d));
    const f64x8 power = LANESCAN_UNLIKELY(any_low) ? lse_exp(type, d, 0, false, true) : lse_exp(type, d, 0, false, false);
    return f64x8_add(larger, log1p_any_lanes(type, power));
}

LANESCAN_INLINE void logaddexp_block(element type, const void *a, const void *b, void *y)
{
    const f64x8 va = f64x8_load(type, a), vb = f64x8_load(type, b);
    const f64x8 result = logaddexp_lanes(type, va, vb);
    f64x8_store(type, y, result);
    if (LANESCAN_UNLIKELY(f64x8_any_nan(result))) {
        double in_a[LANES], in_b[LANES];
        f64x8_store(ELEMENT_F64, in_a, va);
        f64x8_store(ELEMENT_F64, in_b, vb);
        logaddexp_fix_nan(type, LANES, in_a, in_b, y);
    }
}

LANESCAN_INLINE void logaddexp_line(element type, size_t n, const void *a, const void *b, void *y)
{
    size_t i = 0;
    for (; n - i >= LANES; i += LANES)
        logaddexp_block(type, element_at(type, a, i), element_at(type, b, i), output_at(type, y, i));
    if (i < n) {
        double in_a[LANES] = { 0 }, in_b[LANES] = { 0 }, out[LANES];
        for (size_t j = i; j < n; j++) {
            in_a[j - i] = read_element(type, a, j);
            in_b[j - i] = read_element(type, b, j);
        }
        const f64x8 result = logaddexp_lanes(type, f64x8_load(ELEMENT_F64, in_a), f64x8_load(ELEMENT_F64, in_b));
        f64x8_store(ELEMENT_F64, out, result);
        for (size_t j = i; j < n; j++)
            write_element(type, y, j, out[j - i]);
        logaddexp_fix_nan(type, n - i, in_a, in_b, output_at(type, y, i));
    }
}

static void logaddexp_f32(size_t n, const float *a, const float *b, float *y)
{
    logaddexp_line(ELEMENT_F32, n, a, b, y);
}

static void logaddexp_f64(size_t n, const double *a, const double *b, double *y)
{
    logaddexp_line(ELEMENT_F64, n, a, b, y);
}

#endif
