/* cumprod along a line, eight groups at a time, a group in each lane: nothing moves between lanes
 * but when elements are read and results written. Blocks with a group that is not regular, and all
 * while the product has an exponent, are left to along.h. */
#ifndef LANESCAN_PRODUCT_BLOCKS_H
#define LANESCAN_PRODUCT_BLOCKS_H

#include "fold/carries_in_lanes.h"
#include "fold/group_block.h"
#include "ops/product/product.h"

/* What waits in memory between the two passes over a block: the prefixes of all runs, of which the
 * last is the run's product, with its rounding error; of each group the products before its runs,
 * but for the carry; the line's carry before it, rounded; both carries after it, and after all of
 * them. */
typedef struct product_waiting {
    row_buffer prefixes;
    double run_low[RUNS][LANES], before_high[RUNS][LANES], before_low[RUNS][LANES], line[LANES];
    f64x2 carries[LANES];
    f64x2_pair carry;
} product_waiting;

/* A run of the groups from `lane` on. Adds some of ELEMENT_FAR_BITS where an element is not near
 * 1. */
LANESCAN_INLINE i64v product_scan_run(i64v any, const f64v v[RUN], size_t run, size_t lane,
                                      product_waiting *w)
{
    const i64v lowest = i64v_splat(-((int64_t)ELEMENT_LOWEST << 52));
    f64v kept[RUN];
    f64v_pair prefix[RUN];
    exact_product_run(v, prefix);
    for (size_t k = 0; k < RUN; k++) {
        any = i64v_or(any, i64v_add(i64v_of_f64(v[k]), lowest));
        kept[k] = prefix[k].high;
    }
    lanes_store_run(true, &w->prefixes, run, lane, kept);
    lanes_store(true, &w->run_low[run][lane], prefix[RUN - 1].low);
    return any;
}

/* All runs. */
LANESCAN_INLINE i64v product_scan_part(const group_block *from, const void *x, size_t lane,
                                       product_waiting *w)
{
    i64v any = i64v_splat(0);
    f64_group next;
    if (LANESCAN_RUNS_AHEAD)
        block_read(from, x, 0, lane, next.v);
    for (size_t run = 0; run < RUNS; run++) {
        f64_group now;
        block_fetch(from, x, run, lane, false);
        if (!LANESCAN_RUNS_AHEAD)
            block_read(from, x, run, lane, next.v);
        now = next;
        if (LANESCAN_RUNS_AHEAD && run + 1 < RUNS)
            block_read(from, x, run + 1, lane, next.v);
        any = product_scan_run(any, now.v, run, lane, w);
    }
    return any;
}

LANESCAN_NOINLINE void product_network_of_part(size_t lane, product_waiting *w)
{
    f64v_pair totals[RUNS];
    for (size_t run = 0; run < RUNS; run++)
        totals[run] =
            (f64v_pair){ lanes_load(true, buffer_run(&w->prefixes, run) + LANES * (RUN - 1) + lane),
                         lanes_load(true, &w->run_low[run][lane]) };
    exact_product_network(totals);
    for (size_t run = 0; run < RUNS; run++) {
        lanes_store(true, &w->before_high[(run + 1) % RUNS][lane], totals[run].high);
        lanes_store(true, &w->before_low[(run + 1) % RUNS][lane], totals[run].low);
    }
}

/* The carry moves on by the product of group g, which is where there is nothing to be before.
 * Returns the line's before it, rounded. */
LANESCAN_INLINE f64x2 product_carry_next(size_t g, product_waiting *w, f64x2_pair *carry)
{
    const double high = w->before_high[0][g], low = w->before_low[0][g];
    const f64x2 before = f64x2_add(carry->high, carry->low);
    *carry = f64x2_pair_multiply(*carry,
                                 (f64x2_pair){ f64x2_set(high, high), f64x2_set(low, low) });
    w->carries[g] = carry->high;
    return before;
}

/* The network of a part, and its carries. They are stored in pairs, as they are loaded. */
LANESCAN_NOINLINE void product_fold_part(size_t lane, product_waiting *w)
{
    product_network_of_part(lane, w);
    f64x2_pair carry = w->carry;
    LANESCAN_UNROLL(1)
    for (size_t g = lane, end = next_part(lane); g < end; g += 2) {
        const f64x2 first = product_carry_next(g, w, &carry);
        const f64x2 second = product_carry_next(g + 1, w, &carry);
        const f64x2 pair = f64x2_set(f64x2_first(first), f64x2_first(second));
        memcpy(w->line + g, &pair, sizeof pair);
    }
    w->carry = carry;
}

