/* cumsum of complex numbers: short lines, one after the other. A number is a pair, so that a line
 * does not end within a vector, and results are written as they come.
 *
 * So a group of doubles is looked at first: are all its results finite? Floats, as doubles, need
 * not be, for no sum of them overflows: once there is an infinity or a NaN among them, sums in any
 * order are what they are from left to right. */
#ifndef LANESCAN_SUM_PARTS_LINE_H
#define LANESCAN_SUM_PARTS_LINE_H

#include "ops/sum/parts.h"

/* The last n numbers of a line that is not regular, in the chunk that it begins with. */
LANESCAN_COLD void parts_irregular(lanescan_parts *parts, size_t n, f64x2_pair sum, const char *x,
                                   char *y)
{
    lanescan_state state[2];
    sum_begin(&state[0]);
    sum_begin(&state[1]);
    parts_carry_store(state, (parts_carry){ sum, sum });
    parts(state, n, x, NUMBER_BYTES, y, NUMBER_BYTES);
}

/* The squares of a group's numbers: is their sum so small that all results are finite? */
LANESCAN_INLINE bool parts_are_regular(size_t count, const char *x)
{
    const f64x2 zero = f64x2_set(0, 0);
    f64x2 squares[2] = { zero, zero };
#if LANES > 1
    f64v of_runs[2] = { f64v_splat(0), f64v_splat(0) };
    LANESCAN_UNROLL(1)
    for (; count >= 2 * RUN; count -= 2 * RUN)
        for (size_t run = 0; run < 2; run++, x += RUN * NUMBER_BYTES)
            of_runs[run] = add_square(of_runs[run], f64v_load(ELEMENT_F64, x));
    if (LANESCAN_UNLIKELY(!lines_are_regular(f64v_add(of_runs[0], of_runs[1]))))
        return false;
#endif
    LANESCAN_UNROLL(1)
    for (; count > 1; count -= 2)
        for (size_t k = 0; k < 2; k++, x += NUMBER_BYTES)
            squares[k] = add_squares(squares[k], f64x2_load(ELEMENT_F64, x));
    if (count)
        squares[0] = add_squares(squares[0], f64x2_load(ELEMENT_F64, x));
    return parts_are_below(f64x2_add(squares[0], squares[1]), SUM_OF_SQUARES_IN_RANGE);
}

/* Whole runs of a group, and their results; returns the fold of all. The network as runs come: of
 * those behind it keeps the last alone, the last pair, and the first half. */
LANESCAN_INLINE f64x2 parts_runs(element type, size_t runs, f64x2 carry, const char *x, char *y)
{
    const size_t size = 2 * element_bytes(type);
    f64x2 one = f64x2_set(0, 0), two = one, four = one, all = one, before = carry;
    PARTS_UNROLL
    for (size_t run = 0; run < RUNS; run++) {
        f64x2 of[RUN], prefix[RUN], result[RUN];
        if (run == runs)
            break;
        for (size_t k = 0; k < RUN; k++)
            of[k] = f64x2_load(type, x + (RUN * run + k) * size);
        sums_run(of, prefix);
        sums_apply(before, prefix, result);
        for (size_t k = 0; k < RUN; k++)
            f64x2_store(type, y + (RUN * run + k) * size, result[k]);
        all = prefix[RUN - 1];
        if (run % 2 == 0)
            one = all;
        else
            all = sums_combine(one, all);
        if (run % 4 == 1)
            two = all;
        if (run & 2)
            all = sums_combine(two, all);
        if (run == 3)
            four = all;
        if (run & 4)
            all = sums_combine(four, all);
        before = sums_before(carry, all);
    }
    return all;
}

/* The last numbers of a line, fewer than a run. */
LANESCAN_INLINE void parts_rest(element type, size_t count, f64x2 before, const char *x, char *y)
{
    const size_t size = 2 * element_bytes(type);
    f64x2 prefix = f64x2_set(0, 0);
    LANESCAN_UNROLL(1)
    for (size_t k = 0; k < count; k++) {
        const f64x2 of = f64x2_load(type, x + k * size);
        prefix = k == 0 ? sums_lift(of) : sums_append(prefix, of);
        f64x2_store(type, y + k * size, sums_after(before, prefix));
    }
}

