/* logcumsumexp of many lines side by side: logcumsumexp_tpl.h, one line a lane. Eight lines go together while they are all
 * counting or none of them is, and as far as they are regular. A buffer takes what passes from one step to the next: elements, exponentials, run
 * sums. `type` says how exactly they are computed, `in` what is in memory. */
#ifndef LANESCAN_ACROSS_LOGCUMSUMEXP_TPL_H
#define LANESCAN_ACROSS_LOGCUMSUMEXP_TPL_H

#include "across_sum_tpl.h"
#include "logcumsumexp_tpl.h"

LANESCAN_INLINE lse_state across_log_get(const across_log *log, size_t l)
{
    return (lse_state){ .sum = across_sum_get(&log->sum, l),
                        .count = log->count[l],
                        .count_before = log->count_before[l],
                        .shift = log->shift[l],
                        .highest = log->highest[l],
                        .lowest = log->lowest[l],
                        .reference = log->reference[l],
                        .mode = log->mode[l],
                        .counting = log->counting[l] };
}

LANESCAN_INLINE void across_log_put(across_log *log, size_t l, const lse_state *line)
{
    across_sum_put(&log->sum, l, line->sum);
    log->count[l] = line->count;
    log->count_before[l] = line->count_before;
    log->shift[l] = line->shift;
    log->highest[l] = line->highest;
    log->lowest[l] = line->lowest;
    log->reference[l] = line->reference;
    log->mode[l] = line->mode;
    log->counting[l] = line->counting;
}

/* One column and its line's state by the line kernel's code. Elements of type f32 are floats, so nothing is lost. */
LANESCAN_INLINE void logcumsumexp_column(element type, lse_state *line, double *x, size_t rows)
{
    float narrow[GROUP];
    lse_sums sums;
    for (size_t i = 0; i < rows; i++) {
        if (line->mode == LOG_ENDED)
            x[i] = line->reference = lse_ended(line->reference, x[i]);
        narrow[i] = (float)x[i];
    }
    if (line->mode != LOG_ENDED &&
        lse_step(type, rows, IS_NARROW(type) ? (const void *)narrow : (const void *)x, &sums,
                 ELEMENT_F64, x, line))
        lse_finish_group(type, GROUP, &sums, ELEMENT_F64, x);
}

LANESCAN_APART void logcumsumexp_aside(element type, columns_aside *aside, across_log *log,
                                       const row_block *block, const row_buffer *elements)
{
    for (size_t lane = 0; lane < LANES; lane++) {
        if (!(aside->lanes >> lane & 1))
            continue;
        double *const x = aside->x[lane];
        for (size_t row = 0; row < block->rows; row++)
            x[row] = elements->v[LANES * row + lane];
        lse_state line = across_log_get(log, block->first + lane);
        if (IS_NARROW(type))
            logcumsumexp_column(ELEMENT_F32, &line, x, block->rows);
        else
            logcumsumexp_column(ELEMENT_F64, &line, x, block->rows);
        across_log_put(log, block->first + lane, &line);
    }
}

/* The extremes of the columns, and a number that is not finite where they hold a NaN (or both infinities). */
typedef struct column_bounds {
    f64x8 largest, smallest, sum;
} column_bounds;

LANESCAN_INLINE column_bounds bounds_with(column_bounds b, f64x8 x)
{
    return (column_bounds){ f64x8_max(b.largest, x), f64x8_min(b.smallest, x),
                            f64x8_add(b.sum, x) };
}

/* Reads a block's elements and bounds them. A group's missing elements are -inf. */
LANESCAN_INLINE column_bounds columns_read(element in, const row_block *block, row_buffer *elements)
{
    const f64x8 none = f64x8_splat(-__builtin_inf()), zero = f64x8_splat(0);
    column_bounds of[2] = { { none, f64x8_splat(__builtin_inf()), zero },
                            { none, f64x8_splat(__builtin_inf()), zero } };
    for (size_t row = 0; row < block->rows; row++) {
        const f64x8 x = row_read(in, block, row, -__builtin_inf());
        of[row % 2] = bounds_with(of[row % 2], x);
        buffer_store(elements, row, x);
    }
    if (block->rows < GROUP)
        of[0] = bounds_with(of[0], none);
    return (column_bounds){ f64x8_max(of[0].largest, of[1].largest),
                            f64x8_min(of[0].smallest, of[1].smallest),
                            f64x8_add(of[0].sum, of[1].sum) };
}

