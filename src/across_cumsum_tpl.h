/* cumsum of many lines side by side: cumsum_tpl.h, one line a lane. */
#ifndef LANESCAN_ACROSS_CUMSUM_TPL_H
#define LANESCAN_ACROSS_CUMSUM_TPL_H

#include "across_sum_tpl.h"
#include "cumsum_tpl.h"

/* A column whose squares (or that of its total, for floats) and those of its carry sum up to less has no result that is not
 * finite. */
#define ACROSS_TAME 0x1p1000

/* The columns set aside, and their lines' states, by the line kernel's code. */
LANESCAN_APART void cumsum_aside(element type, columns_aside *aside, lanescan_across *state,
                                 const row_block *block)
{
    const size_t rows = block->rows;
    for (size_t lane = 0; lane < LANES; lane++) {
        const size_t l = block->first + lane;
        if (!(aside->lanes >> lane & 1))
            continue;
        double *const x = column_take(type, aside, lane, block);
        if (state->over[l]) {
            state->ended[l] = line_ended(OP_ADD, ELEMENT_F64, ELEMENT_F64, rows, x, x,
                                         state->ended[l]);
            continue;
        }
        sum_carry carry = across_sum_get(&state->as.sum, l);
        const group_runs runs = group_load_part(ELEMENT_F64, x, rows);
        state->over[l] = cumsum_finish(ELEMENT_F64, ELEMENT_F64, rows, x, x, runs, &carry,
                                       &state->ended[l]);
        across_sum_put(&state->as.sum, l, carry);
    }
}

/* Sums of squares, to see whether numbers are tame. What they are in detail does not matter: lines set aside get the same
 * bits. */
LANESCAN_INLINE f64x8 add_square(f64x8 sum, f64x8 x)
{
    return LANESCAN_LANES_ARE_SCALARS ? f64x8_add(sum, f64x8_mul(x, x)) : f64x8_fma(x, x, sum);
}

LANESCAN_INLINE void across_cumsum_block(element type, bool whole, lanescan_across *state,
                                         const row_block *block)
{
    across_sum *const sum = &state->as.sum;
    const size_t first = block->first, runs = whole ? LANES : runs_of(block->rows);
    const f64x8 high = lines_load(sum->high[0] + first), low = lines_load(sum->low[0] + first);
    const f64x8 one = f64x8_splat(1);
    row_buffer scanned;
    f64x8 totals[LANES], squares[RUN] = { one, one, add_square(one, high), add_square(one, low) };
    for (size_t run = 0; run < LANES; run++)
        totals[run] = f64x8_splat(0);
    for (size_t run = 0; run < runs; run++) {
        const size_t row = RUN * run;
        f64x8 x[RUN];
        run_read(type, whole, block, run, 0, x);
        for (size_t k = 0; !IS_NARROW(type) && k < RUN; k++)
            squares[k] = add_square(squares[k], x[k]);
        const f64x8 ab = f64x8_add(x[0], x[1]);
        totals[run] = f64x8_add(ab, f64x8_add(x[2], x[3]));
        buffer_store(&scanned, row, x[0]);
        buffer_store(&scanned, row + 1, ab);
        buffer_store(&scanned, row + 2, f64x8_add(ab, x[2]));
        buffer_store(&scanned, row + 3, totals[run]);
    }
    across_network_add(totals);
    if (IS_NARROW(type)) /* sums of floats stay finite in f64, unless one is not */
        squares[0] = add_square(squares[0], totals[LANES - 1]);
    const m64x8 tame = f64x8_gt(
        f64x8_splat(ACROSS_TAME),
        f64x8_add(f64x8_add(squares[0], squares[1]), f64x8_add(squares[2], squares[3])));
    columns_aside aside;
    aside.lanes = lanes_in_use(block) &
                  ~m64x8_bits(tame); /* those that are over, too: their sum is not finite */
    if (LANESCAN_UNLIKELY(aside.lanes)) {
        if ((lanes_in_use(block) & ~lines_over(state, first)) == 0) {
            across_ended(type, OP_ADD, state, block);
            return;
        }
        cumsum_aside(type, &aside, state, block);
    }

    const f64x8 carry = f64x8_add(high, low);
    across_sum_add(sum, first, tame, totals[LANES - 1]);
    for (size_t run = 0; run < runs; run++) {
        const f64x8 before = f64x8_add(carry, run ? totals[run - 1] : f64x8_splat(0));
        f64x8 y[RUN];
        for (size_t k = 0; k < RUN; k++)
            y[k] = f64x8_add(before, buffer_load(&scanned, RUN * run + k));
        run_write(type, whole, block, run, y);
    }
    if (LANESCAN_UNLIKELY(aside.lanes))
        columns_put_back(type, &aside, block);
}

/* A block with fewer lines or rows than others. */
LANESCAN_APART void across_cumsum_part(element type, lanescan_across *state, const row_block *block)
{
    if (IS_NARROW(type))
        across_cumsum_block(ELEMENT_F32, false, state, block);
    else
        across_cumsum_block(ELEMENT_F64, false, state, block);
}

#endif
