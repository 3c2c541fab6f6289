/* cumprod of complex numbers on sets with lanes: of many lines eight at a time, a line in each
 * lane; of one line in pairs of doubles, real and imaginary part. The order of operations is that
 * of one line in portable code, to which numbers are left that are not regular. */
#ifndef LANESCAN_COMPLEX_PRODUCT_LANES_H
#define LANESCAN_COMPLEX_PRODUCT_LANES_H

#include "fold/four_lines.h"
#include "ops/complex/lines.h"
#include "ops/complex/state.h"

/* Regular: the squares of the moduli of up to eight factors are from 2^-32 to below 2^32, that of
 * the product before them from 2^-512 to below 2^512. All products before one of them are then in
 * 2^-368 .. 2^368, as near_product_multiply wants them.
 *
 * To test a square, the bits of the lowest are subtracted from its bits. If it lies between the
 * limits, the difference has none of ..._FAR_BITS. */
#define COMPLEX_FACTOR_SQUARE_LOWEST  ((INT64_C(1023) - 32) << 52)
#define COMPLEX_FACTOR_FAR_BITS       (-(INT64_C(1) << 58))
#define COMPLEX_PRODUCT_SQUARE_LOWEST ((INT64_C(1023) - 512) << 52)
#define COMPLEX_PRODUCT_FAR_BITS      (-(INT64_C(1) << 62))

LANESCAN_INLINE i64v square_above(f64v re, f64v im, int64_t lowest)
{
    return i64v_sub(i64v_of_f64(f64v_fma(re, re, f64v_mul(im, im))), i64v_splat(lowest));
}

/* ---- many lines ---- */

/* What is known of eight lines: their products in registers, the rest in columns. */
typedef struct complex_lines {
    complex_pairs p;
    lanescan_columns *columns;
    size_t first;
    unsigned far; /* lanes that need exponents, or have ended */
} complex_lines;

LANESCAN_INLINE unsigned complex_lanes_far(const lanescan_columns *columns, size_t first)
{
    const wide_columns *const part = columns->as.complex_product.part;
    const i64v exponents = i64v_or(i64v_load(part[0].exponent + first),
                                   i64v_load(part[1].exponent + first));
    return ~m64v_bits(m64v_and(lines_go_on(columns, first), i64v_lacks(exponents, -1))) &
           ((1u << LANES) - 1);
}

LANESCAN_NOINLINE complex_lines complex_lines_load(lanescan_columns *columns, size_t first)
{
    const wide_columns *const part = columns->as.complex_product.part;
    return (complex_lines){ { { lines_load_pair(&part[0].value, first),
                                lines_load_pair(&part[1].value, first) } },
                            columns,
                            first,
                            complex_lanes_far(columns, first) };
}

LANESCAN_NOINLINE void complex_lines_store(const complex_lines *lines)
{
    wide_columns *const part = lines->columns->as.complex_product.part;
    pairs_store(lines->p.part[0], &part[0].value, lines->first);
    pairs_store(lines->p.part[1], &part[1].value, lines->first);
}

/* A run's lanes that are not regular. The products of the others after it are `next`. */
LANESCAN_COLD void complex_lanes_in_scalars(complex_lines *lines, unsigned lanes, size_t from,
                                            size_t end, const row_buffer *x, row_buffer *y,
                                            complex_pairs next)
{
    const double *const x_of[2] = { x[0].v + LANES * from, x[1].v + LANES * from };
    double *const y_of[2] = { y[0].v + LANES * from, y[1].v + LANES * from };
    double before[4 * COMPLEX_LANES];
    for (int part = 0; part < 2; part++) {
        f64v_store(ELEMENT_F64, before + 2 * part * LANES, lines->p.part[part].high);
        f64v_store(ELEMENT_F64, before + (2 * part + 1) * LANES, lines->p.part[part].low);
    }
    lines->p = next;
    complex_lines_store(lines);
    PORTABLE(complex_product_in_lanes)
    (lines->columns, lines->first, lanes, before, end - from, x_of, y_of);
    *lines = complex_lines_load(lines->columns, lines->first);
}

