#include "gradients.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A line in the direction of the scan, each array of n. */
typedef struct line {
    int64_t n;
    const double *x, *g;
    double *y, *factor, *sums, *grad;
} line;

/* r[i] = g[i] + a[i] r[i+1], the last g[n-1] + passed: of a there are n - 1. */
static void recur_backwards(const double *a, const double *g, int64_t n, double passed, double *r)
{
    const double end = g[n - 1] + passed;
    const lanescan_options options = { .struct_size = sizeof options,
                                       .flags = LANESCAN_REVERSE,
                                       .initial = &end };
    const int64_t before = n - 1;
    const lanescan_tensor by = { (void *)(uintptr_t)a, &before, NULL, 1, LANESCAN_F64 };
    const lanescan_tensor added = { (void *)(uintptr_t)g, &before, NULL, 1, LANESCAN_F64 };
    const lanescan_tensor sums = { r, &before, NULL, 1, LANESCAN_F64 };
    lanescan_linear_recurrence(&by, &added, 0, &options, &sums);
    r[n - 1] = end;
}

static void product_line(const line *l)
{
    const lanescan_options before = { .struct_size = sizeof before, .flags = LANESCAN_EXCLUSIVE };
    const lanescan_tensor x = { (void *)(uintptr_t)l->x, &l->n, NULL, 1, LANESCAN_F64 };
    const lanescan_tensor y = { l->y, &l->n, NULL, 1, LANESCAN_F64 };
    lanescan_scan(LANESCAN_CUMPROD, &x, 0, &before, &y);
    recur_backwards(l->x + 1, l->g, l->n, 0, l->sums);
    for (int64_t i = 0; i < l->n; i++)
        l->grad[i] = l->y[i] * l->sums[i];
}

/* The end of a line from the first NaN on: from which all before it, -inf apart, gets NaN unless
 * its gradients are 0. Returns what it passes on, and where it begins. */
static double nan_part(const line *l, int64_t *begin)
{
    double passed = 0;
    int64_t i = l->n;
    for (; i > 0 && isnan(l->y[i - 1]); i--) {
        if (l->g[i - 1] != 0)
            passed = NAN;
        l->grad[i - 1] = l->x[i - 1] == -INFINITY ? 0 : passed;
    }
    *begin = i;
    return passed;
}

/* Where the results are +inf, up to `end`: elements of +inf share equally. */
static double infinite_part(const line *l, int64_t end, double passed, int64_t *begin)
{
    double share = passed;
    int64_t i = end, count = 0;
    for (int64_t k = 0; k < end; k++)
        count += l->x[k] == INFINITY;
    for (; i > 0 && l->y[i - 1] == INFINITY; i--) {
        const int is_one = l->x[i - 1] == INFINITY;
        share += l->g[i - 1] / (double)count;
        l->grad[i - 1] = is_one ? share : 0;
        count -= is_one;
    }
    *begin = i;
    return isnan(passed) ? passed : 0;
}

/* e^(y[i] - y[i+1]) of begin .. end - 2, in place of y: 1 - e^(x[i+1] - y[i+1]), which is there
 * already, unless that cancels. */
static void decays(const line *l, int64_t begin, int64_t end)
{
    for (int64_t i = begin; i < end - 1; i++)
        l->y[i] = l->factor[i + 1] < 0.5 ? 1 - l->factor[i + 1] : exp(l->y[i] - l->y[i + 1]);
}

static void logsumexp_line(const line *l)
{
    int64_t begin = 0, end = l->n;
    double passed;
    lanescan_logcumsumexp_f64((size_t)l->n, l->x, l->y);
    passed = nan_part(l, &end);
    if (end > 0 && l->y[end - 1] == INFINITY)
        passed = infinite_part(l, end, passed, &end);
    while (begin < end && l->y[begin] == -INFINITY)
        l->grad[begin++] = 0;
    if (begin == end)
        return;
    for (int64_t i = begin; i < end; i++)
        l->factor[i] = exp(l->x[i] - l->y[i]);
    decays(l, begin, end);
    recur_backwards(l->y + begin, l->g + begin, end - begin, passed, l->sums + begin);
    for (int64_t i = begin; i < end; i++)
        l->grad[i] = l->x[i] == -INFINITY ? 0 : l->factor[i] * l->sums[i];
}

