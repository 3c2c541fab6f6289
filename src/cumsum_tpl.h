/* cumsum of f32 and f64: y[j] = x[0] + ... + x[j], accumulated in f64 with a compensated carry.
 *
 * Error, with u = 2^-53: at most 5 u from the depth of a group's total, and one u each for rounding
 * the carry, applying it to the runs before, and applying both to the run: 8 u sum|x| = 4 eps sum|x|. */
#ifndef LANESCAN_CUMSUM_TPL_H
#define LANESCAN_CUMSUM_TPL_H

#include "state.h"
#include "stream_tpl.h"
#include "sum_carry_tpl.h"

/* A group in which a result of the network, or the compensation, is not finite. Elements with a finite fast result keep
 * it, because elements after them must not change them; the others are summed left to right from the carry. Once such
 * a sum has overflowed it stays so. Returns whether it has. */
LANESCAN_COLD bool cumsum_slow_group(element in, element out, size_t count, const void *x, void *y,
                                     double *fast, double *high, double *low)
{
    bool ended = false;
    for (size_t i = 0; i < count; i++) {
        const double value = read_element(in, x, i), result = *element_in_lanes(fast, i);
        if (ended) {
            *high += value;
            write_element(out, y, i, *high);
            continue;
        }
        two_sum_into(high, low, value);
        const double sum = f64_is_finite(*high) ? *high + *low : *high;
        if (!f64_is_finite(sum)) {
            ended = !f64_is_finite(result);
            *high = ended ? sum : result;
            *low = 0;
        }
        write_element(out, y, i, f64_is_finite(result) ? result : sum);
    }
    return ended;
}

/* Completes a group whose runs are scanned: `count` results to y. Returns whether the sum has become infinite or
 * NaN for good, then `*ended`. */
LANESCAN_INLINE bool cumsum_finish(element in, element out, size_t count, const void *x, void *y,
                                   group_runs runs, sum_carry *carry, double *ended)
{
    const sum_carry next = sum_carry_add(*carry, f64x8_last2(runs.totals));
    const f64x32 g = group_add_carry(runs, f64x8_splat_first(sum_carry_value(*carry)));
    /* Sums of f32 cannot overflow f64, so there only infinite or NaN elements matter, and those make the
     * compensation NaN, as an overflow inside TwoSum does. For f64 every result is looked at too (a false alarm does no harm). */
    const double compensation = f64x2_first(next.low);
    const bool regular =
        compensation == compensation &&
        (IS_NARROW(in) ||
         !f64x8_any_nonfinite(f64x8_add(f64x8_add(g.v[0], g.v[1]), f64x8_add(g.v[2], g.v[3]))));
    if (LANESCAN_UNLIKELY(!regular)) {
        double fast[GROUP], high = f64x2_first(carry->high), low = f64x2_first(carry->low);
        group_store_lanes(fast, g);
        const bool over = cumsum_slow_group(in, out, count, x, y, fast, &high, &low);
        *ended = high;
        *carry = next;
        carry->high = f64x2_set(high, f64x2_second(next.high));
        carry->low = f64x2_set(low, f64x2_second(next.low));
        return over;
    }
    group_store(out, y, count, g);
    *carry = next;
    return false;
}

/* Whole groups, the first of which is `phase` elements into a chunk; returns how many elements are done, fewer than
 * `whole` when the sum has ended. With `streamed` the output does not overlap the input and is written past the
 * caches. */
LANESCAN_INLINE size_t cumsum_groups(element in, element out, size_t phase, size_t whole,
                                     const void *x, void *y, bool streamed, sum_carry *carry,
                                     double *ended, bool *over)
{
    const size_t bytes = GROUP * element_bytes(in);
    stream past_caches;
    group_runs runs, next;
    size_t i = 0;
    if (LANESCAN_SUMS_AHEAD)
        next = group_load_runs(in, x);
    if (streamed)
        stream_begin(&past_caches, y);
    while (i < whole && LANESCAN_LIKELY(!*over)) {
        if (LANESCAN_SUMS_AHEAD) {
            runs = next;
            next = group_load_runs(in, element_at(in, x, i + GROUP < whole ? i + GROUP : i));
        } else {
            runs = group_load_runs(in, element_at(in, x, i));
        }
        void *const to = streamed ? stream_next(&past_caches) : output_at(out, y, i);
        if (streamed)
            stream_fetch(element_at(in, x, i), bytes);
        *over = cumsum_finish(in, out, GROUP, element_at(in, x, i), to, runs, carry, ended);
        if (streamed)
            stream_advance(&past_caches, bytes);
        i += GROUP;
        if ((phase + i) % CHUNK == 0)
            *carry = sum_carry_next_chunk(*carry);
    }
    if (streamed)
        stream_finish(&past_caches);
    return i;
}

