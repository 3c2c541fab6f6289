/* Gradients of log-sum-exps of lines side by side, a line in each lane. What is done to each
 * element, and in which order, is what gradient/log_sum.c and gradient/logcumsumexp.c do along a
 * line whose elements are near. */
#ifndef LANESCAN_GRADIENT_LOG_ACROSS_H
#define LANESCAN_GRADIENT_LOG_ACROSS_H

#include "fold/trees.h"
#include "ops/gradient/lanes.h"

/* Exponents of elements that are near. */
#define LOG_LANES_NEAR 0x1p45

LANESCAN_INLINE f64v log_load(const lanescan_log_tile *tile, const double *numbers, size_t row,
                              size_t first)
{
    return f64v_load(ELEMENT_F64, numbers + row * tile->stride + first);
}

LANESCAN_INLINE void log_store(const lanescan_log_tile *tile, double *numbers, size_t row,
                               size_t first, f64v v)
{
    f64v_store(ELEMENT_F64, numbers + row * tile->stride + first, v);
}

/* Those of these lanes, from line `first` on, that are not regular, or have lost digits. */
LANESCAN_INLINE uint64_t other_lines(const lanescan_log_tile *tile, m64v regular, unsigned lost,
                                     size_t first)
{
    const unsigned lines = lanes_of_lines(tile->lines - first);
    return (uint64_t)(lines & (~m64v_bits(regular) | lost)) << first;
}

/* value 2^exponent for any value, rounded twice below the normal numbers. */
LANESCAN_INLINE f64v lowered_lanes(f64v value, f64v exponent)
{
    const f64v first = f64v_max(f64v_splat(-1022), exponent);
    return scaled_lanes(scaled_lanes(value, first), f64v_sub(exponent, first));
}

/* ---- sums of e^x ---- */

typedef struct sums_of_logs {
    f64v top, high, low;
} sums_of_logs;

/* Which lines have no reference but 0? */
LANESCAN_INLINE m64v logs_refer_to_0(const lanescan_log_tile *tile, size_t first)
{
    const f64v reference = log_load(tile, tile->state, LOG_REFERENCE, first);
    const m64v has_one = f64v_gt(reference, f64v_splat(-__builtin_inf()));
    return lanes_are_zero(f64v_select(has_one, reference, f64v_splat(0)));
}

/* Elements that are near, or -inf. */
LANESCAN_INLINE m64v logs_are_near(f64v value, f64v exponent)
{
    const f64v zero = f64v_splat(0), magnitude = modulus_lanes(exponent);
    return f64v_gt(f64v_splat(LOG_LANES_NEAR),
                   f64v_select(lanes_weigh_nothing(value), zero, magnitude));
}

/* The sum, or inf where there is nothing but elements of -inf. NaN stays. */
LANESCAN_INLINE f64v logs_sum(const sums_of_logs *s)
{
    const f64v sum = f64v_add(s->high, s->low);
    const m64v is_something = f64v_gt(s->top, f64v_splat(EXPONENTIAL_LOWEST));
    return f64v_select(is_something, sum, f64v_add(sum, f64v_splat(__builtin_inf())));
}

/* The next element joins the sum: its weight, and what the sum has become less by. */
LANESCAN_INLINE f64v logs_add(sums_of_logs *s, f64v value, f64v exponent, f64v *fall)
{
    const f64v zero = f64v_splat(0);
    const m64v is_higher = f64v_gt(exponent, s->top);
    *fall = zero;
    if (m64v_any(is_higher)) { /* in few rows */
        *fall = f64v_select(is_higher, f64v_sub(s->top, exponent), zero);
        const f64v scale = scaled_lanes(f64v_splat(1), *fall);
        s->top = f64v_select(is_higher, exponent, s->top);
        s->high = f64v_mul(s->high, scale);
        s->low = f64v_mul(s->low, scale);
    }
    const f64v scaled = f64v_add(scaled_lanes(value, f64v_sub(exponent, s->top)), zero);
    const f64v weight = f64v_select(lanes_weigh_nothing(value), f64v_splat(-0.0), scaled);
    const f64v_pair sum = f64v_two_sum(s->high, weight);
    s->high = sum.high;
    s->low = f64v_add(s->low, sum.low);
    return weight;
}

/* One after the other. `keeps`: weights, falls and sums, which take the places of values and
 * exponents. Which lines have been near and still are? */
