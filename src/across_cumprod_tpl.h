/* cumprod of many lines side by side: cumprod_tpl.h, one line a lane. */
#ifndef LANESCAN_ACROSS_CUMPROD_TPL_H
#define LANESCAN_ACROSS_CUMPROD_TPL_H

#include "across_rows_tpl.h"
#include "cumprod_tpl.h"

/* Squares of products between these: not far from 1. */
#define ACROSS_NEAR_LOW  0x1p-880
#define ACROSS_NEAR_HIGH 0x1p880

LANESCAN_INLINE product_carry across_product_get(const across_product *p, size_t l)
{
    return (product_carry){ f64x2_set(p->high[0][l], p->high[1][l]),
                            f64x2_set(p->low[0][l], p->low[1][l]),
                            p->exponent[l],
                            p->chunk_exponent[l],
                            p->before[l],
                            p->chunk_lost[l] };
}

LANESCAN_INLINE void across_product_put(across_product *p, size_t l, const product_carry *carry)
{
    p->high[0][l] = f64x2_first(carry->high);
    p->high[1][l] = f64x2_second(carry->high);
    p->low[0][l] = f64x2_first(carry->low);
    p->low[1][l] = f64x2_second(carry->low);
    p->exponent[l] = carry->exponent;
    p->chunk_exponent[l] = carry->chunk_exponent;
    p->before[l] = carry->before;
    p->chunk_lost[l] = carry->chunk_lost;
}

/* The columns set aside, and their lines' states, by the line kernel's code. */
LANESCAN_APART void cumprod_aside(element type, columns_aside *aside, lanescan_across *state,
                                  const row_block *block)
{
    const size_t rows = block->rows;
    for (size_t lane = 0; lane < LANES; lane++) {
        const size_t l = block->first + lane;
        if (!(aside->lanes >> lane & 1))
            continue;
        double *const x = column_take(type, aside, lane, block);
        if (state->over[l]) {
            state->ended[l] = line_ended(OP_MULTIPLY, ELEMENT_F64, ELEMENT_F64, rows, x, x,
                                         state->ended[l]);
            continue;
        }
        product_carry carry = across_product_get(&state->as.product, l);
        const product_group group = cumprod_load(ELEMENT_F64, x, rows);
        state->over[l] = cumprod_finish(ELEMENT_F64, ELEMENT_F64, rows, x, x, group, &carry,
                                        &state->ended[l]);
        across_product_put(&state->as.product, l, &carry);
    }
}

/* The carries of regular lines, and exponents for those that have moved far from 1. */
LANESCAN_INLINE void across_product_multiply(across_product *p, size_t first, m64x8 regular,
                                             product_lanes total)
{
    f64x8 near = f64x8_splat(1), lowest = near, highest = near;
    for (int which = 0; which < 2; which++) {
        double *const high_of = p->high[which] + first, *const low_of = p->low[which] + first;
        const product_lanes carry = { lines_load(high_of), lines_load(low_of) };
        const product_lanes next = product_lanes_multiply(carry, total);
        lines_store(high_of, regular, next.high);
        lines_store(low_of, regular, next.low);
        const f64x8 square = f64x8_select(regular, f64x8_mul(next.high, next.high), near);
        lowest = f64x8_min(lowest, square);
        highest = f64x8_max(highest, square);
    }
    const unsigned may_be_far = m64x8_bits(f64x8_gt(f64x8_splat(ACROSS_NEAR_LOW), lowest)) |
                                m64x8_bits(f64x8_gt(highest, f64x8_splat(ACROSS_NEAR_HIGH)));
    for (size_t lane = 0; LANESCAN_UNLIKELY(may_be_far) && lane < LANES; lane++) {
        if (!(may_be_far >> lane & 1))
            continue;
        product_carry carry = across_product_get(p, first + lane);
        product_carry_renormalise(&carry);
        across_product_put(p, first + lane, &carry);
    }
}

