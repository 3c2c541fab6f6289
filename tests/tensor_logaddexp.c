/* logaddexp of inputs that are broadcast to the output: random shapes, strides and types, on every
 * instruction set, against pairs of single elements. */
#include "check.h"
#include "tensor_data.h"
#include "tensor_region.h"

#include <stdio.h>
#include <string.h>

enum { CASES = 4000, LARGE_CASES = 40, SMALL = 300, LARGE = 40000, CALL_TEXT = 600 };

/* Fewer dimensions, some of them 1. */
static layout narrower(const layout *y, generator *g)
{
    layout x = { .ndim = 0 };
    const int32_t first = random_below(g, 3) == 0 ? (int32_t)random_below(g, (size_t)y->ndim + 1)
                                                  : 0;
    const bool is_full = random_below(g, 3) == 0;
    for (int32_t i = first; i < y->ndim; i++)
        x.shape[x.ndim++] = !is_full && random_below(g, 3) == 0 ? 1 : y->shape[i];
    layout_choose(&x, g, true);
    return x;
}

static const char *operand(const layout *y, const layout *x, const int64_t *at, const region *r)
{
    int64_t own[LANESCAN_MAX_NDIM] = { 0 };
    for (int32_t i = 0; i < x->ndim; i++)
        own[i] = x->shape[i] == 1 ? 0 : at[y->ndim - x->ndim + i];
    return r->before + (size_t)layout_position(x, own) * dtype_of(r->dtype).size;
}

static void expect_pairs(const layout *y, const layout x[2], const region inputs[2],
                         const region *result)
{
    const size_t size = dtype_of(result->dtype).size;
    int64_t at[LANESCAN_MAX_NDIM] = { 0 };
    size_t i = 0;
    for (bool more = layout_count(y) != 0; more; i++, more = layout_next(y, at, -1)) {
        _Alignas(16) char pair[2][LARGEST_ELEMENT], sum[LARGEST_ELEMENT];
        for (int k = 0; k < 2; k++)
            number_write(result->dtype, pair[k],
                         number_read(inputs[k].dtype, operand(y, &x[k], at, &inputs[k])));
        if (result->dtype == LANESCAN_F32) {
            lanescan_logaddexp_f32(1, (float *)(void *)pair[0], (float *)(void *)pair[1],
                                   (float *)(void *)sum);
        } else if (result->dtype == LANESCAN_F64) {
            lanescan_logaddexp_f64(1, (double *)(void *)pair[0], (double *)(void *)pair[1],
                                   (double *)(void *)sum);
        } else {
            const lanescan_tensor a = { pair[0], NULL, NULL, 0, result->dtype },
                                  b = { pair[1], NULL, NULL, 0, result->dtype },
                                  c = { sum, NULL, NULL, 0, result->dtype };
            check(lanescan_logaddexp(&a, &b, &c) == LANESCAN_OK, "logaddexp of two elements");
        }
        memcpy(result->expected + i * size, sum, size);
    }
}

static void check_logaddexp(uint64_t seed, int64_t most)
{
    generator g = random_seeded(seed);
    layout y = { .ndim = 0 };
    layout_random_shape(&y, &g, most);
    layout_choose(&y, &g, false);
    layout x[2] = { narrower(&y, &g), narrower(&y, &g) };
    const int to = data_float_type(&g);
    const int in_place = random_below(&g, 4) ? -1 : (int)random_below(&g, 2);
    if (in_place >= 0)
        x[in_place] = y;
    region inputs[2], output;
    for (int k = 0; k < 2; k++) {
        inputs[k] = region_new(&x[k], k == in_place ? to : data_input_type(&g, to));
        data_fill((data_kind)random_below(&g, NUM_DATA_KINDS), &g, inputs[k].dtype,
                  (size_t)x[k].elements, inputs[k].before);
    }
    output = in_place < 0 ? region_new(&y, to) : inputs[in_place];
    char text[CALL_TEXT], of_a[LAYOUT_TEXT], of_b[LAYOUT_TEXT], of_y[LAYOUT_TEXT];
    snprintf(text, sizeof text, "logaddexp %#llx: %s [%s], %s [%s] -> %s [%s], in place of %d",
             (unsigned long long)seed, dtype_of(inputs[0].dtype).name, layout_text(of_a, &x[0]),
             dtype_of(inputs[1].dtype).name, layout_text(of_b, &x[1]), dtype_of(to).name,
             layout_text(of_y, &y), in_place);
    lanescan_set_isa("generic");
    expect_pairs(&y, x, inputs, &output);
    const lanescan_tensor a = layout_tensor(&x[0], inputs[0].dtype, inputs[0].memory),
                          b = layout_tensor(&x[1], inputs[1].dtype, inputs[1].memory),
                          c = layout_tensor(&y, to, output.memory);
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        lanescan_set_isa(*isa);
        region_reset(&inputs[0]);
        region_reset(&inputs[1]);
        region_reset(&output);
        const lanescan_status status = lanescan_logaddexp(&a, &b, &c);
        check(status == LANESCAN_OK, "%s %s: %s", *isa, text, lanescan_status_string(status));
        region_check(&output, "values", text);
        for (int k = 0; k < 2; k++)
            check(memcmp(inputs[k].memory, inputs[k].before, inputs[k].bytes) == 0,
                  "%s %s: changed input %d", *isa, text, k);
    }
    region_free(&inputs[0]);
    region_free(&inputs[1]);
    if (in_place < 0)
        region_free(&output);
}

int main(void)
{
    check_start("tensor_logaddexp", lanescan_isas()[0]);
    generator g = random_seeded(check_stream_seed("tensor_logaddexp"));
    for (size_t i = 0; i < CASES / check_scale(); i++)
        check_logaddexp(random_bits(&g), SMALL);
    for (size_t i = 0; i < LARGE_CASES / check_scale() + 1; i++)
        check_logaddexp(random_bits(&g), LARGE);
    return check_finish();
}
