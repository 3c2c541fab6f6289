/* cumprod of lines of at most a few groups. */
#ifndef LANESCAN_PRODUCT_SHORT_H
#define LANESCAN_PRODUCT_SHORT_H

#include "ops/product/along.h"
#if LANESCAN_PRODUCTS_IN_BLOCKS
#include "ops/product/lines_in_lanes.h"
#endif

/* A line of at most a group with an element that is not near 1. */
LANESCAN_COLD void product_irregular_line(element type, size_t n, const void *x, void *y)
{
    lanescan_state state;
    product_begin(&state);
    product_in_scalars(type, type, false, n, x, y, &state);
}

LANESCAN_COLD void product_irregular_lines(element type, size_t lines, size_t n, const void *x,
                                           void *y)
{
    for (size_t i = 0; i < lines * n; i += n)
        product_irregular_line(type, n, element_at(type, false, x, i),
                               output_at(type, false, y, i));
}

/* A line of a few groups, without a detour through memory for its state; from a group that is not
 * regular on, or when exponents move, it goes on as a piece. */
LANESCAN_INLINE void product_groups_of_line(element type, size_t n, const void *x, void *y,
                                            lanescan_piece *piece)
{
    f64x2_pair carry = { f64x2_set(1, 1), f64x2_set(0, 0) };
    lanescan_state state;
    size_t i = 0;
    while (i < n) {
        const size_t count = n - i < GROUP ? n - i : GROUP;
        const void *const from = element_at(type, false, x, i);
        if (LANESCAN_UNLIKELY(!product_finish(type, false, count, output_at(type, false, y, i),
                                              product_load_runs(type, false, from, count), 0,
                                              &carry)))
            break;
        i += count;
        if (i == n)
            return;
        if (LANESCAN_UNLIKELY(
                product_may_move(0, f64x2_first(carry.high), f64x2_second(carry.high))))
            break;
    }
    if (i == n) /* nothing */
        return;
    product_begin(&state);
    product_carry_store(&state.as.product, carry);
    product_end_group(&state.as.product);
    state.position = i;
    piece(&state, false, n - i, element_at(type, false, x, i), output_at(type, false, y, i), NULL);
}

/* A function for each type: each knows its piece, and calls of a few elements have less to save. */
LANESCAN_NOINLINE void product_few_groups_f64(size_t n, const void *x, void *y,
                                              lanescan_piece *piece)
{
    product_groups_of_line(ELEMENT_F64, n, x, y, piece);
}

LANESCAN_NOINLINE void product_few_groups_f32(size_t n, const void *x, void *y,
                                              lanescan_piece *piece)
{
    product_groups_of_line(ELEMENT_F32, n, x, y, piece);
}

LANESCAN_INLINE void product_few_groups(element type, size_t n, const void *x, void *y,
                                        lanescan_piece *piece)
{
    if (type == ELEMENT_F64)
        product_few_groups_f64(n, x, y, piece);
    else
        product_few_groups_f32(n, x, y, piece);
}

/* Of lines of two elements: one product, which is right wherever it is a normal number. It is
 * certain to be so within 2^-511 .. 2^513. */
LANESCAN_INLINE bool product_pairs_alone(f64_group *g)
{
    enum { LOWEST = 1023 - 511 };
    const i64v lowest = i64v_splat(-((int64_t)LOWEST << 52));
    const f64v first = f64v_mul(g->v[0], g->v[1]), second = f64v_mul(g->v[2], g->v[3]);
    g->v[1] = first;
    g->v[3] = second;
    return !i64v_any_bit(
        i64v_or(i64v_add(i64v_of_f64(first), lowest), i64v_add(i64v_of_f64(second), lowest)),
        INT64_C(1) << 62);
}

/* Of lines of at most four elements. */
LANESCAN_INLINE bool product_runs_alone(size_t n, f64_group *g)
{
    f64v_pair prefix[RUN];
    if (n == 2)
        return product_pairs_alone(g);
    if (!group_is_near(g))
        return false;
    exact_product_run(g->v, prefix);
    for (size_t k = 1; k < RUN; k++)
        g->v[k] = prefix[k].high;
    return true;
}

/* Results of runs that have these products before them. */
LANESCAN_INLINE void product_apply_pairs(f64v_pair before, const f64v_pair prefix[RUN], f64v y[RUN])
{
    const f64v factor = f64v_add(before.high, before.low);
    for (size_t k = 0; k < RUN; k++)
        y[k] = f64v_mul(factor, prefix[k].high);
}

/* Four lines (`whole`: of eight elements) are a group, each of them two runs of it: the bits are
 * those of the first two runs of a group with nothing before it. False, and nothing is written,
 * where an element is not near 1. */
