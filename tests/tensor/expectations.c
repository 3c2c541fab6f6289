/* What the reference (PyTorch) is documented to give, as data, for every element type it holds for:
 * the tables of special values, conversion, wrapping, prefixes that recover, identities, and result
 * types. */
#include "golden/dtype.h"
#include "harness/check.h"

#include <math.h>
#include <string.h>

#define INF  ((double)INFINITY)
#define NAN_ ((double)NAN)

enum { LONGEST = 16, MOST_LINES = 20 };

#define BIT(dtype) (1u << (dtype))
#define REALS      (BIT(LANESCAN_F16) | BIT(LANESCAN_BF16) | BIT(LANESCAN_F32) | BIT(LANESCAN_F64))
#define UNSIGNED   (BIT(LANESCAN_U8) | BIT(LANESCAN_U16) | BIT(LANESCAN_U32) | BIT(LANESCAN_U64))
#define SIGNED     (BIT(LANESCAN_I8) | BIT(LANESCAN_I16) | BIT(LANESCAN_I32) | BIT(LANESCAN_I64))
#define COMPLEXES  (BIT(LANESCAN_C64) | BIT(LANESCAN_C128))

typedef struct expectation {
    lanescan_op op;
    unsigned input_dtypes; /* a bit for each; 0: the same as the output's */
    unsigned dtypes;
    size_t n;
    double x[LONGEST], y[LONGEST]; /* converted to the types, which is exact for most */
    double tolerance;              /* relative; 0: these bits */
} expectation;

