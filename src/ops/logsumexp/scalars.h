/* logcumsumexp in portable code, and what defines it: one group of a line in scalars. The other sets take regular
 * groups, whose elements are in the window, in lanes, and leave the rest to this. */
#ifndef LANESCAN_LOGSUMEXP_SCALARS_H
#define LANESCAN_LOGSUMEXP_SCALARS_H

#include "ops/logsumexp/irregular.h"

/* The running sums of a group on their way to the logarithm, and the state after them. */
typedef struct logsumexp_sums {
    double high[GROUP], low[GROUP], ones[GROUP]; /* the last two where the sum is split */
    sum_state next;
} logsumexp_sums;

/* A group's elements become the terms of the sum. Without headroom, terms too small for f64 are taken as the least
 * normal number: of no effect beside the sum of a line without ones, which is e^-600 or more. */
LANESCAN_INLINE void logsumexp_terms(precision of, const logsumexp_state *s, const double *x,
                                     logsumexp_sums *sums)
{
    bool exactly = false;
    double ones = s->ones;
    for (size_t i = 0; s->split && i < GROUP; i++) {
        exactly |= gives_one(x[i]) || (s->ones > 0 && x[i] < SPLIT_TERM_LOWEST);
        ones += gives_one(x[i]);
        sums->ones[i] = ones;
    }
    const double shift = s->split ? -EXP_HEADROOM : s->shift;
    for (size_t i = 0; i < GROUP; i++) {
        if (LANESCAN_UNLIKELY(exactly)) {
            const f64v_pair term = logsumexp_split_term(of, x[i]);
            sums->high[i] = term.high;
            sums->low[i] = term.low;
        } else {
            sums->high[i] = logsumexp_term(of, x[i], shift, false);
            sums->low[i] = 0;
        }
    }
}

/* Terms become running sums, in the order of cumsum. */
LANESCAN_INLINE void logsumexp_plain_sums(const logsumexp_state *s, logsumexp_sums *sums)
{
    const double carry = sum_value(&s->sum);
    double total[RUNS];
    for (size_t run = 0; run < RUNS; run++) {
        double prefix[RUN];
        sum_run(sums->high + RUN * run, prefix);
        memcpy(sums->high + RUN * run, prefix, sizeof prefix);
        total[run] = prefix[RUN - 1];
    }
    sum_network(total);
    for (size_t run = 0; run < RUNS; run++) {
        const double before = carry + (run ? total[run - 1] : 0);
        for (size_t i = RUN * run; i < RUN * run + RUN; i++)
            sums->high[i] = before + sums->high[i];
    }
    sums->next = s->sum;
    sum_add_group(&sums->next, total[RUNS - 1]);
}

/* The same with every rounding error: C may be as small as s - 1 while the sum is split, and a few roundings of s would be
 * too many. (Not needed for f32 results.) */
LANESCAN_INLINE void logsumexp_exact_sums(const logsumexp_state *s, logsumexp_sums *sums)
{
    const f64v_pair carry = { s->sum.high, s->sum.low }, zero = { 0, 0 };
    f64v_pair total[RUNS];
    for (size_t run = 0; run < RUNS; run++) {
        double *const high = sums->high + RUN * run, *const low = sums->low + RUN * run;
        f64v_pair terms[RUN], prefix[RUN];
        for (size_t k = 0; k < RUN; k++)
            terms[k] = (f64v_pair){ high[k], low[k] };
        exact_sum_run(terms, prefix);
        for (size_t k = 0; k < RUN; k++) {
            high[k] = prefix[k].high;
            low[k] = prefix[k].low;
        }
        total[run] = prefix[RUN - 1];
    }
    exact_sum_network(total);
    for (size_t run = 0; run < RUNS; run++) {
        const f64v_pair before = f64v_pair_add(carry, run ? total[run - 1] : zero);
        for (size_t i = RUN * run; i < RUN * run + RUN; i++) {
            const f64v_pair sum = f64v_pair_add(before,
                                                (f64v_pair){ sums->high[i], sums->low[i] });
            sums->high[i] = sum.high;
            sums->low[i] = sum.low;
        }
    }
    sums->next = s->sum;
    sum_add_group(&sums->next, total[RUNS - 1].high);
    sums->next.low += total[RUNS - 1].low;
    sums->next.chunk_low += total[RUNS - 1].low;
}

/* `count` results. */
LANESCAN_INLINE void logsumexp_logs(precision of, const logsumexp_state *s, size_t count,
                                    const logsumexp_sums *sums, double *y)
{
    if (s->split)
        for (size_t i = 0; i < count; i++)
            y[i] = logsumexp_split_log(of, sums->high[i], of == DOUBLE ? sums->low[i] : 0,
                                       sums->ones[i]);
    else
        for (size_t i = 0; i < count; i++)
            y[i] = log_lanes(of, sums->high[i], s->shift);
}

LANESCAN_INLINE void logsumexp_running_sums(precision of, const logsumexp_state *s, const double *x,
                                            logsumexp_sums *sums)
{
    logsumexp_terms(of, s, x, sums);
    if (s->split && of == DOUBLE)
        logsumexp_exact_sums(s, sums);
    else
        logsumexp_plain_sums(s, sums);
}

