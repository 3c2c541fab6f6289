/* cumprod and linear recurrences of integers along a line, short lines, and how chunks of integers
 * are folded: portable code, for all sets. */
#include "block.h"

#include "ops/integer/integer.h"
#include "ops/own.h"

#ifndef LANESCAN_WITHOUT_TENSORS

#ifndef LANESCAN_WITHOUT_CUMPROD
LANESCAN_INLINE void integer_product_piece_32(bool backwards, size_t n, const int32_t *x,
                                              int32_t *y, lanescan_state *state)
{
    uint32_t product = (uint32_t)state->as.integer;
    LANESCAN_UNROLL(4)
    for (size_t i = 0; i < n; i++) {
        product *= (uint32_t)x[offset_of(backwards, i)];
        y[offset_of(backwards, i)] = (int32_t)product;
    }
    state->as.integer = product;
}

LANESCAN_INLINE void integer_product_piece_64(bool backwards, size_t n, const int64_t *x,
                                              int64_t *y, lanescan_state *state)
{
    uint64_t product = state->as.integer;
    LANESCAN_UNROLL(4)
    for (size_t i = 0; i < n; i++) {
        product *= (uint64_t)x[offset_of(backwards, i)];
        y[offset_of(backwards, i)] = (int64_t)product;
    }
    state->as.integer = product;
}

/* The product alone, in the order of memory: four at a time, which do not wait for each other. */
LANESCAN_INLINE void integer_product_total_32(bool backwards, size_t n, const int32_t *x,
                                              lanescan_state *state)
{
    const int32_t *const lowest = x + offset_of_vector(backwards, 0, n);
    uint32_t product[4] = { (uint32_t)state->as.integer, 1, 1, 1 };
    size_t i = 0;
    for (; n - i >= 4; i += 4) {
        LANESCAN_UNROLL(4)
        for (size_t k = 0; k < 4; k++)
            product[k] *= (uint32_t)lowest[i + k];
    }
    for (; i < n; i++)
        product[0] *= (uint32_t)lowest[i];
    state->as.integer = (product[0] * product[1]) * (product[2] * product[3]);
}

LANESCAN_INLINE void integer_product_total_64(bool backwards, size_t n, const int64_t *x,
                                              lanescan_state *state)
{
    const int64_t *const lowest = x + offset_of_vector(backwards, 0, n);
    uint64_t product[4] = { state->as.integer, 1, 1, 1 };
    size_t i = 0;
    for (; n - i >= 4; i += 4) {
        LANESCAN_UNROLL(4)
        for (size_t k = 0; k < 4; k++)
            product[k] *= (uint64_t)lowest[i + k];
    }
    for (; i < n; i++)
        product[0] *= (uint64_t)lowest[i];
    state->as.integer = (product[0] * product[1]) * (product[2] * product[3]);
}

PIECE_KERNEL(cumprod_piece_i32)
{
    (void)index;
    if (y)
        integer_product_piece_32(backwards, n, x, y, state);
    else
        integer_product_total_32(backwards, n, x, state);
    state->position += n;
}

PIECE_KERNEL(cumprod_piece_i64)
{
    (void)index;
    if (y)
        integer_product_piece_64(backwards, n, x, y, state);
    else
        integer_product_total_64(backwards, n, x, state);
    state->position += n;
}
#endif

/* ---- many short lines ---- */

LANESCAN_INLINE void integer_line_32(operation op, size_t n, const int32_t *x, int32_t *y)
{
    uint32_t so_far = op == OP_ADD ? 0 : 1;
    LANESCAN_UNROLL(2)
    for (size_t i = 0; i < n; i++) {
        so_far = op == OP_ADD ? so_far + (uint32_t)x[i] : so_far * (uint32_t)x[i];
        y[i] = (int32_t)so_far;
    }
}

LANESCAN_INLINE void integer_line_64(operation op, size_t n, const int64_t *x, int64_t *y)
{
    uint64_t so_far = op == OP_ADD ? 0 : 1;
    LANESCAN_UNROLL(2)
    for (size_t i = 0; i < n; i++) {
        so_far = integer_apply(op, so_far, (uint64_t)x[i]);
        y[i] = (int64_t)so_far;
    }
}

/* Of a length that is known when this is compiled, or at most eight, or longer. */
LANESCAN_INLINE void integer_any_line(operation op, element type, size_t n, const void *x, void *y)
{
    if (n <= 8 && type == ELEMENT_I32)
        integer_short_line_32(op, n, x, y);
    else if (n <= 8)
        integer_short_line_64(op, n, x, y);
    else if (type == ELEMENT_I32)
        integer_line_32(op, n, x, y);
    else
        integer_line_64(op, n, x, y);
}

/* Lines of two are loops of their own. */
LANESCAN_INLINE void integer_short(operation op, element type, size_t lines, size_t n,
                                   const char *x, ptrdiff_t x_pitch, char *y, ptrdiff_t y_pitch)
{
    if (n == 2)
        for (; lines; lines--, x += x_pitch, y += y_pitch)
            integer_any_line(op, type, 2, x, y);
    else if (n <= 8)
        for (; lines; lines--, x += x_pitch, y += y_pitch)
            integer_any_line(op, type, n, x, y);
    else
        for (; lines; lines--, x += x_pitch, y += y_pitch)
            integer_any_line(op, type, n, x, y);
}

#define INTEGER_SHORT(name, type, op)                              \
    SHORT_KERNEL(name)                                             \
    {                                                              \
        integer_short(op, type, lines, n, x, x_pitch, y, y_pitch); \
    }
#ifndef LANESCAN_WITHOUT_CUMSUM
INTEGER_SHORT(cumsum_short_i32, ELEMENT_I32, OP_ADD)
INTEGER_SHORT(cumsum_short_i64, ELEMENT_I64, OP_ADD)
#endif
#ifndef LANESCAN_WITHOUT_CUMPROD
INTEGER_SHORT(cumprod_short_i32, ELEMENT_I32, OP_MULTIPLY)
INTEGER_SHORT(cumprod_short_i64, ELEMENT_I64, OP_MULTIPLY)
#endif

/* ---- chunks by themselves ---- */

static uint64_t integer_mood(const lanescan_state *line)
{
    (void)line;
    return 0;
}

static void integer_sum_begin_chunk(lanescan_state *chunk, uint64_t mood, uint64_t position)
{
    (void)mood;
    (void)position;
    integer_sum_begin(chunk);
}

static void integer_product_begin_chunk(lanescan_state *chunk, uint64_t mood, uint64_t position)
{
    (void)mood;
    (void)position;
    integer_product_begin(chunk);
}

static bool integer_sum_fold(lanescan_state *line, const lanescan_state *chunk, uint64_t mood)
{
    (void)mood;
    line->as.integer += chunk->as.integer;
    line->position += CHUNK;
    return true;
}

static bool integer_product_fold(lanescan_state *line, const lanescan_state *chunk, uint64_t mood)
{
    (void)mood;
    line->as.integer *= chunk->as.integer;
    line->position += CHUNK;
    return true;
}

const lanescan_fold GENERIC(integer_sum_folding) = { integer_mood, integer_sum_begin_chunk,
                                                     integer_sum_fold };
const lanescan_fold GENERIC(integer_product_folding) = { integer_mood, integer_product_begin_chunk,
                                                         integer_product_fold };

#ifndef LANESCAN_WITHOUT_LINEAR_RECURRENCE
#include "ops/integer/recurrence.h"
#endif

#endif
