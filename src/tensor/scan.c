/* The scans of tensors: everything is checked here, before anything is written. */
#include "lanescan.h"

#include "choose/dispatch.h"
#include "choose/environment.h"
#include "memory/dtype.h"
#include "tensor/options.h"
#include "tensor/overlap.h"
#include "tensor/relay.h"

#include <string.h>

/* A dimension as long lines along memory: pieces beat tiles. Linear recurrences are best from a
 * block of eight groups on. */
enum { LONG_LINE = 64, LONG_RECURRENCE = 256 };

typedef enum way { WAY_SHORT, WAY_LINES, WAY_ACROSS } way;

/* Of a linear recurrence: do coefficients neither follow each other nor stay the same? */
static bool has_far_coefficients(const scan_plan *plan)
{
    const ptrdiff_t size = (ptrdiff_t)plan->coefficient_size, stride = plan->coefficient_stride;
    return plan->coefficients && stride != 0 && stride != size && stride != -size;
}

/* The way through memory that suits the plan. */
static way way_of(const scan_plan *plan)
{
    const ptrdiff_t in_size = (ptrdiff_t)plan->in_size, size = (ptrdiff_t)plan->size;
    const bool is_along = (plan->in_stride == in_size || plan->in_stride == -in_size) &&
                          (plan->out_stride == size || plan->out_stride == -size) &&
                          !has_far_coefficients(plan);
    const bool is_converted = plan->how.in_dtype != plan->how.dtype;
    const uint64_t long_enough = plan->coefficients ? LONG_RECURRENCE
                                 : is_converted     ? LONG_LINE
                                                    : SHORT_LINE;
    if (lanescan_can_scan_short(plan))
        return WAY_SHORT;
    if (plan->num_lines < WORTH_ACROSS || !(plan->how.across || plan->how.recurrence_across) ||
        (is_along && plan->n >= long_enough))
        return WAY_LINES;
    return WAY_ACROSS;
}

static void go(const scan_plan *plan, const void *more)
{
    switch (*(const way *)more) {
    case WAY_SHORT:
        lanescan_scan_short(plan);
        break;
    case WAY_LINES:
        lanescan_scan_lines(plan);
        break;
    case WAY_ACROSS:
        lanescan_scan_across(plan);
        break;
    }
}

