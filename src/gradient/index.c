/* The gradient of running extremes by their indices: what is called, and a line by itself. */
#include "gradient/index.h"

#include <string.h>

typedef struct request {
    layout index, g, out;
    int dim;
    lanescan_options options;
} request;

/* Indices of this line from element `first` on, where they are or in the buffer; -1 is that of no
 * element. Those of a reversed scan are turned, so that they are in its order. */
static const int64_t *read_indices(const gradient_lines *all, const char *line, uint64_t first,
                                   size_t count, int64_t *buffer)
{
    const index_work *const work = all->more;
    const char *const at = gradient_at(&all->x, line, first);
    if (!work->is_reversed && all->x.stride == (ptrdiff_t)sizeof(int64_t))
        return (const int64_t *)(const void *)at;
    lanescan_copy_elements(sizeof(int64_t), count, at, all->x.stride, (char *)buffer,
                           sizeof(int64_t));
    for (size_t i = 0; i < count && work->is_reversed; i++)
        buffer[i] = reversed_index(buffer[i], all->n);
    return buffer;
}

/* Is each index that of an element so far, and none smaller than the one before it? */
static void check_line(const gradient_lines *all, const ptrdiff_t offset[WALK_ARRAYS])
{
    index_work *const work = (index_work *)(uintptr_t)all->more;
    int64_t buffer[GRADIENT_BUFFER], least = -1;
    for (uint64_t first = 0; first < all->num_g; first += GRADIENT_BUFFER) {
        const uint64_t left = all->num_g - first;
        const size_t count = left < GRADIENT_BUFFER ? (size_t)left : GRADIENT_BUFFER;
        const int64_t *const indices = read_indices(all, all->x.data + offset[2], first, count,
                                                    buffer);
        const uint64_t most = first - work->extra; /* for the first */
        uint64_t wrong = check_index(indices[0], least, most);
        for (size_t i = 1; i < count; i++)
            wrong |= check_index(indices[i], indices[i - 1], most + i);
        least = indices[count - 1];
        if (wrong >> 63) {
            atomic_store_explicit(&work->is_wrong, true, memory_order_relaxed);
            return;
        }
    }
}

/* Gradients on their way to memory. */
typedef struct results {
    const gradient_lines *all;
    char *at;       /* of the first of the buffer */
    uint64_t count; /* of all so far */
    size_t used;
    double buffer[GRADIENT_BUFFER];
} results;

static void flush(results *r)
{
    gradient_write(&r->all->out, r->used, r->buffer, r->at);
    r->at += (ptrdiff_t)r->used * r->all->out.stride;
    r->used = 0;
}

static void write_result(results *r, double value)
{
    r->buffer[r->used++] = value;
    r->count++;
    if (r->used == GRADIENT_BUFFER)
        flush(r);
}

/* Elements up to this one that have no results. */
static void write_zeros(results *r, uint64_t end)
{
    while (r->count < end) {
        const size_t room = GRADIENT_BUFFER - r->used;
        const size_t now = end - r->count < room ? (size_t)(end - r->count) : room;
        memset(r->buffer + r->used, 0, now * sizeof r->buffer[0]);
        r->used += now;
        r->count += now;
        if (r->used == GRADIENT_BUFFER)
            flush(r);
    }
}

/* Of the element at `index`. */
static void write_at(results *r, int64_t index, f64_pair sum)
{
    if (index < 0)
        return;
    write_zeros(r, (uint64_t)index);
    write_result(r, index_sum_value(sum));
}

/* Where the results from i on that belong to this index end. Indices never go down. */
static size_t end_of_run(const int64_t *indices, size_t i, size_t count, int64_t index)
{
    if (indices[count - 1] == index)
        return count;
    while (indices[i] == index)
        i++;
    return i;
}

/* Results of a step: what it does is done long enough before the next step needs it. */
enum { RUN_STEP = 32 };

static inline double add_highs(const double *g, double *highs, double high)
{
    for (size_t i = 0; i < RUN_STEP; i++)
        highs[i + 1] = high += g[i];
    return high;
}

static inline void find_lows(const double *g, const double *highs, double *lows)
{
    for (size_t i = 0; i < RUN_STEP; i++)
        lows[i] = f64_lost(highs[i], g[i], highs[i + 1]);
}

static inline double add_lows(const double *lows, double low)
{
    for (size_t i = 0; i < RUN_STEP; i++)
        low += lows[i];
    return low;
}

/* The sum grows by at most a buffer of results, from the first to the last, with the bits of
 * f64_compensated_add but sooner: as sum_quotients_by_steps does it (logcumsumexp.c), which makes
 * running sums, and from the right. (One source for both is 4 % slower there, and 1.2 KB more.) */
static f64_pair add_run(f64_pair sum, const double *g, size_t count)
{
    double highs[GRADIENT_BUFFER + 1], lows[GRADIENT_BUFFER];
    const size_t steps = count / RUN_STEP;
    highs[0] = sum.high;
    for (size_t step = 0; steps && step < steps + 2; step++) {
        if (step < steps)
            sum.high = add_highs(g + RUN_STEP * step, highs + RUN_STEP * step, sum.high);
        if (step >= 2)
            sum.low = add_lows(lows + RUN_STEP * (step - 2), sum.low);
        if (step >= 1 && step <= steps)
            find_lows(g + RUN_STEP * (step - 1), highs + RUN_STEP * (step - 1),
                      lows + RUN_STEP * (step - 1));
    }
    for (size_t i = RUN_STEP * steps; i < count; i++)
        sum = f64_compensated_add(sum, g[i]);
    return sum;
}

