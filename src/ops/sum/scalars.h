/* cumsum in portable code, which defines it: a group of a line. */
#ifndef LANESCAN_SUM_SCALARS_H
#define LANESCAN_SUM_SCALARS_H

#include "ops/sum/sum.h"

LANESCAN_INLINE void sum_run_of(source x, double prefix[RUN])
{
    const double elements[RUN] = { source_read(x, 0), source_read(x, 1), source_read(x, 2),
                                   source_read(x, 3) };
    sum_run(elements, prefix);
}

/* Writes four results. Bit 63 of what is returned is set if their sum is infinite or NaN: only such
 * numbers have an exponent of all ones, and adding one unit of the exponent to the magnitude then
 * carries into the sign's place. */
LANESCAN_INLINE uint64_t sum_run_results(double before, const double prefix[RUN], target y)
{
    double sum[RUN];
    sum_apply(before, prefix, sum);
    target_write_run(y, sum);
    return (bits_of_f64((sum[0] + sum[1]) + (sum[2] + sum[3])) & ~(UINT64_C(1) << 63)) +
           (UINT64_C(1) << 52);
}

/* Prefixes that were not kept are made once more. */
LANESCAN_INLINE uint64_t sum_next_run(double before, const double *kept, source x, target y)
{
    double prefix[RUN];
    if (kept)
        return sum_run_results(before, kept, y);
    sum_run_of(x, prefix);
    return sum_run_results(before, prefix, y);
}

/* Of so many runs. */
LANESCAN_INLINE uint64_t sum_results(double carry, const double total[RUNS], size_t runs,
                                     const double *kept, source x, target y)
{
    uint64_t far = sum_next_run(carry, kept, x, y);
    LANESCAN_UNROLL(1)
    for (size_t run = 1; run < runs; run++) {
        x = source_from(x, RUN);
        y = target_from(y, RUN);
        far |= sum_next_run(sum_before(carry, total[run - 1]), kept ? kept + RUN * run : NULL, x,
                            y);
    }
    return far;
}

/* A group in which a result, or the compensation, is not finite. Elements whose result in the usual
 * order is finite keep it, because elements after them must not change them; the others are summed
 * from left to right. Once such a sum has overflowed it stays so. */
LANESCAN_COLD void sum_irregular_group(lanescan_state *state, double carry,
                                       const double total[RUNS], size_t count, const source *x,
                                       const target *y)
{
    sum_state *const s = &state->as.sum;
    f64_pair sum = s->line;
    bool over = false;
    double usual[GROUP];
    sum_results(carry, total, (count + RUN - 1) / RUN, NULL, *x,
                target_of(ELEMENT_F64, false, usual));
    for (size_t i = 0; i < count; i++) {
        const double value = source_read(*x, i);
        if (over) {
            sum.high += value;
            target_write(*y, i, sum.high);
            continue;
        }
        f64_accumulate(&sum, value);
        const double result = f64_is_finite(sum.high) ? sum.high + sum.low : sum.high;
        if (!f64_is_finite(result)) {
            over = !f64_is_finite(usual[i]);
            sum = (f64_pair){ over ? result : usual[i], 0 };
        }
        target_write(*y, i, f64_is_finite(usual[i]) ? usual[i] : result);
    }
    sum_add_group(s, total[RUNS - 1]); /* the chunk's own sum is as it would have been */
    s->line = sum;
    state->over = over;
    state->ended = sum.high;
}

/* Without results: is it certain that all would have been regular? */
LANESCAN_INLINE bool sum_is_certain(const sum_state *s, precision of, source x)
{
    double squares = 0;
    for (size_t i = 0; of == DOUBLE && i < GROUP; i++) {
        const double value = source_read(x, i);
        squares += value * value;
    }
    return s->line.low == s->line.low && squares < SUM_OF_SQUARES_IN_RANGE;
}

/* Sums of f32 cannot overflow f64, so there only infinite or NaN elements matter, and those make
 * the compensation NaN, as an overflow inside TwoSum does. For f64 every result is looked at
 * too. */
