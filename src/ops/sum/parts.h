/* cumsum of complex numbers: both parts at once, each a line that has the bits of a line of real
 * numbers. A number is a pair, so that no part changes its lane, and results are written as they
 * come; so a group is looked at first: are all its results finite?
 *
 * `type` is that of a part. */
#ifndef LANESCAN_SUM_PARTS_H
#define LANESCAN_SUM_PARTS_H

#if LANES > 1
#include "ops/sum/parts_lanes.h"
#else
#include "ops/sum/parts_scalars.h"
#endif

/* The squares of a group's numbers: is their sum so small that all results are finite? */
LANESCAN_INLINE bool parts_are_regular(size_t count, f64x2 carry, const char *x, ptrdiff_t stride)
{
    f64x2 squares[2] = { f64x2_mul(carry, carry), f64x2_set(0, 0) };
    if (LANESCAN_UNLIKELY(!runs_are_regular(&count, &x, stride)))
        return false;
    LANESCAN_UNROLL(1)
    for (; count > 1; count -= 2)
        for (size_t k = 0; k < 2; k++, x += stride)
            squares[k] = add_squares(squares[k], f64x2_load(ELEMENT_F64, x));
    if (count)
        squares[0] = add_squares(squares[0], f64x2_load(ELEMENT_F64, x));
    return parts_are_below(f64x2_add(squares[0], squares[1]), SUM_OF_SQUARES_IN_RANGE);
}

/* Whole runs of a group, and their results; returns the fold of all. */
LANESCAN_INLINE f64x2 parts_runs(element type, size_t runs, f64x2 carry, const char *x,
                                 ptrdiff_t x_stride, char *y, ptrdiff_t y_stride)
{
    const f64x2 zero = f64x2_set(0, 0);
    sums_network_behind behind = { zero, zero, zero };
    f64x2 all = zero, before = carry;
    LANESCAN_UNROLL(IN_SCALARS(1) IN_LANES(8))
    for (size_t run = 0; run < RUNS; run++) {
        f64x2 of[RUN], prefix[RUN], result[RUN];
        if (run == runs)
            break;
        for (size_t k = 0; k < RUN; k++)
            of[k] = f64x2_load(type, x + (ptrdiff_t)k * x_stride);
        sums_run(of, prefix);
        sums_apply(before, prefix, result);
        for (size_t k = 0; k < RUN; k++)
            f64x2_store(type, y + (ptrdiff_t)k * y_stride, result[k]);
        all = sums_network_next(run, prefix[RUN - 1], &behind);
        before = sums_before(carry, all);
        x += RUN * x_stride;
        y += RUN * y_stride;
    }
    return all;
}

/* Numbers from any place to neighbours of each other, and back. */
LANESCAN_INLINE void parts_move(size_t count, const char *x, ptrdiff_t x_stride, char *y,
                                ptrdiff_t y_stride)
{
    LANESCAN_UNROLL(1)
    for (size_t i = 0; i < count; i++, x += x_stride, y += y_stride)
        memcpy(y, x, NUMBER_BYTES);
}

/* A group; false, and nothing is done, if it is not regular: a result, or the compensation, may not
 * be finite. */
LANESCAN_INLINE bool parts_group(const char *x, ptrdiff_t x_stride, char *y, ptrdiff_t y_stride,
                                 parts_carry *carry)
{
    const f64x2 before = parts_before(*carry);
    if (LANESCAN_UNLIKELY(!parts_are_regular(GROUP, before, x, x_stride)))
        return false;
    *carry = parts_carry_add(*carry,
                             parts_runs(ELEMENT_F64, RUNS, before, x, x_stride, y, y_stride));
    return true;
}