/* The results of `count` numbers of eight lines, at most a group. One copy for all types. */
LANESCAN_NOINLINE void complex_products_group(complex_lines *lines, size_t count,
                                              const row_buffer *x, row_buffer *y)
{
    complex_pairs p = lines->p;
    for (size_t from = 0, end; from < count; from = end) {
        const i64v above = square_above(p.part[0].high, p.part[1].high,
                                        COMPLEX_PRODUCT_SQUARE_LOWEST);
        i64v any = i64v_splat(0);
        end = count - from < RUN ? count : from + RUN;
        LANESCAN_UNROLL(1)
        for (size_t k = from; k < end; k++) {
            f64v both[2] = { buffer_load(&x[0], k), buffer_load(&x[1], k) };
            f64v_turn_lanes(both);
            any = i64v_or(any, square_above(both[0], both[1], COMPLEX_FACTOR_SQUARE_LOWEST));
            p = near_products_multiply(p, both[0], both[1]);
            both[0] = pair_values_in_lanes(p.part[0]);
            both[1] = pair_values_in_lanes(p.part[1]);
            f64v_turn_lanes(both);
            buffer_store(&y[0], k, both[0]);
            buffer_store(&y[1], k, both[1]);
        }
        const m64v near = m64v_and(i64v_lacks(above, COMPLEX_PRODUCT_FAR_BITS),
                                   i64v_lacks(any, COMPLEX_FACTOR_FAR_BITS));
        const unsigned irregular = lines->far | (~m64v_bits(near) & ((1u << LANES) - 1));
        if (LANESCAN_UNLIKELY(irregular)) {
            complex_lanes_in_scalars(lines, irregular, from, end, x, y, p);
            p = lines->p;
        } else {
            lines->p = p;
        }
    }
}

LANESCAN_NOINLINE void complex_product_across(element type, lanescan_columns *columns, size_t rows,
                                              size_t lines, const lanescan_rows *where)
{
    const char *in = where->in;
    char *out = where->out;
    LANESCAN_UNROLL(1)
    for (size_t first = 0; first < lines; first += LANES) {
        complex_place from = { type, lines - first, rows, where->in_stride }, to = from;
        complex_lines of = complex_lines_load(columns, first);
        row_buffer x[2], y[2];
        to.stride = where->out_stride;
        complex_lines_read(&from, in, x);
        complex_products_group(&of, rows, x, y);
        complex_lines_write(&to, out, y);
        if (rows == GROUP)
            complex_pairs_renormalise(&of.p);
        in += 2 * LANES * element_bytes(type);
        out += 2 * LANES * element_bytes(type);
        complex_lines_store(&of);
    }
}

/* The first eight lines of columns. */
LANESCAN_INLINE complex_lines complex_lines_begin(lanescan_columns *columns)
{
    wide_columns *const part = columns->as.complex_product.part;
    const f64v zero = f64v_splat(0);
    for (size_t lane = 0; lane < LANES; lane++) {
        part[0].exponent[lane] = part[1].exponent[lane] = 0;
        columns->over[lane] = false;
    }
    return (complex_lines){ { { { f64v_splat(1), zero }, { zero, zero } } }, columns, 0, 0 };
}

/* Eight lines of two numbers that follow each other: runs of a group of parts. False, and nothing
 * is written, where they are not regular. */
