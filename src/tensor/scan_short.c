/* Many lines of a few elements each, one after the other: a kernel takes a whole run of them. */
#include "scan_job.h"

bool lanescan_scan_short(const scan_job *job)
{
    line_kind kind;
    if (job->n > SHORTEST_LINE || job->n == 0 || job->is_exclusive || job->has_initial ||
        job->index || job->in_dtype != job->dtype || job->in_step != (ptrdiff_t)job->in_size ||
        job->out_step != (ptrdiff_t)job->size)
        return false;
    lanescan_line_kind(job->op, job->dtype, &kind);
    const conversion read = lanescan_conversion(job->kernels, job->dtype, job->dtype, kind.dtype);
    const lanescan_short_lines kernel = job->kernels->short_lines[job->op][kind.type];
    if (!kernel || !conversion_is_none(&read))
        return false;
    walk lines = job->lines;
    while (lines.left) {
        const uint64_t run = walk_run(&lines);
        const int inner = lines.ndim - 1;
        kernel((size_t)run, (size_t)job->n, job->in + lines.offset[1],
               lines.ndim ? lines.step[inner][1] : 0, job->out + lines.offset[0],
               lines.ndim ? lines.step[inner][0] : 0);
        walk_pass(&lines, run);
    }
    return true;
}
