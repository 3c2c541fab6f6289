/* Values of gradients against MPFR: each kind of data, every type, with and without an initial
 * value; the worst errors. The table of special values.
 *     gradient_values [CASES] */
#include "gradient/judge.h"
#include "harness/check.h"
#include "harness/random.h"
#include "tensor/dtype.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- data ---- */

static double normal(generator *g, size_t i)
{
    (void)i;
    return 3 * random_normal(g);
}

static double wide(generator *g, size_t i)
{
    (void)i;
    return random_between(g, -700, 700);
}

static double wider(generator *g, size_t i)
{
    (void)i;
    return random_between(g, -2e4, 2e4);
}

static double climbing(generator *g, size_t i)
{
    return 0.7 * (double)i + random_normal(g);
}

static double falling(generator *g, size_t i)
{
    return -0.7 * (double)i + random_normal(g);
}

static double steep(generator *g, size_t i)
{
    return 500 * (double)i * random_unit(g);
}

static double masked(generator *g, size_t i)
{
    return random_below(g, 3) == 0 || i < 3 ? -INFINITY : 40 * random_normal(g);
}

static double ties(generator *g, size_t i)
{
    (void)i;
    return (double)random_below(g, 4);
}

static double far(generator *g, size_t i)
{
    (void)i;
    return 0x1p50 * (double)random_below(g, 3) + random_between(g, -3, 3);
}

static double farthest(generator *g, size_t i)
{
    return ldexp(random_between(g, -1, 1), 30 + (int)(i % 31));
}

static double small(generator *g, size_t i)
{
    (void)i;
    return ldexp(random_normal(g), -(int)random_below(g, 60));
}

static double factors(generator *g, size_t i)
{
    (void)i;
    return random_sign(g) * (1 + random_normal(g) / 16);
}

static double zeros(generator *g, size_t i)
{
    return random_below(g, 40) ? factors(g, i) : random_sign(g) * 0.0;
}

static double swings(generator *g, size_t i)
{
    return ldexp(factors(g, i), i / 3 % 2 ? 700 : -700);
}

static double any_factor(generator *g, size_t i)
{
    return ldexp(factors(g, i), (int)random_below(g, 2040) - 1060);
}

static double shrinking(generator *g, size_t i)
{
    return factors(g, i) / 50;
}

static double growing(generator *g, size_t i)
{
    return factors(g, i) * (i < 200 ? 40 : 0.001);
}

typedef struct dataset {
    const char *name;
    double (*x)(generator *g, size_t i);
} dataset;

static const dataset products[] = {
    { "factors", factors },       { "zeros", zeros },         { "swings", swings },
    { "any factor", any_factor }, { "shrinking", shrinking }, { "growing", growing },
};

enum { NUM_PRODUCTS = sizeof products / sizeof products[0] };

static const dataset datasets[] = {
    { "normal", normal },     { "wide", wide },       { "wider", wider },
    { "climbing", climbing }, { "falling", falling }, { "steep", steep },
    { "masked", masked },     { "ties", ties },       { "far", far },
    { "farthest", farthest }, { "small", small },
};

enum { NUM_DATASETS = sizeof datasets / sizeof datasets[0] };

static double gradient_of(generator *g, size_t kind)
{
    switch (kind) {
    case 0:
        return random_normal(g);
    case 1:
        return random_below(g, 3) ? 0 : random_normal(g);
    case 2:
        return ldexp(random_normal(g), (int)random_below(g, 1800) - 800);
    case 3: /* below the normal numbers, or not far */
        return ldexp(random_normal(g), (int)random_below(g, 60) - 1070);
    default:
        return 1 + random_unit(g);
    }
}

/* ---- a case ---- */

enum { LONGEST = 700 };

