/* logcumsumexp and logsumexp of f32 and f64: y[j] = log(e^x[0] + ... + e^x[j]), with one exp and one log
 * an element.
 *
 * The running sum is kept relative to a power of two, which costs nothing: the shift goes into the exponents
 * of every exp and log. It changes only when the data leave a window of several hundred binary orders
 * (the slow group); while |x| < 590 it is 0. Near y = 0, where s = e^y itself would lose what matters, the
 * sum is kept as described in logsumexp_state_tpl.h. s only grows: once past 8 it never comes back.
 *
 * Error: that of the compensated sum (sum_carry_tpl.h), of exp and of log; with C = max(|y|, sum p|x|),
 * p = e^(x - y), below 2 eps C for f64 results (measured in the accuracy tests). */
#ifndef LANESCAN_LOGCUMSUMEXP_TPL_H
#define LANESCAN_LOGCUMSUMEXP_TPL_H

#include "logsumexp_state_tpl.h"

/* A group's terms and, where elements are counted, what rounding left of these. */
typedef struct lse_terms {
    f64x32 high, low;
} lse_terms;

/* Terms of a group with counted elements, or with terms that are next to nothing: those matter once the terms before are
 * all counted ones, which may be e^0 - 1 = 0. The elements are in `highs`. */
LANESCAN_APART void lse_exp_counting(element type, double *highs, double *lows)
{
    for (int i = 0; i < GROUP; i += LANES) {
        const sum_lanes terms = lse_counting_exp(type, f64x8_load(ELEMENT_F64, highs + i));
        f64x8_store(ELEMENT_F64, highs + i, terms.high);
        f64x8_store(ELEMENT_F64, lows + i, terms.low);
    }
}

LANESCAN_INLINE bool group_any_below(const f64x32 *g, double limit)
{
    const f64x8 smallest = f64x8_min(f64x8_min(g->v[0], g->v[1]), f64x8_min(g->v[2], g->v[3]));
    return m64x8_any(f64x8_gt(f64x8_splat(limit), smallest));
}

/* A group's elements become the terms of the sum. Without headroom, terms too small for f64 are taken as the least normal
 * number: of no effect beside the sum of a line that has counted nothing, which is e^-600 or more. `any_counted`: of these elements (state->count is 0 unless
 * elements before them were). */
LANESCAN_INLINE lse_terms lse_group_exp(element type, bool counting, f64x32 x, bool any_counted,
                                        const lse_state *state)
{
    const double shift = counting ? -EXP_HEADROOM : state->shift;
    lse_terms terms;
    if (LANESCAN_UNLIKELY(any_counted ||
                          (state->count > 0 && group_any_below(&x, LSE_TERM_LOWEST)))) {
        double highs[GROUP], lows[GROUP];
        group_store_lanes(highs, x);
        lse_exp_counting(type, highs, lows);
        for (int k = 0; k < RUN; k++) {
            terms.high.v[k] = f64x8_load(ELEMENT_F64, highs + LANES * k);
            terms.low.v[k] = f64x8_load(ELEMENT_F64, lows + LANES * k);
        }
        return terms;
    }
    for (int k = 0; k < RUN; k++) {
        terms.high.v[k] = lse_exp(type, x.v[k], shift, false);
        terms.low.v[k] = f64x8_splat(0);
    }
    return terms;
}

LANESCAN_INLINE sum_lanes sum_lanes_add(sum_lanes a, sum_lanes b)
{
    const sum_lanes sum = two_sum_lanes(a.high, b.high);
    return (sum_lanes){ sum.high, f64x8_add(f64x8_add(a.low, b.low), sum.low) };
}

LANESCAN_INLINE sum_lanes sum_lanes_spread(int half, sum_lanes v)
{
    return (sum_lanes){ f64x8_spread(half, v.high, 0), f64x8_spread(half, v.low, 0) };
}

/* The scan of a group's terms while counting, in the order of group_tpl.h, with every rounding error: C may be as small
 * as s - 1 there, and a few roundings of s would be too many. (Not needed for f32 results.) */
typedef struct lse_scan {
    sum_lanes runs[RUN], totals;
} lse_scan;

