/* cumsum of integers, modulo 2^bits: exact in any order, so each type uses its native lanes. */
#ifndef LANESCAN_CUMSUM_INTEGER_TPL_H
#define LANESCAN_CUMSUM_INTEGER_TPL_H

#include "group_tpl.h"

static void cumsum_i32(size_t n, const int32_t *x, int32_t *y)
{
    uint32_t sum = 0;
    size_t i = 0;
    if (!LANESCAN_LANES_ARE_SCALARS) {
        i32x16 carry = i32x16_splat(0);
        for (; n - i >= 16; i += 16) {
            const i32x16 local = i32x16_scan_add(i32x16_load(x + i));
            i32x16_store(y + i, i32x16_add(local, carry));
            carry = i32x16_add(carry, i32x16_splat_last(local));
        }
    }
    if (i)
        sum = (uint32_t)y[i - 1];
    for (; i < n; i++) {
        sum += (uint32_t)x[i];
        y[i] = (int32_t)sum;
    }
}

static void cumsum_i64(size_t n, const int64_t *x, int64_t *y)
{
    uint64_t sum = 0;
    size_t i = 0;
    if (!LANESCAN_LANES_ARE_SCALARS) {
        i64x8 carry = i64x8_splat(0);
        for (; n - i >= LANES; i += LANES) {
            const i64x8 local = i64x8_scan_add(i64x8_load(x + i));
            i64x8_store(y + i, i64x8_add(local, carry));
            carry = i64x8_add(carry, i64x8_splat_last(local));
        }
    }
    if (i)
        sum = (uint64_t)y[i - 1];
    for (; i < n; i++) {
        sum += (uint64_t)x[i];
        y[i] = (int64_t)sum;
    }
}

#endif
