/* Linear recurrences of lines: bounds and special values, MPFR as the judge; prefixes.
 *     recurrence <set> */
#include "harness/check.h"
#include "harness/target.h"
#include "recurrence/data.h"
#include "recurrence/judge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 3 * 4096 + 77 };

typedef struct line {
    const lanescan_kernels *kernels;
    bool is_f32;
    void *a, *b, *y, *shorter;
} line;

static int dtype_of_line(const line *l)
{
    return l->is_f32 ? LANESCAN_F32 : LANESCAN_F64;
}

static void *element_of(bool is_f32, void *p, size_t j)
{
    return (char *)p + j * (is_f32 ? sizeof(float) : sizeof(double));
}

static void scan(const line *l, size_t n, void *y)
{
    if (l->is_f32)
        l->kernels->linear_recurrence_f32(n, l->a, l->b, y);
    else
        l->kernels->linear_recurrence_f64(n, l->a, l->b, y);
}

/* Its prefixes are scans of prefixes, to the bit. */
static void check_prefixes(const line *l, const char *what, generator *g, size_t n)
{
    const size_t size = l->is_f32 ? sizeof(float) : sizeof(double);
    for (int cut = 0; cut < 4; cut++) {
        const size_t length = random_below(g, n);
        scan(l, length, l->shorter);
        check(memcmp(l->shorter, l->y, length * size) == 0, "%s: the first %zu elements differ",
              what, length);
    }
}

static double check_data(const line *l, const recurrence_data *d, size_t n)
{
    char what[120];
    snprintf(what, sizeof what, "linear_recurrence_%s of %s, %zu elements",
             l->is_f32 ? "f32" : "f64", d->name, n);
    generator g = random_seeded(check_stream_seed(what));
    recurrence_fill(d, &g, l->is_f32, n, l->a, l->b);
    scan(l, n, l->y);
    const recurrence_error error = recurrence_judge(what, dtype_of_line(l), n, l->a, l->b, NULL,
                                                    l->y);
    if (error.judged == n)
        check_prefixes(l, what, &g, n);
    return error.worst;
}

/* The first coefficient has nothing to multiply, not even a 0, which would become -0: as in lines
 * that are too short for lanes. */
static void check_first(const line *l)
{
    enum { LENGTH = 600 };
    static const double first[] = { -0.75, 0.75, -0.0, NAN, INFINITY, -0x1p-120, 0x1p120 };
    for (size_t i = 0; i < sizeof first / sizeof first[0]; i++) {
        for (size_t j = 0; j < LENGTH; j++) {
            const double a = j ? 0.75 : first[i];
            if (l->is_f32) {
                ((float *)l->a)[j] = (float)a;
                ((float *)l->b)[j] = -0.0f;
            } else {
                ((double *)l->a)[j] = a;
                ((double *)l->b)[j] = -0.0;
            }
        }
        scan(l, LENGTH, l->y);
        scan(l, 7, l->shorter);
        check(memcmp(l->shorter, l->y, 7 * (l->is_f32 ? sizeof(float) : sizeof(double))) == 0,
              "%s: a first coefficient of %a is used", l->is_f32 ? "f32" : "f64", first[i]);
    }
}

/* Infinities and NaN among the elements, and zeros after them. */
static void check_special(const line *l, generator *g, size_t n)
{
    static const double values[] = { INFINITY, -INFINITY, NAN, 0, -0.0 };
    char what[80];
    snprintf(what, sizeof what, "special values in %zu elements of %s", n,
             l->is_f32 ? "f32" : "f64");
    const recurrence_data *const d = &recurrence_datasets[random_below(g, recurrence_num_datasets)];
    recurrence_fill(d, g, l->is_f32, n, l->a, l->b);
    for (size_t i = 0; i < 1 + n / 40; i++) {
        const double value = values[random_below(g, sizeof values / sizeof values[0])];
        void *const at = element_of(l->is_f32, random_below(g, 3) ? l->a : l->b,
                                    random_below(g, n));
        if (l->is_f32)
            *(float *)at = (float)value;
        else
            *(double *)at = value;
    }
    scan(l, n, l->y);
    recurrence_judge(what, dtype_of_line(l), n, l->a, l->b, NULL, l->y);
}

/* What is beyond the range stays so, over chunks whose own folds know nothing of it. */
static void check_over_chunks(const lanescan_kernels *kernels)
{
    enum { LENGTH = 9000, OVERFLOW_AT = 4200 };
    static double a[LENGTH], b[LENGTH], y[LENGTH];
    for (size_t j = 0; j < LENGTH; j++)
        a[j] = 1;
    b[0] = 0x1p1000;
    a[OVERFLOW_AT] = 0x1p30;
    a[OVERFLOW_AT + 1] = 0x1p-30;
    kernels->linear_recurrence_f64(LENGTH, a, b, y);
    for (size_t j = 0; j < LENGTH; j++)
        check(y[j] == (j < OVERFLOW_AT ? 0x1p1000 : (double)INFINITY), "overflow: y[%zu] is %a", j,
              y[j]);
}

