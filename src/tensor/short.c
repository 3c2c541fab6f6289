/* Many lines of a few elements each, one after the other: a kernel takes a whole run of them. */
#include "tensor/ways.h"

void lanescan_scan_short(const scan_plan *plan)
{
    lanescan_short_lines *const kernel = plan->how.short_lines;
    walk *const lines = plan->lines;
    while (lines->left) {
        const uint64_t run = walk_run(lines);
        kernel((size_t)run, (size_t)plan->n, plan->in + lines->offset[1], walk_stride(lines, 1),
               plan->out + lines->offset[0], walk_stride(lines, 0));
        walk_pass(lines, run);
    }
}
