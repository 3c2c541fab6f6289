/* From a request to a plan: how its lines are computed, where they are, and which way they take. */
#include "tensor/plan.h"

#include "choose/dispatch.h"

/* ---- which way ---- */

/* Bytes that the inner caches do not hold: with so many between a line's first element and its last
 * strips are wide, and the next tiles are asked for early. */
enum { LARGE = 1 << 20 };

/* Lines of at most so many elements are best one after the other, all in one call of a kernel.
 * Lines of floats and doubles are so too up to twice this length, and again from LONG_LINE to
 * MOST_SHORT. In between, only sums of doubles are, and products of doubles that exceed the inner
 * caches. */
enum { SHORTEST_LINE = 8 };

/* Other lines go side by side if there are WORTH_ACROSS of them. But where a line's elements follow
 * each other in memory, line by line is faster from this many elements on: the second number is for
 * elements that are converted, the third for linear recurrences, which go in blocks of eight groups
 * along a line. */
enum { LONG_LINE = 32, LONG_CONVERTED_LINE = 64, LONG_RECURRENCE = 256 };

/* Where only totals are wanted lines of fewer elements are faster side by side. */
enum { LONG_TOTAL = 256 };

/* Lines that are converted go through a buffer, many at a time, so they must follow each other
 * without gaps. */
static bool short_lines_suit_buffer(const scan_plan *plan)
{
    const ptrdiff_t n = (ptrdiff_t)plan->n;
    return plan->num_lines >= WORTH_ACROSS &&
           walk_stride(plan->lines, 0) == n * (ptrdiff_t)plan->size &&
           walk_stride(plan->lines, 1) == n * (ptrdiff_t)plan->in_size;
}

/* May they be one after the other, as far as it is not their length? */
static bool are_placed_as_short(const scan_plan *plan)
{
    return plan->how.short_lines && plan->n > 0 && !plan->is_exclusive && !plan->index &&
           plan->in_stride == (ptrdiff_t)plan->in_size &&
           plan->out_stride == (ptrdiff_t)plan->size &&
           (!method_converts(&plan->how) || short_lines_suit_buffer(plan));
}

static bool suits_short(const scan_plan *plan)
{
    const uint64_t n = plan->n;
    if (!are_placed_as_short(plan) || n > MOST_SHORT)
        return false;
    if (n <= SHORTEST_LINE || dtype_is_integer(plan->how.dtype))
        return n <= SHORTEST_LINE;
    if (n <= 2 * SHORTEST_LINE || n >= LONG_LINE)
        return true;
    return plan->how.type == ELEMENT_F64 &&
           (plan->how.op == LANESCAN_CUMSUM || plan->num_lines >= LARGE / (n * plan->size));
}

/* Do elements of so many bytes follow each other, in one direction or the other? */
static bool follow(ptrdiff_t stride, size_t size)
{
    return stride == (ptrdiff_t)size || stride == -(ptrdiff_t)size;
}

/* Do they along the lines? Coefficients may also be one. */
static bool is_along(const scan_plan *plan)
{
    return follow(plan->in_stride, plan->in_size) && follow(plan->out_stride, plan->size) &&
           (!plan->coefficients || plan->coefficient_stride == 0 ||
            follow(plan->coefficient_stride, plan->coefficient_size));
}

static bool suits_lines(const scan_plan *plan)
{
    const bool is_converted = plan->how.in_dtype != plan->how.dtype;
    const uint64_t long_enough = plan->coefficients ? LONG_RECURRENCE
                                 : is_converted     ? LONG_CONVERTED_LINE
                                                    : LONG_LINE;
    return plan->num_lines < WORTH_ACROSS || !(plan->how.across || plan->how.recurrence_across) ||
           (is_along(plan) && plan->n >= long_enough);
}

/* A line is one, in the order of memory, or it is read by way of a buffer. */
static bool suits_totals(const scan_plan *plan)
{
    return plan->num_lines < WORTH_ACROSS || !plan->how.across || plan->dims->ndim != 1 ||
           plan->n == 0 || (plan->in_stride == (ptrdiff_t)plan->in_size && plan->n >= LONG_TOTAL);
}

/* Would results where they belong overwrite elements before these are read? */
static bool overwrites(const scan_plan *plan)
{
    return plan->is_in_place && plan->is_exclusive;
}

/* Do kernels write results, and indices, where they belong? */
static bool writes_directly(const scan_plan *plan, int direction)
{
    return !overwrites(plan) &&
           conversion_is_direct(&plan->how.along.write, direction * plan->out_stride) &&
           (!plan->index || plan->index_stride == direction * (ptrdiff_t)sizeof(int64_t));
}

/* Pieces go in the order of memory, where that is the order of all arrays or its opposite. */
static bool goes_backwards(const scan_plan *plan)
{
    return plan->in_stride < 0 && plan->out_stride < 0 && (!plan->index || plan->index_stride < 0);
}

static void choose_pieces(scan_plan *plan)
{
    plan->is_backwards = goes_backwards(plan);
    plan->is_backwards_without_results = plan->in_stride < 0;
    const int direction = plan->is_backwards ? -1 : 1;
    plan->writes_directly = writes_directly(plan, direction);
    plan->is_direct = plan->writes_directly && plan_has_elements(plan, direction) &&
                      (!plan->coefficients || plan_has_coefficients(plan, direction));
}

