/* How much work pays for a task, and how tasks take their parts. */
#include "tensor/parts.h"

#include "tensor/plain.h"

#include <stdatomic.h>

/* ---- what is worth it ---- */

/* Work that pays for a task: to wake a thread of a pool takes some microseconds. */
enum { TASK_NANOSECONDS = 10000 };

/* Plain lines are scanned without asking. */
#define TAKES_ONE_TASK(cost)                                    \
    _Static_assert(MOST_PLAIN * (cost) < 20 * TASK_NANOSECONDS, \
                   "a plain line could be shared between two tasks");
#define PIECE(op, element, states, kernel, where, cost) TAKES_ONE_TASK(cost)
#define BINARY(element, kernel, cost)                   TAKES_ONE_TASK(cost)
#include "ops/ops.def"
#undef TAKES_ONE_TASK

size_t lanescan_tasks_worth(const crew *c, unsigned cost, uint64_t elements)
{
    if (!c->executor || c->executor->max_tasks < 2)
        return 1;
    const uint64_t worth = elements / (10 * TASK_NANOSECONDS / cost);
    if (worth < 2)
        return 1;
    return worth < c->executor->max_tasks ? (size_t)worth : c->executor->max_tasks;
}

/* Work on a row that pays for a task, where each task has some columns of shared rows of results.
 * Where two tasks' columns meet, a core's prefetcher takes cache lines that the other core is
 * writing: that costs 10 to 100 ns a row, the more the further apart the cores are. It costs
 * nothing where no cache has kept the results from the call before: if they are more than
 * KEPT_BYTES. */
enum { ROW_NANOSECONDS = 50, KEPT_BYTES = 8 << 20 };

static bool rows_are_shared(const scan_plan *plan)
{
    return walk_stride(plan->lines, 0) == (ptrdiff_t)plan->size;
}

size_t lanescan_tasks_side_by_side(const scan_plan *plan, size_t tasks)
{
    const uint64_t worth = plan->num_lines * plan->how.cost / (10 * ROW_NANOSECONDS);
    const bool is_kept = plan->n < KEPT_BYTES / plan->size / plan->num_lines;
    if (plan->only_total || !rows_are_shared(plan) || !is_kept || worth >= tasks)
        return tasks;
    return worth < 2 ? 1 : (size_t)worth;
}

/* ---- parts of anything ---- */

/* What is left of a range, taken from its beginning on. */
typedef struct part_range {
    _Alignas(CACHE_LINE) _Atomic(uint64_t) next;
    uint64_t end;
} part_range;

enum { MOST_RANGES = 32 };

typedef struct parts {
    part_range range[MOST_RANGES];
    size_t num_ranges;
    uint64_t each; /* items of a part */
    part_work *work;
    void *data;
    const environment *caller;
} parts;

typedef struct part {
    uint64_t first, count;
} part;

/* The next part of a range, unless it is the last one and `leaves_last`. None has no items. */
static part take_part(part_range *range, uint64_t each, bool leaves_last)
{
    uint64_t first = atomic_load_explicit(&range->next, memory_order_relaxed), count;
    do {
        const uint64_t left = range->end - first;
        const bool is_last = left < each + (each + 1) / 2; /* a little more, rather than a rest */
        if (left == 0 || (is_last && leaves_last))
            return (part){ 0, 0 };
        count = is_last ? left : each;
    } while (!atomic_compare_exchange_weak_explicit(&range->next, &first, first + count,
                                                    memory_order_relaxed, memory_order_relaxed));
    return (part){ first, count };
}

/* The task's own range, and then what others have not begun, but for their last parts: those are
 * nearly always about to be taken, and would leave another core's caches for nothing. */
static void take_parts(void *data, size_t index)
{
    parts *const p = data;
    environment before;
    environment_adopt(&before, p->caller);
    for (size_t r = 0; r < p->num_ranges; r++) {
        part_range *const range = &p->range[(index + r) % p->num_ranges];
        part next;
        while ((next = take_part(range, p->each, r > 0)).count)
            p->work(p->data, next.first, next.count);
    }
    environment_leave(&before);
}

/* Where range r of so many begins: even shares, but for what should stay together. */
static uint64_t range_begin(const sharing *s, size_t r, size_t ranges)
{
    const uint64_t even = s->count / ranges * r + s->count % ranges * r / ranges;
    if (r == 0 || r == ranges)
        return even;
    const uint64_t at = (even + s->phase + s->together / 2) / s->together * s->together;
    return at < s->phase ? 0 : at - s->phase < s->count ? at - s->phase : s->count;
}