/* Lines whose column stays in the window. */
LANESCAN_INLINE m64x8 columns_regular(const across_log *log, size_t first,
                                      const row_buffer *elements, const column_bounds *bounds)
{
    const m64x8 no_nan = f64x8_gt(f64x8_splat(__builtin_inf()), bounds->sum);
    const m64x8 not_above = f64x8_replaces(OP_MIN, lines_load(log->highest + first),
                                           bounds->largest);
    const m64x8 not_below = f64x8_replaces(OP_MAX, lines_load(log->lowest + first),
                                           buffer_load(elements, 0));
    return m64x8_and(no_nan, m64x8_and(not_above, not_below));
}

/* Does lse_group_exp take the way for counted elements and the smallest terms for any of these lines? For those for which it
 * does not, that way makes no difference once elements below the normal range are taken as `lowest`, as the other does. */
LANESCAN_INLINE bool columns_exactly(const across_log *log, size_t first, m64x8 regular,
                                     const column_bounds *bounds, f64x8 *lowest)
{
    const m64x8 any_counted = lse_is_counted(bounds->largest),
                counted_before = f64x8_gt(lines_load(log->count + first), f64x8_splat(0)),
                any_below = f64x8_gt(f64x8_splat(LSE_TERM_LOWEST), bounds->smallest);
    const f64x8 none = f64x8_splat(-__builtin_inf());
    *lowest = f64x8_select(any_counted, none,
                           f64x8_select(counted_before, none, f64x8_splat(LSE_TERM_LOWEST)));
    return m64x8_any(m64x8_and(regular, any_counted)) ||
           m64x8_any(m64x8_and(regular, m64x8_and(counted_before, any_below)));
}

/* A number in all rows from `rows` on, such as the term of a missing element. */
LANESCAN_INLINE void fill_terms(size_t rows, f64x8 term, row_buffer *terms)
{
    for (size_t row = rows; row < GROUP; row++)
        buffer_store(terms, row, term);
}

/* Elements become terms, by lse_exp without headroom and with a shift for each line. */
LANESCAN_INLINE void across_log_exp(element type, f64x8 shift, size_t rows, row_buffer *buffer)
{
    const f64x8 lowest = f64x8_add(f64x8_mul(shift, f64x8_splat(LANESCAN_LN2_HIGH)),
                                   f64x8_splat(EXP_LOWEST_NORMAL));
    const f64x8 magic = f64x8_sub(f64x8_splat(exp_magic(0)), shift);
    for (size_t row = 0; row < rows; row++) {
        const exponential e = exp_lanes(type, f64x8_max(lowest, buffer_load(buffer, row)), magic);
        buffer_store(buffer, row, f64x8_fma(e.fraction, e.scale, e.scale));
    }
    if (rows < GROUP) {
        const exponential e = exp_lanes(type, lowest, magic);
        fill_terms(rows, f64x8_fma(e.fraction, e.scale, e.scale), buffer);
    }
}

/* The same with elements counted; what is left of the terms goes to `lows`, the running counts to `counts`. Returns the last
 * of these. */
LANESCAN_INLINE f64x8 across_log_exp_counting(element type, f64x8 lowest, f64x8 count, size_t rows,
                                              row_buffer *buffer, row_buffer *lows,
                                              row_buffer *counts)
{
    const f64x8 one = f64x8_splat(1), zero = f64x8_splat(0);
    for (size_t row = 0; row < rows; row++) {
        const f64x8 x = f64x8_max(lowest, buffer_load(buffer, row));
        const sum_lanes term = lse_counting_exp(type, x);
        buffer_store(buffer, row, term.high);
        buffer_store(lows, row, term.low);
        count = f64x8_add(count, f64x8_select(lse_is_counted(x), one, zero));
        buffer_store(counts, row, count);
    }
    if (rows < GROUP) {
        fill_terms(rows, lse_counting_exp(type, lowest).high, buffer);
        fill_terms(rows, zero, lows);
    }
    return count;
}

/* Terms become run sums; returns the group's total. */
LANESCAN_INLINE f64x8 across_log_runs(row_buffer *buffer, f64x8 totals[LANES])
{
    for (size_t run = 0; run < LANES; run++) {
        const size_t row = RUN * run;
        const f64x8 ab = f64x8_add(buffer_load(buffer, row), buffer_load(buffer, row + 1)),
                    c = buffer_load(buffer, row + 2), d = buffer_load(buffer, row + 3);
        totals[run] = f64x8_add(ab, f64x8_add(c, d));
        buffer_store(buffer, row + 1, ab);
        buffer_store(buffer, row + 2, f64x8_add(ab, c));
        buffer_store(buffer, row + 3, totals[run]);
    }
    across_network_add(totals);
    return totals[LANES - 1];
}

