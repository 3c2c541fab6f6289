/* The scans of tensors: everything is checked here, before anything is written. */
#include "lanescan.h"

#include "dispatch.h"
#include "dtype.h"
#include "environment.h"
#include "layout.h"
#include "options.h"
#include "scan_job.h"

#include <string.h>

/* A dimension as long lines along memory: pieces beat tiles. */
enum { LONG_LINE = 64 };

void lanescan_scan_run(const scan_job *job)
{
    const ptrdiff_t in_size = (ptrdiff_t)job->in_size, size = (ptrdiff_t)job->size;
    const bool is_along = (job->in_step == in_size || job->in_step == -in_size) &&
                          (job->out_step == size || job->out_step == -size);
    const bool lines_first = job->lines.left < WORTH_ACROSS ||
                             (is_along &&
                              job->n >= (job->in_dtype == job->dtype ? SHORT_LINE : LONG_LINE));
    if (!lanescan_scan_short(job) && (lines_first || !lanescan_scan_across(job)))
        lanescan_scan_lines(job);
}

typedef struct request {
    lanescan_op op;
    layout in, out, index;
    bool with_index;
    int dim;
    lanescan_options options; /* all defaults where there are none */
    bool has_total;
} request;

static lanescan_status check_shapes(request *r, const layout *out)
{
    if (out->ndim != r->in.ndim)
        return LANESCAN_ERROR_SHAPE;
    for (int d = 0; d < r->in.ndim; d++) {
        const int64_t longer = out->shape[d] - r->in.shape[d];
        const bool may_be_longer = d == r->dim && (r->options.flags & LANESCAN_EXCLUSIVE);
        if (longer != 0 && !(longer == 1 && may_be_longer))
            return LANESCAN_ERROR_SHAPE;
    }
    r->has_total = r->in.ndim > 0 && out->shape[r->dim] != r->in.shape[r->dim];
    return LANESCAN_OK;
}

static lanescan_status check_memory(const request *r)
{
    if (layout_aliases_itself(&r->out) || (r->with_index && layout_aliases_itself(&r->index)))
        return LANESCAN_ERROR_ALIAS;
    if (!layouts_same(&r->in, &r->out) && layouts_overlap(&r->in, &r->out))
        return LANESCAN_ERROR_OVERLAP;
    if (r->with_index &&
        (layouts_overlap(&r->in, &r->index) || layouts_overlap(&r->out, &r->index)))
        return LANESCAN_ERROR_OVERLAP;
    return LANESCAN_OK;
}

static lanescan_status check(request *r, const lanescan_tensor *input, int dim,
                             const lanescan_options *options, const lanescan_tensor *output,
                             const lanescan_tensor *indices)
{
    line_kind kind;
    bool had_total;
    lanescan_status status = layout_read(input, &r->in);
    if (!status)
        status = layout_read(output, &r->out);
    if (!status && r->with_index)
        status = layout_read(indices, &r->index);
    if (!status)
        status = layout_dim(dim, r->in.ndim, &r->dim);
    if (!status)
        status = lanescan_read_options(options, LANESCAN_REVERSE | LANESCAN_EXCLUSIVE, &r->options);
    if (!status && !lanescan_line_kind(r->op, r->out.dtype, &kind))
        status = LANESCAN_ERROR_OP;
    if (!status && dtype_is_complex(r->in.dtype) && !dtype_is_complex(r->out.dtype))
        status = LANESCAN_ERROR_DTYPE;
    if (!status && r->with_index && r->index.dtype != LANESCAN_I64)
        status = LANESCAN_ERROR_DTYPE;
    if (!status && r->with_index)
        status = check_shapes(r, &r->index);
    had_total = r->has_total;
    if (!status)
        status = check_shapes(r, &r->out);
    if (!status && r->with_index && had_total != r->has_total)
        status = LANESCAN_ERROR_SHAPE;
    return status ? status : check_memory(r);
}