/* Where a line lies in a tensor. */
typedef struct place {
    int64_t first, step;
} place;

/* Lines of double that lie as they are computed are taken from where they are. */
static int is_in_place(const lanescan_tensor *x, place at)
{
    return x->dtype == LANESCAN_F64 && at.step == 1;
}

static const double *load(const lanescan_tensor *from, place at, int64_t n, double *to)
{
    const float *const narrow = (const float *)from->data + at.first;
    const double *const wide = (const double *)from->data + at.first;
    if (is_in_place(from, at))
        return wide;
    for (int64_t j = 0; j < n; j++)
        to[j] = from->dtype == LANESCAN_F32 ? (double)narrow[j * at.step] : wide[j * at.step];
    return to;
}

static void store(const double *from, int64_t n, const lanescan_tensor *to, place at)
{
    float *const narrow = (float *)to->data + at.first;
    double *const wide = (double *)to->data + at.first;
    for (int64_t j = 0; j < n && !is_in_place(to, at); j++)
        if (to->dtype == LANESCAN_F32)
            narrow[j * at.step] = (float)from[j];
        else
            wide[j * at.step] = from[j];
}

static lanescan_status check(lanescan_op op, const lanescan_tensor *x, const lanescan_tensor *g,
                             int dim, const lanescan_tensor *grad)
{
    const size_t bytes = (size_t)grad->ndim * sizeof *grad->shape;
    if (op != LANESCAN_CUMPROD && op != LANESCAN_LOGCUMSUMEXP)
        return LANESCAN_ERROR_OP;
    if ((grad->dtype != LANESCAN_F32 && grad->dtype != LANESCAN_F64) || x->dtype != grad->dtype ||
        g->dtype != grad->dtype)
        return LANESCAN_ERROR_DTYPE;
    if (dim < 0 || dim >= grad->ndim)
        return LANESCAN_ERROR_DIM;
    if (x->ndim != grad->ndim || g->ndim != grad->ndim || memcmp(x->shape, grad->shape, bytes) ||
        memcmp(g->shape, grad->shape, bytes))
        return LANESCAN_ERROR_SHAPE;
    return LANESCAN_OK;
}

lanescan_status scan_vjp(lanescan_op op, const lanescan_tensor *x, const lanescan_tensor *g,
                         int dim, uint32_t flags, const lanescan_tensor *grad)
{
    const int d = dim < 0 ? dim + grad->ndim : dim;
    const lanescan_status status = check(op, x, g, d, grad);
    int64_t before = 1, inner = 1;
    if (status)
        return status;
    for (int i = 0; i < d; i++)
        before *= grad->shape[i];
    for (int i = d + 1; i < grad->ndim; i++)
        inner *= grad->shape[i];
    const int64_t n = grad->shape[d];
    double *const memory = n > 0 && n < INT64_MAX / 64 ? malloc((size_t)n * 6 * sizeof *memory)
                                                       : NULL;
    if (n == 0 || before == 0 || inner == 0) {
        free(memory);
        return LANESCAN_OK;
    }
    if (!memory)
        return LANESCAN_ERROR_SIZE;
    const int is_reverse = (flags & LANESCAN_REVERSE) != 0;
    for (int64_t i = 0; i < before; i++)
        for (int64_t k = 0; k < inner; k++) {
            const int64_t first = i * n * inner + k;
            const place at = { is_reverse ? first + (n - 1) * inner : first,
                               is_reverse ? -inner : inner };
            const line l = {
                .n = n,
                .x = load(x, at, n, memory),
                .g = load(g, at, n, memory + n),
                .y = memory + 2 * n,
                .factor = memory + 3 * n,
                .sums = memory + 4 * n,
                .grad = is_in_place(grad, at) ? (double *)grad->data + at.first : memory + 5 * n,
            };
            (op == LANESCAN_CUMPROD ? product_line : logsumexp_line)(&l);
            store(l.grad, n, grad, at);
        }
    free(memory);
    return LANESCAN_OK;
}
