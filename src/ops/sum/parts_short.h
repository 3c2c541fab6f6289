/* cumsum of complex numbers: many short lines in one call. Four at a time, whose numbers in one
 * place are a vector, or one by one where pairs are faster. What is not regular is left to
 * parts.h. */
#ifndef LANESCAN_SUM_PARTS_SHORT_H
#define LANESCAN_SUM_PARTS_SHORT_H

#include "fold/four_lines.h"
#include "fold/rows.h"
#include "ops/sum/parts.h"

#ifndef LANESCAN_NUMBERS_ARE_PAIRS /* the instruction set says so */
#define LANESCAN_NUMBERS_ARE_PAIRS 0
#endif

/* Lines of two numbers: one addition each part, of which there is but one order. */
LANESCAN_INLINE void parts_of_two(element type, lanescan_parts *parts, size_t lines, const char *x,
                                  ptrdiff_t x_pitch, char *y, ptrdiff_t y_pitch)
{
    const ptrdiff_t size = 2 * (ptrdiff_t)element_bytes(type);
    for (; lines; lines--) {
        const f64x2 first = f64x2_add(f64x2_set(0, 0), f64x2_load(type, x));
        const f64x2 sum = f64x2_add(first, f64x2_load(type, x + size));
        if (LANESCAN_UNLIKELY(!parts_are_below(f64x2_mul(sum, sum), SUM_OF_SQUARES_IN_RANGE))) {
            lanescan_state state[2];
            sum_begin(&state[0]);
            sum_begin(&state[1]);
            parts(state, 2, x, size, y, size);
        } else {
            f64x2_store(type, y, first);
            f64x2_store(type, y + size, sum);
        }
        x += x_pitch;
        y += y_pitch;
    }
}

#if LANESCAN_NUMBERS_ARE_PAIRS
#include "ops/sum/parts_line.h"
#else
/* One to eight numbers of each, two runs with nothing before them. False, and nothing is written,
 * where a result may not be finite. */
LANESCAN_INLINE bool lines_two_runs(element type, size_t n, const four_lines *at)
{
    const size_t run_bytes = 2 * RUN * element_bytes(type);
    const f64v zero = f64v_splat(0);
    f64v of[2 * RUN], prefix[2 * RUN], y[2 * RUN], squares[2] = { zero, zero };
    lines_read_run(type, n, at, 0, of);
    if (n > RUN)
        lines_read_run(type, n - RUN, at, run_bytes, of + RUN);
    for (size_t k = 0; k < (n > RUN ? 2 * RUN : RUN); k++)
        squares[k % 2] = add_square(squares[k % 2], of[k]);
    if (LANESCAN_UNLIKELY(!lines_are_regular(f64v_add(squares[0], squares[1]))))
        return false;
    sum_run(of, prefix);
    sum_apply(zero, prefix, y);
    lines_write_run(type, n, at, 0, y);
    if (n > RUN) {
        sum_run(of + RUN, prefix + RUN);
        sum_apply(sum_before(zero, prefix[RUN - 1]), prefix + RUN, y + RUN);
        lines_write_run(type, n - RUN, at, run_bytes, y + RUN);
    }
    return true;
}

/* At most a group of each; false, and nothing is done, if one is not regular. */
LANESCAN_INLINE bool lines_group(element type, size_t count, const four_lines *at, size_t offset,
                                 f64v_pair *carry)
{
    const size_t run_bytes = 2 * RUN * element_bytes(type), runs = runs_of(count);
    const f64v zero = f64v_splat(0), before = f64v_add(carry->high, carry->low);
    f64v total[RUNS], squares[2] = { f64v_mul(before, before), zero };
    row_buffer prefixes;
    for (size_t run = 0; run < RUNS; run++)
        total[run] = zero;
    for (size_t run = 0; run < runs; run++) {
        f64v of[RUN], prefix[RUN];
        lines_read_run(type, count - RUN * run, at, offset + run * run_bytes, of);
        for (size_t k = 0; k < RUN; k++)
            squares[k % 2] = add_square(squares[k % 2], of[k]);
        sum_run(of, prefix);
        buffer_store_run(&prefixes, run, prefix);
        total[run] = prefix[RUN - 1];
    }
    if (LANESCAN_UNLIKELY(!lines_are_regular(f64v_add(squares[0], squares[1]))))
        return false;
    sum_network(total);
    *carry = f64v_compensated_add(*carry, total[RUNS - 1]);
    for (size_t run = 0; run < runs; run++) {
        f64v y[RUN];
        sum_apply_in(sum_before_run(before, total, run), row_in_buffer, buffer_run(&prefixes, run),
                     y);
        lines_write_run(type, count - RUN * run, at, offset + run * run_bytes, y);
    }
    return true;
}

