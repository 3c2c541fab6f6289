/* logaddexp: y = log(e^a + e^b) = max(a, b) + log(1 + e^-|a - b|), one block at a time.
 *
 * Error: below 2 eps * max(|y|, p_a |a| + p_b |b|), p = e^(a - y), e^(b - y): the roundings of a - b, exp, the small parts
 * of the logarithm and the last addition, each weighted at most so; measured in the accuracy tests. */
#ifndef LANESCAN_LOGADDEXP_TPL_H
#define LANESCAN_LOGADDEXP_TPL_H

#include "group_tpl.h"
#include "logsumexp_state_tpl.h"

/* A group on its way to the logarithm: exponentials of one group come before the logarithms of the group before, so
 * that the work of the two overlaps. */
typedef struct logaddexp_group {
    double powers[GROUP] __attribute__((aligned(64))); /* e^-|a - b| */
    double larger[GROUP] __attribute__((aligned(64))); /* max(a, b) */
} logaddexp_group;

/* Both values NaN where a or b is, or where they are infinities of the same sign. */
LANESCAN_INLINE void logaddexp_exp(element type, f64x8 a, f64x8 b, double *power, double *larger)
{
    const f64x8 distance = f64x8_min(f64x8_sub(b, a), f64x8_sub(a, b));
    const bool low = m64x8_any(f64x8_gt(f64x8_splat(EXP_LOWEST_NORMAL), distance));
    f64x8_store(ELEMENT_F64, larger, f64x8_max(a, b));
    if (LANESCAN_UNLIKELY(low))
        f64x8_store(ELEMENT_F64, power, lse_exp(type, distance, 0, true));
    else
        f64x8_store(ELEMENT_F64, power, lse_exp(type, distance, 0, false));
}

/* larger + log(1 + power). For f64 the power is known better than 1 + power, so the reduced argument (1 + power) 2^-n - 1 is
 * made from it; and the largest parts, `larger`, n ln 2 and the reduced argument, are added without error: where they are of
 * opposite signs the result may be smaller than they, and their rounding would count. */
LANESCAN_INLINE f64x8 logaddexp_sum(element type, f64x8 larger, f64x8 power)
{
    if (IS_NARROW(type))
        return f64x8_add(larger, log1p_f32_lanes(power));
    const f64x8 one = f64x8_splat(1);
    const f64x8 n = f64x8_exponent(f64x8_add(one, power)); /* 0 or 1 */
    const f64x8 scale = inverse_power_of_two(n);
    const f64x8 f = f64x8_fma(power, scale, f64x8_sub(scale, one));
    const sum_lanes large = two_sum_lanes(larger, f64x8_mul(n, f64x8_splat(LANESCAN_LN2_HIGH)));
    const sum_lanes sum = two_sum_lanes(large.high, f);
    const f64x8 small = f64x8_add(log1p_small_part(f, n), f64x8_add(large.low, sum.low));
    return f64x8_add(sum.high, small);
}

/* Where one is infinite and neither is NaN the result is the larger, not the NaN of a difference. */
LANESCAN_COLD void logaddexp_fix_nan(element type, size_t count, const void *a, const void *b,
                                     double *results)
{
    for (size_t i = 0; i < count; i++) {
        const double x = read_element(type, a, i), z = read_element(type, b, i);
        const double larger = x > z ? x : z;
        if (x == x && z == z && !f64_is_finite(larger))
            results[i] = larger;
    }
}

/* `count` of eight results to y. The elements at a and b are as they were, even where y is one of them. */
LANESCAN_INLINE void logaddexp_log(element type, size_t count, const double *power,
                                   const double *larger, const void *a, const void *b, void *y)
{
    f64x8 result = logaddexp_sum(type, f64x8_load(ELEMENT_F64, larger),
                                 f64x8_load(ELEMENT_F64, power));
    if (LANESCAN_UNLIKELY(f64x8_any_nan(result))) {
        double results[LANES];
        f64x8_store(ELEMENT_F64, results, result);
        logaddexp_fix_nan(type, count, a, b, results);
        result = f64x8_load(ELEMENT_F64, results);
    }
    if (count == LANES)
        f64x8_store(type, y, result);
    else
        f64x8_store_part(type, y, count, result);
}

LANESCAN_INLINE void logaddexp_line(element type, size_t n, const void *a, const void *b, void *y)
{
    logaddexp_group groups[2];
    size_t i = 0;
    for (; n - i >= GROUP; i += GROUP) {
        logaddexp_group *const now = &groups[i / GROUP % 2];
        for (size_t j = 0; j < GROUP; j += LANES)
            logaddexp_exp(type, f64x8_load(type, element_at(type, a, i + j)),
                          f64x8_load(type, element_at(type, b, i + j)), now->powers + j,
                          now->larger + j);
        if (i) {
            const logaddexp_group *const before = &groups[(i / GROUP + 1) % 2];
            for (size_t j = 0; j < GROUP; j += LANES) {
                const size_t at = i - GROUP + j;
                logaddexp_log(type, LANES, before->powers + j, before->larger + j,
                              element_at(type, a, at), element_at(type, b, at),
                              output_at(type, y, at));
            }
        }
    }
    for (size_t at = i >= GROUP ? i - GROUP : 0; at < n;
         at += LANES) { /* the last whole group and what remains */
        const size_t count = n - at < LANES ? n - at : LANES;
        double power[LANES], larger[LANES];
        logaddexp_exp(type, f64x8_load_part(type, element_at(type, a, at), count, 0),
                      f64x8_load_part(type, element_at(type, b, at), count, 0), power, larger);
        logaddexp_log(type, count, power, larger, element_at(type, a, at), element_at(type, b, at),
                      output_at(type, y, at));
    }
}

#define LOGADDEXP_BINARY(name, type)                                  \
    static void name(size_t n, const void *a, const void *b, void *y) \
    {                                                                 \
        logaddexp_line(type, n, a, b, y);                             \
    }
LOGADDEXP_BINARY(logaddexp_binary_f32, ELEMENT_F32)
LOGADDEXP_BINARY(logaddexp_binary_f64, ELEMENT_F64)
LOGADDEXP_BINARY(logaddexp_binary_f16, ELEMENT_F16)
LOGADDEXP_BINARY(logaddexp_binary_bf16, ELEMENT_BF16)

static void logaddexp_f32(size_t n, const float *a, const float *b, float *y)
{
    logaddexp_binary_f32(n, a, b, y);
}

static void logaddexp_f64(size_t n, const double *a, const double *b, double *y)
{
    logaddexp_binary_f64(n, a, b, y);
}

#endif
