/* logcumsumexp along a line, a group at a time in lanes. (Sums without results: sum_line.h.) */
#ifndef LANESCAN_LOGSUMEXP_ALONG_H
#define LANESCAN_LOGSUMEXP_ALONG_H

#include "fold/carries_in_lanes.h"
#include "fold/group.h"
#include "ops/logsumexp/sum_line.h"

/* A group's running sums on their way to the logarithm. They pass through memory: the exponentials
 * of the next group come first, so that the work of two groups overlaps and each part has the
 * registers to itself. */
typedef struct logsumexp_sums {
    double high[GROUP] LANESCAN_ALIGNED(64);
    double low[GROUP] LANESCAN_ALIGNED(64); /* these two where the sum is split */
    double ones[GROUP] LANESCAN_ALIGNED(64);
    double shift;
    bool split;
} logsumexp_sums;

/* A group's terms and, where elements give ones, what rounding left of these. */
typedef struct logsumexp_terms {
    f64_group high, low;
} logsumexp_terms;

/* Exact terms, by logsumexp_split_term: `count` elements in `highs` become terms, with low parts in
 * `lows`. Two cases need them:
 * - an element above -1: it is counted as a one, and its term is e^x - 1;
 * - an element below SPLIT_TERM_LOWEST, after ones. Where the elements of these were exactly 0 the
 *   sum s is their number and nothing else, and the small term of one such element is all that
 *   s - 1 consists of.
 * Not inlined, to leave registers to the usual case. */
LANESCAN_NOINLINE void split_terms(precision of, size_t count, double *highs, double *lows)
{
    LANESCAN_UNROLL(1)
    for (size_t i = 0; i < count; i += LANES) {
        const f64v x = f64v_load(ELEMENT_F64, highs + i);
        const f64v_pair terms = of == DOUBLE ? logsumexp_split_term(DOUBLE, x)
                                             : logsumexp_split_term(SINGLE, x);
        f64v_store(ELEMENT_F64, highs + i, terms.high);
        f64v_store(ELEMENT_F64, lows + i, terms.low);
    }
}

LANESCAN_INLINE bool group_any_below(const f64_group *g, double limit)
{
    const f64v smallest = f64v_min(f64v_min(g->v[0], g->v[1]), f64v_min(g->v[2], g->v[3]));
    return m64v_any(f64v_gt(f64v_splat(limit), smallest));
}

/* Elements become terms: as a rule without headroom, so that the least of them are taken as larger
 * than they are. That has no effect beside the sum of a line without ones, which is e^-600 or more
 * (LOGSUMEXP_FIRST_LOWEST). */
LANESCAN_INLINE logsumexp_terms logsumexp_group_terms(precision of, bool split, f64_group x,
                                                      bool any_one, const logsumexp_state *s)
{
    logsumexp_terms terms;
    if (LANESCAN_UNLIKELY(any_one ||
                          (split && s->ones > 0 && group_any_below(&x, SPLIT_TERM_LOWEST)))) {
        double highs[GROUP], lows[GROUP]; /* as they lie in the lanes */
        for (int k = 0; k < RUN; k++)
            f64v_store(ELEMENT_F64, highs + LANES * k, x.v[k]);
        split_terms(of, GROUP, highs, lows);
        for (int k = 0; k < RUN; k++) {
            terms.high.v[k] = f64v_load(ELEMENT_F64, highs + LANES * k);
            terms.low.v[k] = f64v_load(ELEMENT_F64, lows + LANES * k);
        }
        return terms;
    }
    const double shift = split ? -EXP_HEADROOM : s->shift;
    for (int k = 0; k < RUN; k += LANESCAN_VECTORS_AT_ONCE)
        logsumexp_terms_of(of, LANESCAN_VECTORS_AT_ONCE, x.v + k, shift, false, terms.high.v + k);
    for (int k = 0; k < RUN; k++)
        terms.low.v[k] = f64v_splat(0);
    return terms;
}

