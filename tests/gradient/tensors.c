/* Gradients of tensors: random shapes, strides, types and options, in place, with executors, on
 * every instruction set: the bits of contiguous arrays of one type, and of lines by themselves;
 * nothing else written. What options mean (options.c), errors (errors.c).
 *     gradient_tensors [CASES] */
#include "gradient/tensors.h"
#include "harness/check.h"
#include "tensor/data.h"
#include "tensor/region.h"
#include "threads/executors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SMALL = 400, LARGE = 40000, TEXT = 900 };

typedef enum call_kind {
    OF_SCAN,
    OF_INDEX,
    OF_LOGSUMEXP,
    OF_LOGADDEXP,
    OF_RECURRENCE,
    NUM_CALLS
} call_kind;

static const char *const call_names[NUM_CALLS] = { "scan", "index", "logsumexp", "logaddexp",
                                                   "recurrence" };

/* x: the input, indices, or a; b is that of logaddexp. */
enum { X, B, G, NUM_INPUTS };

typedef struct tensor_case {
    uint64_t seed;
    call_kind kind;
    lanescan_op op;
    layout in[NUM_INPUTS], out;
    int from[NUM_INPUTS], to;
    int dim, dims[LANESCAN_MAX_NDIM], num_dims;
    uint32_t flags;
    bool has_initial, is_in_place;
    bool wants[2]; /* of logaddexp */
    _Alignas(16) char initial[LARGEST_ELEMENT];
} tensor_case;

static lanescan_status call(const tensor_case *c, const lanescan_options *options,
                            const lanescan_tensor in[NUM_INPUTS], const lanescan_tensor out[2])
{
    switch (c->kind) {
    case OF_SCAN:
        return lanescan_scan_vjp(c->op, &in[X], c->dim, options, &in[G], &out[0]);
    case OF_INDEX:
        return lanescan_scan_index_vjp(&in[X], c->dim, options, &in[G], &out[0]);
    case OF_RECURRENCE:
        return lanescan_linear_recurrence_vjp(&in[X], &in[B], c->dim, options, &in[G],
                                              c->wants[0] ? &out[0] : NULL,
                                              c->wants[1] ? &out[1] : NULL);
    case OF_LOGSUMEXP:
        return lanescan_logsumexp_vjp(&in[X], c->dims, c->num_dims, options, &in[G], &out[0]);
    default:
        return lanescan_logaddexp_vjp(&in[X], &in[B], options, &in[G], c->wants[0] ? &out[0] : NULL,
                                      c->wants[1] ? &out[1] : NULL);
    }
}

/* a and b, or a and the results: of which some are broadcast, and two gradients. */
static bool takes_two(const tensor_case *c)
{
    return c->kind == OF_LOGADDEXP || c->kind == OF_RECURRENCE;
}

static bool has_input(const tensor_case *c, int which)
{
    return which != B || takes_two(c);
}

static int initial_type(const tensor_case *c)
{
    return c->from[c->kind == OF_RECURRENCE ? B : G];
}

/* ---- what is expected: of contiguous arrays of one type ---- */

/* Elements in C order, converted; with the output's shape where they are broadcast. */
static char *contiguous(const tensor_case *c, int which, const region *r)
{
    const layout *const own = &c->in[which];
    const layout *const shape = takes_two(c) ? &c->out : own;
    const int to = c->kind == OF_INDEX && which == X ? LANESCAN_I64 : c->to;
    const size_t size = dtype_of(to).size, from_size = dtype_of(r->dtype).size;
    char *const elements = check_alloc((size_t)layout_count(shape) * size + 1);
    int64_t at[LANESCAN_MAX_NDIM] = { 0 }, of_own[LANESCAN_MAX_NDIM] = { 0 };
    size_t i = 0;
    for (bool more = layout_count(shape) != 0; more; more = layout_next(shape, at, -1)) {
        for (int32_t d = 0; d < own->ndim; d++)
            of_own[d] = own->shape[d] == 1 ? 0 : at[shape->ndim - own->ndim + d];
        number_write(
            to, elements + size * i++,
            number_read(r->dtype, r->before + (size_t)layout_position(own, of_own) * from_size));
    }
    return elements;
}

