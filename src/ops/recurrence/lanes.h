/* Linear recurrences, eight groups at a time, a group in each lane: of eight lines, or one after
 * the other in one line. */
#ifndef LANESCAN_RECURRENCE_LANES_H
#define LANESCAN_RECURRENCE_LANES_H

#include "fold/group_block.h"
#include "fold/rows.h"
#include "ops/recurrence/recurrence.h"

/* What waits in memory between the two passes over a block, rows of eight lanes: factors (a) and
 * addends (b) of all elements, and the map of all runs before each run but the first. */
typedef struct recurrence_maps {
    row_buffer a, b;
    double before_a[RUNS][LANES], before_b[RUNS][LANES];
} recurrence_maps;

/* Groups are taken all at once or in parts, then those from `lane` on. Of each so far: its map;
 * those of NOT_NEAR_BITS that any of its numbers has; the sum of the squares of the addends that
 * are before its runs. */
typedef struct recurrence_folds {
    recurrence_map map;
    i64v not_near;
    f64v squares;
} recurrence_folds;

LANESCAN_INLINE recurrence_folds recurrence_no_folds(void)
{
    return (recurrence_folds){ recurrence_of_run(recurrence_no_run()), i64v_splat(0),
                               f64v_splat(0) };
}

LANESCAN_INLINE void recurrence_fold_next(bool in_parts, recurrence_folds *fold, size_t run,
                                          size_t lane, recurrence_run_map of_run,
                                          recurrence_maps *maps)
{
    recurrence_element before;
    if (run == 0) {
        fold->map = recurrence_of_run(of_run);
        return;
    }
    fold->map = recurrence_fold_run(fold->map, of_run, &before);
    fold->squares = f64v_fma(before.b, before.b, fold->squares);
    lanes_store(in_parts, &maps->before_a[run][lane], before.a);
    lanes_store(in_parts, &maps->before_b[run][lane], before.b);
}

/* The next run of each group. Factors and addends are stored as soon as they are there: few
 * registers are left. */
LANESCAN_INLINE void recurrence_scan_next(bool in_parts, recurrence_folds *fold, size_t run,
                                          size_t lane, const f64v a[RUN], const f64v b[RUN],
                                          recurrence_maps *maps)
{
    f64v addend[RUN], factor[RUN], last_two;
    recurrence_run_addends(a, b, addend);
    lanes_store_run(in_parts, &maps->b, run, lane, addend);
    const f64v_pair total = recurrence_run_factors(a, factor, &last_two);
    lanes_store_run(in_parts, &maps->a, run, lane, factor);
    fold->not_near = i64v_or(fold->not_near, not_near_bits_of_run(a, factor[1], last_two));
    recurrence_fold_next(in_parts, fold, run, lane, (recurrence_run_map){ total, addend[RUN - 1] },
                         maps);
}

LANESCAN_INLINE void recurrence_run_results(bool in_parts, f64v carry, const recurrence_maps *maps,
                                            size_t run, size_t lane, f64v y[RUN])
{
    f64v factor[RUN], before = carry;
    if (run != 0) {
        const recurrence_element map = { lanes_load(in_parts, &maps->before_a[run][lane]),
                                         lanes_load(in_parts, &maps->before_b[run][lane]) };
        before = recurrence_apply(map, carry);
    }
    lanes_load_run(in_parts, &maps->b, run, lane, y);
    lanes_load_run(in_parts, &maps->a, run, lane, factor);
    recurrence_apply_run(factor, y, before, y);
}

#endif
