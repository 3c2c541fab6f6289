/* Linear recurrences of tensors: everything is checked here, before anything is written. */
#include "lanescan.h"

#include "choose/dispatch.h"
#include "choose/environment.h"
#include "memory/dtype.h"
#include "tensor/options.h"
#include "tensor/overlap.h"
#include "tensor/parts.h"

typedef struct operand {
    layout layout;
    int64_t strides[LANESCAN_MAX_NDIM]; /* as if it had the output's shape */
} operand;

typedef struct request {
    operand a, b;
    layout out;
    int dim;
    lanescan_options options;
} request;

static lanescan_status check_operand(const lanescan_tensor *t, const layout *out, operand *o)
{
    lanescan_status status = layout_read(t, &o->layout);
    if (!status && dtype_is_complex(o->layout.dtype) && !dtype_is_complex(out->dtype))
        status = LANESCAN_ERROR_DTYPE;
    return status ? status : layout_broadcast(&o->layout, out, o->strides);
}

static bool overlaps(const operand *o, const layout *out)
{
    return !layouts_same(&o->layout, out) && layouts_overlap(&o->layout, out);
}

static lanescan_status check(request *r, const lanescan_tensor *a, const lanescan_tensor *b,
                             int dim, const lanescan_options *options,
                             const lanescan_tensor *output)
{
    lanescan_status status = a && b ? layout_read(output, &r->out) : LANESCAN_ERROR_NULL;
    if (!status)
        status = lanescan_method_status(CALLED_LINEAR_RECURRENCE, r->out.dtype);
    if (!status)
        status = check_operand(a, &r->out, &r->a);
    if (!status)
        status = check_operand(b, &r->out, &r->b);
    if (!status)
        status = layout_dim(dim, r->out.ndim, &r->dim);
    if (!status)
        status = lanescan_read_options(options, LANESCAN_REVERSE, &r->options);
    if (!status && layout_aliases_itself(&r->out))
        status = LANESCAN_ERROR_ALIAS;
    if (!status && (overlaps(&r->a, &r->out) || overlaps(&r->b, &r->out)))
        status = LANESCAN_ERROR_OVERLAP;
    return status;
}

static ptrdiff_t step_of(const operand *o, int d)
{
    return (ptrdiff_t)o->strides[d] * (ptrdiff_t)o->layout.element_size;
}

static void place(scan_plan *plan, walk *lines, const request *r)
{
    const layout *const out = &r->out;
    const ptrdiff_t size = (ptrdiff_t)out->element_size;
    plan->in = r->b.layout.data;
    plan->coefficients = r->a.layout.data;
    plan->out = out->data;
    plan->index = NULL;
    plan->in_size = r->b.layout.element_size;
    plan->coefficient_size = r->a.layout.element_size;
    plan->size = out->element_size;
    plan->n = (uint64_t)out->shape[r->dim];
    plan->in_stride = out->ndim ? step_of(&r->b, r->dim) : 0;
    plan->coefficient_stride = out->ndim ? step_of(&r->a, r->dim) : 0;
    plan->out_stride = (ptrdiff_t)out->strides[r->dim] * size;
    plan->index_stride = 0;
    plan->is_exclusive = plan->has_total = plan->only_total = false;
    plan->is_in_place = r->a.layout.data == out->data || r->b.layout.data == out->data;
    if (r->options.flags & LANESCAN_REVERSE) {
        const ptrdiff_t last = (ptrdiff_t)plan->n - 1;
        plan->in += last * plan->in_stride;
        plan->coefficients += last * plan->coefficient_stride;
        plan->out += last * plan->out_stride;
        plan->in_stride = -plan->in_stride;
        plan->coefficient_stride = -plan->coefficient_stride;
        plan->out_stride = -plan->out_stride;
    }
    plan->lines = lines;
    lanescan_walk_begin(lines);
    for (int d = 0; d < out->ndim; d++)
        if (d != r->dim)
            lanescan_walk_add(lines, out->shape[d], (ptrdiff_t)out->strides[d] * size,
                              step_of(&r->b, d), step_of(&r->a, d));
    lanescan_walk_ready(lines);
    plan->num_lines = (uint64_t)lines->left;
}

lanescan_status lanescan_linear_recurrence(const lanescan_tensor *a, const lanescan_tensor *b,
                                           int dim, const lanescan_options *options,
                                           const lanescan_tensor *output)
{
    request r;
    scan_plan plan;
    walk lines;
    environment before;
    const lanescan_status status = check(&r, a, b, dim, options, output);
    if (status || r.out.count == 0)
        return status;
    environment_enter(&before);
    lanescan_method_resolve_recurrence(&plan.how, lanescan_active_kernels(), r.a.layout.dtype,
                                       r.b.layout.dtype, r.out.dtype, r.options.initial);
    place(&plan, &lines, &r);
    lanescan_scan_plan(&plan, &(crew){ r.options.executor, &before });
    environment_leave(&before);
    return LANESCAN_OK;
}