LANESCAN_INLINE bool product_four_lines(element type, bool whole, size_t n, const char *x,
                                        ptrdiff_t x_pitch, char *y, ptrdiff_t y_pitch)
{
    f64v v[RUN];
    f64v_pair prefix[RUN];
    for (size_t l = 0; l < RUN; l++, x += x_pitch) {
        if (!whole)
            fetch_lines_beyond(x, y + (ptrdiff_t)l * y_pitch, 1);
        v[l] = whole ? f64v_load(type, x) : f64v_load_part(type, x, n, 1);
    }
    f64_group g = f64_group_of_blocks(v[0], v[1], v[2], v[3]);
    if (LANESCAN_UNLIKELY(!group_is_near(&g)))
        return false;
    exact_product_run(g.v, prefix);
    product_apply_pairs(exact_product_spread(1, prefix[RUN - 1]), prefix, g.v);
    f64_group_to_blocks(g, v);
    for (size_t l = 0; l < RUN; l++, y += y_pitch)
        if (whole)
            f64v_store(type, y, v[l]);
        else
            f64v_store_part(type, y, n, v[l]);
    return true;
}

/* The same of two lines of nine to sixteen elements. */
LANESCAN_INLINE bool product_two_lines(element type, size_t n, const char *x, ptrdiff_t x_pitch,
                                       char *y, ptrdiff_t y_pitch)
{
    f64v_pair prefix[RUN];
    f64_group g = group_of_two_lines(type, n, x, x_pitch, 1);
    if (LANESCAN_UNLIKELY(!group_is_near(&g)))
        return false;
    exact_product_run(g.v, prefix);
    product_apply_pairs(exact_product_before_of_four(prefix[RUN - 1]), prefix, g.v);
    group_to_two_lines(type, n, g, y, y_pitch);
    return true;
}

/* `together` lines at a time: 4 or 2, which is known when this is compiled. */
LANESCAN_INLINE bool product_lines(element type, size_t together, bool whole, size_t n,
                                   const char *x, ptrdiff_t x_pitch, char *y, ptrdiff_t y_pitch)
{
    return together == 4 ? product_four_lines(type, whole, n, x, x_pitch, y, y_pitch)
                         : product_two_lines(type, n, x, x_pitch, y, y_pitch);
}

/* Lines that are left are done one by one, each as if it stood `together` times. */
LANESCAN_INLINE void product_together(element type, size_t together, bool whole, size_t lines,
                                      size_t n, const char *x, ptrdiff_t x_pitch, char *y,
                                      ptrdiff_t y_pitch)
{
    for (size_t done = 0, step = together; done < lines; done += step) {
        if (lines - done < together)
            step = 1;
        const bool is_done = product_lines(type, together, whole, n, x, step == 1 ? 0 : x_pitch, y,
                                           step == 1 ? 0 : y_pitch);
        for (size_t l = 0; l < step; l++, x += x_pitch, y += y_pitch)
            if (LANESCAN_UNLIKELY(!is_done))
                product_irregular_line(type, n, x, y);
    }
}

/* Lines of at most a few groups. */
LANESCAN_INLINE void product_short(element type, size_t lines, size_t n, const char *x,
                                   ptrdiff_t x_pitch, char *y, ptrdiff_t y_pitch,
                                   lanescan_piece *piece)
{
    if (lines_are_runs(type, n, x, x_pitch, y, y_pitch)) {
        const size_t done = runs_as_lines(product_runs_alone, product_irregular_lines, type, lines,
                                          n, x, y);
        lines -= done;
        x += (ptrdiff_t)done * x_pitch;
        y += (ptrdiff_t)done * y_pitch;
    }
    if (n == LANES)
        product_together(type, 4, true, lines, n, x, x_pitch, y, y_pitch);
    else if (n < LANES)
        product_together(type, 4, false, lines, n, x, x_pitch, y, y_pitch);
    else if (n <= 2 * LANES)
        product_together(type, 2, false, lines, n, x, x_pitch, y, y_pitch);
    else {
#if LANESCAN_PRODUCTS_IN_BLOCKS
        const size_t done = type == ELEMENT_F64
                                ? product_lines_f64(lines, n, x, x_pitch, y, y_pitch, piece)
                                : product_lines_f32(lines, n, x, x_pitch, y, y_pitch, piece);
        lines -= done;
        x += (ptrdiff_t)done * x_pitch;
        y += (ptrdiff_t)done * y_pitch;
#endif
        for (; lines; lines--, x += x_pitch, y += y_pitch) {
            fetch_after_line(type, lines, n, x, y);
            product_few_groups(type, n, x, y, piece);
        }
    }
}

/* `short_lines`, where it is built, is a call more and yet faster for at most two vectors. */
LANESCAN_INLINE void product_line(element type, size_t n, const void *x, void *y,
                                  lanescan_piece *piece, lanescan_short_lines *short_lines)
{
    lanescan_state state;
    if (short_lines && n && n <= 2 * LANES) {
        short_lines(1, n, x, 0, y, 0);
    } else if (n <= MOST_SHORT) {
        product_few_groups(type, n, x, y, piece);
    } else {
        product_begin(&state);
        piece(&state, false, n, x, y, NULL);
    }
}

#endif
