/* Data at the limits of each floating type, by way of lines, tensors and streams on every
 * instruction set, against results that are known exactly. And shapes and strides at the limits of
 * int64 that are scanned, not refused. */
#include "tensor/limits_cases.h"

#include "golden/dtype.h"
#include "golden/random.h"
#include "harness/check.h"
#include "harness/line_calls.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 4096 + 333, COLUMNS = 20 };

/* What results are before they are written. */
enum { UNWRITTEN = 0x3c };

static double x[LONGEST], y[LONGEST];
static int64_t index_[LONGEST], got_index[LONGEST * COLUMNS];
static char elements[LONGEST * 8], wanted[LONGEST * 8], got[LONGEST * COLUMNS * 8];

static limits limits_of(int dtype)
{
    const dtype_info info = dtype_of(dtype), widest = dtype_of(LANESCAN_F64);
    return (limits){ .max = ldexp(1 - ldexp(1, -info.precision), info.max_exponent),
                     .top = info.max_exponent - 1,
                     .lowest = info.min_exponent - info.precision,
                     .subnormal_bits = info.precision - 1,
                     .accumulator_top = widest.max_exponent - 1,
                     .accumulator_lowest = widest.min_exponent - widest.precision };
}

static bool is_right(const limit_case *c, int dtype, const char *result, size_t i)
{
    const size_t size = dtype_of(dtype).size;
    if (dtype_same(dtype, result, wanted + i * size))
        return true;
    const double rounding = dtype == LANESCAN_F64 ? 0 : ldexp(1, -dtype_of(dtype).precision);
    return c->tolerance != 0 &&
           fabs(number_read(dtype, result).re - y[i]) <= (c->tolerance + rounding) * fabs(y[i]);
}

/* Results `step` elements apart; positions likewise where there are any. One check for all. */
static void judge(const limit_case *c, int dtype, size_t n, size_t step, bool with_index,
                  const char *way)
{
    const size_t size = dtype_of(dtype).size;
    size_t i = 0;
    while (i < n && is_right(c, dtype, got + i * step * size, i) &&
           (!with_index || got_index[i * step] == index_[i]))
        i++;
    char was[DTYPE_TEXT] = "", should[DTYPE_TEXT] = "";
    if (i < n) {
        dtype_text(was, dtype, got + i * step * size);
        dtype_text(should, dtype, wanted + i * size);
    }
    check(i == n, "%s of %s, %s, %s, %s, n=%zu: element %zu is %s, not %s; index %lld, %lld",
          op_name(c->op), c->name, dtype_of(dtype).name, way, lanescan_isa(), n, i, was, should,
          (long long)(i < n && with_index ? got_index[i * step] : 0),
          (long long)index_[i < n ? i : 0]);
}

/* Where the operation has a function on lines of the type. */
static void check_line(const limit_case *c, int dtype, size_t n)
{
    const size_t call = line_call_of(op_name(c->op), dtype_of(dtype).name);
    if (call == line_call_count())
        return;
    memset(got, UNWRITTEN, n * dtype_of(dtype).size);
    line_call(call, n, elements, NULL, got, got_index);
    judge(c, dtype, n, 1, op_has_index(c->op), "line");
}

/* The line in each column; and backwards, from the end. */
static void check_tensors(const limit_case *c, int dtype, size_t n)
{
    const int64_t shape[2] = { (int64_t)n, COLUMNS }, repeated[2] = { 1, 0 }, back = -1;
    const lanescan_tensor in = { elements, shape, repeated, 2, dtype },
                          out = { got, shape, NULL, 2, dtype },
                          positions = { got_index, shape, NULL, 2, LANESCAN_I64 };
    const bool with_index = op_has_index(c->op);
    memset(got, UNWRITTEN, n * COLUMNS * dtype_of(dtype).size);
    memset(got_index, UNWRITTEN, n * COLUMNS * sizeof got_index[0]);
    const lanescan_status status = with_index
                                       ? lanescan_scan_index(c->op, &in, 0, NULL, &out, &positions)
                                       : lanescan_scan(c->op, &in, 0, NULL, &out);
    check(status == LANESCAN_OK, "%s: %s", c->name, lanescan_status_string(status));
    judge(c, dtype, n, COLUMNS, with_index, "columns");

    const lanescan_options reverse = { .struct_size = sizeof reverse, .flags = LANESCAN_REVERSE };
    const size_t last = (n - 1) * dtype_of(dtype).size;
    const lanescan_tensor from_end = { elements + last, shape, &back, 1, dtype },
                          to_end = { got + last, shape, &back, 1, dtype };
    memset(got, UNWRITTEN, n * dtype_of(dtype).size);
    /* Element n - 1 of the tensor is the line's first: reversed, that is where the scan begins. */
    check(lanescan_scan(c->op, &from_end, 0, &reverse, &to_end) == LANESCAN_OK, "%s", c->name);
    judge(c, dtype, n, 1, false, "reversed");
}

/* Elements or positions in the opposite order. */
static void turn(void *array, size_t n, size_t size)
{
    char *const bytes = array, other[16];
    for (size_t i = 0; i < n / 2; i++) {
        char *const a = bytes + i * size, *const b = bytes + (n - 1 - i) * size;
        memcpy(other, a, size);
        memcpy(a, b, size);
        memcpy(b, other, size);
    }
}