LANESCAN_NOINLINE bool complex_products_of_two(element type, const char *x, char *y)
{
    const size_t bytes = LANES * element_bytes(type);
    const f64v zero = f64v_splat(0);
    f64v v[RUN];
    for (size_t i = 0; i < RUN; i++)
        v[i] = type == ELEMENT_F32 ? f64v_load(ELEMENT_F32, x + i * bytes)
                                   : f64v_load(ELEMENT_F64, x + i * bytes);
    f64_group g = f64_group_of_blocks(v[0], v[1], v[2], v[3]);
    const f64v c = g.v[2], d = g.v[3];
    const i64v above = i64v_or(square_above(g.v[0], g.v[1], COMPLEX_FACTOR_SQUARE_LOWEST),
                               square_above(c, d, COMPLEX_FACTOR_SQUARE_LOWEST));
    if (LANESCAN_UNLIKELY(i64v_any_bit(above, COMPLEX_FACTOR_FAR_BITS)))
        return false;
    const f64v re = f64v_sub(g.v[0], f64v_mul(zero, g.v[1])), /* times 1 + 0i: for signs of 0 */
        im = f64v_add(f64v_mul(zero, g.v[0]), g.v[1]);
    g.v[0] = re;
    g.v[1] = im;
    g.v[2] = pair_values_in_lanes(near_products_join(re, c, im, f64v_mul(d, f64v_splat(-1))));
    g.v[3] = pair_values_in_lanes(near_products_join(im, c, re, d));
    f64_group_to_blocks(g, v);
    for (size_t i = 0; i < RUN; i++)
        if (type == ELEMENT_F32)
            f64v_store(ELEMENT_F32, y + i * bytes, v[i]);
        else
            f64v_store(ELEMENT_F64, y + i * bytes, v[i]);
    return true;
}

/* Eight lines; in the place of those that are not there, the first once more. */
LANESCAN_INLINE void complex_places(size_t lines, const char *x, ptrdiff_t x_pitch, char *y,
                                    ptrdiff_t y_pitch, four_lines at[2])
{
    LANESCAN_UNROLL(1)
    for (size_t i = 0; i < LANES; i++) {
        const ptrdiff_t line = i < lines ? (ptrdiff_t)i : 0;
        at[i / LINES_TOGETHER].x[i % LINES_TOGETHER] = x + line * x_pitch;
        at[i / LINES_TOGETHER].y[i % LINES_TOGETHER] = y + line * y_pitch;
    }
}

/* A group of four lines, from `offset` bytes on. */
LANESCAN_NOINLINE void complex_places_read(element type, const four_lines *at, size_t offset,
                                           size_t count, row_buffer *x)
{
    for (size_t k = 0; k < count; k += RUN, offset += 2 * RUN * element_bytes(type)) {
        f64v run[RUN];
        lines_read_run(type, count - k, at, offset, run);
        buffer_store_run(x, k / RUN, run);
    }
}

LANESCAN_NOINLINE void complex_places_write(element type, const four_lines *at, size_t offset,
                                            size_t count, const row_buffer *y)
{
    for (size_t k = 0; k < count; k += RUN, offset += 2 * RUN * element_bytes(type)) {
        f64v run[RUN];
        buffer_load_run(y, k / RUN, run);
        lines_write_run(type, count - k, at, offset, run);
    }
}

/* A group of eight lines at a time. */
LANESCAN_NOINLINE void complex_product_short(element type, size_t lines, size_t n, const char *x,
                                             ptrdiff_t x_pitch, char *y, ptrdiff_t y_pitch)
{
    const size_t size = 2 * element_bytes(type);
    const bool are_of_two = n == 2 && x_pitch == 2 * (ptrdiff_t)size && y_pitch == x_pitch;
    lanescan_columns columns;
    four_lines at[2];
    row_buffer from[2], to[2];
    for (size_t together; lines; lines -= together) {
        together = lines < LANES ? lines : LANES;
        if (are_of_two && together == LANES &&
            LANESCAN_LIKELY(complex_products_of_two(type, x, y))) {
            x += LANES * x_pitch;
            y += LANES * y_pitch;
            continue;
        }
        complex_places(together, x, x_pitch, y, y_pitch, at);
        fetch_lines_after(together * n * size, x, x_pitch, y, y_pitch, n * size);
        complex_lines of = complex_lines_begin(&columns);
        for (size_t i = 0; i < n; i += GROUP) {
            const size_t count = n - i < GROUP ? n - i : GROUP;
            for (size_t half = 0; half < 2; half++)
                complex_places_read(type, &at[half], i * size, count, &from[half]);
            complex_products_group(&of, count, from, to);
            for (size_t half = 0; half < 2; half++)
                complex_places_write(type, &at[half], i * size, count, &to[half]);
            if (count == GROUP)
                complex_pairs_renormalise(&of.p);
        }
        x += (ptrdiff_t)together * x_pitch;
        y += (ptrdiff_t)together * y_pitch;
    }
}

