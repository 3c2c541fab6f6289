/* cumsum along a line, a group at a time in lanes. */
#ifndef LANESCAN_SUM_ALONG_H
#define LANESCAN_SUM_ALONG_H

#include "fold/carries_in_lanes.h"
#include "fold/ended.h"
#include "memory/nontemporal.h"
#include "ops/sum/sum.h"

#ifndef LANESCAN_LINES_IN_LANES /* the instruction set says so */
#define LANESCAN_LINES_IN_LANES 0
#endif
#if LANESCAN_LINES_IN_LANES
#include "ops/sum/lines_in_lanes.h"
#endif

LANESCAN_INLINE bool group_any_nonfinite(f64_group g)
{
    return f64v_any_nonfinite(f64v_add(f64v_add(g.v[0], g.v[1]), f64v_add(g.v[2], g.v[3])));
}

/* Elements in no regular group. */
LANESCAN_COLD void sum_in_scalars(element in, element out, bool backwards, size_t n, const void *x,
                                  void *y, lanescan_state *state)
{
    elements_in_scalars(&GENERIC(sum_scan), precision_of(in), in, out, backwards, n, x, y, state);
}

/* `count` results of a group to y; false, and nothing is done, if it is not regular. */
LANESCAN_INLINE bool sum_finish(element in, element out, bool backwards, size_t count, void *y,
                                sum_runs runs, f64x2_pair *carry)
{
    const f64x2_pair next = f64x2_compensated_add(*carry, f64v_last2(runs.totals));
    const f64_group g = sum_apply_runs(runs, carry_splat(*carry));
    const double compensation = f64x2_first(next.low);
    if (LANESCAN_UNLIKELY(compensation != compensation ||
                          (in == ELEMENT_F64 && group_any_nonfinite(g))))
        return false;
    group_store(out, backwards, y, count, g);
    *carry = next;
    return true;
}

/* With LANESCAN_SUMS_AHEAD kernels scan the runs of one group ahead, so that the work of two groups
 * overlaps. */
LANESCAN_INLINE sum_runs sum_load_runs(element type, bool backwards, const void *p)
{
    return sum_scan_runs(f64_group_load(type, backwards, p));
}

/* Whole groups; returns how many elements are done, fewer than `whole` when the sum is over. With
 * `past_caches` the output does not overlap the input and is written past the caches. */
LANESCAN_INLINE size_t sum_groups(element in, element out, bool backwards, size_t whole,
                                  const void *x, void *y, bool past_caches, lanescan_state *state)
{
    const size_t bytes = GROUP * element_bytes(in), phase = (size_t)(state->position % CHUNK);
    f64x2_pair carry = sum_carry_load(&state->as.sum);
    nontemporal buffer;
    sum_runs runs, next;
    size_t i = 0;
    if (LANESCAN_UNLIKELY(state->over))
        return 0;
    if (LANESCAN_SUMS_AHEAD)
        next = sum_load_runs(in, backwards, x);
    if (past_caches)
        nontemporal_begin(&buffer, y);
    for (;;) {
        /* No function is called before the chunk's end: what registers hold can stay there. */
        const size_t left = CHUNK - (phase + i) % CHUNK, end = whole - i < left ? whole : i + left;
        bool regular;
        void *to;
        do {
            const void *const from = element_at(in, backwards, x, i);
            to = past_caches ? nontemporal_next(&buffer) : output_at(out, backwards, y, i);
            if (LANESCAN_SUMS_AHEAD) {
                const size_t ahead = i + GROUP < whole ? i + GROUP : i;
                runs = next;
                next = sum_load_runs(in, backwards, element_at(in, backwards, x, ahead));
            } else {
                runs = sum_load_runs(in, backwards, from);
            }
            if (LANESCAN_UNLIKELY(past_caches))
                nontemporal_fetch(from, bytes);
            regular = sum_finish(in, out, backwards, GROUP, to, runs, &carry);
            i += GROUP;
            if (LANESCAN_UNLIKELY(past_caches) && regular)
                nontemporal_advance(&buffer, bytes);
        } while (LANESCAN_LIKELY(regular) && i < end);
        sum_carry_store(&state->as.sum, carry);
        if (LANESCAN_UNLIKELY(!regular)) {
            sum_in_scalars(in, out, backwards, GROUP, element_at(in, backwards, x, i - GROUP), to,
                           state);
            if (past_caches)
                nontemporal_advance(&buffer, bytes);
        }
        if ((phase + i) % CHUNK == 0)
            sum_fold_chunk(&state->as.sum);
        if (i == whole || LANESCAN_UNLIKELY(state->over))
            break;
        carry = sum_carry_load(&state->as.sum);
    }
    if (past_caches)
        nontemporal_finish(&buffer);
    return i;
}

