/* The room gradient: vector-Jacobian products, made of scans, which know nothing of them. Calls for
 * gradients of scans are checked here, before anything is written.
 *
 * Gradients need no scan_plan, for there is nothing to choose:
 *
 *   - The gradient of a running sum is the running sum of g in the other direction, and is left to
 *     the scan itself. Indices of extremes (index.h) need no more than additions.
 *   - All others are worked out line by line, in buffers of doubles on the stack: elements of any
 *     type and stride are read as doubles and results rounded once, so there is one code for all
 *     types and layouts. Complex numbers are pairs of doubles in the same buffers.
 *   - Options: a reversed scan is one of lines with negative strides. Of an exclusive one, result
 *     j + 1 is what the inclusive one has as j, so g begins one further and may be one shorter. An
 *     initial value is an element before the first whose gradient nobody wants.
 *   - What costs most is left to kernels of the instruction set: e^x, running sums and products,
 *     linear recurrences; the loops here join them. Buffers begin at the same elements of a line
 *     whatever its layout, so the bits are those of the line alone.
 *   - What a line needs from left to right (sums, products) and from right to left meets in a
 *     buffer: first the line is walked from left to right and the states at some places are kept,
 *     then these pieces are done from the last to the first, each divided again where it is longer
 *     than a buffer (pieces.h).
 *   - Many lines are worked out a line in each lane, by way of tiles, batch by batch: log-sum-exps
 *     of any length, and other short ones; products, indices and recurrences also where they are
 *     long and lie side by side. What is done to an element, and in which order, is the
 *     same; lanes in which the line's own code would do something else are left to it.
 *   - Executors: lines are shared out. A line is one task. */
#include "gradient/gradient.h"
#include "gradient/log_lanes.h"
#include "gradient/one_line.h"

#include <string.h>

/* ---- elements ---- */

const conversion gradient_unchanged = { .from_size = sizeof(double), .to_size = sizeof(double) };

gradient_side gradient_side_of(const layout *l, int dim, bool is_reversed, int dtype,
                               bool is_output)
{
    const lanescan_memory_kernels *const memory = &lanescan_active_kernels()->memory;
    const int wide = dtype_is_complex(dtype) ? LANESCAN_C128 : LANESCAN_F64;
    gradient_side side = { .data = l->data,
                           .stride = (ptrdiff_t)l->strides[dim] * (ptrdiff_t)l->element_size };
    if (is_output)
        lanescan_set_conversion(&side.convert, memory, wide, dtype, dtype, false);
    else
        lanescan_set_conversion(&side.convert, memory, l->dtype, dtype, wide, false);
    if (is_reversed) {
        side.data += side.stride * (ptrdiff_t)(l->shape[dim] - 1);
        side.stride = -side.stride;
    }
    return side;
}

void gradient_read(const gradient_side *side, size_t count, const char *at, double *to)
{
    lanescan_read_elements(&side->convert, count, at, side->stride, to);
}

const double *gradient_view(const gradient_side *side, size_t count, const char *at, double *buffer)
{
    if (conversion_is_direct(&side->convert, side->stride))
        return (const double *)(const void *)at;
    gradient_read(side, count, at, buffer);
    return buffer;
}

LANESCAN_ONE_COPY
void gradient_fetch(const gradient_side *side, size_t count, const char *at)
{
    enum { LINE = 64, MOST_APART = 16 };
    const ptrdiff_t step = side->stride < 0 ? -side->stride : side->stride;
    const char *const first = side->stride < 0 ? at + step : at - (ptrdiff_t)count * step;
    for (size_t i = 0; step <= MOST_APART && i < count * (size_t)step; i += LINE)
        __builtin_prefetch(first + i, 0, 2);
    LANESCAN_BARRIER; /* else gcc takes this for a function without effect */
}

void gradient_fetch_before(const gradient_place *place, size_t batch, uint64_t end)
{
    const gradient_lines *const all = place->all;
    gradient_fetch(&all->x, batch, gradient_at(&all->x, place->x, end));
    gradient_fetch(&all->g, batch, gradient_at(&all->g, place->g, end));
    gradient_fetch(&all->out, batch, gradient_at(&all->out, place->out, end));
}

double *gradient_room(const gradient_side *side, char *at, double *buffer)
{
    return conversion_is_direct(&side->convert, side->stride) ? (double *)(void *)at : buffer;
}