/* The running number of ones, with those before; returns the number after. */
LANESCAN_INLINE double group_ones(f64_group *g, double before)
{
    const f64v one = f64v_splat(1), zero = f64v_splat(0);
    for (int k = 0; k < RUN; k++)
        g->v[k] = f64v_select(gives_one(g->v[k]), one, zero);
    const sum_runs runs = sum_scan_runs(*g);
    *g = sum_apply_runs(runs, f64v_splat(before));
    return before + f64x2_first(f64v_last2(runs.totals));
}

/* From one scan to the next: a group, and totals. */
LANESCAN_INLINE void group_keep(f64_group g, f64v totals, lanescan_terms *kept)
{
    double *const to = kept->of_group[kept->groups];
    for (int k = 0; k < RUN; k++)
        f64v_store(ELEMENT_F64, to + LANES * k, g.v[k]);
    f64v_store(ELEMENT_F64, to + GROUP, totals);
    kept->are_kept[kept->groups] = true;
}

LANESCAN_INLINE f64_group group_kept(const double *from)
{
    f64_group g;
    for (int k = 0; k < RUN; k++)
        g.v[k] = f64v_load(ELEMENT_F64, from + LANES * k);
    return g;
}

/* The running sums of terms, in the order of cumsum; returns the carry after them. `sums` may be
 * NULL. */
LANESCAN_INLINE f64x2_pair group_plain_sums(sum_runs runs, f64x2_pair carry, logsumexp_sums *sums)
{
    if (sums)
        f64_group_store(ELEMENT_F64, false, sums->high, sum_apply_runs(runs, carry_splat(carry)));
    return f64x2_compensated_add(carry, f64v_last2(runs.totals));
}

/* The same with every rounding error: C may be as small as s - 1 while the sum is split, and a few
 * roundings of s would be too many. (Not needed for f32 results.) */
LANESCAN_INLINE f64x2_pair group_exact_sums(const logsumexp_terms *t, f64x2_pair carry,
                                            logsumexp_sums *sums)
{
    f64v_pair terms[RUN], prefix[RUN];
    for (int k = 0; k < RUN; k++)
        terms[k] = (f64v_pair){ t->high.v[k], t->low.v[k] };
    exact_sum_run(terms, prefix);
    const f64v_pair totals = exact_sum_network_in_lanes(prefix[RUN - 1]);
    if (sums) {
        const f64v_pair of_line = { f64v_splat_first(carry.high), f64v_splat_first(carry.low) };
        f64v_pair sum[RUN];
        f64_group high, low;
        exact_sum_apply(exact_sum_before_in_lanes(of_line, totals), prefix, sum);
        for (int k = 0; k < RUN; k++) {
            high.v[k] = sum[k].high;
            low.v[k] = sum[k].low;
        }
        f64_group_store(ELEMENT_F64, false, sums->high, high);
        f64_group_store(ELEMENT_F64, false, sums->low, low);
    }
    f64x2_pair next = f64x2_compensated_add(carry, f64v_last2(totals.high));
    next.low = f64x2_add(next.low, f64v_last2(totals.low));
    return next;
}

/* What the logarithms of a group need beside the sums; x holds the running number of ones if there
 * are any. */
LANESCAN_INLINE void logsumexp_note(bool split, bool any_one, f64_group x, double ones,
                                    const logsumexp_state *s, logsumexp_sums *sums)
{
    sums->shift = s->shift;
    sums->split = split;
    for (int k = 0; split && !any_one && k < RUN; k++)
        x.v[k] = f64v_splat(ones);
    if (split)
        f64_group_store(ELEMENT_F64, false, sums->ones, x);
}