void lanescan_scan_plan(const scan_plan *plan, const crew *c)
{
    const way chosen = way_of(plan);
    size_t tasks = lanescan_tasks_worth(c, plan->how.op, plan->how.type, plan->n * plan->num_lines);
    if (tasks > 1 && chosen == WAY_ACROSS)
        tasks = lanescan_tasks_side_by_side(plan, tasks);
    if (tasks < 2)
        go(plan, &chosen);
    else if (chosen == WAY_LINES && lanescan_relay_pays(plan, tasks))
        lanescan_relay_run(c, tasks, plan, &lanescan_scan_relayed, NULL);
    else
        lanescan_share_lines(c, tasks, plan, chosen == WAY_ACROSS ? lanescan_across_unit(plan) : 1,
                             go, &chosen);
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
    bool had_total;
    r->has_total = false;
    lanescan_status status = layout_read(input, &r->in);
    if (!status)
        status = layout_read(output, &r->out);
    if (!status && r->with_index)
        status = layout_read(indices, &r->index);
    if (!status)
        status = layout_dim(dim, r->in.ndim, &r->dim);
    if (!status)
        status = lanescan_read_options(options, LANESCAN_REVERSE | LANESCAN_EXCLUSIVE, &r->options);
    if (!status)
        status = lanescan_method_status(r->op, r->out.dtype);
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

/* Where elements, results and indices are; how it is computed is still to be resolved. */
static void place(scan_plan *plan, walk *lines, const request *r)
{
    static const char nothing;
    const bool is_reversed = (r->options.flags & LANESCAN_REVERSE) != 0;
    plan->in_size = r->in.element_size;
    plan->size = r->out.element_size;
    plan->in = r->in.data ? r->in.data : &nothing; /* no elements: only totals are written */
    plan->out = r->out.data;
    plan->index = r->with_index ? r->index.data : NULL;
    plan->n = (uint64_t)r->in.shape[r->dim];
    plan->in_stride = (ptrdiff_t)r->in.strides[r->dim] * (ptrdiff_t)plan->in_size;
    plan->out_stride = (ptrdiff_t)r->out.strides[r->dim] * (ptrdiff_t)plan->size;
    plan->index_stride = r->with_index ? (ptrdiff_t)r->index.strides[r->dim] * 8 : 0;
    plan->is_exclusive = (r->options.flags & LANESCAN_EXCLUSIVE) != 0;
    plan->has_total = r->has_total;
    plan->only_total = false;
    plan->coefficients = NULL;
    plan->is_in_place = r->in.data == r->out.data;
    if (is_reversed && plan->n) {
        const ptrdiff_t results = (ptrdiff_t)plan->n - 1 + (r->has_total ? 1 : 0);
        plan->in += ((ptrdiff_t)plan->n - 1) * plan->in_stride;
        plan->out += results * plan->out_stride;
        if (plan->index)
            plan->index += results * plan->index_stride;
        plan->in_stride = -plan->in_stride;
        plan->out_stride = -plan->out_stride;
        plan->index_stride = -plan->index_stride;
    }
    plan->lines = lines;
    lanescan_walk_begin(lines);
    for (int d = 0; d < r->in.ndim; d++)
        if (d != r->dim)
            lanescan_walk_add(lines, r->in.shape[d],
                              (ptrdiff_t)r->out.strides[d] * (ptrdiff_t)plan->size,
                              (ptrdiff_t)r->in.strides[d] * (ptrdiff_t)plan->in_size,
                              r->with_index ? (ptrdiff_t)r->index.strides[d] * 8 : 0);
    lanescan_walk_ready(lines);
    plan->num_lines = (uint64_t)lines->left;
}

static void run_scan(scan_plan *plan, const request *r, const crew *c)
{
    method *const how = &plan->how;
    lanescan_method_resolve(how, lanescan_active_kernels(), r->op, r->in.dtype, r->out.dtype,
                            r->options.initial);
    if (op_is_extreme(r->op) && (r->options.flags & LANESCAN_REVERSE)) {
        how->begin.as.extreme.first_index = (int64_t)plan->n - 1;
        how->begin.as.extreme.index_increment = -1;
    }
    lanescan_scan_plan(plan, c);
}

/* A sum of complex numbers is two sums of real ones, of which real numbers have the second one of
 * zeros. */
static void run_complex_sum(scan_plan *plan, const request *r, const crew *c)
{
    static const double zero = 0;
    const int part = r->out.dtype == LANESCAN_C64 ? LANESCAN_F32 : LANESCAN_F64;
    const bool reads_complex = dtype_is_complex(r->in.dtype);
    const int in_part = r->in.dtype == LANESCAN_C64    ? LANESCAN_F32
                        : r->in.dtype == LANESCAN_C128 ? LANESCAN_F64
                                                       : r->in.dtype;
    const lanescan_kernels *const kernels = lanescan_active_kernels();
    const char *const initial = r->options.initial;
    plan->size = dtype_size(part);
    plan->in_size = dtype_size(in_part);
    lanescan_method_resolve(&plan->how, kernels, r->op, in_part, part, initial);
    walk again = *plan->lines;
    lanescan_scan_plan(plan, c);
    plan->lines = &again;
    plan->out += plan->size;
    plan->in += plan->in_size;
    if (!reads_complex) {
        plan->in = (const char *)&zero;
        plan->in_size = sizeof zero;
        plan->in_stride = 0;
        for (int d = 0; d < again.ndim; d++)
            again.step[d][1] = 0;
    }
    lanescan_method_resolve(&plan->how, kernels, r->op, reads_complex ? in_part : LANESCAN_F64,
                            part, initial ? initial + plan->size : NULL);
    lanescan_scan_plan(plan, c);
}

/* A 0-d tensor is copied, as PyTorch does: not even -0 becomes 0. */
static bool is_copied(const request *r)
{
    return r->in.ndim == 0 && !(r->options.flags & LANESCAN_EXCLUSIVE) && !r->options.initial;
}

static void copy_element(const request *r)
{
    static const int64_t index = 0;
    const conversion convert = lanescan_conversion(&lanescan_active_kernels()->memory, r->in.dtype,
                                                   r->out.dtype, r->out.dtype, false);
    any_element value;
    lanescan_read_elements(&convert, 1, r->in.data, (ptrdiff_t)r->in.element_size, value.bytes);
    if (r->out.dtype == LANESCAN_BOOL)
        value.bytes[0] = value.bytes[0] != 0;
    memcpy(r->out.data, value.bytes, r->out.element_size);
    if (r->with_index)
        memcpy(r->index.data, &index, sizeof index);
}

static void run(const request *r, const crew *c)
{
    scan_plan plan;
    walk lines;
    if (is_copied(r)) {
        copy_element(r);
        return;
    }
    place(&plan, &lines, r);
    if (r->op == LANESCAN_CUMSUM && dtype_is_complex(r->out.dtype))
        run_complex_sum(&plan, r, c);
    else
        run_scan(&plan, r, c);
}

static lanescan_status scan(request *r, const lanescan_tensor *input, int dim,
                            const lanescan_options *options, const lanescan_tensor *output,
                            const lanescan_tensor *indices)
{
    if ((unsigned)r->op >= NUM_OPS)
        return LANESCAN_ERROR_OP;
    const lanescan_status status = check(r, input, dim, options, output, indices);
    if (status || r->out.count == 0)
        return status;
    environment before;
    environment_enter(&before);
    run(r, &(crew){ r->options.executor, &before });
    environment_leave(&before);
    return LANESCAN_OK;
}

lanescan_status lanescan_scan(lanescan_op op, const lanescan_tensor *input, int dim,
                              const lanescan_options *options, const lanescan_tensor *output)
{
    request r; /* not all of it zeros first: that takes longer than a short line */
    r.op = op;
    r.with_index = false;
    return scan(&r, input, dim, options, output, NULL);
}

lanescan_status lanescan_scan_index(lanescan_op op, const lanescan_tensor *input, int dim,
                                    const lanescan_options *options, const lanescan_tensor *values,
                                    const lanescan_tensor *indices)
{
    request r;
    r.op = op;
    r.with_index = true;
    if (!op_is_extreme(op))
        return LANESCAN_ERROR_OP;
    return scan(&r, input, dim, options, values, indices);
}

/* The operations by their names, with default options. */
#define OPERATION(op, name, text, identity, integers)                      \
    lanescan_status lanescan_##name(const lanescan_tensor *input, int dim, \
                                    const lanescan_tensor *output)         \
    {                                                                      \
        return lanescan_scan(LANESCAN_##op, input, dim, NULL, output);     \
    }
#include "ops/ops.def"

/* What becomes of bool and integers by default. */
static const enum integer_results {
    WIDENED,
    KEPT,
    FLOATS
} integer_results[] = {
#define OPERATION(op, name, text, identity, integers) integers,
#include "ops/ops.def"
};

lanescan_dtype lanescan_result_dtype(lanescan_op op, lanescan_dtype input)
{
    const bool is_known = (unsigned)op < NUM_OPS;
    if (!is_known || (input != LANESCAN_BOOL && !dtype_is_integer((int)input)))
        return input;
    switch (integer_results[op]) {
    case WIDENED:
        return input == LANESCAN_U64 ? LANESCAN_U64 : LANESCAN_I64;
    case FLOATS:
        return LANESCAN_F32;
    default:
        return input;
    }
}