LANESCAN_INLINE void cumsum_piece(element in, element out, size_t n, const void *x, void *y,
                                  lanescan_state *state)
{
    const size_t whole = n / GROUP * GROUP, phase = (size_t)(state->position % CHUNK);
    const bool streamed = in == out && !IS_REVERSED(in) && x != y &&
                          whole >= STREAM_FROM / element_bytes(in);
    sum_carry carry = sum_carry_load(&state->as.sum);
    double ended = state->ended;
    bool over = state->over;
    size_t i = 0;
    if (LANESCAN_UNLIKELY(streamed))
        i = cumsum_groups(in, out, phase, whole, x, y, true, &carry, &ended, &over);
    else if (whole)
        i = cumsum_groups(in, out, phase, whole, x, y, false, &carry, &ended, &over);
    if (LANESCAN_UNLIKELY(over)) {
        ended = line_ended(OP_ADD, in, out, n - i, element_at(in, x, i), output_at(out, y, i),
                           ended);
    } else if (i < n) {
        const group_runs runs = group_load_part(in, element_at(in, x, i), n - i);
        over = cumsum_finish(in, out, n - i, element_at(in, x, i), output_at(out, y, i), runs,
                             &carry, &ended);
    }
    state->position += n;
    state->over = over;
    state->ended = ended;
    sum_carry_store(&state->as.sum, carry);
}

LANESCAN_STEPS(cumsum, cumsum_piece)
LANESCAN_HALF_STEPS_BY_PIECES(cumsum, cumsum_piece)

/* A line of one to eight elements (`whole`: of eight) is a block, and the network goes along its lanes: the bits are those
 * of the first two runs of a group with nothing before it. False, and nothing is written, where a result is not finite. */
LANESCAN_INLINE bool cumsum_block(element type, bool whole, size_t n, const void *x, void *y)
{
    const f64x8 v = whole ? f64x8_load(type, x) : f64x8_load_part(type, x, n, 0);
    const f64x8 sums = f64x8_add(f64x8_splat(0), f64x8_scan(OP_ADD, v));
    if (LANESCAN_UNLIKELY(f64x8_any_nonfinite(sums)))
        return false;
    if (whole)
        f64x8_store(type, y, sums);
    else
        f64x8_store_part(type, y, n, sums);
    return true;
}

/* A line of one group or less, without a detour through memory for its state. */
LANESCAN_LONG void cumsum_one_group(element type, size_t n, const void *x, void *y)
{
    sum_carry carry = sum_carry_zero();
    double ended;
    cumsum_finish(type, type, n, x, y, group_load_part(type, x, n), &carry, &ended);
}

LANESCAN_INLINE void cumsum_line(element type, size_t n, const void *x, void *y, lanescan_step step)
{
    if (n == LANES ? cumsum_block(type, true, n, x, y)
                   : n && n < LANES && cumsum_block(type, false, n, x, y))
        return;
    if (n <= GROUP) {
        cumsum_one_group(type, n, x, y);
    } else {
        lanescan_state state;
        sum_begin(&state);
        step(&state, n, x, y, NULL);
    }
}

static void cumsum_f32(size_t n, const float *x, float *y)
{
    cumsum_line(ELEMENT_F32, n, x, y, cumsum_step_f32);
}

static void cumsum_f64(size_t n, const double *x, double *y)
{
    cumsum_line(ELEMENT_F64, n, x, y, cumsum_step_f64);
}

#endif
