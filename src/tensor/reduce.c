/* logsumexp of tensors: the elements that are reduced, in C order, are one line. */
#include "lanescan.h"

#include "choose/dispatch.h"
#include "memory/dtype.h"
#include "tensor/options.h"
#include "tensor/overlap.h"
#include "tensor/plain.h"
#include "tensor/reduced.h"
#include "tensor/run.h"
#include "tensor/ways.h"

#include <string.h>

typedef struct reduction {
    layout in, out;
    bool is_reduced[LANESCAN_MAX_NDIM];
    int64_t out_strides[LANESCAN_MAX_NDIM]; /* of in's dimensions */
} reduction;

static lanescan_status check(reduction *r, const lanescan_tensor *input, const int *dims,
                             int num_dims, const lanescan_tensor *output)
{
    lanescan_status status = layout_read(input, &r->in);
    memset(r->is_reduced, 0, sizeof r->is_reduced);
    if (!status)
        status = layout_read(output, &r->out);
    if (!status)
        status = reduced_dims(&r->in, dims, num_dims, r->is_reduced);
    if (!status)
        status = lanescan_method_status(CALLED_LOGSUMEXP, r->out.dtype);
    if (!status && dtype_is_complex(r->in.dtype) && !dtype_is_complex(r->out.dtype))
        status = LANESCAN_ERROR_DTYPE;
    if (!status)
        status = reduced_match(&r->in, r->is_reduced, &r->out, r->out_strides);
    if (!status && layout_aliases_itself(&r->out))
        status = LANESCAN_ERROR_ALIAS;
    if (!status && layouts_clash(&r->in, &r->out))
        status = LANESCAN_ERROR_OVERLAP;
    return status;
}

static void run(const reduction *r, const crew *c)
{
    scan_plan plan;
    walk lines;
    line_dims dims;
    const reduction_request asked = { .ndim = r->in.ndim,
                                      .shape = r->in.shape,
                                      .is_reduced = r->is_reduced,
                                      .in = { &r->in, r->in.strides },
                                      .out = { &r->out, r->out_strides } };
    lanescan_plan_reduction(&plan, &lines, &dims, &asked);
    lanescan_run_plan(&plan, c);
}

/* A plain line (plain.h) into one element. False where anything is else, or may be wrong: nothing
 * is written then. */
static bool reduce_plainly(const lanescan_tensor *input, const int *dims, int num_dims,
                           const lanescan_tensor *output)
{
    const lanescan_state_kind *states;
    lanescan_state state;
    environment before;
    const int64_t n = plain_count(input);
    const bool is_whole = num_dims == 0 || (num_dims == 1 && dims && plain_dim(dims[0]));
    if (!n || !is_whole || !plain_is_one(output) || input->dtype != output->dtype ||
        !plain_are_apart(input, output, n) ||
        lanescan_method_status(CALLED_LOGSUMEXP, output->dtype))
        return false;
    lanescan_piece *const piece = lanescan_method_plain(
        lanescan_active_kernels(), LANESCAN_LOGCUMSUMEXP, output->dtype, &states);
    if (!piece)
        return false;
    environment_enter(&before);
    if (!lanescan_few_logs(lanescan_active_kernels(), output->dtype, true, (size_t)n, input->data,
                           output->data)) {
        states->begin(&state);
        lanescan_finish_total(piece, output->dtype, &state, (size_t)n, input->data, output->data);
    }
    environment_leave(&before);
    return true;
}

lanescan_status lanescan_logsumexp(const lanescan_tensor *input, const int *dims, int num_dims,
                                   const lanescan_options *options, const lanescan_tensor *output)
{
    reduction r;
    crew c;
    lanescan_status status = lanescan_read_executor(options, &c.executor);
    if (!status && reduce_plainly(input, dims, num_dims, output))
        return LANESCAN_OK;
    if (!status)
        status = check(&r, input, dims, num_dims, output);
    if (status || r.out.count == 0)
        return status;
    environment before;
    environment_enter(&before);
    c.around = &before;
    run(&r, &c);
    environment_leave(&before);
    return LANESCAN_OK;
}
