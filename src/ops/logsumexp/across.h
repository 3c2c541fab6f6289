/* logcumsumexp of many lines side by side, a line in each lane. */
#ifndef LANESCAN_LOGSUMEXP_ACROSS_H
#define LANESCAN_LOGSUMEXP_ACROSS_H

#include "fold/rows.h"
#include "ops/logsumexp/logsumexp.h"
#include "ops/sum/across.h"

/* The extremes of the columns, and a sum of theirs that is below +inf unless they hold a NaN, +inf
 * or both infinities. */
typedef struct column_bounds {
    f64v largest, smallest, sum;
} column_bounds;

LANESCAN_INLINE column_bounds bounds_with(column_bounds b, f64v x)
{
    return (column_bounds){ f64v_max(b.largest, x), f64v_min(b.smallest, x), f64v_add(b.sum, x) };
}

/* Reads a block's elements and bounds them. A group's missing elements are -inf. */
LANESCAN_INLINE column_bounds columns_read(element type, const row_block *block,
                                           row_buffer *elements)
{
    const f64v none = f64v_splat(-__builtin_inf()), all = f64v_splat(__builtin_inf());
    const column_bounds empty = { none, all, f64v_splat(0) };
    column_bounds bounds[2] = { empty, empty };
    for (size_t row = 0; row < block->rows; row++) {
        const f64v x = row_read(type, block, row, -__builtin_inf());
        bounds[row % 2] = bounds_with(bounds[row % 2], x);
        buffer_store(elements, row, x);
    }
    if (block->rows < GROUP)
        bounds[0] = bounds_with(bounds[0], none);
    return (column_bounds){ f64v_max(bounds[0].largest, bounds[1].largest),
                            f64v_min(bounds[0].smallest, bounds[1].smallest),
                            f64v_add(bounds[0].sum, bounds[1].sum) };
}

/* Lines whose column stays in the window. */
LANESCAN_INLINE m64v columns_regular(const logsumexp_columns *s, size_t first, f64v first_row,
                                     const column_bounds *bounds)
{
    const m64v no_nan = f64v_gt(f64v_splat(__builtin_inf()), bounds->sum);
    const m64v not_above = f64v_replaces(OP_MIN, lines_load(s->highest + first), bounds->largest);
    const m64v not_below = f64v_replaces(OP_MAX, lines_load(s->lowest + first), first_row);
    return m64v_and(no_nan, m64v_and(not_above, not_below));
}

/* Does one of the regular lines need exact terms (split_terms of along.h says when)? Then all eight
 * get them, lines without ones too, which by themselves would have usual terms. Their bits must be
 * those: usual terms take an element below SPLIT_TERM_LOWEST as that limit, so in these lines
 * elements are raised to `*lowest`, the limit, first. In the others it is -inf. */
LANESCAN_INLINE bool columns_exactly(const logsumexp_columns *s, size_t first, m64v regular,
                                     const column_bounds *bounds, f64v *lowest)
{
    const f64v none = f64v_splat(-__builtin_inf()), limit = f64v_splat(SPLIT_TERM_LOWEST);
    const m64v any_one = gives_one(bounds->largest),
               ones_before = f64v_gt(lines_load(s->ones + first), f64v_splat(0)),
               any_below = f64v_gt(limit, bounds->smallest);
    *lowest = f64v_select(any_one, none, f64v_select(ones_before, none, limit));
    return m64v_any(m64v_and(regular, any_one)) ||
           m64v_any(m64v_and(regular, m64v_and(ones_before, any_below)));
}

/* The same term in the rows from `rows` on: that of a missing element. */
LANESCAN_INLINE void fill_terms(size_t rows, size_t all_rows, f64v term, row_buffer *terms)
{
    for (size_t row = rows; row < RUN * summed_runs(all_rows); row++)
        buffer_store(terms, row, term);
}

/* Elements below are taken as this. */
LANESCAN_INLINE f64v column_lowest(f64v shift)
{
    const f64v origin = f64v_mul(shift, f64v_splat(LANESCAN_LN2_HIGH));
    return f64v_add(origin, f64v_splat(TERM_LOWEST));
}

LANESCAN_INLINE f64v column_term(precision of, f64v x, f64v magic)
{
    const exponential e = exp_lanes(of, x, magic);
    return f64v_fma(e.fraction, e.scale, e.scale);
}

