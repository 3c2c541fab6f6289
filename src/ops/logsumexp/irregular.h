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

/* One line's sum. high and low are in units of 2^-150 while it is split. */
typedef struct logsumexp_one {
    double high, low, ones, shift, reference;
    logsumexp_mode mode;
    bool split, empty;
} logsumexp_one;

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

LANESCAN_COLD double logsumexp_split_log_of(precision of, const logsumexp_one *s)
{
    return logsumexp_split_log(of, s->high, s->low, s->ones);
}

/* Elements above leave the window of a shift. */
LANESCAN_INLINE double logsumexp_highest(double shift)
{
    const double order = shift + (LOGSUMEXP_WINDOW - 10);
    return (shift < 0 && order > BELOW_ONE ? BELOW_ONE : order) * LANESCAN_LN2_HIGH;
}

/* From s = ones + sum to s = sum. */
LANESCAN_COLD void logsumexp_stop_splitting(logsumexp_state *s)
{
    sum_state *const sum = &s->sum;
    sum->high *= SPLIT_UNIT;
    sum->low *= SPLIT_UNIT;
    sum->chunk_high *= SPLIT_UNIT;
    sum->chunk_low *= SPLIT_UNIT;
    sum->before_high *= SPLIT_UNIT;
    sum->before_low *= SPLIT_UNIT;
    f64_accumulate(&sum->high, &sum->low, s->ones);
    f64_accumulate(&sum->chunk_high, &sum->chunk_low, s->ones - s->ones_before);
    f64_accumulate(&sum->before_high, &sum->before_low, s->ones_before);
    s->ones = s->ones_before = 0;
    s->split = false;
}

LANESCAN_INLINE void one_stop_splitting(logsumexp_one *s)
{
    if (s->split) {
        s->high *= SPLIT_UNIT;
        s->low *= SPLIT_UNIT;
        f64_accumulate(&s->high, &s->low, s->ones);
    }
    s->split = false;
    s->ones = 0;
}

/* Moves the window up to an element of order n. */
LANESCAN_INLINE void one_move_window(logsumexp_one *s, double n)
{
    const double shift = n >= -UNSHIFTED && n <= UNSHIFTED ? 0 : n;
    const double to_units = shift == 0 ? EXP_HEADROOM : 0;
    one_stop_splitting(s);
    for (double orders = s->shift - shift + to_units; s->high != 0 && orders < 0; orders += 1000) {
        if (orders < -3000) {
            s->high = s->low = 0;
            break;
        }
        const double scale = f64_power_of_two(orders < -1000 ? -1000 : (int64_t)orders);
        s->high *= scale;
        s->low *= scale;
    }
    s->shift = shift;
    s->split = shift == 0;
}

LANESCAN_INLINE void one_add_normal(precision of, logsumexp_one *s, double x)
{
    if (s->empty || x > logsumexp_highest(s->shift))
        one_move_window(s, exp_order(x));
    s->empty = false;
    if (s->split) {
        const f64v_pair term = logsumexp_split_term_of(of, x);
        f64_accumulate(&s->high, &s->low, term.high);
        s->low += term.low;
        s->ones += x > SPLIT_ONES_ABOVE;
    } else {
        f64_accumulate(&s->high, &s->low, logsumexp_term_of(of, x, s->shift));
    }
    if (s->split && logsumexp_is_large(s->high + s->low, s->ones))
        one_stop_splitting(s);
}

LANESCAN_INLINE void one_add_relative(precision of, logsumexp_one *s, double x)
{
    const double distance = x - s->reference;
    if (distance <= 0) {
        f64_accumulate(&s->high, &s->low, logsumexp_term_of(of, distance, 0));
    } else { /* the new maximum */
        const double scale = logsumexp_term_of(of, -distance, 0);
        s->high *= scale;
        s->low *= scale;
        f64_accumulate(&s->high, &s->low, 1);
        s->reference = x;
    }
}

/* To a sum relative to a power of two; or to none, where the sum is negligible beside
 * -HUGE_ELEMENT_LEAVE. */