/* The last group of a line. */
LANESCAN_INLINE bool sum_last_group(element in, element out, bool backwards, size_t count,
                                    const void *x, void *y, f64x2_pair *carry)
{
    const f64_group g = group_load_part(in, backwards, x, count, 0);
    return sum_finish(in, out, backwards, count, y, sum_scan_runs(g), carry);
}

LANESCAN_INLINE void sum_part(element in, element out, bool backwards, size_t count, const void *x,
                              void *y, lanescan_state *state)
{
    f64x2_pair carry = sum_carry_load(&state->as.sum);
    if (sum_last_group(in, out, backwards, count, x, y, &carry))
        sum_carry_store(&state->as.sum, carry);
    else
        sum_in_scalars(in, out, backwards, count, x, y, state);
}

/* The total of each run of a group, and for f64 its squares. */
LANESCAN_INLINE f64v sum_run_totals(element in, bool backwards, const void *p, f64v squares[RUN])
{
    const f64_group g = f64_group_load(in, backwards, p);
    f64v prefix[RUN];
    for (size_t k = 0; in == ELEMENT_F64 && k < RUN; k++)
        squares[k] = add_square(squares[k], g.v[k]);
    sum_run(g.v, prefix);
    return prefix[RUN - 1];
}

/* Four groups or a multiple of that, without results. */
LANESCAN_INLINE void sum_totals(element in, bool backwards, size_t n, const void *x,
                                lanescan_state *state)
{
    f64x2_pair carry = sum_carry_load(&state->as.sum);
    f64v squares[RUN];
    for (size_t k = 0; k < RUN; k++)
        squares[k] = f64v_splat(0);
    for (size_t i = 0; i < n; i += GROUPS_TOGETHER * GROUP) {
        f64v totals[GROUPS_TOGETHER];
        double total[LANES];
        LANESCAN_ONE_BY_ONE
        for (size_t g = 0; g < GROUPS_TOGETHER; g++)
            totals[g] = sum_run_totals(in, backwards, element_at(in, backwards, x, i + GROUP * g),
                                       squares);
        f64v_store(ELEMENT_F64, total, sum_network_of_four(totals));
        for (size_t g = 0; g < GROUPS_TOGETHER; g++) {
            const double of_group = total[lane_of_total(g)];
            carry = f64x2_compensated_add(carry, f64x2_set(of_group, of_group));
        }
    }
    const f64v all = f64v_add(f64v_add(squares[0], squares[1]), f64v_add(squares[2], squares[3]));
    const double compensation = f64x2_first(carry.low); /* NaN from an infinity on */
    sum_carry_store(&state->as.sum, carry);
    state->over = state->over || compensation != compensation ||
                  m64v_bits(f64v_gt(f64v_splat(SUM_OF_SQUARES_IN_RANGE), all)) != (1u << LANES) - 1;
    state->position += n;
}

LANESCAN_INLINE void sum_piece(element in, element out, bool backwards, size_t n, const void *x,
                               void *y, lanescan_state *state)
{
    if (!y) {
        sum_totals(in, backwards, n, x, state);
        return;
    }
    const size_t whole = n / GROUP * GROUP;
    const bool past_caches = in == out && !backwards && x != y &&
                             whole >= NONTEMPORAL_FROM / element_bytes(in);
    size_t i = 0;
    if (whole)
        i = sum_groups(in, out, backwards, whole, x, y, past_caches, state);
    if (LANESCAN_UNLIKELY(state->over)) {
        i += line_ended(OP_ADD, in, out, backwards, n - i, element_at(in, backwards, x, i),
                        output_at(out, backwards, y, i), state);
        sum_in_scalars(in, out, backwards, n - i, element_at(in, backwards, x, i),
                       output_at(out, backwards, y, i), state);
    } else if (i < n) {
        sum_part(in, out, backwards, n - i, element_at(in, backwards, x, i),
                 output_at(out, backwards, y, i), state);
    }
    state->position += n;
}

