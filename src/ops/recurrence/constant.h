/* Linear recurrences along a line with one coefficient: what is made of coefficients alone is there
 * already. The bits are those of the coefficient written out. */
#ifndef LANESCAN_RECURRENCE_CONSTANT_H
#define LANESCAN_RECURRENCE_CONSTANT_H

#include "ops/recurrence/eight_groups.h"

/* Of a coefficient: the factors of a run, of what is before each run of a group, of a run and of a
 * group. */
typedef struct recurrence_powers {
    bool are_regular;
    double factor[RUN], before[RUNS], run_high, run_low, group_high, group_low;
} recurrence_powers;

LANESCAN_NOINLINE void recurrence_raise(double coefficient, recurrence_powers *p)
{
    const f64v a = f64v_splat(coefficient), of_run[RUN] = { a, a, a, a };
    f64v factor[RUN], last_two;
    const f64v_pair run = recurrence_run_factors(of_run, factor, &last_two);
    f64v_pair group = run;
    for (size_t k = 0; k < RUN; k++)
        p->factor[k] = f64v_first(factor[k]);
    for (size_t k = 1; k < RUNS; k++) {
        p->before[k] = f64v_first(f64v_add(group.high, group.low));
        group = f64v_pair_multiply(group, run);
    }
    p->run_high = f64v_first(run.high);
    p->run_low = f64v_first(run.low);
    p->group_high = f64v_first(group.high);
    p->group_low = f64v_first(group.low);
    p->are_regular = !i64v_any_bit(not_near_bits_of_run(of_run, factor[1], last_two),
                                   NOT_NEAR_BITS);
}

/* The first part of a block: the addends of its elements and of what is before its runs. */
typedef struct recurrence_addends {
    row_buffer of_elements;
    double before[RUNS][LANES];
    recurrence_block_carries carries;
} recurrence_addends;

LANESCAN_INLINE bool recurrence_constant_fold(const recurrence_block *block,
                                              const recurrence_powers *p, recurrence_state *s,
                                              recurrence_carry *carry, recurrence_addends *x)
{
    const f64v a = f64v_splat(p->factor[0]), of_run[RUN] = { a, a, a, a };
    const f64v_pair run_factor = { f64v_splat(p->run_high), f64v_splat(p->run_low) };
    const bool has_results = !has_no_results(block->y);
    const int64_t exponent = s->factor.exponent;
    recurrence_folds fold = recurrence_no_folds();
    fold.map.a = (f64v_pair){ f64v_splat(p->group_high), f64v_splat(p->group_low) };
    for (size_t run = 0; run < RUNS; run++) {
        f64v b[RUN], addend[RUN];
        block_fetch(&block->of, block->b, run, 0, false);
        block_read(&block->of, block->b, run, 0, b);
        recurrence_run_addends(of_run, b, addend);
        for (size_t k = 0; k < RUN; k++)
            buffer_store(&x->of_elements, RUN * run + k, addend[k]);
        if (run == 0) {
            fold.map.b.high = addend[RUN - 1];
            continue;
        }
        const f64v before = f64v_add(fold.map.b.high, fold.map.b.low);
        fold.squares = f64v_fma(before, before, fold.squares);
        f64v_store(ELEMENT_F64, x->before[run], before);
        fold.map.b = recurrence_append_addend(fold.map.b,
                                              (recurrence_run_map){ run_factor, addend[RUN - 1] });
    }
    x->carries.next = *carry;
    recurrence_folds_store(&block->of, 0, fold, &x->carries);
    if (LANESCAN_LIKELY(has_results))
        recurrence_carry_on_over(&x->carries, 0, LANES, s);
    return recurrence_block_is_regular(has_results, exponent, &x->carries, s, carry);
}

/* The second: its results. */
LANESCAN_INLINE void recurrence_constant_results(const recurrence_block *block,
                                                 const recurrence_powers *p, recurrence_addends *x)
{
    const f64v carries = in_order_of_groups(&block->of, f64v_of_numbers(x->carries.line));
    for (size_t run = 0; run < RUNS; run++) {
        f64v y[RUN], before = carries;
        block_fetch(&block->of, block->y, run, 0, true);
        if (run != 0)
            before = f64v_fma(f64v_splat(p->before[run]), carries,
                              f64v_load(ELEMENT_F64, x->before[run]));
        for (size_t k = 0; k < RUN; k++)
            y[k] = f64v_fma(f64v_splat(p->factor[k]), before,
                            buffer_load(&x->of_elements, RUN * run + k));
        block_write(&block->of, block->y, run, 0, y);
    }
}

/* Whole blocks up to one that may not be regular; returns how many. The results of each are worked
 * out beside the carry of the next, whose groups wait for each other. */
LANESCAN_INLINE size_t recurrence_constant_blocks(const recurrence_block *first, size_t blocks,
                                                  recurrence_state *s, recurrence_carry *carry)
{
    recurrence_addends addends[2];
    recurrence_powers powers;
    recurrence_raise(read_element(first->of.type, first->a), &powers);
    for (size_t i = 0;; i++) {
        const recurrence_block block = block_after(first, true, i);
        const bool goes_on = i < blocks && powers.are_regular &&
                             recurrence_constant_fold(&block, &powers, s, carry, &addends[i % 2]);
        if (i != 0 && !has_no_results(first->y)) {
            const recurrence_block before = block_after(first, true, i - 1);
            recurrence_constant_results(&before, &powers, &addends[(i - 1) % 2]);
        }
        if (!goes_on)
            return i;
    }
}

#endif
