/* Many lines of a few elements each, one after the other: a kernel takes a whole run of them, or,
 * if they are converted, as many as fit a buffer. */
#include "tensor/ways.h"

#include <string.h>

/* Where lines, or the first of a batch of them, are. */
typedef struct short_at {
    const char *in;
    char *out, *index;
} short_at;

static void call_kernel(const scan_plan *plan, size_t lines, const char *x, ptrdiff_t x_pitch,
                        char *y, ptrdiff_t y_pitch, char *index)
{
    const lanescan_indexed_lines at = {
        x, y, index, x_pitch, y_pitch, walk_stride(plan->lines, 2)
    };
    if (index)
        plan->how.short_indexed(lines, (size_t)plan->n, &at);
    else
        plan->how.short_lines(lines, (size_t)plan->n, x, x_pitch, y, y_pitch);
}

static void scan_run(const scan_plan *plan, size_t lines, short_at at)
{
    call_kernel(plan, lines, at.in, walk_stride(plan->lines, 1), at.out,
                walk_stride(plan->lines, 0), at.index);
}

/* Kernels load the next elements before they store the results of these. To processors, a load from
 * an address 4096 bytes from that of an earlier store looks like a load of what was stored, and
 * waits. `apart` keeps elements and results from lying so. */
typedef struct short_buffers {
    _Alignas(64) char elements[BATCH * sizeof(double)];
    char apart[BATCH * sizeof(double) / 2];
    char results[BATCH * sizeof(double)];
} short_buffers;

static void scan_converted_run(const scan_plan *plan, size_t lines, short_at at)
{
    short_buffers buffers;
    const passage *const pass = method_side_by_side(&plan->how);
    const bool direct = conversion_is_none(&pass->write);
    const size_t n = (size_t)plan->n, most = BATCH / n;
    const ptrdiff_t pitch = (ptrdiff_t)(n * pass->read.to_size);
    for (size_t count; lines; lines -= count) {
        count = lines < most ? lines : most;
        lanescan_read_elements(&pass->read, count * n, at.in, plan->in_stride, buffers.elements);
        call_kernel(plan, count, buffers.elements, pitch, direct ? at.out : buffers.results, pitch,
                    at.index);
        if (!direct)
            lanescan_write_elements(&pass->write, count * n, buffers.results, at.out,
                                    plan->out_stride);
        at.in += count * n * plan->in_size;
        at.out += count * n * plan->size;
        if (at.index)
            at.index += (ptrdiff_t)count * walk_stride(plan->lines, 2);
    }
}

static void set_conversion(const method *how, int from, int to, conversion *c)
{
    lanescan_set_conversion(c, &how->kernels->memory, from, how->dtype, to, false);
}

/* The same of log-sum-exps, whose kernels take doubles and touch what is behind them. */
enum { BEHIND = 8 };

typedef struct log_buffers {
    _Alignas(64) double elements[BATCH + BEHIND];
    char apart[BATCH * sizeof(double) / 2];
    double results[BATCH + BEHIND];
} log_buffers;

static void scan_log_run(const scan_plan *plan, size_t lines, const char *in, char *out)
{
    log_buffers buffers;
    conversion x, y;
    const size_t n = (size_t)plan->n, most = BATCH / n, results = plan->only_total ? 1 : n;
    const ptrdiff_t out_stride = plan->only_total ? walk_stride(plan->lines, 0) : plan->out_stride;
    set_conversion(&plan->how, plan->how.in_dtype, LANESCAN_F64, &x);
    set_conversion(&plan->how, LANESCAN_F64, plan->how.dtype, &y);
    for (size_t count; lines; lines -= count) {
        count = lines < most ? lines : most;
        lanescan_read_elements(&x, count * n, in, plan->in_stride, buffers.elements);
        memset(buffers.elements + count * n, 0, BEHIND * sizeof(double));
        plan->how.short_logs(plan->how.type == ELEMENT_F64, plan->only_total, count, n,
                             buffers.elements, buffers.results);
        lanescan_write_elements(&y, count * results, buffers.results, out, out_stride);
        in += count * n * plan->in_size;
        out += (ptrdiff_t)(count * results) * out_stride;
    }
}

