/* cumsum of integers along a line, a vector at a time. The next vector is loaded before the results
 * of this one are stored: to processors, a load from an address 4096 bytes from that of an earlier
 * store looks like a load of what was stored, and waits. */
#ifndef LANESCAN_INTEGER_ALONG_H
#define LANESCAN_INTEGER_ALONG_H

#include "fold/group.h"
#include "ops/integer/integer.h"

LANESCAN_INLINE void integer_sum_piece_32(bool backwards, size_t n, const int32_t *x, int32_t *y,
                                          lanescan_state *state)
{
    enum { WIDTH = FLOAT_LANES };
    size_t i = elements_to_alignment(backwards, sizeof *y, n, y);
    uint32_t sum = integer_sums_32(backwards, 0, i, x, y, (uint32_t)state->as.integer);
    if (n - i >= WIDTH) {
        i32v carry = i32v_splat((int32_t)sum);
        i32v next = i32v_load(x + offset_of_vector(backwards, i, WIDTH));
        for (; n - i >= WIDTH; i += WIDTH) {
            const ptrdiff_t offset = offset_of_vector(backwards, i, WIDTH);
            const i32v v = next;
            if (n - i >= 2 * WIDTH)
                next = i32v_load(x + offset_of_vector(backwards, i + WIDTH, WIDTH));
            const i32v local = backwards ? i32v_scan_add_reversed(v) : i32v_scan_add(v);
            i32v_store(y + offset, i32v_add(local, carry));
            carry = i32v_add(carry, backwards ? i32v_splat_first(local) : i32v_splat_last(local));
        }
        sum = (uint32_t)y[offset_of(backwards, i - 1)];
    }
    state->as.integer = integer_sums_32(backwards, i, n, x, y, sum);
}

LANESCAN_INLINE i64v integers_from(int dtype, const void *x, ptrdiff_t i)
{
    switch (dtype) {
    case LANESCAN_BOOL:
        return i64v_load_bool((const uint8_t *)x + i);
    case LANESCAN_U8:
        return i64v_load_u8((const uint8_t *)x + i);
    case LANESCAN_U16:
        return i64v_load_u16((const uint16_t *)x + i);
    case LANESCAN_U32:
        return i64v_load_u32((const uint32_t *)x + i);
    case LANESCAN_I8:
        return i64v_load_i8((const int8_t *)x + i);
    case LANESCAN_I16:
        return i64v_load_i16((const int16_t *)x + i);
    case LANESCAN_I32:
        return i64v_load_i32((const int32_t *)x + i);
    default:
        return i64v_load((const int64_t *)x + i);
    }
}

LANESCAN_INLINE void integer_sum_piece_64(int dtype, bool backwards, size_t n, const void *x,
                                          int64_t *y, lanescan_state *state)
{
    size_t i = elements_to_alignment(backwards, sizeof *y, n, y);
    uint64_t sum = integer_sums_64(dtype, backwards, 0, i, x, y, state->as.integer);
    if (n - i >= LANES) {
        i64v carry = i64v_splat((int64_t)sum);
        i64v next = integers_from(dtype, x, offset_of_vector(backwards, i, LANES));
        for (; n - i >= LANES; i += LANES) {
            const ptrdiff_t offset = offset_of_vector(backwards, i, LANES);
            const i64v v = next;
            if (n - i >= 2 * LANES)
                next = integers_from(dtype, x, offset_of_vector(backwards, i + LANES, LANES));
            const i64v local = backwards ? i64v_scan_add_reversed(v) : i64v_scan_add(v);
            i64v_store(y + offset, i64v_add(local, carry));
            carry = i64v_add(carry, backwards ? i64v_splat_first(local) : i64v_splat_last(local));
        }
        sum = (uint64_t)y[offset_of(backwards, i - 1)];
    }
    state->as.integer = integer_sums_64(dtype, backwards, i, n, x, y, sum);
}

LANESCAN_INLINE void integer_vectors_64(size_t lines, const char *x, ptrdiff_t x_pitch, char *y,
                                        ptrdiff_t y_pitch)
{
    for (; lines; lines--, x += x_pitch, y += y_pitch)
        i64v_store((int64_t *)(void *)y,
                   i64v_scan_add(i64v_load((const int64_t *)(const void *)x)));
}

#endif
