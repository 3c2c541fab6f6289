/* cumprod of many lines side by side, a line in each lane. */
#ifndef LANESCAN_PRODUCT_ACROSS_H
#define LANESCAN_PRODUCT_ACROSS_H

#include "fold/ended.h"
#include "ops/product/product.h"

/* product_multiply_group for the lines that are regular; returns the squares of the products. */
LANESCAN_INLINE f64v product_multiply_groups(pair_columns *carries, size_t first, m64v regular,
                                             f64v_pair total)
{
    const f64v_pair next = f64v_pair_multiply(lines_load_pair(carries, first), total);
    lines_store_pair(carries, first, regular, next);
    return f64v_select(regular, f64v_mul(next.high, next.high), f64v_splat(1));
}

/* The carries of regular lines, and exponents for those that have moved far from 1, or have one
 * (`with_exponent`, as bits) already. */
LANESCAN_INLINE void product_columns_multiply(product_columns *s, size_t first, m64v regular,
                                              unsigned with_exponent, f64v_pair total)
{
    const f64v line = product_multiply_groups(&s->line.value, first, regular, total);
    const f64v chunk = product_multiply_groups(&s->chunk.value, first, regular, total);
    const f64v low = f64v_splat(PRODUCT_SQUARE_LOW), high = f64v_splat(PRODUCT_SQUARE_HIGH);
    const unsigned may_move = with_exponent | m64v_bits(f64v_gt(low, f64v_min(line, chunk))) |
                              m64v_bits(f64v_gt(f64v_max(line, chunk), high));
    for (size_t lane = 0; LANESCAN_UNLIKELY(may_move) && lane < LANES; lane++) {
        product_state of_line;
        if (!(may_move >> lane & 1))
            continue;
        product_get(s, first + lane, &of_line);
        product_end_group(&of_line);
        product_put(s, first + lane, &of_line);
    }
}

/* The results of a run, from its prefixes. */
LANESCAN_INLINE void product_run_results(f64v carry, const f64v_pair totals[RUNS], size_t run,
                                         const row_buffer *prefixes, f64v y[RUN])
{
    exact_product_apply_in(exact_product_before_run(carry, totals, run), row_in_buffer,
                           buffer_run(prefixes, run), y);
}

/* The largest double below what group_scale takes for a normal number. */
#define PRODUCT_BELOW_NORMAL 0x1.fffffffffffffp-1022

/* group_scale for the results of eight lines. Returns those whose results are all normal numbers,
 * as without an exponent they always are. */
LANESCAN_INLINE m64v product_scale_block(const int64_t *exponents, row_buffer *results)
{
    double scales[LANES];
    for (size_t lane = 0; lane < LANES; lane++) {
        const bool can_scale = group_can_scale(exponents[lane]);
        scales[lane] = can_scale ? f64_power_of_two(exponents[lane]) : 0; /* 0 is not normal */
    }
    const f64v scale = f64v_load(ELEMENT_F64, scales), zero = f64v_splat(0), minus = f64v_splat(-1);
    f64v smallest = f64v_splat(1), infinite = zero; /* NaN where a run's sum is not finite */
    for (size_t run = 0; run < RUNS; run++) {
        f64v sum = zero;
        for (size_t k = RUN * run; k < RUN * run + RUN; k++) {
            const f64v y = f64v_mul(buffer_load(results, k), scale);
            smallest = f64v_min(smallest, f64v_max(y, f64v_mul(y, minus)));
            sum = f64v_add(sum, y);
            buffer_store(results, k, y);
        }
        infinite = f64v_add(infinite, f64v_mul(sum, zero));
    }
    return f64v_gt(f64v_add(smallest, infinite), f64v_splat(PRODUCT_BELOW_NORMAL));
}

/* Lines with an exponent are regular if their results can be scaled; those that are not regular are
 * left to scalars. */
