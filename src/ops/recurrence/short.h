/* Linear recurrences of many lines of at most eight elements, in lanes. A line is two runs of a
 * group, the first with nothing before it; its first coefficient has nothing to multiply. Lines
 * that may not be regular go by themselves. */
#ifndef LANESCAN_RECURRENCE_SHORT_H
#define LANESCAN_RECURRENCE_SHORT_H

#include "fold/group.h"
#include "ops/own.h"
#include "ops/recurrence/recurrence.h"

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

/* With the last addend of a run in this range, all that was added up before is finite. (After the
 * last element of a line coefficients are 0: of an infinity they make NaN.) */
LANESCAN_INLINE bool addends_are_in_range(f64v last)
{
    const f64v highest = f64v_splat(RECURRENCE_SQUARES_HIGHEST);
    return m64v_bits(f64v_gt(highest, f64v_mul(last, last))) == (1u << LANES) - 1;
}

/* The lanes of first runs, where a line has two of them; of first elements, in lines of two. */
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
           addends_are_in_range(addend);
}

typedef void recurrence_line(size_t n, const double *a, const double *b, double *y);

/* Lines of which one may not be regular, each by `line`. */
LANESCAN_COLD void recurrence_lines_alone(recurrence_line *line, size_t lines, size_t n,
                                          const lanescan_recurrence_lines *first)
{
    for (lanescan_recurrence_lines at = *first; lines; lines--, recurrence_lines_pass(&at, 1))
        line(n, (const void *)at.a, (const void *)at.b, (void *)at.y);
}

/* The same of lines in memory without gaps, four at a time. Returns how many are done. */
LANESCAN_INLINE size_t recurrence_pairs_of(recurrence_line *line, size_t lines,
                                           lanescan_recurrence_lines at)
{
    size_t done = 0;
    for (; lines - done >= LANES / 2; done += LANES / 2, recurrence_lines_pass(&at, LANES / 2)) {
        f64v y;
        if (LANESCAN_LIKELY(
                recurrence_pairs(f64v_load(ELEMENT_F64, at.a), f64v_load(ELEMENT_F64, at.b), &y))) {
            f64v_store(ELEMENT_F64, at.y, y);
        } else {
            const lanescan_recurrence_lines here = at; /* what is in registers stays there */
            recurrence_lines_alone(line, LANES / 2, 2, &here);
        }
    }
    return done;
}

/* Four lines of n elements each as a group, two runs of each, with zeros after them. */
LANESCAN_INLINE f64_group four_lines_load(size_t n, const char *p, ptrdiff_t pitch)
{
    f64v v[RUN];
    for (size_t l = 0; l < RUN; l++, p += pitch) {
        __builtin_prefetch(p + 1024);
        v[l] = f64v_load_part(ELEMENT_F64, p, n, 0);
    }
    return f64_group_of_blocks(v[0], v[1], v[2], v[3]);
}

LANESCAN_INLINE void four_lines_store(size_t n, f64_group g, char *p, ptrdiff_t pitch)
{
    f64v v[RUN];
    f64_group_to_blocks(g, v);
    for (size_t l = 0; l < RUN; l++, p += pitch) {
        __builtin_prefetch(p + 1024, 1);
        f64v_store_part(ELEMENT_F64, p, n, v[l]);
    }
}

/* Are all products of these coefficients regular? */
LANESCAN_INLINE bool products_of_run_are_regular(const f64v a[RUN])
{
    f64v factor[RUN];
    for (size_t k = 0; k < RUN; k++)
        factor[k] = coefficient_but_zero(a[k]);
    return !i64v_any_bit(not_near_bits_of_run(factor, f64v_mul(factor[0], factor[1]),
                                              f64v_mul(factor[2], factor[3])),
                         NOT_NEAR_BITS);
}

/* Of four lines; false, and nothing is written, where one may not be regular. */
LANESCAN_INLINE bool recurrence_four_lines(size_t n, const lanescan_recurrence_lines *at)
{
    f64_group a = four_lines_load(n, at->a, at->a_pitch), y;
    const f64_group b = four_lines_load(n, at->b, at->b_pitch);
    f64v factor[RUN], addend[RUN], last_two;
    a.v[0] = f64v_select(lanes_at_first(), f64v_splat(NO_COEFFICIENT), a.v[0]);
    recurrence_run_addends(a.v, b.v, addend);
    recurrence_run_factors(a.v, factor, &last_two);
    if (LANESCAN_UNLIKELY(!products_of_run_are_regular(a.v) ||
                          !addends_are_in_range(addend[RUN - 1])))
        return false;
    const f64v before = f64v_add(f64v_spread(1, addend[RUN - 1], 0), f64v_splat(0));
    recurrence_apply_run(factor, addend, before, y.v);
    four_lines_store(n, y, at->y, at->y_pitch);
    return true;
}

/* `line` is for lines that may not be regular. Lines that are left are done one by one, each as if
 * it stood four times. */
LANESCAN_INLINE void recurrence_short(recurrence_line *line, size_t lines, size_t n,
                                      lanescan_recurrence_lines at)
{
    enum { PAIR = 2 * sizeof(double) };
    double same[LANES];
    if (n == 2 && (at.a_pitch == PAIR || at.a_pitch == 0) && at.b_pitch == PAIR &&
        at.y_pitch == PAIR) {
        if (at.a_pitch == 0) { /* coefficients of all lines, of which the second counts */
            f64v_store(ELEMENT_F64, same, f64v_splat(((const double *)(const void *)at.a)[1]));
            at.a = (const char *)same;
        }
        const size_t done = recurrence_pairs_of(line, lines, at);
        recurrence_lines_pass(&at, done);
        lines -= done;
    }
    for (size_t step = RUN; lines; lines -= step) {
        lanescan_recurrence_lines four = at;
        if (lines < RUN) {
            step = 1;
            four.a_pitch = four.b_pitch = four.y_pitch = 0;
        }
        if (LANESCAN_UNLIKELY(!recurrence_four_lines(n, &four)))
            recurrence_lines_alone(line, step, n, &at);
        recurrence_lines_pass(&at, step);
    }
}

#ifndef LANESCAN_WITHOUT_TENSORS
LINE_KERNEL(void, linear_recurrence_f64)(size_t n, const double *a, const double *b, double *y);

RECURRENCE_SHORT_KERNEL(linear_recurrence_short_f64)
{
    recurrence_short(&KERNEL(linear_recurrence_f64), lines, n, *at);
}
#endif

#endif
