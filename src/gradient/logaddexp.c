/* The gradients of logaddexp: g / (1 + e^(b - a)) and g / (1 + e^(a - b)), element by element. */
#include "gradient/log_sum.h"

#include <string.h>

enum { OF_A, OF_B, OF_G, OF_GRAD_A, OF_GRAD_B, NUM_ARRAYS };

typedef struct request {
    layout of[NUM_ARRAYS];
    int64_t strides[NUM_ARRAYS][LANESCAN_MAX_NDIM]; /* as if all had g's shape */
    bool is_wanted[NUM_ARRAYS];
} request;

/* Rows of all arrays, in C order. */
typedef struct addition {
    gradient_lines common; /* for kernels and numbers */
    gradient_side side[NUM_ARRAYS];
    bool is_wanted[NUM_ARRAYS];
    int ndim; /* of what is outside of rows */
    int64_t shape[LANESCAN_MAX_NDIM];
    ptrdiff_t step[LANESCAN_MAX_NDIM][NUM_ARRAYS]; /* bytes */
    uint64_t n, rows, rows_of_part, elements_of_part;
} addition;

/* ---- numbers ---- */

typedef struct numbers {
    double a[GRADIENT_BUFFER], b[GRADIENT_BUFFER], g[GRADIENT_BUFFER];
    double distance[GRADIENT_BUFFER]; /* of the smaller from the larger; then e^ that */
    double rest[GRADIENT_BUFFER];     /* what rounding took from the distance */
} numbers;

static double finite_or_0(double value)
{
    return f64_is_finite(value) ? value : 0;
}

/* Of complex numbers, the larger is the one with the larger real part. */
static bool is_second_larger(const numbers *v, size_t i)
{
    return v->b[2 * i] > v->a[2 * i];
}

static void subtract(numbers *v, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const double *const larger = is_second_larger(v, i) ? v->b : v->a;
        const double *const smaller = larger == v->a ? v->b : v->a;
        for (size_t k = 2 * i; k < 2 * i + 2; k++) {
            const f64_pair difference = f64_two_sum(smaller[k], -larger[k]);
            v->distance[k] = difference.high;
            v->rest[k] = finite_or_0(difference.low);
        }
        if (smaller[2 * i] == larger[2 * i]) /* infinities too */
            v->distance[2 * i] = 0;
    }
}

/* Rests that are not small, of phases far apart, become e^rest - 1, as which they are used. */
static void turn_rests(const gradient_lines *common, numbers *v, size_t count)
{
    double powers[GRADIENT_BUFFER];
    bool is_small = true;
    for (size_t i = 0; i < count; i++)
        is_small &= !log_is_beyond(2, v->rest + 2 * i, 0x1p-27);
    if (LANESCAN_LIKELY(is_small))
        return;
    common->exponentials(count, v->rest, powers, NULL, 0);
    for (size_t i = 0; i < count; i++) {
        if (log_is_beyond(2, v->rest + 2 * i, 0x1p-27)) {
            v->rest[2 * i] = powers[2 * i] - 1;
            v->rest[2 * i + 1] = powers[2 * i + 1];
        }
    }
}

/* x becomes its gradient, g conj(weight); 0 where g is 0, and where x is -inf. */
static void weigh(const double *g, const double *weight, double *y)
{
    if ((g[0] == 0 && g[1] == 0) || y[0] == -__builtin_inf()) {
        y[0] = y[1] = 0;
    } else {
        y[0] = g[0] * weight[0] + g[1] * weight[1];
        y[1] = g[1] * weight[0] - g[0] * weight[1];
    }
}

/* e = e^distance becomes the weights of the larger, 1 / (1 + e), and the smaller, e / (1 + e). */
static void weights_of(const double *power, const double *rest, double *larger, double *smaller)
{
    const double re = power[0] + (power[0] * rest[0] - power[1] * rest[1]),
                 im = power[1] + (power[1] * rest[0] + power[0] * rest[1]);
    const double sum = 1 + re, square = sum * sum + im * im;
    larger[0] = sum / square;
    larger[1] = -im / square;
    smaller[0] = (re * sum + im * im) / square;
    smaller[1] = (im * sum - re * im) / square;
}

/* The same for the smaller where that has lost digits: its weight is e. */
static void weigh_lost(const gradient_lines *common, const double *g, const double *distance,
                       const double *rest, double *y)
{
    const log_sum one = { .top = 0 };
    const double r[2] = { g[0] + (g[0] * rest[0] + g[1] * rest[1]),
                          g[1] + (g[1] * rest[0] - g[0] * rest[1]) };
    double value[2], exponent;
    log_sum_lost(common, &one, 1, distance, r, 0, y, value, &exponent);
}

/* Of real numbers, without branches: by r^2 = e^distance, since e may be below the normal
 * numbers. */