/* Elements become terms, as by logsumexp_term without headroom, with a shift for each line. */
LANESCAN_INLINE void column_terms(precision of, f64v shift, size_t rows, row_buffer *buffer)
{
    const f64v lowest = column_lowest(shift), magic = f64v_sub(f64v_splat(exp_magic(0)), shift);
    for (size_t row = 0; row < rows; row++) {
        const f64v x = f64v_max(lowest, buffer_load(buffer, row));
        buffer_store(buffer, row, column_term(of, x, magic));
    }
    if (rows < GROUP)
        fill_terms(rows, rows, column_term(of, lowest, magic), buffer);
}

/* The terms of split sums; what rounding left of them goes to `lows`, the running ones to `ones`.
 * Returns the last of these. */
LANESCAN_INLINE f64v column_split_terms(precision of, f64v lowest, f64v so_far, size_t rows,
                                        row_buffer *buffer, row_buffer *lows, row_buffer *ones)
{
    const f64v one = f64v_splat(1), zero = f64v_splat(0);
    for (size_t row = 0; row < rows; row++) {
        const f64v x = f64v_max(lowest, buffer_load(buffer, row));
        const f64v_pair term = logsumexp_split_term(of, x);
        buffer_store(buffer, row, term.high);
        buffer_store(lows, row, term.low);
        so_far = f64v_add(so_far, f64v_select(gives_one(x), one, zero));
        buffer_store(ones, row, so_far);
    }
    if (rows < GROUP) {
        fill_terms(rows, rows, logsumexp_split_term(of, lowest).high, buffer);
        fill_terms(rows, rows, zero, lows);
    }
    return so_far;
}

LANESCAN_INLINE f64v_pair row_sum(const row_buffer *highs, const row_buffer *lows, size_t row)
{
    return (f64v_pair){ buffer_load(highs, row), buffer_load(lows, row) };
}

/* sum_join_ones for the lines that stop. */
LANESCAN_INLINE void columns_join_ones(pair_columns *sums, size_t first, m64v stop, f64v ones)
{
    const f64v_pair sum = lines_load_pair(sums, first);
    const f64v unit = f64v_splat(SPLIT_UNIT);
    const f64v_pair joined = f64v_two_sum(f64v_mul(sum.high, unit), ones);
    const f64v low = f64v_add(f64v_mul(sum.low, unit), joined.low);
    lines_store_pair(sums, first, stop, (f64v_pair){ joined.high, low });
}

/* logsumexp_stop_splitting for them. */
LANESCAN_NOINLINE void columns_stop_splitting(logsumexp_columns *s, size_t first, m64v stop)
{
    const f64v zero = f64v_splat(0), ones = lines_load(s->ones + first),
               before = lines_load(s->ones_before + first);
    columns_join_ones(&s->sum.line, first, stop, ones);
    columns_join_ones(&s->sum.chunk, first, stop, f64v_sub(ones, before));
    columns_join_ones(&s->sum.before, first, stop, before);
    lines_store(s->ones + first, stop, zero);
    lines_store(s->ones_before + first, stop, zero);
    for (size_t lane = 0; lane < LANES; lane++)
        s->split[first + lane] &= !(m64v_bits(stop) >> lane & 1);
}

/* After a group: regular lines whose sum is large enough are no longer split. */
LANESCAN_INLINE void columns_end_splitting(logsumexp_columns *s, size_t first, m64v regular)
{
    const f64v sum = lines_sum(&s->sum.line, first);
    const f64v all = f64v_fma(sum, f64v_splat(SPLIT_UNIT), lines_load(s->ones + first));
    const m64v stop = m64v_and(regular, f64v_gt(all, f64v_splat(SPLIT_UNTIL)));
    if (LANESCAN_UNLIKELY(m64v_any(stop)))
        columns_stop_splitting(s, first, stop);
}

/* A block of lines on its way from terms to results. */
typedef struct logsumexp_block {
    const row_block *rows;
    m64v regular;
    unsigned others;           /* lanes that are not: all results wait in the buffer then */
    row_buffer *buffer, *lows; /* terms, and what rounding left of them; then sums */
    const row_buffer *ones;
} logsumexp_block;

