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

static line_plan plan_of(const scan_job *job)
{
    line_plan plan = { .job = job };
    const lanescan_kernels *const kernels = job->kernels;
    lanescan_line_kind(job->op, job->dtype, &plan.kind);
    plan.step = kernels->step[job->op][plan.kind.type][0];
    plan.reversed_step = kernels->step[job->op][plan.kind.type][1];
    plan.read = lanescan_conversion(kernels, job->in_dtype, job->dtype, plan.kind.in);
    plan.write = lanescan_conversion(kernels, plan.kind.out, job->dtype, job->dtype);
    plan.read.biased = plan.write.biased = plan.kind.biased;
    lanescan_state_begin(&plan.begun, job->op, plan.kind.type);
    if (job->has_initial) {
        conversion convert = lanescan_conversion(kernels, job->dtype, job->dtype, plan.kind.in);
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
    return plan;
}

/* Do the lines lie in memory as kernels take them, forwards (1) or backwards (-1)? */
static bool lies_directly(const line_plan *plan, int direction)
{
    const scan_job *const job = plan->job;
    const ptrdiff_t size = direction * (ptrdiff_t)job->size;
    return conversion_is_none(&plan->read) && conversion_is_none(&plan->write) &&
           !(job->is_in_place && job->is_exclusive) && job->in_step == size &&
           job->out_step == size &&
           (!job->index || job->index_step == direction * (ptrdiff_t)sizeof(int64_t));
}

static void store_index(char *to, int64_t value)
{
    memcpy(to, &value, sizeof value);
}

static void scan_directly(const line_plan *plan, lanescan_step step, const char *in, char *out,
                          char *index)
{
    const scan_job *const job = plan->job;
    lanescan_state state = plan->begun;
    size_t n = (size_t)job->n;
    if (job->is_exclusive) {
        memcpy(out, job->first, job->size);
        out += job->out_step;
        if (index) {
            store_index(index, -1);
            index += job->index_step;
        }
        n -= job->has_total ? 0 : 1;
    }
    if (n)
        step(&state, n, in, out, (int64_t *)(void *)index);
}

/* Results of a piece behind the last one of the piece before, which is what an exclusive scan begins with. */
typedef struct line_buffers {
    _Alignas(64) char in[PIECE * 16];
    _Alignas(64) char results[(PIECE + 1) * 16];
    int64_t index[PIECE + 1];
} line_buffers;

static void write_results(const line_plan *plan, line_buffers *buffers, size_t count, char *out,
                          char *index)
{
    const scan_job *const job = plan->job;
    const size_t skip = job->is_exclusive ? 0 : 1;
    lanescan_write_elements(&plan->write, count, buffers->results + skip * plan->write.from_size,
                            out, job->out_step);
    if (index)
        lanescan_copy_elements(sizeof(int64_t), count, (const char *)(buffers->index + skip),
                               sizeof(int64_t), index, job->index_step);
}

static void scan_by_pieces(const line_plan *plan, line_buffers *buffers, const char *in, char *out,
                           char *index)
{
    const scan_job *const job = plan->job;
    const size_t result_size = plan->write.from_size;
    const bool reads_directly = conversion_is_none(&plan->read) &&
                                job->in_step == (ptrdiff_t)job->in_size;
    const bool writes_directly = conversion_is_none(&plan->write) && !job->is_exclusive &&
                                 job->out_step == (ptrdiff_t)job->size &&
                                 (!index || job->index_step == sizeof(int64_t));
    lanescan_state state = plan->begun;
    if (job->is_exclusive) {
        conversion convert = lanescan_conversion(job->kernels, job->dtype, job->dtype,
                                                 plan->kind.out);
        convert.biased = plan->kind.biased;
        lanescan_read_elements(&convert, 1, (const char *)job->first, (ptrdiff_t)job->size,
                               buffers->results);
        buffers->index[0] = -1;
    }
    for (uint64_t done = 0; done < job->n;) {
        const size_t count = job->n - done < PIECE ? (size_t)(job->n - done) : PIECE;
        const void *x = in;
        if (!reads_directly) {
            lanescan_read_elements(&plan->read, count, in, job->in_step, buffers->in);
            x = buffers->in;
        }
        if (writes_directly) {
            plan->step(&state, count, x, out, (int64_t *)(void *)index);
        } else {
            plan->step(&state, count, x, buffers->results + result_size,
                       index ? buffers->index + 1 : NULL);
            write_results(plan, buffers, count, out, index);
            memcpy(buffers->results, buffers->results + count * result_size, result_size);
            buffers->index[0] = buffers->index[count];
        }
        done += count;
        in += (ptrdiff_t)count * job->in_step;
        out += (ptrdiff_t)count * job->out_step;
        if (index)
            index += (ptrdiff_t)count * job->index_step;
    }
    if (job->has_total)
        write_results(plan, buffers, 1, out, index);
}

void lanescan_scan_lines(const scan_job *job)
{
    const line_plan plan = plan_of(job);
    const bool forwards = lies_directly(&plan, 1);
    walk lines = job->lines;
    if (forwards || (plan.reversed_step && lies_directly(&plan, -1))) {
        const lanescan_step step = forwards ? plan.step : plan.reversed_step;
        for (; lines.left; walk_next(&lines))
            scan_directly(&plan, step, job->in + lines.offset[1], job->out + lines.offset[0],
                          job->index ? job->index + lines.offset[2] : NULL);
        return;
    }
    line_buffers buffers;
    for (; lines.left; walk_next(&lines))
        scan_by_pieces(&plan, &buffers, job->in + lines.offset[1], job->out + lines.offset[0],
                       job->index ? job->index + lines.offset[2] : NULL);
}