static void begin_job(scan_job *job, const request *r)
{
    static const char nothing;
    const bool is_reversed = (r->options.flags & LANESCAN_REVERSE) != 0;
    job->kernels = lanescan_active_kernels();
    job->op = r->op;
    job->in_dtype = r->in.dtype;
    job->dtype = r->out.dtype;
    job->in_size = r->in.element_size;
    job->size = r->out.element_size;
    job->in = r->in.data ? r->in.data : &nothing; /* no elements: only totals are written */
    job->out = r->out.data;
    job->index = r->with_index ? r->index.data : NULL;
    job->n = (uint64_t)r->in.shape[r->dim];
    job->in_step = (ptrdiff_t)r->in.strides[r->dim] * (ptrdiff_t)job->in_size;
    job->out_step = (ptrdiff_t)r->out.strides[r->dim] * (ptrdiff_t)job->size;
    job->index_step = r->with_index ? (ptrdiff_t)r->index.strides[r->dim] * 8 : 0;
    job->first_index = is_reversed ? (int64_t)job->n - 1 : 0;
    job->index_increment = is_reversed ? -1 : 1;
    job->is_exclusive = (r->options.flags & LANESCAN_EXCLUSIVE) != 0;
    job->has_total = r->has_total;
    job->only_total = false;
    job->is_in_place = r->in.data == r->out.data;
    const void *const initial = r->options.initial;
    job->has_initial = initial != NULL;
    lanescan_identity(r->op, r->out.dtype, job->first);
    if (initial) {
        memcpy(job->initial, initial, job->size);
        memcpy(job->first, initial, job->size);
        if (r->out.dtype == LANESCAN_BOOL)
            job->first[0] = job->initial[0] != 0;
    }
    if (is_reversed && job->n) {
        const ptrdiff_t results = (ptrdiff_t)job->n - 1 + (r->has_total ? 1 : 0);
        job->in += ((ptrdiff_t)job->n - 1) * job->in_step;
        job->out += results * job->out_step;
        if (job->index)
            job->index += results * job->index_step;
        job->in_step = -job->in_step;
        job->out_step = -job->out_step;
        job->index_step = -job->index_step;
    }
    lanescan_walk_begin(&job->lines);
    for (int d = 0; d < r->in.ndim; d++)
        if (d != r->dim)
            lanescan_walk_add(&job->lines, r->in.shape[d],
                              (ptrdiff_t)r->out.strides[d] * (ptrdiff_t)job->size,
                              (ptrdiff_t)r->in.strides[d] * (ptrdiff_t)job->in_size,
                              r->with_index ? (ptrdiff_t)r->index.strides[d] * 8 : 0);
    lanescan_walk_ready(&job->lines);
}

/* A sum of complex numbers is two sums of real ones. */
static void run_complex_sum(scan_job *job)
{
    static const double zero = 0;
    const bool reads_complex = dtype_is_complex(job->in_dtype);
    const int part_in = job->in_dtype == LANESCAN_C64    ? LANESCAN_F32
                        : job->in_dtype == LANESCAN_C128 ? LANESCAN_F64
                                                         : job->in_dtype;
    job->dtype = job->dtype == LANESCAN_C64 ? LANESCAN_F32 : LANESCAN_F64;
    job->size /= 2;
    job->in_dtype = part_in;
    job->in_size = dtype_size(part_in);
    lanescan_scan_run(job);
    job->out += job->size;
    memmove(job->initial, job->initial + job->size, job->size);
    memmove(job->first, job->first + job->size, job->size);
    if (reads_complex) {
        job->in += job->in_size;
    } else {
        job->in = (const char *)&zero;
        job->in_dtype = LANESCAN_F64;
        job->in_size = sizeof zero;
        job->in_step = 0;
        for (int d = 0; d < job->lines.ndim; d++)
            job->lines.step[d][1] = 0;
    }
    lanescan_scan_run(job);
}

/* A 0-d tensor is copied, as PyTorch does: not even -0 becomes 0. */
static bool is_copied(const request *r)
{
    return r->in.ndim == 0 && !(r->options.flags & LANESCAN_EXCLUSIVE) && !r->options.initial;
}