LANESCAN_INLINE lse_scan lse_scan_runs(const lse_terms *t)
{
    const sum_lanes c = { t->high.v[2], t->low.v[2] }, d = { t->high.v[3], t->low.v[3] };
    lse_scan r;
    r.runs[0] = (sum_lanes){ t->high.v[0], t->low.v[0] };
    r.runs[1] = sum_lanes_add(r.runs[0], (sum_lanes){ t->high.v[1], t->low.v[1] });
    r.runs[2] = sum_lanes_add(r.runs[1], c);
    r.runs[3] = sum_lanes_add(r.runs[1], sum_lanes_add(c, d));
    r.totals = sum_lanes_add(sum_lanes_spread(1, r.runs[3]), r.runs[3]);
    r.totals = sum_lanes_add(sum_lanes_spread(2, r.totals), r.totals);
    r.totals = sum_lanes_add(sum_lanes_spread(4, r.totals), r.totals);
    return r;
}

/* Running counts of a group's counted elements, with the count before it; returns the count after it. */
LANESCAN_INLINE double lse_group_count(f64x32 *g, double before)
{
    const f64x8 one = f64x8_splat(1), zero = f64x8_splat(0);
    for (int k = 0; k < RUN; k++)
        g->v[k] = f64x8_select(lse_is_counted(g->v[k]), one, zero);
    const group_runs runs = group_scan_runs(*g);
    *g = group_add_carry(runs, f64x8_splat(before));
    return before + f64x2_first(f64x8_last2(runs.totals));
}

/* A group's running sums on their way to the logarithm. They pass through memory: the exponentials of the next group
 * come first, so that the work of two groups overlaps and each part has the registers to itself. */
typedef struct lse_sums {
    double sums[GROUP] __attribute__((aligned(64)));
    double lows[GROUP] __attribute__((aligned(64))),
        counts[GROUP] __attribute__((aligned(64))); /* where `near` */
    double shift;
    bool near; /* some may be near 1: s is count + (sum + low) 2^-150 */
} lse_sums;

/* The logarithms of at least `count` of a group, in whole blocks, as type `out`. */
LANESCAN_INLINE void lse_group_log(element type, bool near, size_t count, const lse_sums *sums,
                                   element out, void *y)
{
    for (size_t i = 0; i < count; i += LANES) {
        const f64x8 sum = f64x8_load(ELEMENT_F64, sums->sums + i);
        const f64x8 low = near && !IS_NARROW(type) ? f64x8_load(ELEMENT_F64, sums->lows + i)
                                                   : f64x8_splat(0);
        const f64x8 log = near ? lse_log_counting(type, sum, low,
                                                  f64x8_load(ELEMENT_F64, sums->counts + i))
                               : log_lanes(type, sum, f64x8_splat(sums->shift));
        block_store(out, output_at(out, y, i), log);
    }
}

LANESCAN_LONG void lse_finish_group_f32(size_t count, const lse_sums *sums, element out, void *y)
{
    if (LANESCAN_UNLIKELY(sums->near))
        lse_group_log(ELEMENT_F32, true, count, sums, out, y);
    else
        lse_group_log(ELEMENT_F32, false, count, sums, out, y);
}

LANESCAN_LONG void lse_finish_group_f64(size_t count, const lse_sums *sums, element out, void *y)
{
    if (LANESCAN_UNLIKELY(sums->near))
        lse_group_log(ELEMENT_F64, true, count, sums, out, y);
    else
        lse_group_log(ELEMENT_F64, false, count, sums, out, y);
}

LANESCAN_INLINE void lse_finish_group(element type, size_t count, const lse_sums *sums, element out,
                                      void *y)
{
    if (IS_NARROW(type))
        lse_finish_group_f32(count, sums, out, y);
    else
        lse_finish_group_f64(count, sums, out, y);
}

/* The same for a group that is not whole or not regular: those results that the slow path replaces, and only as many as
 * there are. x are the elements, in lanes. */
LANESCAN_APART void lse_finish_specially(element type, bool regular, size_t count, double *x,
                                         const lse_sums *sums, element out, void *y,
                                         lse_state *state)
{
    double results[GROUP], in[GROUP];
    if (sums)
        lse_finish_group(type, count, sums, ELEMENT_F64, results);
    for (size_t i = 0; i < count; i++)
        in[i] = *element_in_lanes(x, i);
    if (!regular)
        lse_slow_group(type, count, in, sums ? results : NULL, state);
    for (size_t i = 0; sums && i < count; i++)
        write_element(out, y, i, results[i]);
}

/* One group of `count` elements: the state moves on. Where `sums` is not NULL, the running sums go there, and the
 * result is true if their logarithms remain to be taken; false if the group's results are in y already. */
