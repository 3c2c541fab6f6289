/* logsumexp of tensors: the elements that are reduced, in C order, are one line. */
#include "lanescan.h"

#include "choose/dispatch.h"
#include "choose/environment.h"
#include "memory/dtype.h"
#include "ops/complex/state.h"
#include "tensor/options.h"
#include "tensor/overlap.h"
#include "tensor/relay.h"

#include <string.h>

enum { GROUP_SIZE = 32 };

typedef struct reduction {
    layout in, out;
    bool is_reduced[LANESCAN_MAX_NDIM];
    /* The reduced dimensions, the last of which moves first: merged where one continues another. */
    int ndim;
    int64_t shape[LANESCAN_MAX_NDIM];
    ptrdiff_t stride[LANESCAN_MAX_NDIM]; /* bytes */
} reduction;

static lanescan_status read_dims(reduction *r, const int *dims, int num_dims)
{
    if (num_dims < 0 || num_dims > LANESCAN_MAX_NDIM)
        return LANESCAN_ERROR_NDIM;
    if (num_dims > 0 && !dims)
        return LANESCAN_ERROR_NULL;
    for (int i = 0; i < num_dims; i++) {
        int d;
        const lanescan_status status = layout_dim(dims[i], r->in.ndim, &d);
        if (status || r->is_reduced[d])
            return LANESCAN_ERROR_DIM;
        r->is_reduced[d] = true;
    }
    for (int d = 0; d < r->in.ndim && num_dims == 0; d++)
        r->is_reduced[d] = true;
    return LANESCAN_OK;
}

/* The output's strides for the dimensions that stay; its shape may leave the others out or have
 * them as 1. */
static lanescan_status match_output(const reduction *r, int64_t strides[LANESCAN_MAX_NDIM])
{
    const bool keeps = r->out.ndim == r->in.ndim;
    int next = 0;
    for (int d = 0; d < r->in.ndim; d++) {
        strides[d] = 0;
        if (r->is_reduced[d] && !keeps)
            continue;
        if (next == r->out.ndim || r->out.shape[next] != (r->is_reduced[d] ? 1 : r->in.shape[d]))
            return LANESCAN_ERROR_SHAPE;
        if (!r->is_reduced[d])
            strides[d] = r->out.strides[next];
        next++;
    }
    return next == r->out.ndim ? LANESCAN_OK : LANESCAN_ERROR_SHAPE;
}

static void add_reduced_dim(reduction *r, int64_t extent, ptrdiff_t stride)
{
    if (extent == 1)
        return;
    const int last = r->ndim - 1;
    if (last >= 0 && (size_t)r->stride[last] == (size_t)stride * (size_t)extent) {
        r->shape[last] *= extent;
        r->stride[last] = stride;
        return;
    }
    r->shape[r->ndim] = extent;
    r->stride[r->ndim++] = stride;
}

static void make_plan(scan_plan *plan, walk *lines, reduction *r,
                      const int64_t out_strides[LANESCAN_MAX_NDIM])
{
    *plan = (scan_plan){ .in = r->in.data,
                         .out = r->out.data,
                         .in_size = r->in.element_size,
                         .size = r->out.element_size,
                         .n = 1,
                         .lines = lines,
                         .only_total = true };
    lanescan_method_resolve(&plan->how, lanescan_active_kernels(), LANESCAN_LOGCUMSUMEXP,
                            r->in.dtype, r->out.dtype, NULL);
    lanescan_walk_begin(lines);
    for (int d = 0; d < r->in.ndim; d++) {
        const ptrdiff_t stride = (ptrdiff_t)r->in.strides[d] * (ptrdiff_t)plan->in_size;
        if (r->is_reduced[d]) {
            add_reduced_dim(r, r->in.shape[d], stride);
            plan->n *= (uint64_t)r->in.shape[d];
        } else {
            lanescan_walk_add(lines, r->in.shape[d],
                              (ptrdiff_t)out_strides[d] * (ptrdiff_t)plan->size, stride, 0);
        }
    }
    lanescan_walk_ready(lines);
    plan->num_lines = (uint64_t)lines->left;
    if (r->ndim == 0) {
        r->shape[0] = 1;
        r->stride[0] = 0;
        r->ndim = 1;
    }
    plan->in_stride = r->stride[r->ndim - 1];
}