LANESCAN_INLINE m64v logs_in_turn(const lanescan_log_tile *tile, bool keeps, size_t first,
                                  m64v near, sums_of_logs *s)
{
    for (size_t row = 0; row < tile->rows; row++) {
        const f64v value = log_load(tile, tile->values, row, first),
                   exponent = log_load(tile, tile->exponents, row, first);
        f64v fall;
        const f64v weight = logs_add(s, value, exponent, &fall);
        near = m64v_and(near, logs_are_near(value, exponent));
        if (keeps) {
            log_store(tile, tile->values, row, first, weight);
            log_store(tile, tile->exponents, row, first, fall);
            log_store(tile, tile->sums, row, first, logs_sum(s));
        }
    }
    return near;
}

/* The weights of a run; 0 of rows that are not there. */
LANESCAN_INLINE void logs_weights(const lanescan_log_tile *tile, bool are_known, size_t first,
                                  size_t row, f64v top, f64v weights[RUN])
{
    IN_SCALARS(LANESCAN_UNROLL(1))
    for (size_t k = 0; k < RUN; k++) {
        weights[k] = f64v_splat(0);
        if (row + k >= tile->rows)
            continue;
        weights[k] = log_load(tile, tile->values, row + k, first);
        if (!are_known)
            weights[k] = scaled_lanes(
                weights[k], f64v_sub(log_load(tile, tile->exponents, row + k, first), top));
    }
}

/* A group, in the order of running sums, for lanes whose unit stays: all but those that are
 * `rising`, if there are any. */
LANESCAN_INLINE void logs_group(const lanescan_log_tile *tile, bool keeps, bool are_known,
                                m64v rising, size_t first, size_t row, sums_of_logs *s)
{
    const f64v carry = f64v_add(s->high, s->low);
    f64v totals[RUNS], prefixes[GROUP];
    for (size_t run = 0; run < RUNS; run++) {
        f64v weights[RUN];
        logs_weights(tile, are_known, first, row + RUN * run, s->top, weights);
        sum_run(weights, prefixes + RUN * run);
        totals[run] = prefixes[RUN * run + RUN - 1];
        for (size_t k = 0; keeps && !are_known && k < RUN && row + RUN * run + k < tile->rows; k++)
            log_store(tile, tile->values, row + RUN * run + k, first, weights[k]);
    }
    sum_network(totals);
    for (size_t i = 0; keeps && i < GROUP && row + i < tile->rows; i++) {
        const f64v before = sum_before_run(carry, totals, i / RUN);
        f64v sum = sum_after(before, prefixes[i]);
        if (are_known)
            sum = f64v_select(rising, log_load(tile, tile->sums, row + i, first), sum);
        log_store(tile, tile->sums, row + i, first, sum);
    }
    const f64v_pair sum = f64v_compensated_add((f64v_pair){ s->high, s->low }, totals[RUNS - 1]);
    s->high = sum.high;
    s->low = sum.low;
}

/* Lines in which the unit of the sum changes, or there is none yet. (In others NaN makes all NaN
 * anyway.) */
LANESCAN_INLINE m64v logs_are_rising(const lanescan_log_tile *tile, size_t first, f64v top)
{
    f64v largest = f64v_splat(-__builtin_inf());
    for (size_t row = 0; row < tile->rows; row++)
        largest = f64v_max(log_load(tile, tile->exponents, row, first), largest);
    const m64v has_begun = f64v_gt(top, f64v_splat(EXPONENTIAL_LOWEST));
    return f64v_gt(f64v_select(has_begun, largest, f64v_splat(__builtin_inf())), top);
}

/* These lines' sums move on: `keeps` as logs_in_turn has it, or their states alone. Which lines are
 * regular, and does the unit of any change? */
LANESCAN_INLINE m64v logs_join(const lanescan_log_tile *tile, bool keeps, size_t first,
                               bool *any_rising)
{
    const f64v nothing = f64v_splat(EXPONENTIAL_LOWEST);
    sums_of_logs s = { log_load(tile, tile->state, LOG_TOP, first),
                       log_load(tile, tile->state, LOG_HIGH, first),
                       log_load(tile, tile->state, LOG_LOW, first) };
    m64v near = logs_refer_to_0(tile, first), rising = f64v_gt(f64v_splat(1), f64v_splat(0));
    sums_of_logs stay = s;
    if (m64v_any(f64v_gt(s.top, nothing))) /* else all begin */
        rising = logs_are_rising(tile, first, s.top);
    *any_rising = m64v_any(rising);
    if (*any_rising)
        near = logs_in_turn(tile, keeps, first, near, &s);
    if (m64v_bits(rising) != lanes_of_lines(LANES))
        for (size_t row = 0; row < tile->rows; row += GROUP)
            logs_group(tile, keeps, keeps && *any_rising, rising, first, row, &stay);
    if (keeps)
        return near;
    log_store(tile, tile->next, LOG_TOP, first, s.top);
    log_store(tile, tile->next, LOG_REFERENCE, first,
              f64v_select(f64v_gt(s.top, nothing), f64v_splat(0), f64v_splat(-__builtin_inf())));
    log_store(tile, tile->next, LOG_HIGH, first, f64v_select(rising, s.high, stay.high));
    log_store(tile, tile->next, LOG_LOW, first, f64v_select(rising, s.low, stay.low));
    return near;
}