static void gradient_of_line(const gradient_lines *all, const ptrdiff_t offset[WALK_ARRAYS])
{
    int64_t index_buffer[GRADIENT_BUFFER], index = -1;
    double g_buffer[GRADIENT_BUFFER];
    f64_pair sum = { 0, 0 };
    results r; /* the buffer begins as it is */
    r.all = all;
    r.at = all->out.data + offset[0];
    r.count = r.used = 0;
    for (uint64_t first = 0; first < all->num_g; first += GRADIENT_BUFFER) {
        const uint64_t left = all->num_g - first;
        const size_t count = left < GRADIENT_BUFFER ? (size_t)left : GRADIENT_BUFFER;
        const int64_t *const indices = read_indices(all, all->x.data + offset[2], first, count,
                                                    index_buffer);
        const double *const g = gradient_view(
            &all->g, count, gradient_at(&all->g, all->g.data + offset[1], first), g_buffer);
        for (size_t i = 0; i < count;) {
            if (indices[i] != index) {
                write_at(&r, index, sum);
                index = indices[i];
                sum = (f64_pair){ 0, 0 };
            }
            const size_t end = end_of_run(indices, i, count, index);
            sum = add_run(sum, g + i, end - i);
            i = end;
        }
    }
    write_at(&r, index, sum);
    write_zeros(&r, all->n);
    flush(&r);
}

/* ---- checks, and lines ---- */

/* Which extremes they are does not matter; one of them must be there. */
static lanescan_status check_type(const request *r)
{
    const lanescan_status status = gradient_check(LANESCAN_CUMMAX, &r->out, &r->g, &r->index, NULL);
    return status == LANESCAN_ERROR_NOT_BUILT
               ? gradient_check(LANESCAN_CUMMIN, &r->out, &r->g, &r->index, NULL)
               : status;
}

static lanescan_status check(request *r, const lanescan_tensor *indices, int dim,
                             const lanescan_options *options, const lanescan_tensor *grad_values,
                             const lanescan_tensor *grad_input)
{
    lanescan_status status = layout_read(indices, &r->index);
    if (!status)
        status = layout_read(grad_values, &r->g);
    if (!status)
        status = layout_read(grad_input, &r->out);
    if (!status)
        status = layout_dim(dim, r->out.ndim, &r->dim);
    if (!status)
        status = lanescan_read_options(options, LANESCAN_REVERSE | LANESCAN_EXCLUSIVE, &r->options);
    if (!status && r->index.dtype != LANESCAN_I64)
        status = LANESCAN_ERROR_DTYPE;
    const bool is_exclusive = (r->options.flags & LANESCAN_EXCLUSIVE) != 0;
    if (!status && !(layouts_have_one_shape(&r->g, &r->index) &&
                     layout_fits_results(&r->out, &r->g, r->dim, is_exclusive)))
        status = LANESCAN_ERROR_SHAPE;
    return status ? status : check_type(r);
}

static void place(gradient_lines *all, const request *r, index_work *work)
{
    const bool is_reversed = (r->options.flags & LANESCAN_REVERSE) != 0;
    const int dtype = r->out.dtype;
    *all = (gradient_lines){ .out = gradient_side_of(&r->out, r->dim, is_reversed, dtype, true),
                             .g = gradient_side_of(&r->g, r->dim, is_reversed, dtype, false),
                             .x = gradient_side_of(&r->index, r->dim, is_reversed, dtype, false),
                             .n = (uint64_t)r->out.shape[r->dim],
                             .num_g = (uint64_t)r->g.shape[r->dim],
                             .more = work };
    *work = (index_work){ .is_reversed = is_reversed,
                          .extra = r->options.flags & LANESCAN_EXCLUSIVE ? 1 : 0 };
    lanescan_walk_begin(&all->lines);
    for (int d = 0; d < r->out.ndim; d++)
        if (d != r->dim)
            lanescan_walk_add(&all->lines, r->out.shape[d],
                              (ptrdiff_t)r->out.strides[d] * (ptrdiff_t)r->out.element_size,
                              (ptrdiff_t)r->g.strides[d] * (ptrdiff_t)r->g.element_size,
                              (ptrdiff_t)r->index.strides[d] * (ptrdiff_t)sizeof(int64_t));
    lanescan_walk_ready(&all->lines);
    all->in_lanes = ACROSS_LINES;
}

lanescan_status lanescan_scan_index_vjp(const lanescan_tensor *indices, int dim,
                                        const lanescan_options *options,
                                        const lanescan_tensor *grad_values,
                                        const lanescan_tensor *grad_input)
{
    request r;
    const lanescan_status status = check(&r, indices, dim, options, grad_values, grad_input);
    if (status || r.out.count == 0)
        return status;
    environment before;
    gradient_lines all;
    index_work work;
    const crew c = { r.options.executor, &before };
    environment_enter(&before);
    place(&all, &r, &work);
    const bool is_short = gradient_is_short(&all, TILE_ROWS),
               in_lanes = is_short || gradient_is_across(&all, WALK_X);
    gradient_lanes *const lanes = is_short   ? lanescan_index_short_gradients
                                  : in_lanes ? lanescan_index_gradients
                                             : NULL;
    gradient_share(&all, check_line, in_lanes ? lanescan_index_check_lanes : NULL, &c);
    const bool is_right = !atomic_load(&work.is_wrong);
    if (is_right)
        gradient_share(&all, gradient_of_line, lanes, &c);
    environment_leave(&before);
    return is_right ? LANESCAN_OK : LANESCAN_ERROR_INDEX;
}