typedef struct arrays {
    char x[LONGEST * LARGEST_ELEMENT], b[LONGEST * LARGEST_ELEMENT], g[LONGEST * LARGEST_ELEMENT],
        initial[LARGEST_ELEMENT], out[2 * LONGEST * LARGEST_ELEMENT];
} arrays;

static _Alignas(16) arrays in;
static double x_values[2 * LONGEST], b_values[2 * LONGEST], g_values[2 * LONGEST],
    initial_values[2], got[4 * LONGEST];

/* Elements of the type, and the numbers that they are. */
static void write(int dtype, size_t i, double re, double im, char *elements, double *values)
{
    const dtype_info info = dtype_of(dtype);
    const bool is_complex = info.kind == KIND_COMPLEX;
    const number value = { is_complex ? KIND_COMPLEX : KIND_FLOAT, 0, re, im };
    number_write(dtype, elements + i * info.size, value);
    const number read = number_read(dtype, elements + i * info.size);
    values[is_complex ? 2 * i : i] = read.re;
    if (is_complex)
        values[2 * i + 1] = read.im;
}

/* Finite, but for elements of -inf. */
static bool is_judged(int dtype, size_t n, const double *values, bool may_be_nothing)
{
    for (size_t i = 0; i < n * (dtype_of(dtype).kind == KIND_COMPLEX ? 2 : 1); i++)
        if (!isfinite(values[i]) && !(may_be_nothing && values[i] == (double)-INFINITY))
            return false;
    return true;
}

static lanescan_status call(const gradient_case *c)
{
    const int64_t n = (int64_t)c->n;
    const size_t size = dtype_of(c->dtype).size;
    const lanescan_tensor x = { in.x, &n, NULL, 1, c->dtype }, b = { in.b, &n, NULL, 1, c->dtype },
                          g = { in.g, &n, NULL, 1, c->dtype },
                          one = { in.g, NULL, NULL, 0, c->dtype },
                          out = { in.out, &n, NULL, 1, c->dtype },
                          second = { in.out + c->n * size, &n, NULL, 1, c->dtype };
    const lanescan_options options = { .struct_size = sizeof options,
                                       .initial = c->initial ? in.initial : NULL };
    switch (c->kind) {
    case OF_CUMPROD:
        return lanescan_scan_vjp(LANESCAN_CUMPROD, &x, 0, &options, &g, &out);
    case OF_LOGCUMSUMEXP:
        return lanescan_scan_vjp(LANESCAN_LOGCUMSUMEXP, &x, 0, &options, &g, &out);
    case OF_LOGSUMEXP:
        return lanescan_logsumexp_vjp(&x, NULL, 0, NULL, &one, &out);
    case OF_RECURRENCE:
        return lanescan_linear_recurrence_vjp(&x, &b, 0, &options, &g, &out, &second);
    default:
        return lanescan_logaddexp_vjp(&x, &b, NULL, &g, &out, &second);
    }
}

enum { NUM_GRADIENT_KINDS = 5 };

static const char *const kind_names[NUM_KINDS] = { "cumprod", "logcumsumexp", "logsumexp",
                                                   "linear_recurrence", "logaddexp" };
static double worst_of[NUM_KINDS][2]; /* of f64 and C128 */

/* Calls it with what is in `in`, and judges. */
static void judge_case(const gradient_case *c, const char *what)
{
    check(call(c) == LANESCAN_OK, "%s", what);
    for (size_t i = 0; i < 2 * c->n; i++) {
        const number value = number_read(c->dtype, in.out + i * dtype_of(c->dtype).size);
        got[c->is_complex ? 2 * i : i] = value.re;
        if (c->is_complex)
            got[2 * i + 1] = value.im;
    }
    const double worst = gradient_judge(what, c, got);
    if (c->dtype == LANESCAN_F64 || c->dtype == LANESCAN_C128) {
        double *const so_far = &worst_of[c->kind][c->is_complex];
        *so_far = fmax(*so_far, worst);
    }
}