void gradient_write(const gradient_side *side, size_t count, const double *from, char *at)
{
    if ((const char *)from != at)
        lanescan_write_elements(&side->convert, count, from, at, side->stride);
}

const double *gradient_view_results(const gradient_lines *all, gradient_results *r,
                                    const char *line, uint64_t first, size_t count, double *buffer)
{
    const gradient_side *const g = &all->g;
    const size_t parts = gradient_parts(all), there = r->has_next ? count - 1 : count;
    const size_t with_g = first + there <= all->num_g ? there : (size_t)(all->num_g - first);
    const char *const at = gradient_at(g, line, first);
    if (with_g == count && g->data != all->out.data)
        return gradient_view(g, count, at, buffer);
    if (with_g)
        gradient_read(g, with_g, at, buffer);
    memset(buffer + parts * with_g, 0, parts * (count - with_g) * sizeof *buffer);
    if (r->has_next)
        memcpy(buffer + parts * there, r->next, parts * sizeof *buffer);
    r->has_next = all->is_overwritten && first > 0;
    if (r->has_next)
        gradient_read(g, 1, gradient_at(g, line, first - 1), r->next);
    return buffer;
}

/* ---- kernels ---- */

void gradient_kernels(gradient_lines *all)
{
    const lanescan_kernels *const kernels = lanescan_active_kernels();
    const element type = all->is_complex ? ELEMENT_C128 : ELEMENT_F64;
    all->exponentials = kernels->exponentials[type];
    all->product = kernels->piece[LANESCAN_CUMPROD][ELEMENT_F64];
    all->recurrence = kernels->recurrence_piece[ELEMENT_F64];
    all->products_combine = kernels->products_combine;
    all->products_gradients = kernels->products_gradients;
    all->products_zeros = kernels->products_zeros;
    all->log_sums = kernels->log_sums;
    all->log_gradients = kernels->log_gradients;
    all->log_weights = kernels->log_weights;
    all->product_columns = kernels->across[LANESCAN_CUMPROD][ELEMENT_F64];
    all->recurrence_columns = kernels->recurrence_across[ELEMENT_F64];
    all->products_before = kernels->products_before[type];
    all->products_gradient = kernels->products_gradient[type];
    all->quotients = kernels->quotients;
    all->weigh = kernels->weigh;
    all->weights = kernels->weights;
    all->pairs = kernels->pairs;
    all->sum = kernels->piece[LANESCAN_CUMSUM][ELEMENT_F64];
}

/* ---- tiles ---- */

bool gradient_is_across(const gradient_lines *all, int which)
{
    return !all->is_complex && all->lines.left >= MANY_LINES &&
           layout_magnitude(walk_stride(&all->lines, which)) <
               layout_magnitude(gradient_side_in(all, which)->stride);
}

void gradient_read_tile(const gradient_lines *all, int which, const line_block *lines,
                        uint64_t first, size_t rows, size_t width, double *tile)
{
    const gradient_side *const side = gradient_side_in(all, which);
    const tile_side from = { &lanescan_active_kernels()->memory,
                             &side->convert,
                             which,
                             side->stride,
                             side->convert.from_size,
                             width };
    const uint64_t end = which == WALK_G ? all->num_g : all->n,
                   left = first < end ? end - first : 0;
    const size_t there = left < rows ? (size_t)left : rows;
    tile_raw raw;
    for (size_t row = 0; row < there; row += TILE_ROWS)
        tile_read(&from, lines, there - row < TILE_ROWS ? there - row : TILE_ROWS,
                  gradient_at(side, side->data, first + row), (char *)(tile + row * width), &raw);
    memset(tile + there * width, 0, (rows - there) * width * sizeof *tile);
}

void gradient_write_tile(const gradient_lines *all, const line_block *lines, uint64_t first,
                         size_t rows, size_t width, const double *tile)
{
    const gradient_side *const side = &all->out;
    const tile_side to = { &lanescan_active_kernels()->memory,
                           &side->convert,
                           WALK_OUT,
                           side->stride,
                           side->convert.to_size,
                           width };
    tile_raw raw;
    for (size_t row = 0; row < rows; row += TILE_ROWS)
        tile_write(&to, lines, rows - row < TILE_ROWS ? rows - row : TILE_ROWS,
                   (const char *)(tile + row * width),
                   side->data + (ptrdiff_t)(first + row) * side->stride, &raw);
}

