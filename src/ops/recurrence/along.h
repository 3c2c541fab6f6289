/* Linear recurrences along a line, eight groups at a time.
 *
 * Up to the fold of a run, the runs of a group are in the lanes of a vector. Then the folds of eight
 * groups are turned, so that each lane has a group, and are folded as those of eight lines are
 * (across.h); what is before each run is turned back. */
#ifndef LANESCAN_RECURRENCE_ALONG_H
#define LANESCAN_RECURRENCE_ALONG_H

#include "fold/group.h"
#include "ops/recurrence/carry.h"

/* ---- eight groups ---- */

/* Up to eight groups. Without results (y is NULL) only the carry moves on. */
typedef struct recurrence_block {
    element type;
    bool backwards;
    size_t groups;
    const void *a, *b;
    void *y;
} recurrence_block;

LANESCAN_INLINE f64_group block_group(const recurrence_block *block, const void *elements, size_t g)
{
    return f64_group_load(block->type, block->backwards,
                          element_at(block->type, block->backwards, elements, GROUP * g));
}

/* Eight vectors of eight numbers. */
typedef struct recurrence_square {
    double v[LANES][LANES] __attribute__((aligned(64)));
} recurrence_square;

enum { HALF_OF_RUNS = RUNS / 2 };

/* Of each group, in its lane, the map of what is before a run; there is none before the first. Then
 * the results there, in the place of b. */
typedef struct recurrence_before {
    recurrence_square a, b;
} recurrence_before;

/* The runs of eight groups. */
typedef struct recurrence_block_runs {
    recurrence_element prefix[LANES][RUN - 1];
    recurrence_square a_high, a_low, b; /* of whole runs */
} recurrence_block_runs;

/* The first coefficient of a line without an initial value has nothing to multiply. */
LANESCAN_COLD f64v without_first(f64v a)
{
    double elements[LANES];
    f64v_store(ELEMENT_F64, elements, a);
    elements[0] = NO_COEFFICIENT;
    return f64v_load(ELEMENT_F64, elements);
}

/* Returns FACTOR_FAR_BIT where a product within a run is not regular, or 0. */
LANESCAN_INLINE i64v recurrence_scan_block(const recurrence_block *block, bool is_fresh,
                                           recurrence_block_runs *runs)
{
    i64v far = i64v_splat(0);
    for (size_t g = 0; g < LANES; g++) {
        recurrence_run_map total = recurrence_no_run();
        if (LANESCAN_LIKELY(g < block->groups)) {
            recurrence_element prefix[RUN];
            f64v last_two;
            f64_group a = block_group(block, block->a, g);
            const f64_group b = block_group(block, block->b, g);
            if (g == 0 && LANESCAN_UNLIKELY(is_fresh))
                a.v[0] = without_first(a.v[0]);
            total = recurrence_run(a.v, b.v, prefix, &last_two);
            far = i64v_or(far, far_bit_of_run(prefix, last_two));
            for (size_t k = 0; k < RUN - 1; k++)
                runs->prefix[g][k] = prefix[k];
        }
        f64v_store(ELEMENT_F64, runs->a_high.v[g], total.a.high);
        f64v_store(ELEMENT_F64, runs->a_low.v[g], total.a.low);
        f64v_store(ELEMENT_F64, runs->b.v[g], total.b);
    }
    return far;
}

/* Four columns of a square. */
LANESCAN_INLINE void square_columns(const recurrence_square *rows, size_t first,
                                    f64v column[HALF_OF_RUNS])
{
    f64v_two_columns(rows->v[0], first, column);
    f64v_two_columns(rows->v[0], first + 2, column + 2);
}

/* Of each group, in its lane: its map, and of what is before its runs FACTOR_FAR_BIT where a factor
 * is not regular, and the squares of the addends. */
typedef struct recurrence_folds {
    recurrence_map map;
    i64v far;
    f64v squares;
} recurrence_folds;

