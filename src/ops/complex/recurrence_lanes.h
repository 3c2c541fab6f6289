/* Linear recurrences of complex numbers on sets with lanes: of many lines eight at a time, a line
 * in each lane; of one line in pairs of doubles, real and imaginary part. */
#ifndef LANESCAN_COMPLEX_RECURRENCE_LANES_H
#define LANESCAN_COMPLEX_RECURRENCE_LANES_H

#include "ops/complex/lines.h"
#include "ops/complex/recurrence.h"

/* The results of `count` numbers of eight lines, at most a group. Returns the lanes in which all
 * are finite: after one that is not there is none. */
LANESCAN_NOINLINE m64v complex_recurrences_group(complex_pairs *lines, size_t count,
                                                 const row_buffer *a, const row_buffer *b,
                                                 row_buffer *y)
{
    const f64v zero = f64v_splat(0);
    complex_pairs p = *lines;
    f64v finite = zero; /* NaN where a result is not */
    LANESCAN_UNROLL(1)
    for (size_t k = 0; k < count; k++) {
        f64v of_a[2] = { buffer_load(&a[0], k), buffer_load(&a[1], k) },
             of_b[2] = { buffer_load(&b[0], k), buffer_load(&b[1], k) }, values[2];
        f64v_turn_lanes(of_a);
        f64v_turn_lanes(of_b);
        const complex_pairs product = near_products_multiply(p, of_a[0], of_a[1]);
        for (size_t part = 0; part < 2; part++) {
            const f64v_pair sum = f64v_two_sum(product.part[part].high, of_b[part]);
            p.part[part] = (f64v_pair){ sum.high, f64v_add(product.part[part].low, sum.low) };
            values[part] = pair_values_in_lanes(p.part[part]);
            finite = f64v_fma(values[part], zero, finite);
        }
        f64v_turn_lanes(values);
        buffer_store(&y[0], k, values[0]);
        buffer_store(&y[1], k, values[1]);
    }
    *lines = p;
    return i64v_lacks(i64v_of_f64(finite), INT64_MAX);
}

/* A group of eight lines between reading and writing. */
typedef struct complex_recurrences {
    complex_pairs so_far;
    row_buffer a[2], b[2], y[2];
} complex_recurrences;

/* Lanes that are not regular go by themselves, from what the columns know of them. */
LANESCAN_COLD void complex_recurrences_in_scalars(lanescan_columns *columns, size_t first,
                                                  m64v regular, size_t count,
                                                  complex_recurrences *of)
{
    const ptrdiff_t row = LANES * sizeof(double);
    for (size_t part = 0; part < 2; part++)
        lines_store_pair(&columns->as.complex_recurrence.part[part], first, regular,
                         of->so_far.part[part]);
    for (size_t lane = 0; lane < LANES; lane++) {
        const size_t half = lane % 2, at = lane - half; /* as COMPLEX_LANES says */
        const lanescan_recurrence_rows where = { (const char *)(of->a[half].v + at),
                                                 (const char *)(of->b[half].v + at),
                                                 (char *)(of->y[half].v + at),
                                                 row,
                                                 row,
                                                 row,
                                                 NULL,
                                                 false };
        if (!(m64v_bits(regular) >> lane & 1))
            PORTABLE(complex_recurrence_column)(columns, first + lane, ELEMENT_F64, count, &where);
    }
}

LANESCAN_NOINLINE void complex_recurrence_across(element type, lanescan_columns *columns,
                                                 size_t rows, size_t lines,
                                                 const lanescan_recurrence_rows *where)
{
    complex_recurrence_columns *const s = &columns->as.complex_recurrence;
    const size_t bytes = 2 * LANES * element_bytes(type);
    const char *at_a = where->a, *at_b = where->b;
    char *at_y = where->y;
    complex_recurrences of;
    LANESCAN_UNROLL(1)
    for (size_t first = 0; first < lines; first += LANES) {
        complex_place place = { type, lines - first, rows, where->a_stride };
        complex_lines_read(&place, at_a, of.a);
        place.stride = where->b_stride;
        complex_lines_read(&place, at_b, of.b);
        if (columns->position == 0 && s->is_fresh[first]) { /* nothing to multiply */
            buffer_store(&of.a[0], 0, f64v_splat(0));
            buffer_store(&of.a[1], 0, f64v_splat(0));
        }
        of.so_far = (complex_pairs){ { lines_load_pair(&s->part[0], first),
                                       lines_load_pair(&s->part[1], first) } };
        const m64v regular = complex_recurrences_group(&of.so_far, rows, of.a, of.b, of.y);
        if (rows == GROUP)
            complex_pairs_renormalise(&of.so_far);
        if (LANESCAN_UNLIKELY(m64v_bits(regular) != (1u << LANES) - 1)) {
            complex_recurrences_in_scalars(columns, first, regular, rows, &of);
        } else {
            for (size_t part = 0; part < 2; part++)
                pairs_store(of.so_far.part[part], &s->part[part], first);
        }
        place.stride = where->y_stride;
        complex_lines_write(&place, at_y, of.y);
        at_a += bytes;
        at_b += bytes;
        at_y += bytes;
    }
    memset(s->is_fresh, 0, sizeof s->is_fresh);
    columns->position += rows;
}