LANESCAN_INLINE bool lse_group(element type, bool counting, size_t count, f64x32 loaded,
                               double first, lse_sums *sums, element out, void *y, lse_state *state)
{
    const f64x8 largest = f64x8_max(f64x8_max(loaded.v[0], loaded.v[1]),
                                    f64x8_max(loaded.v[2], loaded.v[3]));
    /* A NaN hides other elements of its lane from comparisons: where one may be, expect anything. */
    const bool any_counted = counting &&
                             (m64x8_any(lse_is_counted(largest)) ||
                              f64x8_any_nan(f64x8_add(f64x8_add(loaded.v[0], loaded.v[1]),
                                                      f64x8_add(loaded.v[2], loaded.v[3]))));
    const lse_terms terms = lse_group_exp(type, counting, loaded, any_counted, state);
    sum_carry next;
    f64x32 number = loaded;
    double counted = state->count;
    if (any_counted)
        counted = lse_group_count(&number, counted);
    if (counting && !IS_NARROW(type)) {
        const lse_scan scan = lse_scan_runs(&terms);
        next = sum_carry_add(state->sum, f64x8_last2(scan.totals.high));
        next.low = f64x2_add(next.low, f64x8_last2(scan.totals.low));
        if (sums) {
            const f64x8 zero = f64x8_splat(0);
            const sum_lanes carry = { f64x8_splat_first(state->sum.high),
                                      f64x8_splat_first(state->sum.low) };
            const sum_lanes runs_before = { f64x8_shift_in(zero, scan.totals.high),
                                            f64x8_shift_in(zero, scan.totals.low) };
            const sum_lanes before = sum_lanes_add(carry, runs_before);
            f64x32 high, low;
            for (int k = 0; k < RUN; k++) {
                const sum_lanes sum = sum_lanes_add(before, scan.runs[k]);
                high.v[k] = sum.high;
                low.v[k] = sum.low;
            }
            f64x32_store(ELEMENT_F64, sums->sums, high);
            f64x32_store(ELEMENT_F64, sums->lows, low);
        }
    } else {
        const group_runs runs = group_scan_runs(terms.high);
        next = sum_carry_add(state->sum, f64x8_last2(runs.totals));
        if (sums)
            f64x32_store(ELEMENT_F64, sums->sums,
                         group_add_carry(runs, f64x8_splat_first(sum_carry_value(state->sum))));
    }
    if (sums) {
        sums->shift = state->shift;
        sums->near = counting;
        for (int k = 0; counting && !any_counted && k < RUN; k++)
            number.v[k] = f64x8_splat(counted);
        if (counting)
            f64x32_store(ELEMENT_F64, sums->counts, number);
    }
    const double compensation = f64x2_first(next.low); /* NaN if any term is */
    const bool regular = compensation == compensation &&
                         !m64x8_any(f64x8_gt(largest, f64x8_splat(state->highest))) &&
                         first >= state->lowest;
    if (LANESCAN_UNLIKELY(!regular || count < GROUP)) {
        double in[GROUP];
        lse_state copy = *state; /* so that the state itself need not be in memory */
        group_store_lanes(in, loaded);
        lse_finish_specially(type, regular, count, in, sums, out, y, &copy);
        if (!regular) {
            *state = copy;
            return false;
        }
    }
    state->sum = next;
    state->count = counted;
    state->lowest = -__builtin_inf();
    if (counting && f64x2_first(sum_carry_value(next)) * LSE_UNIT + counted > LSE_COUNT_UNTIL)
        lse_stop_counting(state);
    return count == GROUP;
}

LANESCAN_LONG bool lse_step_f32(size_t count, const f64x32 *x, double first, lse_sums *sums,
                                element out, void *y, lse_state *state)
{
    return state->counting ? lse_group(ELEMENT_F32, true, count, *x, first, sums, out, y, state)
                           : lse_group(ELEMENT_F32, false, count, *x, first, sums, out, y, state);
}

LANESCAN_LONG bool lse_step_f64(size_t count, const f64x32 *x, double first, lse_sums *sums,
                                element out, void *y, lse_state *state)
{
    return state->counting ? lse_group(ELEMENT_F64, true, count, *x, first, sums, out, y, state)
                           : lse_group(ELEMENT_F64, false, count, *x, first, sums, out, y, state);
}

LANESCAN_INLINE bool lse_step(element in, size_t count, const void *x, lse_sums *sums, element out,
                              void *y, lse_state *state)
{
    const f64x32 loaded = count == GROUP ? f64x32_load(in, x)
                                         : group_load_rest(in, x, count, -__builtin_inf());
    const double first = read_element(in, x, 0);
    return IS_NARROW(in) ? lse_step_f32(count, &loaded, first, sums, out, y, state)
                         : lse_step_f64(count, &loaded, first, sums, out, y, state);
}