static void check_case(uint64_t seed, gradient_kind kind, const dataset *d, int dtype, size_t n,
                       size_t g_kind)
{
    generator g = random_seeded(seed);
    gradient_case c = { .kind = kind,
                        .dtype = dtype,
                        .is_complex = dtype_of(dtype).kind == KIND_COMPLEX,
                        .n = n,
                        .x = x_values,
                        .b = b_values,
                        .g = g_values };
    char what[120];
    if ((kind <= OF_LOGCUMSUMEXP || kind == OF_RECURRENCE) && random_below(&g, 3) == 0)
        c.initial = initial_values;
    for (size_t i = 0; i < n; i++) { /* a statement each: compilers order operands as they like */
        const double x_re = d->x(&g, i), b_re = d->x(&g, i);
        const double x_im = 2 * random_normal(&g), b_im = 2 * random_normal(&g);
        const double g_re = gradient_of(&g, g_kind), g_im = gradient_of(&g, g_kind);
        write(dtype, i, x_re, x_im, in.x, x_values);
        write(dtype, i, b_re, b_im, in.b, b_values);
        write(dtype, i, g_re, g_im, in.g, g_values);
    }
    write(dtype, 0, d->x(&g, 5), 0.5, in.initial, initial_values);
    const bool may_be_nothing = kind != OF_CUMPROD && kind != OF_RECURRENCE;
    if (!is_judged(dtype, n, x_values, may_be_nothing) ||
        !is_judged(dtype, n, b_values, may_be_nothing) || !is_judged(dtype, n, g_values, false) ||
        !is_judged(dtype, 1, initial_values, may_be_nothing))
        return;
    snprintf(what, sizeof what, "%s of %zu %s, %s, seed %#llx%s", kind_names[kind], n,
             dtype_of(dtype).name, d->name, (unsigned long long)seed,
             c.initial ? ", an initial value" : "");
    judge_case(&c, what);
}

/* A weight that is below all numbers, of -0, is not that of nothing. */
static void check_turned(gradient_kind kind)
{
    const gradient_case c = { .kind = kind,
                              .dtype = LANESCAN_C128,
                              .is_complex = true,
                              .n = 2,
                              .x = x_values,
                              .b = b_values,
                              .g = g_values };
    for (size_t i = 0; i < c.n; i++) {
        write(c.dtype, i, i ? -1000 : 0, i ? 2.5 : 0, in.x, x_values);
        write(c.dtype, i, 0, 0, in.b, b_values);
        write(c.dtype, i, 0x1p900, 0, in.g, g_values);
    }
    judge_case(&c, kind_names[kind]);
}

/* ---- the table ---- */

enum { MOST = 6 };

typedef struct special {
    const char *what;
    size_t n;
    double x[MOST], g[MOST], want[MOST];
} special;

#define INF  INFINITY
#define FAR  0x1p50
#define TINY 0x1.3c4219e418954p-543 /* 2^900 e^-1000 */

