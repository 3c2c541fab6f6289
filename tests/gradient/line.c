#include "gradient/line.h"

#include "golden/dtype.h"
#include "harness/check.h"

#include <math.h>
#include <stdlib.h>

const char *gradient_kind_name(gradient_kind kind)
{
    static const char *const names[NUM_KINDS] = { "cumprod",           "logcumsumexp", "logsumexp",
                                                  "linear_recurrence", "logaddexp",    "cummax" };
    return names[kind];
}

bool gradient_is_pair(gradient_kind kind)
{
    return kind == OF_RECURRENCE || kind == OF_LOGADDEXP;
}

bool gradient_has_complex(gradient_kind kind)
{
    return kind != OF_INDEX;
}

bool gradient_has_initial(gradient_kind kind)
{
    return kind == OF_CUMPROD || kind == OF_LOGCUMSUMEXP || kind == OF_RECURRENCE;
}

static bool is_power(gradient_kind kind)
{
    return kind == OF_LOGCUMSUMEXP || kind == OF_LOGSUMEXP || kind == OF_LOGADDEXP;
}

lanescan_status gradient_line_indices(int dtype, size_t n, const void *elements, int64_t *indices)
{
    const int64_t shape = (int64_t)n;
    char *const extremes = check_alloc(n * dtype_of(dtype).size);
    const lanescan_tensor x = { (void *)(uintptr_t)elements, &shape, NULL, 1, dtype },
                          values = { extremes, &shape, NULL, 1, dtype },
                          of_indices = { indices, &shape, NULL, 1, LANESCAN_I64 };
    const lanescan_status status = lanescan_scan_index(LANESCAN_CUMMAX, &x, 0, NULL, &values,
                                                       &of_indices);
    free(extremes);
    return status;
}

static lanescan_tensor tensor_of(const gradient_line *line, const int64_t *n, const void *elements)
{
    return (lanescan_tensor){ (void *)(uintptr_t)elements, n, NULL, n ? 1 : 0, line->dtype };
}

lanescan_status gradient_line_call(const gradient_line *line, void *out)
{
    const int64_t n = (int64_t)line->n;
    const size_t bytes = line->n * dtype_of(line->dtype).size;
    const lanescan_tensor indices = { (void *)(uintptr_t)line->x, &n, NULL, 1, LANESCAN_I64 };
    const lanescan_tensor x = tensor_of(line, &n, line->x), b = tensor_of(line, &n, line->b),
                          g = tensor_of(line, &n, line->g), one = tensor_of(line, NULL, line->g),
                          first = tensor_of(line, &n, out),
                          second = tensor_of(line, &n, (char *)out + bytes);
    const lanescan_options options = { .struct_size = sizeof options, .initial = line->initial };
    switch (line->kind) {
    case OF_CUMPROD:
        return lanescan_scan_vjp(LANESCAN_CUMPROD, &x, 0, &options, &g, &first);
    case OF_LOGCUMSUMEXP:
        return lanescan_scan_vjp(LANESCAN_LOGCUMSUMEXP, &x, 0, &options, &g, &first);
    case OF_LOGSUMEXP:
        return lanescan_logsumexp_vjp(&x, NULL, 0, NULL, &one, &first);
    case OF_RECURRENCE:
        return lanescan_linear_recurrence_vjp(&x, &b, 0, &options, &g, &first, &second);
    case OF_INDEX:
        return lanescan_scan_index_vjp(&indices, 0, &options, &g, &first);
    default:
        return lanescan_logaddexp_vjp(&x, &b, NULL, &g, &first, &second);
    }
}

/* The numbers that elements are; NULL for none. */
static double *numbers_of(int dtype, size_t n, const void *elements)
{
    const dtype_info info = dtype_of(dtype);
    double *const values = elements ? check_alloc(2 * n * sizeof *values) : NULL;
    for (size_t i = 0; elements && i < n; i++) {
        const number value = number_read(dtype, (const char *)elements + i * info.size);
        values[info.kind == KIND_COMPLEX ? 2 * i : i] = info.kind == KIND_SIGNED
                                                            ? (double)(int64_t)value.integer
                                                            : value.re;
        if (info.kind == KIND_COMPLEX)
            values[2 * i + 1] = value.im;
    }
    return values;
}

/* Are they finite, or of e^x 0; and of e^x not beyond MPFR's range? */
static bool are_judged(size_t parts, size_t n, const double *values, bool are_powers)
{
    for (size_t i = 0; values && i < parts * n; i++) {
        const bool is_nothing = are_powers && i % parts == 0 && values[i] == (double)-INFINITY;
        const bool is_beyond = are_powers && i % parts == 0 && fabs(values[i]) > 0x1p61;
        if ((!isfinite(values[i]) || is_beyond) && !is_nothing)
            return false;
    }
    return true;
}

double gradient_line_judge(const char *what, const gradient_line *line, const void *out)
{
    const bool is_complex = dtype_of(line->dtype).kind == KIND_COMPLEX,
               is_pair = gradient_is_pair(line->kind), is_one = line->kind == OF_LOGSUMEXP,
               are_powers = is_power(line->kind);
    const int x_dtype = line->kind == OF_INDEX ? LANESCAN_I64 : line->dtype;
    const size_t n = line->n, of_g = is_one ? 1 : n, parts = is_complex ? 2 : 1;
    double *const x = numbers_of(x_dtype, n, line->x),
                  *const b = numbers_of(line->dtype, n, is_pair ? line->b : NULL),
                  *const g = numbers_of(line->dtype, of_g, line->g),
                  *const initial = numbers_of(line->dtype, 1, line->initial),
                  *const got = numbers_of(line->dtype, is_pair ? 2 * n : n, out);
    const gradient_case c = { line->kind, line->dtype, is_complex, n, x, b, g, initial };
    double worst = 0;
    if (are_judged(parts, n, x, are_powers) && are_judged(parts, n, b, are_powers) &&
        are_judged(parts, of_g, g, false) && are_judged(parts, 1, initial, are_powers))
        worst = gradient_judge(what, &c, got);
    free(x);
    free(b);
    free(g);
    free(initial);
    free(got);
    return worst;
}
