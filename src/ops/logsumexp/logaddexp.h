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
    const bool low = m64v_any(f64v_gt(f64v_splat(EXP_LOWEST_NORMAL), distance));
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

#if LANES > 1

/* A group on its way to the logarithm: exponentials of one group come before the logarithms of the
 * group before, so that the work of the two overlaps. */
typedef struct logaddexp_group {
    double powers[GROUP] LANESCAN_ALIGNED(64); /* e^-|a - b| */
    double larger[GROUP] LANESCAN_ALIGNED(64); /* max(a, b) */
} logaddexp_group;

/* `count` of a vector's results to y. The elements at a and b are as they were, even where y is one
 * of them. */
LANESCAN_INLINE void logaddexp_log(precision of, element type, size_t count, f64v power,
                                   f64v larger, const void *a, const void *b, void *y)
{
    f64v result;
    logaddexp_sums(of, 1, &larger, &power, &result);
    if (LANESCAN_UNLIKELY(f64v_any_nan(result))) {
        double results[LANES];
        f64v_store(ELEMENT_F64, results, result);
        logaddexp_fix_nan(type, count, a, b, results);
        result = f64v_load(ELEMENT_F64, results);
    }
    if (count == LANES)
        f64v_store(type, y, result);
    else
        f64v_store_part(type, y, count, result);
}

LANESCAN_INLINE void logaddexp_line(precision of, element type, size_t n, const void *a,
                                    const void *b, void *y)
{
    logaddexp_group groups[2];
    size_t i = 0;
    for (; n - i >= GROUP; i += GROUP) {
        logaddexp_group *const now = &groups[i / GROUP % 2];
        LANESCAN_ONE_BY_ONE
        for (size_t j = 0; j < GROUP; j += LANES) {
            f64v power, larger;
            logaddexp_exp(of, f64v_load(type, element_at(type, false, a, i + j)),
                          f64v_load(type, element_at(type, false, b, i + j)), &power, &larger);
            f64v_store(ELEMENT_F64, now->powers + j, power);
            f64v_store(ELEMENT_F64, now->larger + j, larger);
        }
        if (i) {
            const logaddexp_group *const before = &groups[(i / GROUP + 1) % 2];
            LANESCAN_ONE_BY_ONE
            for (size_t j = 0; j < GROUP; j += LANES) {
                const size_t at = i - GROUP + j;
                logaddexp_log(of, type, LANES, f64v_load(ELEMENT_F64, before->powers + j),
                              f64v_load(ELEMENT_F64, before->larger + j),
                              element_at(type, false, a, at), element_at(type, false, b, at),
                              output_at(type, false, y, at));
            }
        }
    }
    /* The last whole group and what remains. */
    for (size_t at = i >= GROUP ? i - GROUP : 0; at < n; at += LANES) {
        const size_t count = n - at < LANES ? n - at : LANES;
        const void *const first = element_at(type, false, a, at);
        const void *const second = element_at(type, false, b, at);
        f64v power, larger;
        logaddexp_exp(of, f64v_load_part(type, first, count, 0),
                      f64v_load_part(type, second, count, 0), &power, &larger);
        logaddexp_log(of, type, count, power, larger, first, second, output_at(type, false, y, at));
    }
}

#else

/* First the exponentials of a group, then the logarithms, two at a time: one alone is a chain of
 * operations that wait for each other, and the processor sees too little beyond it. */
LANESCAN_INLINE void logaddexp_line(precision of, element type, size_t n, const void *a,
                                    const void *b, void *y)
{
    enum { AT_ONCE = 2 };
    for (size_t first = 0; first < n; first += GROUP) {
        const size_t count = n - first < GROUP ? n - first : GROUP;
        const void *const x = element_at(type, false, a, first);
        const void *const z = element_at(type, false, b, first);
        void *const to = output_at(type, false, y, first);
        double power[GROUP + 1], larger[GROUP + 1];
        for (size_t i = 0; i < count; i++)
            logaddexp_exp(of, read_element(type, element_at(type, false, x, i)),
                          read_element(type, element_at(type, false, z, i)), &power[i], &larger[i]);
        power[count] = larger[count] = 0;
        for (size_t i = 0; i < count; i += AT_ONCE) {
            double result[AT_ONCE];
            logaddexp_sums(of, AT_ONCE, larger + i, power + i, result);
            for (size_t j = i; j < i + AT_ONCE && j < count; j++) {
                if (LANESCAN_UNLIKELY(result[j - i] != result[j - i]))
                    logaddexp_fix_nan(type, 1, element_at(type, false, x, j),
                                      element_at(type, false, z, j), &result[j - i]);
                write_element(type, output_at(type, false, to, j), result[j - i]);
            }
        }
    }
}

#endif

#endif