/* a y is beyond the range and a y + b is not, behind a product below the range. */
static void check_large_step(const lanescan_kernels *kernels)
{
    const double a[8] = { 1, 1, 1, 1, 1, 1e-260, 2, 1 };
    const double b[8] = { 0, 0, 0, 0, 0, 0x1p1023, -0x1p1023, 0 };
    double y[8];
    kernels->linear_recurrence_f64(8, a, b, y);
    for (int j = 5; j < 8; j++)
        check(y[j] == 0x1p1023, "a large step: y[%d] is %a", j, y[j]);
}

/* A product of runs is below the range, all results are far from its ends. */
static void check_far_products(const lanescan_kernels *kernels)
{
    enum { LENGTH = 256 };
    double a[LENGTH], b[LENGTH] = { 0x1p200 }, y[LENGTH];
    int exponent = 200;
    for (int j = 0; j < LENGTH; j++)
        a[j] = j / 8 % 2 ? 0x1p140 : 0x1p-140;
    kernels->linear_recurrence_f64(LENGTH, a, b, y);
    for (int j = 0; j < LENGTH; j++) {
        exponent += j == 0 ? 0 : j / 8 % 2 ? 140 : -140;
        check(y[j] == ldexp(1, exponent), "far products: y[%d] is %a", j, y[j]);
    }
}

/* What the header says of single lines. */
static void check_table(const lanescan_kernels *kernels)
{
    static const struct {
        const char *what;
        double a[4], b[4], y[4];
    } rows[] = {
        { "the first coefficient is not used", { NAN, 2, 2, 2 }, { 1, 1, 1, 1 }, { 1, 3, 7, 15 } },
        { "zeros start anew", { 1, 2, 0, 2 }, { 1, 1, 5, 1 }, { 1, 3, 5, 11 } },
        { "0 times an infinity", { 1, 1, 0, 1 }, { 1, INFINITY, 5, 1 }, { 1, INFINITY, NAN, NAN } },
        { "a NaN stays", { 1, 1, 0, 0 }, { 1, NAN, 5, 1 }, { 1, NAN, NAN, NAN } },
        { "a product beyond the range",
          { 1, 1e200, 1e200, 1e-300 },
          { 0, 0, 0, 1 },
          { 0, 0, 0, 1 } },
        { "a product below the range",
          { 1, 1e-200, 1e-200, 1e300 },
          { 1e300, 0, 0, 0 },
          { 1e300, 1e100, 1e-100, 1e200 } },
        { "a y beyond the range, a y + b not",
          { 1, 2, 1, 1 },
          { 0x1p1023, -0x1p1023, 0, 0 },
          { 0x1p1023, 0x1p1023, 0x1p1023, 0x1p1023 } },
        { "a y beyond the range, and an infinity",
          { 1, 0x1p1000, 0x1p-1000, 1 },
          { 0x1p1000, -INFINITY, 0, 0 },
          { 0x1p1000, -INFINITY, -INFINITY, -INFINITY } },
        { "beyond the range for good",
          { 1, 2, 0.5, 0.5 },
          { 0x1p1023, 0, 0, 0 },
          { 0x1p1023, INFINITY, INFINITY, INFINITY } },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double y[4];
        kernels->linear_recurrence_f64(4, rows[i].a, rows[i].b, y);
        for (int j = 0; j < 4; j++) {
            const double want = rows[i].y[j];
            check(isnan(want)   ? isnan(y[j])
                  : want == 0   ? y[j] == 0
                  : isinf(want) ? y[j] == want
                                : fabs(y[j] - want) <= 0x1p-50 * fabs(want),
                  "%s: element %d is %a, not %a", rows[i].what, j, y[j], want);
        }
    }
}

int main(int argc, char **argv)
{
    static const size_t lengths[] = { 1, 2, 31, 33, 64, 255, 257, 1000, LONGEST };
    if (argc != 2) {
        printf("usage: recurrence SET\n");
        return 2;
    }
    check_start("recurrence", argv[1]);
    const lanescan_kernels *const kernels = target_find(argv[1]);
    const size_t bytes = LONGEST * sizeof(double);
    line l = { kernels,           false, check_alloc(bytes), check_alloc(bytes), check_alloc(bytes),
               check_alloc(bytes) };
    check_table(kernels);
    check_over_chunks(kernels);
    check_large_step(kernels);
    check_far_products(kernels);
    for (int type = 0; type < 2; type++) {
        l.is_f32 = type == 1;
        for (size_t d = 0; d < recurrence_num_datasets; d++) {
            const recurrence_data *const data = &recurrence_datasets[d];
            double worst = 0;
            if (l.is_f32 && data->is_f64)
                continue;
            for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
                worst = fmax(worst, check_data(&l, data, lengths[i]));
            printf("%s %-32s worst error %.3f eps W\n", l.is_f32 ? "f32" : "f64", data->name,
                   worst);
        }
        check_first(&l);
        generator g = random_seeded(check_stream_seed("special"));
        for (size_t i = 0; i < 2000 / check_scale(); i++)
            check_special(&l, &g, 1 + random_below(&g, 600));
    }
    free(l.a);
    free(l.b);
    free(l.y);
    free(l.shorter);
    return check_finish();
}