LANESCAN_INLINE void sum_group_of(size_t runs, lanescan_state *state, precision of, size_t count,
                                  source x, target y)
{
    sum_state *const s = &state->as.sum;
    /* Prefixes are kept for the second pass only where elements are converted: doubles are summed
     * again sooner than kept. */
    const bool keeps = x.type != ELEMENT_F64;
    double total[RUNS], kept[GROUP], elements[GROUP];
    if (x.at == y.at) /* the group may turn out to be irregular when it is written */
        x = gather_group(x, elements);
    source of_run = x;
    LANESCAN_UNROLL(8)
    for (size_t run = 0; run < RUNS; run++) {
        double *const prefix = keeps ? kept + RUN * run : kept;
        if (run < runs)
            sum_run_of(of_run, prefix);
        total[run] = run < runs ? prefix[RUN - 1] : 0;
        of_run = source_from(of_run, RUN);
    }
    sum_network(total);
    if (!y.at) {
        sum_add_group(s, total[RUNS - 1]);
        state->over = !sum_is_certain(s, of, x);
        return;
    }
    const double carry = sum_value(s);
    const uint64_t far = sum_results(carry, total, runs, keeps ? kept : NULL, x, y);
    const double low = s->line.low + f64_two_sum(s->line.high, total[RUNS - 1]).low;
    if (LANESCAN_LIKELY(low == low && (of == SINGLE || far >> 63 == 0))) {
        sum_add_group(s, total[RUNS - 1]);
    } else {
        sum_irregular_group(state, carry, total, count, &x, &y);
    }
}

/* Runs beyond the end of a line are passed over: each is a sum of zeros. */
LANESCAN_INLINE void sum_group(lanescan_state *state, precision of, size_t count, source x,
                               target y)
{
    if (LANESCAN_UNLIKELY(state->over)) {
        if (y.at)
            scan_ended(state, OP_ADD, count, x, y);
        return;
    }
    if (LANESCAN_LIKELY(count == GROUP))
        sum_group_of(RUNS, state, of, GROUP, x, y);
    else
        sum_group_of((count + RUN - 1) / RUN, state, of, count, x, y);
}

LANESCAN_NOINLINE void sum_doubles(lanescan_state *state, precision of, size_t count,
                                   const source *x, const target *y)
{
    sum_group(state, of, count, (source){ ELEMENT_F64, x->at, x->stride },
              (target){ ELEMENT_F64, y->at, y->stride });
}

LANESCAN_NOINLINE void sum_floats(lanescan_state *state, precision of, size_t count,
                                  const source *x, const target *y)
{
    (void)of;
    sum_group(state, SINGLE, count, (source){ ELEMENT_F32, x->at, x->stride },
              (target){ ELEMENT_F32, y->at, y->stride });
}

LANESCAN_COLD void sum_end_chunk(lanescan_state *state)
{
    if (!state->over) /* the chunk's own sum may be finite, and the line would seem to go on */
        sum_fold_chunk(&state->as.sum);
}

LANESCAN_NOINLINE void sum_from_columns(const lanescan_columns *columns, size_t line,
                                        lanescan_state *state)
{
    ended_get(columns, line, state);
    sum_get(&columns->as.sum, line, &state->as.sum);
}

LANESCAN_NOINLINE void sum_to_columns(lanescan_columns *columns, size_t line,
                                      const lanescan_state *state)
{
    ended_put(columns, line, state);
    sum_put(&columns->as.sum, line, &state->as.sum);
}

#ifndef LANESCAN_WITHOUT_CUMSUM
const group_scan GENERIC(sum_scan) = { sum_doubles,   sum_floats,       0,
                                       sum_end_chunk, sum_from_columns, sum_to_columns };
#endif

#if !defined(LANESCAN_WITHOUT_CUMSUM) && !defined(LANESCAN_WITHOUT_TENSORS)
/* ---- chunks by themselves ---- */

static uint64_t sum_mood(const lanescan_state *line)
{
    return line->over ? LANESCAN_MOOD_ALONE : 0;
}

static void sum_begin_chunk(lanescan_state *chunk, uint64_t mood, uint64_t position)
{
    (void)mood;
    (void)position;
    sum_begin(chunk);
    chunk->position = CHUNK_BY_ITSELF;
}

static bool sum_fold(lanescan_state *line, const lanescan_state *chunk, uint64_t mood)
{
    (void)mood;
    sum_state *const s = &line->as.sum;
    const double square = s->line.high * s->line.high;
    if (line->over || chunk->over || !(square < SUM_OF_SQUARES_IN_RANGE))
        return false;
    if (s->chunk.high != 0 || s->chunk.low != 0) /* an initial value counts as the first chunk's */
        return false;
    s->chunk = chunk->as.sum.chunk;
    sum_fold_chunk(s);
    line->position += CHUNK;
    return true;
}

const lanescan_fold GENERIC(sum_folding) = { sum_mood, sum_begin_chunk, sum_fold };
#endif

/* A line of up to sixteen elements whose results are not all finite. */
LANESCAN_COLD void sum_short_irregular_line(precision of, element type, size_t n, const void *x,
                                            void *y)
{
    double elements[GROUP] = { 0 }, results[GROUP];
    lanescan_state state;
    read_elements(type, false, n, x, elements);
    sum_begin(&state);
    sum_group(&state, of, n, source_of(ELEMENT_F64, false, elements),
              target_of(ELEMENT_F64, false, results));
    write_elements(type, false, n, results, y);
}

