/* The benchmark's errors: results that are off by a known distance are found to be off by it. */
#include "harness/check.h"

#include "error.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 64, SIDE = 8 };

static const bench_case *case_of(const char *op, const char *type, bool with_index)
{
    for (size_t i = 0; i < bench_num_cases; i++)
        if (strcmp(bench_cases[i].op, op) == 0 && strcmp(bench_cases[i].type, type) == 0 &&
            bench_cases[i].with_index == with_index)
            return &bench_cases[i];
    check(false, "there is no %s of %s", op, type);
    return &bench_cases[0];
}

static bool near(double value, double expected)
{
    return fabs(value - expected) <= 1e-3;
}

/* Whether the largest error of the array is `expected`. */
static void expect(const bench_case *what, const bench_arrays *arrays, const bench_shape *shape,
                   double expected, const char *unit, const char *about)
{
    const double error = bench_error(what, arrays, shape);
    check(near(error, expected), "%s %s, %s: %g, not %g", what->op, what->type, about, error,
          expected);
    check(strcmp(bench_error_unit(what), unit) == 0, "%s %s: unit %s", what->op, what->type,
          bench_error_unit(what));
}

static void check_sums(void)
{
    float x32[3] = { 1, 0x1p-24F, 6 }, y32[3] = { 1, 1, 7 };
    double x64[3] = { 3, -3, 0x1p-10 }, y64[3] = { 3, 0, 0x1p-10 };
    int32_t x[3] = { INT32_MAX, 1, 5 }, y[3] = { INT32_MAX, INT32_MIN, INT32_MIN + 5 };
    const bench_case *f32 = case_of("cumsum", "f32", false);
    const bench_case *f64_sum = case_of("cumsum", "f64", false);
    const bench_case *i32 = case_of("cumsum", "i32", false);
    bench_arrays arrays = { .x = x32, .y = y32, .n = 3, .bytes = sizeof x32 };
    expect(f32, &arrays, NULL, 0.5, "ulp", "a tie");
    y32[2] = nextafterf(nextafterf(7, 8), 8);
    expect(f32, &arrays, NULL, 1.875, "ulp", "two floats off");
    y32[0] = NAN;
    check(isinf(bench_error(f32, &arrays, NULL)), "NaN is infinitely wrong");

    arrays = (bench_arrays){ .x = x64, .y = y64, .n = 3, .bytes = sizeof x64 };
    expect(f64_sum, &arrays, NULL, 0, "eps", "exact");
    y64[1] = 6 * 0x1p-52;
    expect(f64_sum, &arrays, NULL, 1, "eps", "cancelled, off by eps of the sum of |x|");

    arrays = (bench_arrays){ .x = x, .y = y, .n = 3, .bytes = sizeof x };
    expect(i32, &arrays, NULL, 0, "exact", "wraps");
    y[0]--, y[2]++;
    expect(i32, &arrays, NULL, 2, "exact", "two wrong elements");
}

static void check_others(void)
{
    double x[3] = { 3, 1, 2 }, b[3] = { 3, -900, 2 }, y[3] = { 3, 3, 6 };
    const bench_case *product = case_of("cumprod", "f64", false);
    bench_arrays arrays = { .x = x, .y = y, .n = 3, .bytes = sizeof x };
    expect(product, &arrays, NULL, 0, "ulp", "exact");
    y[2] = nextafter(6, 7);
    expect(product, &arrays, NULL, 1, "ulp", "one double off");

    /* log(e^3 + e) and with e^2: C is 3 and more. */
    const double sums[3] = { 3, 3 + log1p(exp(-2)), 3 + log1p(exp(-1) + exp(-2)) };
    memcpy(y, sums, sizeof y);
    const bench_case *scan = case_of("logcumsumexp", "f64", false);
    check(bench_error(scan, &arrays, NULL) < 1, "libm is wrong by %g eps",
          bench_error(scan, &arrays, NULL));
    y[0] += 6 * 0x1p-52;
    expect(scan, &arrays, NULL, 2, "eps", "off by 2 eps of 3");

    /* Only the last one counts, and it comes first in y. */
    y[0] = sums[2];
    y[2] = NAN;
    check(bench_error(case_of("logsumexp", "f64", false), &arrays, NULL) < 1, "log-sum-exp");

    arrays.b = b;
    y[0] = 3 + log(2), y[1] = 1, y[2] = 2 + log(2);
    const bench_case *pairs = case_of("logaddexp", "f64", false);
    check(bench_error(pairs, &arrays, NULL) < 1, "log-add-exp");
    y[1] = nextafter(1, 2);
    expect(pairs, &arrays, NULL, 1, "eps", "off by eps of 1");
}

static void check_extremes(void)
{
    float x[4] = { 1, 3, 3, 2 }, y[4] = { 1, 3, 3, 3 };
    int64_t index[4] = { 0, 1, 2, 2 };
    const bench_case *what = case_of("cummax", "f32", true);
    bench_arrays arrays = { .x = x, .y = y, .index = index, .n = 4, .bytes = sizeof x };
    expect(what, &arrays, NULL, 0, "exact", "the latest of equals");
    index[3] = 1;
    expect(what, &arrays, NULL, 1, "exact", "a wrong index");
    y[0] = 0;
    expect(what, &arrays, NULL, 2, "exact", "a wrong value too");
}

/* What the library computes is right in every layout, and a single wrong element is seen. */
static void check_layouts(void)
{
    static double x[2 * N], y[N];
    const bench_case *what = case_of("cumsum", "f64", false);
    const bench_arrays arrays = { .x = x, .y = y, .n = N, .bytes = sizeof y };
    for (size_t i = 0; i < (size_t)2 * N; i++)
        x[i] = (double)(i * i);
    for (size_t s = 0; s < bench_num_shapes; s++) {
        bench_shape shape;
        const char *name = bench_shape_name(s);
        check(bench_shape_make(name, N, &shape), "no layout %s", name);
        bench_scan scan = bench_shape_scan(&shape, what, &arrays);
        bench_scan_run(&scan, 1);
        check(scan.status == LANESCAN_OK, "%s: status %d", name, (int)scan.status);
        expect(what, &arrays, &shape, 0, "eps", name);
        for (size_t i = 0; i < N; i++) {
            const double good = y[i];
            y[i] += 1;
            check(bench_error(what, &arrays, &shape) > 1, "%s: element %zu may be wrong", name, i);
            y[i] = good;
        }
    }
    bench_shape shape;
    check(!bench_shape_make("last", N - 1, &shape), "63 is no square");
    check(!bench_shape_make("lines_of_8", N - 1, &shape), "63 is no multiple of 8");
    check(!bench_shape_make("line", N, &shape), "line is no tensor");
}

int main(void)
{
    check_start("bench error", "results that are wrong by a known distance");
    check_sums();
    check_others();
    check_extremes();
    check_layouts();
    return check_finish();
}
