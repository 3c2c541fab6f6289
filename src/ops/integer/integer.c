/* cumsum, cumprod and linear recurrences of integers: the kernels of one instruction set. */
#include "block.h"

#if LANES > 1
#include "ops/integer/across.h"
#include "ops/integer/along.h"
#include "ops/integer/short.h"
#else
#include "ops/integer/scalars.h"
#endif
#include "ops/own.h"

#define INTEGER_ACROSS(name, type, op)                       \
    ACROSS_KERNEL(name)                                      \
    {                                                        \
        integer_across(type, op, state, rows, lines, where); \
    }

#ifndef LANESCAN_WITHOUT_CUMSUM

/* The two directions are loops of their own. */
LANESCAN_INLINE void integer_sum_32_either_way(bool backwards, size_t n, const void *x, void *y,
                                               lanescan_state *state)
{
    if (has_no_results(y))
        state->as.integer += integer_total_32(backwards, n, x);
    else if (backwards_if_built(backwards))
        integer_sum_piece_32(true, n, x, y, state);
    else
        integer_sum_piece_32(false, n, x, y, state);
    state->position += n;
}

PIECE_KERNEL(cumsum_piece_i32)
{
    (void)index;
    integer_sum_32_either_way(backwards, n, x, y, state);
}

/* cumsum in 64 bits of any integer type. */
LANESCAN_INLINE void integer_sum_64_either_way(int dtype, bool backwards, size_t n, const void *x,
                                               void *y, lanescan_state *state)
{
    if (has_no_results(y))
        state->as.integer += integer_total_64(dtype, backwards, n, x);
    else if (backwards_if_built(backwards))
        integer_sum_piece_64(dtype, true, n, x, y, state);
    else
        integer_sum_piece_64(dtype, false, n, x, y, state);
    state->position += n;
}

#define INTEGER_PIECE_64(name, dtype)                                \
    PIECE_KERNEL(name)                                               \
    {                                                                \
        (void)index;                                                 \
        integer_sum_64_either_way(dtype, backwards, n, x, y, state); \
    }
INTEGER_PIECE_64(cumsum_piece_i64, LANESCAN_I64)
#ifndef LANESCAN_WITHOUT_TENSORS
INTEGER_PIECE_64(cumsum_piece_bool_i64, LANESCAN_BOOL)
INTEGER_PIECE_64(cumsum_piece_u8_i64, LANESCAN_U8)
INTEGER_PIECE_64(cumsum_piece_u16_i64, LANESCAN_U16)
INTEGER_PIECE_64(cumsum_piece_u32_i64, LANESCAN_U32)
INTEGER_PIECE_64(cumsum_piece_i8_i64, LANESCAN_I8)
INTEGER_PIECE_64(cumsum_piece_i16_i64, LANESCAN_I16)
INTEGER_PIECE_64(cumsum_piece_i32_i64, LANESCAN_I32)

INTEGER_ACROSS(cumsum_across_i32, ELEMENT_I32, OP_ADD)
INTEGER_ACROSS(cumsum_across_i64, ELEMENT_I64, OP_ADD)
#endif /* tensors */

LINE_KERNEL(void, cumsum_i32)(size_t n, const int32_t *x, int32_t *y)
{
    if (n <= 8) {
        integer_short_line_32(OP_ADD, n, x, y);
        return;
    }
    lanescan_state state;
    integer_sum_begin(&state);
    KERNEL(cumsum_piece_i32)(&state, false, n, x, y, NULL);
}

LINE_KERNEL(void, cumsum_i64)(size_t n, const int64_t *x, int64_t *y)
{
    if (n <= 8) {
        integer_short_line_64(OP_ADD, n, x, y);
        return;
    }
    lanescan_state state;
    integer_sum_begin(&state);
    KERNEL(cumsum_piece_i64)(&state, false, n, x, y, NULL);
}

#endif /* cumsum */

#if !defined(LANESCAN_WITHOUT_CUMPROD) && !defined(LANESCAN_WITHOUT_TENSORS)
INTEGER_ACROSS(cumprod_across_i32, ELEMENT_I32, OP_MULTIPLY)
INTEGER_ACROSS(cumprod_across_i64, ELEMENT_I64, OP_MULTIPLY)
#endif

#if !defined(LANESCAN_WITHOUT_LINEAR_RECURRENCE) && !defined(LANESCAN_WITHOUT_TENSORS)
#include "ops/integer/recurrence_across.h"

RECURRENCE_ACROSS_KERNEL(linear_recurrence_across_i32)
{
    integer_recurrence_across_32(state, rows, lines, where);
}

RECURRENCE_ACROSS_KERNEL(linear_recurrence_across_i64)
{
    integer_recurrence_across_64(state, rows, lines, where);
}
#endif