static bool is_large(const scan_plan *plan)
{
    return plan->in_stride && plan->n > LARGE / layout_magnitude(plan->in_stride);
}

/* Results of so many bytes in all, elsewhere than the elements, go past the caches, if their cache
 * lines begin at the same columns in every row. (Then asking for tiles early does not pay.) */
enum { PAST_CACHES_FROM = 8 << 20 };

static bool go_past_caches(const scan_plan *plan)
{
    return plan->is_large && !plan->is_in_place && plan->out_stride % CACHE_LINE == 0 &&
           (uintptr_t)plan->out % plan->size == 0 &&
           plan->num_lines >= PAST_CACHES_FROM / plan->size / plan->n;
}

static bool is_one_coefficient(const scan_plan *plan)
{
    if (!plan->coefficients || plan->coefficient_stride != 0)
        return false;
    for (int d = 0; d < plan->lines->ndim; d++)
        if (plan->lines->stride[d][2] != 0)
            return false;
    return true;
}

static void choose_rows(scan_plan *plan)
{
    const passage *const pass = method_side_by_side(&plan->how);
    const ptrdiff_t out = walk_stride(plan->lines, 0), in = walk_stride(plan->lines, 1),
                    third = walk_stride(plan->lines, 2);
    plan->is_large = is_large(plan);
    plan->is_past_caches = go_past_caches(plan);
    plan->reads_rows = conversion_is_direct(&pass->read, in);
    plan->writes_rows = !plan->only_total && !overwrites(plan) &&
                        conversion_is_direct(&pass->write, out);
    plan->writes_index_rows = plan->index && third == sizeof(int64_t);
    plan->reads_coefficient_rows = plan->coefficients &&
                                   conversion_is_direct(&plan->how.coefficients, third);
    plan->is_one_coefficient = is_one_coefficient(plan);
}

static void choose_way(scan_plan *plan)
{
    plan->way = suits_short(plan) ? WAY_SHORT : suits_lines(plan) ? WAY_LINES : WAY_ACROSS;
    if (plan->way == WAY_LINES)
        choose_pieces(plan);
    if (plan->way == WAY_ACROSS)
        choose_rows(plan);
}

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
    choose_way(plan);
}

/* ---- both parts of complex numbers ---- */

/* Lines of fewer bytes, at most a chunk of numbers, are faster four at a time, if there are so
 * many. */
enum { COMPLEX_LINES_TOGETHER = 4, LONG_COMPLEX_LINE = 16 << 10 };

static bool suits_short_parts(const scan_plan *plan)
{
    return (plan->n <= SHORTEST_LINE || (plan->n < LONG_COMPLEX_LINE / plan->size &&
                                         plan->num_lines >= COMPLEX_LINES_TOGETHER)) &&
           are_placed_as_short(plan);
}

static element type_of_parts(const scan_plan *plan)
{
    return plan->how.type == ELEMENT_F32 ? ELEMENT_C64 : ELEMENT_C128;
}

/* Are numbers along the lines so close that a line at a time reads no cache line twice? */
static bool is_close(const scan_plan *plan)
{
    return layout_magnitude(plan->in_stride) <= CACHE_LINE &&
           layout_magnitude(plan->out_stride) <= CACHE_LINE;
}

/* In this order: short lines go WAY_SHORT; few lines, WAY_PARTS, both parts of a line at a time;
 * lines that are neighbours in memory, side by side, as twice as many lines of real numbers; long
 * lines whose numbers are close, WAY_PARTS. For all others the result is false: each part has a
 * plan of its own. */
bool lanescan_plan_parts(scan_plan *plan, walk *lines, const scan_request *r)
{
    const layout *const in = r->in.of, *const out = r->out.of;
    if (plans_of(r) == 1 || r->initial || in->dtype != out->dtype)
        return false;
    place_line(plan, r);
    if (plan->is_exclusive && plan->is_in_place)
        return false;
    place_lines(plan, lines, r);
    lanescan_plan_method(&plan->how, r, 0);
    plan->how.short_lines = plan->how.kernels->short_lines[LANESCAN_CUMSUM][type_of_parts(plan)];
    if (suits_short_parts(plan)) {
        plan->way = WAY_SHORT;
        return true;
    }
    const bool are_neighbours = walk_stride(lines, 0) == (ptrdiff_t)plan->size &&
                                walk_stride(lines, 1) == (ptrdiff_t)plan->in_size;
    if (plan->num_lines < WORTH_ACROSS ||
        (!are_neighbours && plan->n >= LONG_LINE && is_close(plan))) {
        plan->way = WAY_PARTS;
        plan->parts = plan->how.kernels->cumsum_parts[type_of_parts(plan)];
        return true;
    }
    if (!are_neighbours)
        return false;
    lanescan_walk_begin(lines);
    add_lines(lines, r);
    lanescan_walk_add(lines, 2, (ptrdiff_t)plan->size / 2, (ptrdiff_t)plan->in_size / 2, 0);
    lanescan_walk_ready(lines);
    plan->num_lines = (uint64_t)lines->left;
    plan->size /= 2;
    plan->in_size /= 2;
    plan->way = WAY_ACROSS;
    choose_rows(plan);
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
    plan->way = suits_totals(plan) ? WAY_TOTALS : WAY_ACROSS;
    plan->is_direct = dims->ndim == 1 && plan_has_elements(plan, 1);
    if (plan->way == WAY_ACROSS)
        choose_rows(plan);
}
