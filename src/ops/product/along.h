/* cumprod along a line, a group at a time in lanes. */
#ifndef LANESCAN_PRODUCT_ALONG_H
#define LANESCAN_PRODUCT_ALONG_H

#include "fold/carries_in_lanes.h"
#include "fold/ended.h"
#include "ops/product/blocks.h"

#ifndef LANESCAN_PRODUCTS_IN_BLOCKS /* the instruction set says so */
#define LANESCAN_PRODUCTS_IN_BLOCKS 0
#endif

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

/* Whole groups; returns how many elements are done, fewer than `whole` when the product is over.
 * `phase` is where in the chunk they begin. */
LANESCAN_INLINE size_t product_groups(element in, element out, bool backwards, size_t whole,
                                      const void *x, void *y, size_t phase, lanescan_state *state)
{
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

/* Of halves, one function for both types and directions. */
LANESCAN_NOINLINE void product_part_of_halves(element type, bool backwards, size_t count,
                                              const void *x, void *y, lanescan_state *state)
{
    const element half = type == ELEMENT_F16 ? ELEMENT_F16 : ELEMENT_BF16;
    product_part(half, half, backwards, count, x, y, state);
}

/* Returns how many elements are done. */
LANESCAN_INLINE size_t product_groups_and_part(element in, element out, bool backwards, size_t n,
                                               const void *x, void *y, size_t phase,
                                               lanescan_state *state)
{
    const size_t whole = n / GROUP * GROUP;
    size_t i = 0;
    if (whole)
        i = product_groups(in, out, backwards, whole, x, y, phase, state);
    if (i == n || LANESCAN_UNLIKELY(state->over))
        return i;
    x = element_at(in, backwards, x, i);
    y = output_at(out, backwards, y, i);
    if (in == ELEMENT_F16 || in == ELEMENT_BF16)
        product_part_of_halves(in, backwards, n - i, x, y, state);
    else
        product_part(in, out, backwards, n - i, x, y, state);
    return n;
}

#if LANESCAN_PRODUCTS_IN_BLOCKS
/* Groups that are in no block are few: both directions are one function, for each type. */
#define PRODUCT_GROUPS(name, in, out)                                                             \
    LANESCAN_NOINLINE size_t name(bool backwards, size_t n, const void *x, void *y, size_t phase, \
                                  lanescan_state *state)                                          \
    {                                                                                             \
        return product_groups_and_part(in, out, backwards_if_built(backwards), n, x, y, phase,    \
                                       state);                                                    \
    }
PRODUCT_GROUPS(product_groups_f32, ELEMENT_F32, ELEMENT_F32)
PRODUCT_GROUPS(product_groups_f64, ELEMENT_F64, ELEMENT_F64)

/* Of halves, which are scanned from floats to doubles: elements take the places of results. */
LANESCAN_NOINLINE size_t product_groups_widened(bool backwards, size_t n, const float *x, double *y,
                                                size_t phase, lanescan_state *state)
{
    const ptrdiff_t lowest = backwards ? 1 - (ptrdiff_t)n : 0;
    for (ptrdiff_t i = lowest; i < lowest + (ptrdiff_t)n; i++)
        y[i] = x[i];
    return product_groups_f64(backwards, n, y, y, phase, state);
}

LANESCAN_INLINE size_t product_groups_alone(element in, element out, bool backwards, size_t n,
                                            const void *x, void *y, size_t phase,
                                            lanescan_state *state)
{
    return out == ELEMENT_F32  ? product_groups_f32(backwards, n, x, y, phase, state)
           : in == ELEMENT_F64 ? product_groups_f64(backwards, n, x, y, phase, state)
                               : product_groups_widened(backwards, n, x, y, phase, state);
}

/* The two directions are loops of their own. */
#define PRODUCT_BLOCKS(type, in, out)                                                              \
    LANESCAN_NOINLINE size_t product_blocks_##type(size_t n, const void *x, void *y, size_t phase, \
                                                   product_state *s)                               \
    {                                                                                              \
        return product_blocks(in, out, false, n, x, y, phase, s);                                  \
    }                                                                                              \
    LANESCAN_NOINLINE size_t product_blocks_back_##type(size_t n, const void *x, void *y,          \
                                                        size_t phase, product_state *s)            \
    {                                                                                              \
        return product_blocks(in, out, true, n, x, y, phase, s);                                   \
    }
