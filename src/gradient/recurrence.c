/* The gradients of linear recurrences, y[j] = a[j] y[j-1] + b[j]: that of b is a recurrence of g
 * from the right, r[j] = g[j] + a[j+1] r[j+1]; that of a is r[j] y[j-1]. Both come from one
 * pass. */
#include "gradient/two_inputs.h"
#include "ops/recurrence/state.h"

#include <string.h>

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
    void (*begin)(lanescan_state *state);
    bool has_initial;
    double initial[2];
} recurrence_lines;

typedef struct buffers {
    double a[RECURRENCE_BUFFER], g[RECURRENCE_BUFFER], r[RECURRENCE_BUFFER], y[RECURRENCE_BUFFER];
} buffers;

static void read(const gradient_side *side, size_t count, const char *line, uint64_t first,
                 double *to)
{
    if (count)
        gradient_read(side, count, gradient_at(side, line, first), to);
}

static void conjugate(size_t count, double *numbers)
{
    for (size_t i = 0; i < count; i++)
        numbers[2 * i + 1] = -numbers[2 * i + 1];
}

/* r conj(y) takes the place of y. */
static void multiply(size_t parts, size_t count, const double *r, double *y)
{
    for (size_t i = 0; i < parts * count; i += parts) {
        const double re = y[i];
        if (parts == 1) {
            y[i] = r[i] * re;
        } else {
            const double im = y[i + 1];
            y[i] = r[i] * re + r[i + 1] * im;
            y[i + 1] = r[i + 1] * re - r[i] * im;
        }
    }
}

/* The gradient of a: of the first element it is that of the initial value, or nothing. */
static void of_coefficients(const recurrence_lines *all, char *const at[NUM_ARRAYS], uint64_t first,
                            size_t count, buffers *b)
{
    const size_t parts = all->parts, before = first == 0 ? 1 : 0;
    memcpy(b->y, all->initial, parts * sizeof(double));
    read(&all->side[OF_Y], count - before, at[OF_Y], first + before - 1, b->y + parts * before);
    multiply(parts, count, b->r, b->y);
    if (before && !all->has_initial)
        memset(b->y, 0, parts * sizeof(double));
    const gradient_side *const side = &all->side[OF_GRAD_A];
    gradient_write(side, count, b->y, at[OF_GRAD_A] + (ptrdiff_t)first * side->stride);
}

static void do_line(const recurrence_lines *all, char *const at[NUM_ARRAYS])
{
    const size_t parts = all->parts, batch = RECURRENCE_BUFFER / parts;
    const gradient_side *const of_b = &all->side[OF_GRAD_B];
    lanescan_state state;
    buffers b;
    all->begin(&state);
    for (uint64_t left = all->n; left;) {
        const size_t count = left < batch ? (size_t)left : batch;
        const uint64_t first = left - count;
        const size_t there = left == all->n ? count - 1 : count; /* of a[first + 1], ... */
        if (there < count)
            memset(b.a + parts * there, 0, parts * sizeof(double));
        read(&all->side[OF_A], there, at[OF_A], first + 1, b.a);
        read(&all->side[OF_G], count, at[OF_G], first, b.g);
        if (parts == 2)
            conjugate(there, b.a);
        all->kernel(&state, true, false, count, b.a + parts * (count - 1),
                    b.g + parts * (count - 1), b.r + parts * (count - 1));
        if (all->is_wanted[OF_GRAD_A])
            of_coefficients(all, at, first, count, &b);
        if (all->is_wanted[OF_GRAD_B])
            gradient_write(of_b, count, b.r, at[OF_GRAD_B] + (ptrdiff_t)first * of_b->stride);
        left = first;
    }
}

static void do_lines(void *data, uint64_t first, uint64_t count)
{
    const recurrence_lines *const all = data;
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
    all->begin = lanescan_recurrence_kinds[type]->begin;
    for (int d = 0; d < y->ndim; d++)
        if (d != r->dim)
            rows_add_dim(&all->outside, t, d);
    for (int k = 0; k < NUM_ARRAYS; k++)
        if (t->is_wanted[k])
            all->side[k] = two_inputs_side(t, k, r->dim, r->options.flags & LANESCAN_REVERSE);
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
