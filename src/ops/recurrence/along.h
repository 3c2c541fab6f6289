/* Linear recurrences along a line, eight groups at a time.
 *
 * Up to the fold of a run, the runs of a group are in the lanes of a vector. Then the folds of eight
 * groups are turned, so that each lane has a group, and are folded as those of eight lines are
 * (across.h); what is before each run is turned back. */
#ifndef LANESCAN_RECURRENCE_ALONG_H
#define LANESCAN_RECURRENCE_ALONG_H

#include "fold/group.h"
#include "ops/recurrence/recurrence.h"

/* ---- the carry ---- */

/* In registers: the line's and the chunk's result, and the chunk's factor. */
typedef struct recurrence_carry {
    f64x2 high, low;
    f64_pair factor;
} recurrence_carry;

LANESCAN_INLINE recurrence_carry recurrence_carry_load(const recurrence_state *s)
{
    return (recurrence_carry){ f64x2_set(s->high, s->chunk_high),
                               f64x2_set(s->low, s->chunk_low),
                               { s->factor_high, s->factor_low } };
}

LANESCAN_INLINE void recurrence_carry_store(recurrence_state *s, recurrence_carry c)
{
    s->high = f64x2_first(c.high);
    s->low = f64x2_first(c.low);
    s->chunk_high = f64x2_second(c.high);
    s->chunk_low = f64x2_second(c.low);
    s->factor_high = c.factor.high;
    s->factor_low = c.factor.low;
}

/* The maps of eight groups. */
typedef struct recurrence_group_maps {
    double a_high[LANES], a_low[LANES], b_high[LANES], b_low[LANES];
} recurrence_group_maps;

LANESCAN_INLINE f64x2 f64x2_both(double value)
{
    return f64x2_set(value, value);
}

/* Both results, and the factor, move on by the map of group g. */
LANESCAN_INLINE recurrence_carry recurrence_carry_next(recurrence_carry c,
                                                       const recurrence_group_maps *maps, size_t g)
{
    const f64x2 a_high = f64x2_both(maps->a_high[g]), a_low = f64x2_both(maps->a_low[g]);
    const f64x2 b_high = f64x2_both(maps->b_high[g]), b_low = f64x2_both(maps->b_low[g]);
    const f64x2_pair product = f64x2_two_product(a_high, c.high);
    const f64x2_pair sum = f64x2_two_sum(product.high, b_high);
    const f64x2 low = f64x2_fma(a_high, c.low, f64x2_fma(a_low, c.high, product.low));
    product_multiply_group(&c.factor.high, &c.factor.low, maps->a_high[g], maps->a_low[g]);
    return (recurrence_carry){ sum.high, f64x2_add(low, f64x2_add(b_low, sum.low)), c.factor };
}

/* The factor's exponent, where it has moved far from 1. */
LANESCAN_INLINE recurrence_carry recurrence_carry_end_group(recurrence_carry c, recurrence_state *s)
{
    if (LANESCAN_LIKELY(!factor_is_far(c.factor.high)))
        return c;
    recurrence_carry_store(s, c);
    recurrence_end_group(s);
    return recurrence_carry_load(s);
}

/* ---- eight groups ---- */

/* `count` elements of up to eight groups. */
typedef struct recurrence_block {
    element type;
    bool backwards;
    size_t count;
    const void *a, *b;
    void *y;
} recurrence_block;

enum { BLOCK_ELEMENTS = LANES * GROUP };

/* How many elements of group g there are. */
LANESCAN_INLINE size_t count_in_group(const recurrence_block *block, size_t g)
{
    const size_t before = GROUP * g;
    if (block->count == BLOCK_ELEMENTS)
        return GROUP;
    return block->count <= before          ? 0
           : block->count - before < GROUP ? block->count - before
                                           : GROUP;
}

LANESCAN_INLINE f64_group block_coefficients(const recurrence_block *block, size_t g, size_t count)
{
    return group_load(block->type, block->backwards,
                      element_at(block->type, block->backwards, block->a, GROUP * g), count,
                      NO_COEFFICIENT);
}

/* Eight vectors of eight numbers. */
typedef struct recurrence_square {
    double v[LANES][LANES] __attribute__((aligned(64)));
} recurrence_square;

LANESCAN_INLINE void square_turn(const recurrence_square *from, recurrence_square *to)
{
    const ptrdiff_t pitch = sizeof from->v[0];
    transpose_64((const char *)from, pitch, (char *)to, pitch);
}

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
    elements[0] = 0;
    return f64v_load(ELEMENT_F64, elements);
}