LANESCAN_COLD void product_irregular_block(element type, f64v carry, const f64v_pair totals[RUNS],
                                           row_buffer *results, m64v near, lanescan_columns *state,
                                           const row_block *block)
{
    product_columns *const s = &state->as.product;
    const size_t first = block->first;
    const m64v without_exponent = i64v_lacks(i64v_load(s->line.exponent + first), -1);
    m64v regular = near;
    for (size_t run = 0; run < RUNS; run++) {
        f64v y[RUN];
        product_run_results(carry, totals, run, results, y);
        buffer_store_run(results, run, y);
    }
    if (m64v_bits(near) & ~m64v_bits(without_exponent))
        regular = m64v_and(near, product_scale_block(s->line.exponent + first, results));
    product_columns_multiply(s, first, regular, m64v_bits(regular) & ~m64v_bits(without_exponent),
                             totals[RUNS - 1]);
    columns_ended(OP_MULTIPLY, type, state, block, results);
    columns_in_scalars(&PORTABLE(product_scan), precision_of(type), type,
                       lanes_in_use(block) & ~m64v_bits(regular) & ~lines_over(state, block), state,
                       block, results);
    buffer_write(type, block, results);
}

LANESCAN_NOINLINE void product_any_block(element type, lanescan_columns *state,
                                         const row_block *block);

/* As sum_block. */
LANESCAN_INLINE void product_block(element type, bool whole, lanescan_columns *state,
                                   const row_block *block)
{
    product_columns *const s = &state->as.product;
    const size_t first = block->first, runs = whole ? RUNS : runs_of(block->rows);
    const f64v carry = lines_sum(&s->line.value, first);
    const i64v lowest = i64v_splat(-((int64_t)ELEMENT_LOWEST << 52));
    i64v any = i64v_splat(0);
    row_buffer results;
    f64v_pair totals[RUNS];
    for (size_t run = runs; run < RUNS; run++)
        totals[run] = exact_product_lift(f64v_splat(1));
    for (size_t run = 0; run < runs; run++) {
        f64v x[RUN];
        f64v_pair prefix[RUN];
        run_read(type, whole, block, run, 1, x);
        for (size_t k = 0; k < RUN; k++)
            any = i64v_or(any, i64v_add(i64v_of_f64(x[k]), lowest));
        exact_product_run(x, prefix);
        for (size_t k = 0; k < RUN; k++)
            buffer_store(&results, RUN * run + k, prefix[k].high);
        totals[run] = prefix[RUN - 1];
    }
    const m64v near = m64v_and(lines_go_on(state, first), i64v_lacks(any, ELEMENT_FAR_BITS));
    const m64v regular = m64v_and(near, i64v_lacks(i64v_load(s->line.exponent + first), -1));
    const unsigned others = lanes_in_use(block) & ~m64v_bits(regular);
    if (LANESCAN_UNLIKELY(whole && others)) {
        product_any_block(type, state, block);
        return;
    }
    exact_product_network(totals);
    if (LANESCAN_UNLIKELY(others)) {
        product_irregular_block(type, carry, totals, &results, near, state, block);
        return;
    }
    product_columns_multiply(s, first, regular, 0, totals[RUNS - 1]);
    for (size_t run = 0; run < runs; run++) {
        f64v y[RUN];
        product_run_results(carry, totals, run, &results, y);
        run_write(type, whole, block, run, y);
    }
}

LANESCAN_NOINLINE void product_any_block(element type, lanescan_columns *state,
                                         const row_block *block)
{
    if (type == ELEMENT_F64)
        product_block(ELEMENT_F64, false, state, block);
    else
        product_block(ELEMENT_F32, false, state, block);
}

LANESCAN_INLINE void product_across(element type, lanescan_columns *state, size_t rows,
                                    size_t lines, const lanescan_rows *where)
{
    for (size_t first = 0; first < lines; first += LANES) {
        const row_block block = row_block_of(where, element_bytes(type), first, rows, lines);
        const unsigned over = lines_over(state, &block);
        if (LANESCAN_UNLIKELY(over == lanes_in_use(&block)))
            columns_ended(OP_MULTIPLY, type, state, &block, NULL);
        else if (LANESCAN_LIKELY(!over && row_block_is_whole(&block)))
            product_block(type, true, state, &block);
        else
            product_any_block(type, state, &block);
    }
    state->position += rows;
    GENERIC(columns_end_group)(&PORTABLE(product_scan), state, lines);
}

#endif