/* Lines of up to eight elements: the first two runs of a group with nothing before it. */
LANESCAN_INLINE void sum_short_line(element type, size_t n, const char *x, char *y)
{
    const size_t size = element_bytes(type);
    double elements[2 * RUN], sums[2 * RUN];
    const source from = source_of(ELEMENT_F64, false, elements);
    const target to = target_of(ELEMENT_F64, false, sums);
    for (size_t i = 0; i < 2 * RUN; i++)
        elements[i] = i < n ? read_element(type, x + i * size) : 0;
    double first[RUN], second[RUN];
    sum_run_of(from, first);
    sum_run_of(source_from(from, RUN), second);
    const uint64_t far = sum_run_results(0, first, to) |
                         sum_run_results(sum_before(0, first[RUN - 1]), second,
                                         target_from(to, RUN));
    if (LANESCAN_UNLIKELY(far >> 63)) {
        sum_short_irregular_line(precision_of(type), type, n, x, y);
        return;
    }
    for (size_t i = 0; i < n; i++)
        write_element(type, y + i * size, sums[i]);
}

LANESCAN_NOINLINE void sum_any_short_line(element type, size_t n, const char *x, char *y)
{
    sum_short_line(type, n, x, y);
}

LANESCAN_INLINE void sum_short(element type, bool whole, size_t lines, size_t n, const char *x,
                               ptrdiff_t x_pitch, char *y, ptrdiff_t y_pitch)
{
    for (size_t line = 0; line < lines; line++) {
        if (whole)
            sum_short_line(type, 2 * RUN, x, y);
        else
            sum_any_short_line(type, n, x, y);
        x += x_pitch;
        y += y_pitch;
    }
}

/* Up to sixteen elements: the first four runs. */
LANESCAN_NOINLINE void sum_four_runs(precision of, size_t n, const double *elements, double *sums)
{
    const target to = target_of(ELEMENT_F64, false, sums);
    double prefix[4][RUN], total[RUNS] = { 0 };
    uint64_t far = 0;
    for (size_t run = 0; run < 4; run++) {
        sum_run(elements + RUN * run, prefix[run]);
        total[run] = prefix[run][RUN - 1];
    }
    sum_network(total);
    for (size_t run = 0; run < 4; run++)
        far |= sum_run_results(sum_before_run(0, total, run), prefix[run],
                               target_from(to, RUN * run));
    if (LANESCAN_UNLIKELY(far >> 63))
        sum_short_irregular_line(of, ELEMENT_F64, n, elements, sums);
}

LANESCAN_INLINE void sum_piece(element in, element out, bool backwards, size_t n, const void *x,
                               void *y, lanescan_state *state)
{
    (void)out; /* the same */
    GENERIC(scan_piece)(&GENERIC(sum_scan), precision_of(in), in, state, backwards, n, x, y);
}

/* Lines of more than eight elements, at most a few groups. */
LANESCAN_INLINE void sum_longer_lines(element type, size_t lines, size_t n, const char *x,
                                      ptrdiff_t x_pitch, char *y, ptrdiff_t y_pitch,
                                      lanescan_piece *piece)
{
    const size_t size = element_bytes(type);
    double elements[4 * RUN] = { 0 }, sums[4 * RUN];
    for (; lines; lines--, x += x_pitch, y += y_pitch) {
        if (n > 4 * RUN) {
            lanescan_state state;
            sum_begin(&state);
            piece(&state, false, n, x, y, NULL);
            continue;
        }
        for (size_t i = 0; i < n; i++)
            elements[i] = read_element(type, x + i * size);
        sum_four_runs(precision_of(type), n, elements, sums);
        for (size_t i = 0; i < n; i++)
            write_element(type, y + i * size, sums[i]);
    }
}

LANESCAN_INLINE void sum_across(element type, lanescan_columns *state, size_t rows, size_t lines,
                                const lanescan_rows *where)
{
    GENERIC(scan_across)(&GENERIC(sum_scan), precision_of(type), type, state, rows, lines, where);
}

LANESCAN_INLINE void sum_line(element type, size_t n, const void *x, void *y, lanescan_piece *piece)
{
    lanescan_state state;
    if (n == 2 * RUN) {
        sum_short_line(type, 2 * RUN, x, y);
    } else if (n < 2 * RUN) {
        sum_any_short_line(type, n, x, y);
    } else {
        sum_begin(&state);
        piece(&state, false, n, x, y, NULL);
    }
}

#endif