static const expectation expectations[] = {
    /* Infinities and NaN. */
    { LANESCAN_CUMSUM, 0, REALS, 2, { -INF, -INF }, { -INF, -INF }, 0 },
    { LANESCAN_CUMSUM, 0, REALS, 2, { INF, INF }, { INF, INF }, 0 },
    { LANESCAN_CUMSUM, 0, REALS, 2, { INF, -INF }, { INF, NAN_ }, 0 },
    { LANESCAN_CUMSUM, 0, REALS, 2, { -INF, INF }, { -INF, NAN_ }, 0 },
    { LANESCAN_CUMSUM, 0, REALS, 2, { NAN_, INF }, { NAN_, NAN_ }, 0 },
    { LANESCAN_CUMSUM, 0, REALS, 2, { NAN_, -INF }, { NAN_, NAN_ }, 0 },
    { LANESCAN_CUMSUM, 0, REALS, 2, { INF, NAN_ }, { INF, NAN_ }, 0 },
    { LANESCAN_CUMSUM, 0, REALS, 3, { 1, NAN_, 2 }, { 1, NAN_, NAN_ }, 0 },
    { LANESCAN_CUMSUM, 0, REALS, 3, { 0, INF, 1 }, { 0, INF, INF }, 0 },
    { LANESCAN_CUMSUM, 0, REALS, 2, { -INF, 0 }, { -INF, -INF }, 0 },
    { LANESCAN_CUMSUM, 0, REALS, 2, { 10000, -10000 }, { 10000, 0 }, 0 },
    { LANESCAN_CUMSUM,
      0,
      BIT(LANESCAN_F64),
      16,
      { 0x1p1023, 0x1p1023, -0x1p1023, -0x1p1023 },
      { 0x1p1023, INF, INF, INF, INF, INF, INF, INF, INF, INF, INF, INF, INF, INF, INF, INF },
      0 },
    { LANESCAN_CUMPROD, 0, REALS, 2, { -INF, -INF }, { -INF, INF }, 0 },
    { LANESCAN_CUMPROD, 0, REALS, 2, { INF, -INF }, { INF, -INF }, 0 },
    { LANESCAN_CUMPROD, 0, REALS, 2, { -INF, INF }, { -INF, -INF }, 0 },
    { LANESCAN_CUMPROD, 0, REALS, 2, { NAN_, INF }, { NAN_, NAN_ }, 0 },
    { LANESCAN_CUMPROD, 0, REALS, 2, { INF, NAN_ }, { INF, NAN_ }, 0 },
    { LANESCAN_CUMPROD, 0, REALS, 3, { 1, NAN_, 2 }, { 1, NAN_, NAN_ }, 0 },
    { LANESCAN_CUMPROD, 0, REALS, 3, { 0, INF, 1 }, { 0, NAN_, NAN_ }, 0 },
    { LANESCAN_CUMPROD, 0, REALS, 2, { -INF, 0 }, { -INF, NAN_ }, 0 },
    { LANESCAN_CUMPROD, 0, REALS, 2, { 0, -40 }, { 0, -0.0 }, 0 },
    { LANESCAN_CUMPROD,
      0,
      BIT(LANESCAN_F64),
      4,
      { 1e-200, 1e-200, 1e200, 1e200 },
      { 1e-200, 0, 0, 0 },
      0 },
    { LANESCAN_LOGCUMSUMEXP, 0, REALS, 2, { -INF, -INF }, { -INF, -INF }, 0 },
    { LANESCAN_LOGCUMSUMEXP, 0, REALS, 2, { INF, INF }, { INF, INF }, 0 },
    { LANESCAN_LOGCUMSUMEXP, 0, REALS, 2, { INF, -INF }, { INF, INF }, 0 },
    { LANESCAN_LOGCUMSUMEXP, 0, REALS, 2, { -INF, INF }, { -INF, INF }, 0 },
    { LANESCAN_LOGCUMSUMEXP, 0, REALS, 2, { NAN_, INF }, { NAN_, NAN_ }, 0 },
    { LANESCAN_LOGCUMSUMEXP, 0, REALS, 2, { NAN_, -INF }, { NAN_, NAN_ }, 0 },
    { LANESCAN_LOGCUMSUMEXP, 0, REALS, 2, { INF, NAN_ }, { INF, NAN_ }, 0 },
    { LANESCAN_LOGCUMSUMEXP, 0, REALS, 3, { 0, INF, 1 }, { 0, INF, INF }, 0 },
    { LANESCAN_LOGCUMSUMEXP, 0, REALS, 2, { -INF, 0 }, { -INF, 0 }, 0 },
    { LANESCAN_LOGCUMSUMEXP, 0, REALS, 2, { 10000, -10000 }, { 10000, 10000 }, 0 },
    { LANESCAN_LOGCUMSUMEXP,
      0,
      BIT(LANESCAN_F64),
      2,
      { 0, -40 },
      { 0, 4.248354255291589e-18 },
      1e-15 },
    { LANESCAN_LOGCUMSUMEXP,
      0,
      BIT(LANESCAN_BF16) | BIT(LANESCAN_F32),
      2,
      { 0, -40 },
      { 0, 4.248354255291589e-18 },
      4e-3 },
    { LANESCAN_LOGCUMSUMEXP, 0, BIT(LANESCAN_F16), 2, { 0, -40 }, { 0, 0 }, 0 },
    { LANESCAN_LOGCUMSUMEXP,
      0,
      BIT(LANESCAN_F64),
      2,
      { 1e-20, -46.051701859880914 },
      { 1e-20, 2e-20 },
      1e-14 },
    { LANESCAN_LOGCUMSUMEXP,
      0,
      BIT(LANESCAN_F32),
      2,
      { -0.693147182464599609375, -0.693147182464599609375 },
      { -0.693147182464599609375, -1.9046542e-09 },
      1e-7 },
    /* -0: the sum starts at +0, the product at 1. */
    { LANESCAN_CUMSUM, 0, REALS, 1, { -0.0 }, { 0 }, 0 },
    { LANESCAN_CUMPROD, 0, REALS, 2, { -0.0, -0.0 }, { -0.0, 0 }, 0 },
    { LANESCAN_LOGCUMSUMEXP, 0, REALS, 1, { -0.0 }, { 0 }, 0 },
    /* The accumulator is not rounded between steps. */
    { LANESCAN_CUMSUM,
      0,
      BIT(LANESCAN_F16),
      4,
      { 60000, 60000, -60000, -60000 },
      { 60000, INF, 60000, 0 },
      0 },
    { LANESCAN_CUMPROD,
      0,
      BIT(LANESCAN_F32) | BIT(LANESCAN_BF16),
      4,
      { 0x1p100, 0x1p100, 0x1p-100, 0x1p-100 },
      { 0x1p100, INF, 0x1p100, 1 },
      0 },
    { LANESCAN_CUMSUM, 0, BIT(LANESCAN_F16), 4, { 2048, 1, 1, 1 }, { 2048, 2048, 2050, 2052 }, 0 },
    { LANESCAN_CUMSUM, 0, BIT(LANESCAN_BF16), 4, { 256, 1, 1, 1 }, { 256, 256, 258, 260 }, 0 },
    { LANESCAN_CUMSUM,
      0,
      BIT(LANESCAN_F64),
      4,
      { -1e308, 0, 1e308, 1e308 },
      { -1e308, -1e308, 0, 1e308 },
      0 },
    { LANESCAN_CUMPROD,
      0,
      BIT(LANESCAN_F64),
      3,
      { 1e-300, 1e200, 1e200 },
      { 1e-300, 1e-100, 1e100 },
      1e-15 },
    /* Converted first, by truncation that saturates; then scanned, modulo 2^bits. */
    { LANESCAN_CUMSUM, REALS, SIGNED | UNSIGNED, 3, { .5, 1.5, 2.5 }, { 0, 1, 3 }, 0 },
    { LANESCAN_CUMSUM, REALS, SIGNED, 3, { -.5, -1.5, -2.5 }, { 0, -1, -3 }, 0 },
    { LANESCAN_CUMSUM, REALS, UNSIGNED, 3, { -.5, -INF, NAN_ }, { 0, 0, 0 }, 0 },
    { LANESCAN_CUMSUM, REALS, BIT(LANESCAN_I8), 3, { 300, -INF, NAN_ }, { 127, -1, -1 }, 0 },
    { LANESCAN_CUMMAX, REALS, BIT(LANESCAN_U16), 3, { NAN_, 1, INF }, { 0, 1, 65535 }, 0 },
    { LANESCAN_CUMMAX,
      REALS,
      BIT(LANESCAN_I32),
      3,
      { -INF, NAN_, INF },
      { -2147483648., 0, 2147483647 },
      0 },
    { LANESCAN_CUMMIN, REALS, BIT(LANESCAN_I64), 2, { NAN_, -INF }, { 0, -0x1p63 }, 0 },
    { LANESCAN_CUMMAX, REALS, BIT(LANESCAN_BOOL), 3, { 0, .25, 0 }, { 0, 1, 1 }, 0 },
    { LANESCAN_CUMSUM, 0, BIT(LANESCAN_I8), 3, { 100, 100, 100 }, { 100, -56, 44 }, 0 },
    { LANESCAN_CUMPROD, 0, BIT(LANESCAN_I8), 3, { 100, 100, 100 }, { 100, 16, 64 }, 0 },
    { LANESCAN_CUMSUM, 0, BIT(LANESCAN_U8), 3, { 200, 200, 200 }, { 200, 144, 88 }, 0 },
    { LANESCAN_CUMSUM,
      BIT(LANESCAN_U8),
      BIT(LANESCAN_I64),
      3,
      { 200, 200, 200 },
      { 200, 400, 600 },
      0 },
    { LANESCAN_CUMSUM, BIT(LANESCAN_I8), BIT(LANESCAN_U16), 2, { -1, -1 }, { 65535, 65534 }, 0 },
    { LANESCAN_CUMSUM,
      BIT(LANESCAN_BOOL),
      SIGNED | UNSIGNED | REALS | COMPLEXES,
      3,
      { 1, 0, 1 },
      { 1, 1, 2 },
      0 },
    { LANESCAN_CUMSUM,
      BIT(LANESCAN_F64),
      BIT(LANESCAN_F16),
      3,
      { 65519, -65519, 1e9 },
      { 65504, 0, INF },
      0 },
    { LANESCAN_LOGCUMSUMEXP,
      SIGNED | BIT(LANESCAN_BOOL),
      REALS,
      2,
      { 0, 0 },
      { 0, 0.6931471805599453 },
      4e-3 },
    /* Extremes: NaN is sticky. */
    { LANESCAN_CUMMAX,
      0,
      REALS,
      7,
      { 4, INF, 1.5, -INF, 0, NAN_, 1 },
      { 4, INF, INF, INF, INF, NAN_, NAN_ },
      0 },
    { LANESCAN_CUMMIN,
      0,
      REALS,
      7,
      { 4, INF, 1.5, -INF, 0, NAN_, 1 },
      { 4, 4, 1.5, -INF, -INF, NAN_, NAN_ },
      0 },
    { LANESCAN_CUMMAX, 0, REALS, 3, { -0.0, 0.0, -0.0 }, { -0.0, 0.0, -0.0 }, 0 },
    { LANESCAN_CUMMAX, 0, SIGNED | REALS, 4, { -3, -5, 7, 2 }, { -3, -3, 7, 7 }, 0 },
    { LANESCAN_CUMMIN, 0, SIGNED | UNSIGNED | REALS, 4, { 3, 5, 0, 2 }, { 3, 3, 0, 0 }, 0 },
    { LANESCAN_CUMMAX, 0, UNSIGNED, 3, { 1, 255, 128 }, { 1, 255, 255 }, 0 },
    { LANESCAN_CUMMAX, BIT(LANESCAN_I8), BIT(LANESCAN_U8), 2, { -1, 1 }, { 255, 255 }, 0 },
    { LANESCAN_CUMMAX, 0, BIT(LANESCAN_BOOL), 4, { 0, 1, 0, 1 }, { 0, 1, 1, 1 }, 0 },
    { LANESCAN_CUMMIN, 0, BIT(LANESCAN_BOOL), 4, { 1, 0, 1, 0 }, { 1, 0, 0, 0 }, 0 },
};

