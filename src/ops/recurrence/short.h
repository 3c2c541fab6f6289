/* Linear recurrences of many lines of fewer than eight groups, a line in each lane. Nothing is
 * before a line: its first coefficient has nothing to multiply, and of the first group's runs so
 * far only the addend counts. Lines that may not be regular go by themselves. */
#ifndef LANESCAN_RECURRENCE_SHORT_H
#define LANESCAN_RECURRENCE_SHORT_H

#include "fold/lines_in_lanes.h"
#include "ops/own.h"
#include "ops/recurrence/recurrence.h"

enum { SHORT_GROUPS = (SHORT_RECURRENCE + GROUP - 1) / GROUP };

/* `lines` lines further. */
LANESCAN_INLINE void recurrence_lines_pass(lanescan_recurrence_lines *at, size_t lines)
{
    at->a += (ptrdiff_t)lines * at->a_pitch;
    at->b += (ptrdiff_t)lines * at->b_pitch;
    at->y += (ptrdiff_t)lines * at->y_pitch;
}

/* A coefficient of 0 makes products 0, which are regular: 1 in its place, to look at the others. */
LANESCAN_INLINE f64v coefficient_but_zero(f64v a)
{
    return f64v_select(i64v_lacks(i64v_of_f64(a), INT64_MAX), f64v_splat(1), a);
}

/* With the last addend of each run in this range all results are finite. */
LANESCAN_INLINE bool squares_are_in_range(f64v squares)
{
    return m64v_bits(f64v_gt(f64v_splat(RECURRENCE_SQUARES_HIGHEST), squares)) == (1u << LANES) - 1;
}

/* The lanes of first elements, in lines of two. */
LANESCAN_INLINE m64v lanes_at_first(void)
{
    return f64v_gt(f64v_splat(1), f64v_spread(1, f64v_splat(1), 0));
}

/* Lines of two, a pair of lanes each. */
LANESCAN_INLINE bool recurrence_pairs(f64v a, f64v b, f64v *y)
{
    const f64v factor = f64v_select(lanes_at_first(), f64v_splat(NO_COEFFICIENT), a);
    const f64v addend = f64v_fma(factor, f64v_spread(1, b, NO_ADDEND), b);
    *y = f64v_fma(factor, f64v_splat(0), addend);
    return !i64v_any_bit(not_near_bits(coefficient_but_zero(factor)), NOT_NEAR_BITS) &&
           squares_are_in_range(f64v_mul(addend, addend));
}

/* Many lines. Returns how many are done: all but a few at the end, or those up to where one may not
 * be regular. */
typedef size_t recurrence_regular_lines(size_t lines, size_t n,
                                        const lanescan_recurrence_lines *at);

/* Of lines of two without gaps, a vector of them at a time. */
enum { PAIRS_AT_ONCE = LANES / 2 };

LANESCAN_NOINLINE size_t recurrence_lines_of_pairs(size_t lines, size_t n,
                                                   const lanescan_recurrence_lines *first)
{
    lanescan_recurrence_lines at = *first;
    size_t done = 0;
    (void)n;
    for (f64v y; lines - done >= PAIRS_AT_ONCE;
         done += PAIRS_AT_ONCE, recurrence_lines_pass(&at, PAIRS_AT_ONCE)) {
        if (LANESCAN_UNLIKELY(
                !recurrence_pairs(f64v_load(ELEMENT_F64, at.a), f64v_load(ELEMENT_F64, at.b), &y)))
            break;
        f64v_store(ELEMENT_F64, at.y, y);
    }
    return done;
}

/* Which elements of the last run are there, after its first, as lanes. */
typedef struct short_rest {
    m64v has[RUN - 1];
} short_rest;

LANESCAN_INLINE short_rest short_rest_of(int count)
{
    const f64v all = f64v_splat(count);
    short_rest rest;
    for (size_t k = 1; k < RUN; k++)
        rest.has[k - 1] = f64v_gt(all, f64v_splat((double)k));
    return rest;
}

/* Run `run` of each line, in its last with `nothing` after the line. What is read there must be
 * memory. */