/* A run is scanned into the buffer; its product and that one's rounding error, as cumprod_load makes it. */
LANESCAN_INLINE product_lanes across_run_total(const f64x8 x[RUN], row_buffer *scanned, size_t row)
{
    const f64x8 first = f64x8_mul(x[0], x[1]), second = f64x8_mul(x[2], x[3]);
    const product_lanes a = { first, f64x8_fms(x[0], x[1], first) };
    const product_lanes b = { second, f64x8_fms(x[2], x[3], second) };
    buffer_store(scanned, row, x[0]);
    buffer_store(scanned, row + 1, first);
    buffer_store(scanned, row + 2, f64x8_mul(first, x[2]));
    buffer_store(scanned, row + 3, f64x8_mul(first, second));
    return product_lanes_multiply(a, b);
}

LANESCAN_INLINE void across_cumprod_block(element type, bool whole, lanescan_across *state,
                                          const row_block *block)
{
    across_product *const product = &state->as.product;
    const size_t first = block->first, runs = whole ? LANES : runs_of(block->rows);
    const i64x8 lowest = i64x8_splat(-((int64_t)ELEMENT_LOWEST << 52)); /* as in group_is_near */
    const f64x8 one = f64x8_splat(1);
    i64x8 any = i64x8_splat(0);
    row_buffer scanned;
    product_lanes totals[LANES];
    for (size_t run = 0; run < LANES; run++)
        totals[run] = (product_lanes){ one, f64x8_splat(0) };
    for (size_t run = 0; run < runs; run++) {
        f64x8 x[RUN];
        run_read(type, whole, block, run, 1, x);
        for (size_t k = 0; k < RUN; k++)
            any = i64x8_or(any, i64x8_add(i64x8_of_f64(x[k]), lowest));
        totals[run] = across_run_total(x, &scanned, RUN * run);
    }
    const i64x8 unusual = i64x8_or(i64x8_load(product->exponent + first),
                                   i64x8_load_i8((const int8_t *)state->over + first));
    const m64x8 regular = m64x8_and(i64x8_lacks(any, INT64_C(0x7e) << 56),
                                    i64x8_lacks(unusual, -1));
    columns_aside aside;
    aside.lanes = lanes_in_use(block) & ~m64x8_bits(regular);
    if (LANESCAN_UNLIKELY(aside.lanes)) {
        if ((lanes_in_use(block) & ~lines_over(state, first)) == 0) {
            across_ended(type, OP_MULTIPLY, state, block);
            return;
        }
        cumprod_aside(type, &aside, state, block);
    }

    for (int half = 1; half < LANES; half *= 2)
        for (int at = 0; at < LANES; at++)
            if (at & half)
                totals[at] = product_lanes_multiply(totals[network_before(half, at)], totals[at]);
    const f64x8 line = f64x8_add(lines_load(product->high[0] + first),
                                 lines_load(product->low[0] + first));
    across_product_multiply(product, first, regular, totals[LANES - 1]);
    for (size_t run = 0; run < runs; run++) {
        const f64x8 factor = run ? f64x8_fma(line, totals[run - 1].high,
                                             f64x8_mul(line, totals[run - 1].low))
                                 : line; /* times 1 */
        f64x8 y[RUN];
        for (size_t k = 0; k < RUN; k++)
            y[k] = f64x8_mul(factor, buffer_load(&scanned, RUN * run + k));
        run_write(type, whole, block, run, y);
    }
    if (LANESCAN_UNLIKELY(aside.lanes))
        columns_put_back(type, &aside, block);
}

LANESCAN_APART void across_product_next_chunk(across_product *product, size_t lines)
{
    for (size_t l = 0; l < lines; l++) {
        product_carry carry = across_product_get(product, l);
        product_carry_next_chunk(&carry);
        across_product_put(product, l, &carry);
    }
}

/* A block with fewer lines or rows than others. */
LANESCAN_APART void across_cumprod_part(element type, lanescan_across *state,
                                        const row_block *block)
{
    if (IS_NARROW(type))
        across_cumprod_block(ELEMENT_F32, false, state, block);
    else
        across_cumprod_block(ELEMENT_F64, false, state, block);
}

#endif
