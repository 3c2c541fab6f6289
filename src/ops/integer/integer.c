/* cumsum and cumprod of integers: the kernels of one instruction set. */
#include "block.h"

#if LANES > 1
#include "ops/integer/across.h"
#include "ops/integer/along.h"
#else
#include "ops/integer/scalars.h"
#endif
#include "ops/own.h"

void KERNEL(cumsum_piece_i32)(lanescan_state *state, bool backwards, size_t n, const void *x,
                              void *y, int64_t *index)
{
    (void)index;
    if (!y)
        state->as.integer += integer_total_32(backwards, n, x);
    else if (backwards)
        integer_sum_piece_32(true, n, x, y, state);
    else
        integer_sum_piece_32(false, n, x, y, state);
    state->position += n;
}

#if LANES == 1
#define INTEGER_PRODUCT_PIECE(name, piece)                                                      \
    void KERNEL(name)(lanescan_state * state, bool backwards, size_t n, const void *x, void *y, \
                      int64_t *index)                                                           \
    {                                                                                           \
        (void)index;                                                                            \
        if (!y)                                                                                 \
            piece##_total(backwards, n, x, state);                                              \
        else if (backwards)                                                                     \
            piece(true, n, x, y, state);                                                        \
        else                                                                                    \
            piece(false, n, x, y, state);                                                       \
        state->position += n;                                                                   \
    }
INTEGER_PRODUCT_PIECE(cumprod_piece_i32, integer_product_32)
INTEGER_PRODUCT_PIECE(cumprod_piece_i64, integer_product_64)
#endif

/* cumsum in 64 bits of any integer type. */
#define INTEGER_PIECE_64(name, dtype)                                                           \
    void KERNEL(name)(lanescan_state * state, bool backwards, size_t n, const void *x, void *y, \
                      int64_t *index)                                                           \
    {                                                                                           \
        (void)index;                                                                            \
        if (!y)                                                                                 \
            state->as.integer += integer_total_64(dtype, backwards, n, x);                      \
        else if (backwards)                                                                     \
            integer_sum_piece_64(dtype, true, n, x, y, state);                                  \
        else                                                                                    \
            integer_sum_piece_64(dtype, false, n, x, y, state);                                 \
        state->position += n;                                                                   \
    }
INTEGER_PIECE_64(cumsum_piece_i64, LANESCAN_I64)
INTEGER_PIECE_64(cumsum_piece_bool_i64, LANESCAN_BOOL)
INTEGER_PIECE_64(cumsum_piece_u8_i64, LANESCAN_U8)
INTEGER_PIECE_64(cumsum_piece_u16_i64, LANESCAN_U16)
INTEGER_PIECE_64(cumsum_piece_u32_i64, LANESCAN_U32)
INTEGER_PIECE_64(cumsum_piece_i8_i64, LANESCAN_I8)
INTEGER_PIECE_64(cumsum_piece_i16_i64, LANESCAN_I16)
INTEGER_PIECE_64(cumsum_piece_i32_i64, LANESCAN_I32)

#define INTEGER_ACROSS(name, type, op)                                             \
    void KERNEL(name)(lanescan_columns * state, size_t rows, size_t lines,         \
                      const lanescan_rows *where)                                  \
    {                                                                              \
        integer_across(type, op, state, rows, lines, where);                       \
    }
INTEGER_ACROSS(cumsum_across_i32, ELEMENT_I32, OP_ADD)
INTEGER_ACROSS(cumsum_across_i64, ELEMENT_I64, OP_ADD)
INTEGER_ACROSS(cumprod_across_i32, ELEMENT_I32, OP_MULTIPLY)
INTEGER_ACROSS(cumprod_across_i64, ELEMENT_I64, OP_MULTIPLY)

void KERNEL(cumsum_short_i32)(size_t lines, size_t n, const void *x, ptrdiff_t x_pitch, void *y,
                              ptrdiff_t y_pitch)
{
    const char *from = x;
    char *to = y;
    for (size_t line = 0; line < lines; line++, from += x_pitch, to += y_pitch)
        integer_short_line_32(n, (const int32_t *)(const void *)from, (int32_t *)(void *)to);
}

void KERNEL(cumsum_short_i64)(size_t lines, size_t n, const void *x, ptrdiff_t x_pitch, void *y,
                              ptrdiff_t y_pitch)
{
    const char *from = x;
    char *to = y;
    for (size_t line = 0; line < lines; line++, from += x_pitch, to += y_pitch)
        integer_short_64(n, (const int64_t *)(const void *)from, (int64_t *)(void *)to);
}

void KERNEL(cumsum_i32)(size_t n, const int32_t *x, int32_t *y)
{
    if (n <= 8) {
        integer_short_line_32(n, x, y);
        return;
    }
    lanescan_state state;
    integer_sum_begin(&state);
    KERNEL(cumsum_piece_i32)(&state, false, n, x, y, NULL);
}

void KERNEL(cumsum_i64)(size_t n, const int64_t *x, int64_t *y)
{
    if (n <= 8) {
        integer_short_line_64(n, x, y);
        return;
    }
    lanescan_state state;
    integer_sum_begin(&state);
    KERNEL(cumsum_piece_i64)(&state, false, n, x, y, NULL);
}
