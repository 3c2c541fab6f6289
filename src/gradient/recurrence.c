/* The gradients of linear recurrences, y[j] = a[j] y[j-1] + b[j]: that of b is a recurrence of g
 * from the right, r[j] = g[j] + a[j+1] r[j+1]; that of a is r[j] y[j-1]. Both come from one
 * pass.
 *
 * Short lines, and lines side by side, are worked out a line in each lane. */
#include "gradient/two_inputs.h"
#include "ops/recurrence/state.h"

#include <string.h>

LANESCAN_LOOPS_ONCE

/* Doubles that are worked on at once. */
enum { RECURRENCE_BUFFER = 256 };

/* The other one of two inputs: the results. */
enum { OF_Y = OF_B };

typedef struct request {
    two_inputs arrays;
    int dim;
    lanescan_options options;
} request;

typedef struct recurrence_lines {
    const bool *is_wanted;
    gradient_rows outside;
    gradient_side side[NUM_ARRAYS]; /* of the first line, in the order of the recurrence */
    uint64_t n, lines;
    size_t parts; /* doubles of a number */
    lanescan_recurrence_piece *kernel;
    lanescan_recurrence_across *across; /* NULL: line by line */
    const lanescan_state_kind *states;
    bool has_initial;
    double initial[2];
} recurrence_lines;

typedef struct buffers {
    _Alignas(64) double a[RECURRENCE_BUFFER], g[RECURRENCE_BUFFER], r[RECURRENCE_BUFFER],
        y[RECURRENCE_BUFFER];
} buffers;

static char *memory_at(const gradient_side *side, char *line, uint64_t first)
{
    return line + (ptrdiff_t)first * side->stride;
}

/* The coefficients after these elements; the last has none. */
static const double *coefficients_after(const recurrence_lines *all, const char *line,
                                        uint64_t first, size_t count, double *a)
{
    const gradient_side *const side = &all->side[OF_A];
    const size_t parts = all->parts, there = first + count == all->n ? count - 1 : count;
    const char *const at = gradient_at(side, line, first + 1);
    if (there == count && parts == 1)
        return gradient_view(side, count, at, a);
    memset(a + parts * there, 0, parts * (count - there) * sizeof *a);
    if (there)
        gradient_read(side, there, at, a);
    for (size_t i = 0; parts == 2 && i < there; i++)
        a[2 * i + 1] = -a[2 * i + 1];
    return a;
}

/* The results before these elements; before the first it is the initial value. */
static const double *results_before(const recurrence_lines *all, const char *line, uint64_t first,
                                    size_t count, double *y)
{
    const gradient_side *const side = &all->side[OF_Y];
    if (first)
        return gradient_view(side, count, gradient_at(side, line, first - 1), y);
    memcpy(y, all->initial, all->parts * sizeof *y);
    if (count > 1)
        gradient_read(side, count - 1, line, y + all->parts);
    return y;
}

static void multiply(size_t count, const double *r, const double *y, double *restrict to)
{
    for (size_t i = 0; i < count; i++)
        to[i] = r[i] * y[i];
}

/* r conj(y) */
static void multiply_complex(size_t count, const double *r, const double *y, double *restrict to)
{
    for (size_t i = 0; i < 2 * count; i += 2) {
        to[i] = r[i] * y[i] + r[i + 1] * y[i + 1];
        to[i + 1] = r[i + 1] * y[i] - r[i] * y[i + 1];
    }
}

/* The gradient of a: of the first element it is that of the initial value, or nothing. */
static void of_coefficients(const recurrence_lines *all, char *const at[NUM_ARRAYS], uint64_t first,
                            size_t count, const double *r, buffers *b)
{
    const gradient_side *const side = &all->side[OF_GRAD_A];
    char *const memory = memory_at(side, at[OF_GRAD_A], first);
    const double *const y = results_before(all, at[OF_Y], first, count, b->y);
    double *const to = gradient_room(side, memory, b->a);
    (all->parts == 1 ? multiply : multiply_complex)(count, r, y, to);
    if (first == 0 && !all->has_initial)
        memset(to, 0, all->parts * sizeof *to);
    gradient_write(side, count, to, memory);
}

