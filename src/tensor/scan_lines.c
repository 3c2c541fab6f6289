/* Line by line: kernels go straight over lines that lie as they take them; others pass through buffers, piece by
 * piece. */
#include "scan_job.h"

#include <string.h>

typedef struct line_plan {
    const scan_job *job;
    line_kind kind;
    lanescan_step step, reversed_step;
    conversion read, write;
    lanescan_state begun;
} line_plan;

/* Kernels that read the input's type themselves, where there are any. */
static void read_as_it_is(const scan_job *job, line_plan *plan)
{
    const lanescan_step *const steps = job->kernels->widening_cumsum[job->in_dtype];
    if (job->op != LANESCAN_CUMSUM || plan->kind.type != LINE_I64 || !steps[0])
        return;
    plan->step = steps[0];
    plan->reversed_step = steps[1];
    plan->read = lanescan_conversion(job->kernels, job->in_dtype, job->in_dtype, job->in_dtype);
}

static line_plan plan_of(const scan_job *job)
{
    line_plan plan = { .job = job };
    const lanescan_kernels *const kernels = job->kernels;
    lanescan_line_kind(job->op, job->dtype, &plan.kind);
    plan.step = kernels->step[job->op][plan.kind.type][0];
    plan.reversed_step = kernels->step[job->op][plan.kind.type][1];
    plan.read = lanescan_conversion(kernels, job->in_dtype, job->dtype, plan.kind.dtype);
    plan.write = lanescan_conversion(kernels, plan.kind.dtype, job->dtype, job->dtype);
    plan.read.biased = plan.write.biased = plan.kind.biased;
    lanescan_state_begin(&plan.begun, job->op, plan.kind.type);
    if (job->has_initial) {
        conversion convert = lanescan_conversion(kernels, job->dtype, job->dtype, plan.kind.dtype);
        double initial[2];
        convert.biased = plan.kind.biased;
        lanescan_read_elements(&convert, 1, (const char *)job->initial, (ptrdiff_t)job->size,
                               initial);
        lanescan_state_fold_initial(&plan.begun, job->op, plan.step, initial);
    }
    if (op_is_extreme(job->op)) {
        plan.begun.as.extreme.first_index = job->first_index;
        plan.begun.as.extreme.index_step = job->index_increment;
    }
    read_as_it_is(job, &plan);
    return plan;
}

/* Do the lines lie in memory as kernels take them, forwards (1) or backwards (-1)? */
static bool lies_directly(const line_plan *plan, int direction)
{
    const scan_job *const job = plan->job;
    /* What needs no conversion before the kernel needs none after it. */
    return conversion_is_none(&plan->read) && !(job->is_in_place && job->is_exclusive) &&
           job->in_step == direction * (ptrdiff_t)job->in_size &&
           job->out_step == direction * (ptrdiff_t)job->size &&
           (!job->index || job->index_step == direction * (ptrdiff_t)sizeof(int64_t));
}

static void store_index(char *to, int64_t value)
{
    memcpy(to, &value, sizeof value);
}

/* What is left to do of a line: inclusive results, one for each element. */
typedef struct line_rest {
    const char *in;
    char *out, *index;
    uint64_t n;
} line_rest;

/* An exclusive line is its first result, and the inclusive one an element further. */
static line_rest begin_line(const scan_job *job, const walk *lines)
{
    line_rest rest = { job->in + lines->offset[1], job->out + lines->offset[0],
                       job->index ? job->index + lines->offset[2] : NULL, job->n };
    if (job->is_exclusive && !job->is_in_place) {
        memcpy(rest.out, job->first, job->size);
        rest.out += job->out_step;
        if (rest.index) {
            store_index(rest.index, -1);
            rest.index += job->index_step;
        }
        rest.n -= job->has_total ? 0 : 1;
    }
    return rest;
}

static void scan_directly(const line_plan *plan, lanescan_step step, line_rest line)
{
    lanescan_state state = plan->begun;
    if (line.n)
        step(&state, (size_t)line.n, line.in, line.out, (int64_t *)(void *)line.index);
}

/* A piece of a line: in the order of memory, which is that of the scan from its end when `backwards`. */
typedef struct line_buffers {
    _Alignas(64) char in[PIECE * 16];
    _Alignas(64) char results[PIECE * 16];
    int64_t index[PIECE];
    /* In place, an exclusive line has its elements read before the results that take their places are written. */
    _Alignas(16) char last_result[16];
    int64_t last_index;
} line_buffers;

/* Of `count` elements that are `step` bytes apart in the order of the scan: by how much the lowest in memory is from the
 * first. */
static ptrdiff_t lowest(bool backwards, size_t count, ptrdiff_t step)
{
    return backwards ? ((ptrdiff_t)count - 1) * step : 0;
}