/* Are all carries within the limits? */
LANESCAN_NOINLINE bool product_carries_are_near(bool has_results, const product_waiting *w)
{
    const double *const carries = (const double *)w->carries;
    const f64v low = f64v_splat(has_results ? PRODUCT_SQUARE_LOW : PRODUCT_CHUNK_SQUARE_LOW);
    const f64v high = f64v_splat(has_results ? PRODUCT_SQUARE_HIGH : PRODUCT_CHUNK_SQUARE_HIGH);
    const f64v first = f64v_load(ELEMENT_F64, carries),
               last = f64v_load(ELEMENT_F64, carries + LANES);
    const f64v one = f64v_mul(first, first), other = f64v_mul(last, last);
    const m64v near = m64v_and(f64v_gt(f64v_min(one, other), low),
                               f64v_gt(high, f64v_max(one, other)));
    return m64v_bits(near) == (1u << LANES) - 1;
}

/* The results of a run that has these carries before its group. */
LANESCAN_INLINE void product_run_of_part(f64v carry, size_t run, size_t lane,
                                         const product_waiting *w, f64v results[RUN])
{
    f64v before = carry;
    if (run)
        before = exact_product_before(carry,
                                      (f64v_pair){ lanes_load(true, &w->before_high[run][lane]),
                                                   lanes_load(true, &w->before_low[run][lane]) });
    lanes_load_run(true, &w->prefixes, run, lane, results);
    exact_product_apply(before, results, results);
}

LANESCAN_INLINE void product_results_of_part(const group_block *to, void *y, size_t lane,
                                             const product_waiting *w)
{
    const f64v carry = f64v_of_numbers_at_once(w->line + lane);
    for (size_t run = 0; run < RUNS; run++) {
        f64v results[RUN];
        block_fetch(to, y, run, lane, true);
        product_run_of_part(carry, run, lane, w, results);
        block_write(to, y, run, lane, results);
    }
}

/* A block. False, and nothing is done, where it is not certain that all groups are regular. The
 * carry of a part does not wait for the next one's runs, nor results for the carry after them:
 * processors work on both. */
LANESCAN_INLINE bool product_block_of_groups(const group_block *from, const group_block *to,
                                             const void *x, void *y, product_waiting *w)
{
    const bool has_results = !has_no_results(y);
    const f64x2_pair before = w->carry;
    i64v any = i64v_splat(0);
    for (size_t lane = 0; lane < LANES; lane = next_part(lane))
        any = i64v_or(any, product_scan_part(from, x, lane, w));
    if (LANESCAN_UNLIKELY(i64v_any_bit(any, ELEMENT_FAR_BITS)))
        return false;
    for (size_t lane = 0; lane < LANES; lane = next_part(lane))
        product_fold_part(lane, w);
    if (LANESCAN_UNLIKELY(!product_carries_are_near(has_results, w))) {
        w->carry = before;
        return false;
    }
    for (size_t lane = 0; has_results && lane < LANES; lane = next_part(lane))
        product_results_of_part(to, y, lane, w);
    return true;
}

/* The first blocks of n elements, up to the first that is not regular; returns how many elements
 * are done. Without results only the carries move on, those of a chunk by itself. */
LANESCAN_INLINE size_t product_blocks(element in, element out, bool backwards, size_t n,
                                      const void *x, void *y, size_t phase, product_state *s)
{
    const ptrdiff_t step = backwards ? -GROUP : GROUP;
    const group_block from = { in, backwards, true, step }, to = { out, backwards, true, step };
    product_waiting w;
    size_t i = 0;
    w.carry = product_carry_load(s);
    while (n - i >= BLOCK && s->line.exponent == 0 && (phase + i) % CHUNK <= CHUNK - BLOCK) {
        if (LANESCAN_UNLIKELY(!product_block_of_groups(&from, &to, element_at(in, backwards, x, i),
                                                       y ? output_at(out, backwards, y, i) : NULL,
                                                       &w)))
            break;
        i += BLOCK;
        if (y && (phase + i) % CHUNK == 0) {
            product_carry_store(s, w.carry);
            product_fold_chunk(s);
            w.carry = product_carry_load(s);
        }
    }
    product_carry_store(s, w.carry);
    return i;
}

#endif