/* What the kernel does not ask for. */
static void fetch_next(const recurrence_lines *all, char *const at[NUM_ARRAYS], uint64_t first,
                       size_t batch)
{
    for (int k = 0; first && k < NUM_ARRAYS; k++) {
        const gradient_side *const side = &all->side[k];
        const bool is_kernels = k != OF_Y && k != OF_GRAD_A &&
                                conversion_is_direct(&side->convert, side->stride);
        if (at[k] && !is_kernels)
            gradient_fetch(side, batch, gradient_at(side, at[k], first));
    }
}

static void do_line(const recurrence_lines *all, char *const at[NUM_ARRAYS])
{
    const gradient_side *const of_g = &all->side[OF_G], *const of_b = &all->side[OF_GRAD_B];
    const size_t parts = all->parts, batch = RECURRENCE_BUFFER / parts;
    lanescan_state state;
    buffers b;
    all->states->begin(&state);
    for (uint64_t left = all->n; left;) {
        const size_t count = left < batch ? (size_t)left : batch, last = parts * (count - 1);
        const uint64_t first = left - count;
        fetch_next(all, at, first, batch);
        const double *const a = coefficients_after(all, at[OF_A], first, count, b.a),
                            *const g = gradient_view(of_g, count,
                                                     gradient_at(of_g, at[OF_G], first), b.g);
        char *const memory = all->is_wanted[OF_GRAD_B] ? memory_at(of_b, at[OF_GRAD_B], first)
                                                       : NULL;
        double *const r = memory ? gradient_room(of_b, memory, b.r) : b.r;
        all->kernel(&state, true, false, count, a + last, g + last, r + last);
        if (all->is_wanted[OF_GRAD_A])
            of_coefficients(all, at, first, count, r, &b);
        if (memory)
            gradient_write(of_b, count, r, memory);
        left = first;
    }
}

/* ---- a line in each lane ---- */

/* 32 elements of up to 64 lines, the last ones first. */
typedef struct recurrence_tiles {
    const recurrence_lines *all;
    line_block lines[2]; /* array k is in number k / WALK_ARRAYS */
    lanescan_columns state;
    _Alignas(64) char a[TILE_BYTES], r[TILE_BYTES], y[TILE_BYTES];
    tile_raw raw;
} recurrence_tiles;

/* Takes a block of lines, from `line` on and at most `most`; returns how many. Not always a full
 * one: many lines at one distance are read and written faster than more lines at several. */
static size_t take_lines(recurrence_tiles *t, uint64_t line, uint64_t most)
{
    const gradient_rows *const outside = &t->all->outside;
    const int inner = outside->ndim - 1;
    const uint64_t extent = (uint64_t)outside->shape[inner];
    size_t runs = 0, count = 0;
    most = most < ACROSS_LINES ? most : ACROSS_LINES;
    while (count < most && (count == 0 || t->lines[0].run_length[0] < ACROSS_LINES / 2)) {
        ptrdiff_t offset[NUM_ARRAYS];
        const uint64_t to_end = extent - (line + count) % extent, room = most - count,
                       run = to_end < room ? to_end : room;
        rows_at(outside, line + count, offset);
        for (int k = 0; k < NUM_ARRAYS; k++)
            t->lines[k / WALK_ARRAYS].at[runs][k % WALK_ARRAYS] = offset[k];
        t->lines[0].run_length[runs] = t->lines[1].run_length[runs] = (uint8_t)run;
        runs++;
        count += (size_t)run;
    }
    for (int k = 0; k < NUM_ARRAYS; k++)
        t->lines[k / WALK_ARRAYS].pitch[k % WALK_ARRAYS] = outside->step[inner][k];
    for (int b = 0; b < 2; b++) {
        t->lines[b].num_runs = runs;
        t->lines[b].count = count;
    }
    return count;
}

static tile_side side_of(const recurrence_lines *all, int k)
{
    const gradient_side *const side = &all->side[k];
    return (tile_side){ &lanescan_active_kernels()->memory,
                        &side->convert,
                        k % WALK_ARRAYS,
                        -side->stride,
                        k > OF_G ? side->convert.to_size : side->convert.from_size,
                        ACROSS_LINES };
}

/* Element i of the first line of all. */
static char *memory_of(const recurrence_lines *all, int k, uint64_t i)
{
    return all->side[k].data + (ptrdiff_t)i * all->side[k].stride;
}