/* One group: the running sums go to `sums`, unless it is NULL, and the state moves on. False, and
 * the state is as it was, if the group is not regular.
 *
 * `kept`, where there are no `sums`: there goes what a later call need not compute again, the runs
 * or, of exact sums, whose runs are twice as much, the terms. That later call is given it as x and
 * `was_kept`. (An irregular group may be kept too: it makes the chunk's sum NaN, and then nothing
 * that was kept of the chunk is used.) */
LANESCAN_INLINE bool logsumexp_group(precision of, bool split, f64_group x, double first,
                                     logsumexp_sums *sums, logsumexp_state *s, f64x2_pair *carry,
                                     lanescan_terms *kept, const double *was_kept)
{
    const bool exact = split && of == DOUBLE;
    f64v largest = f64v_splat(-__builtin_inf());
    logsumexp_terms terms = { x,
                              { { f64v_splat(0), f64v_splat(0), f64v_splat(0), f64v_splat(0) } } };
    sum_runs runs = { x, largest };
    bool any_one = false;
    double ones = s->ones;
    if (LANESCAN_UNLIKELY(was_kept != NULL)) {
        runs.totals = f64v_load(ELEMENT_F64, was_kept + GROUP);
    } else {
        largest = f64v_max(f64v_max(x.v[0], x.v[1]), f64v_max(x.v[2], x.v[3]));
        any_one = split && m64v_any(gives_one(largest));
        terms = logsumexp_group_terms(of, split, x, any_one, s);
        if (any_one)
            ones = group_ones(&x, ones);
        if (!exact)
            runs = sum_scan_runs(terms.high);
        if (LANESCAN_UNLIKELY(kept != NULL) && !sums && !any_one)
            group_keep(exact ? terms.high : runs.g, exact ? terms.low.v[0] : runs.totals, kept);
    }
    const f64x2_pair next = exact ? group_exact_sums(&terms, *carry, sums)
                                  : group_plain_sums(runs, *carry, sums);
    const double compensation = f64x2_first(next.low); /* NaN if any term is */
    const bool regular = compensation == compensation &&
                         !m64v_any(f64v_gt(largest, f64v_splat(s->highest))) && first >= s->lowest;
    if (LANESCAN_UNLIKELY(!regular))
        return false;
    if (sums)
        logsumexp_note(split, any_one, x, ones, s, sums);
    *carry = next;
    s->ones = ones;
    s->lowest = -__builtin_inf();
    /* A chunk whose terms were kept does not end the splitting: SPLIT_SURELY of scalars.h. */
    if (split && !was_kept &&
        logsumexp_is_large(f64x2_first(f64x2_add(next.high, next.low)), ones)) {
        sum_carry_store(&s->sum, next);
        PORTABLE(logsumexp_stop_splitting)(s);
        *carry = sum_carry_load(&s->sum);
    }
    return true;
}

/* The logarithms of eight split sums. In functions of their own: besides long lines, whose sums are
 * soon no longer split, short ones need them too. */
LANESCAN_NOINLINE void split_logs_single(const double *high, const double *ones, double *y)
{
    f64v_store(ELEMENT_F64, y,
               logsumexp_split_log(SINGLE, f64v_load(ELEMENT_F64, high), f64v_splat(0),
                                   f64v_load(ELEMENT_F64, ones)));
}

LANESCAN_NOINLINE void split_logs_double(const double *high, const double *low, const double *ones,
                                         double *y)
{
    f64v_store(ELEMENT_F64, y,
               logsumexp_split_log(DOUBLE, f64v_load(ELEMENT_F64, high),
                                   f64v_load(ELEMENT_F64, low), f64v_load(ELEMENT_F64, ones)));
}

LANESCAN_INLINE void split_logs(precision of, const double *high, const double *low,
                                const double *ones, double *y)
{
    if (of == DOUBLE)
        split_logs_double(high, low, ones, y);
    else
        split_logs_single(high, ones, y);
}

