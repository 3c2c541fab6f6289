#include "check.h"
#include "tensor_case.h"
#include "tensor_line.h"

#include <stdlib.h>
#include <string.h>

/* Memory of the call, what it held before, and what it must hold after: elements in C order. */
typedef struct region {
    const layout *layout;
    int dtype;
    size_t bytes;
    char *memory, *before, *expected;
} region;

static region region_new(const layout *l, int dtype)
{
    const size_t size = dtype_of(dtype).size;
    region r = { .layout = l, .dtype = dtype, .bytes = (size_t)l->elements * size };
    r.memory = check_alloc(r.bytes);
    r.before = check_alloc(r.bytes);
    r.expected = check_alloc((size_t)layout_count(l) * size);
    memset(r.before, 0x5a, r.bytes);
    return r;
}

static void region_free(const region *r)
{
    free(r->memory);
    free(r->before);
    free(r->expected);
}

/* Compares the elements, puts back what was there before, and compares everything. */
static void region_check(const region *r, const char *what, const tensor_case *c)
{
    const size_t size = dtype_of(r->dtype).size;
    int64_t at[LANESCAN_MAX_NDIM] = { 0 };
    size_t i = 0, wrong = 0, first_wrong = 0;
    char text[CASE_TEXT], got[DTYPE_TEXT] = "", expected[DTYPE_TEXT] = "";
    bool more = layout_count(r->layout) != 0;
    for (; more; i++, more = layout_next(r->layout, at, -1)) {
        const size_t place = (size_t)layout_position(r->layout, at) * size;
        if (!dtype_same(r->dtype, r->memory + place, r->expected + i * size) && wrong++ == 0) {
            first_wrong = i;
            dtype_text(got, r->dtype, r->memory + place);
            dtype_text(expected, r->dtype, r->expected + i * size);
        }
        memcpy(r->memory + place, r->before + place, size);
    }
    check(wrong == 0, "%s %s, %s: %zu of %zu wrong, first %zu in C order: %s, expected %s",
          lanescan_isa(), tensor_case_text(text, c), what, wrong, i, first_wrong, got, expected);
    check(memcmp(r->memory, r->before, r->bytes) == 0, "%s %s, %s: wrote outside the elements",
          lanescan_isa(), tensor_case_text(text, c), what);
}

/* Fills `expected` line by line. */
static void expect(const tensor_case *c, const void *initial, const region *input,
                   const region *output, const region *indices)
{
    const size_t from = dtype_of(c->input_dtype).size, to = dtype_of(c->dtype).size;
    const int dim = tensor_case_dim(c);
    const bool is_scalar = c->input.ndim == 0;
    const int64_t n = is_scalar ? 1 : c->input.shape[dim], count = n + c->one_more;
    const line_task task = { c->op, c->input_dtype, c->dtype, c->flags,
                             initial, (size_t)n,    c->one_more };
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

static lanescan_status call(const tensor_case *c, const lanescan_options *options,
                            const lanescan_tensor *input, const lanescan_tensor *output,
                            const lanescan_tensor *indices)
{
    static lanescan_status (*const by_name[NUM_OPS])(const lanescan_tensor *, int,
                                                     const lanescan_tensor *) = {
        lanescan_cumsum, lanescan_cumprod, lanescan_cummax, lanescan_cummin, lanescan_logcumsumexp
    };
    if (c->by_name)
        return by_name[c->op](input, c->dim, output);
    if (c->with_index)
        return lanescan_scan_index(c->op, input, c->dim, options, output, indices);
    return lanescan_scan(c->op, input, c->dim, options, output);
}

void tensor_case_check(const tensor_case *c)
{
    char text[CASE_TEXT];
    unsigned char initial[LARGEST_ELEMENT];
    generator g = random_seeded(c->seed ^ 0xda7a);
    region input = region_new(&c->input, c->input_dtype);
    region output = c->in_place ? input : region_new(&c->output, c->dtype);
    region indices = region_new(&c->indices, LANESCAN_I64);
    data_fill(c->data, &g, c->input_dtype, (size_t)c->input.elements, input.before);
    data_fill(c->data, &g, c->dtype, 1, initial);
    lanescan_set_isa("generic");
    expect(c, c->has_initial ? initial : NULL, &input, &output, &indices);
    const lanescan_options options = { sizeof options, c->flags, c->has_initial ? initial : NULL };
    const lanescan_tensor x = layout_tensor(&c->input, c->input_dtype, input.memory);
    const lanescan_tensor y = layout_tensor(&c->output, c->dtype, output.memory);
    const lanescan_tensor z = layout_tensor(&c->indices, LANESCAN_I64, indices.memory);
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        lanescan_set_isa(*isa);
        memcpy(input.memory, input.before, input.bytes);
        memcpy(output.memory, output.before, output.bytes);
        memcpy(indices.memory, indices.before, indices.bytes);
        const lanescan_status status = call(c, c->flags || c->has_initial ? &options : NULL, &x, &y, &z);
        check(status == LANESCAN_OK, "%s %s: %s", *isa, tensor_case_text(text, c),
              lanescan_status_string(status));
        region_check(&output, "values", c);
        if (c->with_index)
            region_check(&indices, "indices", c);
        if (!c->in_place)
            check(memcmp(input.memory, input.before, input.bytes) == 0, "%s %s: changed its input",
                  *isa, tensor_case_text(text, c));
    }
    region_free(&input);
    region_free(&indices);
    if (!c->in_place)
        region_free(&output);
}
