/* cummax and cummin of int32_t as they are, in lanes: whole vectors. */
#ifndef LANESCAN_EXTREME_INDEXED_LANES_H
#define LANESCAN_EXTREME_INDEXED_LANES_H

#include "ops/extreme/along.h"

enum { FLOAT_BITS = (1 << FLOAT_LANES) - 1 };

/* All whole vectors; returns how many elements. */
LANESCAN_INLINE size_t extreme_i32_vectors(int32_t flip, size_t n, const int32_t *x, int32_t *y,
                                           int64_t *index, extreme_run *run)
{
    const i32v flips = i32v_splat(flip);
    i32v so_far = i32v_splat((int32_t)run->so_far.integer), result = i32v_xor(so_far, flips);
    i64v at = i64v_splat(run->at);
    size_t i = 0;
    for (; n - i >= FLOAT_LANES; i += FLOAT_LANES) {
        const i32v v = i32v_xor(i32v_load(x + i), flips);
        if (LANESCAN_LIKELY(i32v_gt(so_far, v) == FLOAT_BITS)) {
            i32v_store(y + i, result);
            i64v_store(index + i, at);
            i64v_store(index + i + LANES, at);
            continue;
        }
        const i32v extreme = i32v_max(so_far, i32v_scan_max(v));
        const unsigned old = i32v_gt(i32v_shift_in(so_far, extreme), v);
        i32v_store(y + i, i32v_xor(extreme, flips));
        at = latest_indices(false, ~old & FLOAT_BITS, run, i, index, at);
        so_far = i32v_splat_last(extreme);
        result = i32v_xor(so_far, flips);
    }
    run->so_far.integer = i32v_first(so_far);
    run->at = i64v_first(at);
    return i;
}

/* The extreme of all whole vectors alone, and the latest element that has it; returns how many
 * elements. */
LANESCAN_INLINE size_t extreme_i32_alone(int32_t flip, size_t n, const int32_t *x, extreme_run *run)
{
    const i32v flips = i32v_splat(flip);
    i32v extreme = i32v_splat(INT32_MIN);
    size_t i = 0;
    for (; n - i >= FLOAT_LANES; i += FLOAT_LANES)
        extreme = i32v_max(extreme, i32v_xor(i32v_load(x + i), flips));
    extreme = i32v_splat_last(i32v_scan_max(extreme));
    if (i && i32v_first(extreme) >= run->so_far.integer) {
        size_t at = i;
        unsigned below;
        do {
            at -= FLOAT_LANES;
            below = i32v_gt(extreme, i32v_xor(i32v_load(x + at), flips));
        } while (below == FLOAT_BITS);
        run->so_far.integer = i32v_first(extreme);
        run->at = extreme_index(run, at + 31 - (size_t)__builtin_clz(~below & FLOAT_BITS));
    }
    return i;
}

#endif
