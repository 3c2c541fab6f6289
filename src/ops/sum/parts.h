/* cumsum of complex numbers: both parts at once, each a line that has the bits of a line of real
 * numbers. A number is a pair, so that no part changes its lane, and a group needs no more than its
 * additions: it is read once for the totals of its runs, and once more for its results. */
#ifndef LANESCAN_SUM_PARTS_H
#define LANESCAN_SUM_PARTS_H

#include "ops/sum/sum.h"

/* Of the lines, and of their chunks, what sum_carry.h has. */
typedef struct parts_carry {
    f64x2_pair line, chunk;
} parts_carry;

LANESCAN_INLINE f64x2_pair pairs_of_parts(f64_pair re, f64_pair im)
{
    return (f64x2_pair){ f64x2_set(re.high, im.high), f64x2_set(re.low, im.low) };
}

LANESCAN_INLINE void parts_of_pairs(f64x2_pair both, f64_pair *re, f64_pair *im)
{
    *re = (f64_pair){ f64x2_first(both.high), f64x2_first(both.low) };
    *im = (f64_pair){ f64x2_second(both.high), f64x2_second(both.low) };
}

LANESCAN_INLINE parts_carry parts_carry_load(const lanescan_state state[2])
{
    const sum_state *const re = &state[0].as.sum, *const im = &state[1].as.sum;
    return (parts_carry){ pairs_of_parts(re->line, im->line),
                          pairs_of_parts(re->chunk, im->chunk) };
}

LANESCAN_INLINE void parts_carry_store(lanescan_state state[2], parts_carry carry)
{
    sum_state *const re = &state[0].as.sum, *const im = &state[1].as.sum;
    parts_of_pairs(carry.line, &re->line, &im->line);
    parts_of_pairs(carry.chunk, &re->chunk, &im->chunk);
}

LANESCAN_INLINE bool parts_are_below(f64x2 v, double limit)
{
    return f64x2_first(v) < limit && f64x2_second(v) < limit;
}

/* Fused multiply-adds where there are any, for processors that do these beside additions. */
LANESCAN_INLINE f64x2 add_squares(f64x2 sum, f64x2 x)
{
    return LANES > 1 ? f64x2_fma(x, x, sum) : f64x2_add(f64x2_mul(x, x), sum);
}

/* The runs of a group are written out but in portable code, which is to be small. */
#if LANES == 1
#define PARTS_UNROLL LANESCAN_UNROLL(1)
#else
#define PARTS_UNROLL LANESCAN_UNROLL(8)
#endif

/* The totals of runs, and the sum of all squares, the carry's among them. */
LANESCAN_INLINE f64x2 parts_run_totals(const char *x, ptrdiff_t stride, f64x2 carry,
                                       f64x2 total[RUNS])
{
    f64x2 squares[RUN] = { f64x2_mul(carry, carry), f64x2_set(0, 0), f64x2_set(0, 0),
                           f64x2_set(0, 0) };
    PARTS_UNROLL
    for (size_t run = 0; run < RUNS; run++) {
        f64x2 of[RUN], prefix[RUN];
        for (size_t k = 0; k < RUN; k++) {
            of[k] = f64x2_load(ELEMENT_F64, x + (ptrdiff_t)k * stride);
            squares[k] = add_squares(squares[k], of[k]);
        }
        sums_run(of, prefix);
        total[run] = prefix[RUN - 1];
        x += RUN * stride;
    }
    return f64x2_add(f64x2_add(squares[0], squares[1]), f64x2_add(squares[2], squares[3]));
}

/* A run's results; its total is known. */
LANESCAN_INLINE void parts_run_results(f64x2 before, f64x2 total, const char *x, ptrdiff_t x_stride,
                                       char *y, ptrdiff_t y_stride)
{
    f64x2 of[RUN], prefix[RUN];
    for (size_t k = 0; k < RUN; k++)
        of[k] = f64x2_load(ELEMENT_F64, x + (ptrdiff_t)k * x_stride);
    sums_run(of, prefix);
    prefix[RUN - 1] = total;
    for (size_t k = 0; k < RUN; k++)
        f64x2_store(ELEMENT_F64, y + (ptrdiff_t)k * y_stride, sums_after(before, prefix[k]));
}

/* A group; false, and nothing is done, if it is not regular: a result, or the compensation, may not
 * be finite. */
LANESCAN_INLINE bool parts_group(const char *x, ptrdiff_t x_stride, char *y, ptrdiff_t y_stride,
                                 parts_carry *carry)
{
    const f64x2 before = f64x2_add(carry->line.high, carry->line.low);
    f64x2 of_run[RUNS], total[RUNS];
    const f64x2 squares = parts_run_totals(x, x_stride, before, of_run);
    for (size_t run = 0; run < RUNS; run++)
        total[run] = of_run[run];
    sums_network(total);
    if (LANESCAN_UNLIKELY(!parts_are_below(squares, SUM_OF_SQUARES_IN_RANGE)))
        return false;
    carry->line = f64x2_compensated_add(carry->line, total[RUNS - 1]);
    carry->chunk = f64x2_compensated_add(carry->chunk, total[RUNS - 1]);
    for (size_t run = RUNS; run-- > 0;)
        total[run] = sums_before_run(before, total, run);
    PARTS_UNROLL
    for (size_t run = 0; run < RUNS; run++) {
        parts_run_results(total[run], of_run[run], x, x_stride, y, y_stride);
        x += RUN * x_stride;
        y += RUN * y_stride;
    }
    return true;
}