/* ---- a line ---- */

/* Are eight numbers regular, and the product before them? */
LANESCAN_INLINE bool complex_numbers_are_regular(const double *x, f64x2_pair before)
{
    f64v both[2] = { f64v_load(ELEMENT_F64, x), f64v_load(ELEMENT_F64, x + LANES) };
    f64v_turn_lanes(both);
    return !i64v_any_bit(square_above(both[0], both[1], COMPLEX_FACTOR_SQUARE_LOWEST),
                         COMPLEX_FACTOR_FAR_BITS) &&
           complex_is_within(f64x2_first(before.high), f64x2_second(before.high), 1023 - 256, 512);
}

LANESCAN_INLINE f64x2_pair complex_regular_numbers(const double *x, double *y, f64x2_pair p)
{
    LANESCAN_UNROLL(2)
    for (size_t i = 0; i < 2 * LANES; i += 2) {
        p = near_product_multiply(p, x[i], x[i + 1]);
        f64x2_store(ELEMENT_F64, y + i, f64x2_sub(p.high, f64x2_sub(f64x2_set(0, 0), p.low)));
    }
    return p;
}

/* A group, or the end of a line. */
LANESCAN_NOINLINE void complex_product_group(complex_product_state *s, bool *over, size_t count,
                                             const double *x, double *y)
{
    f64x2_pair p = f64x2_pair_set(s->part[0].value, s->part[1].value);
    for (size_t i = 0, together; i < count; i += together, x += 2 * together, y += 2 * together) {
        together = count - i < LANES ? count - i : LANES;
        if (LANESCAN_LIKELY(together == LANES && !*over && complex_product_is_near(s) &&
                            complex_numbers_are_regular(x, p))) {
            p = complex_regular_numbers(x, y, p);
        } else {
            f64x2_pair_get(p, &s->part[0].value, &s->part[1].value);
            PORTABLE(complex_product_one_by_one)(s, over, together, x, y);
            p = f64x2_pair_set(s->part[0].value, s->part[1].value);
        }
    }
    f64x2_pair_get(p, &s->part[0].value, &s->part[1].value);
    if (count == GROUP)
        complex_product_end_group(s);
}

/* The same of any type, `step` bytes from one number to the next. */
LANESCAN_NOINLINE void complex_product_numbers(complex_product_state *s, bool *over, element type,
                                               size_t count, const char *x, char *y, ptrdiff_t step)
{
    double numbers[2 * GROUP];
    if (complex_are_doubles(type, step)) {
        complex_product_group(s, over, count, (const double *)x, (double *)y);
        return;
    }
    complex_to_doubles(type, step, count, x, numbers);
    complex_product_group(s, over, count, numbers, numbers);
    complex_of_doubles(type, step, count, numbers, y);
}

LANESCAN_INLINE void complex_product_piece(element type, bool backwards, lanescan_state *state,
                                           size_t n, const void *x, void *y)
{
    const ptrdiff_t step = complex_step(type, backwards);
    const char *from = x;
    char *to = y;
    LANESCAN_UNROLL(1)
    for (size_t i = 0; i < n; i += GROUP, from += GROUP * step, to += GROUP * step)
        complex_product_numbers(&state->as.complex_product, &state->over, type,
                                n - i < GROUP ? n - i : GROUP, from, to, step);
    state->position += n;
}

#endif
