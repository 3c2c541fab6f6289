/* logcumsumexp in portable code, and what defines it: one group of a line in scalars. The other
 * sets take regular groups, whose elements are in the window, in lanes, and leave the rest to
 * this. */
#ifndef LANESCAN_LOGSUMEXP_SCALARS_H
#define LANESCAN_LOGSUMEXP_SCALARS_H

#include "ops/logsumexp/irregular.h"

/* The running sums of a group on their way to the logarithm, and the state after them. */
typedef struct logsumexp_sums {
    double high[GROUP], low[GROUP], ones[GROUP]; /* the last two where the sum is split */
    sum_state next;
} logsumexp_sums;

/* A group's elements become the terms of the sum, the usual or the exact ones (along.h says when
 * which); those from `count` on are all the same. */
LANESCAN_INLINE void logsumexp_terms(precision of, const logsumexp_state *s, size_t count,
                                     const double *x, logsumexp_sums *sums)
{
    const size_t summed = RUN * summed_runs(count);
    bool exactly = false;
    double ones = s->ones;
    for (size_t i = 0; s->split && i < summed; i++) {
        exactly |= gives_one(x[i]) || (s->ones > 0 && x[i] < SPLIT_TERM_LOWEST);
        ones += gives_one(x[i]);
        sums->ones[i] = ones;
    }
    sums->ones[GROUP - 1] = ones;
    if (LANESCAN_UNLIKELY(exactly)) {
        for (size_t i = 0; i < summed; i++) {
            const f64v_pair none = { 0, 0 };
            const f64v_pair term = i < count ? logsumexp_split_term(of, x[i]) : none;
            sums->high[i] = term.high;
            sums->low[i] = term.low;
        }
        return;
    }
    const double shift = s->split ? -EXP_HEADROOM : s->shift;
    for (size_t i = 0; i < summed; i++)
        sums->high[i] = i <= count ? logsumexp_term(of, x[i], shift, false) : sums->high[i - 1];
    for (size_t i = 0; s->split && i < summed; i++)
        sums->low[i] = 0;
}

/* Terms of `count` elements become running sums, in the order of cumsum; so many of them are
 * wanted. */
LANESCAN_INLINE void logsumexp_plain_sums(const logsumexp_state *s, size_t count, size_t results,
                                          logsumexp_sums *sums)
{
    const size_t runs = summed_runs(count);
    const double carry = sum_value(&s->sum);
    double total[RUNS];
    LANESCAN_UNROLL(1)
    for (size_t run = 0; run < runs; run++) {
        double prefix[RUN];
        sum_run(sums->high + RUN * run, prefix);
        total[run] = prefix[RUN - 1];
    }
    LANESCAN_UNROLL(1)
    for (size_t run = runs; run < RUNS; run++)
        total[run] = total[runs - 1];
    sum_network(total);
    sums->next = s->sum;
    sum_add_group(&sums->next, total[RUNS - 1]);
    for (size_t run = 0; RUN * run < results; run++) {
        double *const y = sums->high + RUN * run, prefix[RUN];
        sum_run(y, prefix);
        sum_apply(sum_before_run(carry, total, run), prefix, y);
    }
}

/* The same with every rounding error: C may be as small as s - 1 while the sum is split, and a few
 * roundings of s would be too many. (Not needed for f32 results.) */