/* A line that begins at its end, in place; and exclusive, with the total and positions, for
 * extremes. */
static void check_backwards(const limit_case *c, int dtype, size_t n)
{
    const size_t size = dtype_of(dtype).size;
    const int64_t shape = (int64_t)n, one_more = shape + 1;
    lanescan_options options = { .struct_size = sizeof options, .flags = LANESCAN_REVERSE };
    const lanescan_tensor line = { got, &shape, NULL, 1, dtype };
    memcpy(got, elements, n * size);
    turn(got, n, size);
    check(lanescan_scan(c->op, &line, 0, &options, &line) == LANESCAN_OK, "%s", c->name);
    turn(got, n, size);
    judge(c, dtype, n, 1, false, "backwards in place");
    if (!op_has_index(c->op))
        return;
    options.flags = LANESCAN_EXCLUSIVE;
    memset(got, UNWRITTEN, (n + 1) * size);
    memset(got_index, UNWRITTEN, (n + 1) * sizeof got_index[0]);
    const lanescan_tensor in = { elements, &shape, NULL, 1, dtype },
                          out = { got, &one_more, NULL, 1, dtype },
                          positions = { got_index, &one_more, NULL, 1, LANESCAN_I64 };
    check(lanescan_scan_index(c->op, &in, 0, &options, &out, &positions) == LANESCAN_OK, "%s",
          c->name);
    check(got_index[0] == -1, "%s: the first position of an exclusive scan is %lld", c->name,
          (long long)got_index[0]);
    memmove(got, got + size, n * size);
    memmove(got_index, got_index + 1, n * sizeof got_index[0]);
    judge(c, dtype, n, 1, true, "exclusive");
}

static void check_stream(const limit_case *c, int dtype, size_t n, generator *g)
{
    const size_t size = dtype_of(dtype).size;
    lanescan_stream s;
    memset(got, UNWRITTEN, n * size);
    lanescan_status status = lanescan_stream_begin(&s, c->op, (lanescan_dtype)dtype, NULL);
    for (size_t at = 0; at < n && !status;) {
        const size_t piece = random_below(g, 8) ? random_below(g, 90) : random_below(g, 900);
        const size_t count = piece < n - at ? piece : n - at;
        status = lanescan_stream_push(&s, count, elements + at * size, got + at * size);
        at += count;
    }
    check(status == LANESCAN_OK, "%s: %s", c->name, lanescan_status_string(status));
    judge(c, dtype, n, 1, false, "stream");
    status = lanescan_stream_total(&s, got);
    check(status == LANESCAN_OK && is_right(c, dtype, got, n - 1), "%s of %s, %s, %s: total",
          op_name(c->op), c->name, dtype_of(dtype).name, lanescan_isa());
}

static void check_case(const limit_case *c, int dtype, size_t n, generator *g)
{
    const limits l = limits_of(dtype);
    const size_t size = dtype_of(dtype).size;
    c->make(&l, n, x, y, index_);
    for (size_t i = 0; i < n; i++) {
        number_write(dtype, elements + i * size, number_real(x[i]));
        number_write(dtype, wanted + i * size, number_real(y[i]));
    }
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        lanescan_set_isa(*isa);
        check_line(c, dtype, n);
        check_tensors(c, dtype, n);
        check_backwards(c, dtype, n);
        check_stream(c, dtype, n, g);
    }
}

/* Strides that nothing moves along and extents beside one of 0 may be anything. */
static void check_int64(void)
{
    static const int64_t ones[3] = { 1, 3, 1 }, any[3] = { INT64_MIN, 1, INT64_MAX },
                         none[3] = { 0, INT64_MAX, 1 };
    const double in[3] = { 1, 2, 3 };
    double out[3] = { 0, 0, 0 };
    lanescan_tensor from = { (void *)(uintptr_t)in, ones, any, 3, LANESCAN_F64 };
    lanescan_tensor to = { out, ones, any, 3, LANESCAN_F64 };
    check(lanescan_cumsum(&from, 1, &to) == LANESCAN_OK && out[0] == 1 && out[1] == 3 &&
              out[2] == 6,
          "strides at the limits of int64, along");
    for (int dim = 0; dim < 3; dim += 2) {
        memset(out, 0, sizeof out);
        check(lanescan_cumsum(&from, dim, &to) == LANESCAN_OK && memcmp(in, out, sizeof in) == 0,
              "a dimension of one element with a stride at the limits of int64");
    }
    from.shape = to.shape = none;
    from.data = to.data = NULL;
    for (int dim = 0; dim < 3; dim++)
        check(lanescan_cumsum(&from, dim, &to) == LANESCAN_OK, "2^63 - 1 lines of nothing, dim %d",
              dim);
}

int main(void)
{
    static const size_t lengths[] = { 1, 2, 32, 33, 70, LONGEST };
    check_start("limits", lanescan_isas()[0]);
    generator g = random_seeded(check_stream_seed("limits"));
    for (const limit_case *c = limit_cases; c->name; c++)
        for (int dtype = LANESCAN_F16; dtype <= LANESCAN_F64; dtype++)
            for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
                if (lengths[i] < LONGEST || dtype == LANESCAN_F64 || check_scale() == 1)
                    check_case(c, dtype, lengths[i], &g);
    check_int64();
    return check_finish();
}
