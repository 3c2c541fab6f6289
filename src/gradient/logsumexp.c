/* The gradient of logsumexp: g e^x[i] / s, where s is the sum of e^x. The elements that are
 * reduced, in C order, are one line, which is read twice. */
#include "gradient/log_lanes.h"
#include "tensor/reduced.h"

/* The reduced dimensions; the last moves first. */
typedef struct reduced_rows {
    int ndim;
    int64_t shape[LANESCAN_MAX_NDIM];
    ptrdiff_t x_step[LANESCAN_MAX_NDIM], out_step[LANESCAN_MAX_NDIM]; /* bytes */
} reduced_rows;

typedef struct request {
    layout x, g, out;
    bool is_reduced[LANESCAN_MAX_NDIM];
    int64_t g_strides[LANESCAN_MAX_NDIM]; /* as if it had x's shape */
    reduced_rows rows;
} request;

/* ---- a line, row by row ---- */

typedef struct cursor {
    const gradient_lines *all;
    const reduced_rows *rows;
    const char *x;
    char *out;
    int64_t at[LANESCAN_MAX_NDIM];
} cursor;

static cursor cursor_begin(const gradient_lines *all, const ptrdiff_t offset[WALK_ARRAYS])
{
    return (cursor){ .all = all,
                     .rows = all->more,
                     .x = all->x.data + offset[2],
                     .out = all->out.data + offset[0] };
}

/* How many of `most` elements are in the present row. */
static size_t cursor_run(const cursor *c, size_t most)
{
    const int inner = c->rows->ndim - 1;
    const int64_t left = c->rows->shape[inner] - c->at[inner];
    return left < (int64_t)most ? (size_t)left : most;
}

static void cursor_move(cursor *c, int d, int64_t steps)
{
    c->at[d] += steps;
    c->x += steps * c->rows->x_step[d];
    c->out += steps * c->rows->out_step[d];
}

static void cursor_pass(cursor *c, size_t count)
{
    int d = c->rows->ndim - 1;
    cursor_move(c, d, (int64_t)count);
    for (; d > 0 && c->at[d] == c->rows->shape[d]; d--) {
        cursor_move(c, d, -c->at[d]);
        cursor_move(c, d - 1, 1);
    }
}

/* The next elements, where they are or in the buffer. */
static const double *read_next(cursor *c, size_t count, double *buffer)
{
    const size_t parts = gradient_parts(c->all);
    const double *x = buffer;
    for (size_t done = 0, run; done < count; done += run) {
        run = cursor_run(c, count - done);
        if (run == count)
            x = gradient_view(&c->all->x, count, c->x, buffer);
        else
            gradient_read(&c->all->x, run, c->x, buffer + parts * done);
        cursor_pass(c, run);
    }
    return x;
}

/* Elements that need not be read. */
static void skip_next(cursor *c, size_t count)
{
    for (size_t done = 0, run; done < count; done += run) {
        run = cursor_run(c, count - done);
        cursor_pass(c, run);
    }
}

static void write_next(cursor *c, size_t count, const double *from)
{
    const size_t parts = gradient_parts(c->all);
    for (size_t done = 0, run; done < count; done += run) {
        run = cursor_run(c, count - done);
        gradient_write(&c->all->out, run, from + parts * done, c->out);
        cursor_pass(c, run);
    }
}

/* ---- the gradient ---- */

typedef struct line_buffers {
    _Alignas(64) double x[GRADIENT_BUFFER], weights[GRADIENT_BUFFER], falls[GRADIENT_BUFFER],
        sums[GRADIENT_BUFFER];
} line_buffers;

/* The weights of real lines that are not longer than this, and the unit of each batch; NaN of one
 * that has none. */
enum { KEPT_BATCHES = 32, LONGEST_KEPT = KEPT_BATCHES * GRADIENT_BUFFER };

typedef struct kept_weights {
    double top[KEPT_BATCHES];
    _Alignas(64) double weights[KEPT_BATCHES][GRADIENT_BUFFER];
} kept_weights;

static bool is_kept(const gradient_lines *all)
{
    return !all->is_complex && all->n <= LONGEST_KEPT;
}

static log_sum sum_line(const gradient_lines *all, const ptrdiff_t offset[WALK_ARRAYS],
                        line_buffers *b, kept_weights *kept)
{
    const size_t batch = gradient_batch(all);
    cursor c = cursor_begin(all, offset);
    log_sum sum = log_sum_begin();
    size_t i = 0;
    for (uint64_t left = all->n; left; i++) {
        const size_t count = left < batch ? (size_t)left : batch;
        double *const weights = is_kept(all) ? kept->weights[i] : b->weights;
        const bool has_weights = log_sum_pass(all, &sum, count, read_next(&c, count, b->x), weights,
                                              b->falls);
        if (is_kept(all))
            kept->top[i] = has_weights ? sum.top : __builtin_nan("");
        left -= count;
    }
    return sum;
}

