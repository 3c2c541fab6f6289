/* Work cut into parts, for the tasks of an executor. Each task has parts of its own, the same ones
 * in each call of the same work: what its core's caches hold of them stays there. Then it helps
 * others, so a thread that is slow, or stops for a while, only does fewer. */
#ifndef LANESCAN_PARTS_H
#define LANESCAN_PARTS_H

#include "choose/environment.h"
#include "tensor/plan.h"

/* Who does the work of a call. */
typedef struct crew {
    const lanescan_executor *executor; /* NULL: the calling thread alone */
    environment *around;               /* of the call, which has entered it */
} crew;

/* How many tasks so many elements of this cost are worth; 1: they are better done without. */
size_t lanescan_tasks_worth(const crew *c, unsigned cost, uint64_t elements);

/* So many of them for lines that are scanned side by side. */
size_t lanescan_tasks_side_by_side(const scan_plan *plan, size_t tasks);

/* How items 0 .. count - 1 become parts. */
typedef struct sharing {
    uint64_t count;           /* of items */
    uint64_t each;            /* items of a part */
    uint64_t together, phase; /* a task's own begin where item + phase is a multiple of together */
    bool in_order;            /* parts are begun in this order, by all tasks */
} sharing;

/* work(data, first, count) for parts, of all items. */
typedef void part_work(void *data, uint64_t first, uint64_t count);
void lanescan_share(const crew *c, size_t tasks, const sharing *s, part_work *work, void *data);

/* The same for items that may be done in any order, such as lines: parts are as large as still
 * keeps all tasks busy to the end. */
void lanescan_share_evenly(const crew *c, size_t tasks, uint64_t count, part_work *work,
                           void *data);

/* Rows of n elements each: work(data, row, rows, first, n) does the n elements from `first` on of
 * each of so many rows. A part has a part_elements, of one row or of several. */
typedef void rows_work(const void *data, uint64_t row, uint64_t rows, uint64_t first, uint64_t n);
void lanescan_share_rows(const crew *c, size_t tasks, uint64_t rows, uint64_t n,
                         uint64_t part_elements, rows_work *work, const void *data);

/* run(plan) for plans that have some of the plan's lines each. `unit` lines should stay
 * together. */
typedef void lines_work(const scan_plan *plan);
void lanescan_share_lines(const crew *c, size_t tasks, const scan_plan *plan, uint64_t unit,
                          lines_work *run);

#endif