/* A line of one to eight elements (`whole`: of eight) is one vector, and the network goes along its
 * lanes: the bits are those of the first two runs of a group with nothing before it. False, and
 * nothing is written, where a result is not finite. */
LANESCAN_INLINE bool sum_vector(element type, bool whole, size_t n, const void *x, void *y)
{
    const f64v v = whole ? f64v_load(type, x) : f64v_load_part(type, x, n, 0);
    const f64v sums = f64v_add(f64v_splat(0), f64v_scan(OP_ADD, v));
    if (LANESCAN_UNLIKELY(f64v_any_nonfinite(sums)))
        return false;
    if (whole)
        f64v_store(type, y, sums);
    else
        f64v_store_part(type, y, n, sums);
    return true;
}

/* A line of at most a group. */
LANESCAN_COLD void sum_irregular_line(element type, size_t n, const void *x, void *y)
{
    lanescan_state state;
    sum_begin(&state);
    sum_in_scalars(type, type, false, n, x, y, &state);
}

LANESCAN_COLD void sum_irregular_lines(element type, size_t lines, size_t n, const void *x, void *y)
{
    for (size_t i = 0; i < lines * n; i += n)
        sum_irregular_line(type, n, element_at(type, false, x, i), output_at(type, false, y, i));
}

/* The end of a line, at most a run: there is nothing but the carry before it, and no need for a
 * vector. False, and nothing is written, where a result may not be finite. */
LANESCAN_INLINE bool sum_last_run(element type, size_t count, const void *x, void *y,
                                  f64x2_pair carry)
{
    f64x2 of[RUN], prefix[RUN], sums[RUN];
    for (size_t k = 0; k < RUN; k++)
        of[k] = f64x2_set(k < count ? read_element(type, element_at(type, false, x, k)) : 0, 0);
    sums_run(of, prefix);
    sums_apply(f64x2_add(carry.high, carry.low), prefix, sums);
    const f64x2 all = f64x2_add(f64x2_add(sums[0], sums[1]), f64x2_add(sums[2], sums[3]));
    if (LANESCAN_UNLIKELY(!f64_is_finite(f64x2_first(all))))
        return false;
    for (size_t k = 0; k < count; k++)
        write_element(type, output_at(type, false, y, k), f64x2_first(sums[k]));
    return true;
}

/* A line of a few groups, without a detour through memory for its state; from a group that is not
 * regular on it goes on as a piece. */
LANESCAN_INLINE void sum_groups_of_line(element type, size_t n, const void *x, void *y,
                                        lanescan_piece *piece)
{
    f64x2_pair carry = { f64x2_set(0, 0), f64x2_set(0, 0) };
    lanescan_state state;
    size_t i = 0;
    for (; n - i > GROUP; i += GROUP)
        if (LANESCAN_UNLIKELY(!sum_finish(type, type, false, GROUP, output_at(type, false, y, i),
                                          sum_load_runs(type, false, element_at(type, false, x, i)),
                                          &carry)))
            break;
    if (type == ELEMENT_F64 && n - i <= RUN) { /* floats are mostly in lanes, or in tiles */
        if (sum_last_run(type, n - i, element_at(type, false, x, i), output_at(type, false, y, i),
                         carry))
            return;
    } else if (LANESCAN_LIKELY(n - i <= GROUP)) {
        const f64_group last = group_load(type, false, element_at(type, false, x, i), n - i, 0);
        const f64_group sums = sum_apply_runs(sum_scan_runs(last), carry_splat(carry));
        if (LANESCAN_LIKELY(!group_any_nonfinite(sums))) {
            group_store(type, false, output_at(type, false, y, i), n - i, sums);
            return;
        }
    }
    sum_begin(&state);
    sum_carry_store(&state.as.sum, carry);
    state.position = i;
    piece(&state, false, n - i, element_at(type, false, x, i), output_at(type, false, y, i), NULL);
}