static void work_out_real(const gradient_lines *common, numbers *v, size_t count)
{
    const double infinity = __builtin_inf();
    for (size_t i = 0; i < count; i++) {
        const double a = v->a[i], b = v->b[i];
        const double larger = b > a ? b : a, smaller = b > a ? a : b;
        const f64_pair difference = f64_two_sum(smaller, -larger);
        v->distance[i] = smaller == larger ? 0 : difference.high / 2;
        v->rest[i] = difference.low - difference.low == 0 ? difference.low / 2 : 0;
    }
    common->exponentials(count, v->distance, v->distance, NULL, 0);
    for (size_t i = 0; i < count; i++) {
        const double a = v->a[i], b = v->b[i], g = v->g[i];
        const double r = v->distance[i] + v->distance[i] * v->rest[i];
        const double weight = 1 / (1 + r * r);
        const double of_larger = g * weight, of_smaller = g * (r * weight) * r;
        const double of_a = b > a ? of_smaller : of_larger, of_b = b > a ? of_larger : of_smaller;
        v->a[i] = g == 0 || a == -infinity ? 0 : of_a;
        v->b[i] = g == 0 || b == -infinity ? 0 : of_b;
    }
}

/* Elements become their gradients. */
static void work_out(const gradient_lines *common, numbers *v, size_t count)
{
    if (!common->is_complex) {
        work_out_real(common, v, count);
        return;
    }
    subtract(v, count);
    turn_rests(common, v, count);
    common->exponentials(count, v->distance, v->distance, NULL, 0);
    for (size_t i = 0; i < count; i++) {
        const bool swapped = is_second_larger(v, i);
        double larger[2], smaller[2], *const g = v->g + 2 * i, *const rest = v->rest + 2 * i,
                                             *const of_larger = (swapped ? v->b : v->a) + 2 * i,
                                             *const of_smaller = (swapped ? v->a : v->b) + 2 * i;
        const double distance[2] = { of_smaller[0] - of_larger[0], of_smaller[1] - of_larger[1] };
        weights_of(v->distance + 2 * i, rest, larger, smaller);
        weigh(g, larger, of_larger);
        weigh(g, smaller, of_smaller);
        if (log_is_lost(2, smaller, g))
            weigh_lost(common, g, distance, rest, of_smaller);
    }
}

/* ---- rows ---- */

static void add(const addition *s, uint64_t n, char *at[NUM_ARRAYS])
{
    const size_t batch = gradient_batch(&s->common);
    numbers v;
    for (size_t count; n; n -= count) {
        count = n < batch ? (size_t)n : batch;
        gradient_read(&s->side[OF_A], count, at[OF_A], v.a);
        gradient_read(&s->side[OF_B], count, at[OF_B], v.b);
        gradient_read(&s->side[OF_G], count, at[OF_G], v.g);
        work_out(&s->common, &v, count);
        if (s->is_wanted[OF_GRAD_A])
            gradient_write(&s->side[OF_GRAD_A], count, v.a, at[OF_GRAD_A]);
        if (s->is_wanted[OF_GRAD_B])
            gradient_write(&s->side[OF_GRAD_B], count, v.b, at[OF_GRAD_B]);
        for (int k = 0; k < NUM_ARRAYS; k++)
            if (s->is_wanted[k])
                at[k] += (ptrdiff_t)count * s->side[k].stride;
    }
}

/* Of one row the elements from `first` on. */
static void add_row(const addition *s, uint64_t row, uint64_t first, uint64_t n)
{
    ptrdiff_t offset[NUM_ARRAYS];
    char *at[NUM_ARRAYS];
    for (int k = 0; k < NUM_ARRAYS; k++)
        offset[k] = (ptrdiff_t)first * s->side[k].stride;
    for (int d = s->ndim - 1; d >= 0; d--) {
        const ptrdiff_t index = (ptrdiff_t)(row % (uint64_t)s->shape[d]);
        row /= (uint64_t)s->shape[d];
        for (int k = 0; k < NUM_ARRAYS; k++)
            offset[k] += index * s->step[d][k];
    }
    for (int k = 0; k < NUM_ARRAYS; k++)
        at[k] = s->is_wanted[k] ? s->side[k].data + offset[k] : NULL;
    add(s, n, at);
}

static uint64_t at_most(uint64_t value, uint64_t most)
{
    return value < most ? value : most;
}

static uint64_t parts_of_row(const addition *s)
{
    return (s->n + s->elements_of_part - 1) / s->elements_of_part;
}

static void add_parts(void *data, uint64_t begin, uint64_t count)
{
    const addition *const s = data;
    for (uint64_t part = begin; part < begin + count; part++) {
        const uint64_t row = part / parts_of_row(s) * s->rows_of_part;
        const uint64_t first = part % parts_of_row(s) * s->elements_of_part;
        const uint64_t end = row + at_most(s->rows - row, s->rows_of_part);
        for (uint64_t r = row; r < end; r++)
            add_row(s, r, first, at_most(s->n - first, s->elements_of_part));
    }
}

/* ---- checks, and places ---- */

static lanescan_status check_output(request *r, int which)
{
    const layout *const g = &r->of[OF_G], *const out = &r->of[which];
    if (!r->is_wanted[which])
        return LANESCAN_OK;
    if (out->ndim != g->ndim)
        return LANESCAN_ERROR_SHAPE;
    for (int d = 0; d < g->ndim; d++) {
        if (out->shape[d] != g->shape[d])
            return LANESCAN_ERROR_SHAPE;
        r->strides[which][d] = out->strides[d];
    }
    return gradient_check(CALLED_LOGADDEXP, out, g, &r->of[OF_A], &r->of[OF_B]);
}

