/* Which way lines take through memory: by their number, their length and their distances, with
 * limits that were measured. */
#include "tensor/which_way.h"

/* Bytes that the inner caches do not hold: with so many between a line's first element and its last
 * strips are wide, and the next tiles are asked for early. */
enum { LARGE = 1 << 20 };

/* Many lines are best in one call of a kernel, one after the other ("short"), if they have so many
 * elements:
 *
 *     of any type                    up to SHORTEST_LINE (extremes of floats, and of 64-bit
 *                                    integers, fewer; log-sum-exps with lanes only)
 *     extremes with indices          of integers, and of arrays that exceed the inner caches, below
 *                                    LONG_LINE
 *     sums, products of integers     below LONG_LINE
 *     those of floats, of doubles    up to twice SHORTEST_LINE, and LONG_LINE to MOST_SHORT
 *     sums of doubles                between these too
 *     products of doubles            between these too, of arrays that exceed the inner caches
 *     linear recurrences             up to SHORT_RECURRENCE, those that are converted
 *                                    SHORT_CONVERTED_RECURRENCE, with lanes only
 *
 * Other lines go side by side if there are WORTH_ACROSS of them. But where a line's elements follow
 * each other in memory, line by line is faster from so many elements on: LONG_LINE, of elements
 * that are converted LONG_CONVERTED_LINE, of linear recurrences, which go in blocks of eight groups
 * along a line, LONG_RECURRENCE; and extremes, which take less time than memory, of arrays that
 * exceed the inner caches, from a cache line of them on. */
enum { LONG_LINE = 32, LONG_CONVERTED_LINE = 64, LONG_RECURRENCE = 256 };

/* Where only totals are wanted lines of fewer elements are faster side by side. */
enum { LONG_TOTAL = 256 };

/* Do all lines exceed the inner caches? */
static bool are_large(const scan_plan *plan)
{
    return plan->num_lines >= LARGE / (plan->n * plan->size);
}

/* Lines that are converted go through a buffer, many at a time, so they must follow each other
 * without gaps. */
static bool short_lines_suit_buffer(const scan_plan *plan)
{
    const ptrdiff_t n = (ptrdiff_t)plan->n;
    return plan->num_lines >= WORTH_ACROSS &&
           walk_stride(plan->lines, 0) == n * (ptrdiff_t)plan->size &&
           walk_stride(plan->lines, 1) == n * (ptrdiff_t)plan->in_size;
}

/* Of log-sum-exps: kernels take doubles from a buffer. */
static bool are_logs_short(const scan_plan *plan)
{
    const ptrdiff_t n = (ptrdiff_t)plan->n, size = (ptrdiff_t)plan->in_size;
    return plan->how.short_logs && n > 0 && n <= SHORTEST_LINE && plan->num_lines >= WORTH_ACROSS &&
           !plan->is_exclusive && plan->in_stride == size &&
           walk_stride(plan->lines, 1) == n * size;
}

/* May they be one after the other, as far as it is not their length? */
static bool are_placed_as_short(const scan_plan *plan)
{
    const bool converts = plan->index ? method_converts_indexed(&plan->how)
                                      : method_converts(&plan->how);
    return (plan->index ? plan->how.short_indexed != NULL && plan->index_stride == sizeof(int64_t)
                        : plan->how.short_lines != NULL) &&
           plan->n > 0 && !plan->is_exclusive && plan->in_stride == (ptrdiff_t)plan->in_size &&
           plan->out_stride == (ptrdiff_t)plan->size &&
           (!converts || short_lines_suit_buffer(plan));
}

/* Extremes with indices, in scalars: of integers, and from memory, up to LONG_LINE, where lanes are
 * slower. */
static bool are_indexed_short(const scan_plan *plan)
{
    return are_placed_as_short(plan) &&
           (plan->n < SHORTEST_LINE ||
            (plan->n < LONG_LINE && (are_large(plan) || plan->how.type == ELEMENT_I64)));
}

/* A number of a product or a linear recurrence of complex numbers waits for the one before it:
 * lines do better together, however long they are. */