static void copy_element(const request *r)
{
    static const int64_t index = 0;
    const conversion convert = lanescan_conversion(lanescan_active_kernels(), r->in.dtype,
                                                   r->out.dtype, r->out.dtype);
    _Alignas(16) unsigned char element[16];
    lanescan_read_elements(&convert, 1, r->in.data, (ptrdiff_t)r->in.element_size, element);
    if (r->out.dtype == LANESCAN_BOOL)
        element[0] = element[0] != 0;
    memcpy(r->out.data, element, r->out.element_size);
    if (r->with_index)
        memcpy(r->index.data, &index, sizeof index);
}

static void run(const request *r)
{
    if (is_copied(r)) {
        copy_element(r);
        return;
    }
    scan_job job;
    begin_job(&job, r);
    if (dtype_is_complex(job.dtype) && job.op == LANESCAN_CUMSUM)
        run_complex_sum(&job);
    else
        lanescan_scan_run(&job);
}

static lanescan_status scan(request *r, const lanescan_tensor *input, int dim,
                            const lanescan_options *options, const lanescan_tensor *output,
                            const lanescan_tensor *indices)
{
    if ((unsigned)r->op > LANESCAN_LOGCUMSUMEXP)
        return LANESCAN_ERROR_OP;
    const lanescan_status status = check(r, input, dim, options, output, indices);
    if (status || r->out.count == 0)
        return status;
    environment before;
    environment_enter(&before);
    run(r);
    environment_leave(&before);
    return LANESCAN_OK;
}

lanescan_status lanescan_scan(lanescan_op op, const lanescan_tensor *input, int dim,
                              const lanescan_options *options, const lanescan_tensor *output)
{
    request r = { .op = op };
    return scan(&r, input, dim, options, output, NULL);
}

lanescan_status lanescan_scan_index(lanescan_op op, const lanescan_tensor *input, int dim,
                                    const lanescan_options *options, const lanescan_tensor *values,
                                    const lanescan_tensor *indices)
{
    request r = { .op = op, .with_index = true };
    if (!op_is_extreme(op))
        return LANESCAN_ERROR_OP;
    return scan(&r, input, dim, options, values, indices);
}

lanescan_status lanescan_cumsum(const lanescan_tensor *input, int dim,
                                const lanescan_tensor *output)
{
    return lanescan_scan(LANESCAN_CUMSUM, input, dim, NULL, output);
}

lanescan_status lanescan_cumprod(const lanescan_tensor *input, int dim,
                                 const lanescan_tensor *output)
{
    return lanescan_scan(LANESCAN_CUMPROD, input, dim, NULL, output);
}

lanescan_status lanescan_cummax(const lanescan_tensor *input, int dim,
                                const lanescan_tensor *output)
{
    return lanescan_scan(LANESCAN_CUMMAX, input, dim, NULL, output);
}

lanescan_status lanescan_cummin(const lanescan_tensor *input, int dim,
                                const lanescan_tensor *output)
{
    return lanescan_scan(LANESCAN_CUMMIN, input, dim, NULL, output);
}

lanescan_status lanescan_logcumsumexp(const lanescan_tensor *input, int dim,
                                      const lanescan_tensor *output)
{
    return lanescan_scan(LANESCAN_LOGCUMSUMEXP, input, dim, NULL, output);
}

lanescan_dtype lanescan_result_dtype(lanescan_op op, lanescan_dtype input)
{
    const bool is_bool_or_integer = input == LANESCAN_BOOL || dtype_is_integer((int)input);
    if (is_bool_or_integer && (op == LANESCAN_CUMSUM || op == LANESCAN_CUMPROD))
        return input == LANESCAN_U64 ? LANESCAN_U64 : LANESCAN_I64;
    if (is_bool_or_integer && op == LANESCAN_LOGCUMSUMEXP)
        return LANESCAN_F32;
    return input;
}
