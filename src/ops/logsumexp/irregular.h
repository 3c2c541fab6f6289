/* Log-sum-exps one element after the other: where elements leave the window, are huge, infinite or
 * NaN. */
#ifndef LANESCAN_LOGSUMEXP_IRREGULAR_H
#define LANESCAN_LOGSUMEXP_IRREGULAR_H

#include "ops/logsumexp/logsumexp.h"

enum {
    UNSHIFTED = 800, /* elements within 2^-800 .. 2^800 need no shift */
    BELOW_ONE = -64  /* with a negative shift: sums stay below this order, far from s = 1 */
};

#define HUGE_ELEMENT       0x1p40 /* beyond, the data are taken relative to their maximum */
#define HUGE_ELEMENT_LEAVE 0x1p39
#define MAXIMUM_ALONE      0x1p60 /* beyond, no sum of 2^64 terms changes a result */

/* Functions of one number are not inlined, so that no more than one of them is on the stack. */

/* e^x 2^-shift. */
LANESCAN_COLD double logsumexp_term_of(precision of, double x, double shift)
{
    return logsumexp_term(of, x, shift, true);
}

LANESCAN_COLD f64v_pair logsumexp_split_term_of(precision of, double x)
{
    return logsumexp_split_term(of, x);
}

/* log(s) + shift ln 2. */
LANESCAN_COLD double logsumexp_log_of(precision of, double s, double shift)
{
    return log_lanes(of, s, shift);
}

LANESCAN_COLD double logsumexp_split_log_of(precision of, f64_pair sum, double ones)
{
    return logsumexp_split_log(of, sum.high, sum.low, ones);
}

/* Elements above leave the window of a shift. */
LANESCAN_INLINE double logsumexp_highest(double shift)
{
    const double order = shift + (LOGSUMEXP_WINDOW - 10);
    return (shift < 0 && order > BELOW_ONE ? BELOW_ONE : order) * LANESCAN_LN2_HIGH;
}

/* From s = ones + sum to s = sum. */
LANESCAN_INLINE void sum_join_ones(f64_pair *sum, double ones)
{
    f64_pair_scale(sum, SPLIT_UNIT);
    f64_accumulate(sum, ones);
}

LANESCAN_COLD void logsumexp_stop_splitting(logsumexp_state *s)
{
    sum_join_ones(&s->sum.line, s->ones);
    sum_join_ones(&s->sum.chunk, s->ones - s->ones_before);
    sum_join_ones(&s->sum.before, s->ones_before);
    s->ones = s->ones_before = 0;
    s->split = false;
}

/* ---- one element ----
 * Only the line's sum is kept right: the chunk's own is lost (logsumexp_one_by_one). */

LANESCAN_INLINE void logsumexp_split_no_more(logsumexp_state *s)
{
    if (s->split)
        sum_join_ones(&s->sum.line, s->ones);
    s->ones = 0;
    s->split = false;
}

/* Moves the window up to an element of order n. */
LANESCAN_INLINE void logsumexp_move_window(logsumexp_state *s, double n)
{
    f64_pair *const sum = &s->sum.line;
    const double shift = n >= -UNSHIFTED && n <= UNSHIFTED ? 0 : n;
    const double to_units = shift == 0 ? EXP_HEADROOM : 0;
    logsumexp_split_no_more(s);
    for (double orders = s->shift - shift + to_units; sum->high != 0 && orders < 0;
         orders += 1000) {
        if (orders < -3000) {
            *sum = (f64_pair){ 0, 0 };
            break;
        }
        f64_pair_scale(sum, f64_power_of_two(orders < -1000 ? -1000 : (int64_t)orders));
    }
    s->shift = shift;
    s->split = shift == 0;
}

LANESCAN_INLINE void logsumexp_add_normal(precision of, logsumexp_state *s, double x)
{
    if (logsumexp_is_empty(s) || x > logsumexp_highest(s->shift))
        logsumexp_move_window(s, exp_order(x));
    s->lowest = -__builtin_inf();
    if (s->split) {
        const f64v_pair term = logsumexp_split_term_of(of, x);
        f64_accumulate(&s->sum.line, term.high);
        s->sum.line.low += term.low;
        s->ones += x > SPLIT_ONES_ABOVE;
    } else {
        f64_accumulate(&s->sum.line, logsumexp_term_of(of, x, s->shift));
    }
    if (s->split && logsumexp_is_large(sum_value(&s->sum), s->ones))
        logsumexp_split_no_more(s);
}