/* The logarithms of eight elements of a group, from element i on. */
LANESCAN_INLINE f64v logsumexp_vector(precision of, bool split, const logsumexp_sums *sums,
                                      size_t i)
{
    double logs[LANES] LANESCAN_ALIGNED(64);
    if (!split)
        return log_lanes(of, f64v_load(ELEMENT_F64, sums->high + i), f64v_splat(sums->shift));
    split_logs(of, sums->high + i, sums->low + i, sums->ones + i, logs);
    return f64v_load(ELEMENT_F64, logs);
}

/* Of a whole group. Results that may be stored in several ways go through memory: the code for all
 * of these is there once. */
LANESCAN_INLINE void logsumexp_whole_results(precision of, element type, bool backwards, bool split,
                                             const logsumexp_sums *sums, void *y)
{
    enum { AT_ONCE = LANESCAN_VECTORS_AT_ONCE };
    for (size_t i = 0; i < GROUP; i += LANES * AT_ONCE) {
        if (AT_ONCE == 1) {
            vector_store(type, backwards, y, i, logsumexp_vector(of, split, sums, i));
            continue;
        }
        f64v high[AT_ONCE], low[AT_ONCE], ones[AT_ONCE], logs[AT_ONCE];
        for (size_t v = 0; v < AT_ONCE; v++)
            high[v] = f64v_load(ELEMENT_F64, sums->high + i + LANES * v);
        for (size_t v = 0; split && v < AT_ONCE; v++) {
            low[v] = of == DOUBLE ? f64v_load(ELEMENT_F64, sums->low + i + LANES * v)
                                  : f64v_splat(0);
            ones[v] = f64v_load(ELEMENT_F64, sums->ones + i + LANES * v);
        }
        if (split)
            logsumexp_split_logs(of, AT_ONCE, high, low, ones, logs);
        else
            log_vectors(of, AT_ONCE, high, f64v_splat(sums->shift), logs);
        if (of == DOUBLE) {
            for (size_t v = 0; v < AT_ONCE; v++)
                vector_store(type, backwards, y, i + LANES * v, logs[v]);
            continue;
        }
        double results[LANES * AT_ONCE] LANESCAN_ALIGNED(64);
        for (size_t v = 0; v < AT_ONCE; v++)
            f64v_store(ELEMENT_F64, results + LANES * v, logs[v]);
        LANESCAN_UNROLL(1)
        for (size_t v = 0; v < AT_ONCE; v++)
            vector_store(type, backwards, y, i + LANES * v,
                         f64v_load(ELEMENT_F64, results + LANES * v));
    }
}

LANESCAN_INLINE void logsumexp_results(precision of, element type, bool backwards,
                                       const logsumexp_sums *sums, void *y)
{
    if (LANESCAN_UNLIKELY(sums->split))
        logsumexp_whole_results(of, type, backwards, true, sums, y);
    else
        logsumexp_whole_results(of, type, backwards, false, sums, y);
}

/* Of the last group, which may not be whole. */
LANESCAN_INLINE void logsumexp_last_results(precision of, element type, bool backwards,
                                            size_t count, const logsumexp_sums *sums, void *y)
{
    for (size_t i = 0; i < count; i += LANES)
        vector_store_part(type, backwards, y, i, count - i < LANES ? count - i : LANES,
                          logsumexp_vector(of, LANESCAN_UNLIKELY(sums->split), sums, i));
}

/* Elements in no regular group. y may be NULL. */
LANESCAN_COLD void logsumexp_in_scalars(precision of, element type, bool backwards, size_t n,
                                        const void *x, void *y, lanescan_state *state)
{
    elements_in_scalars(&PORTABLE(logsumexp_scan), of, type, type, backwards, n, x, y, state);
}

/* The next `count` elements, at most a group; false, and nothing is done, if they are not
 * regular. */
