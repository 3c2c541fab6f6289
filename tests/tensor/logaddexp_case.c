#include "tensor/log_case.h"

#include "harness/check.h"

#include <stdio.h>
#include <string.h>

enum { CALL_TEXT = 600 };

static const char *operand(const layout *y, const layout *x, const int64_t *at, const region *r)
{
    int64_t own[LANESCAN_MAX_NDIM] = { 0 };
    for (int32_t i = 0; i < x->ndim; i++)
        own[i] = x->shape[i] == 1 ? 0 : at[y->ndim - x->ndim + i];
    return r->before + (size_t)layout_position(x, own) * dtype_of(r->dtype).size;
}

static void expect(const logaddexp_case *c, const region inputs[2], const region *result,
                   last_judge judge)
{
    const layout *const y = &c->y;
    const size_t size = dtype_of(c->to).size;
    int64_t at[LANESCAN_MAX_NDIM] = { 0 };
    size_t i = 0;
    for (bool more = layout_count(y) != 0; more; i++, more = layout_next(y, at, -1)) {
        _Alignas(16) char pair[2][LARGEST_ELEMENT], line[2 * LARGEST_ELEMENT];
        _Alignas(16) char sum[LARGEST_ELEMENT];
        for (int k = 0; k < 2; k++)
            number_write(result->dtype, pair[k],
                         number_read(inputs[k].dtype, operand(y, &c->x[k], at, &inputs[k])));
        if (result->dtype == LANESCAN_F32) {
            lanescan_logaddexp_f32(1, (float *)(void *)pair[0], (float *)(void *)pair[1],
                                   (float *)(void *)sum);
        } else if (result->dtype == LANESCAN_F64) {
            lanescan_logaddexp_f64(1, (double *)(void *)pair[0], (double *)(void *)pair[1],
                                   (double *)(void *)sum);
        } else {
            const lanescan_tensor a = { pair[0], NULL, NULL, 0, result->dtype },
                                  b = { pair[1], NULL, NULL, 0, result->dtype },
                                  both = { sum, NULL, NULL, 0, result->dtype };
            check(lanescan_logaddexp(&a, &b, NULL, &both) == LANESCAN_OK,
                  "logaddexp of two elements");
        }
        memcpy(result->expected + i * size, sum, size);
        memcpy(line, pair[0], size);
        memcpy(line + size, pair[1], size);
        if (judge)
            judge(c->to, 2, line, sum);
    }
}

void logaddexp_check(const logaddexp_case *c, region inputs[2], last_judge judge)
{
    region output = c->in_place < 0 ? region_new(&c->y, c->to) : inputs[c->in_place];
    char text[CALL_TEXT], of_a[LAYOUT_TEXT], of_b[LAYOUT_TEXT], of_y[LAYOUT_TEXT];
    snprintf(text, sizeof text, "logaddexp %#llx: %s [%s], %s [%s] -> %s [%s], in place of %d",
             (unsigned long long)c->seed, dtype_of(c->from[0]).name, layout_text(of_a, &c->x[0]),
             dtype_of(c->from[1]).name, layout_text(of_b, &c->x[1]), dtype_of(c->to).name,
             layout_text(of_y, &c->y), c->in_place);
    lanescan_set_isa("generic");
    expect(c, inputs, &output, judge);
    const lanescan_tensor a = layout_tensor(&c->x[0], c->from[0], inputs[0].memory),
                          b = layout_tensor(&c->x[1], c->from[1], inputs[1].memory),
                          y = layout_tensor(&c->y, c->to, output.memory);
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        lanescan_set_isa(*isa);
        region_reset(&inputs[0]);
        region_reset(&inputs[1]);
        region_reset(&output);
        const lanescan_status status = lanescan_logaddexp(&a, &b, NULL, &y);
        check(status == LANESCAN_OK, "%s %s: %s", *isa, text, lanescan_status_string(status));
        region_check(&output, "values", text);
        for (int k = 0; k < 2; k++)
            check(memcmp(inputs[k].memory, inputs[k].before, inputs[k].bytes) == 0,
                  "%s %s: changed input %d", *isa, text, k);
    }
    if (c->in_place < 0)
        region_free(&output);
}
