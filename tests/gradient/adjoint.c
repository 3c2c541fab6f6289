/* <J v, g> = <v, J^T g> for each line of tensors of any layout, type and options. J is worked out
 * here element by element, by the definition's derivatives, in long double.
 *
 * Tolerance: a gradient i is off by at most the header's multiple of eps (8 or fewer; 2^-32 for
 * narrow types) times the sum of |g[j]| |J[j,i]| (times the conditioning of complex sums), and half
 * an ulp of narrow types; so <v, J^T g> is off by at most the sum of that times |v[i]|. Each term
 * here is made of at most 2 n + 8 operations, so it adds that many eps of long double times the
 * same moduli. */
#include "gradient/tensors.h"
#include "harness/check.h"
#include "tensor/data.h"
#include "tensor/random_layout.h"
#include "tensor/region.h"
#include "threads/executors.h"

#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef long double complex wide;

typedef enum adjoint_kind {
    OF_SCAN,
    OF_INDEX,
    OF_LOGSUMEXP,
    OF_LOGADDEXP,
    OF_RECURRENCE,
    NUM_KINDS
} adjoint_kind;

enum { MOST = 250, LONGEST = MOST + 1 };

/* x, a; b, or the results of a recurrence; g. Directions and gradients of the first two. */
enum { X, B, G, NUM_INPUTS };

typedef struct adjoint_case {
    adjoint_kind kind;
    lanescan_op op;
    int dtype, dim;
    uint32_t flags;
    bool has_initial;
    _Alignas(16) char initial[LARGEST_ELEMENT];
    layout in[NUM_INPUTS], out[2];
    region of_in[NUM_INPUTS], of_out[2];
    double *v[2]; /* by place in memory, so that what is broadcast has one direction */
} adjoint_case;

/* A line, in the order of the scan. */
typedef struct adjoint_line {
    size_t n, results;
    wide in[NUM_INPUTS][LONGEST], gradient[2][LONGEST], initial;
    long double v[2][LONGEST];
    int64_t indices[LONGEST]; /* of elements in the order of the scan; -1 */
    long double forward_size;
    wide forward;
} adjoint_line;

static bool is_pair(const adjoint_case *c)
{
    return c->kind == OF_LOGADDEXP || c->kind == OF_RECURRENCE;
}

static wide wide_read(int dtype, const void *element)
{
    const number value = number_read(dtype, element);
    return (long double)value.re + (long double)value.im * I;
}

/* ---- J v, g ---- */

/* The term conj(g[j]) J[j,i] v[i]; its modulus counts `conditioning` times. */
static void add_term(adjoint_line *l, size_t j, wide derivative, long double v,
                     long double conditioning)
{
    const wide term = conjl(l->in[G][j]) * derivative * v;
    l->forward += term;
    l->forward_size += cabsl(term) * conditioning;
}

/* e^x[i] / (e^x[0] + ... + e^x[end - 1]) for all of these. */
static void add_weights(const adjoint_case *c, adjoint_line *l, size_t j, size_t end)
{
    long double largest = c->has_initial ? creall(l->initial) : -INFINITY, moduli = 0;
    wide sum = 0;
    for (size_t i = 0; i < end; i++)
        largest = fmaxl(largest, creall(l->in[X][i]));
    if (c->has_initial) {
        sum = cexpl(l->initial - largest);
        moduli = cabsl(sum);
    }
    for (size_t i = 0; i < end; i++) {
        const wide power = cexpl(l->in[X][i] - largest);
        sum += power;
        moduli += cabsl(power);
    }
    for (size_t i = 0; i < end; i++)
        add_term(l, j, cexpl(l->in[X][i] - largest) / sum, l->v[X][i], moduli / cabsl(sum));
}

/* The product of the elements before `end` but for i; O(n^2) in all by those from the left and from
 * the right of one result. */
static void add_products(const adjoint_case *c, adjoint_line *l, size_t j, size_t end)
{
    static wide after[LONGEST + 1];
    wide before = c->has_initial ? l->initial : 1;
    after[end] = 1;
    for (size_t i = end; i-- > 0;)
        after[i] = after[i + 1] * l->in[X][i];
    for (size_t i = 0; i < end; i++) {
        add_term(l, j, before * after[i + 1], l->v[X][i], 1);
        before *= l->in[X][i];
    }
}