LANESCAN_NOINLINE void sum_few_groups(element type, size_t n, const void *x, void *y,
                                      lanescan_piece *piece)
{
    if (type == ELEMENT_F64)
        sum_groups_of_line(ELEMENT_F64, n, x, y, piece);
    else
        sum_groups_of_line(ELEMENT_F32, n, x, y, piece);
}

/* Of lines of at most four elements. */
LANESCAN_INLINE bool sum_runs_alone(size_t n, f64_group *g)
{
    f64v prefix[RUN];
    sum_run(g->v, prefix);
    if (n == 2) {
        prefix[2] = g->v[2];
        prefix[3] = sum_join(g->v[2], g->v[3]);
    }
    sum_apply(f64v_splat(0), prefix, g->v);
    return !group_any_nonfinite(*g);
}

/* Lines of at most eight elements. */
LANESCAN_INLINE void sum_short(element type, bool whole, size_t lines, size_t n, const char *x,
                               ptrdiff_t x_pitch, char *y, ptrdiff_t y_pitch)
{
    size_t line = 0;
    if (!whole && lines_are_runs(type, n, x, x_pitch, y, y_pitch)) {
        line = runs_as_lines(sum_runs_alone, sum_irregular_lines, type, lines, n, x, y);
        x += (ptrdiff_t)line * x_pitch;
        y += (ptrdiff_t)line * y_pitch;
    }
    for (; line < lines; line++) {
        if (!whole)
            fetch_lines_beyond(x, y, 1);
        if (!sum_vector(type, whole, n, x, y))
            sum_irregular_line(type, n, x, y);
        x += x_pitch;
        y += y_pitch;
    }
}

/* Two lines of nine to sixteen elements, with nothing before them. */
LANESCAN_INLINE bool sum_two_lines(element type, size_t n, const char *x, ptrdiff_t x_pitch,
                                   char *y, ptrdiff_t y_pitch)
{
    f64v prefix[RUN];
    f64_group g = group_of_two_lines(type, n, x, x_pitch, 0);
    sum_run(g.v, prefix);
    sum_apply(f64v_add(f64v_splat(0), sum_before_of_four(prefix[RUN - 1])), prefix, g.v);
    if (LANESCAN_UNLIKELY(group_any_nonfinite(g)))
        return false;
    group_to_two_lines(type, n, g, y, y_pitch);
    return true;
}

/* Lines of more than eight elements, at most a few groups. */
LANESCAN_INLINE void sum_longer_lines(element type, size_t lines, size_t n, const char *x,
                                      ptrdiff_t x_pitch, char *y, ptrdiff_t y_pitch,
                                      lanescan_piece *piece)
{
#if LANESCAN_LINES_IN_LANES
    if (n > 2 * LANES) {
        const size_t done = sum_lines_in_lanes(type, lines, n, x, x_pitch, y, y_pitch, piece);
        lines -= done;
        x += (ptrdiff_t)done * x_pitch;
        y += (ptrdiff_t)done * y_pitch;
    }
#endif
    for (size_t count; lines; lines -= count) {
        count = lines > 1 && n <= 2 * LANES ? 2 : 1;
        fetch_after_line(type, lines, n, x, y);
        if (count == 1)
            sum_few_groups(type, n, x, y, piece);
        else if (LANESCAN_UNLIKELY(!sum_two_lines(type, n, x, x_pitch, y, y_pitch)))
            for (size_t l = 0; l < count; l++)
                sum_irregular_line(type, n, x + (ptrdiff_t)l * x_pitch, y + (ptrdiff_t)l * y_pitch);
        x += (ptrdiff_t)count * x_pitch;
        y += (ptrdiff_t)count * y_pitch;
    }
}

LANESCAN_INLINE void sum_line(element type, size_t n, const void *x, void *y, lanescan_piece *piece)
{
    if (n == LANES ? sum_vector(type, true, n, x, y)
                   : n < LANES && (n == 0 || sum_vector(type, false, n, x, y)))
        return;
    if (n <= MOST_SHORT) {
        sum_few_groups(type, n, x, y, piece);
    } else {
        lanescan_state state;
        sum_begin(&state);
        piece(&state, false, n, x, y, NULL);
    }
}

#endif