/* Is every element in the window, and the first one summed? (No NaN is in it.) */
LANESCAN_INLINE bool logsumexp_is_regular(const logsumexp_state *s, size_t count, const double *x)
{
    bool inside = x[0] >= s->lowest;
    for (size_t i = 0; i < count; i++)
        inside &= x[i] <= s->highest;
    return inside;
}

/* A group that is not regular. Its first elements are in the window, perhaps: while the sum is not empty they have the
 * results of the usual order, because elements after them must not change them. */
LANESCAN_COLD void logsumexp_irregular_group(precision of, logsumexp_state *s, size_t count,
                                             const double *x, double *y)
{
    double elements[GROUP], usual[GROUP];
    size_t inside = 0;
    while (s->mode == LOGSUMEXP_NORMAL && inside < count && x[inside] <= s->highest)
        inside++;
    if (y && inside) {
        logsumexp_sums sums;
        for (size_t i = 0; i < GROUP; i++)
            elements[i] = i < inside ? x[i] : -__builtin_inf();
        logsumexp_running_sums(of, s, elements, &sums);
        logsumexp_logs(of, s, inside, &sums, usual);
    }
    logsumexp_one_by_one(of, s, count, x, y, inside, usual);
}

/* x has elements of -inf from `count` on. */
LANESCAN_INLINE void logsumexp_group(precision of, logsumexp_state *s, size_t count,
                                     const double *x, double *y)
{
    logsumexp_sums sums;
    if (LANESCAN_UNLIKELY(!logsumexp_is_regular(s, count, x))) {
        logsumexp_irregular_group(of, s, count, x, y);
        return;
    }
    logsumexp_running_sums(of, s, x, &sums);
    if (y)
        logsumexp_logs(of, s, count, &sums, y);
    s->sum = sums.next;
    s->lowest = -__builtin_inf();
    if (s->split) {
        s->ones = sums.ones[GROUP - 1];
        if (logsumexp_is_large(sum_value(&s->sum), s->ones))
            logsumexp_stop_splitting(s);
    }
}

LANESCAN_NOINLINE void logsumexp_group_single(logsumexp_state *s, size_t count, const double *x,
                                              double *y)
{
    logsumexp_group(SINGLE, s, count, x, y);
}

LANESCAN_NOINLINE void logsumexp_group_double(logsumexp_state *s, size_t count, const double *x,
                                              double *y)
{
    logsumexp_group(DOUBLE, s, count, x, y);
}

void KERNEL(logsumexp_group)(logsumexp_state *s, precision of, size_t count, const double *x,
                             double *y)
{
    double elements[GROUP];
    for (size_t i = 0; i < GROUP; i++)
        elements[i] = i < count ? x[i] : -__builtin_inf();
    if (of == DOUBLE)
        logsumexp_group_double(s, count, elements, y);
    else
        logsumexp_group_single(s, count, elements, y);
}

void KERNEL(logsumexp_stop_splitting)(logsumexp_state *s)
{
    logsumexp_stop_splitting(s);
}

/* The next elements of a line, at most a group; y.at may be NULL. */
LANESCAN_INLINE void logsumexp_span(precision of, logsumexp_state *s, size_t count, source x,
                                    target y)
{
    double elements[GROUP], results[GROUP];
    for (size_t i = 0; i < GROUP; i++)
        elements[i] = i < count ? source_read(x, i) : -__builtin_inf();
    if (of == DOUBLE)
        logsumexp_group_double(s, count, elements, y.at ? results : NULL);
    else
        logsumexp_group_single(s, count, elements, y.at ? results : NULL);
    for (size_t i = 0; y.at && i < count; i++)
        target_write(y, i, results[i]);
}

LANESCAN_INLINE void logsumexp_piece(precision of, element type, bool backwards, size_t n,
                                     const void *x, void *y, lanescan_state *state)
{
    logsumexp_state *const s = &state->as.logsumexp;
    const source from = source_of(type, backwards, x);
    const target to = target_of(type, backwards, y);
    for (size_t i = 0; i < n; i += GROUP) {
        const size_t count = n - i < GROUP ? n - i : GROUP;
        logsumexp_span(of, s, count, source_from(from, i), y ? target_from(to, i) : to);
        state->position += count;
        if (state->position % CHUNK == 0)
            logsumexp_fold_chunk(s);
    }
}

/* Column after column. */
LANESCAN_INLINE void logsumexp_across(precision of, element type, lanescan_columns *state,
                                      size_t rows, size_t lines, const lanescan_rows *where)
{
    for (size_t l = 0; l < lines; l++) {
        const size_t offset = l * element_bytes(type);
        const source x = { type, where->in + offset, where->in_stride };
        const target y = { type, where->out + offset, where->out_stride };
        logsumexp_state line;
        logsumexp_get(&state->as.logsumexp, l, &line);
        logsumexp_span(of, &line, rows, x, y);
        logsumexp_put(&state->as.logsumexp, l, &line);
    }
    state->position += rows;
    logsumexp_columns_end_group(state, lines);
}

#endif