/* Where the next element of a line is. */
typedef struct line_reader {
    const reduction *reduction;
    const char *here;
    int64_t at[LANESCAN_MAX_NDIM];
} line_reader;

/* At element `first` of the line that begins at `line`. */
static line_reader reader_at(const reduction *r, const char *line, uint64_t first)
{
    line_reader reader = { r, line, { 0 } };
    for (int d = r->ndim - 1; d >= 0; d--) {
        reader.at[d] = (int64_t)(first % (uint64_t)r->shape[d]);
        reader.here += (ptrdiff_t)reader.at[d] * r->stride[d];
        first /= (uint64_t)r->shape[d];
    }
    return reader;
}

static void next_run(line_reader *reader)
{
    const reduction *const r = reader->reduction;
    for (int d = r->ndim - 1; d >= 0; d--) {
        if (reader->at[d] < r->shape[d])
            return;
        reader->here -= r->stride[d] * (ptrdiff_t)r->shape[d];
        reader->at[d] = 0;
        if (d > 0) {
            reader->here += r->stride[d - 1];
            reader->at[d - 1]++;
        }
    }
}

/* The next `count` elements of the line, converted. */
static void read_line(line_reader *reader, const conversion *read, size_t count, char *to)
{
    const reduction *const r = reader->reduction;
    const int inner = r->ndim - 1;
    while (count) {
        const int64_t left = r->shape[inner] - reader->at[inner];
        const size_t run = left < (int64_t)count ? (size_t)left : count;
        lanescan_read_elements(read, run, reader->here, r->stride[inner], to);
        to += run * read->to_size;
        count -= run;
        reader->here += (ptrdiff_t)run * r->stride[inner];
        reader->at[inner] += (int64_t)run;
        next_run(reader);
    }
}

/* The result of the last element of a line's last piece. */
static void finish_line(const scan_plan *plan, lanescan_state *state, size_t count, const char *x,
                        char *result)
{
    _Alignas(64) char results[GROUP_SIZE * LARGEST_ELEMENT];
    const method *const how = &plan->how;
    const bool is_complex = dtype_is_complex(how->dtype);
    const size_t before = is_complex ? count : (count - 1) / GROUP_SIZE * GROUP_SIZE;
    if (before)
        how->piece(state, false, before, x, NULL, NULL);
    if (is_complex) {
        double value[2];
        complex_logsumexp_value(state, value);
        const float rounded[2] = { (float)value[0], (float)value[1] };
        memcpy(result, how->dtype == LANESCAN_C64 ? (const void *)rounded : (const void *)value,
               plan->size);
        return;
    }
    how->piece(state, false, count - before, x + before * plan->size, results, NULL);
    memcpy(result, results + (count - before - 1) * plan->size, plan->size);
}

/* Part of a line; at its end the result, else NULL. Not inlined, because its buffer would add to
 * that of lines side by side. (Of the kernels that take elements of a floating or complex type as
 * they are, those and the results are of one size.) */
static __attribute__((noinline)) void reduce_part(const line_part *part, const reduction *r,
                                                  lanescan_state *state, char *result)
{
    _Alignas(64) char buffer[BATCH * LARGEST_ELEMENT];
    const scan_plan *const plan = part->plan;
    const conversion *const read = &plan->how.along.read;
    const bool is_direct = conversion_is_none(read) && r->ndim == 1 &&
                           plan->in_stride == (ptrdiff_t)plan->in_size;
    const uint64_t most = is_direct ? part->count : BATCH;
    line_reader reader = reader_at(r, plan->in + plan->lines->offset[1], part->first);
    for (uint64_t left = part->count; left;) {
        const size_t count = left < most ? (size_t)left : (size_t)most;
        const char *x = reader.here;
        if (!is_direct) {
            read_line(&reader, read, count, buffer);
            x = buffer;
        }
        left -= count;
        if (left || !result)
            plan->how.piece(state, false, count, x, NULL, NULL);
        else
            finish_line(plan, state, count, x, result);
    }
}

