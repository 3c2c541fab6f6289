#include "tensor/parts.h"

#include <stdatomic.h>

/* ---- what is worth it ---- */

/* Tenths of a nanosecond that an element takes one thread with AVX-512, its data in cache. */
static const uint16_t cost[NUM_OPS][NUM_ELEMENTS] = {
    [LANESCAN_CUMSUM] = { 5, 5, 3, 3, 2, 2, 0, 0 },
    [LANESCAN_CUMPROD] = { 8, 8, 7, 7, 8, 8, 50, 50 },
    [LANESCAN_CUMMAX] = { 0, 0, 2, 3, 0, 4, 0, 0 },
    [LANESCAN_CUMMIN] = { 0, 0, 2, 3, 0, 4, 0, 0 },
    [LANESCAN_LOGCUMSUMEXP] = { 12, 12, 12, 18, 0, 0, 150, 150 },
};

/* Work that pays for a task: to wake a thread of a pool takes some microseconds. */
enum { TASK_NANOSECONDS = 10000 };

size_t lanescan_tasks_worth(const crew *c, lanescan_op op, element type, uint64_t elements)
{
    if (!c->executor || c->executor->max_tasks < 2)
        return 1;
    const uint64_t worth = elements / (10 * TASK_NANOSECONDS / cost[op][type]);
    if (worth < 2)
        return 1;
    return worth < c->executor->max_tasks ? (size_t)worth : c->executor->max_tasks;
}

/* ---- parts of anything ---- */

typedef struct parts {
    _Atomic(uint64_t) next;
    uint64_t count;
    part_work *work;
    void *data;
    const environment *caller;
} parts;

static void take_parts(void *data, size_t index)
{
    parts *const p = data;
    uint64_t part;
    environment before;
    (void)index;
    environment_adopt(&before, p->caller);
    while ((part = atomic_fetch_add_explicit(&p->next, 1, memory_order_relaxed)) < p->count)
        p->work(p->data, part);
    environment_leave(&before);
}

/* The executor finds the caller's environment as it was before the call, and what it does to it
 * stays. */
void lanescan_share(const crew *c, size_t tasks, uint64_t count, part_work *work, void *data)
{
    if (tasks < 2 || count < 2) {
        for (uint64_t part = 0; part < count; part++)
            work(data, part);
        return;
    }
    const environment caller = *c->around;
    parts p = { .count = count, .work = work, .data = data, .caller = &caller };
    environment_leave(c->around);
    c->executor->parallel_for(c->executor->context, tasks < count ? tasks : (size_t)count,
                              take_parts, &p);
    environment_enter(c->around);
}

/* ---- parts of the lines of a plan ---- */

/* So many parts for each task, so that those that end early find something to do. */
enum { PARTS_OF_TASK = 8 };

typedef struct line_parts {
    const scan_plan *plan;
    uint64_t each; /* lines of a part */
    lines_work *run;
    const void *more;
} line_parts;

static void run_lines(void *data, uint64_t part)
{
    const line_parts *const p = data;
    const uint64_t first = part * p->each, left = (uint64_t)p->plan->lines.left - first;
    scan_plan some = *p->plan;
    lanescan_walk_seek(&some.lines, first, left < p->each ? left : p->each);
    p->run(&some, p->more);
}

void lanescan_share_lines(const crew *c, size_t tasks, const scan_plan *plan, uint64_t unit,
                          lines_work *run, const void *more)
{
    const uint64_t lines = (uint64_t)plan->lines.left;
    const uint64_t aim = lines / tasks / PARTS_OF_TASK;
    const uint64_t each = aim < unit ? unit : aim / unit * unit;
    line_parts p = { plan, each, run, more };
    lanescan_share(c, tasks, (lines + each - 1) / each, run_lines, &p);
}
