/* cumprod along a line, a group at a time in lanes. */
#ifndef LANESCAN_PRODUCT_ALONG_H
#define LANESCAN_PRODUCT_ALONG_H

#include "fold/carries_in_lanes.h"
#include "fold/ended.h"
#include "ops/product/product.h"

/* A group that needs nothing yet of what is before it: its runs scanned, the inclusive scan of the
 * run totals, and whether its elements are near 1. */
typedef struct product_runs {
    f64_group g;
    f64v_pair totals;
    bool near;
} product_runs;

LANESCAN_INLINE bool group_is_near(const f64_group *g)
{
    const i64v lowest = i64v_splat(-((int64_t)ELEMENT_LOWEST << 52));
    i64v any = i64v_add(i64v_of_f64(g->v[0]), lowest);
    for (int k = 1; k < RUN; k++)
        any = i64v_or(any, i64v_add(i64v_of_f64(g->v[k]), lowest));
    return !i64v_any_bit(any, ELEMENT_FAR_BITS);
}

LANESCAN_INLINE product_runs product_scan_runs(f64_group g)
{
    f64v_pair prefix[RUN];
    exact_product_run(g.v, prefix);
    const f64_group runs = { { prefix[0].high, prefix[1].high, prefix[2].high, prefix[3].high } };
    return (product_runs){ runs, exact_product_network_in_lanes(prefix[3]), group_is_near(&g) };
}

LANESCAN_INLINE product_runs product_load_runs(element type, bool backwards, const void *p,
                                               size_t count)
{
    return product_scan_runs(group_load(type, backwards, p, count, 1));
}

/* Elements in no regular group. */
LANESCAN_COLD void product_in_scalars(element in, element out, bool backwards, size_t n,
                                      const void *x, void *y, lanescan_state *state)
{
    elements_in_scalars(&PORTABLE(product_scan), precision_of(in), in, out, backwards, n, x, y,
                        state);
}

/* The results of a group when the running product has an exponent. Returns whether all are normal
 * numbers. */
LANESCAN_INLINE bool group_scale(f64_group *g, int64_t exponent)
{
    if (!group_can_scale(exponent))
        return false;
    const f64v scale = f64v_splat(f64_power_of_two(exponent)), minus = f64v_splat(-1);
    f64v smallest = f64v_splat(1), sum = f64v_splat(0);
    for (int k = 0; k < RUN; k++) {
        const f64v y = f64v_mul(g->v[k], scale);
        smallest = f64v_min(smallest, f64v_max(y, f64v_mul(y, minus)));
        sum = f64v_add(sum, y);
        g->v[k] = y;
    }
    return !m64v_any(f64v_gt(f64v_splat(0x1p-1021), smallest)) && !f64v_any_nonfinite(sum);
}

/* `count` results of a group to y; false, and nothing is done, if it is not regular. */
LANESCAN_INLINE bool product_finish(element out, bool backwards, size_t count, void *y,
                                    product_runs runs, int64_t exponent, f64x2_pair *carry)
{
    const f64v line = carry_splat(*carry);
    const f64v before = exact_product_before_in_lanes(line, runs.totals);
    bool regular = runs.near;
    f64_group g;
    exact_product_apply(before, runs.g.v, g.v);
    if (LANESCAN_UNLIKELY(exponent != 0))
        regular = regular && group_scale(&g, exponent);
    if (LANESCAN_UNLIKELY(!regular))
        return false;
    group_store(out, backwards, y, count, g);
    const f64x2_pair total = { f64v_last2(runs.totals.high), f64v_last2(runs.totals.low) };
    *carry = f64x2_pair_multiply(*carry, total);
    return true;
}

/* Moves exponents where the carry asks for it. */
LANESCAN_INLINE f64x2_pair product_carry_end_group(f64x2_pair carry, product_state *s)
{
    if (LANESCAN_LIKELY(
            !product_may_move(s->line.exponent, f64x2_first(carry.high), f64x2_second(carry.high))))
        return carry;
    product_carry_store(s, carry);
    product_renormalise(s);
    return product_carry_load(s);
}

/* Whole groups; returns how many elements are done, fewer than `whole` when the product is over. */
LANESCAN_INLINE size_t product_groups(element in, element out, bool backwards, size_t whole,
                                      const void *x, void *y, lanescan_state *state)
{
    const size_t phase = (size_t)(state->position % CHUNK);
    product_state *const s = &state->as.product;
    f64x2_pair carry = product_carry_load(s);
    product_runs runs, next;
    size_t i = 0;
    if (LANESCAN_PRODUCTS_AHEAD)
        next = product_load_runs(in, backwards, x, GROUP);
    while (i < whole && LANESCAN_LIKELY(!state->over)) {
        const void *const from = element_at(in, backwards, x, i);
        void *const to = output_at(out, backwards, y, i);
        if (LANESCAN_PRODUCTS_AHEAD) {
            const size_t ahead = i + GROUP < whole ? i + GROUP : i;
            runs = next;
            next = product_load_runs(in, backwards, element_at(in, backwards, x, ahead), GROUP);
        } else {
            runs = product_load_runs(in, backwards, from, GROUP);
        }
        if (LANESCAN_LIKELY(
                product_finish(out, backwards, GROUP, to, runs, s->line.exponent, &carry))) {
            carry = product_carry_end_group(carry, s);
        } else {
            product_carry_store(s, carry);
            product_in_scalars(in, out, backwards, GROUP, from, to, state);
            carry = product_carry_load(s);
        }
        i += GROUP;
        if ((phase + i) % CHUNK == 0) {
            product_carry_store(s, carry);
            product_fold_chunk(s);
            carry = product_carry_load(s);
        }
    }
    product_carry_store(s, carry);
    return i;
}

