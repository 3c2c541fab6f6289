/* cumsum of complex numbers: both parts at once, each a line that has the bits of a line of real
 * numbers. A number is a pair, so that no part changes its lane, and a group needs no more than its
 * additions: it is read once for the totals of its runs, and once more for its results. */
#ifndef LANESCAN_SUM_PARTS_H
#define LANESCAN_SUM_PARTS_H

#include "fold/rows.h"
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

LANESCAN_INLINE f64x2 add_beside(f64x2 a, f64x2 b)
{
    return LANES > 1 ? f64x2_fma(a, f64x2_set(1, 1), b) : f64x2_add(a, b);
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
        f64x2_store(ELEMENT_F64, y + (ptrdiff_t)k * y_stride, add_beside(prefix[k], before));
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
    for (size_t run = RUNS - 1; run > 0; run--)
        total[run] = sums_before(before, total[run - 1]);
    total[0] = before;
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

/* ---- many lines of few numbers ---- */

#if LANES == 1
/* Of one to eight, which are two runs with nothing before them. False, and nothing is written,
 * where a result may not be finite. */
LANESCAN_INLINE bool parts_two_runs(element type, const char *x, char *y)
{
    const size_t size = 2 * element_bytes(type);
    const f64x2 zero = f64x2_set(0, 0);
    f64x2 of[2 * RUN], prefix[2 * RUN], squares[2] = { zero, zero };
    for (size_t k = 0; k < 2 * RUN; k++) {
        of[k] = f64x2_load(type, x + k * size);
        squares[k % 2] = add_squares(squares[k % 2], of[k]);
    }
    sums_run(of, prefix);
    sums_run(of + RUN, prefix + RUN);
    if (LANESCAN_UNLIKELY(
            !parts_are_below(f64x2_add(squares[0], squares[1]), SUM_OF_SQUARES_IN_RANGE)))
        return false;
    const f64x2 before = sums_before(zero, prefix[RUN - 1]);
    for (size_t k = 0; k < 2 * RUN; k++)
        f64x2_store(type, y + k * size, sums_after(k < RUN ? zero : before, prefix[k]));
    return true;
}

LANESCAN_INLINE void parts_short(element type, lanescan_parts *parts, size_t lines, size_t n,
                                 const char *x, ptrdiff_t x_pitch, char *y, ptrdiff_t y_pitch)
{
    const ptrdiff_t size = 2 * (ptrdiff_t)element_bytes(type);
    const bool is_part = n < 2 * RUN;
    char numbers[2 * RUN * NUMBER_BYTES] = { 0 }, results[2 * RUN * NUMBER_BYTES];
    for (; lines; lines--) {
        if (is_part)
            memcpy(numbers, x, n * (size_t)size);
        if (n > 2 * RUN || LANESCAN_UNLIKELY(!parts_two_runs(type, is_part ? numbers : x,
                                                             is_part ? results : y))) {
            lanescan_state state[2];
            sum_begin(&state[0]);
            sum_begin(&state[1]);
            parts(state, n, x, size, y, size);
        } else if (is_part) {
            memcpy(y, results, n * (size_t)size);
        }
        x += x_pitch;
        y += y_pitch;
    }
}
#else
/* Four lines: the numbers that they have in one place are a vector. */
enum { LINES_TOGETHER = LANES / 2 };

typedef struct four_lines {
    const char *x[LINES_TOGETHER];
    char *y[LINES_TOGETHER];
} four_lines;

/* In the place of lines that are not there, the first once more. */
LANESCAN_INLINE four_lines four_lines_at(size_t lines, const char *x, ptrdiff_t x_pitch, char *y,
                                         ptrdiff_t y_pitch)
{
    four_lines at;
    for (size_t i = 0; i < LINES_TOGETHER; i++) {
        const ptrdiff_t line = i < lines ? (ptrdiff_t)i : 0;
        at.x[i] = x + line * x_pitch;
        at.y[i] = y + line * y_pitch;
    }
    return at;
}

/* A run of each, `count` numbers or all four, and zeros. */
LANESCAN_INLINE void lines_load_run(element type, size_t count, const four_lines *at, size_t offset,
                                    f64v of[RUN])
{
    for (size_t i = 0; i < LINES_TOGETHER; i++)
        of[i] = count >= RUN ? f64v_load(type, at->x[i] + offset)
                             : f64v_load_part(type, at->x[i] + offset, 2 * count, 0);
}

LANESCAN_INLINE void lines_store_run(element type, size_t count, const four_lines *at,
                                     size_t offset, const f64v of[RUN])
{
    for (size_t i = 0; i < LINES_TOGETHER; i++)
        if (count >= RUN)
            f64v_store(type, at->y[i] + offset, of[i]);
        else
            f64v_store_part(type, at->y[i] + offset, 2 * count, of[i]);
}

LANESCAN_INLINE void lines_read_run(element type, size_t count, const four_lines *at, size_t offset,
                                    f64v of[RUN])
{
    if (type == ELEMENT_F32)
        lines_load_run(ELEMENT_F32, count, at, offset, of);
    else
        lines_load_run(ELEMENT_F64, count, at, offset, of);
    f64v_turn_pairs(of);
}

LANESCAN_INLINE void lines_write_run(element type, size_t count, const four_lines *at,
                                     size_t offset, f64v of[RUN])
{
    f64v_turn_pairs(of);
    if (type == ELEMENT_F32)
        lines_store_run(ELEMENT_F32, count, at, offset, of);
    else
        lines_store_run(ELEMENT_F64, count, at, offset, of);
}

LANESCAN_INLINE bool lines_are_regular(f64v squares)
{
    return m64v_bits(f64v_gt(f64v_splat(SUM_OF_SQUARES_IN_RANGE), squares)) == (1u << LANES) - 1;
}

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
    for (size_t count; lines; lines -= count) {
        count = lines < LINES_TOGETHER ? lines : LINES_TOGETHER;
        const four_lines at = four_lines_at(count, x, x_pitch, y, y_pitch);
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