static const special running[] = {
    { "nothing but -inf", 3, { -INF, -INF, -INF }, { 1, 2, 3 }, { 0, 0, 0 } },
    { "-inf first", 3, { -INF, 0, 0 }, { 5, 1, 2 }, { 0, 2, 1 } },
    { "-inf within", 3, { 0, -INF, 0 }, { 1, 1, 1 }, { 2.5, 0, 0.5 } },
    { "+inf share", 4, { INF, 1, INF, INF }, { 1, 1, 1, 3 }, { 3.5, 0, 1.5, 1 } },
    { "finite before +inf", 3, { 1, INF, 3 }, { 1, 1, 1 }, { 1, 2, 0 } },
    { "NaN first", 3, { NAN, 1, 2 }, { 1, 1, 1 }, { NAN, NAN, NAN } },
    { "NaN last", 3, { 1, 2, NAN }, { 1, 1, 1 }, { NAN, NAN, NAN } },
    { "NaN that nobody asks for", 3, { 0, 0, NAN }, { 1, 1, 0 }, { 1.5, 0.5, 0 } },
    { "0 of NaN", 2, { NAN, NAN }, { 0, -0.0 }, { 0, 0 } },
    { "NaN, and far below", 3, { 0, -5000, NAN }, { 1, 1, 1 }, { NAN, NAN, NAN } },
    { "NaN after +inf", 3, { INF, 1, NAN }, { 1, 1, 1 }, { NAN, NAN, NAN } },
    { "NaN and -inf", 3, { -INF, NAN, 1 }, { 1, 1, 1 }, { 0, NAN, NAN } },
    { "g of 0 at +inf", 3, { 1, INF, 2 }, { 1, 0, 0 }, { 1, 0, 0 } },
    { "g that is infinite", 3, { 0, 0, 0 }, { 0, INF, 0 }, { INF, INF, 0 } },
    { "g that is NaN", 3, { 0, 0, 0 }, { 0, NAN, 3 }, { NAN, NAN, 1 } },
    { "far apart", 4, { -1e300, -1e300, 1e300, 1e300 }, { 1, 1, 1, 1 }, { 1.5, 0.5, 1.5, 0.5 } },
    { "up and up", 3, { -1e5, 0, 1e5 }, { 1, 2, 3 }, { 1, 2, 3 } },
    { "+inf after NaN", 2, { NAN, INF }, { 1, 1 }, { NAN, NAN } },
    { "weights below the range",
      3,
      { -1000, 0, -1000 },
      { 0, 0, 0x1p900 },
      { TINY, 0x1p900, TINY } },
    { "the same going up", 2, { 0, 1000 }, { 0, 0x1p900 }, { TINY, 0x1p900 } },
    { "the same, far", 3, { FAR, FAR + 1000, FAR }, { 0, 0x1p900, 0 }, { TINY, 0x1p900, 0 } },
    { "the same, farther and farther",
      4,
      { FAR, FAR + 1000, 2 * FAR, 2 * FAR - 1000 },
      { 0, 0x1p900, 0, 0x1p900 },
      { TINY, 0x1p900, 0x1p900, TINY } },
    { "largest and -inf",
      3,
      { -INF, 0x1.fffffffffffffp1023, 0x1.fffffffffffffp1023 },
      { 1, 1, 1 },
      { 0, 1.5, 0.5 } },
};

static const special multiplied[] = {
    { "a zero", 4, { 2, 0, 3, 4 }, { 1, 1, 1, 1 }, { 1, 32, 0, 0 } },
    { "two zeros", 3, { 0, 0, 3 }, { 1, 1, 1 }, { 1, 0, 0 } },
    { "zeros of g", 3, { 2, INF, NAN }, { 1, 0, 0 }, { 1, 0, 0 } },
    { "beyond the range and back",
      5,
      { 1e-200, 1e-200, 1e200, 1e200, 1 },
      { 0, 0, 0, 0, 1 },
      { 1e200, 1e200, 1e-200, 1e-200, 1 } },
    { "the other way",
      4,
      { 1e200, 1e200, 1e-200, 1e-200 },
      { 0, 0, 0, 1 },
      { 1e-200, 1e-200, 1e200, 1e200 } },
    { "below the range", 3, { 1e-200, 1e-200, 1e200 }, { 0, 0, 1 }, { 1, 1, 0 } },
    { "a product below the range", 3, { 1e-100, 1e-300, 5 }, { 1, 1, 1e100 }, { 1, 5, 1e-300 } },
    { "infinite", 3, { 2, INF, 3 }, { 1, 1, 1 }, { INF, 8, INF } },
    { "NaN", 3, { 1, NAN, 1 }, { 1, 1, 1 }, { NAN, 2, NAN } },
    { "a zero, then an infinity", 2, { 0, INF }, { 1, 1 }, { INF, 0 } },
};

