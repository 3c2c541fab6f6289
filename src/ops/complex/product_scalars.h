/* cumprod of complex numbers in portable code, which defines it. */
#ifndef LANESCAN_COMPLEX_PRODUCT_SCALARS_H
#define LANESCAN_COMPLEX_PRODUCT_SCALARS_H

#include "fold/rows.h"
#include "ops/complex/product.h"
#include "ops/complex/state.h"
#include "ops/complex/wide_product.h"

/* After a product that is zero or not finite: the plain formula. */
LANESCAN_NOINLINE void complex_product_ended(complex_product_state *p, size_t count,
                                             const double *x, double *y)
{
    f64x2 ended = f64x2_load(ELEMENT_F64, p->ended);
    LANESCAN_UNROLL(1)
    for (size_t i = 0; i < 2 * count; i += 2) {
        const double c = x[i], d = x[i + 1];
        ended = f64x2_add(f64x2_mul(ended, f64x2_set(c, c)),
                          f64x2_mul(f64x2_swap(ended), f64x2_set(-d, d)));
        f64x2_store(ELEMENT_F64, y + i, ended);
    }
    f64x2_store(ELEMENT_F64, p->ended, ended);
}

void KERNEL(complex_product_one_by_one)(complex_product_state *p, bool *over, size_t count,
                                        const double *x, double *y)
{
    if (*over) {
        complex_product_ended(p, count, x, y);
        return;
    }
    f64x2_pair near = f64x2_pair_set(p->part[0].value, p->part[1].value);
    bool plain = complex_product_is_near(p);
    for (size_t i = 0; i < 2 * count; i += 2) {
        const double c = x[i], d = x[i + 1];
        double value[2];
        if (LANESCAN_LIKELY(
                plain && complex_is_within(c, d, COMPLEX_FACTOR_LOWEST, COMPLEX_FACTOR_EXPONENTS) &&
                complex_is_within(f64x2_first(near.high), f64x2_second(near.high),
                                  COMPLEX_PRODUCT_LOWEST, COMPLEX_PRODUCT_EXPONENTS))) {
            near = near_product_multiply(near, c, d);
            pair_values(near, value);
        } else {
            if (plain)
                f64x2_pair_get(near, &p->part[0].value, &p->part[1].value);
            complex_multiply_slow(p, over, c, d, value);
            plain = !*over && complex_product_is_near(p);
            near = f64x2_pair_set(p->part[0].value, p->part[1].value);
        }
        y[i] = value[0];
        y[i + 1] = value[1];
    }
    f64x2_pair_get(near, &p->part[0].value, &p->part[1].value);
}

void KERNEL(complex_product_in_lanes)(lanescan_columns *columns, size_t first, unsigned lanes,
                                      const double *before, size_t count, const double *const x[2],
                                      double *const y[2])
{
    for (size_t lane = 0; lane < COMPLEX_LANES; lane++) {
        const size_t half = lane % 2, line = first + lane;
        double numbers[2 * RUN] = { 0 };
        complex_product_state p;
        if (!(lanes >> lane & 1))
            continue;
        for (size_t k = 0; k < count; k++)
            memcpy(numbers + 2 * k, x[half] + COMPLEX_LANES * k + lane - half, 2 * sizeof(double));
        complex_product_get(&columns->as.complex_product, line, &p);
        for (size_t part = 0; part < 2; part++)
            p.part[part].value = (f64_pair){ before[2 * part * COMPLEX_LANES + lane],
                                             before[(2 * part + 1) * COMPLEX_LANES + lane] };
        KERNEL(complex_product_one_by_one)(&p, &columns->over[line], count, numbers, numbers);
        complex_product_put(&columns->as.complex_product, line, &p);
        for (size_t k = 0; k < count; k++)
            memcpy(y[half] + COMPLEX_LANES * k + lane - half, numbers + 2 * k, 2 * sizeof(double));
    }
}

/* A group, or the end of a line. */
LANESCAN_NOINLINE void complex_product_group(element type, bool backwards, size_t count,
                                             const void *x, void *y, complex_product_state *p,
                                             bool *over)
{
    const ptrdiff_t step = complex_step(type, backwards);
    double numbers[2 * GROUP];
    complex_to_doubles(type, step, count, x, numbers);
    KERNEL(complex_product_one_by_one)(p, over, count, numbers, numbers);
    complex_of_doubles(type, step, count, numbers, y);
    if (count == GROUP)
        complex_product_end_group(p);
}

LANESCAN_NOINLINE void complex_product_piece(element type, bool backwards, lanescan_state *state,
                                             size_t n, const void *x, void *y)
{
    for (size_t i = 0; i < n; i += GROUP)
        complex_product_group(
            type, backwards, n - i < GROUP ? n - i : GROUP, complex_at(type, backwards, x, i),
            complex_output_at(type, backwards, y, i), &state->as.complex_product, &state->over);
    state->position += n;
}

LANESCAN_NOINLINE void complex_product_short(element type, size_t lines, size_t n, const char *x,
                                             ptrdiff_t x_pitch, char *y, ptrdiff_t y_pitch)
{
    for (; lines; lines--, x += x_pitch, y += y_pitch) {
        lanescan_state state;
        complex_product_begin(&state);
        complex_product_piece(type, false, &state, n, x, y);
    }
}

LANESCAN_NOINLINE void complex_product_across(element type, lanescan_columns *columns, size_t rows,
                                              size_t lines, const lanescan_rows *where)
{
    const size_t size = 2 * element_bytes(type);
    for (size_t line = 0; line < lines; line++) {
        const row_block block = row_block_of(where, size, line, rows, lines);
        double numbers[2 * GROUP];
        complex_product_state p;
        complex_product_get(&columns->as.complex_product, line, &p);
        complex_to_doubles(type, where->in_stride, rows, row_in(&block, 0), numbers);
        KERNEL(complex_product_one_by_one)(&p, &columns->over[line], rows, numbers, numbers);
        complex_of_doubles(type, where->out_stride, rows, numbers, row_out(&block, 0));
        if (rows == GROUP)
            complex_product_end_group(&p);
        complex_product_put(&columns->as.complex_product, line, &p);
    }
}

#endif
