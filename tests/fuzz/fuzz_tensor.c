/* A call of lanescan_scan, lanescan_scan_index, a named wrapper, lanescan_logsumexp or
 * lanescan_logaddexp that is right: every instruction set must give the bits of the line functions
 * and write nothing else, and those must be the values of the reference within the bounds. */
#include "fuzz_elements.h"
#include "fuzz_value.h"

#include "tensor/case.h"
#include "tensor/log_case.h"

#include <stdlib.h>

/* Small cases are many; large ones have lines longer than a chunk, or many of them. */
enum { SMALL = 150, LARGE = 6000 };

static int64_t most_elements(fuzz_input *in)
{
    return fuzz_byte(in) < 240 ? SMALL : LARGE;
}

enum {
    FLAG_REVERSE = 1,
    FLAG_EXCLUSIVE = 2,
    FLAG_ONE_MORE = 4,
    FLAG_INITIAL = 8,
    FLAG_IN_PLACE = 16,
    FLAG_INDEX = 32,
    FLAG_BY_NAME = 64
};

static void choose_options(tensor_case *c, uint8_t flags)
{
    const bool is_extreme = op_has_index(c->op);
    c->with_index = is_extreme && flags & FLAG_INDEX;
    c->by_name = !c->with_index && flags & FLAG_BY_NAME;
    if (!c->by_name) {
        c->flags |= flags & FLAG_REVERSE ? LANESCAN_REVERSE : 0;
        c->flags |= flags & FLAG_EXCLUSIVE ? LANESCAN_EXCLUSIVE : 0;
        c->has_initial = flags & FLAG_INITIAL;
        c->one_more = c->flags & LANESCAN_EXCLUSIVE && c->input.ndim && flags & FLAG_ONE_MORE;
    }
    c->in_place = !c->one_more && c->input_dtype == c->dtype && flags & FLAG_IN_PLACE;
}

static void scan(fuzz_input *in, lanescan_op op)
{
    tensor_case c = { .op = op };
    unsigned char initial[LARGEST_ELEMENT];
    c.dtype = fuzz_dtype(in, op);
    c.input_dtype = fuzz_input_dtype(in, c.dtype);
    const uint8_t flags = fuzz_byte(in), dim = fuzz_byte(in);
    fuzz_shape(in, &c.input, most_elements(in));
    const int ndim = c.input.ndim ? c.input.ndim : 1;
    c.dim = dim % ndim - (dim & 0x80 ? ndim : 0);
    choose_options(&c, flags);
    c.output = c.input;
    fuzz_strides(in, &c.input, !c.in_place);
    if (c.in_place)
        c.output = c.input;
    c.output.shape[tensor_case_dim(&c)] += c.one_more;
    c.indices = c.output;
    if (!c.in_place)
        fuzz_strides(in, &c.output, false);
    if (c.with_index)
        fuzz_strides(in, &c.indices, false);
    else
        layout_plain(&c.indices);
    if (c.has_initial)
        fuzz_bytes(in, dtype_of(c.dtype).size, initial);
    region input = region_new(&c.input, c.input_dtype);
    c.data = fuzz_data(in, c.input_dtype, (size_t)c.input.elements, input.before);
    value_begin();
    tensor_case_check_data(&c, &input, c.has_initial ? initial : NULL, value_judge_scan);
    region_free(&input);
}

static void logsumexp(fuzz_input *in)
{
    logsumexp_case c = { .to = fuzz_dtype(in, LANESCAN_LOGCUMSUMEXP) };
    c.from = fuzz_input_dtype(in, c.to);
    const uint8_t flags = fuzz_byte(in);
    const bool keep = flags & 1, all = flags & 2;
    const uint16_t reduced = fuzz_u16(in);
    fuzz_shape(in, &c.x, most_elements(in));
    for (int32_t i = c.x.ndim; i-- > 0;) { /* from the last, so that their order cannot matter */
        c.reduced[i] = all || reduced >> i % 16 & 1;
        if (c.reduced[i] && !all)
            c.dims[c.num_dims++] = flags & 4 ? i : i - c.x.ndim;
    }
    for (int32_t i = 0; i < c.x.ndim; i++) {
        c.reduced[i] |= c.num_dims == 0;
        if (keep || !c.reduced[i])
            c.y.shape[c.y.ndim++] = c.reduced[i] ? 1 : c.x.shape[i];
    }
    fuzz_strides(in, &c.x, true);
    fuzz_strides(in, &c.y, false);
    region input = region_new(&c.x, c.from);
    fuzz_data(in, c.from, (size_t)c.x.elements, input.before);
    value_begin();
    logsumexp_check(&c, &input, value_judge_reduction);
    region_free(&input);
}

static layout operand(fuzz_input *in, const layout *y)
{
    layout x = { .ndim = 0 };
    const uint8_t first = fuzz_byte(in), ones = fuzz_byte(in);
    for (int32_t i = first & 0x80 ? first % (y->ndim + 1) : 0; i < y->ndim; i++)
        x.shape[x.ndim++] = ones >> i % 8 & 1 ? 1 : y->shape[i];
    fuzz_strides(in, &x, true);
    return x;
}

static void logaddexp(fuzz_input *in)
{
    logaddexp_case c = { .to = fuzz_dtype(in, LANESCAN_LOGCUMSUMEXP) };
    region inputs[2];
    c.in_place = fuzz_below(in, 4) - 1; /* 2: of none, too */
    fuzz_shape(in, &c.y, most_elements(in));
    fuzz_strides(in, &c.y, false);
    if (c.in_place == 2)
        c.in_place = -1;
    for (int k = 0; k < 2; k++) {
        const bool is_output = k == c.in_place;
        c.from[k] = is_output ? c.to : fuzz_input_dtype(in, c.to);
        c.x[k] = is_output ? c.y : operand(in, &c.y);
        inputs[k] = region_new(&c.x[k], c.from[k]);
        fuzz_data(in, c.from[k], (size_t)c.x[k].elements, inputs[k].before);
    }
    value_begin();
    logaddexp_check(&c, inputs, value_judge_pair);
    region_free(&inputs[0]);
    region_free(&inputs[1]);
}

void fuzz_one(const uint8_t *bytes, size_t size)
{
    fuzz_input in = { bytes, size };
    const int call = fuzz_below(&in, NUM_OPS + 2);
    if (call < NUM_OPS)
        scan(&in, (lanescan_op)call);
    else if (call == NUM_OPS)
        logsumexp(&in);
    else
        logaddexp(&in);
}