LANESCAN_INLINE void block_result(element type, const logsumexp_block *b, size_t row, f64v y)
{
    if (LANESCAN_UNLIKELY(b->others))
        buffer_store(b->buffer, row, y);
    else
        row_write(type, b->rows, row, y);
}

/* Sums that are not split, or that take no account of rounding errors. */
LANESCAN_INLINE void columns_plain(precision of, element type, bool split, logsumexp_columns *s,
                                   const logsumexp_block *b)
{
    const size_t first = b->rows->first;
    const f64v shift = lines_load(s->shift + first);
    const f64v carry = lines_sum(&s->sum.line, first);
    const size_t runs = summed_runs(b->rows->rows);
    f64v totals[RUNS];
    LANESCAN_ONE_BY_ONE
    for (size_t run = 0; run < runs; run++) {
        f64v terms[RUN], prefix[RUN];
        buffer_load_run(b->buffer, run, terms);
        sum_run(terms, prefix);
        for (size_t k = 1; k < RUN; k++)
            buffer_store(b->buffer, RUN * run + k, prefix[k]);
        totals[run] = prefix[RUN - 1];
    }
    for (size_t run = runs; run < RUNS; run++)
        totals[run] = totals[runs - 1];
    sum_network(totals);
    sum_columns_add(&s->sum, first, b->regular, totals[RUNS - 1]);
    for (size_t run = RUNS; run-- > 0;)
        totals[run] = sum_before_run(carry, totals, run);
    for (size_t row = b->rows->at.wanted_from; row < b->rows->rows; row++) {
        const f64v sum = sum_after(totals[row / RUN], buffer_load(b->buffer, row));
        block_result(type, b, row,
                     split ? logsumexp_split_log(of, sum, f64v_splat(0), buffer_load(b->ones, row))
                           : log_lanes(of, sum, shift));
    }
}

/* Split sums with every rounding error. */
LANESCAN_INLINE void columns_exact(precision of, element type, logsumexp_columns *s,
                                   const logsumexp_block *b)
{
    const size_t first = b->rows->first;
    const f64v_pair carry = lines_load_pair(&s->sum.line, first);
    const size_t runs = summed_runs(b->rows->rows);
    f64v_pair totals[RUNS];
    for (size_t run = 0; run < runs; run++) {
        f64v_pair terms[RUN], prefix[RUN];
        for (size_t k = 0; k < RUN; k++)
            terms[k] = row_sum(b->buffer, b->lows, RUN * run + k);
        exact_sum_run(terms, prefix);
        for (size_t k = 1; k < RUN; k++) {
            buffer_store(b->buffer, RUN * run + k, prefix[k].high);
            buffer_store(b->lows, RUN * run + k, prefix[k].low);
        }
        totals[run] = prefix[RUN - 1];
    }
    for (size_t run = runs; run < RUNS; run++)
        totals[run] = totals[runs - 1];
    exact_sum_network(totals);
    const f64v_pair total = totals[RUNS - 1];
    double *const low = s->sum.line.low + first, *const chunk_low = s->sum.chunk.low + first;
    sum_columns_add(&s->sum, first, b->regular, total.high);
    lines_store(low, b->regular, f64v_add(lines_load(low), total.low));
    lines_store(chunk_low, b->regular, f64v_add(lines_load(chunk_low), total.low));
    for (size_t run = RUNS; run-- > 0;)
        totals[run] = exact_sum_before_run(carry, totals, run);
    for (size_t row = b->rows->at.wanted_from; row < b->rows->rows; row++) {
        const f64v_pair sum = exact_sum_after(totals[row / RUN], row_sum(b->buffer, b->lows, row));
        block_result(type, b, row,
                     logsumexp_split_log(of, sum.high, sum.low, buffer_load(b->ones, row)));
    }
}

/* Eight lines, computed as `split` says, which is right for those that `agree`; the others are left
 * to scalars. */