/* `count` results and indices, in the order of memory, to the line from `out` on. */
static void write_results(const line_plan *plan, bool backwards, size_t count, const char *results,
                          const int64_t *indices, char *out, char *index)
{
    const scan_job *const job = plan->job;
    const int sign = backwards ? -1 : 1;
    if (count == 0)
        return;
    lanescan_write_elements(&plan->write, count, results,
                            out + lowest(backwards, count, job->out_step), sign * job->out_step);
    if (index)
        lanescan_copy_elements(sizeof(int64_t), count, (const char *)indices, sizeof(int64_t),
                               index + lowest(backwards, count, job->index_step),
                               sign * job->index_step);
}

/* The last result of the piece before, and those of this one but the last. */
static void write_exclusive(const line_plan *plan, bool backwards, line_buffers *buffers,
                            size_t count, char *out, char *index)
{
    const scan_job *const job = plan->job;
    const size_t size = plan->write.from_size, later = backwards ? 1 : 0,
                 last = backwards ? 0 : count - 1;
    write_results(plan, backwards, 1, buffers->last_result, &buffers->last_index, out, index);
    write_results(plan, backwards, count - 1, buffers->results + later * size,
                  buffers->index + later, out + job->out_step,
                  index ? index + job->index_step : NULL);
    memcpy(buffers->last_result, buffers->results + last * size, size);
    buffers->last_index = buffers->index[last];
}

static void begin_exclusive(const line_plan *plan, line_buffers *buffers)
{
    const scan_job *const job = plan->job;
    conversion convert = lanescan_conversion(job->kernels, job->dtype, job->dtype,
                                             plan->kind.dtype);
    convert.biased = plan->kind.biased;
    lanescan_read_elements(&convert, 1, (const char *)job->first, (ptrdiff_t)job->size,
                           buffers->last_result);
    buffers->last_index = -1;
}

static void scan_by_pieces(const line_plan *plan, bool backwards, line_buffers *buffers,
                           line_rest line)
{
    const scan_job *const job = plan->job;
    const int sign = backwards ? -1 : 1;
    const lanescan_step step = backwards ? plan->reversed_step : plan->step;
    const size_t in_size = plan->read.to_size, result_size = plan->write.from_size;
    const bool is_exclusive_in_place = job->is_exclusive && job->is_in_place;
    const bool reads_directly = conversion_is_none(&plan->read) &&
                                sign * job->in_step == (ptrdiff_t)job->in_size;
    const bool writes_directly = conversion_is_none(&plan->write) && !is_exclusive_in_place &&
                                 sign * job->out_step == (ptrdiff_t)job->size &&
                                 (!job->index || sign * job->index_step == sizeof(int64_t));
    lanescan_state state = plan->begun;
    if (is_exclusive_in_place)
        begin_exclusive(plan, buffers);
    while (line.n) {
        const size_t count = line.n < PIECE ? (size_t)line.n : PIECE;
        const size_t first = backwards ? count - 1 : 0;
        const void *x = line.in;
        if (!reads_directly) {
            lanescan_read_elements(&plan->read, count,
                                   line.in + lowest(backwards, count, job->in_step),
                                   sign * job->in_step, buffers->in);
            x = buffers->in + first * in_size;
        }
        if (writes_directly) {
            step(&state, count, x, line.out, (int64_t *)(void *)line.index);
        } else {
            step(&state, count, x, buffers->results + first * result_size,
                 line.index ? buffers->index + first : NULL);
            if (is_exclusive_in_place)
                write_exclusive(plan, backwards, buffers, count, line.out, line.index);
            else
                write_results(plan, backwards, count, buffers->results, buffers->index, line.out,
                              line.index);
        }
        line.n -= count;
        line.in += (ptrdiff_t)count * job->in_step;
        line.out += (ptrdiff_t)count * job->out_step;
        if (line.index)
            line.index += (ptrdiff_t)count * job->index_step;
    }
}

void lanescan_scan_lines(const scan_job *job)
{
    const line_plan plan = plan_of(job);
    const bool forwards = lies_directly(&plan, 1);
    walk lines = job->lines;
    if (forwards || lies_directly(&plan, -1)) {
        const lanescan_step step = forwards ? plan.step : plan.reversed_step;
        for (; lines.left; walk_next(&lines))
            scan_directly(&plan, step, begin_line(job, &lines));
        return;
    }
    const bool backwards = job->in_step < 0 && job->out_step < 0 &&
                           (!job->index || job->index_step < 0);
    line_buffers buffers;
    for (; lines.left; walk_next(&lines))
        scan_by_pieces(&plan, backwards, &buffers, begin_line(job, &lines));
}