static void expect(const tensor_case *c, const region in[NUM_INPUTS], const region out[2],
                   const char *text)
{
    char *elements[NUM_INPUTS] = { NULL };
    lanescan_tensor inputs[NUM_INPUTS], outputs[2];
    _Alignas(16) char initial[LARGEST_ELEMENT];
    lanescan_options options = { .struct_size = sizeof options, .flags = c->flags };
    if (c->has_initial) {
        number_write(c->to, initial, number_read(initial_type(c), c->initial));
        options.initial = initial;
    }
    for (int k = 0; k < NUM_INPUTS; k++) {
        if (!has_input(c, k))
            continue;
        const layout *const shape = takes_two(c) ? &c->out : &c->in[k];
        elements[k] = contiguous(c, k, &in[k]);
        inputs[k] = (lanescan_tensor){ elements[k], shape->shape, NULL, shape->ndim,
                                       c->kind == OF_INDEX && k == X ? LANESCAN_I64 : c->to };
    }
    for (int k = 0; k < 2; k++)
        outputs[k] = (lanescan_tensor){ out[k].expected, c->out.shape, NULL, c->out.ndim, c->to };
    lanescan_set_isa("generic");
    check(call(c, &options, inputs, outputs) == LANESCAN_OK, "%s: contiguous", text);
    for (int k = 0; k < NUM_INPUTS; k++)
        free(elements[k]);
}

/* A line by itself, whose elements are `inner` apart in all of these. */
static lanescan_status call_line(const tensor_case *c, char *const elements[NUM_INPUTS],
                                 int64_t inner, char *const line[2])
{
    const int64_t n = c->out.shape[c->dim], num_g = c->in[G].shape[c->dim];
    const int of_x = c->kind == OF_INDEX ? LANESCAN_I64 : c->to;
    const lanescan_tensor x = { elements[X], c->kind == OF_INDEX ? &num_g : &n, &inner, 1, of_x },
                          b = { elements[B], &n, &inner, 1, c->to },
                          g = { elements[G], &num_g, &inner, 1, c->to },
                          out = { line[0], &n, NULL, 1, c->to },
                          second = { line[1], &n, NULL, 1, c->to };
    _Alignas(16) char initial[LARGEST_ELEMENT];
    number_write(c->to, initial, number_read(initial_type(c), c->initial));
    const lanescan_options options = { .struct_size = sizeof options,
                                       .flags = c->flags,
                                       .initial = c->has_initial ? initial : NULL };
    if (c->kind == OF_RECURRENCE)
        return lanescan_linear_recurrence_vjp(&x, &b, 0, &options, &g, c->wants[0] ? &out : NULL,
                                              c->wants[1] ? &second : NULL);
    return c->kind == OF_INDEX ? lanescan_scan_index_vjp(&x, 0, &options, &g, &out)
                               : lanescan_scan_vjp(c->op, &x, 0, &options, &g, &out);
}