LANESCAN_INLINE recurrence_folds recurrence_fold_block(const recurrence_block_runs *runs,
                                                       recurrence_before *before)
{
    recurrence_folds folds = { recurrence_of_run(recurrence_no_run()), i64v_splat(0),
                               f64v_splat(0) };
    for (size_t half = 0; half < RUNS; half += HALF_OF_RUNS) {
        f64v a_high[HALF_OF_RUNS], a_low[HALF_OF_RUNS], b[HALF_OF_RUNS];
        square_columns(&runs->a_high, half, a_high);
        square_columns(&runs->a_low, half, a_low);
        square_columns(&runs->b, half, b);
        for (size_t i = 0; i < HALF_OF_RUNS; i++) {
            const recurrence_run_map run = { { a_high[i], a_low[i] }, b[i] };
            recurrence_element of_before;
            if (half + i == 0) {
                folds.map = recurrence_of_run(run);
                continue;
            }
            folds.map = recurrence_fold_run(folds.map, run, &of_before);
            folds.far = i64v_or(folds.far, far_bit(of_before.a));
            folds.squares = f64v_fma(of_before.b, of_before.b, folds.squares);
            f64v_store(ELEMENT_F64, before->a.v[half + i], of_before.a);
            f64v_store(ELEMENT_F64, before->b.v[half + i], of_before.b);
        }
    }
    folds.far = i64v_or(folds.far, far_bit(folds.map.a.high));
    return folds;
}

LANESCAN_NOINLINE bool recurrence_is_regular_but_for_zeros(const recurrence_block *block,
                                                           bool is_fresh)
{
    products_but_zeros of_runs = no_products(), of_groups = no_products();
    recurrence_square products;
    for (size_t g = 0; g < LANES; g++) {
        of_runs.before = f64v_splat(1);
        if (g < block->groups) {
            f64_group a = block_group(block, block->a, g);
            if (g == 0 && is_fresh)
                a.v[0] = without_first(a.v[0]);
            products_append_run(&of_runs, a.v);
        }
        f64v_store(ELEMENT_F64, products.v[g], of_runs.before);
    }
    for (size_t run = 0; run < RUNS; run += 2) {
        f64v of_run[2];
        f64v_two_columns(products.v[0], run, of_run);
        products_append(&of_groups, of_run[0]);
        products_append(&of_groups, of_run[1]);
    }
    of_runs.before = of_groups.before;
    return m64v_bits(m64v_and(products_are_regular(of_runs), products_are_regular(of_groups))) ==
           (1u << LANES) - 1;
}

LANESCAN_INLINE recurrence_group_maps recurrence_maps_of_groups(recurrence_map m)
{
    recurrence_group_maps maps;
    f64v_store(ELEMENT_F64, maps.a_high, m.a.high);
    f64v_store(ELEMENT_F64, maps.a_low, m.a.low);
    f64v_store(ELEMENT_F64, maps.b_high, m.b.high);
    f64v_store(ELEMENT_F64, maps.b_low, m.b.low);
    return maps;
}

/* Through the groups: line[g] becomes the carry before group g, rounded. */
LANESCAN_INLINE recurrence_carry recurrence_carry_through(size_t groups, recurrence_carry carry,
                                                          const recurrence_group_maps *maps,
                                                          recurrence_state *s, double line[LANES])
{
    for (size_t g = 0; g < LANES; g++) {
        line[g] = f64x2_first(f64x2_add(carry.high, carry.low));
        if (LANESCAN_LIKELY(g < groups))
            carry = recurrence_carry_end_group(recurrence_carry_next(carry, maps, g), s);
    }
    return carry;
}

/* The same for a chunk by itself: does it stay where a line can take it, after each group? */
LANESCAN_NOINLINE bool recurrence_carry_by_itself(size_t groups, recurrence_carry *carry,
                                                  const recurrence_group_maps *maps,
                                                  recurrence_state *s)
{
    bool stays = true;
    for (size_t g = 0; g < groups; g++) {
        *carry = recurrence_carry_end_group(recurrence_carry_next(*carry, maps, g), s);
        recurrence_carry_store(s, *carry);
        stays = stays && recurrence_stays(s);
    }
    return stays;
}

/* Are these carries and addends so far from the end of the range that all results are finite? (What
 * is not finite within a run makes the carry so too.) */