static void add_pair(adjoint_line *l, size_t j)
{
    const wide a = l->in[X][j], b = l->in[B][j];
    const long double largest = fmaxl(creall(a), creall(b));
    const wide of_a = cexpl(a - largest), of_b = cexpl(b - largest);
    const long double conditioning = (cabsl(of_a) + cabsl(of_b)) / cabsl(of_a + of_b);
    add_term(l, j, of_a / (of_a + of_b), l->v[0][j], conditioning);
    add_term(l, j, of_b / (of_a + of_b), l->v[1][j], conditioning);
}

static void add_recurrence(const adjoint_case *c, adjoint_line *l, size_t j)
{
    wide factor = 1;
    for (size_t i = j + 1; i-- > 0;) {
        const wide before = i ? l->in[B][i - 1] : c->has_initial ? l->initial : 0;
        add_term(l, j, factor * before, l->v[0][i], 1);
        add_term(l, j, factor, l->v[1][i], 1);
        factor *= l->in[X][i];
    }
}

static void go_forward(const adjoint_case *c, adjoint_line *l)
{
    l->forward = 0;
    l->forward_size = 0;
    for (size_t j = 0; j < l->results; j++) {
        const size_t end = c->kind == OF_LOGSUMEXP         ? l->n
                           : c->flags & LANESCAN_EXCLUSIVE ? j
                                                           : j + 1;
        if (c->kind == OF_LOGADDEXP)
            add_pair(l, j);
        else if (c->kind == OF_RECURRENCE)
            add_recurrence(c, l, j);
        else if (c->kind == OF_LOGSUMEXP || c->op == LANESCAN_LOGCUMSUMEXP)
            add_weights(c, l, j, end);
        else if (c->op == LANESCAN_CUMPROD)
            add_products(c, l, j, end);
        else if (c->op == LANESCAN_CUMSUM)
            for (size_t i = 0; i < end; i++)
                add_term(l, j, 1, l->v[X][i], 1);
        else if (l->indices[j] >= 0)
            add_term(l, j, 1, l->v[X][l->indices[j]], 1);
    }
}

/* ---- lines of tensors ---- */

/* The place of element `at` of `shape` in a layout that is broadcast to it, or is reduced. */
static int64_t place(const layout *l, const layout *shape, const int64_t *at)
{
    int64_t own[LANESCAN_MAX_NDIM] = { 0 };
    for (int32_t d = 0; d < l->ndim; d++)
        own[d] = l->shape[d] == 1 ? 0 : at[shape->ndim - l->ndim + d];
    return layout_position(l, own);
}

static void check_line(const adjoint_case *c, adjoint_line *l, const int64_t *indices,
                       const int64_t *first, const char *what)
{
    const dtype_info info = dtype_of(c->dtype), part = dtype_of(info.part);
    const bool is_reversed = (c->flags & LANESCAN_REVERSE) != 0;
    int64_t at[LANESCAN_MAX_NDIM];
    memcpy(at, first, sizeof at);
    for (size_t i = 0; i < l->results; i++) {
        at[c->dim] = (int64_t)(is_reversed ? l->results - 1 - i : i);
        const int64_t p = place(&c->in[G], &c->out[0], at);
        l->in[G][i] = wide_read(c->dtype, c->of_in[G].memory + (size_t)p * info.size);
        if (c->kind == OF_INDEX) {
            int64_t in_c_order = 0;
            for (int32_t d = 0; d < c->in[G].ndim; d++)
                in_c_order = in_c_order * c->in[G].shape[d] + at[d];
            const int64_t index = indices[in_c_order];
            l->indices[i] = index < 0 || !is_reversed ? index : (int64_t)l->n - 1 - index;
        }
    }
    wide backward = 0;
    long double rounding = 0;
    for (size_t i = 0; i < l->n; i++) {
        at[c->dim] = (int64_t)(is_reversed ? l->n - 1 - i : i);
        for (int k = 0; k < (is_pair(c) ? 2 : 1); k++) {
            const int64_t p = place(&c->in[k], &c->out[0], at), q = layout_position(&c->out[k], at);
            l->in[k][i] = wide_read(c->dtype, c->of_in[k].memory + (size_t)p * info.size);
            l->v[k][i] = c->v[k][p];
            const wide got = wide_read(c->dtype, c->of_out[k].memory + (size_t)q * info.size);
            backward += conjl(got) * l->v[k][i];
            rounding += fabsl(l->v[k][i]) * (cabsl(got) * (ldexpl(1, -part.precision) +
                                                           (long double)l->n * 4 * LDBL_EPSILON) +
                                             4 * ldexpl(1, part.min_exponent - part.precision));
        }
    }
    go_forward(c, l);
    const long double eps = part.size < sizeof(double) ? 0x1p-32L : 8 * (long double)DBL_EPSILON;
    const long double allowed =
        l->forward_size * (eps + (long double)(2 * l->n + 8) * LDBL_EPSILON) + rounding;
    check(isfinite(allowed) && cabsl(l->forward - backward) <= allowed,
          "%s: <J v, g> is %.17Lg, off by %Lg of %Lg", what, creall(l->forward),
          cabsl(l->forward - backward), allowed);
}