/* Complex weights become conj(weight) r. Have they lost digits? */
static bool multiply_complex(size_t count, const double *r, double *weights)
{
    const bool is_zero = r[0] == 0 && r[1] == 0;
    bool is_lost = false;
    for (size_t i = 0; i < count; i++) {
        double *const w = weights + 2 * i;
        is_lost |= log_is_lost(2, w, r);
        const double re = w[0], im = w[1];
        const bool is_nothing = is_zero || log_is_nothing(w);
        w[0] = is_nothing ? 0 : re * r[0] + im * r[1];
        w[1] = is_nothing ? 0 : re * r[1] - im * r[0];
    }
    return is_lost;
}

/* Of a batch, in b->weights; r is g / s. */
static void gradient_of_batch(const gradient_lines *all, const log_sum *sum, size_t count,
                              const double *x, const double *r, line_buffers *b)
{
    const double *const relative = log_sum_relative(all, sum, count, x, b->sums);
    bool is_lost;
    if (all->is_complex) {
        all->exponentials(count, relative, b->weights, NULL, sum->top);
        is_lost = multiply_complex(count, r, b->weights);
    } else {
        is_lost = all->weights(count, relative, sum->top, r[0], b->weights);
    }
    if (is_lost)
        log_sum_lost(all, sum, count, x, r, 0, b->weights, b->sums, b->falls);
}

static void gradient_of_line(const gradient_lines *all, const ptrdiff_t offset[WALK_ARRAYS])
{
    const size_t batch = gradient_batch(all), parts = gradient_parts(all);
    line_buffers b; /* the buffers begin as they are */
    kept_weights kept;
    double r[2] = { 0, 0 }, factors[GRADIENT_BUFFER];
    const log_sum sum = sum_line(all, offset, &b, &kept);
    gradient_read(&all->g, 1, all->g.data + offset[1], r);
    log_sum_quotient(&sum, parts, r);
    for (size_t i = 0; i < GRADIENT_BUFFER; i++)
        factors[i] = r[0];
    cursor reader = cursor_begin(all, offset), writer = reader;
    size_t i = 0;
    for (uint64_t left = all->n; left; i++) {
        const size_t count = left < batch ? (size_t)left : batch;
        const bool has_weights = is_kept(all) && sum.reference == 0 && kept.top[i] == sum.top;
        if (has_weights && !all->weigh(count, factors, kept.weights[i])) {
            skip_next(&reader, count);
            write_next(&writer, count, kept.weights[i]);
        } else {
            gradient_of_batch(all, &sum, count, read_next(&reader, count, b.x), r, &b);
            write_next(&writer, count, b.weights);
        }
        left -= count;
    }
}

/* ---- a line in each lane ---- */

/* One line's batch, to the tile. */
LANESCAN_NOINLINE void weigh_alone(logs_in_lanes *l, size_t lane, const log_sum *sum,
                                   uint64_t first, size_t count)
{
    const gradient_side *const side = &l->all->x;
    const char *const x = gradient_at(side, gradient_lane(l->all, l->lines, lane, WALK_X), first);
    line_buffers b;
    double r = l->g[lane];
    log_sum_quotient(sum, 1, &r);
    gradient_of_batch(l->all, sum, count, gradient_view(side, count, x, b.x), &r, &b);
    for (size_t i = 0; i < count; i++)
        l->values[i * l->stride + lane] = b.weights[i];
}

static void weigh_lanes(logs_in_lanes *l, double *state, uint64_t first, size_t rows)
{
    const size_t lines = l->lines->count;
    const lanescan_log_tile tile = { .rows = rows,
                                     .lines = lines,
                                     .stride = l->stride,
                                     .g = l->g,
                                     .values = l->values,
                                     .exponents = l->exponents,
                                     .state = state };
    const uint64_t others = l->all->log_weights(&tile);
    for (size_t lane = 0; lane < lines && others >> lane; lane++) {
        if (others >> lane & 1) {
            const log_sum sum = log_lanes_get(l, state, lane);
            weigh_alone(l, lane, &sum, first, rows);
        }
    }
    gradient_write_tile(l->all, l->lines, first, rows, l->stride, l->values);
}

static void gradients_of_lines(const gradient_lines *all, const line_block *lines)
{
    logs_in_lanes l; /* the tiles begin as they are */
    double state[LOG_COLUMNS * ACROSS_LINES];
    const log_sum begin = log_sum_begin();
    log_lanes_begin(&l, all, lines, &begin, state);
    log_lanes_pass(&l, state, 0, all->n);
    gradient_read_tile(all, WALK_G, lines, 0, 1, l.stride, l.g);
    for (uint64_t end = all->n; end;) { /* the last batch is there */
        const size_t rows = end % GRADIENT_ROWS ? (size_t)(end % GRADIENT_ROWS) : GRADIENT_ROWS;
        if (end < all->n)
            log_lanes_read(&l, end - rows, rows);
        weigh_lanes(&l, state, end - rows, rows);
        end -= rows;
    }
}

