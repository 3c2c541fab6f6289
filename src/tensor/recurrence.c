/* Linear recurrences of tensors: everything is checked here, before anything is written. */
#include "lanescan.h"

#include "choose/dispatch.h"
#include "choose/environment.h"
#include "tensor/operand.h"
#include "tensor/options.h"
#include "tensor/overlap.h"
#include "tensor/plain.h"
#include "tensor/run.h"

typedef struct request {
    operand a, b;
    layout out;
    int dim;
    lanescan_options options;
} request;

static lanescan_status check(request *r, const lanescan_tensor *a, const lanescan_tensor *b,
                             int dim, const lanescan_options *options,
                             const lanescan_tensor *output)
{
    lanescan_status status = a && b ? layout_read(output, &r->out) : LANESCAN_ERROR_NULL;
    if (!status)
        status = lanescan_method_status(CALLED_LINEAR_RECURRENCE, r->out.dtype);
    if (!status)
        status = operand_read(a, &r->out, &r->a);
    if (!status)
        status = operand_read(b, &r->out, &r->b);
    if (!status)
        status = layout_dim(dim, r->out.ndim, &r->dim);
    if (!status)
        status = lanescan_read_options(options, LANESCAN_REVERSE, &r->options);
    if (!status && layout_aliases_itself(&r->out))
        status = LANESCAN_ERROR_ALIAS;
    if (!status && (layouts_clash(&r->a.layout, &r->out) || layouts_clash(&r->b.layout, &r->out)))
        status = LANESCAN_ERROR_OVERLAP;
    return status;
}

static void run(const request *r, const crew *c)
{
    const scan_request asked = { .called = CALLED_LINEAR_RECURRENCE,
                                 .ndim = r->out.ndim,
                                 .dim = r->dim,
                                 .shape = r->out.shape,
                                 .in = { &r->b.layout, r->b.strides },
                                 .out = { &r->out, r->out.strides },
                                 .index = { NULL, NULL },
                                 .coefficients = { &r->a.layout, r->a.strides },
                                 .flags = r->options.flags,
                                 .initial = r->options.initial };
    scan_plan plan;
    walk lines;
    lanescan_plan_scan(&plan, &lines, &asked, 0);
    lanescan_run_plan(&plan, c);
}

/* Plain lines (plain.h), or one coefficient for all, with default options or an executor. False
 * where anything is else, or may be wrong: nothing is written then. */
static bool run_plainly(const lanescan_tensor *a, const lanescan_tensor *b, int dim,
                        const lanescan_options *options, const lanescan_tensor *output)
{
    const lanescan_executor *unused;
    const lanescan_state_kind *states;
    lanescan_state state;
    environment before;
    const int64_t n = plain_count(output);
    if (!n || !plain_dim(dim) || !plain_fits(b, output, n))
        return false;
    const bool one = plain_is_one(a) && a->dtype == output->dtype && plain_are_apart(a, output, n);
    if ((!one && !plain_fits(a, output, n)) || lanescan_read_executor(options, &unused))
        return false;
    lanescan_recurrence_piece *const piece = lanescan_method_plain_recurrence(
        lanescan_active_kernels(), output->dtype, &states);
    if (!piece)
        return false;
    environment_enter(&before);
    states->begin(&state);
    piece(&state, false, one, (size_t)n, a->data, b->data, output->data);
    environment_leave(&before);
    return true;
}

lanescan_status lanescan_linear_recurrence(const lanescan_tensor *a, const lanescan_tensor *b,
                                           int dim, const lanescan_options *options,
                                           const lanescan_tensor *output)
{
    request r;
    environment before;
    if (run_plainly(a, b, dim, options, output))
        return LANESCAN_OK;
    const lanescan_status status = check(&r, a, b, dim, options, output);
    if (status || r.out.count == 0)
        return status;
    environment_enter(&before);
    run(&r, &(crew){ r.options.executor, &before });
    environment_leave(&before);
    return LANESCAN_OK;
}
