/* Linear recurrences of many lines side by side, a line in each lane. */
#ifndef LANESCAN_RECURRENCE_ACROSS_H
#define LANESCAN_RECURRENCE_ACROSS_H

#include "memory/nontemporal.h"
#include "ops/recurrence/lanes.h"

/* Eight lines, fewer in the last block: coefficients, and addends with the results. */
typedef struct recurrence_strip {
    row_block a, b;
    lanescan_fetch *fetch;
    bool past_caches;
} recurrence_strip;

LANESCAN_INLINE recurrence_strip recurrence_strip_of(const lanescan_recurrence_rows *where,
                                                     size_t size, size_t first, size_t rows,
                                                     size_t lines)
{
    const lanescan_rows of_a = { where->a, where->y, NULL, where->a_stride, where->y_stride, 0, 0 };
    const lanescan_rows of_b = { where->b, where->y, NULL, where->b_stride, where->y_stride, 0, 0 };
    return (recurrence_strip){ row_block_of(&of_a, size, first, rows, lines),
                               row_block_of(&of_b, size, first, rows, lines), where->fetch,
                               where->past_caches };
}

/* The carry of the lines that are regular moves on by the map of a group. */
LANESCAN_INLINE void recurrence_carries_on(pair_columns *carries, size_t first, m64v regular,
                                           recurrence_map m)
{
    const f64v_pair carry = lines_load_pair(carries, first);
    lines_store_pair(carries, first, regular, f64v_pair_fma(m.a, carry, m.b));
}

/* Squares of factors between these: not far from 1. */
#define FACTOR_SQUARE_LOWEST  0x1p-198
#define FACTOR_SQUARE_HIGHEST 0x1p798

/* Exponents for factors that have moved far from 1. */
LANESCAN_COLD void recurrence_factors_end_group(recurrence_columns *s, size_t first)
{
    for (size_t line = first; line < first + LANES; line++) {
        recurrence_state of_line;
        recurrence_get(s, line, &of_line);
        recurrence_end_group(&of_line);
        recurrence_put(s, line, &of_line);
    }
}

LANESCAN_INLINE void recurrence_columns_carry_on(recurrence_columns *s, size_t first, m64v regular,
                                                 recurrence_map m)
{
    const f64v low = f64v_splat(FACTOR_SQUARE_LOWEST), high = f64v_splat(FACTOR_SQUARE_HIGHEST);
    const f64v_pair next = f64v_pair_multiply(lines_load_pair(&s->factor.value, first), m.a);
    const m64v is_zero = i64v_lacks(i64v_of_f64(next.high), INT64_MAX);
    const f64v square = f64v_select(is_zero, f64v_splat(1), f64v_mul(next.high, next.high));
    recurrence_carries_on(&s->line, first, regular, m);
    recurrence_carries_on(&s->chunk, first, regular, m);
    lines_store_pair(&s->factor.value, first, regular, next);
    const unsigned far = m64v_bits(f64v_gt(low, square)) | m64v_bits(f64v_gt(square, high));
    if (LANESCAN_UNLIKELY(far & m64v_bits(regular)))
        recurrence_factors_end_group(s, first);
}

LANESCAN_COLD m64v strip_is_regular_but_for_zeros(element type, size_t runs,
                                                  const recurrence_strip *strip, bool is_fresh)
{
    products_but_zeros products = no_products();
    for (size_t run = 0; run < runs; run++) {
        f64v a[RUN];
        run_read(type, true, &strip->a, run, NO_COEFFICIENT, a);
        if (run == 0 && is_fresh)
            a[0] = f64v_splat(NO_COEFFICIENT);
        products_append_run(&products, a);
    }
    return products_are_regular(products);
}

/* The columns of these lanes: their results take their places in the buffer. */
LANESCAN_COLD void recurrence_columns_in_scalars(element type, unsigned lanes, size_t rows,
                                                 lanescan_columns *columns,
                                                 const recurrence_strip *strip, row_buffer *results)
{
    const size_t size = element_bytes(type);
    for (size_t lane = 0; lane < LANES; lane++) {
        const source a = { type, row_in(&strip->a, 0) + lane * size, strip->a.at.in_stride };
        const source b = { type, row_in(&strip->b, 0) + lane * size, strip->b.at.in_stride };
        const target y = { ELEMENT_F64, results->v + lane, LANES * sizeof(double) };
        lanescan_state line;
        if (!(lanes >> lane & 1))
            continue;
        recurrence_from_columns(columns, strip->a.first + lane, &line);
        PORTABLE(recurrence_group)(&line, rows, &a, &b, &y);
        recurrence_to_columns(columns, strip->a.first + lane, &line);
    }
}

/* Lines that are not regular are left to scalars. */
LANESCAN_COLD void recurrence_irregular_strip(element type, size_t runs, f64v carry,
                                              const recurrence_maps *maps, unsigned others,
                                              lanescan_columns *state,
                                              const recurrence_strip *strip)
{
    row_buffer results;
    for (size_t run = 0; run < runs; run++) {
        f64v y[RUN];
        recurrence_run_results(false, carry, maps, run, 0, y);
        buffer_store_run(&results, run, y);
    }
    recurrence_columns_in_scalars(type, others, RUN * runs, state, strip, &results);
    for (size_t row = 0; row < RUN * runs; row++)
        f64v_store(type, row_out(&strip->b, row), buffer_load(&results, row));
}