/* ---- random cases ---- */

static void fill(const adjoint_case *c, generator *g, int which, size_t n, char *elements)
{
    const dtype_info info = dtype_of(c->dtype);
    const bool is_complex = info.kind == KIND_COMPLEX,
               are_factors = which == X && (c->op == LANESCAN_CUMPROD || c->kind == OF_RECURRENCE);
    for (size_t i = 0; i < n; i++) {
        const double first = random_normal(g), second = random_normal(g);
        /* at most 1: one that is broadcast must not leave the range of f16 */
        const double size = random_sign(g) * (1 - fabs(first) / 16);
        number value = { is_complex ? KIND_COMPLEX : KIND_FLOAT, 0, first, second };
        if (are_factors) {
            value.re = is_complex ? size * cos(second) : size;
            value.im = size * sin(second);
            if (random_below(g, 30) == 0)
                value.re = value.im = 0;
        }
        number_write(c->dtype, elements + i * info.size, value);
    }
}

static void choose(adjoint_case *c, generator *g)
{
    static const lanescan_op ops[] = { LANESCAN_CUMSUM, LANESCAN_CUMPROD, LANESCAN_LOGCUMSUMEXP };
    layout shape;
    do
        layout_random_shape(&shape, g, MOST);
    while (shape.ndim == 0 || layout_count(&shape) == 0);
    c->kind = (adjoint_kind)random_below(g, NUM_KINDS);
    c->dim = (int)random_below(g, (size_t)shape.ndim);
    c->op = c->kind == OF_SCAN    ? ops[random_below(g, 3)]
            : c->kind == OF_INDEX ? (random_below(g, 2) ? LANESCAN_CUMMAX : LANESCAN_CUMMIN)
                                  : LANESCAN_LOGCUMSUMEXP;
    do
        c->dtype = data_float_type(g);
    while (c->kind == OF_INDEX && dtype_of(c->dtype).kind == KIND_COMPLEX);
    if (c->kind != OF_LOGSUMEXP && c->kind != OF_LOGADDEXP)
        c->flags = (uint32_t)random_below(g, c->kind == OF_RECURRENCE ? 2 : 4);
    c->has_initial = (c->kind == OF_SCAN || c->kind == OF_RECURRENCE) && random_below(g, 2);
    c->in[X] = c->in[B] = c->in[G] = c->out[0] = c->out[1] = shape;
    if (c->kind == OF_LOGSUMEXP)
        c->in[G].shape[c->dim] = 1;
    else if ((c->flags & LANESCAN_EXCLUSIVE) && random_below(g, 2))
        c->in[G].shape[c->dim]++;
    for (int k = 0; k < NUM_INPUTS; k++)
        layout_choose(&c->in[k], g, true);
    for (int k = 0; k < 2; k++)
        layout_choose(&c->out[k], g, false);
    if (is_pair(c))
        c->in[X] = layout_narrower(&shape, g);
    if (c->kind == OF_LOGADDEXP)
        c->in[B] = layout_narrower(&shape, g);
}