static const special reduced[] = {
    { "nothing but -inf", 3, { -INF, -INF, -INF }, { 1 }, { 0, 0, 0 } },
    { "-inf within", 3, { 0, -INF, 0 }, { 3 }, { 1.5, 0, 1.5 } },
    { "+inf share", 4, { INF, 1, INF, -INF }, { 1 }, { 0.5, 0, 0.5, 0 } },
    { "NaN", 4, { 1, NAN, -INF, INF }, { 1 }, { NAN, NAN, 0, NAN } },
    { "g of 0", 4, { 1, NAN, -INF, INF }, { 0 }, { 0, 0, 0, 0 } },
    { "g that is infinite", 2, { 1, 1 }, { -INF }, { -INF, -INF } },
    { "far apart", 3, { -1e300, 1e300, 1e300 }, { 1 }, { 0, 0.5, 0.5 } },
    { "weights below the range", 2, { 0, -1000 }, { 0x1p900 }, { 0x1p900, TINY } },
};

/* Of x[0] and x[1]. */
static const special pairs[] = {
    { "-inf twice", 2, { -INF, -INF }, { 1 }, { 0, 0 } },
    { "-inf and a number", 2, { -INF, 3 }, { 2 }, { 0, 2 } },
    { "+inf twice", 2, { INF, INF }, { 2 }, { 1, 1 } },
    { "+inf and a number", 2, { 3, INF }, { 2 }, { 0, 2 } },
    { "+inf and -inf", 2, { INF, -INF }, { 2 }, { 2, 0 } },
    { "NaN and a number", 2, { NAN, 1 }, { 1 }, { NAN, NAN } },
    { "NaN and -inf", 2, { -INF, NAN }, { 1 }, { 0, NAN } },
    { "g of 0", 2, { NAN, 1 }, { 0 }, { 0, 0 } },
    { "the largest", 2, { -0x1.fffffffffffffp1023, 0x1.fffffffffffffp1023 }, { 1 }, { 0, 1 } },
    { "g that is NaN", 2, { 1, -INF }, { NAN }, { NAN, 0 } },
    { "equal", 2, { 1e300, 1e300 }, { 1 }, { 0.5, 0.5 } },
    { "weights below the range", 2, { 0, -1000 }, { 0x1p900 }, { 0x1p900, TINY } },
};

static bool is_same(double a, double b)
{
    return isnan(a) ? isnan(b) : a == b || fabs(a - b) <= 0x1p-50 * fabs(b);
}

/* Of scalars, those of their first and second elements. */
static lanescan_status of_special(gradient_kind kind, const lanescan_tensor *x,
                                  const lanescan_tensor *g, const lanescan_tensor *y)
{
    double *const of_x = x->data, *const of_y = y->data;
    const lanescan_tensor first = { of_x, NULL, NULL, 0, LANESCAN_F64 },
                          second = { of_x + 1, NULL, NULL, 0, LANESCAN_F64 },
                          one = { g->data, NULL, NULL, 0, LANESCAN_F64 },
                          to_first = { of_y, NULL, NULL, 0, LANESCAN_F64 },
                          to_second = { of_y + 1, NULL, NULL, 0, LANESCAN_F64 };
    switch (kind) {
    case OF_CUMPROD:
        return lanescan_scan_vjp(LANESCAN_CUMPROD, x, 0, NULL, g, y);
    case OF_LOGCUMSUMEXP:
        return lanescan_scan_vjp(LANESCAN_LOGCUMSUMEXP, x, 0, NULL, g, y);
    case OF_LOGSUMEXP:
        return lanescan_logsumexp_vjp(x, NULL, 0, NULL, &one, y);
    default:
        return lanescan_logaddexp_vjp(&first, &second, NULL, &one, &to_first, &to_second);
    }
}