LANESCAN_INLINE void short_run_read(const char *x, ptrdiff_t pitch, size_t run, bool is_last,
                                    const short_rest *rest, double nothing, f64v v[RUN])
{
    const f64_group g = lines_load_at(ELEMENT_F64, x + RUN * run * sizeof(double), pitch);
    v[0] = g.v[0];
    for (size_t k = 1; k < RUN; k++)
        v[k] = is_last ? f64v_select(rest->has[k - 1], g.v[k], f64v_splat(nothing)) : g.v[k];
}

LANESCAN_INLINE void short_run_coefficients(const lanescan_recurrence_lines *at, size_t run,
                                            bool is_last, const short_rest *rest, f64v a[RUN])
{
    short_run_read(at->a, at->a_pitch, run, is_last, rest, NO_COEFFICIENT, a);
    if (run == 0)
        a[0] = f64v_splat(NO_COEFFICIENT);
}

LANESCAN_COLD bool short_lines_are_regular_but_for_zeros(size_t runs, const short_rest *rest,
                                                         const lanescan_recurrence_lines *at)
{
    products_but_zeros products = no_products();
    for (size_t run = 0; run < runs; run++) {
        const bool is_last = run == runs - 1;
        f64v a[RUN];
        short_run_coefficients(at, run, is_last, rest, a);
        products_append_run(&products, a);
        if (!is_last && run % RUNS != RUNS - 1)
            continue;
        if (m64v_bits(products_are_regular(products)) != (1u << LANES) - 1)
            return false;
        products = no_products();
    }
    return true;
}

/* What is before the next run of each line: from the second group on, the carry before the group,
 * also rounded, and the map of its runs so far. */
typedef struct short_folds {
    recurrence_map map;
    f64v_pair line;
    f64v carry;
} short_folds;

LANESCAN_INLINE f64v short_before_run(short_folds *fold, size_t run)
{
    const recurrence_element so_far = recurrence_rounded(fold->map);
    if (run < RUNS)
        return so_far.b;
    if (run % RUNS != 0)
        return recurrence_apply(so_far, fold->carry);
    fold->line = run == RUNS ? fold->map.b : f64v_pair_fma(fold->map.a, fold->line, fold->map.b);
    fold->carry = f64v_add(fold->line.high, fold->line.low);
    return fold->carry;
}

LANESCAN_INLINE void short_fold_run(short_folds *fold, size_t run, recurrence_run_map of_run)
{
    if (run % RUNS == 0)
        fold->map = recurrence_of_run(of_run);
    else if (run < RUNS)
        fold->map.b = recurrence_append_addend(fold->map.b, of_run);
    else
        fold->map = recurrence_append(fold->map, of_run);
}

/* Of LANES_AT_ONCE lines of so many runs; false, and nothing is written, where one may not be
 * regular. Runs are stored from the last to the first, since what is after a line's last element
 * may be the next line's first. */
LANESCAN_INLINE bool recurrence_short_lines(size_t runs, const short_rest *rest,
                                            const lanescan_recurrence_lines *at)
{
    row_buffer results[SHORT_GROUPS];
    short_folds fold = { recurrence_of_run(recurrence_no_run()),
                         { f64v_splat(0), f64v_splat(0) },
                         f64v_splat(0) };
    f64v squares = f64v_splat(0), last = f64v_splat(0);
    i64v not_near = i64v_splat(0);
    for (size_t run = 0; run < runs; run++) {
        const bool is_last = run == runs - 1;
        f64v a[RUN], b[RUN], factor[RUN], addend[RUN], last_two;
        short_run_coefficients(at, run, is_last, rest, a);
        short_run_read(at->b, at->b_pitch, run, is_last, rest, NO_ADDEND, b);
        recurrence_run_addends(a, b, addend);
        const f64v_pair total = recurrence_run_factors(a, factor, &last_two);
        const f64v before = short_before_run(&fold, run);
        not_near = i64v_or(not_near, not_near_bits_of_run(a, factor[1], last_two));
        squares = f64v_fma(before, before, squares);
        last = addend[RUN - 1];
        recurrence_apply_run(factor, addend, before, b);
        lanes_store_run(true, &results[run / RUNS], run % RUNS, 0, b);
        short_fold_run(&fold, run, (recurrence_run_map){ total, last });
    }
    if (LANESCAN_UNLIKELY(i64v_any_bit(not_near, NOT_NEAR_BITS)) &&
        !short_lines_are_regular_but_for_zeros(runs, rest, at))
        return false;
    if (LANESCAN_UNLIKELY(!squares_are_in_range(f64v_fma(last, last, squares))))
        return false;
    for (size_t run = runs; run-- > 0;) {
        f64v y[RUN];
        lanes_load_run(true, &results[run / RUNS], run % RUNS, 0, y);
        lines_store_at(ELEMENT_F64, at->y + RUN * run * sizeof(double), at->y_pitch,
                       (f64_group){ { y[0], y[1], y[2], y[3] } });
    }
    return true;
}

