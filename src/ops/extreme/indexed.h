/* cummax and cummin of int32_t as they are, forwards and with indices, and their last extreme
 * alone. Otherwise they are converted to int64_t.
 *
 * A minimum is the maximum of complements: inside, all numbers are x ^ flip, with flip = -1 for a
 * minimum, 0 for a maximum. */
#ifndef LANESCAN_EXTREME_INDEXED_H
#define LANESCAN_EXTREME_INDEXED_H

#if LANES > 1
#include "ops/extreme/indexed_lanes.h"
#else
#include "ops/extreme/scalars.h"
#endif

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

/* A piece. The extreme of a line without elements is below all of int32_t. */
LANESCAN_NOINLINE void extreme_i32_piece(int32_t flip, lanescan_state *state, size_t n,
                                         const int32_t *x, int32_t *y, int64_t *index)
{
    extreme_run run = extreme_run_begin(state);
    size_t done;
    if (!n)
        return;
    run.so_far.integer ^= flip;
    if (run.so_far.integer < INT32_MIN)
        run.so_far.integer = INT32_MIN;
    done = y ? extreme_i32_vectors(flip, n, x, y, index, &run)
             : extreme_i32_alone(flip, n, x, &run);
    extreme_i32_elements(flip, done, n, x, y, index, &run);
    run.so_far.integer ^= flip;
    extreme_run_end(state, &run, n);
}

#endif
