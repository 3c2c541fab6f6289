/* cummax and cummin of int32_t as they are, forwards and with indices, and their last extreme
 * alone. Otherwise they are converted to int64_t.
 *
 * A minimum is the maximum of complements: inside, all numbers are x ^ flip, with flip = -1 for a
 * minimum, 0 for a maximum. */
#ifndef LANESCAN_EXTREME_INDEXED_H
#define LANESCAN_EXTREME_INDEXED_H

#if LANES > 1
#include "ops/extreme/along.h"
#else
#include "ops/extreme/extreme.h"
#endif

enum { FLOAT_BITS = (1 << FLOAT_LANES) - 1 };

/* Elements `first` to n. */
LANESCAN_INLINE void extreme_i32_elements(int32_t flip, size_t first, size_t n, const int32_t *x,
                                          int32_t *y, int64_t *index, extreme_run *run)
{
    int32_t so_far = (int32_t)run->so_far.integer;
    for (size_t i = first; i < n; i++) {
        const int32_t value = x[i] ^ flip;
        if (value >= so_far) {
            so_far = value;
            run->at = extreme_index(run, i);
        }
        if (!y)
            continue;
        y[i] = so_far ^ flip;
        index[i] = run->at;
    }
    run->so_far.integer = so_far;
}

#if LANES > 1
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

/* A piece. The extreme of a line without elements is below all of int32_t. */
LANESCAN_NOINLINE void extreme_i32_piece(int32_t flip, lanescan_state *state, size_t n,
                                         const int32_t *x, int32_t *y, int64_t *index)
{
    extreme_run run = extreme_run_begin(state);
    size_t done = 0;
    if (!n)
        return;
    run.so_far.integer ^= flip;
    if (run.so_far.integer < INT32_MIN)
        run.so_far.integer = INT32_MIN;
#if LANES > 1
    done = y ? extreme_i32_vectors(flip, n, x, y, index, &run)
             : extreme_i32_alone(flip, n, x, &run);
#endif
    extreme_i32_elements(flip, done, n, x, y, index, &run);
    run.so_far.integer ^= flip;
    extreme_run_end(state, &run, n);
}

#endif
