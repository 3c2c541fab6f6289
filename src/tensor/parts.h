/* Work cut into parts, for the tasks of an executor. Each task takes the next part that nobody has
 * taken until there is none, so a thread that is slow, or stops for a while, only does fewer. */
#ifndef LANESCAN_PARTS_H
#define LANESCAN_PARTS_H

#include "choose/environment.h"
#include "tensor/plan.h"

/* Who does the work of a call. */
typedef struct crew {
    const lanescan_executor *executor; /* NULL: the calling thread alone */
    environment *around;               /* of the call, which has entered it */
} crew;

/* How many tasks so many elements are worth; 1: they are better done without. */
size_t lanescan_tasks_worth(const crew *c, lanescan_op op, element type, uint64_t elements);

/* work(data, part) for each part of 0 .. count - 1. Parts are begun in this order. */
typedef void part_work(void *data, uint64_t part);
void lanescan_share(const crew *c, size_t tasks, uint64_t count, part_work *work, void *data);

/* run(plan, more) for plans that have some of the plan's lines each. `unit` lines should stay
 * together. */
typedef void lines_work(const scan_plan *plan, const void *more);
void lanescan_share_lines(const crew *c, size_t tasks, const scan_plan *plan, uint64_t unit,
                          lines_work *run, const void *more);

#endif