/* The rounding error of a sum that is not finite is none. */
LANESCAN_INLINE f64x2_pair parts_add_group(f64x2_pair sum, f64x2 total)
{
    sum = f64x2_compensated_add(sum, total);
    const double re = f64x2_first(sum.low), im = f64x2_second(sum.low);
    if (LANESCAN_UNLIKELY(re != re || im != im))
        sum.low = f64x2_set(re != re ? 0 : re, im != im ? 0 : im);
    return sum;
}

/* A line of at most a chunk; `parts` is the kernel of its type, which floats never need. */
LANESCAN_INLINE void parts_line(element type, lanescan_parts *parts, size_t n, const char *x,
                                char *y)
{
    const size_t size = 2 * element_bytes(type);
    const f64x2 zero = f64x2_set(0, 0);
    f64x2_pair sum = { zero, zero };
    for (size_t done = 0, count; done < n; done += count) {
        count = n - done < GROUP ? n - done : GROUP;
        const f64x2 carry = f64x2_add(sum.high, sum.low);
        const size_t runs = count / RUN, rest = count % RUN;
        if (type == ELEMENT_F64 && LANESCAN_UNLIKELY(!parts_are_regular(count, x))) {
            parts_irregular(parts, n - done, sum, x, y);
            return;
        }
        const f64x2 all = parts_runs(type, runs, carry, x, y);
        if (rest)
            parts_rest(type, rest, runs ? sums_before(carry, all) : carry, x + RUN * runs * size,
                       y + RUN * runs * size);
        if (count < n - done)
            sum = parts_add_group(sum, all);
        x += GROUP * size;
        y += GROUP * size;
    }
}

/* Lines of at most eight numbers, so many that compilers know it: two runs with nothing before
 * them. */
LANESCAN_INLINE void parts_few(element type, lanescan_parts *parts, size_t lines, size_t n,
                               const char *x, ptrdiff_t x_pitch, char *y, ptrdiff_t y_pitch)
{
    const size_t size = 2 * element_bytes(type);
    const f64x2 zero = f64x2_set(0, 0);
    for (; lines; lines--) {
        f64x2 of[2 * RUN], prefix[2 * RUN], sum[2 * RUN], squares[2] = { zero, zero };
        for (size_t k = 0; k < 2 * RUN; k++)
            of[k] = k < n ? f64x2_load(type, x + k * size) : zero;
        for (size_t k = 0; k < n && type == ELEMENT_F64; k++)
            squares[k % 2] = add_squares(squares[k % 2], of[k]);
        if (LANESCAN_LIKELY(
                parts_are_below(f64x2_add(squares[0], squares[1]), SUM_OF_SQUARES_IN_RANGE))) {
            sums_run(of, prefix);
            sums_run(of + RUN, prefix + RUN);
            sums_apply(zero, prefix, sum);
            sums_apply(sums_before(zero, prefix[RUN - 1]), prefix + RUN, sum + RUN);
            for (size_t k = 0; k < n; k++)
                f64x2_store(type, y + k * size, sum[k]);
        } else {
            parts_irregular(parts, n, (f64x2_pair){ zero, zero }, x, y);
        }
        x += x_pitch;
        y += y_pitch;
    }
}

LANESCAN_INLINE void parts_short(element type, lanescan_parts *parts, size_t lines, size_t n,
                                 const char *x, ptrdiff_t x_pitch, char *y, ptrdiff_t y_pitch)
{
    if (type == ELEMENT_F64 && n == 2) {
        parts_of_two(type, parts, lines, x, x_pitch, y, y_pitch);
        return;
    }
    switch (LANES > 1 ? n : 0) { /* lengths that are known when this is compiled */
    case 2:
        parts_few(type, parts, lines, 2, x, x_pitch, y, y_pitch);
        break;
    case 3:
        parts_few(type, parts, lines, 3, x, x_pitch, y, y_pitch);
        break;
    case 4:
        parts_few(type, parts, lines, 4, x, x_pitch, y, y_pitch);
        break;
    case 5:
        parts_few(type, parts, lines, 5, x, x_pitch, y, y_pitch);
        break;
    case 6:
        parts_few(type, parts, lines, 6, x, x_pitch, y, y_pitch);
        break;
    case 7:
        parts_few(type, parts, lines, 7, x, x_pitch, y, y_pitch);
        break;
    case 8:
        parts_few(type, parts, lines, 8, x, x_pitch, y, y_pitch);
        break;
    default:
        for (; lines; lines--) {
            parts_line(type, parts, n, x, y);
            x += x_pitch;
            y += y_pitch;
        }
    }
}

#endif
