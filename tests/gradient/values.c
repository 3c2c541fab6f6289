/* Values of gradients against MPFR: each kind of data, every type, with and without an initial
 * value; the worst errors. The table of special values.
 *     gradient_values [CASES] */
#include "golden/dtype.h"
#include "gradient/data.h"
#include "gradient/line.h"
#include "harness/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- random lines ---- */

enum { LONGEST = 700 };

typedef struct arrays {
    char x[LONGEST * LARGEST_ELEMENT], b[LONGEST * LARGEST_ELEMENT], g[LONGEST * LARGEST_ELEMENT],
        initial[LARGEST_ELEMENT], out[2 * LONGEST * LARGEST_ELEMENT];
} arrays;

static _Alignas(16) arrays in;
static double worst_of[NUM_KINDS][2]; /* of f64 and C128 */

static void write(int dtype, size_t i, double re, double im, char *elements)
{
    const dtype_info info = dtype_of(dtype);
    const number value = { info.kind == KIND_COMPLEX ? KIND_COMPLEX : KIND_FLOAT, 0, re, im };
    number_write(dtype, elements + i * info.size, value);
}

/* Calls it with what is in `in`, and judges. */
static void judge_line(const gradient_line *line, const char *what)
{
    check(gradient_line_call(line, in.out) == LANESCAN_OK, "%s", what);
    const double worst = gradient_line_judge(what, line, in.out);
    if (line->dtype == LANESCAN_F64 || line->dtype == LANESCAN_C128) {
        double *const so_far = &worst_of[line->kind][line->dtype == LANESCAN_C128];
        *so_far = fmax(*so_far, worst);
    }
}

static void check_case(uint64_t seed, gradient_kind kind, const gradient_data *d, int dtype,
                       size_t n, size_t g_kind)
{
    generator g = random_seeded(seed);
    gradient_line line = { kind, dtype, n, in.x, in.b, in.g, NULL };
    char what[120];
    const double turn = random_below(&g, 8) ? 2 : 0x1p50; /* phases far from each other */
    if (gradient_has_initial(kind) && random_below(&g, 3) == 0)
        line.initial = in.initial;
    for (size_t i = 0; i < n; i++) { /* a statement each: compilers order operands as they like */
        const double x_re = d->x(&g, i), b_re = d->x(&g, i);
        const double x_im = turn * random_normal(&g), b_im = turn * random_normal(&g);
        const double g_re = gradient_of_result(&g, g_kind), g_im = gradient_of_result(&g, g_kind);
        write(dtype, i, x_re, x_im, in.x);
        write(dtype, i, b_re, b_im, in.b);
        write(dtype, i, g_re, g_im, in.g);
    }
    write(dtype, 0, d->x(&g, 5), 0.5, in.initial);
    snprintf(what, sizeof what, "%s of %zu %s, %s, seed %#llx%s", gradient_kind_name(kind), n,
             dtype_of(dtype).name, d->name, (unsigned long long)seed,
             line.initial ? ", an initial value" : "");
    if (kind == OF_INDEX) {
        check(!gradient_line_indices(dtype, n, in.x, (int64_t *)(void *)in.b), "%s", what);
        line.x = in.b;
    }
    judge_line(&line, what);
}

/* A weight that is below all numbers, of -0, is not that of nothing. */
static void check_turned(gradient_kind kind)
{
    const gradient_line line = { kind, LANESCAN_C128, 2, in.x, in.b, in.g, NULL };
    for (size_t i = 0; i < line.n; i++) {
        write(line.dtype, i, i ? -1000 : 0, i ? 2.5 : 0, in.x);
        write(line.dtype, i, 0, 0, in.b);
        write(line.dtype, i, 0x1p900, 0, in.g);
    }
    judge_line(&line, gradient_kind_name(kind));
}

/* ---- the table ---- */

enum { MOST = 6 };

typedef struct special {
    const char *what;
    size_t n;
    double x[MOST], g[MOST], want[MOST];
} special;