/* The executor finds the caller's environment as it was before the call, and what it does to it
 * stays. */
void lanescan_share(const crew *c, size_t tasks, const sharing *s, part_work *work, void *data)
{
    if (tasks < 2 || s->count < 2) {
        work(data, 0, s->count);
        return;
    }
    const environment caller = *c->around;
    const size_t n_tasks = tasks < s->count ? tasks : (size_t)s->count;
    parts p = { .each = s->each, .work = work, .data = data, .caller = &caller };
    p.num_ranges = s->in_order ? 1 : n_tasks < MOST_RANGES ? n_tasks : MOST_RANGES;
    for (size_t r = 0; r < p.num_ranges; r++) {
        atomic_init(&p.range[r].next, range_begin(s, r, p.num_ranges));
        p.range[r].end = range_begin(s, r + 1, p.num_ranges);
    }
    environment_leave(c->around);
    c->executor->parallel_for(c->executor->context, n_tasks, take_parts, &p);
    environment_enter(c->around);
}

/* So many parts for each task, so that those that end early find something to do. */
enum { PARTS_OF_TASK = 8 };

void lanescan_share_evenly(const crew *c, size_t tasks, uint64_t count, part_work *work, void *data)
{
    const sharing s = { .count = count, .each = count / tasks / PARTS_OF_TASK + 1, .together = 1 };
    lanescan_share(c, tasks, &s, work, data);
}

/* ---- parts of rows ---- */

typedef struct row_parts {
    uint64_t rows, n, rows_of_part, elements_of_part;
    rows_work *work;
    const void *data;
} row_parts;

static uint64_t parts_of_row(const row_parts *p)
{
    return (p->n + p->elements_of_part - 1) / p->elements_of_part;
}

static uint64_t at_most(uint64_t value, uint64_t most)
{
    return value < most ? value : most;
}

static void do_row_parts(void *data, uint64_t begin, uint64_t count)
{
    const row_parts *const p = data;
    for (uint64_t k = begin; k < begin + count; k++) {
        const uint64_t row = k / parts_of_row(p) * p->rows_of_part;
        const uint64_t first = k % parts_of_row(p) * p->elements_of_part;
        p->work(p->data, row, at_most(p->rows - row, p->rows_of_part), first,
                at_most(p->n - first, p->elements_of_part));
    }
}

void lanescan_share_rows(const crew *c, size_t tasks, uint64_t rows, uint64_t n,
                         uint64_t part_elements, rows_work *work, const void *data)
{
    row_parts p = { .rows = rows,
                    .n = n,
                    .rows_of_part = n < part_elements ? part_elements / n : 1,
                    .elements_of_part = part_elements,
                    .work = work,
                    .data = data };
    const sharing s = { .count = (rows + p.rows_of_part - 1) / p.rows_of_part * parts_of_row(&p),
                        .each = 1,
                        .together = 1 };
    if (tasks < 2)
        work(data, 0, rows, 0, n);
    else
        lanescan_share(c, tasks, &s, do_row_parts, &p);
}

/* ---- parts of the lines of a plan ---- */

typedef struct line_parts {
    const scan_plan *plan;
    lines_work *run;
} line_parts;

static void run_lines(void *data, uint64_t first, uint64_t count)
{
    const line_parts *const p = data;
    walk lines;
    scan_plan some = *p->plan;
    some.lines = &lines;
    lanescan_walk_part(&lines, p->plan->lines, first, count);
    p->run(&some);
}

/* Where results of neighbouring lines are neighbours, those in one cache line are left to one task:
 * or it would go from core to core with each row. */
static void keep_cache_lines(const scan_plan *plan, sharing *s)
{
    const size_t size = plan->size;
    if (!rows_are_shared(plan))
        return;
    s->together = CACHE_LINE / size;
    s->phase = (uintptr_t)plan->out / size % s->together;
}

void lanescan_share_lines(const crew *c, size_t tasks, const scan_plan *plan, uint64_t unit,
                          lines_work *run)
{
    const uint64_t lines = (uint64_t)plan->lines->left, of_task = lines / tasks;
    const uint64_t units = of_task / unit, count = units < PARTS_OF_TASK ? units : PARTS_OF_TASK;
    sharing s = { .count = lines, .together = unit < WORTH_ACROSS ? unit : WORTH_ACROSS };
    s.each = count < 2 ? of_task + 1 : of_task / count / unit * unit;
    keep_cache_lines(plan, &s);
    line_parts p = { plan, run };
    lanescan_share(c, tasks, &s, run_lines, &p);
}
