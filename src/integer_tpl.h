/* cumsum and cumprod of integers, modulo 2^bits: exact in any order, so each type uses its native lanes. */
#ifndef LANESCAN_INTEGER_TPL_H
#define LANESCAN_INTEGER_TPL_H

#include "group_tpl.h"

/* Kernels load a vector before they store the one before it: where results lie an element further than elements, modulo
 * 4096, the load would else wait for that store, whose address looks like its own. */

/* Elements `first` to `last`, one by one. (Unrolled: so short a loop takes twice the time where its code happens to lie badly.) */
LANESCAN_INLINE uint32_t cumsum_i32_elements(bool reversed, size_t first, size_t last,
                                             const int32_t *x, int32_t *y, uint32_t sum)
{
#pragma GCC unroll 4
    for (size_t i = first; i < last; i++) {
        sum += (uint32_t)x[offset_of(reversed, i)];
        y[offset_of(reversed, i)] = (int32_t)sum;
    }
    return sum;
}

LANESCAN_INLINE void cumsum_i32_piece(bool reversed, size_t n, const int32_t *x, int32_t *y,
                                      lanescan_state *state)
{
    enum { WIDTH = 16 };
    size_t i = elements_to_alignment(reversed, sizeof *y, n, y);
    uint32_t sum = cumsum_i32_elements(reversed, 0, i, x, y, (uint32_t)state->as.integer);
    if (!LANESCAN_LANES_ARE_SCALARS && n - i >= WIDTH) {
        i32x16 carry = i32x16_splat((int32_t)sum);
        i32x16 next = i32x16_load(x + offset_of_vector(reversed, i, WIDTH));
        for (; n - i >= WIDTH; i += WIDTH) {
            const ptrdiff_t offset = offset_of_vector(reversed, i, WIDTH);
            const i32x16 v = next;
            if (n - i >= 2 * WIDTH)
                next = i32x16_load(x + offset_of_vector(reversed, i + WIDTH, WIDTH));
            const i32x16 local = reversed ? i32x16_scan_add_reversed(v) : i32x16_scan_add(v);
            i32x16_store(y + offset, i32x16_add(local, carry));
            carry = i32x16_add(carry,
                               reversed ? i32x16_splat_first(local) : i32x16_splat_last(local));
        }
        sum = (uint32_t)y[offset_of(reversed, i - 1)];
    }
    state->as.integer = cumsum_i32_elements(reversed, i, n, x, y, sum);
}

/* ---- 64 bits: elements of any integer type, widened as they are read ---- */

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

LANESCAN_INLINE i64x8 integers_from(int dtype, const void *x, ptrdiff_t i)
{
    switch (dtype) {
    case LANESCAN_BOOL:
        return i64x8_load_bool((const uint8_t *)x + i);
    case LANESCAN_U8:
        return i64x8_load_u8((const uint8_t *)x + i);
    case LANESCAN_U16:
        return i64x8_load_u16((const uint16_t *)x + i);
    case LANESCAN_U32:
        return i64x8_load_u32((const uint32_t *)x + i);
    case LANESCAN_I8:
        return i64x8_load_i8((const int8_t *)x + i);
    case LANESCAN_I16:
        return i64x8_load_i16((const int16_t *)x + i);
    case LANESCAN_I32:
        return i64x8_load_i32((const int32_t *)x + i);
    default:
        return i64x8_load((const int64_t *)x + i);
    }
}

LANESCAN_INLINE uint64_t cumsum_i64_elements(int dtype, bool reversed, size_t first, size_t last,
                                             const void *x, int64_t *y, uint64_t sum)
{
#pragma GCC unroll 4
    for (size_t i = first; i < last; i++) {
        sum += integer_at(dtype, x, offset_of(reversed, i));
        y[offset_of(reversed, i)] = (int64_t)sum;
    }
    return sum;
}