#define INF     INFINITY
#define LARGEST 0x1.fffffffffffffp1023
#define FAR     0x1p50
#define TINY    0x1.3c4219e418954p-543 /* 2^900 e^-1000 */

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
    { "nothing but NaN", 2, { NAN, NAN }, { 1, 2 }, { NAN, NAN } },
    { "NaN and nothing", 4, { -INF, NAN, -INF, NAN }, { 1, 0, 1, 0 }, { 0, NAN, 0, 0 } },
    { "NaN, and as far below as can be",
      3,
      { LARGEST, NAN, -LARGEST },
      { 1, 1, 1 },
      { NAN, NAN, NAN } },
    { "NaN, and below +inf", 3, { INF, NAN, 1 }, { 1, 1, 1 }, { NAN, NAN, NAN } },
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
    { "largest and -inf", 3, { -INF, LARGEST, LARGEST }, { 1, 1, 1 }, { 0, 1.5, 0.5 } },
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
    { "nothing but NaN", 2, { NAN, NAN }, { 1 }, { NAN, NAN } },
    { "NaN and nothing", 3, { -INF, NAN, -INF }, { 1 }, { 0, NAN, 0 } },
    { "NaN, and as far below as can be", 3, { LARGEST, NAN, -LARGEST }, { 1 }, { NAN, NAN, NAN } },
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
    { "NaN twice", 2, { NAN, NAN }, { 1 }, { NAN, NAN } },
    { "NaN and -inf", 2, { -INF, NAN }, { 1 }, { 0, NAN } },
    { "g of 0", 2, { NAN, 1 }, { 0 }, { 0, 0 } },
    { "the largest", 2, { -LARGEST, LARGEST }, { 1 }, { 0, 1 } },
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
    const int parts = x->dtype == LANESCAN_C128 ? 2 : 1;
    const lanescan_tensor first = { of_x, NULL, NULL, 0, x->dtype },
                          second = { of_x + parts, NULL, NULL, 0, x->dtype },
                          one = { g->data, NULL, NULL, 0, x->dtype },
                          to_first = { of_y, NULL, NULL, 0, x->dtype },
                          to_second = { of_y + parts, NULL, NULL, 0, x->dtype };
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
              gradient_kind_name(kind), lanescan_isa(), s->what, i, out[i], s->want[i]);
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

/* What a complex element does to the other's gradient and to its own: however small its real part,
 * NaN is NaN, and so is an infinite imaginary part, which has no direction, but for a real part of
 * -inf. */
static void check_parts(double re, double im, gradient_kind kind, size_t place)
{
    enum { PARTS = 4 };
    const bool is_nan = isnan(im) || (isinf(im) && re != -INF);
    double x[PARTS] = { 0 }, g[PARTS] = { 1, 0, 1, 0 }, out[PARTS];
    x[2 * place] = re;
    x[2 * place + 1] = im;
    const int64_t n = 2;
    const lanescan_tensor of_x = { x, &n, NULL, 1, LANESCAN_C128 },
                          of_g = { g, &n, NULL, 1, LANESCAN_C128 },
                          of_out = { out, &n, NULL, 1, LANESCAN_C128 };
    check(of_special(kind, &of_x, &of_g, &of_out) == LANESCAN_OK, "complex parts");
    for (size_t i = 0; i < 2; i++) {
        const double want = i == place ? 0 : kind == OF_LOGCUMSUMEXP && i == 0 ? 2 : 1;
        check(is_nan ? isnan(out[2 * i]) && isnan(out[2 * i + 1])
                     : out[2 * i] == want && out[2 * i + 1] == 0,
              "%s of %s, (%g, %g) at %zu: element %zu is (%g, %g)", gradient_kind_name(kind),
              lanescan_isa(), re, im, place, i, out[2 * i], out[2 * i + 1]);
    }
}

static void check_complex(void)
{
    static const double re[] = { -5000, -1e15, -LARGEST, -INF }, im[] = { NAN, INF, -INF };
    for (size_t i = 0; i < sizeof re / sizeof re[0]; i++)
        for (size_t k = 0; k < sizeof im / sizeof im[0]; k++)
            for (int kind = OF_LOGCUMSUMEXP; kind <= OF_LOGADDEXP; kind++)
                for (size_t place = 0; place < 2; place++)
                    check_parts(re[i], im[k], (gradient_kind)kind, place);
    for (size_t k = 0; k < sizeof im / sizeof im[0]; k++) /* of the larger */
        for (size_t place = 0; place < 2; place++) {
            check_parts(0, im[k], OF_LOGADDEXP, place);
            check_parts(INF, im[k], OF_LOGADDEXP, place);
        }
}

/* Products over several batches, which are first passed by states alone. Everything is exact. */
static void check_batches(void)
{
    enum { N = 600, BATCH = 256 };
    static double x[N], g[N], out[N];
    const int64_t n = N;
    const lanescan_tensor of_x = { x, &n, NULL, 1, LANESCAN_F64 },
                          of_g = { g, &n, NULL, 1, LANESCAN_F64 },
                          of_out = { out, &n, NULL, 1, LANESCAN_F64 };
    for (size_t i = 0; i < N; i++)
        g[i] = x[i] = 1;
    x[3] = 0;
    for (int k = 0; k < 2; k++) { /* 0 times that is what comes before all later elements */
        x[400] = k ? NAN : INFINITY;
        check(!lanescan_scan_vjp(LANESCAN_CUMPROD, &of_x, 0, NULL, &of_g, &of_out), "batches");
        check((k ? isnan(out[3]) : out[3] == INFINITY) && out[400] == 0, "%s: %g, %g",
              lanescan_isa(), out[3], out[400]);
        for (size_t i = 401; i < N; i++)
            check(isnan(out[i]), "%s, 0 times %g: element %zu is %g", lanescan_isa(), x[400], i,
                  out[i]);
    }

    x[5] = x[400] = -1;
    check(!lanescan_scan_vjp(LANESCAN_CUMPROD, &of_x, 0, NULL, &of_g, &of_out), "batches");
    double r = 0;
    for (size_t i = N; i-- > BATCH + 1;) {
        r = 1 + (i + 1 < N ? x[i + 1] * r : 0);
        check(out[i] == 0 && !signbit(out[i]) == ((i <= 400) == (r < 0)),
              "%s, the sign of 0: element %zu is %g", lanescan_isa(), i, out[i]);
    }

    for (size_t i = 0; i < N; i++) /* 2^512 before the second batch, and no farther after */
        x[i] = i < BATCH ? 4 : i % 2 ? 4 : 0.25;
    check(!lanescan_scan_vjp(LANESCAN_CUMPROD, &of_x, 0, NULL, &of_g, &of_out), "batches");
    r = 0;
    for (size_t i = N; i-- > BATCH;) {
        r = 1 + (i + 1 < N ? x[i + 1] * r : 0);
        const double want = (i % 2 ? 0x1p510 : 0x1p512) * r;
        check(out[i] == want, "%s, an exponent: element %zu is %a, not %a", lanescan_isa(), i,
              out[i], want);
    }
}

