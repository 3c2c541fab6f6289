/* Linear recurrences of integers, modulo 2^bits: exact in any order. */
#ifndef LANESCAN_INTEGER_RECURRENCE_H
#define LANESCAN_INTEGER_RECURRENCE_H

#include "ops/own.h"
#include "ops/recurrence/state.h"

/* ---- across lines: row by row, in the lanes of each type (compilers see to that) ---- */

#define INTEGER_RECURRENCE_ACROSS(name, number)                                   \
    LANESCAN_INLINE void name(lanescan_columns *state, size_t rows, size_t lines, \
                              const lanescan_recurrence_rows *where)              \
    {                                                                             \
        number so_far[ACROSS_LINES];                                              \
        for (size_t l = 0; l < lines; l++)                                        \
            so_far[l] = (number)state->as.integer[l];                             \
        for (size_t r = 0; r < rows; r++)                                         \
            integer_recurrence_row_##number(lines, where, (ptrdiff_t)r, so_far);  \
        for (size_t l = 0; l < lines; l++)                                        \
            state->as.integer[l] = (int64_t)so_far[l];                            \
        state->position += rows;                                                  \
    }

LANESCAN_INLINE void integer_recurrence_row_uint32_t(size_t lines,
                                                     const lanescan_recurrence_rows *where,
                                                     ptrdiff_t row, uint32_t *so_far)
{
    const uint32_t *const a = (const void *)(where->a + row * where->a_stride);
    const uint32_t *const b = (const void *)(where->b + row * where->b_stride);
    uint32_t *const y = (void *)(where->y + row * where->y_stride);
    for (size_t l = 0; l < lines; l++)
        so_far[l] = a[l] * so_far[l] + b[l];
    memcpy(y, so_far, lines * sizeof *y);
}

LANESCAN_INLINE void integer_recurrence_row_uint64_t(size_t lines,
                                                     const lanescan_recurrence_rows *where,
                                                     ptrdiff_t row, uint64_t *so_far)
{
    const uint64_t *const a = (const void *)(where->a + row * where->a_stride);
    const uint64_t *const b = (const void *)(where->b + row * where->b_stride);
    uint64_t *const y = (void *)(where->y + row * where->y_stride);
    for (size_t l = 0; l < lines; l++)
        so_far[l] = a[l] * so_far[l] + b[l];
    memcpy(y, so_far, lines * sizeof *y);
}

INTEGER_RECURRENCE_ACROSS(integer_recurrence_across_32, uint32_t)
INTEGER_RECURRENCE_ACROSS(integer_recurrence_across_64, uint64_t)

#endif
