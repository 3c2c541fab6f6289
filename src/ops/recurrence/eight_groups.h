/* Linear recurrences along a line: eight groups that follow each other, each in a lane.
 * (lanes.h) */
#ifndef LANESCAN_RECURRENCE_EIGHT_GROUPS_H
#define LANESCAN_RECURRENCE_EIGHT_GROUPS_H

#include "fold/group.h"
#include "ops/recurrence/carry.h"
#include "ops/recurrence/lanes.h"

/* Eight groups. Without results (y is NULL) only the carry moves on. */
typedef struct recurrence_block {
    element type;
    bool backwards;
    ptrdiff_t step; /* from group to group */
    const void *a, *b;
    void *y;
} recurrence_block;

/* Where a run's element that is first in memory is. */
LANESCAN_INLINE size_t block_place(const recurrence_block *block, size_t run)
{
    return block->backwards ? RUN * run + RUN - 1 : RUN * run;
}

/* Asks for a group of the next block, with each run of this one: elements are not taken in the
 * order of memory, so processors do not fetch them ahead. */
LANESCAN_INLINE void block_fetch(const recurrence_block *block, const void *elements, size_t run,
                                 int is_written)
{
    const size_t group = GROUP * (LANES + run);
    const char *const lowest = element_at(block->type, block->backwards, elements,
                                          block->backwards ? group + GROUP - 1 : group);
    for (size_t at = 0; at < GROUP * element_bytes(block->type); at += CACHE_LINE) {
        if (is_written)
            __builtin_prefetch(lowest + at, 1);
        else
            __builtin_prefetch(lowest + at, 0);
    }
}

LANESCAN_INLINE void turn_backwards(f64v x[RUN])
{
    const f64v first = x[0], second = x[1];
    x[0] = x[3];
    x[1] = x[2];
    x[2] = second;
    x[3] = first;
}

/* A run of each group. */
LANESCAN_INLINE void block_read(const recurrence_block *block, const void *elements, size_t run,
                                f64v x[RUN])
{
    const f64_group g = f64_runs_load(
        block->type, element_at(block->type, block->backwards, elements, block_place(block, run)),
        block->step);
    for (size_t k = 0; k < RUN; k++)
        x[k] = g.v[k];
    if (block->backwards)
        turn_backwards(x);
}

LANESCAN_INLINE void block_write(const recurrence_block *block, size_t run, f64v y[RUN])
{
    if (block->backwards)
        turn_backwards(y);
    f64_runs_store(block->type,
                   output_at(block->type, block->backwards, block->y, block_place(block, run)),
                   block->step, (f64_group){ { y[0], y[1], y[2], y[3] } });
}

/* The first coefficient of a line without an initial value has nothing to multiply. */
LANESCAN_COLD f64v without_first(f64v a)
{
    double elements[LANES];
    f64v_store(ELEMENT_F64, elements, a);
    elements[0] = NO_COEFFICIENT;
    return f64v_load(ELEMENT_F64, elements);
}

LANESCAN_INLINE void block_read_coefficients(const recurrence_block *block, bool is_fresh,
                                             size_t run, f64v a[RUN])
{
    block_read(block, block->a, run, a);
    if (run == 0 && LANESCAN_UNLIKELY(is_fresh))
        a[0] = without_first(a[0]);
}

LANESCAN_INLINE recurrence_folds recurrence_fold_block(const recurrence_block *block, bool is_fresh,
                                                       recurrence_maps *maps)
{
    recurrence_folds fold = { recurrence_of_run(recurrence_no_run()), i64v_splat(0),
                              f64v_splat(0) };
    for (size_t run = 0; run < RUNS; run++) {
        f64v a[RUN], b[RUN];
        block_fetch(block, block->a, run, false);
        block_fetch(block, block->b, run, false);
        block_read_coefficients(block, is_fresh, run, a);
        block_read(block, block->b, run, b);
        recurrence_scan_next(&fold, run, a, b, maps);
    }
    return fold;
}