/* ---- a line ---- */

lanescan_recurrence_piece PORTABLE(linear_recurrence_piece_c64);
lanescan_recurrence_piece PORTABLE(linear_recurrence_piece_c128);

/* The results of `count` numbers; are all finite? */
LANESCAN_NOINLINE bool complex_recurrence_numbers(complex_recurrence_state *s, size_t count,
                                                  const double *a, const double *b, double *y)
{
    const f64x2 zero = f64x2_set(0, 0);
    f64x2_pair so_far = f64x2_pair_set(s->part[0], s->part[1]);
    f64x2 finite = zero; /* NaN where a result is not */
    LANESCAN_UNROLL(1)
    for (size_t i = 0; i < 2 * count; i += 2) {
        so_far = complex_recurrence_step(so_far, a + i, b + i);
        const f64x2 value = f64x2_sub(so_far.high, f64x2_sub(zero, so_far.low));
        finite = f64x2_fma(value, zero, finite);
        f64x2_store(ELEMENT_F64, y + i, value);
    }
    f64x2_pair_get(so_far, &s->part[0], &s->part[1]);
    s->is_fresh = false;
    return f64x2_first(finite) == 0 && f64x2_second(finite) == 0;
}

/* At most a group of numbers as doubles, where they are or in `room`. */
LANESCAN_NOINLINE const double *complex_doubles(element type, ptrdiff_t step, size_t count,
                                                const char *x, double *room)
{
    if (complex_are_doubles(type, step))
        return (const double *)x;
    complex_to_doubles(type, step, count, x, room);
    return room;
}

LANESCAN_NOINLINE void complex_recurrence_piece(element type, bool backwards, bool one_coefficient,
                                                size_t n, const void *a, const void *b, void *y,
                                                lanescan_state *state)
{
    const ptrdiff_t step = complex_step(type, backwards), a_step = one_coefficient ? 0 : step;
    const char *at_a = a, *at_b = b;
    char *at_y = y;
    for (size_t i = 0, count; i < n; i += count) {
        double room[2][2 * GROUP], results[2 * GROUP];
        complex_recurrence_state s = state->as.complex_recurrence;
        count = n - i < GROUP ? n - i : GROUP;
        const double *of_a = complex_doubles(type, a_step, count, at_a, room[0]);
        const double *const of_b = complex_doubles(type, step, count, at_b, room[1]);
        if (s.is_fresh) { /* nothing to multiply */
            memmove(room[0], of_a, 2 * count * sizeof *of_a);
            room[0][0] = room[0][1] = 0;
            of_a = room[0];
        }
        if (LANESCAN_LIKELY(!state->over &&
                            complex_recurrence_numbers(&s, count, of_a, of_b, results))) {
            if (complex_are_doubles(type, step))
                memcpy(at_y, results, 2 * count * sizeof *results);
            else
                complex_of_doubles(type, step, count, results, at_y);
            if (count == GROUP)
                complex_recurrence_end_group(&s);
            state->as.complex_recurrence = s;
            state->position += count;
        } else {
            (type == ELEMENT_F32 ? PORTABLE(linear_recurrence_piece_c64)
                                 : PORTABLE(linear_recurrence_piece_c128))(
                state, backwards, one_coefficient, count, at_a, at_b, at_y);
        }
        at_a += GROUP * a_step;
        at_b += GROUP * step;
        at_y += GROUP * step;
    }
}

#endif