LANESCAN_INLINE void lse_next_chunk(lse_state *state)
{
    state->sum = sum_carry_next_chunk(state->sum);
    state->count_before = state->count;
}

/* From where a sum is infinite or NaN: only a NaN changes it. */
LANESCAN_INLINE double lse_ended(double value, double x)
{
    return x != x ? x : value;
}

/* The scan of a piece; y is not NULL. */
LANESCAN_INLINE void logcumsumexp_results(element in, element out, size_t n, const void *x, void *y,
                                          size_t phase, lse_state *state)
{
    lse_sums sums[2];
    void *waiting = NULL; /* where the results of the group before go, while they wait in sums */
    size_t i = 0;
    while (i < n && LANESCAN_LIKELY(state->mode != LOG_ENDED)) {
        const size_t count = n - i < GROUP ? n - i : GROUP;
        lse_sums *const now = &sums[i / GROUP % 2], *const before = &sums[(i / GROUP + 1) % 2];
        const bool waits = lse_step(in, count, element_at(in, x, i), now, out, output_at(out, y, i),
                                    state);
        if (LANESCAN_LIKELY(waiting != NULL))
            lse_finish_group(in, GROUP, before, out, waiting);
        waiting = waits ? output_at(out, y, i) : NULL;
        i += count;
        if ((phase + i) % CHUNK == 0)
            lse_next_chunk(state);
    }
    if (waiting)
        lse_finish_group(in, GROUP, &sums[(i / GROUP + 1) % 2], out, waiting);
    for (; i < n; i++) {
        state->reference = lse_ended(state->reference, read_element(in, x, i));
        write_element(out, y, i, state->reference);
    }
}

/* The state after a piece of whole groups, and no logarithms. */
LANESCAN_INLINE void logcumsumexp_no_results(element type, size_t n, const void *x, size_t phase,
                                             lse_state *state)
{
    size_t i = 0;
    while (i < n && LANESCAN_LIKELY(state->mode != LOG_ENDED)) {
        lse_step(type, GROUP, element_at(type, x, i), NULL, type, NULL, state);
        i += GROUP;
        if ((phase + i) % CHUNK == 0)
            lse_next_chunk(state);
    }
    for (; i < n; i++)
        state->reference = lse_ended(state->reference, read_element(type, x, i));
}

LANESCAN_INLINE void logcumsumexp_piece(element in, element out, size_t n, const void *x, void *y,
                                        lanescan_state *state)
{
    const size_t phase = (size_t)(state->position % CHUNK);
    lse_state log = lse_state_load(&state->as.log);
    if (y)
        logcumsumexp_results(in, out, n, x, y, phase, &log);
    else
        logcumsumexp_no_results(in, n, x, phase, &log);
    state->position += n;
    lse_state_store(&state->as.log, &log);
}

LANESCAN_STEPS(logcumsumexp, logcumsumexp_piece)
LANESCAN_HALF_STEPS(logcumsumexp, logcumsumexp_piece)

static void logcumsumexp_f32(size_t n, const float *x, float *y)
{
    lanescan_state state;
    log_begin(&state);
    logcumsumexp_step_f32(&state, n, x, y, NULL);
}

static void logcumsumexp_f64(size_t n, const double *x, double *y)
{
    lanescan_state state;
    log_begin(&state);
    logcumsumexp_step_f64(&state, n, x, y, NULL);
}

/* The last result of logcumsumexp, to the bit; logarithms only of the last group. */
static float logsumexp_f32(size_t n, const float *x)
{
    const size_t before = n ? (n - 1) / GROUP * GROUP : 0;
    float results[GROUP] = { -__builtin_inff() };
    lanescan_state state;
    log_begin(&state);
    if (before)
        logcumsumexp_step_f32(&state, before, x, NULL, NULL);
    logcumsumexp_step_f32(&state, n - before, x ? x + before : x, results, NULL);
    return results[n ? n - before - 1 : 0];
}

static double logsumexp_f64(size_t n, const double *x)
{
    const size_t before = n ? (n - 1) / GROUP * GROUP : 0;
    double results[GROUP] = { -__builtin_inf() };
    lanescan_state state;
    log_begin(&state);
    if (before)
        logcumsumexp_step_f64(&state, before, x, NULL, NULL);
    logcumsumexp_step_f64(&state, n - before, x ? x + before : x, results, NULL);
    return results[n ? n - before - 1 : 0];
}

#endif