/* The rows from element i down, where they are if they lie there as in a tile, or in the tile. */
static const char *read_tile_rows(recurrence_tiles *t, int k, uint64_t i, size_t rows, char *tile,
                                  ptrdiff_t *stride)
{
    const tile_side side = side_of(t->all, k);
    const line_block *const lines = &t->lines[k / WALK_ARRAYS];
    const char *const memory = memory_of(t->all, k, i);
    *stride = side.stride;
    if (conversion_is_none(side.convert) && tile_has_rows(lines, side.array, sizeof(double)))
        return memory + lines->at[0][side.array];
    *stride = TILE_ROW;
    if (rows)
        tile_read(&side, lines, rows, memory, tile, &t->raw);
    return tile;
}

static void write_tile_rows(recurrence_tiles *t, int k, uint64_t i, size_t rows, const char *tile)
{
    const tile_side side = side_of(t->all, k);
    tile_write(&side, &t->lines[k / WALK_ARRAYS], rows, tile, memory_of(t->all, k, i), &t->raw);
}

static void fill_row(char *row, size_t count, double value)
{
    for (size_t l = 0; l < count; l++)
        memcpy(row + l * sizeof value, &value, sizeof value);
}

static void recur_tile(recurrence_tiles *t, uint64_t left, size_t rows)
{
    const recurrence_lines *const all = t->all;
    const size_t count = t->lines[0].count, none = left == all->n ? 1 : 0; /* of a[n], ... */
    lanescan_recurrence_rows where = { .y = t->r, .y_stride = TILE_ROW };
    if (none) {
        ptrdiff_t stride;
        const char *const a = read_tile_rows(t, OF_A, left - 1, rows - 1, t->a + TILE_ROW, &stride);
        for (size_t row = 1; row < rows && a != t->a + TILE_ROW; row++)
            memcpy(t->a + row * TILE_ROW, a + (ptrdiff_t)(row - 1) * stride,
                   count * sizeof(double));
        fill_row(t->a, count, 0);
        where.a = t->a;
        where.a_stride = TILE_ROW;
    } else {
        where.a = read_tile_rows(t, OF_A, left, rows, t->a, &where.a_stride);
    }
    where.b = read_tile_rows(t, OF_G, left - 1, rows, t->r, &where.b_stride);
    all->across(&t->state, rows, count, &where);
}

/* The gradient of a, which takes the place of y in the tile. */
static void multiply_tile(recurrence_tiles *t, uint64_t left, size_t rows)
{
    const recurrence_lines *const all = t->all;
    const size_t count = t->lines[0].count, none = left == rows ? 1 : 0; /* of y[-1] */
    ptrdiff_t stride;
    const char *const y = read_tile_rows(t, OF_Y, left - 2, rows - none, t->y, &stride);
    for (size_t row = 0; row < rows; row++) {
        double *const to = (double *)(void *)(t->y + row * TILE_ROW);
        const double *const r = (const double *)(const void *)(t->r + row * TILE_ROW);
        const double *const from = (const double *)(const void *)(y + (ptrdiff_t)row * stride);
        if (row < rows - none)
            for (size_t l = 0; l < count; l++)
                to[l] = r[l] * from[l];
        else
            for (size_t l = 0; l < count; l++)
                to[l] = all->has_initial ? r[l] * all->initial[0] : 0;
    }
    write_tile_rows(t, OF_GRAD_A, left - 1, rows, t->y);
}

static void do_tiles(const recurrence_lines *all, uint64_t line, uint64_t end)
{
    recurrence_tiles t; /* the tiles begin as they are */
    lanescan_state begin;
    t.all = all;
    all->states->begin(&begin);
    while (line < end) {
        line += take_lines(&t, line, end - line);
        lanescan_state_broadcast(all->states, &begin, &t.state);
        for (uint64_t left = all->n; left;) {
            const size_t rows = left < TILE_ROWS ? (size_t)left : TILE_ROWS;
            recur_tile(&t, left, rows);
            if (all->is_wanted[OF_GRAD_A])
                multiply_tile(&t, left, rows);
            if (all->is_wanted[OF_GRAD_B])
                write_tile_rows(&t, OF_GRAD_B, left - 1, rows, t.r);
            left -= rows;
        }
    }
}