LANESCAN_INLINE sum_lanes row_sum(const row_buffer *highs, const row_buffer *lows, size_t row)
{
    return (sum_lanes){ buffer_load(highs, row), buffer_load(lows, row) };
}

LANESCAN_INLINE void row_sum_store(row_buffer *highs, row_buffer *lows, size_t row, sum_lanes sum)
{
    buffer_store(highs, row, sum.high);
    buffer_store(lows, row, sum.low);
}

/* The same with every rounding error, as lse_scan_runs: `lows` holds those of the terms, then those of the sums. */
LANESCAN_INLINE sum_lanes across_log_exact_runs(row_buffer *buffer, row_buffer *lows,
                                                sum_lanes totals[LANES])
{
    for (size_t run = 0; run < LANES; run++) {
        const size_t row = RUN * run;
        const sum_lanes a = row_sum(buffer, lows, row), b = row_sum(buffer, lows, row + 1),
                        c = row_sum(buffer, lows, row + 2), d = row_sum(buffer, lows, row + 3);
        const sum_lanes ab = sum_lanes_add(a, b), abc = sum_lanes_add(ab, c);
        totals[run] = sum_lanes_add(ab, sum_lanes_add(c, d));
        row_sum_store(buffer, lows, row + 1, ab);
        row_sum_store(buffer, lows, row + 2, abc);
        row_sum_store(buffer, lows, row + 3, totals[run]);
    }
    for (int half = 1; half < LANES; half *= 2)
        for (int at = 0; at < LANES; at++)
            if (at & half)
                totals[at] = sum_lanes_add(totals[network_before(half, at)], totals[at]);
    return totals[LANES - 1];
}

/* After a group: regular lines whose sum is large enough count no more. */
LANESCAN_INLINE void across_log_stop_counting(across_log *log, size_t first, m64x8 regular)
{
    const f64x8 sum = f64x8_add(lines_load(log->sum.high[0] + first),
                                lines_load(log->sum.low[0] + first));
    const f64x8 s = f64x8_fma(sum, f64x8_splat(LSE_UNIT), lines_load(log->count + first));
    const unsigned stop = m64x8_bits(m64x8_and(regular, f64x8_gt(s, f64x8_splat(LSE_COUNT_UNTIL))));
    for (size_t lane = 0; LANESCAN_UNLIKELY(stop) && lane < LANES; lane++) {
        if (!(stop >> lane & 1))
            continue;
        lse_state line = across_log_get(log, first + lane);
        lse_stop_counting(&line);
        across_log_put(log, first + lane, &line);
    }
}

/* What a block of lines is on its way from terms to results. */
typedef struct log_block {
    m64x8 regular;
    const row_block *rows;
    row_buffer *buffer, *lows; /* terms, and what rounding left of them */
    const row_buffer *counts;
} log_block;

/* A group of lines of which none is counting, or that take no account of rounding errors. */
LANESCAN_INLINE void across_log_plain(element type, element in, bool counting, across_log *log,
                                      log_block b)
{
    const size_t first = b.rows->first;
    f64x8 totals[LANES];
    const f64x8 shift = lines_load(log->shift + first);
    const f64x8 carry = f64x8_add(lines_load(log->sum.high[0] + first),
                                  lines_load(log->sum.low[0] + first));
    across_sum_add(&log->sum, first, b.regular, across_log_runs(b.buffer, totals));
    for (size_t run = 0; run < runs_of(b.rows->rows); run++) {
        const f64x8 before = f64x8_add(carry, run ? totals[run - 1] : f64x8_splat(0));
        for (size_t row = RUN * run; row < RUN * run + RUN && row < b.rows->rows; row++) {
            const f64x8 sum = f64x8_add(before, buffer_load(b.buffer, row));
            row_write(in, b.rows, row,
                      counting
                          ? lse_log_counting(type, sum, f64x8_splat(0), buffer_load(b.counts, row))
                          : log_lanes(type, sum, shift));
        }
    }
}

