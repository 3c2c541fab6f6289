/* Many lines of a few elements each, one after the other: a kernel takes a whole run of them. */
#include "tensor/plan.h"

bool lanescan_can_scan_short(const scan_plan *plan)
{
    return plan->how.short_lines && plan->n <= SHORTEST_LINE && plan->n > 0 &&
           !plan->is_exclusive && !plan->index && plan->in_stride == (ptrdiff_t)plan->in_size &&
           plan->out_stride == (ptrdiff_t)plan->size;
}

void lanescan_scan_short(const scan_plan *plan)
{
    lanescan_short_lines *const kernel = plan->how.short_lines;
    walk *const lines = plan->lines;
    while (lines->left) {
        const uint64_t run = walk_run(lines);
        const int inner = lines->ndim - 1;
        kernel((size_t)run, (size_t)plan->n, plan->in + lines->offset[1],
               lines->ndim ? lines->step[inner][1] : 0, plan->out + lines->offset[0],
               lines->ndim ? lines->step[inner][0] : 0);
        walk_pass(lines, run);
    }
}