/* Returns FACTOR_FAR_BIT where a product within a run is not regular, or 0. */
LANESCAN_INLINE i64v recurrence_scan_block(const recurrence_block *block, bool is_fresh,
                                           recurrence_block_runs *runs)
{
    i64v far = i64v_splat(0);
    for (size_t g = 0; g < LANES; g++) {
        const size_t count = count_in_group(block, g);
        recurrence_run_map total = recurrence_no_run();
        if (count) {
            recurrence_element prefix[RUN];
            f64v last_two;
            f64_group a = block_coefficients(block, g, count);
            const f64_group b = group_load(
                block->type, block->backwards,
                element_at(block->type, block->backwards, block->b, GROUP * g), count, NO_ADDEND);
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

LANESCAN_INLINE recurrence_run_map recurrence_turned_run(const recurrence_square *a_high,
                                                         const recurrence_square *a_low,
                                                         const recurrence_square *b, size_t run)
{
    return (recurrence_run_map){ { f64v_load(ELEMENT_F64, a_high->v[run]),
                                   f64v_load(ELEMENT_F64, a_low->v[run]) },
                                 f64v_load(ELEMENT_F64, b->v[run]) };
}

/* The fold of each group, in its lane. */
LANESCAN_INLINE recurrence_map recurrence_fold_block(const recurrence_block_runs *runs,
                                                     recurrence_element before[RUNS])
{
    recurrence_square a_high, a_low, b;
    square_turn(&runs->a_high, &a_high);
    square_turn(&runs->a_low, &a_low);
    square_turn(&runs->b, &b);
    recurrence_map m = recurrence_of_run(recurrence_turned_run(&a_high, &a_low, &b, 0));
    for (size_t run = 1; run < RUNS; run++)
        m = recurrence_fold_run(m, recurrence_turned_run(&a_high, &a_low, &b, run), &before[run]);
    return m;
}

/* The same for the products of runs before each, and of groups. */
LANESCAN_INLINE i64v far_bits_before(recurrence_map total, const recurrence_element before[RUNS])
{
    i64v far = far_bit(total.a.high);
    for (size_t run = 1; run < RUNS; run++)
        far = i64v_or(far, far_bit(before[run].a));
    return far;
}

LANESCAN_NOINLINE bool recurrence_is_regular_but_for_zeros(const recurrence_block *block,
                                                           bool is_fresh)
{
    products_but_zeros of_runs = no_products(), of_groups = no_products();
    recurrence_square products, turned;
    for (size_t g = 0; g < LANES; g++) {
        const size_t count = count_in_group(block, g);
        of_runs.before = f64v_splat(1);
        if (count) {
            f64_group a = block_coefficients(block, g, count);
            if (g == 0 && is_fresh)
                a.v[0] = without_first(a.v[0]);
            products_append_run(&of_runs, a.v);
        }
        f64v_store(ELEMENT_F64, products.v[g], of_runs.before);
    }
    square_turn(&products, &turned);
    for (size_t run = 0; run < RUNS; run++)
        products_append(&of_groups, f64v_load(ELEMENT_F64, turned.v[run]));
    of_runs.before = of_groups.before;
    return m64v_bits(m64v_and(products_are_regular(of_runs), products_are_regular(of_groups))) ==
           (1u << LANES) - 1;
}

/* Through the groups: line[g] is the carry before group g, rounded. `stays` is not NULL for a chunk by
 * itself: does it after each group? */
LANESCAN_INLINE recurrence_carry recurrence_carry_through(const recurrence_block *block,
                                                          recurrence_carry carry, recurrence_map m,
                                                          recurrence_state *s, double line[LANES],
                                                          bool *stays)
{
    recurrence_group_maps maps;
    f64v_store(ELEMENT_F64, maps.a_high, m.a.high);
    f64v_store(ELEMENT_F64, maps.a_low, m.a.low);
    f64v_store(ELEMENT_F64, maps.b_high, m.b.high);
    f64v_store(ELEMENT_F64, maps.b_low, m.b.low);
    for (size_t g = 0; g < LANES; g++) {
        line[g] = f64x2_first(f64x2_add(carry.high, carry.low));
        if (count_in_group(block, g))
            carry = recurrence_carry_end_group(recurrence_carry_next(carry, &maps, g), s);
        if (stays) {
            recurrence_carry_store(s, carry);
            *stays = *stays && recurrence_stays(s);
        }
    }
    return carry;
}

/* Are these, and what is before each run, so far from the end of the range that all results are
 * finite? (What is not finite within a run makes the carry so too.) */
LANESCAN_INLINE bool recurrence_is_within(f64v carries, const recurrence_element before[RUNS])
{
    f64v squares = f64v_mul(carries, carries);
    for (size_t run = 1; run < RUNS; run++)
        squares = f64v_fma(before[run].b, before[run].b, squares);
    return m64v_bits(f64v_gt(f64v_splat(RECURRENCE_SQUARES_HIGHEST), squares)) == (1u << LANES) - 1;
}

/* The prefix of a run that is all of it. */
LANESCAN_INLINE recurrence_element recurrence_of_whole_run(const recurrence_block_runs *runs,
                                                           size_t g)
{
    return (recurrence_element){ f64v_add(f64v_load(ELEMENT_F64, runs->a_high.v[g]),
                                          f64v_load(ELEMENT_F64, runs->a_low.v[g])),
                                 f64v_load(ELEMENT_F64, runs->b.v[g]) };
}

/* The results of a block; false if a group may not be regular: then `carry` is as it was, and to be
 * stored again. */
LANESCAN_INLINE bool recurrence_block_results(const recurrence_block *block, recurrence_state *s,
                                              recurrence_carry *carry)
{
    recurrence_block_runs runs;
    recurrence_element before[RUNS];
    recurrence_square from, turned;
    double line[LANES];
    const int64_t exponent = s->factor_exponent;
    const i64v far = recurrence_scan_block(block, s->is_fresh, &runs);
    const recurrence_map maps = recurrence_fold_block(&runs, before);
    if (LANESCAN_UNLIKELY(
            i64v_any_bit(i64v_or(far, far_bits_before(maps, before)), FACTOR_FAR_BIT)) &&
        !recurrence_is_regular_but_for_zeros(block, s->is_fresh))
        return false;
    const recurrence_carry next = recurrence_carry_through(block, *carry, maps, s, line, NULL);
    const f64v carries = f64v_load(ELEMENT_F64, line);
    const double low = f64x2_first(next.low); /* NaN where the carry is not finite */
    if (LANESCAN_UNLIKELY(low != low || !recurrence_is_within(carries, before))) {
        s->factor_exponent = exponent;
        return false;
    }
    f64v_store(ELEMENT_F64, from.v[0], carries);
    for (size_t run = 1; run < RUNS; run++)
        f64v_store(ELEMENT_F64, from.v[run], recurrence_apply(before[run], carries));
    square_turn(&from, &turned);
    for (size_t g = 0; g < LANES; g++) {
        const size_t count = count_in_group(block, g);
        const f64v before_runs = f64v_load(ELEMENT_F64, turned.v[g]);
        f64_group results;
        if (!count)
            break;
        for (size_t k = 0; k < RUN - 1; k++)
            results.v[k] = recurrence_apply(runs.prefix[g][k], before_runs);
        results.v[RUN - 1] = recurrence_apply(recurrence_of_whole_run(&runs, g), before_runs);
        group_store(block->type, block->backwards,
                    output_at(block->type, block->backwards, block->y, GROUP * g), count, results);
    }
    s->is_fresh = false;
    *carry = next;
    return true;
}

LANESCAN_COLD void recurrence_in_scalars(const recurrence_block *block, lanescan_state *state)
{
    const element type = block->type;
    const bool backwards = block->backwards;
    for (size_t i = 0; i < block->count; i += GROUP) {
        const size_t left = block->count - i;
        const source a = source_of(type, backwards, element_at(type, backwards, block->a, i));
        const source b = source_of(type, backwards, element_at(type, backwards, block->b, i));
        const target y = target_of(type, backwards,
                                   block->y ? output_at(type, backwards, block->y, i) : NULL);
        PORTABLE(recurrence_group)(state, left < GROUP ? left : GROUP, &a, &b, &y);
    }
}

/* A block whose length is not known when this is compiled. */
LANESCAN_NOINLINE void recurrence_any_block(const recurrence_block *block, lanescan_state *state)
{
    recurrence_state *const s = &state->as.recurrence;
    recurrence_carry carry = recurrence_carry_load(s);
    const bool is_done = !state->over && recurrence_block_results(block, s, &carry);
    recurrence_carry_store(s, carry);
    if (!is_done)
        recurrence_in_scalars(block, state);
}

/* ---- a piece ---- */

LANESCAN_INLINE recurrence_block recurrence_block_at(element type, bool backwards, size_t i,
                                                     size_t count, const void *a, const void *b,
                                                     void *y)
{
    return (recurrence_block){ type,
                               backwards,
                               count,
                               element_at(type, backwards, a, i),
                               element_at(type, backwards, b, i),
                               y ? output_at(type, backwards, y, i) : NULL };
}

/* A whole block. A function for each type and direction, so that a piece has the stack of one. */
#define RECURRENCE_WHOLE_BLOCK(name, type, backwards)                                       \
    LANESCAN_NOINLINE bool name(const void *a, const void *b, void *y, recurrence_state *s, \
                                recurrence_carry *carry)                                    \
    {                                                                                       \
        const recurrence_block block = { type, backwards, BLOCK_ELEMENTS, a, b, y };        \
        return recurrence_block_results(&block, s, carry);                                  \
    }
RECURRENCE_WHOLE_BLOCK(recurrence_whole_block_f32, ELEMENT_F32, false)
RECURRENCE_WHOLE_BLOCK(recurrence_whole_block_f64, ELEMENT_F64, false)
RECURRENCE_WHOLE_BLOCK(recurrence_whole_block_f32_backwards, ELEMENT_F32, true)
RECURRENCE_WHOLE_BLOCK(recurrence_whole_block_f64_backwards, ELEMENT_F64, true)

LANESCAN_INLINE bool recurrence_whole_block(element type, bool backwards, const void *a,
                                            const void *b, void *y, recurrence_state *s,
                                            recurrence_carry *carry)
{
    if (type == ELEMENT_F32)
        return backwards ? recurrence_whole_block_f32_backwards(a, b, y, s, carry)
                         : recurrence_whole_block_f32(a, b, y, s, carry);
    return backwards ? recurrence_whole_block_f64_backwards(a, b, y, s, carry)
                     : recurrence_whole_block_f64(a, b, y, s, carry);
}

/* Whole blocks; returns how many elements are done: up to the end of a chunk, or a block that is not
 * regular. */
LANESCAN_INLINE size_t recurrence_whole_blocks(element type, bool backwards, size_t n,
                                               const void *a, const void *b, void *y,
                                               recurrence_state *s)
{
    recurrence_carry carry = recurrence_carry_load(s);
    size_t i = 0;
    for (; n - i >= BLOCK_ELEMENTS; i += BLOCK_ELEMENTS)
        if (LANESCAN_UNLIKELY(!recurrence_whole_block(
                type, backwards, element_at(type, backwards, a, i),
                element_at(type, backwards, b, i), output_at(type, backwards, y, i), s, &carry)))
            break;
    recurrence_carry_store(s, carry);
    return i;
}

LANESCAN_INLINE size_t at_most(size_t value, size_t most)
{
    return value < most ? value : most;
}

LANESCAN_INLINE void recurrence_results(element type, bool backwards, size_t n, const void *a,
                                        const void *b, void *y, lanescan_state *state)
{
    for (size_t i = 0, done; i < n; i += done) {
        const size_t to_chunk = CHUNK - (size_t)(state->position % CHUNK);
        const size_t count = at_most(n - i, to_chunk);
        done = 0;
        if (LANESCAN_LIKELY(!state->over))
            done = recurrence_whole_blocks(type, backwards, count,
                                           element_at(type, backwards, a, i),
                                           element_at(type, backwards, b, i),
                                           output_at(type, backwards, y, i), &state->as.recurrence);
        if (done < count) {
            const recurrence_block rest = recurrence_block_at(
                type, backwards, i + done, at_most(count - done, BLOCK_ELEMENTS), a, b, y);
            recurrence_any_block(&rest, state);
            done += rest.count;
        }
        state->position += done;
        if (state->position % CHUNK == 0)
            PORTABLE(recurrence_end_chunk)(state);
    }
}

/* Whole groups without results. */
LANESCAN_NOINLINE void recurrence_totals(element type, bool backwards, size_t n, const void *a,
                                         const void *b, lanescan_state *state)
{
    recurrence_state *const s = &state->as.recurrence;
    recurrence_carry carry = recurrence_carry_load(s);
    for (size_t i = 0; i < n && !state->over; i += BLOCK_ELEMENTS) {
        const recurrence_block block = recurrence_block_at(
            type, backwards, i, at_most(n - i, BLOCK_ELEMENTS), a, b, NULL);
        recurrence_block_runs runs;
        recurrence_element before[RUNS];
        double line[LANES];
        const i64v far = recurrence_scan_block(&block, s->is_fresh, &runs);
        const recurrence_map maps = recurrence_fold_block(&runs, before);
        bool stays = !i64v_any_bit(i64v_or(far, far_bits_before(maps, before)), FACTOR_FAR_BIT) ||
                     recurrence_is_regular_but_for_zeros(&block, s->is_fresh);
        s->is_fresh = false;
        carry = recurrence_carry_through(&block, carry, maps, s, line, &stays);
        state->over = !stays || !recurrence_is_within(f64v_splat(0), before);
    }
    state->position += n;
}

LANESCAN_INLINE void recurrence_piece(element type, bool backwards, size_t n, const void *a,
                                      const void *b, void *y, lanescan_state *state)
{
    if (has_no_results(y))
        recurrence_totals(type, backwards, n, a, b, state);
    else
        recurrence_results(type, backwards, n, a, b, y, state);
}

#endif