LANESCAN_INLINE bool recurrence_is_within(f64v carries, f64v squares)
{
    const f64v all = f64v_fma(carries, carries, squares);
    return m64v_bits(f64v_gt(f64v_splat(RECURRENCE_SQUARES_HIGHEST), all)) == (1u << LANES) - 1;
}

/* The prefix of a run that is all of it. */
LANESCAN_INLINE recurrence_element recurrence_of_whole_run(const recurrence_block_runs *runs,
                                                           size_t g)
{
    return (recurrence_element){ f64v_add(f64v_load(ELEMENT_F64, runs->a_high.v[g]),
                                          f64v_load(ELEMENT_F64, runs->a_low.v[g])),
                                 f64v_load(ELEMENT_F64, runs->b.v[g]) };
}

/* The results of a group. */
LANESCAN_INLINE void recurrence_group_results(const recurrence_block *block,
                                              const recurrence_block_runs *runs, size_t g,
                                              f64v before_runs)
{
    f64_group results;
    for (size_t k = 0; k < RUN - 1; k++)
        results.v[k] = recurrence_apply(runs->prefix[g][k], before_runs);
    results.v[RUN - 1] = recurrence_apply(recurrence_of_whole_run(runs, g), before_runs);
    group_store(block->type, block->backwards,
                output_at(block->type, block->backwards, block->y, GROUP * g), GROUP, results);
}

/* The results of a block; false if a group may not be regular: then `carry` is as it was, and to be
 * stored again. */
LANESCAN_INLINE bool recurrence_block_results(const recurrence_block *block, recurrence_state *s,
                                              recurrence_carry *carry)
{
    recurrence_block_runs runs;
    recurrence_before before;
    double line[LANES];
    const int64_t exponent = s->factor_exponent;
    const i64v far = recurrence_scan_block(block, s->is_fresh, &runs);
    const recurrence_folds folds = recurrence_fold_block(&runs, &before);
    const recurrence_group_maps maps = recurrence_maps_of_groups(folds.map);
    if (LANESCAN_UNLIKELY(i64v_any_bit(i64v_or(far, folds.far), FACTOR_FAR_BIT)) &&
        !recurrence_is_regular_but_for_zeros(block, s->is_fresh))
        return false;
    if (LANESCAN_UNLIKELY(has_no_results(block->y))) {
        s->is_fresh = false;
        return recurrence_carry_by_itself(block->groups, carry, &maps, s) &&
               recurrence_is_within(f64v_splat(0), folds.squares);
    }
    const recurrence_carry next = recurrence_carry_through(block->groups, *carry, &maps, s, line);
    const f64v carries = f64v_load(ELEMENT_F64, line);
    const double low = f64x2_first(next.low); /* NaN where the carry is not finite */
    if (LANESCAN_UNLIKELY(low != low || !recurrence_is_within(carries, folds.squares))) {
        s->factor_exponent = exponent;
        return false;
    }
    f64v_store(ELEMENT_F64, before.b.v[0], carries);
    for (size_t run = 1; run < RUNS; run++) {
        const recurrence_element map = { f64v_load(ELEMENT_F64, before.a.v[run]),
                                         f64v_load(ELEMENT_F64, before.b.v[run]) };
        f64v_store(ELEMENT_F64, before.b.v[run], recurrence_apply(map, carries));
    }
    for (size_t g = 0; g < LANES; g += 2) {
        f64v of_group[2];
        f64v_two_columns(before.b.v[0], g, of_group);
        if (LANESCAN_LIKELY(g < block->groups))
            recurrence_group_results(block, &runs, g, of_group[0]);
        if (LANESCAN_LIKELY(g + 1 < block->groups))
            recurrence_group_results(block, &runs, g + 1, of_group[1]);
    }
    s->is_fresh = false;
    *carry = next;
    return true;
}

