/* The scans of tensors: everything is checked here, before anything is written. */
#include "lanescan.h"

#include "choose/dispatch.h"
#include "choose/environment.h"
#include "memory/dtype.h"
#include "tensor/options.h"
#include "tensor/overlap.h"
#include "tensor/plain.h"
#include "tensor/run.h"
#include "tensor/ways.h"

#include <string.h>

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
    if (!layout_fits_results(&r->in, out, r->dim, (r->options.flags & LANESCAN_EXCLUSIVE) != 0))
        return LANESCAN_ERROR_SHAPE;
    r->has_total = out->shape[r->dim] != r->in.shape[r->dim];
    return LANESCAN_OK;
}

static lanescan_status check_memory(const request *r)
{
    if (layout_aliases_itself(&r->out) || (r->with_index && layout_aliases_itself(&r->index)))
        return LANESCAN_ERROR_ALIAS;
    if (layouts_clash(&r->in, &r->out))
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

/* A 0-d tensor is copied, as PyTorch does: not even -0 becomes 0. */
static bool is_copied(const request *r)
{
    return r->in.ndim == 0 && !(r->options.flags & LANESCAN_EXCLUSIVE) && !r->options.initial;
}

static void copy_element(const request *r)
{
    static const int64_t index = 0;
    conversion convert;
    any_element value;
    lanescan_set_conversion(&convert, &lanescan_active_kernels()->memory, r->in.dtype, r->out.dtype,
                            r->out.dtype, false);
    lanescan_read_elements(&convert, 1, r->in.data, (ptrdiff_t)r->in.element_size, value.bytes);
    if (r->out.dtype == LANESCAN_BOOL)
        value.bytes[0] = value.bytes[0] != 0;
    lanescan_copy_element(r->out.element_size, value.bytes, r->out.data);
    if (r->with_index)
        memcpy(r->index.data, &index, sizeof index);
}

static void run(const request *r, const crew *c)
{
    const scan_request asked = { .called = r->op,
                                 .ndim = r->in.ndim,
                                 .dim = r->dim,
                                 .shape = r->in.shape,
                                 .in = { &r->in, r->in.strides },
                                 .out = { &r->out, r->out.strides },
                                 .index = { r->with_index ? &r->index : NULL, r->index.strides },
                                 .coefficients = { NULL, NULL },
                                 .has_total = r->has_total,
                                 .flags = r->options.flags,
                                 .initial = r->options.initial };
    scan_plan plan;
    walk lines;
    if (lanescan_plan_parts(&plan, &lines, &asked) && lanescan_run_parts(&plan, c))
        return;
    for (int part = 0; part < plans_of(&asked); part++) {
        lanescan_plan_scan(&plan, &lines, &asked, part);
        lanescan_run_plan(&plan, c);
    }
}

/* ---- one line of few elements ---- */

/* Plain lines (plain.h) of elements that the kernel takes as they are, with default options or an
 * executor. False where anything is else, or may be wrong: nothing is written then. */
static bool scan_plainly(const request *r, const lanescan_tensor *input, int dim,
                         const lanescan_options *options, const lanescan_tensor *output,
                         const lanescan_tensor *indices)
{
    const lanescan_executor *unused;
    const lanescan_state_kind *states;
    lanescan_state state;
    environment before;
    const int64_t n = plain_count(output);
    if (!n || !plain_dim(dim) || !plain_fits(input, output, n))
        return false;
    if (r->with_index &&
        (plain_count(indices) != n || indices->dtype != LANESCAN_I64 ||
         !plain_are_apart(input, indices, n) || !plain_are_apart(output, indices, n)))
        return false;
    if (lanescan_read_executor(options, &unused) || lanescan_method_status(r->op, output->dtype))
        return false;
    lanescan_piece *const piece = lanescan_method_plain(lanescan_active_kernels(), r->op,
                                                        output->dtype, &states);
    if (!piece)
        return false;
    environment_enter(&before);
    if (r->op != LANESCAN_LOGCUMSUMEXP ||
        !lanescan_few_logs(lanescan_active_kernels(), output->dtype, false, (size_t)n, input->data,
                           output->data)) {
        states->begin(&state);
        piece(&state, false, (size_t)n, input->data, output->data,
              r->with_index ? indices->data : NULL);
    }
    environment_leave(&before);
    return true;
}

/* ---- any tensors ---- */

static lanescan_status scan(request *r, const lanescan_tensor *input, int dim,
                            const lanescan_options *options, const lanescan_tensor *output,
                            const lanescan_tensor *indices)
{
    if ((unsigned)r->op >= NUM_OPS)
        return LANESCAN_ERROR_OP;
    if (scan_plainly(r, input, dim, options, output, indices))
        return LANESCAN_OK;
    const lanescan_status status = check(r, input, dim, options, output, indices);
    if (status || r->out.count == 0)
        return status;
    environment before;
    environment_enter(&before);
    if (is_copied(r))
        copy_element(r);
    else
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