char *gradient_lane(const gradient_lines *all, const line_block *lines, size_t lane, int which)
{
    size_t run = 0;
    for (; lane >= lines->run_length[run]; run++)
        lane -= lines->run_length[run];
    return gradient_side_in(all, which)->data + lines->at[run][which] +
           (ptrdiff_t)lane * lines->pitch[which];
}

/* ---- who does the lines ---- */

typedef struct line_parts {
    const gradient_lines *all;
    gradient_line *work;
    gradient_lanes *lanes;
} line_parts;

static void do_lines(void *data, uint64_t first, uint64_t count)
{
    const line_parts *const p = data;
    walk lines;
    lanescan_walk_part(&lines, &p->all->lines, first, count);
    while (p->lanes && lines.left) {
        line_block block;
        line_block_take(&lines, p->all->in_lanes, &block);
        p->lanes(p->all, &block);
    }
    for (; lines.left; walk_next(&lines))
        p->work(p->all, lines.offset);
}

void gradient_share(const gradient_lines *all, gradient_line *work, gradient_lanes *lanes,
                    const crew *c)
{
    const uint64_t count = (uint64_t)all->lines.left;
    const size_t tasks = lanescan_tasks_worth(c, gradient_cost(all->is_complex), all->n * count);
    line_parts p = { all, work, lanes };
    lanescan_share_evenly(c, tasks, count, do_lines, &p);
}

/* ---- checks ---- */

static bool converts(const layout *from, const layout *out)
{
    return dtype_is_complex(out->dtype) || !dtype_is_complex(from->dtype);
}

lanescan_status gradient_check(unsigned called, const layout *out, const layout *g,
                               const layout *input, const layout *second)
{
    if (!dtype_is_floating(out->dtype) && !dtype_is_complex(out->dtype))
        return LANESCAN_ERROR_OP;
    const bool needs_sums = called == LANESCAN_LOGCUMSUMEXP || called == CALLED_LOGSUMEXP;
    lanescan_status status = lanescan_method_status(called, out->dtype);
    if (!status && needs_sums)
        status = lanescan_method_status(LANESCAN_CUMSUM, LANESCAN_F64);
    if (!status && called == LANESCAN_CUMPROD)
        status = lanescan_method_status(CALLED_LINEAR_RECURRENCE, LANESCAN_F64);
    if (status)
        return status;
    if (!converts(g, out) || !converts(input, out) || (second && !converts(second, out)))
        return LANESCAN_ERROR_DTYPE;
    if (layout_aliases_itself(out))
        return LANESCAN_ERROR_ALIAS;
    if (layouts_clash(g, out) || layouts_overlap(input, out) ||
        (second && layouts_overlap(second, out)))
        return LANESCAN_ERROR_OVERLAP;
    return LANESCAN_OK;
}

typedef struct request {
    lanescan_op op;
    layout x, g, out;
    int dim;
    lanescan_options options;
    bool has_total;
} request;

static lanescan_status check_shapes(request *r)
{
    const bool is_exclusive = (r->options.flags & LANESCAN_EXCLUSIVE) != 0;
    if (!layouts_have_one_shape(&r->x, &r->out) ||
        !layout_fits_results(&r->x, &r->g, r->dim, is_exclusive))
        return LANESCAN_ERROR_SHAPE;
    r->has_total = r->g.shape[r->dim] != r->x.shape[r->dim];
    return LANESCAN_OK;
}

static lanescan_status check(request *r, const lanescan_tensor *input, int dim,
                             const lanescan_options *options, const lanescan_tensor *grad_output,
                             const lanescan_tensor *grad_input)
{
    lanescan_status status = layout_read(input, &r->x);
    if (!status)
        status = layout_read(grad_output, &r->g);
    if (!status)
        status = layout_read(grad_input, &r->out);
    if (!status)
        status = layout_dim(dim, r->x.ndim, &r->dim);
    if (!status)
        status = lanescan_read_options(options, LANESCAN_REVERSE | LANESCAN_EXCLUSIVE, &r->options);
    if (!status)
        status = check_shapes(r);
    return status ? status : gradient_check(r->op, &r->out, &r->g, &r->x, NULL);
}

/* ---- running sums ---- */

/* The scan of g in the other direction. With the total it is inclusive, of all but the first
 * result, which no element is in. */