static bool is_near(int dtype, const void *got, const void *expected, double tolerance)
{
    if (dtype_same(dtype, got, expected))
        return true;
    const double a = number_read(dtype, got).re, b = number_read(dtype, expected).re;
    return tolerance > 0 && fabs(a - b) <= tolerance * fabs(b);
}

static void check_line(const expectation *e, size_t row, int from, int to, size_t line,
                       const char *y)
{
    char expected[LARGEST_ELEMENT];
    for (size_t i = 0; i < e->n; i++) {
        char got_text[DTYPE_TEXT], expected_text[DTYPE_TEXT];
        const char *const got = y + i * dtype_of(to).size;
        number_write(to, expected, number_real(e->y[i]));
        check(is_near(to, got, expected, e->tolerance),
              "%s row %zu: %s %s -> %s, line %zu, element %zu: %s, expected %s", lanescan_isa(),
              row, op_name(e->op), dtype_of(from).name, dtype_of(to).name, line, i,
              dtype_text(got_text, to, got), dtype_text(expected_text, to, expected));
    }
}

/* So many lines, all the same: kernels take some together. */
static void run(const expectation *e, size_t row, int from, int to, size_t lines)
{
    char x[MOST_LINES * LONGEST * LARGEST_ELEMENT], y[MOST_LINES * LONGEST * LARGEST_ELEMENT];
    const size_t in = dtype_of(from).size, out = dtype_of(to).size;
    const int64_t shape[2] = { (int64_t)lines, (int64_t)e->n };
    for (size_t i = 0; i < lines * e->n; i++)
        number_write(from, x + i * in, number_real(e->x[i % e->n]));
    const lanescan_tensor input = { x, shape, NULL, 2, from }, output = { y, shape, NULL, 2, to };
    const lanescan_status status = lanescan_scan(e->op, &input, 1, NULL, &output);
    if (check(status == LANESCAN_OK, "row %zu: %s %s -> %s: %s", row, op_name(e->op),
              dtype_of(from).name, dtype_of(to).name, lanescan_status_string(status)))
        for (size_t line = 0; line < lines; line++)
            check_line(e, row, from, to, line, y + line * e->n * out);
}

