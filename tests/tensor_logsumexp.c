/* logsumexp over any dimensions: random shapes, strides and types, on every instruction set, against the
 * reduction of contiguous copies whose elements are in C order. */
#include "check.h"
#include "tensor_data.h"
#include "tensor_region.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASES = 4000, LARGE_CASES = 40, SMALL = 300, LARGE = 40000, CALL_TEXT = 600 };

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
        check(lanescan_logsumexp(&x, NULL, 0, &y) == LANESCAN_OK, "logsumexp of a complex line");
        const double phase = number_read(dtype, result).im;
        const double half_turn = dtype == LANESCAN_C64 ? 3.14159275 : 3.14159265358979324;
        check(!isfinite(phase) || fabs(phase) <= half_turn, "the phase %.17g is no principal value",
              phase);
    } else {
        char *scan = check_alloc(n * LARGEST_ELEMENT);
        const lanescan_tensor all = { scan, &extent, NULL, 1, dtype };
        check(lanescan_logcumsumexp(&x, 0, &all) == LANESCAN_OK, "logcumsumexp of a line");
        memcpy(result, scan + (n - 1) * dtype_of(dtype).size, dtype_of(dtype).size);
        free(scan);
    }
}

/* Walks all of `outer` (reduced extents 1) and within each all of `inner` (the others 1). */
static void expect_reductions(const layout *x, const char *memory, int from, const bool *reduced,
                              const region *result)
{
    const size_t in = dtype_of(from).size, out = dtype_of(result->dtype).size;
    layout outer = *x, inner = *x;
    for (int32_t i = 0; i < x->ndim; i++)
        (reduced[i] ? &outer : &inner)->shape[i] = 1;
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
            number_write(result->dtype, line + n * out,
                         number_read(from, memory + (size_t)layout_position(&inner, within) * in));
        reduce(result->dtype, n, line, result->expected + i++ * out);
    } while (layout_next(&outer, at, -1));
    free(line);
}

static void check_logsumexp(uint64_t seed, int64_t most)
{
    generator g = random_seeded(seed);
    layout x = { .ndim = 0 }, y = { .ndim = 0 };
    bool reduced[LANESCAN_MAX_NDIM] = { false };
    int dims[LANESCAN_MAX_NDIM], num_dims = 0;
    layout_random_shape(&x, &g, most);
    layout_choose(&x, &g, true);
    const bool keep = random_below(&g, 2), all = random_below(&g, 6) == 0;
    for (int32_t i = x.ndim; i-- > 0;) { /* from the last, so that their order cannot matter */
        reduced[i] = all || random_below(&g, 2);
        if (reduced[i] && !all)
            dims[num_dims++] = random_below(&g, 2) ? i : i - x.ndim;
    }
    if (num_dims == 0)
        memset(reduced, true, sizeof reduced);
    for (int32_t i = 0; i < x.ndim; i++)
        if (keep || !reduced[i])
            y.shape[y.ndim++] = reduced[i] ? 1 : x.shape[i];
    layout_choose(&y, &g, false);
    const int to = data_float_type(&g), from = data_input_type(&g, to);
    region input = region_new(&x, from), output = region_new(&y, to);
    data_fill((data_kind)random_below(&g, NUM_DATA_KINDS), &g, from, (size_t)x.elements,
              input.before);
    char text[CALL_TEXT], of_x[LAYOUT_TEXT], of_y[LAYOUT_TEXT];
    snprintf(text, sizeof text, "logsumexp %#llx: %s [%s] -> %s [%s], %d dims",
             (unsigned long long)seed, dtype_of(from).name, layout_text(of_x, &x),
             dtype_of(to).name, layout_text(of_y, &y), num_dims);
    lanescan_set_isa("generic");
    expect_reductions(&x, input.before, from, reduced, &output);
    const lanescan_tensor a = layout_tensor(&x, from, input.memory),
                          b = layout_tensor(&y, to, output.memory);
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        lanescan_set_isa(*isa);
        region_reset(&input);
        region_reset(&output);
        const lanescan_status status = lanescan_logsumexp(&a, num_dims ? dims : NULL, num_dims, &b);
        check(status == LANESCAN_OK, "%s %s: %s", *isa, text, lanescan_status_string(status));
        region_check(&output, "values", text);
        check(memcmp(input.memory, input.before, input.bytes) == 0, "%s %s: changed its input",
              *isa, text);
    }
    region_free(&input);
    region_free(&output);
}

/* A line that is longer than the buffers it passes through; and dimensions that are counted but not there. */
static void check_by_hand(void)
{
    enum { LENGTH = 3000 };
    static double apart[2 * LENGTH], line[LENGTH];
    const int64_t shape = LENGTH, strides = 2;
    double got = 7;
    generator g = random_seeded(check_stream_seed("by hand"));
    for (size_t i = 0; i < LENGTH; i++)
        line[i] = apart[2 * i] = random_normal(&g);
    const lanescan_tensor x = { apart, &shape, &strides, 1, LANESCAN_F64 },
                          y = { &got, NULL, NULL, 0, LANESCAN_F64 };
    check(lanescan_logsumexp(&x, NULL, 1, &y) == LANESCAN_ERROR_NULL && got == 7, "no dims");
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        lanescan_set_isa(*isa);
        const double expected = lanescan_logsumexp_f64(LENGTH, line);
        check(lanescan_logsumexp(&x, NULL, 0, &y) == LANESCAN_OK &&
                  memcmp(&got, &expected, sizeof got) == 0,
              "%s: every other of %d elements", *isa, 2 * LENGTH);
    }
}

int main(void)
{
    check_start("tensor_logsumexp", lanescan_isas()[0]);
    generator g = random_seeded(check_stream_seed("tensor_logsumexp"));
    for (size_t i = 0; i < CASES / check_scale(); i++)
        check_logsumexp(random_bits(&g), SMALL);
    for (size_t i = 0; i < LARGE_CASES / check_scale() + 1; i++)
        check_logsumexp(random_bits(&g), LARGE);
    check_by_hand();
    return check_finish();
}
