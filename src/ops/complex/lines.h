/* Eight lines of complex numbers on sets with lanes: their rows, and double-double arithmetic of
 * real and imaginary parts, a line in each lane. */
#ifndef LANESCAN_COMPLEX_LINES_H
#define LANESCAN_COMPLEX_LINES_H

#include "fold/four_lines.h"
#include "fold/rows.h"
#include "ops/complex/product.h"

typedef struct complex_pairs {
    f64v_pair part[2];
} complex_pairs;

/* a x + b y, a part of near_product_multiply; first without the low parts of a and b. */
LANESCAN_INLINE f64v_pair near_products_join(f64v a, f64v x, f64v b, f64v y)
{
    const f64v_pair first = f64v_two_product(a, x), second = f64v_two_product(b, y),
                    sum = f64v_two_sum(first.high, second.high);
    return (f64v_pair){ sum.high, f64v_add(f64v_add(first.low, second.low), sum.low) };
}

LANESCAN_INLINE f64v_pair near_products_part(f64v_pair a, f64v x, f64v_pair b, f64v y)
{
    const f64v_pair of_high = near_products_join(a.high, x, b.high, y);
    return (f64v_pair){ of_high.high,
                        f64v_add(f64v_fma(b.low, y, of_high.low), f64v_mul(a.low, x)) };
}

LANESCAN_INLINE complex_pairs near_products_multiply(complex_pairs p, f64v c, f64v d)
{
    const f64v minus_d = f64v_mul(d, f64v_splat(-1));
    return (complex_pairs){ { near_products_part(p.part[0], c, p.part[1], minus_d),
                              near_products_part(p.part[1], c, p.part[0], d) } };
}

/* pair_value. */
LANESCAN_INLINE f64v pair_values_in_lanes(f64v_pair p)
{
    return f64v_sub(p.high, f64v_sub(f64v_splat(0), p.low));
}

LANESCAN_INLINE void pairs_store(f64v_pair v, pair_columns *columns, size_t first)
{
    f64v_store(ELEMENT_F64, columns->high + first, v.high);
    f64v_store(ELEMENT_F64, columns->low + first, v.low);
}

/* pair_renormalise. */
LANESCAN_NOINLINE void complex_pairs_renormalise(complex_pairs *pairs)
{
    for (int i = 0; i < 2; i++) {
        const f64v_pair p = pairs->part[i];
        pairs->part[i] = (f64v_pair){ pair_values_in_lanes(p), f64v_two_sum(p.high, p.low).low };
    }
}

/* Rows of up to eight lines in memory. */
typedef struct complex_place {
    element type; /* of a part */
    size_t lines, rows;
    ptrdiff_t stride;
} complex_place;

LANESCAN_INLINE void complex_rows_read(element type, const complex_place *place, const char *p,
                                       row_buffer *x)
{
    LANESCAN_UNROLL(1)
    for (size_t row = 0; row < place->rows; row++, p += place->stride)
        for (size_t half = 0; half < 2; half++)
            buffer_store(&x[half], row, f64v_load(type, p + half * LANES * element_bytes(type)));
}

LANESCAN_INLINE void complex_rows_write(element type, const complex_place *place, char *p,
                                        const row_buffer *y)
{
    LANESCAN_UNROLL(1)
    for (size_t row = 0; row < place->rows; row++, p += place->stride)
        for (size_t half = 0; half < 2; half++)
            f64v_store(type, p + half * LANES * element_bytes(type), buffer_load(&y[half], row));
}

/* Number k of one of the lines. */
LANESCAN_INLINE double *complex_number_at(row_buffer *of, size_t k, size_t line)
{
    return of[line / LINES_TOGETHER].v + LANES * k + 2 * (line % LINES_TOGETHER);
}

/* Those of fewer. The first is in the place of lines that are not there. */
LANESCAN_COLD void complex_few_rows_read(const complex_place *place, const char *p, row_buffer *x)
{
    for (size_t row = 0; row < place->rows; row++, p += place->stride)
        for (size_t line = 0; line < LANES; line++)
            complex_read(place->type, false, p, line < place->lines ? line : 0,
                         complex_number_at(x, row, line));
}

LANESCAN_COLD void complex_few_rows_write(const complex_place *place, char *p, row_buffer *y)
{
    for (size_t row = 0; row < place->rows; row++, p += place->stride)
        for (size_t line = 0; line < place->lines; line++) {
            const double *const value = complex_number_at(y, row, line);
            complex_write(place->type, false, p, line, value[0], value[1]);
        }
}

LANESCAN_NOINLINE void complex_lines_read(const complex_place *place, const char *p, row_buffer *x)
{
    if (place->lines < LANES)
        complex_few_rows_read(place, p, x);
    else if (place->type == ELEMENT_F32)
        complex_rows_read(ELEMENT_F32, place, p, x);
    else
        complex_rows_read(ELEMENT_F64, place, p, x);
}

LANESCAN_NOINLINE void complex_lines_write(const complex_place *place, char *p, row_buffer *y)
{
    if (place->lines < LANES)
        complex_few_rows_write(place, p, y);
    else if (place->type == ELEMENT_F32)
        complex_rows_write(ELEMENT_F32, place, p, y);
    else
        complex_rows_write(ELEMENT_F64, place, p, y);
}

#endif
