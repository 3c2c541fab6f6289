/* cumprod of lines of some runs, LANES_AT_ONCE at a time: as blocks of groups (blocks.h), with a
 * carry in each lane. */
#ifndef LANESCAN_PRODUCT_LINES_IN_LANES_H
#define LANESCAN_PRODUCT_LINES_IN_LANES_H

#include "fold/lines_in_lanes.h"
#include "ops/product/blocks.h"

/* A group of each line, or what is left of it. False, and nothing is done, if one may not be
 * regular. */
LANESCAN_INLINE bool product_lines_group(const lines_at *at, f64v_pair *carry, product_waiting *w)
{
    const size_t count = at->n < GROUP ? at->n : GROUP, rest = count % RUN, runs = runs_of(count);
    line_ends ends;
    const f64v line = f64v_add(carry->high, carry->low);
    i64v any = i64v_splat(0);
    if (rest)
        lines_read_ends(at->type, at->x + at->n * element_bytes(at->type), at->x_pitch, 1, &ends);
    for (size_t run = 0; run < runs; run++)
        any = product_scan_run(any, lines_run_load(at, run, &ends).v, run, 0, w);
    for (size_t run = runs; run < RUNS; run++) {
        lanes_store(true, w->prefixes.v + LANES * (RUN * run + RUN - 1), f64v_splat(1));
        lanes_store(true, w->run_low[run], f64v_splat(0));
    }
    product_network_of_part(0, w);
    const f64v_pair total = { lanes_load(true, w->before_high[0]),
                              lanes_load(true, w->before_low[0]) };
    const f64v_pair next = f64v_pair_multiply(*carry, total);
    const f64v square = f64v_mul(next.high, next.high);
    const m64v within = m64v_and(f64v_gt(square, f64v_splat(PRODUCT_SQUARE_LOW)),
                                 f64v_gt(f64v_splat(PRODUCT_SQUARE_HIGH), square));
    if (LANESCAN_UNLIKELY(i64v_any_bit(any, ELEMENT_FAR_BITS) ||
                          m64v_bits(within) != (1u << LANES) - 1))
        return false;
    for (size_t run = 0; run < runs; run++) {
        f64v results[RUN];
        product_run_of_part(line, run, 0, w, results);
        lines_run_store(at, run, &ends, results);
    }
    if (rest)
        lines_write_ends(at->type, rest, &ends, at->y + at->n * element_bytes(at->type),
                         at->y_pitch);
    *carry = next;
    return true;
}

/* What is left of lines that are not regular, from element `done` on. */
LANESCAN_COLD void product_lines_left(const lines_at *at, size_t done, f64v_pair carry,
                                      lanescan_piece *piece)
{
    double high[LANES], low[LANES];
    f64v_store(ELEMENT_F64, high, carry.high);
    f64v_store(ELEMENT_F64, low, carry.low);
    for (ptrdiff_t lane = 0; lane < LANES_AT_ONCE; lane++) {
        const f64_pair of_lane = { high[lane], low[lane] };
        lanescan_state state;
        product_begin(&state);
        state.as.product.line.value = state.as.product.chunk.value = of_lane;
        product_end_group(&state.as.product);
        state.position = done;
        piece(&state, false, at->n, at->x + lane * at->x_pitch, at->y + lane * at->y_pitch, NULL);
    }
}

/* LANES_AT_ONCE lines. */
LANESCAN_INLINE void product_lines_at_once(lines_at at, lanescan_piece *piece)
{
    f64v_pair carry = { f64v_splat(1), f64v_splat(0) };
    product_waiting w;
    for (size_t done = 0; at.n; done += GROUP) {
        if (LANESCAN_UNLIKELY(!product_lines_group(&at, &carry, &w))) {
            product_lines_left(&at, done, carry, piece);
            return;
        }
        if (at.n <= GROUP)
            return;
        lines_pass_group(&at);
    }
}

/* A function for each type: to ask for it at every run would take a tenth of the time. */
LANESCAN_NOINLINE size_t product_lines_f32(size_t lines, size_t n, const char *x, ptrdiff_t x_pitch,
                                           char *y, ptrdiff_t y_pitch, lanescan_piece *piece)
{
    return lines_in_lanes(product_lines_at_once, ELEMENT_F32, lines, n, x, x_pitch, y, y_pitch,
                          piece);
}

LANESCAN_NOINLINE size_t product_lines_f64(size_t lines, size_t n, const char *x, ptrdiff_t x_pitch,
                                           char *y, ptrdiff_t y_pitch, lanescan_piece *piece)
{
    return lines_in_lanes(product_lines_at_once, ELEMENT_F64, lines, n, x, x_pitch, y, y_pitch,
                          piece);
}

#endif
