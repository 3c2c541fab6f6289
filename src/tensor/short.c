/* Many lines of a few elements each, one after the other: a kernel takes a whole run of them, or,
 * if they are converted, as many as fit a buffer. */
#include "tensor/ways.h"

static void scan_run(const scan_plan *plan, size_t lines, const char *in, char *out)
{
    plan->how.short_lines(lines, (size_t)plan->n, in, walk_stride(plan->lines, 1), out,
                          walk_stride(plan->lines, 0));
}

/* Kernels load the next elements before they store the results of these. To processors, a load from
 * an address 4096 bytes from that of an earlier store looks like a load of what was stored, and
 * waits. `apart` keeps elements and results from lying so. */
typedef struct short_buffers {
    _Alignas(64) char elements[BATCH * sizeof(double)];
    char apart[BATCH * sizeof(double) / 2];
    char results[BATCH * sizeof(double)];
} short_buffers;

static void scan_converted_run(const scan_plan *plan, size_t lines, const char *in, char *out)
{
    short_buffers buffers;
    const passage *const pass = method_side_by_side(&plan->how);
    const bool direct = conversion_is_none(&pass->write);
    const size_t n = (size_t)plan->n, most = BATCH / n;
    const ptrdiff_t pitch = (ptrdiff_t)(n * pass->read.to_size);
    for (size_t count; lines; lines -= count) {
        count = lines < most ? lines : most;
        lanescan_read_elements(&pass->read, count * n, in, plan->in_stride, buffers.elements);
        plan->how.short_lines(count, n, buffers.elements, pitch, direct ? out : buffers.results,
                              pitch);
        if (!direct)
            lanescan_write_elements(&pass->write, count * n, buffers.results, out,
                                    plan->out_stride);
        in += count * n * plan->in_size;
        out += count * n * plan->size;
    }
}

void lanescan_scan_short(const scan_plan *plan)
{
    walk *const lines = plan->lines;
    const bool converts = method_converts(&plan->how);
    while (lines->left) {
        const uint64_t run = walk_run(lines);
        const char *const in = plan->in + lines->offset[1];
        char *const out = plan->out + lines->offset[0];
        (converts ? scan_converted_run : scan_run)(plan, (size_t)run, in, out);
        walk_pass(lines, run);
    }
}
