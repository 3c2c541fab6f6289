/* logcumsumexp and logsumexp of many lines of at most eight elements. Nothing is before them and
 * their sums are split, so that they need no state: a vector has as many lines as fit, each in as
 * many lanes as the power of two that holds it, and the network goes along the lanes. The bits are
 * those of the first two runs of a group with nothing before it.
 *
 * All terms are exact ones (split_terms), also of a line without ones. There a group takes a term
 * below the normal numbers as the least of them, not as 0: neither changes a sum that begins with
 * e^-600 or more. */
#ifndef LANESCAN_LOGSUMEXP_SHORT_H
#define LANESCAN_LOGSUMEXP_SHORT_H

#include "fold/group.h"
#include "ops/logsumexp/along.h"

/* Four vectors on their way from elements to terms, sums and logarithms; or the sums of lines of
 * which only the totals are wanted. */
typedef struct split_sums {
    double high[GROUP] LANESCAN_ALIGNED(64);
    double low[GROUP] LANESCAN_ALIGNED(64);
    double ones[GROUP] LANESCAN_ALIGNED(64);
} split_sums;

/* Where lines of n elements are in vectors. */
typedef struct short_places {
    size_t n, wide, together; /* lanes of a line; lines of a vector */
    unsigned firsts;          /* the lanes of first elements, as bits */
} short_places;

/* The lines in a vector. Two lines of three elements leave a lane free after each. */
LANESCAN_INLINE f64v short_lines_load(size_t n, const double *x)
{
    double lanes[RUN + LANES];
    if (n != 3)
        return f64v_load(ELEMENT_F64, x);
    f64v_store(ELEMENT_F64, lanes, f64v_load(ELEMENT_F64, x));
    f64v_store(ELEMENT_F64, lanes + RUN, f64v_load(ELEMENT_F64, x + 3));
    return f64v_load(ELEMENT_F64, lanes);
}

/* What is written beyond the last line is overwritten by the next vector. */
LANESCAN_INLINE void short_lines_store(size_t n, double *y, const double *lanes)
{
    f64v_store(ELEMENT_F64, y, f64v_load(ELEMENT_F64, lanes));
    if (n == 3)
        memcpy(y + 3, lanes + RUN, RUN * sizeof *y);
}

/* May these lines be summed as usual? */
LANESCAN_INLINE bool short_lines_are_regular(unsigned firsts, f64v v)
{
    const unsigned below = m64v_bits(f64v_gt(f64v_splat(LOGSUMEXP_FIRST_LOWEST), v)) & firsts;
    return !below && !m64v_any(f64v_gt(v, f64v_splat(LOGSUMEXP_FIRST_HIGHEST))) && !f64v_any_nan(v);
}

/* Running sums of each line, in the order of the tree. */
LANESCAN_INLINE f64v short_lines_sum(size_t wide, f64v v)
{
    const f64v zero = f64v_splat(0);
    v = wide > 1 ? sum_level_in_lanes(1, v) : v;
    v = wide > 2 ? sum_level_in_lanes(2, v) : v;
    return sum_after(wide > RUN ? sum_before(zero, sum_spread(4, v)) : zero, v);
}

LANESCAN_INLINE f64v_pair short_lines_exact_sum(size_t wide, f64v_pair v)
{
    const f64v zero = f64v_splat(0);
    const f64v_pair none = { zero, zero };
    v = wide > 1 ? exact_sum_level_in_lanes(1, v) : v;
    v = wide > 2 ? exact_sum_level_in_lanes(2, v) : v;
    return exact_sum_after(wide > RUN ? exact_sum_before(none, exact_sum_spread(4, v)) : none, v);
}

/* Terms of a vector become sums. (In a function of its own: of a loop compilers would make one for
 * each width.) */
LANESCAN_NOINLINE void short_lines_sum_vector(precision of, size_t wide, double *high, double *low,
                                              double *ones)
{
    f64v_pair sum = { f64v_load(ELEMENT_F64, high), f64v_load(ELEMENT_F64, low) };
    if (of == DOUBLE) {
        sum = short_lines_exact_sum(wide, sum);
        f64v_store(ELEMENT_F64, low, sum.low);
    } else {
        sum.high = short_lines_sum(wide, sum.high);
    }
    f64v_store(ELEMENT_F64, high, sum.high);
    f64v_store(ELEMENT_F64, ones, short_lines_sum(wide, f64v_load(ELEMENT_F64, ones)));
}

