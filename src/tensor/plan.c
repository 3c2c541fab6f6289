/* From a request to a plan: how its lines are computed, where they are, and which way they take
 * (which_way.c). */
#include "tensor/plan.h"

#include "choose/dispatch.h"
#include "tensor/which_way.h"

/* ---- how it is computed ---- */

/* Of a sum of complex numbers, that of real or of imaginary parts: those of real numbers are
 * zeros. */
static int dtype_of_part(int dtype, int part)
{
    if (!dtype_is_complex(dtype))
        return part ? LANESCAN_F64 : dtype;
    return dtype == LANESCAN_C64 ? LANESCAN_F32 : LANESCAN_F64;
}

static void resolve_part(method *how, const scan_request *r, int part)
{
    const int in_dtype = dtype_of_part(r->in.of->dtype, part),
              dtype = dtype_of_part(r->out.of->dtype, part);
    const char *const initial = r->initial;
    lanescan_method_resolve(how, lanescan_active_kernels(), (lanescan_op)r->called, in_dtype, dtype,
                            initial ? initial + (size_t)part * dtype_size(dtype) : NULL);
}

void lanescan_plan_method(method *how, const scan_request *r, int part)
{
    const int in_dtype = r->in.of->dtype, dtype = r->out.of->dtype;
    if (r->called == CALLED_LINEAR_RECURRENCE)
        lanescan_method_resolve_recurrence(how, lanescan_active_kernels(),
                                           r->coefficients.of->dtype, in_dtype, dtype, r->initial);
    else if (plans_of(r) > 1)
        resolve_part(how, r, part);
    else
        lanescan_method_resolve(how, lanescan_active_kernels(), (lanescan_op)r->called, in_dtype,
                                dtype, r->initial);
}

/* ---- where lines are ---- */

static ptrdiff_t stride_along(const array *a, int dim)
{
    return a->of ? (ptrdiff_t)a->strides[dim] * (ptrdiff_t)a->of->element_size : 0;
}

static void begin_at_the_end(scan_plan *plan)
{
    const ptrdiff_t last = (ptrdiff_t)plan->n - 1, last_place = last + (plan->has_total ? 1 : 0);
    plan->in += last * plan->in_stride;
    plan->in_stride = -plan->in_stride;
    plan->out += last_place * plan->out_stride;
    plan->out_stride = -plan->out_stride;
    if (plan->index) {
        plan->index += last_place * plan->index_stride;
        plan->index_stride = -plan->index_stride;
    }
    if (plan->coefficients) {
        plan->coefficients += last * plan->coefficient_stride;
        plan->coefficient_stride = -plan->coefficient_stride;
    }
}

static void place_line(scan_plan *plan, const scan_request *r)
{
    static const char nothing;
    const layout *const in = r->in.of, *const out = r->out.of, *const a = r->coefficients.of;
    plan->in = in->data ? in->data : &nothing; /* no elements: only totals are written */
    plan->in_stride = stride_along(&r->in, r->dim);
    plan->in_size = in->element_size;
    plan->out = out->data;
    plan->out_stride = stride_along(&r->out, r->dim);
    plan->size = out->element_size;
    plan->index = r->index.of ? r->index.of->data : NULL;
    plan->index_stride = stride_along(&r->index, r->dim);
    plan->coefficients = a ? a->data : NULL;
    plan->coefficient_stride = stride_along(&r->coefficients, r->dim);
    plan->coefficient_size = a ? a->element_size : 0;
    plan->n = (uint64_t)r->shape[r->dim];
    plan->dims = NULL;
    plan->is_exclusive = (r->flags & LANESCAN_EXCLUSIVE) != 0;
    plan->has_total = r->has_total;
    plan->only_total = false;
    plan->is_in_place = !r->has_total && (in->data == out->data || plan->coefficients == out->data);
    if ((r->flags & LANESCAN_REVERSE) && plan->n)
        begin_at_the_end(plan);
}

static void add_lines(walk *lines, const scan_request *r)
{
    const array *const third = r->index.of ? &r->index : &r->coefficients;
    for (int d = 0; d < r->ndim; d++)
        if (d != r->dim)
            lanescan_walk_add(lines, r->shape[d], stride_along(&r->out, d), stride_along(&r->in, d),
                              stride_along(third, d));
}

static void place_lines(scan_plan *plan, walk *lines, const scan_request *r)
{
    plan->lines = lines;
    lanescan_walk_begin(lines);
    add_lines(lines, r);
    lanescan_walk_ready(lines);
    plan->num_lines = (uint64_t)lines->left;
}