/* Regular groups up to the chunk's end, or the line's; returns how many numbers these are. */
LANESCAN_INLINE size_t parts_groups(lanescan_state state[2], size_t n, const char *x,
                                    ptrdiff_t x_stride, char *y, ptrdiff_t y_stride)
{
    const size_t phase = (size_t)(state->position % CHUNK), left = CHUNK - phase,
                 end = n < left ? n : left;
    parts_carry carry = parts_carry_load(state);
    char numbers[GROUP * NUMBER_BYTES];
    size_t done = 0, count;
    for (; done < end; done += count) {
        count = end - done < GROUP ? end - done : GROUP;
        const bool is_part = count < GROUP;
        if (LANESCAN_UNLIKELY(is_part)) {
            memset(numbers, 0, sizeof numbers);
            parts_move(count, x, x_stride, numbers, NUMBER_BYTES);
        }
        if (LANESCAN_UNLIKELY(!parts_group(is_part ? numbers : x, is_part ? NUMBER_BYTES : x_stride,
                                           is_part ? numbers : y, is_part ? NUMBER_BYTES : y_stride,
                                           &carry)))
            break;
        if (LANESCAN_UNLIKELY(is_part))
            parts_move(count, numbers, NUMBER_BYTES, y, y_stride);
        x += GROUP * x_stride;
        y += GROUP * y_stride;
    }
    parts_advance(state, carry, done);
    return done;
}

/* At most a group, part by part. */
LANESCAN_COLD void parts_one_by_one(lanescan_piece *piece, lanescan_state state[2], size_t count,
                                    const char *x, ptrdiff_t x_stride, char *y, ptrdiff_t y_stride)
{
    for (size_t part = 0; part < 2; part++) {
        const char *const from = x + part * sizeof(double);
        char *const to = y + part * sizeof(double);
        double elements[GROUP];
        for (size_t i = 0; i < count; i++)
            memcpy(&elements[i], from + (ptrdiff_t)i * x_stride, sizeof(double));
        piece(&state[part], false, count, elements, elements, NULL);
        for (size_t i = 0; i < count; i++)
            memcpy(to + (ptrdiff_t)i * y_stride, &elements[i], sizeof(double));
    }
}

/* `piece` is the kernel of real numbers. */
LANESCAN_INLINE void sum_parts(lanescan_piece *piece, lanescan_state state[2], size_t n,
                               const char *x, ptrdiff_t x_stride, char *y, ptrdiff_t y_stride)
{
    while (n) {
        size_t done = 0;
        if (LANESCAN_LIKELY(!state[0].over && !state[1].over))
            done = parts_groups(state, n, x, x_stride, y, y_stride);
        if (LANESCAN_UNLIKELY(done == 0)) {
            done = n < GROUP ? n : GROUP;
            parts_one_by_one(piece, state, done, x, x_stride, y, y_stride);
        }
        n -= done;
        x += (ptrdiff_t)done * x_stride;
        y += (ptrdiff_t)done * y_stride;
    }
}

/* ---- floats ---- */

enum { FLOATS_TOGETHER = 4 * GROUP };

/* At most so many, as doubles, whose sums are finite wherever those of floats are; `parts` is the
 * kernel of doubles. */
LANESCAN_INLINE void floats_as_doubles(lanescan_parts *parts, lanescan_state state[2], size_t count,
                                       const char *x, ptrdiff_t x_stride, char *y,
                                       ptrdiff_t y_stride)
{
    double numbers[2 * FLOATS_TOGETHER];
    LANESCAN_UNROLL(1)
    for (size_t i = 0; i < count; i++, x += x_stride)
        f64x2_store(ELEMENT_F64, numbers + 2 * i, f64x2_load(ELEMENT_F32, x));
    parts(state, count, (const char *)numbers, NUMBER_BYTES, (char *)numbers, NUMBER_BYTES);
    LANESCAN_UNROLL(1)
    for (size_t i = 0; i < count; i++, y += y_stride)
        f64x2_store(ELEMENT_F32, y, f64x2_load(ELEMENT_F64, numbers + 2 * i));
}

LANESCAN_INLINE void sum_float_parts(lanescan_parts *parts, lanescan_state state[2], size_t n,
                                     const char *x, ptrdiff_t x_stride, char *y, ptrdiff_t y_stride)
{
    while (n) {
        size_t done = 0;
        if (x_stride == FLOATS_BYTES && y_stride == FLOATS_BYTES && !state[0].over &&
            !state[1].over)
            done = float_groups(state, n, x, y);
        if (done == 0) {
            done = n < FLOATS_TOGETHER ? n : FLOATS_TOGETHER;
            floats_as_doubles(parts, state, done, x, x_stride, y, y_stride);
        }
        n -= done;
        x += (ptrdiff_t)done * x_stride;
        y += (ptrdiff_t)done * y_stride;
    }
}

#endif