enum { NUMBER_BYTES = 2 * sizeof(double) };

/* The last numbers of a line, fewer than a group, in a buffer, and zeros. */
LANESCAN_INLINE void parts_gather(size_t count, const char *x, ptrdiff_t stride, char *to)
{
    memset(to + count * NUMBER_BYTES, 0, (GROUP - count) * NUMBER_BYTES);
    for (size_t i = 0; i < count; i++)
        memcpy(to + i * NUMBER_BYTES, x + (ptrdiff_t)i * stride, NUMBER_BYTES);
}

LANESCAN_INLINE void parts_scatter(size_t count, const char *from, char *y, ptrdiff_t stride)
{
    for (size_t i = 0; i < count; i++)
        memcpy(y + (ptrdiff_t)i * stride, from + i * NUMBER_BYTES, NUMBER_BYTES);
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
        if (LANESCAN_UNLIKELY(is_part))
            parts_gather(count, x, x_stride, numbers);
        if (LANESCAN_UNLIKELY(!parts_group(is_part ? numbers : x, is_part ? NUMBER_BYTES : x_stride,
                                           is_part ? numbers : y, is_part ? NUMBER_BYTES : y_stride,
                                           &carry)))
            break;
        if (LANESCAN_UNLIKELY(is_part))
            parts_scatter(count, numbers, y, y_stride);
        x += GROUP * x_stride;
        y += GROUP * y_stride;
    }
    parts_carry_store(state, carry);
    for (size_t part = 0; part < 2; part++) {
        if (phase + done == CHUNK)
            sum_fold_chunk(&state[part].as.sum);
        state[part].position += done;
    }
    return done;
}

/* At most a group, part by part. */
LANESCAN_NOINLINE void parts_one_by_one(lanescan_piece *piece, lanescan_state state[2],
                                        size_t count, const char *x, ptrdiff_t x_stride, char *y,
                                        ptrdiff_t y_stride)
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

/* Of doubles; `piece` is the kernel of real numbers. */
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

/* ---- floats, as doubles, whose sums are finite wherever those of floats are ---- */

enum { FLOATS_TOGETHER = 4 * GROUP, FLOATS_BYTES = 2 * sizeof(float) };

/* Several at a time, where they are next to each other. */
LANESCAN_INLINE void parts_of_floats(size_t n, const char *x, ptrdiff_t stride, double *to)
{
    size_t i = 0;
    if (LANES > 1 && stride == FLOATS_BYTES) {
        LANESCAN_UNROLL(1)
        for (; n - i >= LANES; i += LANES)
            for (size_t part = 0; part < 2; part++)
                f64v_store(ELEMENT_F64, to + 2 * i + part * LANES,
                           f64v_load(ELEMENT_F32, x + i * FLOATS_BYTES + part * LANES * 4));
    }
    for (; i < n; i++)
        f64x2_store(ELEMENT_F64, to + 2 * i, f64x2_load(ELEMENT_F32, x + (ptrdiff_t)i * stride));
}

LANESCAN_INLINE void floats_of_parts(size_t n, const double *from, char *y, ptrdiff_t stride)
{
    size_t i = 0;
    if (LANES > 1 && stride == FLOATS_BYTES) {
        LANESCAN_UNROLL(1)
        for (; n - i >= LANES; i += LANES)
            for (size_t part = 0; part < 2; part++)
                f64v_store(ELEMENT_F32, y + i * FLOATS_BYTES + part * LANES * 4,
                           f64v_load(ELEMENT_F64, from + 2 * i + part * LANES));
    }
    for (; i < n; i++)
        f64x2_store(ELEMENT_F32, y + (ptrdiff_t)i * stride, f64x2_load(ELEMENT_F64, from + 2 * i));
}

/* `parts` is the kernel of doubles. */
LANESCAN_INLINE void sum_float_parts(lanescan_parts *parts, lanescan_state state[2], size_t n,
                                     const char *x, ptrdiff_t x_stride, char *y, ptrdiff_t y_stride)
{
    double numbers[2 * FLOATS_TOGETHER];
    for (size_t count; n; n -= count) {
        count = n < FLOATS_TOGETHER ? n : FLOATS_TOGETHER;
        parts_of_floats(count, x, x_stride, numbers);
        parts(state, count, (const char *)numbers, NUMBER_BYTES, (char *)numbers, NUMBER_BYTES);
        floats_of_parts(count, numbers, y, y_stride);
        x += (ptrdiff_t)count * x_stride;
        y += (ptrdiff_t)count * y_stride;
    }
}

#endif