static bool goes_one_by_one(const scan_plan *plan)
{
    return (plan->coefficients || plan->how.op == LANESCAN_CUMPROD) &&
           dtype_is_complex(plan->how.dtype);
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

static bool are_recurrences_short(const scan_plan *plan)
{
    const ptrdiff_t n = (ptrdiff_t)plan->n, each = (ptrdiff_t)plan->coefficient_size;
    const bool is_one = is_one_coefficient(plan);
    return n > 0 && plan->in_stride == (ptrdiff_t)plan->in_size &&
           plan->out_stride == (ptrdiff_t)plan->size &&
           (is_one || plan->coefficient_stride == each) &&
           (plan_has_doubles(plan)
                ? n <= SHORT_RECURRENCE
                : n <= SHORT_CONVERTED_RECURRENCE && short_lines_suit_buffer(plan) &&
                      (is_one || walk_stride(plan->lines, 2) == n * each));
}

static bool suits_short(const scan_plan *plan)
{
    const uint64_t n = plan->n;
    if (plan->how.recurrence_short)
        return are_recurrences_short(plan);
    if (plan->how.op == LANESCAN_LOGCUMSUMEXP)
        return are_logs_short(plan) && plan->out_stride == (ptrdiff_t)plan->size &&
               walk_stride(plan->lines, 0) == (ptrdiff_t)(plan->n * plan->size);
    if (goes_one_by_one(plan))
        return are_placed_as_short(plan) && !method_converts(&plan->how) && plan->num_lines > 1;
    if (!are_placed_as_short(plan) || n > MOST_SHORT)
        return false;
    if (plan->index)
        return are_indexed_short(plan);
    if (op_is_extreme(plan->how.op))
        return n < SHORTEST_LINE || (n == SHORTEST_LINE && plan->how.type == ELEMENT_F64);
    if (dtype_is_integer(plan->how.dtype))
        return n < LONG_LINE;
    if (n <= 2 * SHORTEST_LINE || n >= LONG_LINE || plan->how.kernels->short_up_to_a_group)
        return true;
    return plan->how.type == ELEMENT_F64 && (plan->how.op == LANESCAN_CUMSUM || are_large(plan));
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

/* Are these extremes that take less time than memory does, so that its order decides? */
static bool memory_is_slower(const scan_plan *plan)
{
    const bool are_as_they_are = !method_converts(&plan->how) ||
                                 (plan->index && plan->how.dtype == LANESCAN_I32);
    return op_is_extreme(plan->how.op) && are_as_they_are && plan->n * plan->size >= CACHE_LINE &&
           are_large(plan);
}

static bool suits_lines(const scan_plan *plan)
{
    const bool is_converted = plan->how.in_dtype != plan->how.dtype;
    const uint64_t long_enough = plan->coefficients ? LONG_RECURRENCE
                                 : is_converted     ? LONG_CONVERTED_LINE
                                                    : LONG_LINE;
    return plan->num_lines < WORTH_ACROSS || !(plan->how.across || plan->how.recurrence_across) ||
           (is_along(plan) && !goes_one_by_one(plan) &&
            (plan->n >= long_enough || memory_is_slower(plan)));
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
    if (plan->index && plan->in_stride > 0) /* forwards, without results too */
        lanescan_method_index_as_it_is(&plan->how);
    const int direction = plan->is_backwards ? -1 : 1;
    plan->writes_directly = writes_directly(plan, direction);
    plan->is_direct = plan->writes_directly && plan_has_elements(plan, direction) &&
                      (!plan->coefficients || plan_has_coefficients(plan, direction));
}

static bool is_large(const scan_plan *plan)
{
    return plan->in_stride && plan->n > LARGE / layout_magnitude(plan->in_stride);
}

/* Results of so many bytes in all, indices among them, elsewhere than the elements, go past the
 * caches, if their cache lines begin at the same columns in every row. Where rows are far apart,
 * fewer do. */
enum { PAST_CACHES_FROM = 16 << 20, PAST_CACHES_FROM_APART = 8 << 20 };

static bool have_bytes(const scan_plan *plan, size_t bytes)
{
    const size_t size = plan->size + (plan->index ? sizeof(int64_t) : 0);
    return plan->n && plan->num_lines >= bytes / size / plan->n;
}

static bool go_past_caches(const scan_plan *plan)
{
    return !plan->is_in_place && plan->out_stride % CACHE_LINE == 0 &&
           (uintptr_t)plan->out % plan->size == 0 &&
           have_bytes(plan, plan->is_large ? PAST_CACHES_FROM_APART : PAST_CACHES_FROM);
}

/* It pays where rows are far apart, but for results that go past the caches, and for many that do,
 * where memory could deliver while a tile is computed. Extremes take no time, and kernels of
 * recurrences ask themselves. */
static void choose_early(scan_plan *plan)
{
    const lanescan_op op = plan->how.op;
    const bool computes = op != LANESCAN_CUMMAX && op != LANESCAN_CUMMIN,
               writes_lines = walk_run(plan->lines) * plan->size >= 2 * CACHE_LINE;
    plan->asks_early = NOT_EARLY;
    if (plan->is_large && !plan->is_past_caches && !plan->coefficients)
        plan->asks_early = EARLY_BY_STRIP;
    if (!plan->is_large && plan->is_past_caches && !plan->coefficients && computes && writes_lines)
        plan->asks_early = EARLY_BY_BLOCK;
}

void lanescan_choose_rows(scan_plan *plan)
{
    const passage *const pass = method_side_by_side(&plan->how);
    const ptrdiff_t out = walk_stride(plan->lines, 0), in = walk_stride(plan->lines, 1),
                    third = walk_stride(plan->lines, 2);
    plan->is_large = is_large(plan);
    plan->is_past_caches = go_past_caches(plan);
    choose_early(plan);
    plan->reads_rows = conversion_is_direct(&pass->read, in);
    plan->writes_rows = !plan->only_total && !overwrites(plan) &&
                        conversion_is_direct(&pass->write, out);
    plan->writes_index_rows = plan->index && third == sizeof(int64_t);
    plan->reads_coefficient_rows = plan->coefficients &&
                                   conversion_is_direct(&plan->how.coefficients, third);
    plan->is_one_coefficient = is_one_coefficient(plan);
}

void lanescan_choose_way(scan_plan *plan)
{
    plan->way = suits_short(plan) ? WAY_SHORT : suits_lines(plan) ? WAY_LINES : WAY_ACROSS;
    if (plan->way == WAY_LINES)
        choose_pieces(plan);
    if (plan->way == WAY_ACROSS)
        lanescan_choose_rows(plan);
}

void lanescan_choose_way_of_totals(scan_plan *plan)
{
    plan->way = plan->dims->ndim == 1 && are_logs_short(plan) ? WAY_SHORT
                : suits_totals(plan)                          ? WAY_TOTALS
                                                              : WAY_ACROSS;
    plan->is_direct = plan->dims->ndim == 1 && plan_has_elements(plan, 1);
    if (plan->way == WAY_ACROSS)
        lanescan_choose_rows(plan);
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

/* Are lines neighbours in memory? */
static bool are_neighbours(const scan_plan *plan)
{
    return walk_stride(plan->lines, 0) == (ptrdiff_t)plan->size &&
           walk_stride(plan->lines, 1) == (ptrdiff_t)plan->in_size;
}

bool lanescan_choose_way_of_parts(scan_plan *plan)
{
    const lanescan_kernels *const kernels = plan->how.kernels;
    plan->how.short_lines = kernels->short_lines[LANESCAN_CUMSUM][type_of_parts(plan)];
    if (suits_short_parts(plan)) {
        plan->way = WAY_SHORT;
    } else if (plan->num_lines < WORTH_ACROSS ||
               (!are_neighbours(plan) && plan->n >= LONG_LINE && is_close(plan))) {
        plan->way = WAY_PARTS;
        plan->parts = kernels->cumsum_parts[type_of_parts(plan)];
    } else {
        plan->way = WAY_ACROSS;
        return are_neighbours(plan);
    }
    return true;
}