LANESCAN_INLINE void across_log_exact(element type, element in, across_log *log, log_block b)
{
    const size_t first = b.rows->first;
    sum_lanes totals[LANES];
    const sum_lanes zero = { f64x8_splat(0), f64x8_splat(0) };
    const sum_lanes carry = { lines_load(log->sum.high[0] + first),
                              lines_load(log->sum.low[0] + first) };
    const sum_lanes total = across_log_exact_runs(b.buffer, b.lows, totals);
    across_sum_add(&log->sum, first, b.regular, total.high);
    for (int which = 0; which < 2; which++) {
        double *const low = log->sum.low[which] + first;
        lines_store(low, b.regular, f64x8_add(lines_load(low), total.low));
    }
    for (size_t run = 0; run < runs_of(b.rows->rows); run++) {
        const sum_lanes before = sum_lanes_add(carry, run ? totals[run - 1] : zero);
        for (size_t row = RUN * run; row < RUN * run + RUN && row < b.rows->rows; row++) {
            const sum_lanes sum = sum_lanes_add(before, row_sum(b.buffer, b.lows, row));
            row_write(in, b.rows, row,
                      lse_log_counting(type, sum.high, sum.low, buffer_load(b.counts, row)));
        }
    }
}

LANESCAN_INLINE void across_log_block(element type, element in, bool counting, across_log *log,
                                      m64x8 agree, const row_block *block)
{
    const size_t first = block->first;
    const bool exact = counting && !IS_NARROW(type);
    row_buffer buffer, lows, counts;
    const column_bounds bounds = columns_read(in, block, &buffer);
    const m64x8 regular = m64x8_and(agree, columns_regular(log, first, &buffer, &bounds));
    columns_aside aside;
    aside.lanes = lanes_in_use(block) & ~m64x8_bits(regular);
    if (LANESCAN_UNLIKELY(aside.lanes))
        logcumsumexp_aside(type, &aside, log, block, &buffer);

    f64x8 lowest, count = lines_load(log->count + first);
    if (counting && columns_exactly(log, first, regular, &bounds, &lowest)) {
        count = across_log_exp_counting(type, lowest, count, block->rows, &buffer, &lows, &counts);
    } else {
        across_log_exp(type,
                       counting ? f64x8_splat(-EXP_HEADROOM) : lines_load(log->shift + first),
                       block->rows, &buffer);
        for (size_t row = 0; counting && row < block->rows; row++)
            buffer_store(&counts, row, count);
        if (exact)
            fill_terms(0, f64x8_splat(0), &lows);
    }
    const log_block b = { regular, block, &buffer, &lows, &counts };
    if (exact)
        across_log_exact(type, in, log, b);
    else
        across_log_plain(type, in, counting, log, b);
    lines_store(log->lowest + first, regular, f64x8_splat(-__builtin_inf()));
    if (counting) {
        lines_store(log->count + first, regular, count);
        across_log_stop_counting(log, first, regular);
    }
    if (LANESCAN_UNLIKELY(aside.lanes))
        columns_put_back(in, &aside, block);
}

LANESCAN_APART void across_log_next_chunk(across_log *log, size_t lines)
{
    for (size_t l = 0; l < lines; l++) {
        lse_state line = across_log_get(log, l);
        lse_next_chunk(&line);
        across_log_put(log, l, &line);
    }
}

LANESCAN_INLINE void across_logcumsumexp(element type, element in, lanescan_across *state,
                                         size_t rows, size_t lines, const lanescan_rows *where)
{
    across_log *const log = &state->as.log;
    for (size_t first = 0; first < lines; first += LANES) {
        const row_block block = row_block_of(where, element_bytes(in), first, rows, lines);
        const unsigned these = lanes_in_use(&block);
        const i64x8 is_counting = i64x8_load_i8((const int8_t *)log->counting + first);
        const m64x8 sums = i64x8_lacks(is_counting, 1);
        const m64x8 counts = i64x8_lacks(i64x8_add(is_counting, i64x8_splat(1)), 1);
        const int num_sums = __builtin_popcount(these & m64x8_bits(sums)),
                  num_counts = __builtin_popcount(these & m64x8_bits(counts));
        if (num_sums >= num_counts)
            across_log_block(type, in, false, log, sums, &block);
        else
            across_log_block(type, in, true, log, counts, &block);
    }
    state->position += rows;
    if (state->position % CHUNK == 0)
        across_log_next_chunk(log, lines);
}

static void across_logcumsumexp_f32(lanescan_across *state, size_t rows, size_t lines,
                                    const lanescan_rows *where)
{
    across_logcumsumexp(ELEMENT_F32, ELEMENT_F32, state, rows, lines, where);
}

static void across_logcumsumexp_half(lanescan_across *state, size_t rows, size_t lines,
                                     const lanescan_rows *where)
{
    across_logcumsumexp(ELEMENT_F32, ELEMENT_F64, state, rows, lines, where);
}

static void across_logcumsumexp_f64(lanescan_across *state, size_t rows, size_t lines,
                                    const lanescan_rows *where)
{
    across_logcumsumexp(ELEMENT_F64, ELEMENT_F64, state, rows, lines, where);
}

#endif
