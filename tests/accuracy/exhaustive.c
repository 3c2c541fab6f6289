/* Every input there is, where there are few enough: lines of one element (all f16, bf16, f32),
 * lines of two (all pairs of f16 and of bf16), each exactly or correctly rounded but for what
 * double precision leaves; exp, log and log1p in lanes of all floats. LANESCAN_TEST_SCALE takes one
 * block in so many, LANESCAN_TEST_SEED says which: from 1 to the scale they are all. */
#include "generic/block.h"

#include "math/exp_log.h"

#include "golden/dtype.h"
#include "harness/check.h"
#include "lanescan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 1 << 16 };

/* Of the blocks that are taken. */
static uint32_t first_block(void)
{
    return (uint32_t)((check_seed() - 1) % check_scale());
}

static const lanescan_op ops[] = { LANESCAN_CUMSUM, LANESCAN_CUMPROD, LANESCAN_LOGCUMSUMEXP };

/* All lines of a tensor, each of `columns` elements. */
static void scan_rows(lanescan_op op, int dtype, int64_t rows, int64_t columns, void *x, void *y)
{
    const int64_t shape[2] = { rows, columns };
    const lanescan_tensor in = { x, shape, NULL, 2, dtype }, out = { y, shape, NULL, 2, dtype };
    const lanescan_status status = lanescan_scan(op, &in, 1, NULL, &out);
    check(status == LANESCAN_OK, "%s of rows: %s", op_name(op), lanescan_status_string(status));
}

/* The scan of one element is that element, and its logsumexp too. */
static void check_single(int dtype, void *x, void *y)
{
    const size_t size = dtype_of(dtype).size;
    const int64_t shape[2] = { ROWS, 1 };
    const int along = 1;
    char text[2][DTYPE_TEXT];
    const lanescan_tensor in = { x, shape, NULL, 2, dtype }, out = { y, shape, NULL, 1, dtype };
    for (size_t op = 0; op < 4; op++) {
        if (op < 3)
            scan_rows(ops[op], dtype, ROWS, 1, x, y);
        else
            check(lanescan_logsumexp(&in, &along, 1, NULL, &out) == LANESCAN_OK,
                  "logsumexp of rows");
        size_t wrong = 0, first = 0;
        for (size_t i = 0; i < ROWS; i++) {
            const char *const a = (char *)x + i * size, *const b = (char *)y + i * size;
            if (memcmp(a, b, size) == 0)
                continue;
            const double from = number_read(dtype, a).re, to = number_read(dtype, b).re;
            if (from != to && !(isnan(from) && isnan(to)) && wrong++ == 0)
                first = i * size;
        }
        check(wrong == 0, "%s of one %s: %zu wrong, %s becomes %s",
              op < 3 ? op_name(ops[op]) : "logsumexp", dtype_of(dtype).name, wrong,
              dtype_text(text[0], dtype, (char *)x + first),
              dtype_text(text[1], dtype, (char *)y + first));
    }
}

static void check_singles(void)
{
    uint32_t *const x = check_alloc(ROWS * sizeof *x), *const y = check_alloc(ROWS * sizeof *y);
    uint16_t *const half = (uint16_t *)(void *)x;
    for (uint32_t i = 0; i < ROWS; i++)
        half[i] = (uint16_t)i;
    check_single(LANESCAN_F16, x, y);
    check_single(LANESCAN_BF16, x, y);
    for (uint32_t block = first_block(); block < ROWS; block += (uint32_t)check_scale()) {
        for (uint32_t i = 0; i < ROWS; i++)
            x[i] = block << 16 | i;
        check_single(LANESCAN_F32, x, y);
    }
    free(x);
    free(y);
}

/* The second result of a line of two, as double has it: sums and products of such numbers are exact
 * there, or nearly. */
static double pair_value(lanescan_op op, double a, double b)
{
    if (op == LANESCAN_CUMSUM)
        return a + b;
    if (op == LANESCAN_CUMPROD)
        return a * b;
    if (isnan(a) || isnan(b))
        return (double)NAN;
    const double high = fmax(a, b), low = fmin(a, b);
    return isinf(high) || isinf(low) ? high : high + log1p(exp(low - high));
}

/* The second term of the contract's bound. */
static double pair_slack(lanescan_op op, double a, double b, double value)
{
    if (op == LANESCAN_CUMSUM)
        return 0x1p-50 * (fabs(a) + fabs(b));
    if (op == LANESCAN_CUMPROD)
        return 0x1p-48 * fabs(value);
    const double weighted = (isinf(a) ? 0 : exp(a - value) * fabs(a)) +
                            (isinf(b) ? 0 : exp(b - value) * fabs(b));
    return 0x1p-32 * fmax(fabs(value), weighted);
}

static bool pair_holds(lanescan_op op, const dtype_info *format, double a, double b, double got)
{
    double value = pair_value(op, a, b);
    if (got == value || (isnan(got) && isnan(value)))
        return true;
    if (isnan(got) || isnan(value))
        return false;
    /* The first number that is too large stands for all of them. */
    const double limit = ldexp(1, format->max_exponent);
    value = copysign(fmin(fabs(value), limit), value);
    got = copysign(fmin(fabs(got), limit), got);
    int exponent;
    frexp(value, &exponent);
    if (value == 0 || exponent < format->min_exponent)
        exponent = format->min_exponent;
    if (exponent > format->max_exponent)
        exponent = format->max_exponent;
    const double half_ulp = ldexp(0.5, exponent - format->precision);
    return fabs(got - value) <= half_ulp ||
           fabs(got - value) <= half_ulp + pair_slack(op, a, b, value);
}

