/* cumsum and cumprod of integers, modulo 2^bits: exact in any order, so each type uses its native lanes. */
#ifndef LANESCAN_INTEGER_TPL_H
#define LANESCAN_INTEGER_TPL_H

#include "group_tpl.h"

LANESCAN_INLINE void cumsum_i32_piece(bool reversed, size_t n, const int32_t *x, int32_t *y,
                                      lanescan_state *state)
{
    enum { WIDTH = 16 };
    uint32_t sum = (uint32_t)state->as.integer;
    size_t i = 0;
    if (!LANESCAN_LANES_ARE_SCALARS && n >= WIDTH) {
        i32x16 carry = i32x16_splat((int32_t)sum);
        for (; n - i >= WIDTH; i += WIDTH) {
            const ptrdiff_t offset = offset_of_vector(reversed, i, WIDTH);
            const i32x16 in_memory = i32x16_load(x + offset);
            const i32x16 local = i32x16_scan_add(reversed ? i32x16_reverse(in_memory) : in_memory);
            const i32x16 result = i32x16_add(local, carry);
            i32x16_store(y + offset, reversed ? i32x16_reverse(result) : result);
            carry = i32x16_add(carry, i32x16_splat_last(local));
        }
        sum = (uint32_t)y[offset_of(reversed, i - 1)];
    }
    for (; i < n; i++) {
        sum += (uint32_t)x[offset_of(reversed, i)];
        y[offset_of(reversed, i)] = (int32_t)sum;
    }
    state->as.integer = sum;
}

LANESCAN_INLINE void cumsum_i64_piece(bool reversed, size_t n, const int64_t *x, int64_t *y,
                                      lanescan_state *state)
{
    uint64_t sum = state->as.integer;
    size_t i = 0;
    if (!LANESCAN_LANES_ARE_SCALARS && n >= LANES) {
        i64x8 carry = i64x8_splat((int64_t)sum);
        for (; n - i >= LANES; i += LANES) {
            const ptrdiff_t offset = offset_of_vector(reversed, i, LANES);
            const i64x8 in_memory = i64x8_load(x + offset);
            const i64x8 local = i64x8_scan_add(reversed ? i64x8_reverse(in_memory) : in_memory);
            const i64x8 result = i64x8_add(local, carry);
            i64x8_store(y + offset, reversed ? i64x8_reverse(result) : result);
            carry = i64x8_add(carry, i64x8_splat_last(local));
        }
        sum = (uint64_t)y[offset_of(reversed, i - 1)];
    }
    for (; i < n; i++) {
        sum += (uint64_t)x[offset_of(reversed, i)];
        y[offset_of(reversed, i)] = (int64_t)sum;
    }
    state->as.integer = sum;
}

LANESCAN_INLINE void cumprod_i32_piece(bool reversed, size_t n, const int32_t *x, int32_t *y,
                                       lanescan_state *state)
{
    uint32_t product = (uint32_t)state->as.integer;
    for (size_t i = 0; i < n; i++) {
        product *= (uint32_t)x[offset_of(reversed, i)];
        y[offset_of(reversed, i)] = (int32_t)product;
    }
    state->as.integer = product;
}

LANESCAN_INLINE void cumprod_i64_piece(bool reversed, size_t n, const int64_t *x, int64_t *y,
                                       lanescan_state *state)
{
    uint64_t product = state->as.integer;
    for (size_t i = 0; i < n; i++) {
        product *= (uint64_t)x[offset_of(reversed, i)];
        y[offset_of(reversed, i)] = (int64_t)product;
    }
    state->as.integer = product;
}

#define INTEGER_STEP(name, piece, reversed)                                                   \
    static void name(lanescan_state *state, size_t n, const void *x, void *y, int64_t *index) \
    {                                                                                         \
        (void)index;                                                                          \
        piece(reversed, n, x, y, state);                                                      \
        state->position += n;                                                                 \
    }
INTEGER_STEP(cumsum_step_i32, cumsum_i32_piece, false)
INTEGER_STEP(cumsum_step_i64, cumsum_i64_piece, false)
INTEGER_STEP(cumsum_step_i32_reversed, cumsum_i32_piece, true)
INTEGER_STEP(cumsum_step_i64_reversed, cumsum_i64_piece, true)
INTEGER_STEP(cumprod_step_i32, cumprod_i32_piece, false)
INTEGER_STEP(cumprod_step_i64, cumprod_i64_piece, false)
INTEGER_STEP(cumprod_step_i32_reversed, cumprod_i32_piece, true)
INTEGER_STEP(cumprod_step_i64_reversed, cumprod_i64_piece, true)

static void cumsum_i32(size_t n, const int32_t *x, int32_t *y)
{
    lanescan_state state;
    integer_begin(&state, 0);
    cumsum_step_i32(&state, n, x, y, NULL);
}

static void cumsum_i64(size_t n, const int64_t *x, int64_t *y)
{
    lanescan_state state;
    integer_begin(&state, 0);
    cumsum_step_i64(&state, n, x, y, NULL);
}

#endif
