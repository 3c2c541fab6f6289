/* logsumexp of tensors: the elements that are reduced, in C order, are one line. */
#include "lanescan.h"

#include "complex_state.h"
#include "dispatch.h"
#include "dtype.h"
#include "environment.h"
#include "layout.h"
#include "scan_job.h"

#include <string.h>

enum { GROUP_SIZE = 32 };

typedef struct reduction {
    layout in, out;
    bool is_reduced[LANESCAN_MAX_NDIM];
    /* The reduced dimensions, the last of which moves first: merged where one continues another. */
    int ndim;
    int64_t shape[LANESCAN_MAX_NDIM];
    ptrdiff_t step[LANESCAN_MAX_NDIM]; /* bytes */
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

/* The output's strides for the dimensions that stay; its shape may leave the others out or have them as 1. */
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

static void add_reduced_dim(reduction *r, int64_t extent, ptrdiff_t step)
{
    if (extent == 1)
        return;
    const int last = r->ndim - 1;
    if (last >= 0 && (size_t)r->step[last] == (size_t)step * (size_t)extent) {
        r->shape[last] *= extent;
        r->step[last] = step;
        return;
    }
    r->shape[r->ndim] = extent;
    r->step[r->ndim++] = step;
}

static void begin_job(scan_job *job, reduction *r, const int64_t out_strides[LANESCAN_MAX_NDIM])
{
    *job = (scan_job){ .kernels = lanescan_active_kernels(),
                       .op = LANESCAN_LOGCUMSUMEXP,
                       .in_dtype = r->in.dtype,
                       .dtype = r->out.dtype,
                       .in_size = r->in.element_size,
                       .size = r->out.element_size,
                       .in = r->in.data,
                       .out = r->out.data,
                       .n = 1,
                       .only_total = true };
    lanescan_walk_begin(&job->lines);
    for (int d = 0; d < r->in.ndim; d++) {
        const ptrdiff_t step = (ptrdiff_t)r->in.strides[d] * (ptrdiff_t)job->in_size;
        if (r->is_reduced[d]) {
            add_reduced_dim(r, r->in.shape[d], step);
            job->n *= (uint64_t)r->in.shape[d];
        } else {
            lanescan_walk_add(&job->lines, r->in.shape[d],
                              (ptrdiff_t)out_strides[d] * (ptrdiff_t)job->size, step, 0);
        }
    }
    lanescan_walk_ready(&job->lines);
    if (r->ndim == 0) {
        r->shape[0] = 1;
        r->step[0] = 0;
        r->ndim = 1;
    }
    job->in_step = r->step[r->ndim - 1];
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
        reader->here -= r->step[d] * (ptrdiff_t)r->shape[d];
        reader->at[d] = 0;
        if (d > 0) {
            reader->here += r->step[d - 1];
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
        lanescan_read_elements(read, run, reader->here, r->step[inner], to);
        to += run * read->to_size;
        count -= run;
        reader->here += (ptrdiff_t)run * r->step[inner];
        reader->at[inner] += (int64_t)run;
        next_run(reader);
    }
}

/* The result of the last element of a line's last piece. */
static void finish_line(const scan_job *job, const line_kind *kind, lanescan_step step,
                        lanescan_state *state, size_t count, const char *x, size_t x_size,
                        char *result)
{
    _Alignas(64) char results[GROUP_SIZE * 16];
    const bool is_complex = dtype_is_complex(job->dtype);
    const size_t before = is_complex ? count : (count - 1) / GROUP_SIZE * GROUP_SIZE;
    if (before)
        step(state, before, x, NULL, NULL);
    if (is_complex) {
        double value[2];
        lanescan_complex_logsumexp(state, value);
        const float rounded[2] = { (float)value[0], (float)value[1] };
        memcpy(result, kind->type == LINE_C64 ? (const void *)rounded : (const void *)value,
               job->size);
        return;
    }
    step(state, count - before, x + before * x_size, results, NULL);
    memcpy(result, results + (count - before - 1) * job->size, job->size);
}

/* Apart, because its buffer would add to that of lines side by side. */
static __attribute__((noinline)) void reduce_lines(const scan_job *job, const reduction *r)
{
    _Alignas(64) char buffer[PIECE * 16];
    line_kind kind;
    lanescan_state begun;
    lanescan_line_kind(job->op, job->dtype, &kind);
    const lanescan_step step = job->kernels->step[job->op][kind.type][0];
    const conversion read = lanescan_conversion(job->kernels, job->in_dtype, job->dtype,
                                                kind.dtype);
    const bool is_direct = conversion_is_none(&read) && r->ndim == 1 &&
                           job->in_step == (ptrdiff_t)job->in_size;
    lanescan_state_begin(&begun, job->op, kind.type);
    for (walk lines = job->lines; lines.left; walk_next(&lines)) {
        lanescan_state state = begun;
        line_reader reader = { r, job->in + lines.offset[1], { 0 } };
        char *const result = job->out + lines.offset[0];
        if (is_direct) {
            finish_line(job, &kind, step, &state, (size_t)job->n, reader.here, job->in_size,
                        result);
            continue;
        }
        for (uint64_t left = job->n; left;) {
            const size_t count = left < PIECE ? (size_t)left : PIECE;
            read_line(&reader, &read, count, buffer);
            left -= count;
            if (left)
                step(&state, count, buffer, NULL, NULL);
            else
                finish_line(job, &kind, step, &state, count, buffer, read.to_size, result);
        }
    }
}

/* Of no elements. */
static void fill_identity(const scan_job *job)
{
    unsigned char identity[16];
    lanescan_identity(job->op, job->dtype, identity);
    for (walk lines = job->lines; lines.left; walk_next(&lines))
        memcpy(job->out + lines.offset[0], identity, job->size);
}

static lanescan_status check(reduction *r, const lanescan_tensor *input, const int *dims,
                             int num_dims, const lanescan_tensor *output,
                             int64_t out_strides[LANESCAN_MAX_NDIM])
{
    line_kind kind;
    lanescan_status status = layout_read(input, &r->in);
    if (!status)
        status = layout_read(output, &r->out);
    if (!status)
        status = read_dims(r, dims, num_dims);
    if (!status && !lanescan_line_kind(LANESCAN_LOGCUMSUMEXP, r->out.dtype, &kind))
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
    scan_job job;
    begin_job(&job, &r, out_strides);
    environment_enter(&before);
    const bool is_along = job.in_step == (ptrdiff_t)job.in_size && job.n >= SHORT_LINE;
    if (job.n == 0)
        fill_identity(&job);
    else if (r.ndim > 1 || job.lines.left < WORTH_ACROSS || is_along || !lanescan_scan_across(&job))
        reduce_lines(&job, &r);
    environment_leave(&before);
    return LANESCAN_OK;
}