/* A function for each type, so that a piece has the stack of one. */
#define RECURRENCE_BLOCK(name, type)                                                             \
    LANESCAN_NOINLINE bool name(bool backwards, size_t groups, const void *a, const void *b,     \
                                void *y, recurrence_state *s, recurrence_carry *carry)           \
    {                                                                                            \
        const recurrence_block block = { type, backwards_if_built(backwards), groups, a, b, y }; \
        return recurrence_block_results(&block, s, carry);                                       \
    }
RECURRENCE_BLOCK(recurrence_block_f32, ELEMENT_F32)
RECURRENCE_BLOCK(recurrence_block_f64, ELEMENT_F64)

/* ---- a piece ---- */

/* `n` elements of a line: their type, direction and places. */
typedef struct recurrence_span {
    element type;
    bool backwards;
    size_t n;
    const void *a, *b;
    void *y;
} recurrence_span;

LANESCAN_INLINE recurrence_span recurrence_part(const recurrence_span *x, size_t i, size_t n)
{
    return (recurrence_span){ x->type,
                              x->backwards,
                              n,
                              element_at(x->type, x->backwards, x->a, i),
                              element_at(x->type, x->backwards, x->b, i),
                              x->y ? output_at(x->type, x->backwards, x->y, i) : NULL };
}

LANESCAN_NOINLINE void recurrence_in_scalars(const recurrence_span *x, lanescan_state *state)
{
    for (size_t i = 0; i < x->n; i += GROUP) {
        const size_t left = x->n - i;
        const recurrence_span part = recurrence_part(x, i, left < GROUP ? left : GROUP);
        const source a = source_of(x->type, x->backwards, part.a);
        const source b = source_of(x->type, x->backwards, part.b);
        const target y = target_of(x->type, x->backwards, part.y);
        PORTABLE(recurrence_group)(state, part.n, &a, &b, &y);
    }
}

LANESCAN_INLINE size_t at_most(size_t value, size_t most)
{
    return value < most ? value : most;
}

/* Whole groups, in blocks; returns how many elements are done: all, or up to a block that is not
 * regular. */
LANESCAN_INLINE size_t recurrence_blocks(const recurrence_span *x, recurrence_state *s)
{
    recurrence_carry carry = recurrence_carry_load(s);
    size_t i = 0, groups;
    for (; (groups = at_most((x->n - i) / GROUP, LANES)) != 0; i += GROUP * groups) {
        const recurrence_span part = recurrence_part(x, i, GROUP * groups);
        const bool is_done =
            x->type == ELEMENT_F64
                ? recurrence_block_f64(x->backwards, groups, part.a, part.b, part.y, s, &carry)
                : recurrence_block_f32(x->backwards, groups, part.a, part.b, part.y, s, &carry);
        if (LANESCAN_UNLIKELY(!is_done))
            break;
    }
    recurrence_carry_store(s, carry);
    return i;
}

/* Within a chunk. What is left of a group, and a block that is not regular, goes in scalars. */
LANESCAN_NOINLINE void recurrence_within_chunk(const recurrence_span *x, lanescan_state *state)
{
    for (size_t i = 0; i < x->n;) {
        const recurrence_span rest = recurrence_part(x, i, x->n - i);
        const size_t done = state->over ? 0 : recurrence_blocks(&rest, &state->as.recurrence);
        i += done;
        if (has_no_results(x->y)) {
            state->over = i < x->n;
            return;
        }
        const recurrence_span part = recurrence_part(x, i, at_most(x->n - i, LANES * GROUP));
        recurrence_in_scalars(&part, state);
        i += part.n;
    }
}

LANESCAN_INLINE void recurrence_piece(element type, bool backwards, size_t n, const void *a,
                                      const void *b, void *y, lanescan_state *state)
{
    const recurrence_span x = { type, backwards, n, a, b, y };
    for (size_t i = 0, count; i < n; i += count) {
        const size_t to_chunk = CHUNK - (size_t)(state->position % CHUNK);
        count = has_no_results(y) ? n : at_most(n - i, to_chunk);
        const recurrence_span part = recurrence_part(&x, i, count);
        recurrence_within_chunk(&part, state);
        state->position += count;
        if (state->position % CHUNK == 0 && !has_no_results(y))
            PORTABLE(recurrence_end_chunk)(state);
    }
}

#endif
