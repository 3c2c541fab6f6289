/* Linear recurrences along a line: eight groups that follow each other, each in a lane.
 * (lanes.h) */
#ifndef LANESCAN_RECURRENCE_EIGHT_GROUPS_H
#define LANESCAN_RECURRENCE_EIGHT_GROUPS_H

#include "fold/group_block.h"
#include "ops/recurrence/carry.h"
#include "ops/recurrence/lanes.h"

/* Without results (y is NULL) only the carry moves on. */
typedef struct recurrence_block {
    group_block of;
    const void *a, *b;
    void *y;
} recurrence_block;

/* The first coefficient of a line without an initial value has nothing to multiply. */
LANESCAN_INLINE void block_read_coefficients(const recurrence_block *block, bool is_fresh,
                                             size_t run, size_t lane, f64v a[RUN])
{
    block_read(&block->of, block->a, run, lane, a);
    if (run == 0 && LANESCAN_UNLIKELY(is_fresh) && lane == 0) {
        double elements[LANES];
        f64v_store_at_once(elements, a[0]);
        elements[lanes_are_reversed(&block->of) ? LANES - 1 : 0] = NO_COEFFICIENT;
        a[0] = f64v_load_at_once(elements); /* known to be the numbers of a part, twice */
    }
}

LANESCAN_NOINLINE bool block_is_regular_but_for_zeros(const recurrence_block *block, bool is_fresh,
                                                      size_t lane)
{
    products_but_zeros products = no_products();
    for (size_t run = 0; run < RUNS; run++) {
        f64v a[RUN];
        block_read_coefficients(block, is_fresh, run, lane, a);
        products_append_run(&products, a);
    }
    return m64v_bits(products_are_regular(products)) == (1u << LANES) - 1;
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
                                             const recurrence_group_maps *maps, size_t first,
                                             size_t end, recurrence_state *s, double line[LANES])
{
    recurrence_carry c = *carry;
    LANESCAN_UNROLL(1)
    for (size_t g = first; g < end; g += 2) {
        const f64x2 first_of_two = f64x2_add(c.results.high, c.results.low);
        c = recurrence_carry_group(is_mild, c, maps, g, s);
        const f64x2 second = f64x2_add(c.results.high, c.results.low);
        c = recurrence_carry_group(is_mild, c, maps, g + 1, s);
        const f64x2 pair = f64x2_set(f64x2_first(first_of_two), f64x2_first(second));
        memcpy(line + g, &pair, sizeof pair);
    }
    *carry = c;
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

/* What a block's carries are made of and where they go: line[g] is that before group g. */
typedef struct recurrence_block_carries {
    LANESCAN_ALIGNED(64) recurrence_group_maps maps;
    double squares[LANES], line[LANES];
    recurrence_carry next;
} recurrence_block_carries;

LANESCAN_INLINE void recurrence_folds_store(const group_block *of, size_t lane,
                                            recurrence_folds fold, recurrence_block_carries *x)
{
    const recurrence_map map = {
        { in_order_of_groups(of, fold.map.a.high), in_order_of_groups(of, fold.map.a.low) },
        { in_order_of_groups(of, fold.map.b.high), in_order_of_groups(of, fold.map.b.low) }
    };
    lanes_store(of->in_parts, x->maps.a_high + lane, map.a.high);
    lanes_store(of->in_parts, x->maps.a_low + lane, map.a.low);
    lanes_store(of->in_parts, x->maps.b_high + lane, map.b.high);
    lanes_store(of->in_parts, x->maps.b_low + lane, map.b.low);
    lanes_store(of->in_parts, x->squares + lane, fold.squares);
}

/* The carry moves on over groups: as many as are taken at once, or all with the same factor. */
LANESCAN_NOINLINE void recurrence_carry_on_over(recurrence_block_carries *x, size_t first,
                                                size_t end, recurrence_state *s)
{
    if (LANESCAN_LIKELY(factors_are_mild(f64v_load_at_once(x->maps.a_high + first))))
        recurrence_carry_groups(true, &x->next, &x->maps, first, end, s, x->line);
    else
        recurrence_carry_groups(false, &x->next, &x->maps, first, end, s, x->line);
    x->next = recurrence_carry_end_group(x->next, s);
}

/* After the last group. False if a group may not be regular: then `carry` is as it was, and to be
 * stored again. */
LANESCAN_NOINLINE bool recurrence_block_is_regular(bool has_results, int64_t exponent_before,
                                                   const recurrence_block_carries *x,
                                                   recurrence_state *s, recurrence_carry *carry)
{
    const f64v squares = f64v_load(ELEMENT_F64, x->squares);
    if (LANESCAN_UNLIKELY(!has_results)) {
        s->is_fresh = false;
        return recurrence_carry_by_itself(carry, &x->maps, s) &&
               recurrence_is_within(f64v_splat(0), squares);
    }
    const double low = f64x2_first(x->next.results.low); /* NaN where the carry is not finite */
    if (LANESCAN_UNLIKELY(low != low || !recurrence_is_within(f64v_of_numbers(x->line), squares))) {
        s->factor.exponent = exponent_before;
        return false;
    }
    s->is_fresh = false;
    *carry = x->next;
    return true;
}

/* A block between its two passes. */
typedef struct recurrence_block_folded {
    bool is_regular; /* its products are */
    recurrence_maps maps;
    recurrence_block_carries carries;
} recurrence_block_folded;

typedef struct recurrence_run {
    f64v a[RUN], b[RUN];
} recurrence_run;

LANESCAN_INLINE void block_read_both(const recurrence_block *block, bool is_fresh, size_t run,
                                     size_t lane, recurrence_run *x)
{
    block_read_coefficients(block, is_fresh, run, lane, x->a);
    block_read(&block->of, block->b, run, lane, x->b);
}

/* Folds the groups from `lane` on. Beside it the carry of the block before, if it is not NULL,
 * moves on over as many groups of that block, each of which waits for the one before it. */
LANESCAN_INLINE recurrence_folds recurrence_fold_groups(const recurrence_block *block,
                                                        bool is_fresh, size_t lane,
                                                        recurrence_maps *maps,
                                                        recurrence_block_carries *before,
                                                        recurrence_state *s)
{
    enum { RUNS_FOR_TWO = 2 * RUNS / LANES_AT_ONCE };
    recurrence_folds fold = recurrence_no_folds();
    recurrence_carry carry = { 0 };
    recurrence_run next;
    size_t group = lane;
    if (before)
        carry = before->next;
    if (LANESCAN_RUNS_AHEAD)
        block_read_both(block, is_fresh, 0, lane, &next);
    for (size_t run = 0; run < RUNS; run++) {
        recurrence_run x;
        block_fetch(&block->of, block->a, run, lane, false);
        block_fetch(&block->of, block->b, run, lane, false);
        if (!LANESCAN_RUNS_AHEAD)
            block_read_both(block, is_fresh, run, lane, &next);
        x = next;
        if (LANESCAN_RUNS_AHEAD && run + 1 < RUNS)
            block_read_both(block, is_fresh, run + 1, lane, &next);
        recurrence_scan_next(block->of.in_parts, &fold, run, lane, x.a, x.b, maps);
        if (before && (run + 1) % RUNS_FOR_TWO == 0) {
            recurrence_carry_groups(true, &carry, &before->maps, group, group + 2, s, before->line);
            group += 2;
        }
    }
    if (before)
        before->next = carry;
    return fold;
}

LANESCAN_INLINE void recurrence_fold_block(const recurrence_block *block, bool is_fresh,
                                           recurrence_block_folded *folded,
                                           recurrence_block_carries *before, recurrence_state *s)
{
    folded->is_regular = true;
    for (size_t lane = 0; lane < LANES; lane = next_part(lane)) {
        const recurrence_folds fold = recurrence_fold_groups(block, is_fresh, lane, &folded->maps,
                                                             before, s);
        if (LANESCAN_UNLIKELY(i64v_any_bit(fold.not_near, NOT_NEAR_BITS)) &&
            !block_is_regular_but_for_zeros(block, is_fresh, lane))
            folded->is_regular = false;
        recurrence_folds_store(&block->of, lane, fold, &folded->carries);
    }
}

LANESCAN_INLINE void recurrence_block_results(const recurrence_block *block,
                                              const recurrence_block_folded *folded)
{
    for (size_t lane = 0; lane < LANES; lane = next_part(lane)) {
        const f64v carries = in_order_of_groups(
            &block->of, f64v_of_numbers_at_once(folded->carries.line + lane));
        for (size_t run = 0; run < RUNS; run++) {
            f64v y[RUN];
            block_fetch(&block->of, block->y, run, lane, true);
            recurrence_run_results(true, carries, &folded->maps, run, lane, y);
            block_write(&block->of, block->y, run, lane, y);
        }
    }
}

/* Where registers are few, so that lanes are taken in parts, each direction has code of its own. */
LANESCAN_INLINE recurrence_block block_one_way(const recurrence_block *block, bool backwards)
{
    recurrence_block way = *block;
    way.of.backwards = backwards;
    way.of.step = backwards ? -GROUP : GROUP;
    return way;
}

LANESCAN_INLINE void recurrence_fold_either_way(const recurrence_block *block, bool is_fresh,
                                                recurrence_block_folded *folded,
                                                recurrence_block_carries *before,
                                                recurrence_state *s)
{
    const recurrence_block forwards = block_one_way(block, false),
                           back = block_one_way(block, true);
    if (LANES_AT_ONCE == LANES)
        recurrence_fold_block(block, is_fresh, folded, before, s);
    else if (block->of.backwards)
        recurrence_fold_block(&back, is_fresh, folded, before, s);
    else
        recurrence_fold_block(&forwards, is_fresh, folded, before, s);
}

LANESCAN_INLINE void recurrence_results_either_way(const recurrence_block *block,
                                                   const recurrence_block_folded *folded)
{
    const recurrence_block forwards = block_one_way(block, false),
                           back = block_one_way(block, true);
    if (LANES_AT_ONCE == LANES)
        recurrence_block_results(block, folded);
    else if (block->of.backwards)
        recurrence_block_results(&back, folded);
    else
        recurrence_block_results(&forwards, folded);
}

/* Block `i` from this one on. */
LANESCAN_INLINE recurrence_block block_after(const recurrence_block *block, bool one_coefficient,
                                             size_t i)
{
    const ptrdiff_t bytes = (ptrdiff_t)(i * BLOCK * element_bytes(block->of.type)),
                    on = block->of.backwards ? -bytes : bytes;
    return (recurrence_block){ block->of, (const char *)block->a + (one_coefficient ? 0 : on),
                               (const char *)block->b + on,
                               block->y ? (char *)block->y + on : NULL };
}

/* Whole blocks up to one that may not be regular; returns how many. The carry of each moves on
 * beside the fold of the next. */
LANESCAN_INLINE size_t recurrence_whole_blocks(const recurrence_block *first, size_t blocks,
                                               recurrence_state *s, recurrence_carry *carry)
{
    recurrence_block_folded folded[2];
    const bool has_results = !has_no_results(first->y);
    for (size_t i = 0;; i++) {
        const recurrence_block block = block_after(first, false, i);
        const int64_t exponent = s->factor.exponent;
        recurrence_block_folded *const before = &folded[(i + 1) % 2];
        recurrence_block_carries *const carries = &before->carries;
        bool beside = false;
        if (i != 0) {
            if (LANESCAN_UNLIKELY(!before->is_regular))
                return i - 1;
            carries->next = *carry;
            beside = LANES_AT_ONCE == LANES && has_results && i < blocks &&
                     factors_are_mild(f64v_load(ELEMENT_F64, carries->maps.a_high));
            for (size_t lane = 0; has_results && !beside && lane < LANES; lane = next_part(lane))
                recurrence_carry_on_over(carries, lane, next_part(lane), s);
        }
        if (i < blocks)
            recurrence_fold_either_way(&block, i == 0 && s->is_fresh, &folded[i % 2],
                                       beside ? carries : NULL, s);
        if (i == 0)
            continue;
        if (beside)
            carries->next = recurrence_carry_end_group(carries->next, s);
        if (LANESCAN_UNLIKELY(
                !recurrence_block_is_regular(has_results, exponent, carries, s, carry)))
            return i - 1;
        if (has_results) {
            const recurrence_block written = block_after(first, false, i - 1);
            recurrence_results_either_way(&written, before);
        }
        if (i == blocks)
            return blocks;
    }
}

#endif
