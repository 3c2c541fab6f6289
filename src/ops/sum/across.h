/* cumsum of many lines side by side, a line in each lane. */
#ifndef LANESCAN_SUM_ACROSS_H
#define LANESCAN_SUM_ACROSS_H

#include "fold/ended.h"
#include "ops/sum/state.h"
#include "ops/sum/sum.h"

/* sum_add_group for the lines from `first` on that are regular. */
LANESCAN_INLINE void sum_add_groups(pair_columns *carries, size_t first, m64v regular, f64v total)
{
    lines_store_pair(carries, first, regular,
                     f64v_compensated_add(lines_load_pair(carries, first), total));
}

LANESCAN_INLINE void sum_columns_add(sum_columns *s, size_t first, m64v regular, f64v total)
{
    sum_add_groups(&s->line, first, regular, total);
    sum_add_groups(&s->chunk, first, regular, total);
}

/* The results of a run, from its prefixes. */
LANESCAN_INLINE void sum_run_results(f64v carry, const f64v totals[RUNS], size_t run,
                                     const row_buffer *prefixes, f64v y[RUN])
{
    sum_apply_in(sum_before_run(carry, totals, run), row_in_buffer, buffer_run(prefixes, run), y);
}

/* Lines that are not regular are left to scalars. */
LANESCAN_COLD void sum_irregular_block(element type, f64v carry, const f64v totals[RUNS],
                                       row_buffer *results, unsigned others,
                                       lanescan_columns *state, const row_block *block)
{
    const unsigned over = lines_over(state, block);
    for (size_t run = 0; run < runs_of(block->rows); run++) {
        f64v y[RUN];
        sum_run_results(carry, totals, run, results, y);
        buffer_store_run(results, run, y);
    }
    if (over)
        columns_ended(OP_ADD, type, state, block, results);
    columns_in_scalars(&GENERIC(sum_scan), precision_of(type), type, others & ~over, state, block,
                       results);
    buffer_write(type, block, results);
}

LANESCAN_NOINLINE void sum_any_block(element type, lanescan_columns *state, const row_block *block);

/* Eight lines. `whole`: all are there, with a group each; then irregular ones are left to
 * sum_any_block, so that what the registers hold here goes to no other function. */
LANESCAN_INLINE void sum_block(element type, bool whole, lanescan_columns *state,
                               const row_block *block)
{
    sum_columns *const s = &state->as.sum;
    const size_t first = block->first, runs = whole ? RUNS : runs_of(block->rows);
    const f64v_pair line = lines_load_pair(&s->line, first);
    const f64v one = f64v_splat(1), carry = f64v_add(line.high, line.low);
    row_buffer results;
    f64v totals[RUNS],
        squares[RUN] = { one, one, add_square(one, line.high), add_square(one, line.low) };
    for (size_t run = runs; run < RUNS; run++)
        totals[run] = f64v_splat(0);
    for (size_t run = 0; run < runs; run++) {
        f64v x[RUN], prefix[RUN];
        run_read(type, whole, block, run, 0, x);
        for (size_t k = 0; type == ELEMENT_F64 && k < RUN; k++)
            squares[k] = add_square(squares[k], x[k]);
        sum_run(x, prefix);
        buffer_store_run(&results, run, prefix);
        totals[run] = prefix[RUN - 1];
    }
    sum_network(totals);
    if (type != ELEMENT_F64) /* sums of floats stay finite in f64, unless one is not */
        squares[0] = add_square(squares[0], totals[RUNS - 1]);
    const m64v regular = f64v_gt(
        f64v_splat(SUM_OF_SQUARES_IN_RANGE),
        f64v_add(f64v_add(squares[0], squares[1]), f64v_add(squares[2], squares[3])));
    /* Lines that are over, too: their sum is not finite. */
    const unsigned others = lanes_in_use(block) & ~m64v_bits(regular);
    if (LANESCAN_UNLIKELY(whole && others)) {
        sum_any_block(type, state, block);
        return;
    }
    sum_columns_add(s, first, regular, totals[RUNS - 1]);
    if (LANESCAN_UNLIKELY(others)) {
        sum_irregular_block(type, carry, totals, &results, others, state, block);
        return;
    }
    for (size_t run = 0; run < runs; run++) {
        f64v y[RUN];
        sum_run_results(carry, totals, run, &results, y);
        run_write(type, whole, block, run, y);
    }
}

LANESCAN_NOINLINE void sum_any_block(element type, lanescan_columns *state, const row_block *block)
{
    if (type == ELEMENT_F64)
        sum_block(ELEMENT_F64, false, state, block);
    else
        sum_block(ELEMENT_F32, false, state, block);
}

LANESCAN_INLINE void sum_across(element type, lanescan_columns *state, size_t rows, size_t lines,
                                const lanescan_rows *where)
{
    for (size_t first = 0; first < lines; first += LANES) {
        const row_block block = row_block_of(where, element_bytes(type), first, rows, lines);
        const unsigned over = lines_over(state, &block);
        if (LANESCAN_UNLIKELY(over == lanes_in_use(&block)))
            columns_ended(OP_ADD, type, state, &block, NULL);
        else if (LANESCAN_LIKELY(!over && row_block_is_whole(&block)))
            sum_block(type, true, state, &block);
        else
            sum_any_block(type, state, &block);
    }
    state->position += rows;
    GENERIC(columns_end_group)(&GENERIC(sum_scan), state, lines);
}

#endif