LOG_ACROSS_KERNEL(log_sums_across_f64)
{
    uint64_t others = 0;
    for (size_t first = 0; first < tile->lines; first += LANES) {
        bool any_rising;
        others |= other_lines(tile, logs_join(tile, false, first, &any_rising), 0, first);
    }
    return others;
}

/* ---- gradients ---- */

#ifndef LANESCAN_WITHOUT_LOGSUMEXP

LOG_ACROSS_KERNEL(log_weights_across_f64)
{
    uint64_t others = 0;
    for (size_t first = 0; first < tile->lines; first += LANES) {
        const sums_of_logs s = { log_load(tile, tile->state, LOG_TOP, first),
                                 log_load(tile, tile->state, LOG_HIGH, first),
                                 log_load(tile, tile->state, LOG_LOW, first) };
        const f64v r = quotient_lanes(log_load(tile, tile->g, 0, first), logs_sum(&s));
        unsigned lost = 0;
        for (size_t row = 0; row < tile->rows; row++) {
            const f64v exponent = log_load(tile, tile->exponents, row, first);
            const f64v weight = scaled_lanes(log_load(tile, tile->values, row, first),
                                             f64v_sub(exponent, s.top));
            log_store(tile, tile->values, row, first, weighed_lanes(r, weight, &lost));
        }
        others |= other_lines(tile, logs_refer_to_0(tile, first), lost, first);
    }
    return others;
}

#endif

#ifndef LANESCAN_WITHOUT_LOGCUMSUMEXP

/* From the right: sums of quotients, in the units of the weights, which they are multiplied by.
 * Where they are not finite the rest is NaN. Which lines are finite? */
LANESCAN_INLINE m64v logs_go_left(const lanescan_log_tile *tile, bool has_falls, size_t first,
                                  unsigned *lost)
{
    const f64v unit = log_load(tile, tile->quotients, QUOTIENTS_FALL, first);
    f64v high = lowered_lanes(log_load(tile, tile->quotients, QUOTIENTS_HIGH, first), unit),
         low = lowered_lanes(log_load(tile, tile->quotients, QUOTIENTS_LOW, first), unit),
         fall = f64v_splat(0);
    for (size_t row = tile->rows; row-- > 0;) {
        const f64v quotient = quotient_lanes(log_load(tile, tile->g, row, first),
                                             log_load(tile, tile->sums, row, first));
        if (m64v_any(f64v_gt(f64v_splat(0), fall))) {
            high = lowered_lanes(high, fall);
            low = lowered_lanes(low, fall);
        }
        if (has_falls)
            fall = log_load(tile, tile->exponents, row, first);
        const f64v_pair sum = f64v_two_sum(high, quotient);
        high = sum.high;
        low = f64v_add(low, sum.low);
        log_store(
            tile, tile->values, row, first,
            weighed_lanes(f64v_add(high, low), log_load(tile, tile->values, row, first), lost));
    }
    log_store(tile, tile->next, QUOTIENTS_HIGH, first, high);
    log_store(tile, tile->next, QUOTIENTS_LOW, first, low);
    log_store(tile, tile->next, QUOTIENTS_FALL, first, fall);
    return f64v_gt(f64v_splat(__builtin_inf()), low);
}

LOG_ACROSS_KERNEL(log_gradients_across_f64)
{
    uint64_t others = 0;
    for (size_t first = 0; first < tile->lines; first += LANES) {
        unsigned lost = 0;
        bool any_rising;
        const m64v near = logs_join(tile, true, first, &any_rising);
        const m64v finite = logs_go_left(tile, any_rising, first, &lost);
        others |= other_lines(tile, m64v_and(near, finite), lost, first);
    }
    return others;
}

#endif
#endif