/* The second result of each pair: of the three scans of a line of two, and logaddexp. */
enum { PAIR_OPS = 4, LOGADDEXP = 3 };

static void combine_pairs(size_t op, int dtype, int64_t pairs, uint16_t *x, uint16_t *y)
{
    const int64_t every_other = 2;
    const lanescan_tensor a = { x, &pairs, &every_other, 1, dtype },
                          b = { x + 1, &pairs, &every_other, 1, dtype },
                          out = { y + 1, &pairs, &every_other, 1, dtype };
    if (op == LOGADDEXP)
        check(lanescan_logaddexp(&a, &b, NULL, &out) == LANESCAN_OK, "logaddexp of pairs");
    else
        scan_rows(ops[op], dtype, pairs, 2, x, y);
}

/* `first` with each that is not before it; one time in two behind them. */
static void check_pairs_of(int dtype, const double *values, uint16_t first, uint16_t *x,
                           uint16_t *y)
{
    const dtype_info format = dtype_of(dtype);
    const uint32_t rows = ROWS - (uint32_t)first, place = first & 1;
    for (uint32_t i = 0; i < rows; i++) {
        x[2 * i + place] = first;
        x[2 * i + 1 - place] = (uint16_t)(first + i);
    }
    for (size_t op = 0; op < PAIR_OPS; op++) {
        const lanescan_op same = op == LOGADDEXP ? LANESCAN_LOGCUMSUMEXP : ops[op];
        size_t wrong = 0;
        uint32_t which = 0;
        combine_pairs(op, dtype, rows, x, y);
        for (uint32_t i = 0; i < rows; i++)
            if (!pair_holds(same, &format, values[first], values[first + i],
                            values[y[2 * i + 1]]) &&
                wrong++ == 0)
                which = i;
        check(wrong == 0, "%s %s of %a and ...: %zu wrong, with %a it is %a",
              op == LOGADDEXP ? "logaddexp" : op_name(same), format.name, values[first], wrong,
              values[first + which], values[y[2 * which + 1]]);
    }
}

static void check_pairs(int dtype)
{
    double *const values = check_alloc(ROWS * sizeof *values);
    uint16_t *const x = check_alloc(2 * ROWS * sizeof *x), *const y = check_alloc(2 * ROWS *
                                                                                  sizeof *y);
    for (uint32_t i = 0; i < ROWS; i++) {
        const uint16_t bits = (uint16_t)i;
        values[i] = number_read(dtype, &bits).re;
    }
    for (uint32_t first = first_block(); first < ROWS; first += (uint32_t)check_scale())
        check_pairs_of(dtype, values, (uint16_t)first, x, y);
    free(values);
    free(x);
    free(y);
}

typedef struct worst {
    double error, at;
} worst;

/* A NaN is infinitely wrong: as a number it would be forgotten with the next one. */
static void judge(worst *w, long double got, long double exact, double at)
{
    const double distance = (double)fabsl((got - exact) / exact),
                 error = isnan(distance) ? (double)INFINITY : distance;
    if (error > w->error)
        *w = (worst){ error, at };
}

enum { BOTH_TYPES = 2 };

/* exp and log for results of 32 bits and of 64. */
typedef struct functions {
    worst exp[BOTH_TYPES], log[BOTH_TYPES];
    worst log1p; /* of numbers from 0 to 1, for results of 32 bits */
} functions;

static void judge_number(double x, functions *f)
{
    static const precision precisions[BOTH_TYPES] = { SINGLE, DOUBLE };
    for (int type = 0; type < BOTH_TYPES; type++) {
        const exponential e = exp_lanes(precisions[type], x, exp_magic(0));
        const long double size = (long double)e.scale;
        if (fabs(x) <= 700)
            judge(&f->exp[type], size + (long double)e.fraction * size, expl((long double)x), x);
        if (x > 0 && isfinite(x) && x != 1)
            judge(&f->log[type], (long double)log_lanes(precisions[type], x, 0),
                  logl((long double)x), x);
    }
    if (x > 0 && x <= 1) {
        double log1p;
        log1p_f32_vectors(1, &x, &log1p);
        judge(&f->log1p, (long double)log1p, log1pl((long double)x), x);
    }
}

static void check_functions(void)
{
    static const double bounds[BOTH_TYPES] = { 0x1p-34, 0x1.4p-52 };
    functions f = { .exp = { { 0, 0 } } };
    for (uint32_t block = first_block(); block < ROWS; block += (uint32_t)check_scale()) {
        for (uint32_t i = 0; i < ROWS; i++) {
            const uint32_t bits = block << 16 | i;
            float single;
            memcpy(&single, &bits, sizeof single);
            judge_number((double)single, &f);
        }
    }
    for (int type = 0; type < BOTH_TYPES; type++) {
        printf("for results of %d bits: exp 2^%.2f at %a, log 2^%.2f at %a\n", 32 << type,
               log2(f.exp[type].error), f.exp[type].at, log2(f.log[type].error), f.log[type].at);
        check(f.exp[type].error <= bounds[type] && f.log[type].error <= bounds[type],
              "an error above 2^%.1f", log2(bounds[type]));
    }
    printf("for results of 32 bits: log1p 2^%.2f at %a\n", log2(f.log1p.error), f.log1p.at);
    check(f.log1p.error <= bounds[0], "an error of log1p above 2^%.1f", log2(bounds[0]));
}

int main(void)
{
    check_start("accuracy_exhaustive", lanescan_isa());
    check_singles();
    check_pairs(LANESCAN_F16);
    check_pairs(LANESCAN_BF16);
    check_functions();
    return check_finish();
}