PRODUCT_BLOCKS(f32, ELEMENT_F32, ELEMENT_F32)
PRODUCT_BLOCKS(f64, ELEMENT_F64, ELEMENT_F64)
PRODUCT_BLOCKS(f32_f64, ELEMENT_F32, ELEMENT_F64)

LANESCAN_INLINE size_t product_blocks_of(element in, element out, bool backwards, size_t n,
                                         const void *x, void *y, size_t phase, product_state *s)
{
    if (out == ELEMENT_F32)
        return backwards ? product_blocks_back_f32(n, x, y, phase, s)
                         : product_blocks_f32(n, x, y, phase, s);
    if (in == ELEMENT_F64)
        return backwards ? product_blocks_back_f64(n, x, y, phase, s)
                         : product_blocks_f64(n, x, y, phase, s);
    return backwards ? product_blocks_back_f32_f64(n, x, y, phase, s)
                     : product_blocks_f32_f64(n, x, y, phase, s);
}

/* Blocks; where one is not regular, for what is less than a block, and of halves, groups. */
LANESCAN_INLINE size_t product_elements(element in, element out, bool backwards, size_t n,
                                        const void *x, void *y, lanescan_state *state)
{
    const size_t phase = (size_t)(state->position % CHUNK);
    size_t i = 0;
    if (is_half(in))
        return product_groups_and_part(in, out, backwards, n, x, y, phase, state);
    while (i < n && LANESCAN_LIKELY(!state->over)) {
        if (n - i >= BLOCK)
            i += product_blocks_of(in, out, backwards, n - i, element_at(in, backwards, x, i),
                                   output_at(out, backwards, y, i), phase + i, &state->as.product);
        if (i < n)
            i += product_groups_alone(in, out, backwards, n - i < BLOCK ? n - i : BLOCK,
                                      element_at(in, backwards, x, i),
                                      output_at(out, backwards, y, i), phase + i, state);
    }
    return i;
}

#else
LANESCAN_INLINE size_t product_elements(element in, element out, bool backwards, size_t n,
                                        const void *x, void *y, lanescan_state *state)
{
    return product_groups_and_part(in, out, backwards, n, x, y, (size_t)(state->position % CHUNK),
                                   state);
}
#endif

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
LANESCAN_INLINE void product_totals_of_groups(element in, bool backwards, size_t n, const void *x,
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

/* Without results: of groups where there are no blocks, and of halves. */
LANESCAN_INLINE void product_totals(element in, element out, bool backwards, size_t n,
                                    const void *x, lanescan_state *state)
{
#if LANESCAN_PRODUCTS_IN_BLOCKS
    if (!is_half(in)) {
        state->over = state->over ||
                      product_blocks_of(in, out, backwards, n, x, NULL, 0, &state->as.product) != n;
        state->position += n;
        return;
    }
#endif
    (void)out;
    product_totals_of_groups(in, backwards, n, x, state);
}

LANESCAN_INLINE void product_piece(element in, element out, bool backwards, size_t n, const void *x,
                                   void *y, lanescan_state *state)
{
    if (has_no_results(y)) {
        product_totals(in, out, backwards, n, x, state);
        return;
    }
    size_t i = product_elements(in, out, backwards, n, x, y, state);
    if (LANESCAN_UNLIKELY(i < n))
        i += line_ended(OP_MULTIPLY, in, out, backwards, n - i, element_at(in, backwards, x, i),
                        output_at(out, backwards, y, i), state);
    if (LANESCAN_UNLIKELY(i < n))
        product_in_scalars(in, out, backwards, n - i, element_at(in, backwards, x, i),
                           output_at(out, backwards, y, i), state);
    state->position += n;
}

#endif