static lanescan_status check_outputs(request *r)
{
    const layout *const a = &r->of[OF_GRAD_A], *const b = &r->of[OF_GRAD_B];
    lanescan_status status = check_output(r, OF_GRAD_A);
    if (!status)
        status = check_output(r, OF_GRAD_B);
    if (status || !r->is_wanted[OF_GRAD_A] || !r->is_wanted[OF_GRAD_B])
        return status;
    if (a->dtype != b->dtype)
        return LANESCAN_ERROR_DTYPE;
    return layouts_overlap(a, b) ? LANESCAN_ERROR_OVERLAP : LANESCAN_OK;
}

static lanescan_status check(request *r, const lanescan_tensor *const tensors[NUM_ARRAYS])
{
    if (!tensors[OF_GRAD_A] && !tensors[OF_GRAD_B])
        return LANESCAN_ERROR_NULL;
    for (int k = 0; k < NUM_ARRAYS; k++) {
        r->is_wanted[k] = tensors[k] || k <= OF_G;
        const lanescan_status status = r->is_wanted[k] ? layout_read(tensors[k], &r->of[k])
                                                       : LANESCAN_OK;
        if (status)
            return status;
    }
    const layout *const g = &r->of[OF_G];
    memcpy(r->strides[OF_G], g->strides, sizeof g->strides);
    lanescan_status status = layout_broadcast(&r->of[OF_A], g, r->strides[OF_A]);
    if (!status)
        status = layout_broadcast(&r->of[OF_B], g, r->strides[OF_B]);
    return status ? status : check_outputs(r);
}

static ptrdiff_t step_of(const request *r, int which, int d)
{
    return r->is_wanted[which]
               ? (ptrdiff_t)r->strides[which][d] * (ptrdiff_t)r->of[which].element_size
               : 0;
}

/* A dimension that continues the one before in all arrays makes one with it. */
static void add_dim(addition *s, const request *r, int dim, int64_t extent)
{
    int d = s->ndim;
    bool continues = d > 0;
    for (int k = 0; k < NUM_ARRAYS && continues; k++)
        continues = s->step[d - 1][k] == step_of(r, k, dim) * (ptrdiff_t)extent;
    if (continues)
        extent *= s->shape[--d];
    s->shape[d] = extent;
    for (int k = 0; k < NUM_ARRAYS; k++)
        s->step[d][k] = step_of(r, k, dim);
    s->ndim = d + 1;
}

/* Elements that are worth a part. */
enum { PART_ELEMENTS = 4096 };

static void place(addition *s, const request *r, int dtype)
{
    memset(s, 0, sizeof *s);
    s->common.is_complex = dtype_is_complex(dtype);
    gradient_kernels(&s->common);
    for (int d = 0; d < r->of[OF_G].ndim; d++)
        if (r->of[OF_G].shape[d] != 1)
            add_dim(s, r, d, r->of[OF_G].shape[d]);
    const int inner = s->ndim ? --s->ndim : 0;
    s->n = r->of[OF_G].count == 1 ? 1 : (uint64_t)s->shape[inner];
    s->rows = (uint64_t)r->of[OF_G].count / s->n;
    for (int k = 0; k < NUM_ARRAYS; k++) {
        s->is_wanted[k] = r->is_wanted[k];
        if (r->is_wanted[k])
            s->side[k] = gradient_side_of(&r->of[k], 0, false, dtype, k > OF_G);
        s->side[k].stride = s->step[inner][k];
    }
    s->elements_of_part = PART_ELEMENTS;
    s->rows_of_part = s->n < PART_ELEMENTS ? PART_ELEMENTS / s->n : 1;
}

lanescan_status lanescan_logaddexp_vjp(const lanescan_tensor *a, const lanescan_tensor *b,
                                       const lanescan_options *options,
                                       const lanescan_tensor *grad_output,
                                       const lanescan_tensor *grad_a, const lanescan_tensor *grad_b)
{
    const lanescan_tensor *const tensors[NUM_ARRAYS] = { a, b, grad_output, grad_a, grad_b };
    request r;
    addition s;
    environment before;
    crew c = { .around = &before };
    lanescan_status status = check(&r, tensors);
    if (!status)
        status = lanescan_read_executor(options, &c.executor);
    if (status || r.of[OF_G].count == 0)
        return status;
    environment_enter(&before);
    place(&s, &r, r.of[grad_a ? OF_GRAD_A : OF_GRAD_B].dtype);
    const size_t tasks = lanescan_tasks_worth(&c, gradient_cost(s.common.is_complex),
                                              (uint64_t)r.of[OF_G].count);
    const sharing parts = { .count = (s.rows + s.rows_of_part - 1) / s.rows_of_part *
                                     parts_of_row(&s),
                            .each = 1,
                            .together = 1 };
    lanescan_share(&c, tasks, &parts, add_parts, &s);
    environment_leave(&before);
    return LANESCAN_OK;
}