static void reduce_lines(const scan_plan *plan, const void *more)
{
    const line_part all = { plan, 0, plan->n };
    for (; plan->lines->left; walk_next(plan->lines)) {
        lanescan_state state = plan->how.begin;
        reduce_part(&all, more, &state, plan->out + plan->lines->offset[0]);
    }
}

/* Long lines, divided. */
static void reduce_chunk(const line_part *part, lanescan_state *state, lanescan_terms *terms,
                         const void *more)
{
    (void)terms;
    reduce_part(part, more, state, NULL);
}

/* What chunks by themselves have done already is only done again where there is a result. */
static void reduce_leg(const line_part *part, lanescan_state *state, lanescan_terms *terms,
                       last_result *last, const void *more)
{
    const bool ends_line = part->first + part->count == part->plan->n;
    (void)last;
    if (ends_line || !terms)
        reduce_part(part, more, state,
                    ends_line ? part->plan->out + part->plan->lines->offset[0] : NULL);
}

/* Of no elements. */
static void fill_identity(const scan_plan *plan)
{
    for (walk *lines = plan->lines; lines->left; walk_next(lines))
        memcpy(plan->out + lines->offset[0], plan->how.first.bytes, plan->size);
}

static lanescan_status check(reduction *r, const lanescan_tensor *input, const int *dims,
                             int num_dims, const lanescan_tensor *output,
                             int64_t out_strides[LANESCAN_MAX_NDIM])
{
    lanescan_status status = layout_read(input, &r->in);
    if (!status)
        status = layout_read(output, &r->out);
    if (!status)
        status = read_dims(r, dims, num_dims);
    if (!status)
        status = lanescan_method_status(CALLED_LOGSUMEXP, r->out.dtype);
    if (!status && dtype_is_complex(r->in.dtype) && !dtype_is_complex(r->out.dtype))
        status = LANESCAN_ERROR_DTYPE;
    if (!status)
        status = match_output(r, out_strides);
    if (!status && layout_aliases_itself(&r->out))
        status = LANESCAN_ERROR_ALIAS;
    if (!status && !layouts_same(&r->in, &r->out) && layouts_overlap(&r->in, &r->out))
        status = LANESCAN_ERROR_OVERLAP;
    return status;
}

/* Side by side. */
static void reduce_across(const scan_plan *plan, const void *more)
{
    (void)more;
    lanescan_scan_across(plan);
}

static void reduce(const scan_plan *plan, const reduction *r, const crew *c)
{
    const bool is_along = plan->in_stride == (ptrdiff_t)plan->in_size && plan->n >= SHORT_LINE;
    const bool is_across = r->ndim == 1 && plan->num_lines >= WORTH_ACROSS && !is_along &&
                           plan->how.across;
    const size_t tasks = lanescan_tasks_worth(c, plan->how.op, plan->how.type,
                                              plan->n * plan->num_lines);
    lines_work *const work = is_across ? reduce_across : reduce_lines;
    static const relay_work relayed = { reduce_chunk, reduce_leg };
    if (tasks < 2)
        work(plan, r);
    else if (!is_across && lanescan_relay_pays(plan, tasks))
        lanescan_relay_run(c, tasks, plan, &relayed, r);
    else
        lanescan_share_lines(c, tasks, plan, is_across ? lanescan_across_unit(plan) : 1, work, r);
}

lanescan_status lanescan_logsumexp(const lanescan_tensor *input, const int *dims, int num_dims,
                                   const lanescan_options *options, const lanescan_tensor *output)
{
    int64_t out_strides[LANESCAN_MAX_NDIM];
    reduction r = { .ndim = 0 };
    crew c;
    lanescan_status status = check(&r, input, dims, num_dims, output, out_strides);
    if (!status)
        status = lanescan_read_executor(options, &c.executor);
    if (status || r.out.count == 0)
        return status;
    environment before;
    scan_plan plan;
    walk lines;
    environment_enter(&before);
    c.around = &before;
    make_plan(&plan, &lines, &r, out_strides);
    if (plan.n == 0)
        fill_identity(&plan);
    else
        reduce(&plan, &r, &c);
    environment_leave(&before);
    return LANESCAN_OK;
}