LANESCAN_NOINLINE bool block_is_regular_but_for_zeros(const recurrence_block *block, bool is_fresh)
{
    products_but_zeros products = no_products();
    for (size_t run = 0; run < RUNS; run++) {
        f64v a[RUN];
        block_read_coefficients(block, is_fresh, run, a);
        products_append_run(&products, a);
    }
    return m64v_bits(products_are_regular(products)) == (1u << LANES) - 1;
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

/* The factors of a block's groups are mild if all are in 2^-100 .. 2^28: then the chunk's factor
 * stays within the range up to the end of the block. With the lowest of these 128 exponents
 * subtracted the higher bits are 0. */
LANESCAN_INLINE bool factors_are_mild(f64v factors)
{
    const int64_t lowest = (int64_t)(1023 - 100) << 52, others = INT64_C(0x78) << 56;
    return !i64v_any_bit(i64v_add(i64v_of_f64(factors), i64v_splat(-lowest)), others);
}

LANESCAN_INLINE recurrence_carry recurrence_carry_group(bool is_mild, recurrence_carry c,
                                                        const recurrence_group_maps *maps, size_t g,
                                                        recurrence_state *s)
{
    const recurrence_carry next = recurrence_carry_next(c, maps, g);
    return is_mild ? next : recurrence_carry_end_group(next, s);
}

/* From group to group: line[g] becomes the carry before group g, rounded. They are stored in pairs,
 * because they are loaded in pairs: a load of what two stores wrote would wait until both are in
 * the cache. */
LANESCAN_INLINE void recurrence_carry_groups(bool is_mild, recurrence_carry *carry,
                                             const recurrence_group_maps *maps, recurrence_state *s,
                                             double line[LANES])
{
    recurrence_carry c = *carry;
    LANESCAN_UNROLL(1)
    for (size_t g = 0; g < LANES; g += 2) {
        const f64x2 first = f64x2_add(c.results.high, c.results.low);
        c = recurrence_carry_group(is_mild, c, maps, g, s);
        const f64x2 second = f64x2_add(c.results.high, c.results.low);
        c = recurrence_carry_group(is_mild, c, maps, g + 1, s);
        const f64x2 pair = f64x2_set(f64x2_first(first), f64x2_first(second));
        memcpy(line + g, &pair, sizeof pair);
    }
    *carry = is_mild ? recurrence_carry_end_group(c, s) : c;
}

/* Of a chunk by itself: does it stay where a line can take it, after each group? */
LANESCAN_NOINLINE bool recurrence_carry_by_itself(recurrence_carry *carry,
                                                  const recurrence_group_maps *maps,
                                                  recurrence_state *s)
{
    bool stays = true;
    for (size_t g = 0; g < LANES; g++) {
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

/* line[g] becomes the carry before group g, rounded. False if a group may not be regular: then
 * `carry` is as it was, and to be stored again. */
LANESCAN_NOINLINE bool recurrence_block_carries(bool has_results, const recurrence_group_maps *maps,
                                                f64v squares, recurrence_state *s,
                                                recurrence_carry *carry, double line[LANES])
{
    const int64_t exponent = s->factor.exponent;
    if (LANESCAN_UNLIKELY(!has_results)) {
        s->is_fresh = false;
        return recurrence_carry_by_itself(carry, maps, s) &&
               recurrence_is_within(f64v_splat(0), squares);
    }
    recurrence_carry next = *carry;
    if (LANESCAN_LIKELY(factors_are_mild(f64v_load(ELEMENT_F64, maps->a_high))))
        recurrence_carry_groups(true, &next, maps, s, line);
    else
        recurrence_carry_groups(false, &next, maps, s, line);
    const double low = f64x2_first(next.results.low); /* NaN where the carry is not finite */
    if (LANESCAN_UNLIKELY(low != low || !recurrence_is_within(f64v_of_numbers(line), squares))) {
        s->factor.exponent = exponent;
        return false;
    }
    s->is_fresh = false;
    *carry = next;
    return true;
}

/* The results of a block; false if a group may not be regular. */
LANESCAN_INLINE bool recurrence_block_results(const recurrence_block *block, recurrence_state *s,
                                              recurrence_carry *carry)
{
    recurrence_maps maps;
    double line[LANES];
    const recurrence_folds fold = recurrence_fold_block(block, s->is_fresh, &maps);
    const recurrence_group_maps of_groups = recurrence_maps_of_groups(fold.map);
    const bool has_results = !has_no_results(block->y);
    if (LANESCAN_UNLIKELY(i64v_any_bit(fold.not_near, NOT_NEAR_BITS)) &&
        !block_is_regular_but_for_zeros(block, s->is_fresh))
        return false;
    if (LANESCAN_UNLIKELY(
            !recurrence_block_carries(has_results, &of_groups, fold.squares, s, carry, line)))
        return false;
    if (!has_results)
        return true;
    const f64v carries = f64v_of_numbers(line);
    for (size_t run = 0; run < RUNS; run++) {
        f64v y[RUN];
        block_fetch(block, block->y, run, true);
        recurrence_run_results(carries, &maps, run, y);
        block_write(block, run, y);
    }
    return true;
}

#endif