LANESCAN_INLINE void cumsum_i64_piece(int dtype, bool reversed, size_t n, const void *x, int64_t *y,
                                      lanescan_state *state)
{
    size_t i = elements_to_alignment(reversed, sizeof *y, n, y);
    uint64_t sum = cumsum_i64_elements(dtype, reversed, 0, i, x, y, state->as.integer);
    if (!LANESCAN_LANES_ARE_SCALARS && n - i >= LANES) {
        i64x8 carry = i64x8_splat((int64_t)sum);
        i64x8 next = integers_from(dtype, x, offset_of_vector(reversed, i, LANES));
        for (; n - i >= LANES; i += LANES) {
            const ptrdiff_t offset = offset_of_vector(reversed, i, LANES);
            const i64x8 v = next;
            if (n - i >= 2 * LANES)
                next = integers_from(dtype, x, offset_of_vector(reversed, i + LANES, LANES));
            const i64x8 local = reversed ? i64x8_scan_add_reversed(v) : i64x8_scan_add(v);
            i64x8_store(y + offset, i64x8_add(local, carry));
            carry = i64x8_add(carry, reversed ? i64x8_splat_first(local) : i64x8_splat_last(local));
        }
        sum = (uint64_t)y[offset_of(reversed, i - 1)];
    }
    state->as.integer = cumsum_i64_elements(dtype, reversed, i, n, x, y, sum);
}

/* ---- products ---- */

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

/* Both directions of a kernel: piece(reversed, n, x, y, state). */
#define INTEGER_STEP(name, reversed, piece)                                                   \
    static void name(lanescan_state *state, size_t n, const void *x, void *y, int64_t *index) \
    {                                                                                         \
        (void)index;                                                                          \
        piece(reversed, n, x, y, state);                                                      \
        state->position += n;                                                                 \
    }
#define INTEGER_STEPS(name, piece)   \
    INTEGER_STEP(name, false, piece) \
    INTEGER_STEP(name##_reversed, true, piece)
INTEGER_STEPS(cumsum_step_i32, cumsum_i32_piece)
INTEGER_STEPS(cumprod_step_i32, cumprod_i32_piece)
INTEGER_STEPS(cumprod_step_i64, cumprod_i64_piece)

/* cumsum_step_i64, and cumsum_step_<type>_i64 for narrower ones. */
#define CUMSUM_64_STEPS(name, dtype)                                                      \
    LANESCAN_INLINE void name##_piece(bool reversed, size_t n, const void *x, int64_t *y, \
                                      lanescan_state *state)                              \
    {                                                                                     \
        cumsum_i64_piece(dtype, reversed, n, x, y, state);                                \
    }                                                                                     \
    INTEGER_STEP(name, false, name##_piece)                                               \
    INTEGER_STEP(name##_reversed, true, name##_piece)
CUMSUM_64_STEPS(cumsum_step_i64, LANESCAN_I64)
CUMSUM_64_STEPS(cumsum_step_bool8_i64, LANESCAN_BOOL)
CUMSUM_64_STEPS(cumsum_step_u8_i64, LANESCAN_U8)
CUMSUM_64_STEPS(cumsum_step_u16_i64, LANESCAN_U16)
CUMSUM_64_STEPS(cumsum_step_u32_i64, LANESCAN_U32)
CUMSUM_64_STEPS(cumsum_step_i8_i64, LANESCAN_I8)
CUMSUM_64_STEPS(cumsum_step_i16_i64, LANESCAN_I16)
CUMSUM_64_STEPS(cumsum_step_i32_i64, LANESCAN_I32)

/* Lines of at most eight elements, without a loop, which would end too soon for the processor to foresee it. */
LANESCAN_INLINE void cumsum_i32_short_line(size_t n, const int32_t *x, int32_t *y)
{
    uint32_t sum = 0;
#pragma GCC unroll 8
    for (size_t i = 0; i < LANES; i++) {
        if (i == n)
            break;
        sum += (uint32_t)x[i];
        y[i] = (int32_t)sum;
    }
}

LANESCAN_INLINE void cumsum_i64_short_line(size_t n, const int64_t *x, int64_t *y)
{
    uint64_t sum = 0;
#pragma GCC unroll 8
    for (size_t i = 0; i < LANES; i++) {
        if (i == n)
            break;
        sum += (uint64_t)x[i];
        y[i] = (int64_t)sum;
    }
}

static void cumsum_i32(size_t n, const int32_t *x, int32_t *y)
{
    if (n <= LANES) {
        cumsum_i32_short_line(n, x, y);
        return;
    }
    lanescan_state state;
    integer_begin(&state, 0);
    cumsum_step_i32(&state, n, x, y, NULL);
}

static void cumsum_i64(size_t n, const int64_t *x, int64_t *y)
{
    if (n <= LANES) {
        cumsum_i64_short_line(n, x, y);
        return;
    }
    lanescan_state state;
    integer_begin(&state, 0);
    cumsum_step_i64(&state, n, x, y, NULL);
}

#endif