LANESCAN_INLINE void one_leave_relative(precision of, logsumexp_one *s)
{
    if (s->reference < -2 * HUGE_ELEMENT) {
        *s = (logsumexp_one){ .mode = LOGSUMEXP_NORMAL, .empty = true };
        return;
    }
    s->shift = exp_order(s->reference);
    const double scale = logsumexp_term_of(of, s->reference, s->shift);
    s->high *= scale;
    s->low *= scale;
    s->mode = LOGSUMEXP_NORMAL;
}

LANESCAN_INLINE void one_add(precision of, logsumexp_one *s, double x)
{
    if (x != x || x == __builtin_inf()) {
        s->reference = s->mode == LOGSUMEXP_ENDED && x == x ? s->reference : x;
        s->mode = LOGSUMEXP_ENDED;
        return;
    }
    if (s->mode == LOGSUMEXP_ENDED || x == -__builtin_inf())
        return;
    if (s->mode == LOGSUMEXP_RELATIVE && s->reference < 0 && x > -HUGE_ELEMENT_LEAVE)
        one_leave_relative(of, s);
    if (s->mode == LOGSUMEXP_NORMAL && !s->empty && x < (s->shift - 3000) * LANESCAN_LN2_HIGH)
        return; /* x is negligible */
    if (s->mode == LOGSUMEXP_NORMAL && (x >= HUGE_ELEMENT || x <= -HUGE_ELEMENT)) {
        one_stop_splitting(s);
        s->reference = s->empty ? x : s->shift * LANESCAN_LN2_HIGH;
        s->mode = LOGSUMEXP_RELATIVE;
        s->empty = false;
    }
    if (s->mode == LOGSUMEXP_RELATIVE)
        one_add_relative(of, s, x);
    else
        one_add_normal(of, s, x);
}

LANESCAN_INLINE double one_value(precision of, const logsumexp_one *s)
{
    if (s->mode == LOGSUMEXP_ENDED)
        return s->reference;
    if (s->empty)
        return -__builtin_inf();
    if (s->mode == LOGSUMEXP_RELATIVE)
        return s->reference + logsumexp_log_of(of, s->high + s->low, 0);
    return s->split ? logsumexp_split_log_of(of, s)
                    : logsumexp_log_of(of, s->high + s->low, s->shift);
}

/* The elements of a group, one after the other. The first `inside` of them are in the window: their
 * results, those of a regular group, are in y, and stay but for elements too low to be the first of
 * a sum (below `lowest`), which a regular group would not begin with. y may be NULL. */
LANESCAN_COLD void logsumexp_one_by_one(precision of, logsumexp_state *state, size_t count,
                                        const double *x, double *y, size_t inside)
{
    const bool was_empty = state->mode == LOGSUMEXP_NORMAL &&
                           state->lowest == LOGSUMEXP_FIRST_LOWEST;
    const double lowest = state->lowest;
    logsumexp_one s = { state->sum.high,  state->sum.low, state->ones,  state->shift,
                        state->reference, state->mode,    state->split, was_empty };
    bool summed = !s.empty;
    for (size_t i = 0; i < count; i++) {
        summed = summed || x[i] >= lowest;
        one_add(of, &s, x[i]);
        if (y && !(i < inside && summed))
            y[i] = one_value(of, &s);
    }
    const bool normal = s.mode == LOGSUMEXP_NORMAL;
    const double lost = __builtin_nan(""); /* the chunk's own sum: sum_fold_chunk does without */
    state->sum.high = s.high;
    state->sum.low = s.low;
    state->sum.chunk_high = state->sum.chunk_low = lost;
    state->ones = s.ones;
    state->shift = s.shift;
    state->reference = s.reference;
    state->mode = s.mode;
    state->split = s.split || s.empty;
    state->highest = normal ? logsumexp_highest(s.empty ? 0 : s.shift) : -__builtin_inf();
    state->lowest = !normal ? __builtin_inf() : s.empty ? LOGSUMEXP_FIRST_LOWEST : -__builtin_inf();
}

#endif