LANESCAN_INLINE void logsumexp_add_relative(precision of, logsumexp_state *s, double x)
{
    const double distance = x - s->reference;
    if (distance <= 0) {
        f64_accumulate(&s->sum.line, logsumexp_term_of(of, distance, 0));
    } else { /* the new maximum */
        f64_pair_scale(&s->sum.line, logsumexp_term_of(of, -distance, 0));
        f64_accumulate(&s->sum.line, 1);
        s->reference = x;
    }
}

/* To a sum relative to a power of two; or to none, where the sum is negligible beside
 * -HUGE_ELEMENT_LEAVE. */
LANESCAN_INLINE void logsumexp_leave_relative(precision of, logsumexp_state *s)
{
    if (s->reference < -2 * HUGE_ELEMENT) {
        *s = logsumexp_empty();
        return;
    }
    s->shift = exp_order(s->reference);
    f64_pair_scale(&s->sum.line, logsumexp_term_of(of, s->reference, s->shift));
    s->mode = LOGSUMEXP_NORMAL;
}

LANESCAN_INLINE void logsumexp_add(precision of, logsumexp_state *s, double x)
{
    if (x != x || x == __builtin_inf()) {
        s->reference = s->mode == LOGSUMEXP_ENDED && x == x ? s->reference : x;
        s->mode = LOGSUMEXP_ENDED;
        return;
    }
    if (s->mode == LOGSUMEXP_ENDED || x == -__builtin_inf())
        return;
    if (s->mode == LOGSUMEXP_RELATIVE && s->reference < 0 && x > -HUGE_ELEMENT_LEAVE)
        logsumexp_leave_relative(of, s);
    if (s->mode == LOGSUMEXP_RELATIVE) {
        logsumexp_add_relative(of, s, x);
        return;
    }
    if (!logsumexp_is_empty(s) && x < (s->shift - 3000) * LANESCAN_LN2_HIGH)
        return; /* x is negligible */
    if (x >= HUGE_ELEMENT || x <= -HUGE_ELEMENT) {
        s->reference = logsumexp_is_empty(s) ? x : s->shift * LANESCAN_LN2_HIGH;
        logsumexp_split_no_more(s);
        s->lowest = -__builtin_inf();
        s->mode = LOGSUMEXP_RELATIVE;
        logsumexp_add_relative(of, s, x);
    } else {
        logsumexp_add_normal(of, s, x);
    }
}

/* Is log(e^x[0] + ...) the maximum itself? */
LANESCAN_INLINE bool logsumexp_is_reference(const logsumexp_state *s)
{
    return s->mode == LOGSUMEXP_RELATIVE && __builtin_fabs(s->reference) >= MAXIMUM_ALONE;
}

LANESCAN_INLINE double logsumexp_value(precision of, const logsumexp_state *s)
{
    if (logsumexp_is_reference(s))
        return s->reference;
    if (s->mode == LOGSUMEXP_RELATIVE)
        return s->reference + logsumexp_log_of(of, sum_value(&s->sum), 0);
    if (s->mode == LOGSUMEXP_ENDED)
        return s->reference;
    if (logsumexp_is_empty(s))
        return -__builtin_inf();
    return s->split ? logsumexp_split_log_of(of, s->sum.line, s->ones)
                    : logsumexp_log_of(of, sum_value(&s->sum), s->shift);
}

/* The elements of a group, one after the other. For the first `inside` of them, which are in the
 * window, y has the results of a regular group, and these stay; but a sum that was empty begins
 * with the first element of at least `lowest`, and results before that are made here too. y may be
 * NULL. */
LANESCAN_COLD void logsumexp_one_by_one(precision of, logsumexp_state *state, size_t count,
                                        const double *x, double *y, size_t inside)
{
    const double lowest = state->lowest, lost = __builtin_nan("");
    logsumexp_state s = *state; /* which y, to the compiler, may be in */
    bool summed = !logsumexp_is_empty(&s);
    for (size_t i = 0; i < count; i++) {
        summed = summed || x[i] >= lowest;
        logsumexp_add(of, &s, x[i]);
        if (y && !(i < inside && summed))
            y[i] = logsumexp_value(of, &s);
    }
    const bool normal = s.mode == LOGSUMEXP_NORMAL;
    s.highest = normal ? logsumexp_highest(s.shift) : -__builtin_inf();
    s.lowest = normal ? s.lowest : __builtin_inf();
    s.sum.chunk = (f64_pair){ lost, lost }; /* sum_fold_chunk does without */
    *state = s;
}

#endif