/* Of the expected gradients, some line by itself: the code along lines. */
static void check_line(const tensor_case *c, const region in[NUM_INPUTS], const region out[2],
                       const char *text, generator *random)
{
    const bool has_dim = c->kind == OF_SCAN || c->kind == OF_INDEX || c->kind == OF_RECURRENCE;
    if (!has_dim || layout_count(&c->out) == 0 || c->out.ndim == 0)
        return;
    const size_t size = dtype_of(c->to).size;
    const int64_t n = c->out.shape[c->dim], num_g = c->in[G].shape[c->dim];
    int64_t inner = 1;
    for (int d = c->dim + 1; d < c->out.ndim; d++)
        inner *= c->out.shape[d];
    const size_t lines = (size_t)(layout_count(&c->out) / n), which = random_below(random, lines);
    const size_t before = which / (size_t)inner * (size_t)inner, at = which % (size_t)inner;
    char *whole[NUM_INPUTS] = { NULL }, *first[NUM_INPUTS] = { NULL },
         *const line[2] = { check_alloc((size_t)n * size), check_alloc((size_t)n * size) };
    for (int k = 0; k < NUM_INPUTS; k++) {
        const bool is_g = k == G || (c->kind == OF_INDEX && k == X);
        if (!has_input(c, k))
            continue;
        whole[k] = contiguous(c, k, &in[k]);
        first[k] = whole[k] + (before * (size_t)(is_g ? num_g : n) + at) *
                                  (c->kind == OF_INDEX && k == X ? sizeof(int64_t) : size);
    }
    check(call_line(c, first, inner, line) == LANESCAN_OK, "%s: a line", text);
    for (int k = 0; k < 2; k++)
        for (int64_t i = 0; i < n && c->wants[k]; i++)
            if (!check(dtype_same(c->to, line[k] + (size_t)i * size,
                                  out[k].expected +
                                      (before * (size_t)n + at + (size_t)(i * inner)) * size),
                       "%s: element %lld of line %zu by itself", text, (long long)i, which))
                break;
    for (int k = 0; k < NUM_INPUTS; k++)
        free(whole[k]);
    free(line[0]);
    free(line[1]);
}

/* ---- the calls ---- */

static size_t made_calls, shared_calls;

static void check_calls(const tensor_case *c, region in[NUM_INPUTS], region out[2],
                        const char *text, generator *g)
{
    lanescan_tensor inputs[NUM_INPUTS], outputs[2];
    for (int k = 0; k < NUM_INPUTS; k++)
        if (has_input(c, k))
            inputs[k] = layout_tensor(&c->in[k], c->from[k], in[k].memory);
    for (int k = 0; k < 2; k++)
        outputs[k] = layout_tensor(&c->out, c->to, out[k].memory);
    for (const char *const *isa = lanescan_isas(); *isa; isa++) {
        executor_use use = { .kind = (executor_kind)(made_calls++ % NUM_EXECUTORS),
                             .seed = random_bits(g) };
        const lanescan_executor executor = executor_of(&use, 2 + (uint32_t)random_below(g, 7));
        const bool is_shared = random_below(g, 2);
        const lanescan_options options = { .struct_size = sizeof options,
                                           .flags = c->flags,
                                           .initial = c->has_initial ? c->initial : NULL,
                                           .executor = is_shared ? &executor : NULL };
        char what[TEXT + 100];
        snprintf(what, sizeof what, "%s %s%s%s", *isa, text, is_shared ? ", " : "",
                 is_shared ? executor_name(use.kind) : "");
        lanescan_set_isa(*isa);
        for (int k = 0; k < NUM_INPUTS; k++)
            if (has_input(c, k))
                region_reset(&in[k]);
        for (int k = 0; k < 2; k++)
            region_reset(&out[k]);
        const lanescan_status status = call(c, &options, inputs, outputs);
        shared_calls += use.calls;
        check(status == LANESCAN_OK, "%s: %s", what, lanescan_status_string(status));
        for (int k = 0; k < 2; k++)
            if (c->wants[k])
                region_check(&out[k], k ? "of b" : "gradient", what);
        for (int k = 0; k < NUM_INPUTS; k++)
            if (has_input(c, k))
                check(memcmp(in[k].memory, in[k].before, in[k].bytes) == 0, "%s: input %d changed",
                      what, k);
    }
}