/* ---- checks, and lines ---- */

static lanescan_status check(request *r, const lanescan_tensor *input, const int *dims,
                             int num_dims, const lanescan_tensor *grad_output,
                             const lanescan_tensor *grad_input)
{
    lanescan_status status = layout_read(input, &r->x);
    if (!status)
        status = layout_read(grad_output, &r->g);
    if (!status)
        status = layout_read(grad_input, &r->out);
    if (!status)
        status = reduced_dims(&r->x, dims, num_dims, r->is_reduced);
    if (!status)
        status = reduced_match(&r->x, r->is_reduced, &r->g, r->g_strides);
    if (!status && !layouts_have_one_shape(&r->x, &r->out))
        status = LANESCAN_ERROR_SHAPE;
    return status ? status : gradient_check(CALLED_LOGSUMEXP, &r->out, &r->g, &r->x, NULL);
}

/* A dimension that continues the one before makes one with it. */
static void add_reduced(reduced_rows *rows, int64_t extent, ptrdiff_t x_step, ptrdiff_t out_step)
{
    int d = rows->ndim;
    if (d > 0 && rows->x_step[d - 1] == x_step * (ptrdiff_t)extent &&
        rows->out_step[d - 1] == out_step * (ptrdiff_t)extent)
        extent *= rows->shape[--d];
    rows->shape[d] = extent;
    rows->x_step[d] = x_step;
    rows->out_step[d] = out_step;
    rows->ndim = d + 1;
}

static void place(gradient_lines *all, request *r)
{
    const int dtype = r->out.dtype;
    *all = (gradient_lines){ .out = gradient_side_of(&r->out, 0, false, dtype, true),
                             .g = gradient_side_of(&r->g, 0, false, dtype, false),
                             .x = gradient_side_of(&r->x, 0, false, dtype, false),
                             .n = 1,
                             .num_g = 1,
                             .is_complex = dtype_is_complex(dtype),
                             .more = &r->rows };
    gradient_kernels(all);
    lanescan_walk_begin(&all->lines);
    for (int d = 0; d < r->x.ndim; d++) {
        const int64_t extent = r->x.shape[d];
        const ptrdiff_t of_x = (ptrdiff_t)r->x.strides[d] * (ptrdiff_t)r->x.element_size,
                        of_out = (ptrdiff_t)r->out.strides[d] * (ptrdiff_t)r->out.element_size,
                        of_g = (ptrdiff_t)r->g_strides[d] * (ptrdiff_t)r->g.element_size;
        if (!r->is_reduced[d]) {
            lanescan_walk_add(&all->lines, extent, of_out, of_g, of_x);
        } else if (extent > 1) {
            add_reduced(&r->rows, extent, of_x, of_out);
            all->n *= (uint64_t)extent;
        }
    }
    lanescan_walk_ready(&all->lines);
    if (r->rows.ndim == 0)
        add_reduced(&r->rows, 1, 0, 0);
    all->x.stride = r->rows.x_step[r->rows.ndim - 1];
    all->out.stride = r->rows.out_step[r->rows.ndim - 1];
}

/* Longer lines are faster by themselves, unless their elements are far from each other. */
enum { LONGEST_REDUCED_IN_LANES = 2 * GRADIENT_ROWS };

static bool is_for_lanes(const gradient_lines *all)
{
    const reduced_rows *const rows = all->more;
    return rows->ndim == 1 &&
           (all->n <= LONGEST_REDUCED_IN_LANES || gradient_is_across(all, WALK_X));
}

lanescan_status lanescan_logsumexp_vjp(const lanescan_tensor *input, const int *dims, int num_dims,
                                       const lanescan_options *options,
                                       const lanescan_tensor *grad_output,
                                       const lanescan_tensor *grad_input)
{
    request r = { .is_reduced = { false } };
    crew c;
    lanescan_status status = lanescan_read_executor(options, &c.executor);
    if (!status)
        status = check(&r, input, dims, num_dims, grad_output, grad_input);
    if (status || r.out.count == 0)
        return status;
    environment before;
    gradient_lines all;
    environment_enter(&before);
    c.around = &before;
    place(&all, &r);
    all.in_lanes = is_for_lanes(&all) ? log_lanes_together(&all) : 0;
    gradient_share(&all, gradient_of_line, all.in_lanes ? gradients_of_lines : NULL, &c);
    environment_leave(&before);
    return LANESCAN_OK;
}
