/* cumsum of f32 and f64: y[j] = x[0] + ... + x[j], accumulated in f64 with a compensated carry.
 *
 * Error, with u = 2^-53: at most 5 u from the depth of a group's total, and one u each for rounding
 * the carry, applying it to the runs before, and applying both to the run: 8 u sum|x| = 4 eps sum|x|.
 *
 * sum_group is the definition, one group of a line in scalars, and the portable kernels are made of it. The
 * others take regular groups, whose results are finite, in lanes, and leave the rest to it. */
#ifndef LANESCAN_SUM_H
#define LANESCAN_SUM_H

#include "fold/ended.h"
#include "fold/sum_carry.h"
#include "fold/trees.h"
#include "lanes/span.h"
#include "ops/own.h"
#include "ops/sum/state.h"

/* The next `count` elements of a line, at most a group, as the portable kernels scan them. */
void PORTABLE(sum_group)(lanescan_state *state, precision of, size_t count, const double *x,
                         double *y);

#if LANES == 1

/* A group in which a result, or the compensation, is not finite. Elements whose result in the usual order is finite
 * keep it, because elements after them must not change them; the others are summed from left to right. Once
 * such a sum has overflowed it stays so. */
LANESCAN_COLD void sum_irregular_group(lanescan_state *state, const sum_state *next, size_t count,
                                       const source *x, const target *y, const double *usual)
{
    sum_state *const s = &state->as.sum;
    double high = s->high, low = s->low;
    bool over = false;
    for (size_t i = 0; i < count; i++) {
        const double value = source_read(*x, i);
        if (over) {
            high += value;
            target_write(*y, i, high);
            continue;
        }
        f64_accumulate(&high, &low, value);
        const double sum = f64_is_finite(high) ? high + low : high;
        if (!f64_is_finite(sum)) {
            over = !f64_is_finite(usual[i]);
            high = over ? sum : usual[i];
            low = 0;
        }
        target_write(*y, i, f64_is_finite(usual[i]) ? usual[i] : sum);
    }
    *s = *next; /* the chunk's own sum is as it would have been */
    s->high = high;
    s->low = low;
    state->over = over;
    state->ended = high;
}

/* Sums of f32 cannot overflow f64, so there only infinite or NaN elements matter, and those make the compensation
 * NaN, as an overflow inside TwoSum does. For f64 every result is looked at too. */
LANESCAN_INLINE void sum_group(lanescan_state *state, precision of, size_t count, source x,
                               target y)
{
    sum_state *const s = &state->as.sum;
    double results[GROUP], total[RUNS];
    for (size_t run = 0; run < RUNS; run++) {
        double elements[RUN];
        for (size_t k = 0; k < RUN; k++)
            elements[k] = RUN * run + k < count ? source_read(x, RUN * run + k) : 0;
        sum_run(elements, results + RUN * run);
        total[run] = results[RUN * run + RUN - 1];
    }
    sum_network(total);
    const double carry = sum_value(s);
    sum_state next = *s;
    sum_add_group(&next, total[RUNS - 1]);
    bool finite = next.low == next.low;
    for (size_t run = 0; run < RUNS; run++) {
        const double before = carry + (run ? total[run - 1] : 0);
        double *const y_of = results + RUN * run;
        for (size_t k = 0; k < RUN; k++)
            y_of[k] = before + y_of[k];
        if (of == DOUBLE)
            finite &= f64_is_finite((y_of[0] + y_of[1]) + (y_of[2] + y_of[3]));
    }
    if (LANESCAN_UNLIKELY(!finite)) {
        sum_irregular_group(state, &next, count, &x, &y, results);
        return;
    }
    *s = next;
    for (size_t i = 0; i < count; i++)
        target_write(y, i, results[i]);
}

#endif

/* Folds the chunks that end here. A line that is over keeps its sum: the chunk's may be finite, and the line would
 * seem to go on. */
LANESCAN_NOINLINE void sum_columns_end_group(lanescan_columns *state, size_t lines)
{
    for (size_t l = 0; state->position % CHUNK == 0 && l < lines; l++) {
        sum_state line;
        if (state->over[l])
            continue;
        sum_get(&state->as.sum, l, &line);
        sum_fold_chunk(&line);
        sum_put(&state->as.sum, l, &line);
    }
}

#endif