static void check_special(const special *s, gradient_kind kind)
{
    double out[2 * MOST];
    memset(out, 0x5a, sizeof out);
    const int64_t n = (int64_t)s->n;
    const lanescan_tensor x = { (void *)(uintptr_t)s->x, &n, NULL, 1, LANESCAN_F64 },
                          g = { (void *)(uintptr_t)s->g, &n, NULL, 1, LANESCAN_F64 },
                          y = { out, &n, NULL, 1, LANESCAN_F64 };
    const lanescan_status status = of_special(kind, &x, &g, &y);
    check(status == LANESCAN_OK, "%s", s->what);
    for (size_t i = 0; i < s->n; i++)
        check(is_same(out[i], s->want[i]), "%s of %s, %s: element %zu is %g, not %g",
              kind_names[kind], lanescan_isa(), s->what, i, out[i], s->want[i]);
}

static void check_table(void)
{
    for (size_t i = 0; i < sizeof multiplied / sizeof multiplied[0]; i++)
        check_special(&multiplied[i], OF_CUMPROD);
    for (size_t i = 0; i < sizeof running / sizeof running[0]; i++)
        check_special(&running[i], OF_LOGCUMSUMEXP);
    for (size_t i = 0; i < sizeof reduced / sizeof reduced[0]; i++)
        check_special(&reduced[i], OF_LOGSUMEXP);
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        check_special(&pairs[i], OF_LOGADDEXP);
}

static const dataset *dataset_of(gradient_kind kind, size_t i)
{
    const bool is_product = kind == OF_CUMPROD || kind == OF_RECURRENCE;
    return is_product ? &products[i % NUM_PRODUCTS] : &datasets[i % NUM_DATASETS];
}

static void check_random(generator *g)
{
    static const int dtypes[] = { LANESCAN_F16, LANESCAN_BF16, LANESCAN_F32, LANESCAN_F64,
                                  LANESCAN_F64, LANESCAN_C64,  LANESCAN_C128 };
    const gradient_kind kind = (gradient_kind)random_below(g, NUM_KINDS);
    const dataset *const d = dataset_of(kind, random_below(g, NUM_PRODUCTS * NUM_DATASETS));
    const int dtype = dtypes[random_below(g, 7)];
    const size_t n = 1 + random_below(g, random_below(g, 4) ? 60 : LONGEST),
                 g_kind = random_below(g, NUM_GRADIENT_KINDS);
    check_case(random_bits(g), kind, d, dtype, n, g_kind);
}

/* Lines of several pieces, at any scale of the test. */
static void check_each(generator *g)
{
    static const int dtypes[] = { LANESCAN_F64, LANESCAN_C128 };
    for (size_t i = 0; i < NUM_DATASETS * NUM_GRADIENT_KINDS; i++)
        for (int kind = 0; kind < NUM_KINDS; kind++)
            for (size_t k = 0; k < 2; k++)
                check_case(random_bits(g), (gradient_kind)kind, dataset_of((gradient_kind)kind, i),
                           dtypes[k], 300, i % NUM_GRADIENT_KINDS);
}

int main(int argc, char **argv)
{
    check_start("gradient_values", lanescan_isa());
    const size_t cases = (argc > 1 ? strtoul(argv[1], NULL, 10) : 2500) / check_scale();
    generator g = random_seeded(check_stream_seed("gradient_values"));
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        lanescan_set_isa(*isa);
        check_table();
        for (int kind = OF_LOGCUMSUMEXP; kind < NUM_KINDS; kind++)
            check_turned((gradient_kind)kind);
    }
    lanescan_set_isa(lanescan_isas()[0]);
    check_each(&g);
    for (size_t i = 0; i < cases; i++)
        check_random(&g);
    for (int kind = 0; kind < NUM_KINDS; kind++)
        printf("worst of %s: f64 %.2f eps, complex %.2f eps\n", kind_names[kind], worst_of[kind][0],
               worst_of[kind][1]);
    return check_finish();
}