static void check_table(void)
{
    for (size_t row = 0; row < sizeof expectations / sizeof expectations[0]; row++) {
        const expectation *e = &expectations[row];
        for (int to = 0; to < NUM_DTYPES; to++)
            for (int from = 0; from < NUM_DTYPES; from++)
                if (e->dtypes & BIT(to) &&
                    (e->input_dtypes ? e->input_dtypes & BIT(from) : from == to))
                    for (size_t lines = 1; lines <= MOST_LINES; lines += MOST_LINES - 1)
                        run(e, row, from, to, lines);
    }
}

static void check_indices(void)
{
    static const double x[5] = { 1, NAN_, 5, NAN_, INF }, ties[5] = { 2, 2, 1, 2, 1 };
    static const int64_t of_x[5] = { 0, 1, 1, 3, 3 }, of_ties[5] = { 0, 1, 1, 3, 3 };
    const int64_t n = 5;
    for (int round = 0; round < 2; round++) {
        double y[5];
        int64_t index[5];
        double copy[5];
        memcpy(copy, round ? ties : x, sizeof copy);
        const lanescan_tensor input = { copy, &n, NULL, 1, LANESCAN_F64 },
                              values = { y, &n, NULL, 1, LANESCAN_F64 },
                              indices = { index, &n, NULL, 1, LANESCAN_I64 };
        check(lanescan_scan_index(LANESCAN_CUMMAX, &input, 0, NULL, &values, &indices) ==
                      LANESCAN_OK &&
                  memcmp(index, round ? of_ties : of_x, sizeof index) == 0,
              "cummax of %s: wrong indices", round ? "ties" : "NaN");
    }
}