/* LANES_AT_ONCE lines at a time, where they are; what they reach of the next lines' results stays.
 * Returns how many are done: all but fewer than LANES_AT_ONCE, or those up to where one may not be
 * regular. */
LANESCAN_INLINE size_t recurrence_lines_of(size_t runs, size_t lines, size_t n,
                                           const lanescan_recurrence_lines *first)
{
    const short_rest rest = short_rest_of((int)(n - RUN * (runs - 1)));
    lanescan_recurrence_lines at = *first;
    double nothing[RUN] = { 0 }, behind[RUN];
    size_t done = 0;
    for (; lines - done >= LANES_AT_ONCE; done += LANES_AT_ONCE) {
        char *const end = n % RUN ? at.y + LANES_AT_ONCE * at.y_pitch : (char *)nothing;
        memcpy(behind, end, sizeof behind);
        if (LANESCAN_UNLIKELY(!recurrence_short_lines(runs, &rest, &at)))
            break;
        memcpy(end, behind, sizeof behind);
        recurrence_lines_pass(&at, LANES_AT_ONCE);
    }
    return done;
}

LANESCAN_NOINLINE size_t recurrence_lines_of_one(size_t lines, size_t n,
                                                 const lanescan_recurrence_lines *at)
{
    return recurrence_lines_of(1, lines, n, at);
}

LANESCAN_NOINLINE size_t recurrence_lines_of_two(size_t lines, size_t n,
                                                 const lanescan_recurrence_lines *at)
{
    return recurrence_lines_of(2, lines, n, at);
}

LANESCAN_NOINLINE size_t recurrence_lines_of_more(size_t lines, size_t n,
                                                  const lanescan_recurrence_lines *at)
{
    return recurrence_lines_of(runs_of(n), lines, n, at);
}

typedef void recurrence_line(size_t n, const double *a, const double *b, double *y);

/* Lines of which one may not be regular, each by `line`. */
LANESCAN_COLD void recurrence_lines_alone(recurrence_line *line, size_t lines, size_t n,
                                          const lanescan_recurrence_lines *first)
{
    for (lanescan_recurrence_lines at = *first; lines; lines--, recurrence_lines_pass(&at, 1))
        line(n, (const void *)at.a, (const void *)at.b, (void *)at.y);
}

/* Lines where they are, `together` at a time, and others by `line`. Returns how many are done: all
 * but fewer than `together`. */
LANESCAN_NOINLINE size_t recurrence_lines_in_place(recurrence_regular_lines *regular,
                                                   size_t together, recurrence_line *line,
                                                   size_t lines, size_t n,
                                                   const lanescan_recurrence_lines *first)
{
    lanescan_recurrence_lines at = *first;
    size_t done = 0;
    for (;; done += together, recurrence_lines_pass(&at, together)) {
        const size_t count = regular(lines - done, n, &at);
        done += count;
        recurrence_lines_pass(&at, count);
        if (lines - done < together)
            return done;
        recurrence_lines_alone(line, together, n, &at);
    }
}

/* Lines behind which there may be nothing, or with gaps between them: at most LANES_AT_ONCE, the
 * last of which takes the other lanes too. */
enum { COPIES = LANES_AT_ONCE * SHORT_GROUPS * GROUP };

LANESCAN_COLD void short_copy(size_t n, void *to, const void *from)
{
    double *const y = to;
    const double *const x = from;
    for (size_t i = 0; i < n; i++)
        y[i] = x[i];
}