/* What is left of lines that are not regular, of which `done` numbers are behind. */
LANESCAN_COLD void lines_one_by_one(lanescan_parts *parts, size_t number_bytes, size_t lines,
                                    size_t done, size_t n, const four_lines *at, f64v_pair carry)
{
    const ptrdiff_t size = (ptrdiff_t)number_bytes;
    f64_pair of[LANES];
    double high[LANES], low[LANES];
    f64v_store(ELEMENT_F64, high, carry.high);
    f64v_store(ELEMENT_F64, low, carry.low);
    for (size_t i = 0; i < LANES; i++)
        of[i] = (f64_pair){ high[i], low[i] };
    for (size_t line = 0; line < lines; line++) {
        lanescan_state state[2];
        for (size_t part = 0; part < 2; part++) {
            sum_begin(&state[part]);
            state[part].position = done;
            state[part].as.sum.line = state[part].as.sum.chunk = of[2 * line + part];
        }
        parts(state, n - done, at->x[line] + (ptrdiff_t)done * size, size,
              at->y[line] + (ptrdiff_t)done * size, size);
    }
}

/* Numbers of each of four lines, as far as they are regular. */
LANESCAN_INLINE size_t lines_groups(element type, size_t n, const four_lines *at, f64v_pair *carry)
{
    size_t done = 0;
    while (done < n) {
        const size_t count = n - done < GROUP ? n - done : GROUP;
        if (LANESCAN_UNLIKELY(!lines_group(type, count, at, done * 2 * element_bytes(type), carry)))
            break;
        done += count;
    }
    return done;
}

/* Lines of at most a chunk. (One function for both types: it is their loads and stores that
 * differ.) */
LANESCAN_NOINLINE void parts_short(element type, lanescan_parts *parts, size_t lines, size_t n,
                                   const char *x, ptrdiff_t x_pitch, char *y, ptrdiff_t y_pitch)
{
    if (n == 2) {
        if (type == ELEMENT_F32)
            parts_of_two(ELEMENT_F32, parts, lines, x, x_pitch, y, y_pitch);
        else
            parts_of_two(ELEMENT_F64, parts, lines, x, x_pitch, y, y_pitch);
        return;
    }
    for (size_t count; lines; lines -= count) {
        count = lines < LINES_TOGETHER ? lines : LINES_TOGETHER;
        const four_lines at = four_lines_at(count, x, x_pitch, y, y_pitch);
        const size_t line_bytes = 2 * n * element_bytes(type);
        if (n > 2 * RUN)
            fetch_lines_after(count * line_bytes, x, x_pitch, y, y_pitch, line_bytes);
        f64v_pair carry = { f64v_splat(0), f64v_splat(0) };
        size_t done;
        if (n == 2 * RUN)
            done = lines_two_runs(type, 2 * RUN, &at) ? n : 0;
        else if (n < 2 * RUN)
            done = lines_two_runs(type, n, &at) ? n : 0;
        else
            done = lines_groups(type, n, &at, &carry);
        if (LANESCAN_UNLIKELY(done < n))
            lines_one_by_one(parts, 2 * element_bytes(type), count, done, n, &at, carry);
        x += (ptrdiff_t)count * x_pitch;
        y += (ptrdiff_t)count * y_pitch;
    }
}
#endif

#endif