/* [1+10i, 2+20i]: the phase is not wrapped. */
static void check_complex(void)
{
    static const double expected[4] = { 1, 10, 1.67109, 20.28179 };
    double x[4] = { 1, 10, 2, 20 }, y[4];
    const int64_t n = 2;
    const lanescan_tensor input = { x, &n, NULL, 1, LANESCAN_C128 },
                          output = { y, &n, NULL, 1, LANESCAN_C128 };
    check(lanescan_logcumsumexp(&input, 0, &output) == LANESCAN_OK, "logcumsumexp of c128");
    for (size_t i = 0; i < 4; i++)
        check(fabs(y[i] - expected[i]) < 1e-5, "logcumsumexp of [1+10i, 2+20i]: part %zu is %.9g",
              i, y[i]);
}

static void check_result_dtype(void)
{
    for (int op = 0; op < NUM_OPS; op++) {
        for (int dtype = 0; dtype < NUM_DTYPES; dtype++) {
            const bool is_exact = dtype_of(dtype).kind <= KIND_SIGNED;
            int expected = dtype;
            if (is_exact && (op == LANESCAN_CUMSUM || op == LANESCAN_CUMPROD))
                expected = dtype == LANESCAN_U64 ? LANESCAN_U64 : LANESCAN_I64;
            if (is_exact && op == LANESCAN_LOGCUMSUMEXP)
                expected = LANESCAN_F32;
            const int got = (int)lanescan_result_dtype((lanescan_op)op, (lanescan_dtype)dtype);
            check(got == expected, "result_dtype of %s of %s is %d", op_name((lanescan_op)op),
                  dtype_of(dtype).name, got);
        }
    }
}

/* With nothing before it the first element of an exclusive scan is the identity. */
static void check_identities(void)
{
    for (int op = 0; op < NUM_OPS; op++) {
        for (int dtype = 0; dtype < NUM_DTYPES; dtype++) {
            if (!op_is_defined((lanescan_op)op, dtype))
                continue;
            char x[LARGEST_ELEMENT], y[LARGEST_ELEMENT], expected[LARGEST_ELEMENT],
                text[DTYPE_TEXT];
            const lanescan_options options = { .struct_size = sizeof options,
                                               .flags = LANESCAN_EXCLUSIVE };
            const int64_t n = 1;
            number_write(dtype, x, number_real(1));
            const lanescan_tensor input = { x, &n, NULL, 1, dtype },
                                  output = { y, &n, NULL, 1, dtype };
            dtype_identity((lanescan_op)op, dtype, expected);
            const lanescan_status status = lanescan_scan((lanescan_op)op, &input, 0, &options,
                                                         &output);
            check(status == LANESCAN_OK && dtype_same(dtype, y, expected),
                  "exclusive %s of %s starts with %s", op_name((lanescan_op)op),
                  dtype_of(dtype).name, dtype_text(text, dtype, y));
        }
    }
}

/* A 0-d tensor is copied; a line of one element is scanned, from a sum of +0. */
static void check_minus_zero(void)
{
    const double x = -0.0;
    const int64_t n = 1;
    for (int32_t ndim = 0; ndim < 2; ndim++) {
        double y = 7;
        const lanescan_tensor input = { (void *)(uintptr_t)&x, &n, NULL, ndim, LANESCAN_F64 },
                              output = { &y, &n, NULL, ndim, LANESCAN_F64 };
        const lanescan_status status = lanescan_cumsum(&input, 0, &output);
        check(status == LANESCAN_OK && y == 0 && (signbit(y) != 0) == (ndim == 0),
              "cumsum of -0 in %d dimensions is %g", (int)ndim, y);
    }
}

int main(void)
{
    check_start("tensor_expectations", lanescan_isas()[0]);
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        lanescan_set_isa(*isa);
        check_table();
        check_indices();
        check_complex();
        check_identities();
        check_minus_zero();
    }
    check_result_dtype();
    return check_finish();
}