LANESCAN_INLINE void logsumexp_columns_block(precision of, element type, bool split,
                                             lanescan_columns *columns, m64v agree,
                                             const row_block *block)
{
    logsumexp_columns *const s = &columns->as.logsumexp;
    const size_t first = block->first;
    const bool exact = split && of == DOUBLE;
    row_buffer buffer, lows, ones;
    const column_bounds bounds = columns_read(type, block, &buffer);
    const m64v inside = columns_regular(s, first, buffer_load(&buffer, 0), &bounds);
    const m64v regular = m64v_and(agree, inside);
    const logsumexp_block b = { block,   regular, lanes_in_use(block) & ~m64v_bits(regular),
                                &buffer, &lows,   &ones };
    f64v lowest, so_far = lines_load(s->ones + first);
    if (split && columns_exactly(s, first, regular, &bounds, &lowest)) {
        so_far = column_split_terms(of, lowest, so_far, block->rows, &buffer, &lows, &ones);
    } else {
        const f64v shift = split ? f64v_splat(-EXP_HEADROOM) : lines_load(s->shift + first);
        column_terms(of, shift, block->rows, &buffer);
        for (size_t row = 0; split && row < block->rows; row++)
            buffer_store(&ones, row, so_far);
        if (exact)
            fill_terms(0, block->rows, f64v_splat(0), &lows);
    }
    if (exact)
        columns_exact(of, type, s, &b);
    else
        columns_plain(of, type, split, s, &b);
    lines_store(s->lowest + first, regular, f64v_splat(-__builtin_inf()));
    if (split) {
        lines_store(s->ones + first, regular, so_far);
        columns_end_splitting(s, first, regular);
    }
    if (LANESCAN_UNLIKELY(b.others)) {
        columns_in_scalars(&PORTABLE(logsumexp_scan), of, type, b.others, columns, block, &buffer);
        buffer_write(type, block, &buffer);
    }
}

/* A whole group of eight lines that are not split, of which no result is wanted: nothing waits in a
 * buffer. False, and nothing is done, where a line is not regular. */
LANESCAN_INLINE bool logsumexp_columns_total(precision of, element type, logsumexp_columns *s,
                                             const row_block *block)
{
    const size_t first = block->first;
    const f64v shift = lines_load(s->shift + first);
    const f64v lowest = column_lowest(shift), magic = f64v_sub(f64v_splat(exp_magic(0)), shift);
    column_bounds bounds = { f64v_splat(-__builtin_inf()), lowest, lowest };
    f64v totals[RUNS];
    LANESCAN_ONE_BY_ONE
    for (size_t run = 0; run < RUNS; run++) {
        f64v terms[RUN], prefix[RUN];
        run_read(type, true, block, run, 0, terms);
        for (size_t k = 0; k < RUN; k++) {
            bounds.largest = f64v_max(bounds.largest, terms[k]);
            terms[k] = column_term(of, f64v_max(lowest, terms[k]), magic);
        }
        sum_run(terms, prefix);
        totals[run] = prefix[RUN - 1];
    }
    sum_network(totals);
    bounds.sum = totals[RUNS - 1];
    const m64v regular = columns_regular(s, first, row_read(type, block, 0, 0), &bounds);
    if (m64v_bits(regular) != (1u << LANES) - 1)
        return false;
    sum_columns_add(&s->sum, first, regular, totals[RUNS - 1]);
    lines_store(s->lowest + first, regular, f64v_splat(-__builtin_inf()));
    return true;
}

LANESCAN_INLINE void logsumexp_across(precision of, element type, lanescan_columns *state,
                                      size_t rows, size_t lines, const lanescan_rows *where)
{
    const logsumexp_columns *const s = &state->as.logsumexp;
    for (size_t first = 0; first < lines; first += LANES) {
        const row_block block = row_block_of(where, element_bytes(type), first, rows, lines);
        const unsigned these = lanes_in_use(&block);
        const i64v is_split = i64v_load_i8((const int8_t *)s->split + first);
        const m64v sums = i64v_lacks(is_split, 1);
        const m64v splits = i64v_lacks(i64v_add(is_split, i64v_splat(1)), 1);
        if (block.at.wanted_from >= GROUP && row_block_is_whole(&block) &&
            m64v_bits(sums) == (1u << LANES) - 1 &&
            logsumexp_columns_total(of, type, &state->as.logsumexp, &block))
            continue;
        if (__builtin_popcount(these & m64v_bits(sums)) >=
            __builtin_popcount(these & m64v_bits(splits)))
            logsumexp_columns_block(of, type, false, state, sums, &block);
        else
            logsumexp_columns_block(of, type, true, state, splits, &block);
    }
    state->position += rows;
    GENERIC(columns_end_group)(&PORTABLE(logsumexp_scan), state, lines);
}

#endif