/* Elements from which on a kernel along a line is fast. */
enum { LONG_LINE = 512 };

static bool is_better_across(const recurrence_lines *all)
{
    const gradient_rows *const outside = &all->outside;
    if (all->parts == 2 || all->lines < MANY_LINES)
        return false;
    return all->n < gradient_long_line(LONG_LINE) ||
           layout_magnitude(outside->step[outside->ndim - 1][OF_G]) <
               layout_magnitude(all->side[OF_G].stride);
}

static void do_lines(void *data, uint64_t first, uint64_t count)
{
    const recurrence_lines *const all = data;
    if (all->across) {
        do_tiles(all, first, first + count);
        return;
    }
    for (uint64_t line = first; line < first + count; line++) {
        ptrdiff_t offset[NUM_ARRAYS];
        char *at[NUM_ARRAYS];
        rows_at(&all->outside, line, offset);
        for (int k = 0; k < NUM_ARRAYS; k++)
            at[k] = all->is_wanted[k] ? all->side[k].data + offset[k] : NULL;
        do_line(all, at);
    }
}

/* ---- checks, and places ---- */

static lanescan_status check(request *r, const lanescan_tensor *const tensors[NUM_ARRAYS], int dim,
                             const lanescan_options *options)
{
    lanescan_status status = two_inputs_read(tensors, &r->arrays);
    if (!status)
        status = layout_dim(dim, r->arrays.of[OF_Y].ndim, &r->dim);
    if (!status)
        status = lanescan_read_options(options, LANESCAN_REVERSE, &r->options);
    return status ? status : two_inputs_check(CALLED_LINEAR_RECURRENCE, false, &r->arrays);
}

static void place(recurrence_lines *all, const request *r)
{
    const two_inputs *const t = &r->arrays;
    const layout *const y = &t->of[OF_Y];
    const int dtype = two_inputs_dtype(t);
    const element type = dtype_is_complex(dtype) ? ELEMENT_C128 : ELEMENT_F64;
    memset(all, 0, sizeof *all);
    all->is_wanted = t->is_wanted;
    all->n = (uint64_t)y->shape[r->dim];
    all->lines = (uint64_t)y->count / all->n;
    all->parts = dtype_is_complex(dtype) ? 2 : 1;
    all->kernel = lanescan_active_kernels()->recurrence_piece[type];
    all->states = lanescan_recurrence_kinds[type];
    for (int d = 0; d < y->ndim; d++)
        if (d != r->dim)
            rows_add_dim(&all->outside, t, d);
    for (int k = 0; k < NUM_ARRAYS; k++)
        if (t->is_wanted[k])
            all->side[k] = two_inputs_side(t, k, r->dim, r->options.flags & LANESCAN_REVERSE);
    if (is_better_across(all))
        all->across = lanescan_active_kernels()->recurrence_across[type];
    if (r->options.initial) {
        const layout one = { .dtype = y->dtype, .element_size = y->element_size };
        const gradient_side side = gradient_side_of(&one, 0, false, dtype, false);
        all->has_initial = true;
        gradient_read(&side, 1, r->options.initial, all->initial);
    }
}

lanescan_status
lanescan_linear_recurrence_vjp(const lanescan_tensor *a, const lanescan_tensor *output, int dim,
                               const lanescan_options *options, const lanescan_tensor *grad_output,
                               const lanescan_tensor *grad_a, const lanescan_tensor *grad_b)
{
    const lanescan_tensor *const tensors[NUM_ARRAYS] = { a, output, grad_output, grad_a, grad_b };
    request r;
    recurrence_lines all;
    environment before;
    const lanescan_status status = check(&r, tensors, dim, options);
    if (status || r.arrays.of[OF_Y].count == 0)
        return status;
    const crew c = { r.options.executor, &before };
    environment_enter(&before);
    place(&all, &r);
    const size_t tasks = lanescan_tasks_worth(&c, gradient_product_cost(all.parts == 2),
                                              (uint64_t)r.arrays.of[OF_Y].count);
    lanescan_share_evenly(&c, tasks, all.lines, do_lines, &all);
    environment_leave(&before);
    return LANESCAN_OK;
}
