/* logsumexp of tensors: the elements that are reduced, in C order, are one line. */
#include "lanescan.h"

#include "choose/dispatch.h"
#include "choose/environment.h"
#include "memory/dtype.h"
#include "ops/complex/state.h"
#include "tensor/layout.h"
#include "tensor/plan.h"

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

static void make_plan(scan_plan *plan, reduction *r, const int64_t out_strides[LANESCAN_MAX_NDIM])
{
    *plan = (scan_plan){ .in = r->in.data,
                         .out = r->out.data,
                         .in_size = r->in.element_size,
                         .size = r->out.element_size,
                         .n = 1,
                         .only_total = true };
    lanescan_method_resolve(&plan->how, lanescan_active_kernels(), LANESCAN_LOGCUMSUMEXP,
                            r->in.dtype, r->out.dtype, NULL);
    lanescan_walk_begin(&plan->lines);
    for (int d = 0; d < r->in.ndim; d++) {
        const ptrdiff_t stride = (ptrdiff_t)r->in.strides[d] * (ptrdiff_t)plan->in_size;
        if (r->is_reduced[d]) {
            add_reduced_dim(r, r->in.shape[d], stride);
            plan->n *= (uint64_t)r->in.shape[d];
        } else {
            lanescan_walk_add(&plan->lines, r->in.shape[d],
                              (ptrdiff_t)out_strides[d] * (ptrdiff_t)plan->size, stride, 0);
        }
    }
    lanescan_walk_ready(&plan->lines);
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

/* Not inlined, because its buffer would add to that of lines side by side. (Of the kernels that
 * take elements of a floating or complex type as they are, those and the results are of one
 * size.) */
static __attribute__((noinline)) void reduce_lines(const scan_plan *plan, const reduction *r)
{
    _Alignas(64) char buffer[BATCH * LARGEST_ELEMENT];
    const conversion *const read = &plan->how.along.read;
    const bool is_direct = conversion_is_none(read) && r->ndim == 1 &&
                           plan->in_stride == (ptrdiff_t)plan->in_size;
    for (walk lines = plan->lines; lines.left; walk_next(&lines)) {
        lanescan_state state = plan->how.begin;
        line_reader reader = { r, plan->in + lines.offset[1], { 0 } };
        char *const result = plan->out + lines.offset[0];
        if (is_direct) {
            finish_line(plan, &state, (size_t)plan->n, reader.here, result);
            continue;
        }
        for (uint64_t left = plan->n; left;) {
            const size_t count = left < BATCH ? (size_t)left : BATCH;
            read_line(&reader, read, count, buffer);
            left -= count;
            if (left)
                plan->how.piece(&state, false, count, buffer, NULL, NULL);
            else
                finish_line(plan, &state, count, buffer, result);
        }
    }
}

/* Of no elements. */
static void fill_identity(const scan_plan *plan)
{
    for (walk lines = plan->lines; lines.left; walk_next(&lines))
        memcpy(plan->out + lines.offset[0], plan->how.first.bytes, plan->size);
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
    if (!status && !lanescan_method_exists(LANESCAN_LOGCUMSUMEXP, r->out.dtype))
        status = LANESCAN_ERROR_OP;
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

lanescan_status lanescan_logsumexp(const lanescan_tensor *input, const int *dims, int num_dims,
                                   const lanescan_tensor *output)
{
    int64_t out_strides[LANESCAN_MAX_NDIM];
    reduction r = { .ndim = 0 };
    const lanescan_status status = check(&r, input, dims, num_dims, output, out_strides);
    if (status || r.out.count == 0)
        return status;
    environment before;
    scan_plan plan;
    environment_enter(&before);
    make_plan(&plan, &r, out_strides);
    const bool is_along = plan.in_stride == (ptrdiff_t)plan.in_size && plan.n >= SHORT_LINE;
    if (plan.n == 0)
        fill_identity(&plan);
    else if (r.ndim > 1 || plan.lines.left < WORTH_ACROSS || is_along ||
             !lanescan_scan_across(&plan))
        reduce_lines(&plan, &r);
    environment_leave(&before);
    return LANESCAN_OK;
}