static void describe(const tensor_case *c, char text[TEXT])
{
    char of_x[LAYOUT_TEXT], of_g[LAYOUT_TEXT], of_out[LAYOUT_TEXT];
    snprintf(text, TEXT,
             "gradient of %s %#llx: op %d, %s [%s], g %s [%s] -> %s [%s], dim %d, flags "
             "%u%s%s",
             call_names[c->kind], (unsigned long long)c->seed, (int)c->op,
             dtype_of(c->from[X]).name, layout_text(of_x, &c->in[X]), dtype_of(c->from[G]).name,
             layout_text(of_g, &c->in[G]), dtype_of(c->to).name, layout_text(of_out, &c->out),
             c->dim, (unsigned)c->flags, c->has_initial ? ", an initial value" : "",
             c->is_in_place ? ", in place" : "");
}

/* ---- random cases ---- */

static const lanescan_op scans[] = { LANESCAN_CUMSUM, LANESCAN_CUMPROD, LANESCAN_LOGCUMSUMEXP };

/* The shapes of inputs, from that of the gradient. */
static void choose_shapes(tensor_case *c, generator *g)
{
    c->in[X] = c->in[B] = c->in[G] = c->out;
    if (c->kind == OF_RECURRENCE) {
        c->in[X] = layout_narrower(&c->out, g);
    } else if (c->kind == OF_LOGADDEXP) {
        c->in[X] = layout_narrower(&c->out, g);
        c->in[B] = layout_narrower(&c->out, g);
    } else if (c->kind == OF_LOGSUMEXP) {
        const bool keeps = random_below(g, 2);
        layout reduced = { .ndim = 0 };
        for (int d = 0; d < c->out.ndim; d++) {
            const bool is_reduced = random_below(g, 2);
            if (is_reduced)
                c->dims[c->num_dims++] = random_below(g, 2) ? d : d - c->out.ndim;
            if (!is_reduced || keeps)
                reduced.shape[reduced.ndim++] = is_reduced ? 1 : c->out.shape[d];
        }
        if (c->num_dims == 0)
            for (reduced.ndim = 0; keeps && reduced.ndim < c->out.ndim;)
                reduced.shape[reduced.ndim++] = 1;
        c->in[G] = reduced;
    } else if ((c->flags & LANESCAN_EXCLUSIVE) && c->out.ndim && random_below(g, 2)) {
        c->in[G].shape[c->dim]++;
        if (c->kind == OF_INDEX)
            c->in[X].shape[c->dim]++;
    }
}

/* Indices that a scan may give: of an element so far, none before the last; -1 first. */
static void fill_indices(const tensor_case *c, generator *g, const region *r)
{
    const layout *const l = &c->in[X];
    const bool is_reversed = (c->flags & LANESCAN_REVERSE) != 0;
    const int64_t n = c->out.ndim ? c->out.shape[c->dim] : 1, num = l->ndim ? l->shape[c->dim] : 1;
    int64_t at[LANESCAN_MAX_NDIM] = { 0 };
    if (layout_count(l) == 0)
        return;
    do {
        int64_t index = -1;
        const size_t chance = 1 + random_below(g, 6);
        for (int64_t j = 0; j < num; j++) {
            const int64_t most = j - (c->flags & LANESCAN_EXCLUSIVE ? 1 : 0);
            if (index < most && random_below(g, chance) == 0)
                index += 1 + (int64_t)random_below(g, (size_t)(most - index));
            const int64_t value = index < 0 || !is_reversed ? index : n - 1 - index;
            if (l->ndim)
                at[c->dim] = is_reversed ? num - 1 - j : j;
            memcpy(r->before + (size_t)layout_position(l, at) * sizeof value, &value, sizeof value);
        }
        if (l->ndim)
            at[c->dim] = 0;
    } while (l->ndim && layout_next(l, at, c->dim));
}

