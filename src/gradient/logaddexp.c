/* The gradients of logaddexp: g / (1 + e^(b - a)) and g / (1 + e^(a - b)), element by element. */
#include "gradient/log_sum.h"
#include "gradient/two_inputs.h"

#include <string.h>

/* Rows of all arrays. */
typedef struct addition {
    gradient_lines common; /* for kernels and numbers */
    gradient_side side[NUM_ARRAYS];
    bool is_wanted[NUM_ARRAYS];
    gradient_rows outside;
    uint64_t n, rows;
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
        v->distance[2 * i + 1] += larger[2 * i + 1] - larger[2 * i + 1]; /* NaN of infinity */
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

/* x becomes its gradient, g conj(weight); 0 where g is 0, and where x is -inf but not NaN. */
static void weigh(const double *g, const double *weight, double *y)
{
    if ((g[0] == 0 && g[1] == 0) || (y[0] == -__builtin_inf() && y[1] == y[1])) {
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

/* Elements become their gradients. */
static void work_out(const gradient_lines *common, numbers *v, size_t count)
{
    if (!common->is_complex) {
        common->pairs(count, v->g, v->a, v->b);
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

/* Elements that are worth a part. */
enum { PART_ELEMENTS = 4096 };

/* `count` rows from one on, of each the elements from `first` on. */
static void add_rows(const void *data, uint64_t row, uint64_t count, uint64_t first, uint64_t n)
{
    const addition *const s = data;
    for (uint64_t end = row + count; row < end; row++) {
        ptrdiff_t offset[NUM_ARRAYS];
        char *at[NUM_ARRAYS];
        rows_at(&s->outside, row, offset);
        for (int k = 0; k < NUM_ARRAYS; k++)
            at[k] = s->is_wanted[k]
                        ? s->side[k].data + offset[k] + (ptrdiff_t)first * s->side[k].stride
                        : NULL;
        add(s, n, at);
    }
}

/* The last dimension is a row. */
static void place(addition *s, const two_inputs *t)
{
    gradient_rows *const outside = &s->outside;
    memset(s, 0, sizeof *s);
    s->common.is_complex = dtype_is_complex(two_inputs_dtype(t));
    gradient_kernels(&s->common);
    for (int d = 0; d < t->of[OF_G].ndim; d++)
        rows_add_dim(outside, t, d);
    const int inner = outside->ndim ? --outside->ndim : 0;
    s->n = t->of[OF_G].count == 1 ? 1 : (uint64_t)outside->shape[inner];
    s->rows = (uint64_t)t->of[OF_G].count / s->n;
    for (int k = 0; k < NUM_ARRAYS; k++) {
        s->is_wanted[k] = t->is_wanted[k];
        if (t->is_wanted[k])
            s->side[k] = two_inputs_side(t, k, 0, false);
        s->side[k].stride = outside->step[inner][k];
    }
}

lanescan_status lanescan_logaddexp_vjp(const lanescan_tensor *a, const lanescan_tensor *b,
                                       const lanescan_options *options,
                                       const lanescan_tensor *grad_output,
                                       const lanescan_tensor *grad_a, const lanescan_tensor *grad_b)
{
    const lanescan_tensor *const tensors[NUM_ARRAYS] = { a, b, grad_output, grad_a, grad_b };
    two_inputs t;
    addition s;
    environment before;
    crew c = { .around = &before };
    lanescan_status status = lanescan_read_executor(options, &c.executor);
    if (!status)
        status = two_inputs_read(tensors, &t);
    if (!status)
        status = two_inputs_check(CALLED_LOGADDEXP, true, &t);
    if (status || t.of[OF_G].count == 0)
        return status;
    environment_enter(&before);
    place(&s, &t);
    const size_t tasks = lanescan_tasks_worth(&c, gradient_cost(s.common.is_complex),
                                              (uint64_t)t.of[OF_G].count);
    lanescan_share_rows(&c, tasks, s.rows, s.n, PART_ELEMENTS, add_rows, &s);
    environment_leave(&before);
    return LANESCAN_OK;
}
