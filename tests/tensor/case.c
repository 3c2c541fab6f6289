#include "tensor/case.h"

#include <stdio.h>

static void choose_types(tensor_case *c, generator *g)
{
    do {
        c->op = (lanescan_op)random_below(g, NUM_OPS);
        c->input_dtype = (int)random_below(g, NUM_DTYPES);
        c->dtype = random_below(g, 2) ? c->input_dtype : (int)random_below(g, NUM_DTYPES);
    } while (!op_is_defined(c->op, c->dtype) || !dtype_converts(c->input_dtype, c->dtype));
}

static void choose_options(tensor_case *c, generator *g)
{
    const bool is_extreme = op_has_index(c->op);
    c->with_index = is_extreme && random_below(g, 2);
    c->by_name = !c->with_index && random_below(g, 4) == 0;
    if (c->by_name)
        return;
    if (random_below(g, 3) == 0)
        c->flags |= LANESCAN_REVERSE;
    if (random_below(g, 3) == 0)
        c->flags |= LANESCAN_EXCLUSIVE;
    c->has_initial = random_below(g, 3) == 0;
    c->one_more = c->flags & LANESCAN_EXCLUSIVE && c->input.ndim && random_below(g, 2);
    c->in_place = !c->one_more && c->input_dtype == c->dtype && random_below(g, 3) == 0;
}

tensor_case tensor_case_random(uint64_t seed, int64_t most)
{
    generator g = random_seeded(seed);
    tensor_case c = { .seed = seed };
    layout_random_shape(&c.input, &g, most);
    const int32_t ndim = c.input.ndim ? c.input.ndim : 1; /* 0-d accepts 0 and -1 */
    c.dim = (int)random_below(&g, (size_t)ndim) - (random_below(&g, 2) ? ndim : 0);
    c.data = (data_kind)random_below(&g, NUM_DATA_KINDS);
    choose_types(&c, &g);
    choose_options(&c, &g);
    layout_choose(&c.input, &g, false);
    c.output = c.indices = c.input;
    if (!c.in_place && !c.input.no_strides)
        layout_any(&c.input, &g);
    c.output.shape[tensor_case_dim(&c)] += c.one_more;
    c.indices.shape[tensor_case_dim(&c)] += c.one_more;
    if (!c.in_place && random_below(&g, 4))
        layout_choose(&c.output, &g, false);
    else if (c.one_more)
        layout_plain(&c.output);
    layout_choose(&c.indices, &g, false);
    return c;
}

int tensor_case_dim(const tensor_case *c)
{
    const int ndim = c->input.ndim ? c->input.ndim : 1;
    return c->dim < 0 ? c->dim + ndim : c->dim;
}

char *tensor_case_text(char text[CASE_TEXT], const tensor_case *c)
{
    char input[LAYOUT_TEXT], output[LAYOUT_TEXT], indices[LAYOUT_TEXT];
    snprintf(text, CASE_TEXT,
             "case %#llx: %s%s%s%s%s%s%s%s %s [%s] -> %s [%s], dim %d, data %s%s%s%s",
             (unsigned long long)c->seed, op_name(c->op), c->with_index ? " index" : "",
             c->by_name ? " by name" : "", c->flags & LANESCAN_REVERSE ? " reverse" : "",
             c->flags & LANESCAN_EXCLUSIVE ? " exclusive" : "", c->one_more ? " one more" : "",
             c->has_initial ? " initial" : "", c->in_place ? " in place" : "",
             dtype_of(c->input_dtype).name, layout_text(input, &c->input), dtype_of(c->dtype).name,
             layout_text(output, &c->output), c->dim, data_name(c->data),
             c->with_index ? ", indices [" : "",
             c->with_index ? layout_text(indices, &c->indices) : "", c->with_index ? "]" : "");
    return text;
}
