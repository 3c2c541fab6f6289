#include "tensor/log_case.h"

#include "harness/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CALL_TEXT = 600 };

/* The last of the scan: the same real part, and the same phase but for turns. */
static void check_last_of_scan(int dtype, size_t n, const lanescan_tensor *x, const char *result)
{
    const int64_t extent = (int64_t)n;
    const size_t size = dtype_of(dtype).size;
    char *const scan = check_alloc(n * size);
    const lanescan_tensor all = { scan, &extent, NULL, 1, dtype };
    check(lanescan_logcumsumexp(x, 0, &all) == LANESCAN_OK, "logcumsumexp of a complex line");
    const double eps = dtype == LANESCAN_C64 ? 0x1p-23 : 0x1p-50, turn = 6.283185307179586;
    const number last = number_read(dtype, scan + (n - 1) * size), got = number_read(dtype, result);
    check(memcmp(result, scan + (n - 1) * size, size / 2) == 0 || (isnan(got.re) && isnan(last.re)),
          "logsumexp of %zu complex numbers has the real part %.17g, the scan %.17g", n, got.re,
          last.re);
    check(!isfinite(last.im) || isnan(got.re) ||
              fabs(remainder(last.im - got.im, turn)) <= 2 * eps * (fabs(last.im) + turn),
          "logsumexp of %zu complex numbers has the phase %.17g, the scan %.17g", n, got.im,
          last.im);
    free(scan);
}

/* The line as its type's own function has it; with f16 and bf16: the last of the scan. */
static void reduce(int dtype, size_t n, char *line, char *result)
{
    const int64_t extent = (int64_t)n;
    const lanescan_tensor x = { line, &extent, NULL, 1, dtype };
    const lanescan_tensor y = { result, NULL, NULL, 0, dtype };
    float f32;
    double f64;
    if (dtype == LANESCAN_F32) {
        f32 = lanescan_logsumexp_f32(n, (float *)(void *)line);
        memcpy(result, &f32, sizeof f32);
    } else if (dtype == LANESCAN_F64) {
        f64 = lanescan_logsumexp_f64(n, (double *)(void *)line);
        memcpy(result, &f64, sizeof f64);
    } else if (n == 0) {
        number_write(dtype, result, number_real((double)-INFINITY));
    } else if (dtype_of(dtype).kind == KIND_COMPLEX) {
        check(lanescan_logsumexp(&x, NULL, 0, NULL, &y) == LANESCAN_OK,
              "logsumexp of a complex line");
        const double phase = number_read(dtype, result).im;
        const double half_turn = dtype == LANESCAN_C64 ? 3.14159275 : 3.14159265358979324;
        check(!isfinite(phase) || fabs(phase) <= half_turn, "the phase %.17g is no principal value",
              phase);
        check_last_of_scan(dtype, n, &x, result);
    } else {
        char *scan = check_alloc(n * LARGEST_ELEMENT);
        const lanescan_tensor all = { scan, &extent, NULL, 1, dtype };
        check(lanescan_logcumsumexp(&x, 0, &all) == LANESCAN_OK, "logcumsumexp of a line");
        memcpy(result, scan + (n - 1) * dtype_of(dtype).size, dtype_of(dtype).size);
        free(scan);
    }
}

/* Walks all of `outer` (reduced extents 1) and within each all of `inner` (the others 1). */
static void expect(const logsumexp_case *c, const char *memory, const region *result,
                   last_judge judge)
{
    const size_t in = dtype_of(c->from).size, out = dtype_of(c->to).size;
    layout outer = c->x, inner = c->x;
    for (int32_t i = 0; i < c->x.ndim; i++)
        (c->reduced[i] ? &outer : &inner)->shape[i] = 1;
    if (layout_count(&outer) == 0)
        return;
    char *line = check_alloc((size_t)layout_count(&inner) * out);
    int64_t at[LANESCAN_MAX_NDIM] = { 0 };
    size_t i = 0;
    do {
        int64_t within[LANESCAN_MAX_NDIM] = { 0 };
        inner.offset = layout_position(&outer, at);
        size_t n = 0;
        bool more = layout_count(&inner) != 0;
        for (; more; n++, more = layout_next(&inner, within, -1))
            number_write(
                c->to, line + n * out,
                number_read(c->from, memory + (size_t)layout_position(&inner, within) * in));
        char *const last = result->expected + i++ * out;
        reduce(c->to, n, line, last);
        if (judge)
            judge(c->to, n, line, last);
    } while (layout_next(&outer, at, -1));
    free(line);
}

void logsumexp_check(const logsumexp_case *c, region *input, last_judge judge)
{
    region output = region_new(&c->y, c->to);
    char text[CALL_TEXT], of_x[LAYOUT_TEXT], of_y[LAYOUT_TEXT];
    snprintf(text, sizeof text, "logsumexp %#llx: %s [%s] -> %s [%s], %d dims",
             (unsigned long long)c->seed, dtype_of(c->from).name, layout_text(of_x, &c->x),
             dtype_of(c->to).name, layout_text(of_y, &c->y), c->num_dims);
    lanescan_set_isa("generic");
    expect(c, input->before, &output, judge);
    const lanescan_tensor a = layout_tensor(&c->x, c->from, input->memory),
                          b = layout_tensor(&c->y, c->to, output.memory);
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        lanescan_set_isa(*isa);
        region_reset(input);
        region_reset(&output);
        const lanescan_status status = lanescan_logsumexp(&a, c->num_dims ? c->dims : NULL,
                                                          c->num_dims, NULL, &b);
        check(status == LANESCAN_OK, "%s %s: %s", *isa, text, lanescan_status_string(status));
        region_check(&output, "values", text);
        check(memcmp(input->memory, input->before, input->bytes) == 0, "%s %s: changed its input",
              *isa, text);
    }
    region_free(&output);
}