static lanescan_status call(const adjoint_case *c, const lanescan_options *options,
                            int64_t *indices)
{
    const lanescan_tensor x = layout_tensor(&c->in[X], c->dtype, c->of_in[X].memory),
                          b = layout_tensor(&c->in[B], c->dtype, c->of_in[B].memory),
                          g = layout_tensor(&c->in[G], c->dtype, c->of_in[G].memory),
                          first = layout_tensor(&c->out[0], c->dtype, c->of_out[0].memory),
                          second = layout_tensor(&c->out[1], c->dtype, c->of_out[1].memory);
    const lanescan_tensor of_indices = { indices, c->in[G].shape, NULL, c->in[G].ndim,
                                         LANESCAN_I64 };
    switch (c->kind) {
    case OF_SCAN:
        return lanescan_scan_vjp(c->op, &x, c->dim, options, &g, &first);
    case OF_LOGSUMEXP:
        return lanescan_logsumexp_vjp(&x, &c->dim, 1, options, &g, &first);
    case OF_LOGADDEXP:
        return lanescan_logaddexp_vjp(&x, &b, options, &g, &first, &second);
    case OF_RECURRENCE:
        return lanescan_linear_recurrence_vjp(&x, &b, c->dim, options, &g, &first, &second);
    default: {
        char *const extremes = check_alloc((size_t)layout_count(&c->in[G]) * LARGEST_ELEMENT);
        const lanescan_tensor y = { extremes, c->in[G].shape, NULL, c->in[G].ndim, c->dtype };
        const lanescan_status status = lanescan_scan_index(c->op, &x, c->dim, options, &y,
                                                           &of_indices);
        free(extremes);
        return status ? status : lanescan_scan_index_vjp(&of_indices, c->dim, options, &g, &first);
    }
    }
}

static void check_case(uint64_t seed, const char *isa)
{
    static adjoint_line l;
    generator g = random_seeded(seed);
    adjoint_case c = { 0 };
    char what[160];
    choose(&c, &g);
    snprintf(what, sizeof what, "adjoint %s %#llx: kind %d, op %d, %s, dim %d of %d, flags %u%s",
             isa, (unsigned long long)seed, (int)c.kind, (int)c.op, dtype_of(c.dtype).name, c.dim,
             (int)c.out[0].ndim, (unsigned)c.flags, c.has_initial ? ", initial" : "");
    for (int k = 0; k < NUM_INPUTS; k++) {
        c.of_in[k] = region_new(&c.in[k], c.dtype);
        fill(&c, &g, k, (size_t)c.in[k].elements, c.of_in[k].memory);
    }
    for (int k = 0; k < 2; k++) {
        c.of_out[k] = region_new(&c.out[k], c.dtype);
        c.v[k] = check_alloc((size_t)c.in[k].elements * sizeof(double));
        for (int64_t i = 0; i < c.in[k].elements; i++)
            c.v[k][i] = random_normal(&g);
    }
    fill(&c, &g, B, 1, c.initial);
    l.initial = wide_read(c.dtype, c.initial);
    int64_t *const indices = check_alloc((size_t)layout_count(&c.in[G]) * sizeof *indices);
    executor_use use = { .kind = (executor_kind)random_below(&g, EXECUTOR_THREADS), .seed = seed };
    const lanescan_executor executor = executor_of(&use, 4);
    const lanescan_options options = { .struct_size = sizeof options,
                                       .flags = c.flags,
                                       .initial = c.has_initial ? c.initial : NULL,
                                       .executor = random_below(&g, 2) ? &executor : NULL };
    lanescan_set_isa(isa);
    const lanescan_status status = call(&c, &options, indices);
    check(status == LANESCAN_OK, "%s: %s", what, lanescan_status_string(status));
    int64_t at[LANESCAN_MAX_NDIM] = { 0 };
    l.n = (size_t)c.out[0].shape[c.dim];
    l.results = (size_t)c.in[G].shape[c.dim];
    do
        check_line(&c, &l, indices, at, what);
    while (status == LANESCAN_OK && layout_next(&c.out[0], at, c.dim));
    for (int k = 0; k < NUM_INPUTS; k++)
        region_free(&c.of_in[k]);
    for (int k = 0; k < 2; k++) {
        region_free(&c.of_out[k]);
        free(c.v[k]);
    }
    free(indices);
}

void gradient_check_adjoint(void)
{
    generator g = random_seeded(check_stream_seed("adjoint"));
    const char *const *isa = lanescan_isas();
    for (size_t i = 0; i < 3000 / check_scale() + 40; i++) {
        check_case(random_bits(&g), *isa);
        isa = isa[1] ? isa + 1 : lanescan_isas();
    }
}
