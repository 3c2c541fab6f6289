/* logaddexp: y = log(e^a + e^b) = max(a, b) + log(1 + e^-|a - b|), one vector at a time.
 *
 * Error: docs/contract.md, logaddexp. */
#ifndef LANESCAN_LOGADDEXP_H
#define LANESCAN_LOGADDEXP_H

#include "ops/logsumexp/logsumexp.h"

/* Both values NaN where a or b is, or where they are infinities of the same sign. */
LANESCAN_INLINE void logaddexp_exp(precision of, f64v a, f64v b, f64v *power, f64v *larger)
{
    const f64v distance = f64v_min(f64v_sub(b, a), f64v_sub(a, b));
    const bool low = m64v_any(f64v_gt(f64v_splat(TERM_LOWEST), distance));
    *larger = f64v_max(a, b);
    if (LANESCAN_UNLIKELY(low))
        *power = logsumexp_term(of, distance, 0, true);
    else
        *power = logsumexp_term(of, distance, 0, false);
}

/* larger + log(1 + power), of so many vectors. For f64 the power is known better than 1 + power, so
 * the reduced argument (1 + power) 2^-n - 1 is made from it; and the largest parts, `larger`,
 * n ln 2 and the reduced argument, are added without error: where they are of opposite signs the
 * result may be smaller than they, and their rounding would count. */
LANESCAN_INLINE void logaddexp_sums(precision of, int vectors, const f64v *larger,
                                    const f64v *power, f64v *y)
{
    const f64v one = f64v_splat(1);
    f64v n[MATH_VECTORS], f[MATH_VECTORS], small[MATH_VECTORS], low[MATH_VECTORS];
    if (of == SINGLE) {
        log1p_f32_vectors(vectors, power, small);
        for (int v = 0; v < vectors; v++)
            y[v] = f64v_add(larger[v], small[v]);
        return;
    }
    for (int v = 0; v < vectors; v++) {
        n[v] = f64v_exponent(f64v_add(one, power[v])); /* 0 or 1 */
        const f64v scale = inverse_power_of_two(n[v]);
        f[v] = f64v_fma(power[v], scale, f64v_sub(scale, one));
        const f64v_pair large = f64v_two_sum(larger[v],
                                             f64v_mul(n[v], f64v_splat(LANESCAN_LN2_HIGH)));
        const f64v_pair sum = f64v_two_sum(large.high, f[v]);
        y[v] = sum.high;
        low[v] = f64v_add(large.low, sum.low);
    }
    log1p_small_parts(vectors, f, n, small);
    for (int v = 0; v < vectors; v++)
        y[v] = f64v_add(y[v], f64v_add(small[v], low[v]));
}

/* Where one is infinite and neither is NaN the result is the larger, not the NaN of a
 * difference. */
LANESCAN_COLD double logaddexp_special(double a, double b, double result)
{
    const double larger = a > b ? a : b;
    return a == a && b == b && !f64_is_finite(larger) ? larger : result;
}

LANESCAN_COLD void logaddexp_fix_nan(element type, size_t count, const void *a, const void *b,
                                     double *results)
{
    for (size_t i = 0; i < count; i++)
        results[i] = logaddexp_special(read_element(type, element_at(type, false, a, i)),
                                       read_element(type, element_at(type, false, b, i)),
                                       results[i]);
}

#endif
