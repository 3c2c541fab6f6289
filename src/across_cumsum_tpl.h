/* cumsum of many lines side by side: cumsum_tpl.h, one line a lane. */
#ifndef LANESCAN_ACROSS_CUMSUM_TPL_H
#define LANESCAN_ACROSS_CUMSUM_TPL_H

#include "across_sum_tpl.h"
#include "cumsum_tpl.h"

/* A column whose squares, and those of its carry, sum up to less has no result that is not finite. */
#define ACROSS_TAME 0x1p1000

/* The columns set aside, and their lines' states, by the line kernel's code. */
LANESCAN_APART void cumsum_aside(columns_aside *aside, lanescan_across *state, size_t first,
                                 const double *block, size_t rows)
{
    for (size_t lane = 0; lane < LANES; lane++) {
        const size_t l = first + lane;
        if (!(aside->lanes >> lane & 1))
            continue;
        double *const x = column_take(aside, lane, block, rows);
        if (state->over[l]) {
            cumsum_ended(ELEMENT_F64, ELEMENT_F64, rows, x, x, state->ended[l]);
            state->ended[l] = x[rows - 1];
            continue;
        }
        sum_carry carry = across_sum_get(&state->as.sum, l);
        const group_runs runs = group_load_part(OP_ADD, ELEMENT_F64, x, rows);
        state->over[l] = cumsum_finish(ELEMENT_F64, ELEMENT_F64, rows, x, x, runs, &carry,
                                       &state->ended[l]);
        across_sum_put(&state->as.sum, l, carry);
    }
}

LANESCAN_INLINE void across_cumsum_block(lanescan_across *state, size_t first, size_t rows,
                                         size_t runs, unsigned lines, double *block)
{
    across_sum *const sum = &state->as.sum;
    const f64x8 high = lines_load(sum->high[0] + first), low = lines_load(sum->low[0] + first);
    f64x8 totals[LANES], squares[RUN] = { f64x8_splat(1), f64x8_splat(1), f64x8_mul(high, high),
                                          f64x8_mul(low, low) };
    for (size_t run = runs; run < LANES; run++)
        totals[run] = f64x8_splat(0);
    for (size_t run = 0; run < runs; run++) {
        f64x8 x[RUN];
        for (size_t k = 0; k < RUN; k++) {
            x[k] = row_load(block, RUN * run + k);
            squares[k] = f64x8_add(squares[k], f64x8_mul(x[k], x[k]));
        }
        totals[run] = f64x8_add(f64x8_add(x[0], x[1]), f64x8_add(x[2], x[3]));
    }
    const m64x8 tame = f64x8_gt(
        f64x8_splat(ACROSS_TAME),
        f64x8_add(f64x8_add(squares[0], squares[1]), f64x8_add(squares[2], squares[3])));
    columns_aside aside;
    aside.lanes = lines & ~m64x8_bits(tame); /* those that are over too: their sum is not finite */
    if (LANESCAN_UNLIKELY(aside.lanes)) {
        if ((lines & ~lines_over(state, first)) == 0) {
            across_ended(OP_ADD, state, first, rows, block);
            return;
        }
        cumsum_aside(&aside, state, first, block, rows);
    }

    across_network_add(totals);
    const f64x8 carry = f64x8_add(high, low);
    across_sum_add(sum, first, tame, totals[LANES - 1]);
    for (size_t run = 0; run < runs; run++) {
        const f64x8 before = f64x8_add(carry, run ? totals[run - 1] : f64x8_splat(0));
        const f64x8 a = row_load(block, RUN * run), b = row_load(block, RUN * run + 1),
                    c = row_load(block, RUN * run + 2), d = row_load(block, RUN * run + 3);
        const f64x8 ab = f64x8_add(a, b);
        row_store(block, RUN * run, f64x8_add(before, a));
        row_store(block, RUN * run + 1, f64x8_add(before, ab));
        row_store(block, RUN * run + 2, f64x8_add(before, f64x8_add(ab, c)));
        row_store(block, RUN * run + 3, f64x8_add(before, f64x8_add(ab, f64x8_add(c, d))));
    }
    if (LANESCAN_UNLIKELY(aside.lanes))
        columns_put_back(&aside, block, rows);
}

LANESCAN_APART void across_cumsum_part(lanescan_across *state, size_t rows, size_t lines,
                                       double *tile)
{
    double copy[GROUP * ACROSS_LINES] __attribute__((aligned(64)));
    double *const whole = tile_whole(rows, runs_of(rows) * RUN, tile, copy, 0.0);
    for (size_t first = 0; first < lines; first += LANES)
        across_cumsum_block(state, first, rows, runs_of(rows), lines_from(first, lines),
                            whole + first);
    tile_return(rows, tile, whole);
}

static void across_cumsum_f64(lanescan_across *state, size_t rows, size_t lines, void *tile,
                              int64_t *index)
{
    (void)index;
    if (LANESCAN_UNLIKELY(rows != GROUP))
        across_cumsum_part(state, rows, lines, tile);
    for (size_t first = 0; rows == GROUP && first < lines; first += LANES)
        across_cumsum_block(state, first, GROUP, LANES, lines_from(first, lines),
                            (double *)tile + first);
    state->position += rows;
    if (state->position % CHUNK == 0)
        across_sum_next_chunk(state, lines);
}

#endif