static lanescan_status scan_sum(const request *r, const lanescan_tensor *grad_input)
{
    const bool is_reversed = (r->options.flags & LANESCAN_REVERSE) != 0;
    lanescan_options options = r->options;
    lanescan_tensor g = { r->g.data, r->out.shape, r->g.strides, r->g.ndim, r->g.dtype };
    options.initial = NULL;
    options.flags ^= LANESCAN_REVERSE;
    if (r->has_total) {
        options.flags &= ~LANESCAN_EXCLUSIVE;
        if (!is_reversed)
            g.data = r->g.data + r->g.strides[r->dim] * (ptrdiff_t)r->g.element_size;
    }
    return lanescan_scan(LANESCAN_CUMSUM, &g, r->dim, &options, grad_input);
}

/* ---- lines ---- */

static void place(gradient_lines *all, const request *r)
{
    const bool is_reversed = (r->options.flags & LANESCAN_REVERSE) != 0;
    const int dtype = r->out.dtype;
    *all = (gradient_lines){ .out = gradient_side_of(&r->out, r->dim, is_reversed, dtype, true),
                             .g = gradient_side_of(&r->g, r->dim, is_reversed, dtype, false),
                             .x = gradient_side_of(&r->x, r->dim, is_reversed, dtype, false),
                             .n = (uint64_t)r->x.shape[r->dim],
                             .num_g = (uint64_t)r->x.shape[r->dim],
                             .is_complex = dtype_is_complex(dtype) };
    gradient_kernels(all);
    if (r->options.flags & LANESCAN_EXCLUSIVE) {
        all->g.data += all->g.stride;
        all->num_g -= r->has_total ? 0 : 1;
        all->is_overwritten = r->g.data == r->out.data;
    }
    lanescan_walk_begin(&all->lines);
    for (int d = 0; d < r->x.ndim; d++)
        if (d != r->dim)
            lanescan_walk_add(&all->lines, r->x.shape[d],
                              (ptrdiff_t)r->out.strides[d] * (ptrdiff_t)r->out.element_size,
                              (ptrdiff_t)r->g.strides[d] * (ptrdiff_t)r->g.element_size,
                              (ptrdiff_t)r->x.strides[d] * (ptrdiff_t)r->x.element_size);
    lanescan_walk_ready(&all->lines);
}

/* The forward call's initial value, of the type of its results. */
static void read_initial(const request *r, double value[2])
{
    layout one = { .dtype = r->g.dtype, .element_size = r->g.element_size };
    const gradient_side side = gradient_side_of(&one, 0, false, r->out.dtype, false);
    gradient_read(&side, 1, r->options.initial, value);
}

static void run_lines(const request *r, gradient_line *work, gradient_lanes *lanes)
{
    environment before;
    gradient_lines all;
    double initial[2];
    environment_enter(&before);
    place(&all, r);
    if (r->options.initial) {
        read_initial(r, initial);
        all.more = initial;
    }
    all.in_lanes = r->op == LANESCAN_CUMPROD ? lanescan_cumprod_in_lanes(&all)
                                             : log_lanes_together(&all);
    gradient_share(&all, work, all.in_lanes ? lanes : NULL,
                   &(crew){ r->options.executor, &before });
    environment_leave(&before);
}

lanescan_status lanescan_scan_vjp(lanescan_op op, const lanescan_tensor *input, int dim,
                                  const lanescan_options *options,
                                  const lanescan_tensor *grad_output,
                                  const lanescan_tensor *grad_input)
{
    static gradient_line *const work[NUM_OPS] = {
        [LANESCAN_CUMPROD] = lanescan_cumprod_gradient,
        [LANESCAN_LOGCUMSUMEXP] = lanescan_logcumsumexp_gradient,
    };
    static gradient_lanes *const lanes[NUM_OPS] = {
        [LANESCAN_CUMPROD] = lanescan_cumprod_gradients,
        [LANESCAN_LOGCUMSUMEXP] = lanescan_logcumsumexp_gradients,
    };
    request r = { .op = op };
    if ((unsigned)op >= NUM_OPS || (op != LANESCAN_CUMSUM && !work[op]))
        return LANESCAN_ERROR_OP;
    const lanescan_status status = check(&r, input, dim, options, grad_output, grad_input);
    if (status || r.out.count == 0)
        return status;
    if (op == LANESCAN_CUMSUM)
        return scan_sum(&r, grad_input);
    run_lines(&r, work[op], lanes[op]);
    return LANESCAN_OK;
}
