/* Lines in their way, by one task or more. */
#include "tensor/run.h"

#include "tensor/ways.h"

static void go(const scan_plan *plan)
{
    switch (plan->way) {
    case WAY_LINES:
        lanescan_scan_lines(plan);
        break;
    case WAY_PARTS:
        lanescan_scan_parts(plan);
        break;
    case WAY_SHORT:
        lanescan_scan_short(plan);
        break;
    case WAY_ACROSS:
        lanescan_scan_across(plan);
        break;
    case WAY_TOTALS:
        lanescan_total_lines(plan);
        break;
    }
}

/* Lines that can be divided, with the results of their elements or with one. */
static const relay_work *divided(const scan_plan *plan)
{
    static const relay_work lines = { lanescan_scan_part_without_results, lanescan_scan_part },
                            totals = { lanescan_total_part_without_results, lanescan_total_part };
    return plan->way == WAY_LINES ? &lines : plan->way == WAY_TOTALS ? &totals : NULL;
}

relay_end lanescan_run_divided(const scan_plan *plan, size_t tasks, const crew *c)
{
    return lanescan_relay_run(c, tasks, plan, divided(plan));
}

static void share(const scan_plan *plan, size_t tasks, const crew *c)
{
    if (divided(plan) && lanescan_relay_pays(&plan->how, plan->n, plan->num_lines, tasks))
        lanescan_run_divided(plan, tasks, c);
    else
        lanescan_share_lines(c, tasks, plan,
                             plan->way == WAY_ACROSS ? lanescan_across_unit(plan) : 1, go);
}

void lanescan_run_plan(const scan_plan *plan, const crew *c)
{
    size_t tasks = lanescan_tasks_worth(c, plan->how.cost, plan->n * plan->num_lines);
    if (tasks > 1 && plan->way == WAY_ACROSS)
        tasks = lanescan_tasks_side_by_side(plan, tasks);
    if (tasks < 2)
        go(plan);
    else
        share(plan, tasks, c);
}

/* A line takes both parts at once half the time; dividing it gains with more than two tasks. */
bool lanescan_run_parts(const scan_plan *plan, const crew *c)
{
    if (plan->way == WAY_PARTS &&
        lanescan_tasks_worth(c, 2 * plan->how.cost, plan->n * plan->num_lines) >
            2 * plan->num_lines)
        return false;
    lanescan_run_plan(plan, c);
    return true;
}