LANESCAN_INLINE bool logsumexp_next_group(precision of, element type, bool backwards, size_t count,
                                          const void *x, logsumexp_sums *sums, logsumexp_state *s,
                                          f64x2_pair *carry, lanescan_terms *kept)
{
    const double *was_kept = NULL;
    if (LANESCAN_UNLIKELY(kept != NULL)) {
        if (!sums)
            kept->are_kept[kept->groups] = false;
        if (kept->are_kept[kept->groups])
            was_kept = kept->of_group[kept->groups];
    }
    f64_group g;
    double first = __builtin_inf();
    if (LANESCAN_UNLIKELY(was_kept != NULL)) {
        g = group_kept(was_kept);
    } else {
        g = group_load(type, backwards, x, count, -__builtin_inf());
        first = f64v_first(g.v[0]);
    }
    const bool regular =
        LANESCAN_LIKELY(s->mode == LOGSUMEXP_NORMAL) &&
        (s->split ? logsumexp_group(of, true, g, first, sums, s, carry, kept, was_kept)
                  : logsumexp_group(of, false, g, first, sums, s, carry, kept, was_kept));
    if (LANESCAN_UNLIKELY(kept != NULL))
        kept->groups++;
    return regular;
}

/* A piece of a line; y may be NULL. How elements are stored and where they go is looked up for each
 * group: the arithmetic of one takes far longer, and there is one copy of it for all. */
LANESCAN_INLINE void logsumexp_piece(precision of, element type, bool backwards, size_t n,
                                     const void *x, void *y, lanescan_state *state,
                                     lanescan_terms *kept)
{
    logsumexp_state *const s = &state->as.logsumexp;
    const size_t phase = (size_t)(state->position % CHUNK);
    f64x2_pair carry = sum_carry_load(&s->sum);
    logsumexp_sums sums[2];
    void *waiting = NULL; /* where the results of the group before go, while they wait in sums */
    size_t i = 0;
    while (i < n && LANESCAN_LIKELY(s->mode != LOGSUMEXP_ENDED)) {
        const size_t left = n - i, of_chunk = CHUNK - (phase + i) % CHUNK;
        const void *const from = element_at(type, backwards, x, i);
        void *const to = logsumexp_wants_results(y) ? output_at(type, backwards, y, i) : NULL;
        logsumexp_sums *const now = logsumexp_wants_results(y) ? &sums[i / GROUP % 2] : NULL;
        bool regular = true;
        size_t count = 0;
        if (!logsumexp_wants_results(y) && !kept && !backwards)
            count = logsumexp_sum_line(of, type, left < of_chunk ? left : of_chunk, from, s,
                                       &carry);
        if (count == 0) {
            count = left < GROUP ? left : GROUP;
            regular = logsumexp_next_group(of, type, backwards, count, from, now, s, &carry, kept);
        }
        if (LANESCAN_LIKELY(waiting != NULL))
            logsumexp_results(of, type, backwards, &sums[(i / GROUP + 1) % 2], waiting);
        waiting = regular ? to : NULL;
        if (LANESCAN_UNLIKELY(!regular)) {
            sum_carry_store(&s->sum, carry);
            logsumexp_in_scalars(of, type, backwards, count, from, to, state);
            carry = sum_carry_load(&s->sum);
        }
        i += count;
        if ((phase + i) % CHUNK == 0) {
            sum_carry_store(&s->sum, carry);
            logsumexp_fold_chunk(s);
            carry = sum_carry_load(&s->sum);
        }
    }
    if (waiting)
        logsumexp_last_results(of, type, backwards, (i - 1) % GROUP + 1, &sums[(i - 1) / GROUP % 2],
                               waiting);
    sum_carry_store(&s->sum, carry);
    if (LANESCAN_UNLIKELY(i < n))
        logsumexp_in_scalars(of, type, backwards, n - i, element_at(type, backwards, x, i),
                             logsumexp_wants_results(y) ? output_at(type, backwards, y, i) : NULL,
                             state);
    state->position += n;
}

#endif