/* Zeros wherever elements are read. */
static void read_zeros(scan_plan *plan)
{
    static const double zero = 0;
    plan->in = (const char *)&zero;
    plan->in_size = sizeof zero;
    plan->in_stride = 0;
    for (int d = 0; d < plan->lines->ndim; d++)
        plan->lines->stride[d][1] = 0;
}

static void take_part(scan_plan *plan, const scan_request *r, int part)
{
    plan->size /= 2;
    plan->out += (size_t)part * plan->size;
    if (dtype_is_complex(r->in.of->dtype)) {
        plan->in_size /= 2;
        plan->in += (size_t)part * plan->in_size;
    } else if (part) {
        read_zeros(plan);
    }
}

/* ---- scans and linear recurrences ---- */

void lanescan_plan_scan(scan_plan *plan, walk *lines, const scan_request *r, int part)
{
    place_line(plan, r);
    place_lines(plan, lines, r);
    if (plans_of(r) > 1)
        take_part(plan, r, part);
    lanescan_plan_method(&plan->how, r, part);
    if (plan->index && (r->flags & LANESCAN_REVERSE)) {
        plan->how.begin.as.extreme.first_index = (int64_t)plan->n - 1;
        plan->how.begin.as.extreme.index_increment = -1;
    }
    lanescan_choose_way(plan);
}

/* ---- both parts of complex numbers ---- */

/* Each number of a line across as two real ones, of two lines. */
static void split_lines(scan_plan *plan, walk *lines, const scan_request *r)
{
    lanescan_walk_begin(lines);
    add_lines(lines, r);
    lanescan_walk_add(lines, 2, (ptrdiff_t)plan->size / 2, (ptrdiff_t)plan->in_size / 2, 0);
    lanescan_walk_ready(lines);
    plan->num_lines = (uint64_t)lines->left;
    plan->size /= 2;
    plan->in_size /= 2;
}

bool lanescan_plan_parts(scan_plan *plan, walk *lines, const scan_request *r)
{
    if (plans_of(r) == 1 || r->initial || r->in.of->dtype != r->out.of->dtype)
        return false;
    place_line(plan, r);
    if (plan->is_exclusive && plan->is_in_place)
        return false;
    place_lines(plan, lines, r);
    lanescan_plan_method(&plan->how, r, 0);
    if (!lanescan_choose_way_of_parts(plan))
        return false;
    if (plan->way == WAY_ACROSS) {
        split_lines(plan, lines, r);
        lanescan_choose_rows(plan);
    }
    return true;
}

/* ---- reductions ---- */

/* The dimensions of a line: merged where one continues another. */
static void add_line_dim(line_dims *dims, int64_t extent, ptrdiff_t stride)
{
    const int last = dims->ndim - 1;
    if (extent == 1)
        return;
    if (last >= 0 && (size_t)dims->stride[last] == (size_t)stride * (size_t)extent) {
        dims->shape[last] *= extent;
        dims->stride[last] = stride;
        return;
    }
    dims->shape[dims->ndim] = extent;
    dims->stride[dims->ndim++] = stride;
}

static void place_reduction(scan_plan *plan, walk *lines, line_dims *dims,
                            const reduction_request *r)
{
    plan->n = 1;
    plan->lines = lines;
    plan->dims = dims;
    dims->ndim = 0;
    lanescan_walk_begin(lines);
    for (int d = 0; d < r->ndim; d++) {
        const ptrdiff_t stride = stride_along(&r->in, d);
        if (r->is_reduced[d]) {
            add_line_dim(dims, r->shape[d], stride);
            plan->n *= (uint64_t)r->shape[d];
        } else {
            lanescan_walk_add(lines, r->shape[d], stride_along(&r->out, d), stride, 0);
        }
    }
    lanescan_walk_ready(lines);
    plan->num_lines = (uint64_t)lines->left;
    if (dims->ndim == 0) {
        dims->shape[0] = 1;
        dims->stride[0] = 0;
        dims->ndim = 1;
    }
    plan->in_stride = dims->stride[dims->ndim - 1];
}

void lanescan_plan_reduction(scan_plan *plan, walk *lines, line_dims *dims,
                             const reduction_request *r)
{
    const layout *const in = r->in.of, *const out = r->out.of;
    *plan = (scan_plan){ .in = in->data,
                         .out = out->data,
                         .in_size = in->element_size,
                         .size = out->element_size,
                         .only_total = true };
    lanescan_method_resolve(&plan->how, lanescan_active_kernels(), LANESCAN_LOGCUMSUMEXP, in->dtype,
                            out->dtype, NULL);
    place_reduction(plan, lines, dims, r);
    lanescan_choose_way_of_totals(plan);
}