bool lanescan_few_logs(const lanescan_kernels *kernels, int dtype, bool only_total, size_t n,
                       const void *x, void *y)
{
    double elements[SHORTEST_LINE + BEHIND] = { 0 }, results[SHORTEST_LINE + BEHIND];
    conversion read, write;
    if (n > SHORTEST_LINE || !kernels->short_logs || dtype_is_complex(dtype))
        return false;
    if (dtype == LANESCAN_F64) {
        memcpy(elements, x, n * sizeof *elements);
        kernels->short_logs(true, only_total, 1, n, elements, results);
        memcpy(y, results, (only_total ? 1 : n) * sizeof *results);
        return true;
    }
    lanescan_set_conversion(&read, &kernels->memory, dtype, dtype, LANESCAN_F64, false);
    lanescan_set_conversion(&write, &kernels->memory, LANESCAN_F64, dtype, dtype, false);
    lanescan_read_elements(&read, n, x, (ptrdiff_t)read.from_size, (char *)elements);
    kernels->short_logs(false, only_total, 1, n, elements, results);
    lanescan_write_elements(&write, only_total ? 1 : n, (const char *)results, y,
                            (ptrdiff_t)write.to_size);
    return true;
}

/* The same of a linear recurrence, whose kernel takes doubles: converted floats are as fast as a
 * kernel of their own would be, but for lines of two. */
enum { APART = BATCH * sizeof(double) / 3 / CACHE_LINE * CACHE_LINE };

typedef struct recurrence_buffers {
    _Alignas(CACHE_LINE) char coefficients[(BATCH + BEHIND) * sizeof(double)];
    char apart[APART];
    char addends[(BATCH + BEHIND) * sizeof(double)];
    char apart_too[APART];
    char results[(BATCH + BEHIND) * sizeof(double)];
} recurrence_buffers;

static void converted_recurrence_run(const scan_plan *plan, size_t lines,
                                     lanescan_recurrence_lines at)
{
    recurrence_buffers buffers;
    conversion a, b, y;
    const size_t n = (size_t)plan->n, most = BATCH / n / WORTH_ACROSS * WORTH_ACROSS;
    const ptrdiff_t pitch = (ptrdiff_t)(n * sizeof(double));
    const bool is_one = plan->coefficient_stride == 0;
    const lanescan_recurrence_lines batch = { buffers.coefficients,
                                              buffers.addends,
                                              buffers.results,
                                              is_one ? 0 : pitch,
                                              pitch,
                                              pitch,
                                              true };
    set_conversion(&plan->how, plan->how.coefficient_dtype, LANESCAN_F64, &a);
    set_conversion(&plan->how, plan->how.in_dtype, LANESCAN_F64, &b);
    set_conversion(&plan->how, LANESCAN_F64, plan->how.dtype, &y);
    for (size_t count; lines; lines -= count) {
        count = lines < most ? lines : most;
        lanescan_read_elements(&a, is_one ? n : count * n, at.a, plan->coefficient_stride,
                               buffers.coefficients);
        lanescan_read_elements(&b, count * n, at.b, plan->in_stride, buffers.addends);
        plan->how.recurrence_short(count, n, &batch);
        lanescan_write_elements(&y, count * n, buffers.results, at.y, plan->out_stride);
        at.a += (ptrdiff_t)count * at.a_pitch;
        at.b += (ptrdiff_t)count * at.b_pitch;
        at.y += (ptrdiff_t)count * at.y_pitch;
    }
}

/* One coefficient is read as a line of them, each time the same. */
static void recurrence_run(const scan_plan *plan, size_t lines, const char *in, char *out)
{
    double line[SHORT_RECURRENCE];
    lanescan_recurrence_lines at = { plan->coefficients + plan->lines->offset[2],
                                     in,
                                     out,
                                     walk_stride(plan->lines, 2),
                                     walk_stride(plan->lines, 1),
                                     walk_stride(plan->lines, 0),
                                     false };
    if (!plan_has_doubles(plan)) {
        converted_recurrence_run(plan, lines, at);
        return;
    }
    if (plan->coefficient_stride == 0) {
        for (size_t i = 0; i < plan->n; i++)
            memcpy(&line[i], at.a, sizeof line[i]);
        at.a = (const char *)line;
    }
    plan->how.recurrence_short(lines, (size_t)plan->n, &at);
}

void lanescan_scan_short(const scan_plan *plan)
{
    walk *const lines = plan->lines;
    const bool converts = plan->index ? method_converts_indexed(&plan->how)
                                      : method_converts(&plan->how);
    while (lines->left) {
        const uint64_t run = walk_run(lines);
        const short_at at = { plan->in + lines->offset[1], plan->out + lines->offset[0],
                              plan->index ? plan->index + lines->offset[2] : NULL };
        if (plan->how.recurrence_short)
            recurrence_run(plan, (size_t)run, at.in, at.out);
        else if (plan->how.short_logs)
            scan_log_run(plan, (size_t)run, at.in, at.out);
        else
            (converts ? scan_converted_run : scan_run)(plan, (size_t)run, at);
        walk_pass(lines, run);
    }
}
