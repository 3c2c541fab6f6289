/* Linear recurrences, eight groups at a time, a group in each lane: of eight lines, or one after
 * the other in one line. */
#ifndef LANESCAN_RECURRENCE_LANES_H
#define LANESCAN_RECURRENCE_LANES_H

#include "fold/rows.h"
#include "ops/recurrence/recurrence.h"

/* What waits in memory between the two passes over a block, rows of eight lanes: factors (a) and
 * addends (b) of all elements, and the map of all runs before each run but the first. */
typedef struct recurrence_maps {
    row_buffer a, b;
    double before_a[RUNS][LANES], before_b[RUNS][LANES];
} recurrence_maps;

/* Of each group so far: its map; those of NOT_NEAR_BITS that any of its numbers has; the sum of the
 * squares of the addends that are before its runs. */
typedef struct recurrence_folds {
    recurrence_map map;
    i64v not_near;
    f64v squares;
} recurrence_folds;

LANESCAN_INLINE void recurrence_fold_next(recurrence_folds *fold, size_t run,
                                          recurrence_run_map of_run, recurrence_maps *maps)
{
    recurrence_element before;
    if (run == 0) {
        fold->map = recurrence_of_run(of_run);
        return;
    }
    fold->map = recurrence_fold_run(fold->map, of_run, &before);
    fold->squares = f64v_fma(before.b, before.b, fold->squares);
    f64v_store(ELEMENT_F64, maps->before_a[run], before.a);
    f64v_store(ELEMENT_F64, maps->before_b[run], before.b);
}

/* The next run of each group. Factors and addends are stored as soon as they are there: few
 * registers are left. */
LANESCAN_INLINE void recurrence_scan_next(recurrence_folds *fold, size_t run, const f64v a[RUN],
                                          const f64v b[RUN], recurrence_maps *maps)
{
    f64v addend[RUN], factor[RUN], last_two;
    recurrence_run_addends(a, b, addend);
    for (size_t k = 0; k < RUN; k++)
        buffer_store(&maps->b, RUN * run + k, addend[k]);
    const f64v_pair total = recurrence_run_factors(a, factor, &last_two);
    for (size_t k = 0; k < RUN; k++)
        buffer_store(&maps->a, RUN * run + k, factor[k]);
    fold->not_near = i64v_or(fold->not_near, not_near_bits_of_run(a, factor[1], last_two));
    recurrence_fold_next(fold, run, (recurrence_run_map){ total, addend[RUN - 1] }, maps);
}

LANESCAN_INLINE void recurrence_run_results(f64v carry, const recurrence_maps *maps, size_t run,
                                            f64v y[RUN])
{
    f64v factor[RUN], before = carry;
    if (run != 0) {
        const recurrence_element map = { f64v_load(ELEMENT_F64, maps->before_a[run]),
                                         f64v_load(ELEMENT_F64, maps->before_b[run]) };
        before = recurrence_apply(map, carry);
    }
    buffer_load_run(&maps->b, run, y);
    buffer_load_run(&maps->a, run, factor);
    recurrence_apply_run(factor, y, before, y);
}

#endif
