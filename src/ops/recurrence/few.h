/* Linear recurrences: lines of a few groups, without a state in memory. */
#ifndef LANESCAN_RECURRENCE_FEW_H
#define LANESCAN_RECURRENCE_FEW_H

#include "ops/own.h"
#include "ops/recurrence/scalars.h"

lanescan_recurrence_piece KERNEL(linear_recurrence_piece_f32), KERNEL(linear_recurrence_piece_f64);

/* The rest of a line, from a group on that may not be regular. The chunk is the line so far; its
 * factor has nothing to multiply. */
LANESCAN_COLD void recurrence_few_left(element type, f64_pair line, size_t n,
                                       const recurrence_input *x, void *y)
{
    lanescan_state state;
    recurrence_begin(&state);
    state.as.recurrence.line = state.as.recurrence.chunk = line;
    state.as.recurrence.is_fresh = x->is_fresh;
    if (type == ELEMENT_F64)
        KERNEL(linear_recurrence_piece_f64)(&state, false, false, n, x->a, x->b, y);
    else
        KERNEL(linear_recurrence_piece_f32)(&state, false, false, n, x->a, x->b, y);
}

/* A line of 1 to CHUNK - 1 elements. */
LANESCAN_INLINE void recurrence_few(element type, size_t n, const char *a, const char *b, char *y)
{
    const size_t bytes = GROUP * element_bytes(type);
    f64_pair line = { 0, 0 };
    double results[GROUP];
    recurrence_input x;
    recurrence_map of_group;
    x.a = a;
    x.b = b;
    x.is_fresh = true;
    for (;;) {
        const size_t count = n < GROUP ? n : GROUP;
        const double carry = line.high + line.low;
        if (LANESCAN_UNLIKELY(
                !(type == ELEMENT_F64
                      ? recurrence_results_f64(&x, count, carry, results, &of_group)
                      : recurrence_results_f32(&x, count, carry, results, &of_group)))) {
            recurrence_few_left(type, line, n, &x, y);
            return;
        }
        results_write_as(type, target_of(type, false, y), count, results);
        n -= count;
        if (n == 0)
            return;
        line = recurrence_carry_on(line, of_group);
        x.a += bytes;
        x.b += bytes;
        x.is_fresh = false;
        y += bytes;
    }
}

LANESCAN_ONE_COPY
void KERNEL(recurrence_few_f32)(size_t n, const float *a, const float *b, float *y)
{
    recurrence_few(ELEMENT_F32, n, (const char *)a, (const char *)b, (char *)y);
}

LANESCAN_ONE_COPY
void KERNEL(recurrence_few_f64)(size_t n, const double *a, const double *b, double *y)
{
    recurrence_few(ELEMENT_F64, n, (const char *)a, (const char *)b, (char *)y);
}

#endif