/* Weights are kept from batch to batch; one of a later batch is below the normal numbers. */
static void check_kept(void)
{
    enum { N = 600, FIRST = 3, LOW = 400 };
    static double x[N], out[N];
    double g = 0x1p900;
    const int64_t n = N;
    const lanescan_tensor of_x = { x, &n, NULL, 1, LANESCAN_F64 },
                          of_g = { &g, NULL, NULL, 0, LANESCAN_F64 },
                          of_out = { out, &n, NULL, 1, LANESCAN_F64 };
    for (size_t i = 0; i < N; i++)
        x[i] = i == FIRST ? 0 : i == LOW ? -1000 : -INF;
    check(!lanescan_logsumexp_vjp(&of_x, NULL, 0, NULL, &of_g, &of_out), "kept weights");
    for (size_t i = 0; i < N; i++) {
        const double want = i == FIRST ? g : i == LOW ? TINY : 0;
        check(is_same(out[i], want), "%s, kept weights: element %zu is %g, not %g", lanescan_isa(),
              i, out[i], want);
    }
}

static void check_random(generator *g)
{
    static const int dtypes[] = { LANESCAN_F16, LANESCAN_BF16, LANESCAN_F32, LANESCAN_F64,
                                  LANESCAN_F64, LANESCAN_C64,  LANESCAN_C128 };
    const gradient_kind kind = (gradient_kind)random_below(g, NUM_KINDS);
    const gradient_data *const d = gradient_data_of(kind,
                                                    random_below(g, NUM_FACTORS * NUM_EXPONENTS));
    const int any = dtypes[random_below(g, 7)],
              dtype = gradient_has_complex(kind) || any < LANESCAN_C64 ? any : LANESCAN_F64;
    const size_t n = 1 + random_below(g, random_below(g, 4) ? 60 : LONGEST),
                 g_kind = random_below(g, NUM_RESULT_GRADIENTS);
    check_case(random_bits(g), kind, d, dtype, n, g_kind);
}

/* Lines of several pieces, at any scale of the test: of one real and one complex type. */
static void check_each(generator *g, const int dtypes[2], size_t times)
{
    for (size_t i = 0; i < times; i++)
        for (int kind = 0; kind < NUM_KINDS; kind++)
            for (size_t k = 0; k < (gradient_has_complex((gradient_kind)kind) ? 2 : 1); k++)
                check_case(random_bits(g), (gradient_kind)kind,
                           gradient_data_of((gradient_kind)kind, i), dtypes[k], 300,
                           i % NUM_RESULT_GRADIENTS);
}

int main(int argc, char **argv)
{
    check_start("gradient_values", lanescan_isa());
    const size_t cases = (argc > 1 ? strtoul(argv[1], NULL, 10) : 2500) / check_scale();
    generator g = random_seeded(check_stream_seed("gradient_values"));
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        lanescan_set_isa(*isa);
        check_table();
        check_complex();
        check_batches();
        check_kept();
        for (int kind = OF_LOGCUMSUMEXP; kind <= OF_LOGADDEXP; kind++)
            check_turned((gradient_kind)kind);
    }
    lanescan_set_isa(lanescan_isas()[0]);
    check_each(&g, (const int[]){ LANESCAN_F64, LANESCAN_C128 },
               NUM_EXPONENTS * NUM_RESULT_GRADIENTS);
    check_each(&g, (const int[]){ LANESCAN_F32, LANESCAN_C64 }, NUM_EXPONENTS);
    for (size_t i = 0; i < cases; i++)
        check_random(&g);
    for (int kind = 0; kind < NUM_KINDS; kind++)
        printf("worst of %s: f64 %.2f eps, complex %.2f eps\n",
               gradient_kind_name((gradient_kind)kind), worst_of[kind][0], worst_of[kind][1]);
    return check_finish();
}
