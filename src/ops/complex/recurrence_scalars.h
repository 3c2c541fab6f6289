/* Linear recurrences of complex numbers in portable code, which defines them. */
#ifndef LANESCAN_COMPLEX_RECURRENCE_SCALARS_H
#define LANESCAN_COMPLEX_RECURRENCE_SCALARS_H

#include "ops/complex/recurrence.h"

LANESCAN_INLINE bool complex_value(f64x2_pair y, double value[2])
{
    pair_values(y, value);
    return f64_is_finite(value[0]) && f64_is_finite(value[1]);
}

/* The same by the plain formula, for results that are not finite; those after them go on like
 * that. */
LANESCAN_COLD f64x2_pair complex_recurrence_plain(f64x2_pair y, const double a[2],
                                                  const double b[2], double value[2], bool *over)
{
    double before[2];
    complex_value(y, before);
    value[0] = f64_fma(a[0], before[0], f64_fma(-a[1], before[1], b[0]));
    value[1] = f64_fma(a[0], before[1], f64_fma(a[1], before[0], b[1]));
    *over = !f64_is_finite(value[0]) || !f64_is_finite(value[1]);
    return (f64x2_pair){ f64x2_set(value[0], value[1]), f64x2_set(0, 0) };
}

/* A group, or the end of a line. */
LANESCAN_INLINE void complex_recurrence_group(element type, complex_recurrence_state *s, bool *over,
                                              size_t count, lanescan_recurrence_rows at)
{
    f64x2_pair so_far = f64x2_pair_set(s->part[0], s->part[1]);
    bool has_ended = *over;
    for (size_t i = 0; i < count; i++) {
        double a[2], b[2], value[2];
        complex_read(type, false, at.a, 0, a);
        complex_read(type, false, at.b, 0, b);
        if (s->is_fresh) /* nothing to multiply */
            a[0] = a[1] = 0;
        s->is_fresh = false;
        const f64x2_pair next = complex_recurrence_step(so_far, a, b);
        if (LANESCAN_LIKELY(!has_ended && complex_value(next, value)))
            so_far = next;
        else
            so_far = complex_recurrence_plain(so_far, a, b, value, &has_ended);
        complex_write(type, false, at.y, 0, value[0], value[1]);
        at.a += at.a_stride;
        at.b += at.b_stride;
        at.y += at.y_stride;
    }
    *over = has_ended;
    f64x2_pair_get(so_far, &s->part[0], &s->part[1]);
    if (count == GROUP && !has_ended)
        complex_recurrence_end_group(s);
}

LANESCAN_NOINLINE void complex_recurrence_numbers(complex_recurrence_state *s, bool *over,
                                                  element type, size_t count,
                                                  const lanescan_recurrence_rows *at)
{
    if (type == ELEMENT_F32)
        complex_recurrence_group(ELEMENT_F32, s, over, count, *at);
    else
        complex_recurrence_group(ELEMENT_F64, s, over, count, *at);
}

LANESCAN_NOINLINE void complex_recurrence_piece(element type, bool backwards, bool one_coefficient,
                                                size_t n, const void *a, const void *b, void *y,
                                                lanescan_state *state)
{
    const ptrdiff_t step = complex_step(type, backwards);
    lanescan_recurrence_rows at = { a, b, y, one_coefficient ? 0 : step, step, step, NULL, false };
    for (size_t i = 0, count; i < n; i += count) {
        count = n - i < GROUP ? n - i : GROUP;
        complex_recurrence_numbers(&state->as.complex_recurrence, &state->over, type, count, &at);
        at.a += GROUP * at.a_stride;
        at.b += GROUP * step;
        at.y += GROUP * step;
    }
    state->position += n;
}

LANESCAN_ONE_COPY
void KERNEL(complex_recurrence_column)(lanescan_columns *columns, size_t line, element type,
                                       size_t count, const lanescan_recurrence_rows *at)
{
    complex_recurrence_state s;
    complex_recurrence_get(&columns->as.complex_recurrence, line, &s);
    complex_recurrence_numbers(&s, &columns->over[line], type, count, at);
    complex_recurrence_put(&columns->as.complex_recurrence, line, &s);
}

LANESCAN_NOINLINE void complex_recurrence_across(element type, lanescan_columns *columns,
                                                 size_t rows, size_t lines,
                                                 const lanescan_recurrence_rows *where)
{
    lanescan_recurrence_rows at = *where;
    for (size_t line = 0; line < lines; line++) {
        KERNEL(complex_recurrence_column)(columns, line, type, rows, &at);
        at.a += 2 * element_bytes(type);
        at.b += 2 * element_bytes(type);
        at.y += 2 * element_bytes(type);
    }
    columns->position += rows;
}

#endif
