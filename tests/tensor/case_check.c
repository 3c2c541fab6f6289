#include "harness/check.h"
#include "tensor/case.h"

#include <stdlib.h>
#include <string.h>

/* Fills `expected` line by line. */
static void expect(const tensor_case *c, const void *initial, const region *input,
                   const region *output, const region *indices, line_judge judge)
{
    const size_t from = dtype_of(c->input_dtype).size, to = dtype_of(c->dtype).size;
    const int dim = tensor_case_dim(c);
    const bool is_scalar = c->input.ndim == 0;
    const int64_t n = is_scalar ? 1 : c->input.shape[dim], count = n + c->one_more;
    const line_task task = { c->op,   c->input_dtype, c->dtype,   c->flags,
                             initial, (size_t)n,      c->one_more };
    char *x = check_alloc((size_t)n * from), *y = check_alloc((size_t)count * to);
    int64_t *index = check_alloc((size_t)count * sizeof *index);
    layout order = c->output; /* positions among the expected elements */
    layout_plain(&order);
    order.offset = 0;
    int64_t at[LANESCAN_MAX_NDIM] = { 0 };
    bool more = layout_count(&c->output) != 0;
    for (; more; more = layout_next(&c->output, at, dim)) {
        for (at[dim] = 0; at[dim] < n; at[dim]++)
            memcpy(x + (size_t)at[dim] * from,
                   input->before + (size_t)layout_position(&c->input, at) * from, from);
        line_expect(&task, x, y, index);
        /* A 0-d tensor is copied: -0 stays what it is. */
        if (is_scalar && !(c->flags & LANESCAN_EXCLUSIVE) && !initial)
            number_write(c->dtype, y, number_read(c->input_dtype, x));
        else if (judge)
            judge(&task, x, y);
        for (at[dim] = 0; at[dim] < count; at[dim]++) {
            const size_t place = (size_t)layout_position(&order, at);
            memcpy(output->expected + place * to, y + (size_t)at[dim] * to, to);
            if (c->with_index)
                memcpy(indices->expected + place * 8, &index[at[dim]], 8);
        }
        at[dim] = 0;
    }
    free(x);
    free(y);
    free(index);
}

lanescan_status tensor_case_call(const tensor_case *c, const void *initial, void *input,
                                 void *output, void *indices)
{
    const lanescan_options options = { .struct_size = sizeof options,
                                       .flags = c->flags,
                                       .initial = initial,
                                       .executor = c->executor };
    const lanescan_options *passed = c->flags || initial || c->executor ? &options : NULL;
    const lanescan_tensor x = layout_tensor(&c->input, c->input_dtype, input);
    const lanescan_tensor y = layout_tensor(&c->output, c->dtype, output);
    const lanescan_tensor z = layout_tensor(&c->indices, LANESCAN_I64, indices);
    static lanescan_status (*const by_name[NUM_OPS])(const lanescan_tensor *, int,
                                                     const lanescan_tensor *) = {
#define OPERATION(op, name, text, identity, integers) lanescan_##name,
#include "ops/ops.def"
    };
    if (c->by_name)
        return by_name[c->op](&x, c->dim, &y);
    if (c->with_index)
        return lanescan_scan_index(c->op, &x, c->dim, passed, &y, &z);
    return lanescan_scan(c->op, &x, c->dim, passed, &y);
}

void tensor_case_check_data(const tensor_case *c, region *input, const void *initial,
                            line_judge judge)
{
    char text[CASE_TEXT];
    region output = c->in_place ? *input : region_new(&c->output, c->dtype);
    region indices = region_new(&c->indices, LANESCAN_I64);
    lanescan_set_isa("generic");
    expect(c, initial, input, &output, &indices, judge);
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        lanescan_set_isa(*isa);
        region_reset(input);
        region_reset(&output);
        region_reset(&indices);
        const lanescan_status status = tensor_case_call(c, initial, input->memory, output.memory,
                                                        indices.memory);
        check(status == LANESCAN_OK, "%s %s: %s", *isa, tensor_case_text(text, c),
              lanescan_status_string(status));
        tensor_case_text(text, c);
        region_check(&output, "values", text);
        if (c->with_index)
            region_check(&indices, "indices", text);
        if (!c->in_place)
            check(memcmp(input->memory, input->before, input->bytes) == 0,
                  "%s %s: changed its input", *isa, tensor_case_text(text, c));
    }
    region_free(&indices);
    if (!c->in_place)
        region_free(&output);
}

void tensor_case_check(const tensor_case *c)
{
    unsigned char initial[LARGEST_ELEMENT];
    generator g = random_seeded(c->seed ^ 0xda7a);
    region input = region_new(&c->input, c->input_dtype);
    data_fill(c->data, &g, c->input_dtype, (size_t)c->input.elements, input.before);
    data_fill(c->data, &g, c->dtype, 1, initial);
    tensor_case_check_data(c, &input, c->has_initial ? initial : NULL, NULL);
    region_free(&input);
}