LANESCAN_INLINE void product_part(element in, element out, bool backwards, size_t count,
                                  const void *x, void *y, lanescan_state *state)
{
    product_state *const s = &state->as.product;
    f64x2_pair carry = product_carry_load(s);
    const product_runs runs = product_load_runs(in, backwards, x, count);
    if (LANESCAN_LIKELY(product_finish(out, backwards, count, y, runs, s->line.exponent, &carry))) {
        product_carry_store(s, carry);
        product_end_group(s);
    } else {
        product_in_scalars(in, out, backwards, count, x, y, state);
    }
}

/* The product of each run of a group; whether its elements are near 1. */
LANESCAN_INLINE f64v_pair product_run_totals(element in, bool backwards, const void *p, bool *near)
{
    const f64_group g = f64_group_load(in, backwards, p);
    f64v_pair prefix[RUN];
    exact_product_run(g.v, prefix);
    *near = *near && group_is_near(&g);
    return prefix[RUN - 1];
}

/* Four groups or a multiple of that, without results, while no product is far. */
LANESCAN_INLINE void product_totals(element in, bool backwards, size_t n, const void *x,
                                    lanescan_state *state)
{
    f64x2_pair carry = product_carry_load(&state->as.product);
    bool near = !state->over;
    for (size_t i = 0; near && i < n; i += GROUPS_TOGETHER * GROUP) {
        f64v_pair totals[GROUPS_TOGETHER];
        double high[LANES], low[LANES];
        LANESCAN_ONE_BY_ONE
        for (size_t g = 0; g < GROUPS_TOGETHER; g++)
            totals[g] = product_run_totals(in, backwards,
                                           element_at(in, backwards, x, i + GROUP * g), &near);
        const f64v_pair of_groups = exact_product_network_of_four(totals);
        f64v_store(ELEMENT_F64, high, of_groups.high);
        f64v_store(ELEMENT_F64, low, of_groups.low);
        for (size_t g = 0; g < GROUPS_TOGETHER; g++) {
            const size_t lane = lane_of_total(g);
            const f64_pair total = { high[lane], low[lane] };
            carry = f64x2_pair_multiply(carry, f64x2_pair_set(total, total));
            near = near && product_stays(f64x2_first(carry.high));
        }
    }
    product_carry_store(&state->as.product, carry);
    state->over = !near;
    state->position += n;
}

LANESCAN_INLINE void product_piece(element in, element out, bool backwards, size_t n, const void *x,
                                   void *y, lanescan_state *state)
{
    if (has_no_results(y)) {
        product_totals(in, backwards, n, x, state);
        return;
    }
    const size_t whole = n / GROUP * GROUP;
    size_t i = 0;
    if (whole)
        i = product_groups(in, out, backwards, whole, x, y, state);
    if (LANESCAN_UNLIKELY(state->over))
        line_ended(OP_MULTIPLY, in, out, backwards, n - i, element_at(in, backwards, x, i),
                   output_at(out, backwards, y, i), state);
    else if (i < n)
        product_part(in, out, backwards, n - i, element_at(in, backwards, x, i),
                     output_at(out, backwards, y, i), state);
    state->position += n;
}

/* ---- lines of at most a few groups ---- */

/* A line of at most a group with an element that is not near 1. */
LANESCAN_COLD void product_irregular_line(element type, size_t n, const void *x, void *y)
{
    lanescan_state state;
    product_begin(&state);
    product_in_scalars(type, type, false, n, x, y, &state);
}

/* All lines of a group. */
LANESCAN_COLD void product_irregular_lines(element type, size_t n, const void *x, void *y)
{
    for (size_t i = 0; i < GROUP; i += n)
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

/* Of lines of four elements, or of two. */
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
    const ptrdiff_t bytes = (ptrdiff_t)(n * element_bytes(type));
    if ((n == 2 || n == 4) && x_pitch == bytes && y_pitch == bytes) {
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
    else
        for (; lines; lines--, x += x_pitch, y += y_pitch) {
            fetch_after_line(type, lines, n, x, y);
            product_few_groups(type, n, x, y, piece);
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
