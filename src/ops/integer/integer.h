/* cumsum and cumprod of integers, modulo 2^bits: exact in any order, so each type uses its native
 * lanes. Portable code goes element by element; so do products along a line everywhere. */
#ifndef LANESCAN_INTEGER_H
#define LANESCAN_INTEGER_H

#include "block.h"
#include "ops/integer/state.h"
#include "ops/own.h"

/* ---- elements of any integer type, as 64 bits ---- */

LANESCAN_INLINE uint64_t integer_at(int dtype, const void *x, ptrdiff_t i)
{
    switch (dtype) {
    case LANESCAN_BOOL:
        return ((const uint8_t *)x)[i] != 0;
    case LANESCAN_U8:
        return ((const uint8_t *)x)[i];
    case LANESCAN_U16:
        return ((const uint16_t *)x)[i];
    case LANESCAN_U32:
        return ((const uint32_t *)x)[i];
    case LANESCAN_I8:
        return (uint64_t)((const int8_t *)x)[i];
    case LANESCAN_I16:
        return (uint64_t)((const int16_t *)x)[i];
    case LANESCAN_I32:
        return (uint64_t)((const int32_t *)x)[i];
    default:
        return (uint64_t)((const int64_t *)x)[i];
    }
}

/* Elements first to last, one by one. (Unrolled: so short a loop takes twice the time where its
 * code happens to lie badly.) */
LANESCAN_INLINE uint32_t integer_sums_32(bool backwards, size_t first, size_t last,
                                         const int32_t *x, int32_t *y, uint32_t sum)
{
    LANESCAN_UNROLL(4)
    for (size_t i = first; i < last; i++) {
        sum += (uint32_t)x[offset_of(backwards, i)];
        y[offset_of(backwards, i)] = (int32_t)sum;
    }
    return sum;
}

LANESCAN_INLINE uint64_t integer_sums_64(int dtype, bool backwards, size_t first, size_t last,
                                         const void *x, int64_t *y, uint64_t sum)
{
    LANESCAN_UNROLL(4)
    for (size_t i = first; i < last; i++) {
        sum += integer_at(dtype, x, offset_of(backwards, i));
        y[offset_of(backwards, i)] = (int64_t)sum;
    }
    return sum;
}

/* The sum alone: in the order of memory, whichever way the line goes. */
LANESCAN_INLINE uint32_t integer_total_32(bool backwards, size_t n, const int32_t *x)
{
    const int32_t *const lowest = x + offset_of_vector(backwards, 0, n);
    uint32_t sum = 0;
    LANESCAN_UNROLL(1)
    for (size_t i = 0; i < n; i++)
        sum += (uint32_t)lowest[i];
    return sum;
}

LANESCAN_INLINE uint64_t integer_total_64(int dtype, bool backwards, size_t n, const void *x)
{
    const ptrdiff_t lowest = offset_of_vector(backwards, 0, n);
    uint64_t sum = 0;
    LANESCAN_UNROLL(1)
    for (size_t i = 0; i < n; i++)
        sum += integer_at(dtype, x, lowest + (ptrdiff_t)i);
    return sum;
}

LANESCAN_INLINE uint64_t integer_apply(operation op, uint64_t a, uint64_t b)
{
    return op == OP_ADD ? a + b : a * b;
}

/* A line of at most eight elements, without a loop, which would end too soon for the processor to
 * foresee it. */
LANESCAN_INLINE void integer_short_line_32(operation op, size_t n, const int32_t *x, int32_t *y)
{
    uint32_t so_far = op == OP_ADD ? 0 : 1;
    LANESCAN_UNROLL(8)
    for (size_t i = 0; i < 8; i++) {
        if (i == n)
            return;
        so_far = op == OP_ADD ? so_far + (uint32_t)x[i] : so_far * (uint32_t)x[i];
        y[i] = (int32_t)so_far;
    }
}

LANESCAN_INLINE void integer_short_line_64(operation op, size_t n, const int64_t *x, int64_t *y)
{
    uint64_t so_far = op == OP_ADD ? 0 : 1;
    LANESCAN_UNROLL(8)
    for (size_t i = 0; i < 8; i++) {
        if (i == n)
            return;
        so_far = integer_apply(op, so_far, (uint64_t)x[i]);
        y[i] = (int64_t)so_far;
    }
}

/* ---- many lines side by side: the next `rows` elements of those from `first` on, row by row ----
 */

LANESCAN_INLINE void integer_rows_32(operation op, int32_t *so_far, size_t first, size_t rows,
                                     size_t lines, const lanescan_rows *where)
{
    for (size_t row = 0; row < rows; row++) {
        const int32_t *const x = (const void *)(where->in + (ptrdiff_t)row * where->in_stride);
        int32_t *const y = (void *)(where->out + (ptrdiff_t)row * where->out_stride);
        LANESCAN_INDEPENDENT_TURNS
        for (size_t l = first; l < lines; l++)
            y[l] = so_far[l] = (int32_t)integer_apply(op, (uint32_t)so_far[l], (uint32_t)x[l]);
    }
}

LANESCAN_INLINE void integer_rows_64(operation op, int64_t *so_far, size_t first, size_t rows,
                                     size_t lines, const lanescan_rows *where)
{
    for (size_t row = 0; row < rows; row++) {
        const int64_t *const x = (const void *)(where->in + (ptrdiff_t)row * where->in_stride);
        int64_t *const y = (void *)(where->out + (ptrdiff_t)row * where->out_stride);
        LANESCAN_INDEPENDENT_TURNS
        for (size_t l = first; l < lines; l++)
            y[l] = so_far[l] = (int64_t)integer_apply(op, (uint64_t)so_far[l], (uint64_t)x[l]);
    }
}

LANESCAN_INLINE void integer_rows(operation op, element type, lanescan_columns *state, size_t first,
                                  size_t rows, size_t lines, const lanescan_rows *where)
{
    if (type == ELEMENT_I64 && op == OP_ADD)
        integer_rows_64(OP_ADD, state->as.integer, first, rows, lines, where);
    else if (type == ELEMENT_I64)
        integer_rows_64(OP_MULTIPLY, state->as.integer, first, rows, lines, where);
    else if (op == OP_ADD)
        integer_rows_32(OP_ADD, state->as.integer_32, first, rows, lines, where);
    else
        integer_rows_32(OP_MULTIPLY, state->as.integer_32, first, rows, lines, where);
}

#endif