/* Elements of the next `count` lines become split sums. False where one is not regular. */
LANESCAN_NOINLINE bool short_lines_sums(precision of, const short_places *at, size_t count,
                                        const double *x, split_sums *sums)
{
    const f64v one = f64v_splat(1), zero = f64v_splat(0);
    size_t vectors = 0;
    bool are_regular = true;
    LANESCAN_UNROLL(1)
    for (size_t i = 0; vectors * at->together < count; i += LANES, vectors++) {
        const f64v v = short_lines_load(at->n, x);
        x += at->together * at->n;
        are_regular &= short_lines_are_regular(at->firsts, v);
        f64v_store(ELEMENT_F64, sums->high + i, v);
        f64v_store(ELEMENT_F64, sums->ones + i, f64v_select(gives_one(v), one, zero));
    }
    if (LANESCAN_UNLIKELY(!are_regular))
        return false;
    split_terms(of, LANES * vectors, sums->high, sums->low);
    LANESCAN_UNROLL(1)
    for (size_t i = 0; i < LANES * vectors; i += LANES)
        short_lines_sum_vector(of, at->wide, sums->high + i, sums->low + i, sums->ones + i);
    return true;
}

LANESCAN_COLD void short_lines_in_scalars(precision of, bool only_totals, size_t lines, size_t n,
                                          const double *x, double *y)
{
    for (; lines; lines--, x += n, y += only_totals ? 1 : n) {
        double results[LANES];
        lanescan_state state;
        logsumexp_begin(&state);
        logsumexp_in_scalars(of, ELEMENT_F64, false, n, x, results, &state);
        for (size_t i = 0; i < n; i++) /* of totals the last stays */
            y[only_totals ? 0 : i] = results[i];
    }
}

LANESCAN_NOINLINE void short_lines_results(precision of, const short_places *at, size_t count,
                                           const split_sums *sums, double *y)
{
    double logs[LANES] LANESCAN_ALIGNED(64);
    LANESCAN_UNROLL(1)
    for (size_t done = 0; done < count; done += at->together) {
        const size_t i = done * at->wide;
        split_logs(of, sums->high + i, sums->low + i, sums->ones + i, logs);
        short_lines_store(at->n, y + done * at->n, logs);
    }
}

/* The last sums of the lines, and their logarithms. */
LANESCAN_NOINLINE void short_lines_totals(precision of, const short_places *at, size_t count,
                                          split_sums *sums, double *y)
{
    size_t last = at->n - 1;
    LANESCAN_UNROLL(1)
    for (size_t line = 0; line < count; line++, last += at->wide) {
        sums->high[line] = sums->high[last];
        sums->low[line] = sums->low[last];
        sums->ones[line] = sums->ones[last];
        LANESCAN_BARRIER; /* in vectors it is more code, and no faster */
    }
    LANESCAN_UNROLL(1)
    for (size_t i = 0; i < count; i += LANES)
        split_logs(of, sums->high + i, sums->low + i, sums->ones + i, y + i);
}

LANESCAN_INLINE void logsumexp_short(precision of, bool only_totals, size_t lines, size_t n,
                                     const double *x, double *y)
{
    const size_t wide = n > RUN ? LANES : n > 2 ? RUN : n;
    const short_places at = { n, wide, LANES / wide, ((1u << LANES) - 1) / ((1u << wide) - 1) };
    for (size_t count; lines; lines -= count, x += count * n) {
        split_sums sums;
        count = lines < RUN * at.together ? lines : RUN * at.together;
        if (LANESCAN_UNLIKELY(!short_lines_sums(of, &at, count, x, &sums)))
            short_lines_in_scalars(of, only_totals, count, n, x, y);
        else if (only_totals)
            short_lines_totals(of, &at, count, &sums, y);
        else
            short_lines_results(of, &at, count, &sums, y);
        y += only_totals ? count : count * n;
    }
}

#endif