/* The results of a run, each row a cache line. */
LANESCAN_INLINE void recurrence_write_past_caches(const row_block *block, size_t run,
                                                  const f64v y[RUN])
{
    for (size_t k = 0; k < RUN; k++) {
        _Alignas(CACHE_LINE) double line[LANES];
        f64v_store(ELEMENT_F64, line, y[k]);
        nontemporal_line(row_out(block, RUN * run + k), line);
    }
}

/* A group of eight lines, of which the first `runs` runs are there. */
LANESCAN_INLINE void recurrence_rows(element type, size_t runs, lanescan_columns *state,
                                     const recurrence_strip *strip)
{
    recurrence_columns *const s = &state->as.recurrence;
    const size_t first = strip->a.first;
    const bool is_fresh = state->position == 0 && s->is_fresh[first];
    const f64v carry = lines_sum(&s->line, first);
    recurrence_maps maps;
    recurrence_folds fold = recurrence_no_folds();
    fold.squares = f64v_mul(carry, carry);
    for (size_t run = 0; run < runs; run++) {
        f64v a[RUN], b[RUN];
        run_read(type, true, &strip->a, run, NO_COEFFICIENT, a);
        run_read(type, true, &strip->b, run, NO_ADDEND, b);
        if (strip->fetch) {
            fetch_share(&strip->fetch[0]);
            fetch_share(&strip->fetch[1]);
        }
        if (run == 0 && LANESCAN_UNLIKELY(is_fresh))
            a[0] = f64v_splat(NO_COEFFICIENT);
        recurrence_scan_next(false, &fold, run, 0, a, b, &maps);
    }
    /* What is not finite makes the total so too. (Runs of no elements would change nothing.) */
    const f64v squares = f64v_fma(fold.map.b.high, fold.map.b.high, fold.squares);
    m64v is_near = i64v_lacks(fold.not_near, NOT_NEAR_BITS);
    if (LANESCAN_UNLIKELY(lanes_in_use(&strip->a) & ~m64v_bits(is_near)))
        is_near = strip_is_regular_but_for_zeros(type, runs, strip, is_fresh);
    const m64v within = f64v_gt(f64v_splat(RECURRENCE_SQUARES_HIGHEST), squares);
    const m64v regular = m64v_and(lines_go_on(state, first), m64v_and(is_near, within));
    const unsigned others = lanes_in_use(&strip->a) & ~m64v_bits(regular);
    recurrence_columns_carry_on(s, first, regular, fold.map);
    if (LANESCAN_UNLIKELY(others)) {
        recurrence_irregular_strip(type, runs, carry, &maps, others, state, strip);
        return;
    }
    const row_block to = strip->b; /* a copy that no result can change */
    for (size_t run = 0; run < runs; run++) {
        f64v y[RUN];
        recurrence_run_results(false, carry, &maps, run, 0, y);
        if (type == ELEMENT_F64 && strip->past_caches)
            recurrence_write_past_caches(&to, run, y);
        else
            run_write(type, true, &to, run, y);
    }
}

LANESCAN_NOINLINE void recurrence_rows_f64(size_t runs, lanescan_columns *state,
                                           const recurrence_strip *strip)
{
    recurrence_rows(ELEMENT_F64, runs, state, strip);
}

LANESCAN_NOINLINE void rows_copy_part(element type, const row_block *rows, double rest,
                                      row_buffer *buffer)
{
    for (size_t row = 0; row < RUN * runs_of(rows->rows); row++)
        buffer_store(buffer, row,
                     row < rows->rows ? row_read(type, rows, row, rest) : f64v_splat(rest));
}

/* Fewer lines or rows: among others that change nothing. */
LANESCAN_NOINLINE void recurrence_part_of_rows(element type, lanescan_columns *state,
                                               const recurrence_strip *strip)
{
    row_buffer a, b;
    recurrence_strip buffered = *strip;
    const ptrdiff_t stride = LANES * sizeof(double);
    rows_copy_part(type, &strip->a, NO_COEFFICIENT, &a);
    rows_copy_part(type, &strip->b, NO_ADDEND, &b);
    buffered.a.at = (lanescan_rows){ (const char *)a.v, (char *)b.v, NULL, stride, stride, 0, 0 };
    buffered.past_caches = false;
    buffered.b.at = (lanescan_rows){ (const char *)b.v, (char *)b.v, NULL, stride, stride, 0, 0 };
    recurrence_rows_f64(runs_of(strip->a.rows), state, &buffered);
    buffer_write(type, &strip->b, &b);
}

LANESCAN_INLINE void recurrence_across(element type, lanescan_columns *state, size_t rows,
                                       size_t lines, const lanescan_recurrence_rows *where)
{
    for (size_t first = 0; first < lines; first += LANES) {
        const recurrence_strip strip = recurrence_strip_of(where, element_bytes(type), first, rows,
                                                           lines);
        if (LANESCAN_UNLIKELY(strip.a.lanes < LANES || rows % RUN != 0))
            recurrence_part_of_rows(type, state, &strip);
        else if (type == ELEMENT_F64)
            recurrence_rows_f64(rows / RUN, state, &strip);
        else
            recurrence_rows(type, rows / RUN, state, &strip);
    }
    if (state->position == 0)
        memset(state->as.recurrence.is_fresh, 0, sizeof state->as.recurrence.is_fresh);
    state->position += rows;
    PORTABLE(recurrence_columns_end_group)(state, lines);
}

#endif
