/* cumsum of complex numbers: short lines, one after the other. A number is a pair, so that a line
 * does not end within a vector.
 *
 * Floats, as doubles, need not be looked at, for no sum of them overflows: once there is an
 * infinity or a NaN among them, sums in any order are what they are from left to right. */
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
        if (type == ELEMENT_F64 &&
            LANESCAN_UNLIKELY(!parts_are_regular(count, carry, x, NUMBER_BYTES))) {
            parts_irregular(parts, n - done, sum, x, y);
            return;
        }
        const f64x2 all = parts_runs(type, runs, carry, x, (ptrdiff_t)size, y, (ptrdiff_t)size);
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