/* Returns whether they are done. */
LANESCAN_COLD bool recurrence_copied_lines(size_t lines, size_t n,
                                           const lanescan_recurrence_lines *at)
{
    double a[COPIES], b[COPIES], y[COPIES + RUN];
    const size_t pitch = RUN * runs_of(n), bytes = pitch * sizeof(double);
    const lanescan_recurrence_lines copied = {
        (char *)a, (char *)b, (char *)y, (ptrdiff_t)bytes, (ptrdiff_t)bytes, (ptrdiff_t)bytes, true
    };
    for (size_t l = 0; l < LANES_AT_ONCE; l++) {
        const ptrdiff_t from = (ptrdiff_t)(l < lines ? l : lines - 1);
        short_copy(n, a + l * pitch, at->a + from * at->a_pitch);
        short_copy(n, b + l * pitch, at->b + from * at->b_pitch);
    }
    if (recurrence_lines_of_more(LANES_AT_ONCE, n, &copied) == 0)
        return false;
    for (size_t l = 0; l < lines; l++)
        short_copy(n, at->y + (ptrdiff_t)l * at->y_pitch, y + l * pitch);
    return true;
}

/* Copies of several lines are faster than so many elements line by line. */
enum { WORTH_COPYING = 48 };

/* Lines that are left: whole runs as if each line stood in all lanes. */
LANESCAN_COLD void recurrence_lines_left(recurrence_regular_lines *regular, recurrence_line *line,
                                         size_t lines, size_t n,
                                         const lanescan_recurrence_lines *first)
{
    lanescan_recurrence_lines at = *first;
    for (size_t count; lines; lines -= count, recurrence_lines_pass(&at, count)) {
        bool are_done;
        count = lines < LANES_AT_ONCE ? lines : LANES_AT_ONCE;
        if (n % RUN == 0) {
            const lanescan_recurrence_lines same = { at.a, at.b, at.y, 0, 0, 0, false };
            count = 1;
            are_done = regular(LANES_AT_ONCE, n, &same) != 0;
        } else {
            are_done = count > 1 && count * n >= WORTH_COPYING &&
                       recurrence_copied_lines(count, n, &at);
        }
        if (!are_done)
            recurrence_lines_alone(line, count, n, &at);
    }
}

/* `line` is for lines that may not be regular. */
LANESCAN_INLINE void recurrence_short(recurrence_line *line, size_t lines, size_t n,
                                      const lanescan_recurrence_lines *all)
{
    const ptrdiff_t bytes = (ptrdiff_t)(n * sizeof(double));
    const bool are_dense = all->b_pitch == bytes && all->y_pitch == bytes &&
                           (all->a_pitch == bytes || all->a_pitch == 0);
    const bool are_pairs = n == 2 && are_dense, reach = n % RUN != 0;
    const size_t reached = are_pairs || !reach || all->have_room ? 0 : (RUN + n - 1) / n;
    recurrence_regular_lines *const regular = are_pairs      ? recurrence_lines_of_pairs
                                              : n <= RUN     ? recurrence_lines_of_one
                                              : n <= 2 * RUN ? recurrence_lines_of_two
                                                             : recurrence_lines_of_more;
    lanescan_recurrence_lines at = *all;
    double same[SHORT_GROUPS * GROUP];
    size_t done = 0;
    if (at.a_pitch == 0 && reach) { /* coefficients of all lines: nothing may be behind them */
        if (are_pairs)
            f64v_store(ELEMENT_F64, same, f64v_splat(((const double *)(const void *)at.a)[1]));
        else
            short_copy(n, same, at.a);
        at.a = (const char *)same;
    }
    if (lines >= reached && (are_dense || !reach))
        done = recurrence_lines_in_place(regular, are_pairs ? PAIRS_AT_ONCE : LANES_AT_ONCE, line,
                                         lines - reached, n, &at);
    if (done < lines) {
        recurrence_lines_pass(&at, done);
        recurrence_lines_left(regular, line, lines - done, n, &at);
    }
}

#ifndef LANESCAN_WITHOUT_TENSORS
LINE_KERNEL(void, linear_recurrence_f64)(size_t n, const double *a, const double *b, double *y);

RECURRENCE_SHORT_KERNEL(linear_recurrence_short_f64)
{
    recurrence_short(&KERNEL(linear_recurrence_f64), lines, n, at);
}
#endif

#endif
