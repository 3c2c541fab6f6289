/* Arrays that move: where an array begins within a line of cache or a page can change a loop's time
 * more than what is compared. So each repetition has the arrays elsewhere, and the median is over
 * all places. */
#ifndef LANESCAN_BENCH_PLACEMENT_H
#define LANESCAN_BENCH_PLACEMENT_H

#include "tensors.h"

typedef struct bench_placement {
    const bench_case *what;
    bench_arrays memory; /* what is allocated: the arrays with room behind them */
    bench_arrays arrays; /* where they are now */
    bench_scan *scans;   /* tensors on them, which follow */
    size_t num_scans;
} bench_placement;

/* Arrays of n elements, filled, in the first place; false when there is not enough memory. */
bool bench_placement_make(const bench_case *, size_t n, bench_placement *);
void bench_placement_free(bench_placement *);

/* Moves arrays and scans to the place of this repetition, as bench_effort asks. */
void bench_place(void *placement, size_t repetition);

#endif
