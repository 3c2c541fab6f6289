/* logsumexp along a line: its sum without running results. */
#ifndef LANESCAN_LOGSUMEXP_SUM_LINE_H
#define LANESCAN_LOGSUMEXP_SUM_LINE_H

#include "fold/carries_in_lanes.h"
#include "fold/group.h"
#include "ops/logsumexp/logsumexp.h"

/* Of a line of which only the sum is wanted: elements below `lowest` are taken as that; at one that
 * is above `highest`, and once the sum is above `most`, this way ends. `magic` is that of the
 * exponentials (exp_magic). */
typedef struct logsumexp_limits {
    double lowest, highest, magic, most;
} logsumexp_limits;

LANESCAN_INLINE logsumexp_limits logsumexp_limits_of(const logsumexp_state *s)
{
    const double shift = s->split ? -EXP_HEADROOM : s->shift;
    return (logsumexp_limits){ shift * LANESCAN_LN2_HIGH + TERM_LOWEST,
                               s->split ? SPLIT_ONES_ABOVE : s->highest, exp_magic(-shift),
                               s->split ? SPLIT_UNTIL / SPLIT_UNIT : __builtin_inf() };
}

/* A group's exponentials, as totals of its runs; and its largest element. */
LANESCAN_INLINE f64v logsumexp_group_totals(precision of, element type, const void *x,
                                            const logsumexp_limits *limits, f64v *largest)
{
    enum { AT_ONCE = LANESCAN_VECTORS_AT_ONCE };
    f64_group g = f64_group_load(type, false, x);
    f64v prefix[RUN];
    *largest = f64v_max(f64v_max(g.v[0], g.v[1]), f64v_max(g.v[2], g.v[3]));
    for (int k = 0; k < RUN; k += AT_ONCE) {
        exponential e[AT_ONCE];
        for (int v = 0; v < AT_ONCE; v++)
            g.v[k + v] = f64v_max(f64v_splat(limits->lowest), g.v[k + v]);
        exp_vectors(of, AT_ONCE, g.v + k, f64v_splat(limits->magic), e);
        for (int v = 0; v < AT_ONCE; v++)
            g.v[k + v] = f64v_fma(e[v].fraction, e[v].scale, e[v].scale);
    }
    sum_run(g.v, prefix);
    return prefix[RUN - 1];
}

/* Whole groups of which only the sum is wanted, as long as they are within the limits; returns how
 * many these are. The totals of a group wait while the exponentials of the next one are computed:
 * they go through some ten additions one after the other, for which a processor that has not seen
 * the next exponentials yet would wait (0.65 of the time with AVX2). */
LANESCAN_INLINE size_t logsumexp_only_sums(precision of, element type, size_t groups, const void *x,
                                           const logsumexp_limits *limits, f64x2_pair *carry)
{
    const f64v highest = f64v_splat(limits->highest);
    f64x2_pair sum = *carry;
    f64v waiting = f64v_splat(0);
    for (size_t group = 0;; group++) {
        f64v totals = waiting, largest = highest;
        if (LANESCAN_LIKELY(group < groups))
            totals = logsumexp_group_totals(of, type, element_at(type, false, x, GROUP * group),
                                            limits, &largest);
        const f64x2_pair next = f64x2_compensated_add(sum, f64v_total(waiting));
        const double compensation = f64x2_first(next.low); /* NaN if any term is */
        const bool regular = LANESCAN_LIKELY(compensation == compensation);
        if (regular)
            sum = next;
        if (LANESCAN_UNLIKELY(!regular || group == groups || m64v_any(f64v_gt(largest, highest)) ||
                              f64x2_first(f64x2_add(sum.high, sum.low)) > limits->most)) {
            *carry = sum;
            return regular || group == 0 ? group : group - 1;
        }
        waiting = totals;
    }
}

/* In functions of their own, where constants have the registers. */
LANESCAN_NOINLINE size_t logsumexp_sums_single(element type, size_t groups, const void *x,
                                               const logsumexp_limits *limits, f64x2_pair *carry)
{
    return logsumexp_only_sums(SINGLE, type, groups, x, limits, carry);
}

LANESCAN_NOINLINE size_t logsumexp_sums_double(size_t groups, const void *x,
                                               const logsumexp_limits *limits, f64x2_pair *carry)
{
    return logsumexp_only_sums(DOUBLE, ELEMENT_F64, groups, x, limits, carry);
}

/* The sum of a line's next elements; returns of how many. Of split sums only those of f32 results,
 * which need no rounding errors, and which have no ones yet. */
LANESCAN_INLINE size_t logsumexp_sum_line(precision of, element type, size_t n, const void *x,
                                          logsumexp_state *s, f64x2_pair *carry)
{
    if (s->mode != LOGSUMEXP_NORMAL || s->lowest != -__builtin_inf() ||
        (s->split && (of == DOUBLE || s->ones > 0)))
        return 0;
    const logsumexp_limits limits = logsumexp_limits_of(s);
    const size_t groups = of == DOUBLE ? logsumexp_sums_double(n / GROUP, x, &limits, carry)
                                       : logsumexp_sums_single(type, n / GROUP, x, &limits, carry);
    if (s->split && logsumexp_is_large(f64x2_first(f64x2_add(carry->high, carry->low)), s->ones)) {
        sum_carry_store(&s->sum, *carry);
        PORTABLE(logsumexp_stop_splitting)(s);
        *carry = sum_carry_load(&s->sum);
    }
    return groups * GROUP;
}

#endif