static void check_made(tensor_case *c, generator *g)
{
    region in[NUM_INPUTS], out[2];
    char text[TEXT];
    for (int k = 0; k < NUM_INPUTS; k++) {
        if (!has_input(c, k))
            continue;
        in[k] = region_new(&c->in[k], c->from[k]);
        if (c->kind == OF_INDEX && k == X)
            fill_indices(c, g, &in[k]);
        else
            data_fill((data_kind)random_below(g, NUM_DATA_KINDS), g, c->from[k],
                      (size_t)c->in[k].elements, in[k].before);
    }
    data_fill(random_below(g, 5) ? DATA_NORMAL : DATA_SPECIAL, g, initial_type(c), 1, c->initial);
    for (int k = 0; k < 2; k++)
        out[k] = region_new(&c->out, c->to);
    if (c->is_in_place)
        memcpy(out[0].before, in[G].before, in[G].bytes);
    describe(c, text);
    expect(c, in, out, text);
    check_line(c, in, out, text, g);
    if (c->is_in_place) {
        region_free(&in[G]);
        in[G] = out[0];
    }
    check_calls(c, in, out, text, g);
    for (int k = 0; k < NUM_INPUTS; k++)
        if (has_input(c, k) && !(k == G && c->is_in_place))
            region_free(&in[k]);
    region_free(&out[0]);
    region_free(&out[1]);
}

static int other_type(generator *g, int to)
{
    const int type = data_input_type(g, to);
    return dtype_converts(type, to) ? type : to;
}

static void check_random(uint64_t seed, int64_t most)
{
    generator g = random_seeded(seed);
    tensor_case c = { .seed = seed, .kind = (call_kind)random_below(&g, NUM_CALLS) };
    const bool is_log = c.kind == OF_LOGSUMEXP || c.kind == OF_LOGADDEXP;
    layout_random_shape(&c.out, &g, most);
    layout_choose(&c.out, &g, false);
    c.op = scans[random_below(&g, sizeof scans / sizeof scans[0])];
    do
        c.to = data_float_type(&g);
    while (c.kind == OF_INDEX && dtype_of(c.to).kind == KIND_COMPLEX);
    c.dim = c.out.ndim ? (int)random_below(&g, (size_t)c.out.ndim) : 0;
    if (!is_log)
        c.flags = (uint32_t)random_below(&g, c.kind == OF_RECURRENCE ? 2 : 4);
    c.has_initial = (c.kind == OF_SCAN || c.kind == OF_RECURRENCE) && random_below(&g, 2);
    c.wants[0] = !takes_two(&c) || random_below(&g, 3);
    c.wants[1] = takes_two(&c) && (!c.wants[0] || random_below(&g, 3));
    choose_shapes(&c, &g);
    for (int k = 0; k < NUM_INPUTS; k++) {
        layout_choose(&c.in[k], &g, c.kind != OF_INDEX || k != X);
        c.from[k] = c.kind == OF_INDEX && k == X ? LANESCAN_I64 : other_type(&g, c.to);
    }
    c.is_in_place = c.wants[0] && c.in[G].ndim == c.out.ndim && random_below(&g, 3) == 0 &&
                    memcmp(c.in[G].shape, c.out.shape, sizeof c.out.shape) == 0;
    if (c.is_in_place) {
        c.in[G] = c.out;
        c.from[G] = c.to;
    }
    check_made(&c, &g);
}

int main(int argc, char **argv)
{
    check_start("gradient_tensors", lanescan_isas()[0]);
    const size_t cases = (argc > 1 ? strtoul(argv[1], NULL, 10) : 2500) / check_scale();
    generator g = random_seeded(check_stream_seed("gradient_tensors"));
    gradient_check_errors();
    gradient_check_options();
    gradient_check_adjoint();
    gradient_check_lanes();
    for (size_t i = 0; i < cases; i++)
        check_random(random_bits(&g), SMALL);
    for (size_t i = 0; i < cases / 40 + 1; i++)
        check_random(random_bits(&g), LARGE);
    printf("%zu calls were shared\n", shared_calls);
    check(cases < 2000 || shared_calls > 0, "no call was shared");
    return check_finish();
}