LANESCAN_INLINE void logsumexp_exact_sums(const logsumexp_state *s, size_t count, size_t results,
                                          logsumexp_sums *sums)
{
    const size_t runs = summed_runs(count);
    const f64v_pair carry = { s->sum.line.high, s->sum.line.low };
    f64v_pair total[RUNS];
    LANESCAN_UNROLL(1)
    for (size_t run = 0; run < runs; run++) {
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
    LANESCAN_UNROLL(1)
    for (size_t run = runs; run < RUNS; run++)
        total[run] = total[runs - 1];
    exact_sum_network(total);
    sums->next = s->sum;
    sum_add_group(&sums->next, total[RUNS - 1].high);
    sums->next.line.low += total[RUNS - 1].low;
    sums->next.chunk.low += total[RUNS - 1].low;
    for (size_t run = 0; RUN * run < results; run++) {
        double *const high = sums->high + RUN * run, *const low = sums->low + RUN * run;
        f64v_pair sum[RUN];
        for (size_t k = 0; k < RUN; k++)
            sum[k] = (f64v_pair){ high[k], low[k] };
        exact_sum_apply(exact_sum_before_run(carry, total, run), sum, sum);
        for (size_t k = 0; k < RUN; k++) {
            high[k] = sum[k].high;
            low[k] = sum[k].low;
        }
    }
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

/* The results of the usual order, whether or not the group is regular. y may be NULL. */
LANESCAN_INLINE void logsumexp_usual(precision of, const logsumexp_state *s, size_t count,
                                     const double *x, double *y, logsumexp_sums *sums)
{
    logsumexp_terms(of, s, count, x, sums);
    if (s->split && of == DOUBLE)
        logsumexp_exact_sums(s, count, logsumexp_wants_results(y) ? count : 0, sums);
    else
        logsumexp_plain_sums(s, count, logsumexp_wants_results(y) ? count : 0, sums);
    if (logsumexp_wants_results(y))
        logsumexp_logs(of, s, count, sums, y);
}

LANESCAN_NOINLINE void logsumexp_usual_single(const logsumexp_state *s, size_t count,
                                              const double *x, double *y, logsumexp_sums *sums)
{
    logsumexp_usual(SINGLE, s, count, x, y, sums);
}

LANESCAN_NOINLINE void logsumexp_usual_double(const logsumexp_state *s, size_t count,
                                              const double *x, double *y, logsumexp_sums *sums)
{
    logsumexp_usual(DOUBLE, s, count, x, y, sums);
}

/* Is every element in the window, and the first one summed? (No NaN is in it.) */
LANESCAN_INLINE bool logsumexp_is_regular(const logsumexp_state *s, size_t count, const double *x)
{
    bool inside = x[0] >= s->lowest;
    for (size_t i = 0; i < count; i++)
        inside &= x[i] <= s->highest;
    return inside;
}

/* Is nothing summed yet, and are all these elements -inf? So begin lines whose first elements are
 * masked. */
LANESCAN_INLINE bool logsumexp_is_nothing(const logsumexp_state *s, size_t count, const double *x)
{
    bool nothing = logsumexp_is_empty(s);
    for (size_t i = 0; i < count; i++)
        nothing &= x[i] == -__builtin_inf();
    return nothing;
}

/* Is the maximum so far the result by itself, and are all these elements the same? So are lines
 * that are masked by the lowest number. */
LANESCAN_INLINE bool logsumexp_is_maximum(const logsumexp_state *s, size_t count, const double *x)
{
    bool maximum = logsumexp_is_reference(s);
    for (size_t i = 0; i < count; i++)
        maximum &= x[i] == s->reference;
    return maximum;
}

/* A group that is not regular. No result depends on later elements, so the `inside` elements before
 * the first one above the window must have the results of a regular group. One is worked out, of
 * these and of -inf, which adds nothing, in the other places. All other results are made one by
 * one; so are all of them if these elements leave the sum empty. */
LANESCAN_COLD void logsumexp_irregular_group(precision of, logsumexp_state *s, size_t count,
                                             const double *x, double *y, logsumexp_sums *sums)
{
    double elements[GROUP];
    size_t inside = 0;
    bool summed = !logsumexp_is_empty(s);
    if (logsumexp_is_nothing(s, count, x)) { /* as one by one, without the work */
        for (size_t i = 0; y && i < count; i++)
            y[i] = -__builtin_inf();
        s->sum.chunk.high = s->sum.chunk.low = __builtin_nan("");
        return;
    }
    if (logsumexp_is_maximum(s, count, x)) { /* likewise */
        for (size_t i = 0; y && i < count; i++)
            y[i] = s->reference;
        f64_accumulate(&s->sum.line, (double)count);
        s->sum.chunk.high = s->sum.chunk.low = __builtin_nan("");
        return;
    }
    for (; s->mode == LOGSUMEXP_NORMAL && inside < count && x[inside] <= s->highest; inside++)
        summed |= x[inside] >= s->lowest;
    if (y && inside && summed) {
        for (size_t i = 0; i < GROUP; i++)
            elements[i] = i < inside ? x[i] : -__builtin_inf();
        (of == DOUBLE ? logsumexp_usual_double : logsumexp_usual_single)(s, inside, elements, y,
                                                                         sums);
    }
    logsumexp_one_by_one(of, s, count, x, y, inside);
}

/* The sum is infinite or NaN: only a NaN changes it. */
LANESCAN_COLD void logsumexp_ended(logsumexp_state *s, size_t count, const source *x,
                                   const target *y)
{
    for (size_t i = 0; i < count; i++) {
        const double value = source_read(*x, i);
        s->reference = value != value ? value : s->reference;
        if (y->at)
            target_write(*y, i, s->reference);
    }
}

LANESCAN_NOINLINE void logsumexp_doubles(lanescan_state *state, precision of, size_t count,
                                         const source *from, const target *to)
{
    logsumexp_state *const s = &state->as.logsumexp;
    logsumexp_sums sums;
    /* A result takes the place of what is read last for it: the stack is to be small. */
    double gathered[GROUP], *const y = to->at ? sums.low : NULL;
    if (LANESCAN_UNLIKELY(s->mode == LOGSUMEXP_ENDED)) {
        logsumexp_ended(s, count, from, to);
        return;
    }
    const double *x = from->at;
    if (from->stride != sizeof *x)
        x = gather_group((source){ ELEMENT_F64, from->at, from->stride }, gathered).at;
    if (LANESCAN_LIKELY(logsumexp_is_regular(s, count, x))) {
        (of == DOUBLE ? logsumexp_usual_double : logsumexp_usual_single)(s, count, x, y, &sums);
        s->sum = sums.next;
        s->lowest = -__builtin_inf();
        if (s->split) {
            s->ones = sums.ones[GROUP - 1];
            if (logsumexp_is_large(sum_value(&s->sum), s->ones))
                logsumexp_stop_splitting(s);
        }
    } else {
        logsumexp_irregular_group(of, s, count, x, y, &sums);
    }
    for (size_t i = 0; y && i < count; i++)
        target_write((target){ ELEMENT_F64, to->at, to->stride }, i, y[i]);
}

LANESCAN_COLD void logsumexp_end_chunk(lanescan_state *state)
{
    logsumexp_fold_chunk(&state->as.logsumexp);
}

LANESCAN_NOINLINE void logsumexp_from_columns(const lanescan_columns *columns, size_t line,
                                              lanescan_state *state)
{
    logsumexp_get(&columns->as.logsumexp, line, &state->as.logsumexp);
}

LANESCAN_NOINLINE void logsumexp_to_columns(lanescan_columns *columns, size_t line,
                                            const lanescan_state *state)
{
    logsumexp_put(&columns->as.logsumexp, line, &state->as.logsumexp);
}

#if !defined(LANESCAN_WITHOUT_LOGCUMSUMEXP) || !defined(LANESCAN_WITHOUT_LOGSUMEXP)
const group_scan KERNEL(logsumexp_scan) = { logsumexp_doubles,      NULL,
                                            -__builtin_inf(),       logsumexp_end_chunk,
                                            logsumexp_from_columns, logsumexp_to_columns };
#endif

#if (!defined(LANESCAN_WITHOUT_LOGCUMSUMEXP) || !defined(LANESCAN_WITHOUT_LOGSUMEXP)) && \
    !defined(LANESCAN_WITHOUT_TENSORS)
/* ---- chunks by themselves ---- */

/* What a chunk must know: the shift, an integer far below 2^44, so that its lowest bits are free
 * for these. */
enum { MOOD_SPLIT = 1, MOOD_HAS_ONES = 2, MOOD_FLAGS = 3 };

static uint64_t logsumexp_mood(const lanescan_state *line)
{
    const logsumexp_state *const s = &line->as.logsumexp;
    if (s->mode != LOGSUMEXP_NORMAL)
        return LANESCAN_MOOD_ALONE;
    if (s->lowest != -__builtin_inf()) /* nothing is summed yet */
        return LANESCAN_MOOD_UNKNOWN;
    return bits_of_f64(s->shift) | (s->split ? MOOD_SPLIT : 0) | (s->ones > 0 ? MOOD_HAS_ONES : 0);
}

static void logsumexp_begin_chunk(lanescan_state *chunk, uint64_t mood, uint64_t position)
{
    logsumexp_state *const s = &chunk->as.logsumexp;
    (void)position;
    logsumexp_begin(chunk);
    chunk->position = CHUNK_BY_ITSELF;
    s->shift = f64_of_bits(mood & ~(uint64_t)MOOD_FLAGS);
    s->split = mood & MOOD_SPLIT;
    s->ones = s->ones_before = mood & MOOD_HAS_ONES ? 1 : 0;
    s->lowest = -__builtin_inf();
    const double highest = logsumexp_highest(s->shift);
    if (s->shift != 0 || highest < s->highest)
        s->highest = highest;
}

/* Well below what ends a split. A sum only grows: if it is less than this at the end of a chunk, it
 * was after every group of it. */
#define SPLIT_SURELY 7.9

/* The chunk's terms are those of the line if the line is as the chunk took it to be, and neither
 * ends its split within the chunk. Where the chunk's own sum is NaN, an irregular group has lost
 * it. */
static bool logsumexp_fold(lanescan_state *line, const lanescan_state *chunk, uint64_t mood)
{
    const logsumexp_state *const own = &chunk->as.logsumexp;
    logsumexp_state next = line->as.logsumexp;
    if (logsumexp_mood(line) != mood || next.split != own->split ||
        own->sum.chunk.high != own->sum.chunk.high || next.sum.chunk.high != 0 ||
        next.sum.chunk.low != 0)
        return false;
    next.ones += own->ones - own->ones_before;
    next.sum.chunk = own->sum.chunk;
    logsumexp_fold_chunk(&next);
    if (next.split && sum_value(&next.sum) * SPLIT_UNIT + next.ones > SPLIT_SURELY)
        return false;
    line->as.logsumexp = next;
    line->position += CHUNK;
    return true;
}

const lanescan_fold KERNEL(logsumexp_folding) = { logsumexp_mood, logsumexp_begin_chunk,
                                                  logsumexp_fold };
#endif

void KERNEL(logsumexp_stop_splitting)(logsumexp_state *s)
{
    logsumexp_stop_splitting(s);
}

/* Keeps nothing. */
LANESCAN_INLINE void logsumexp_piece(precision of, element type, bool backwards, size_t n,
                                     const void *x, void *y, lanescan_state *state,
                                     lanescan_terms *terms)
{
    (void)terms;
    GENERIC(scan_piece)(&KERNEL(logsumexp_scan), of, type, state, backwards, n, x, y);
}

LANESCAN_INLINE void logsumexp_across(precision of, element type, lanescan_columns *state,
                                      size_t rows, size_t lines, const lanescan_rows *where)
{
    GENERIC(scan_across)(&KERNEL(logsumexp_scan), of, type, state, rows, lines, where);
}

#endif
