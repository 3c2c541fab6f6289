/* Calls with an executor: the bits of the call without, whatever the executor, operation, types,
 * shapes, options, data and instruction set; and nothing else is written. */
#include "executors.h"
#include "hard_data.h"

#include "harness/check.h"
#include "tensor/case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Enough for some tasks of any operation. */
enum { MOST_ELEMENTS = 400000 };

/* Long lines, a few or many, at the end or the beginning of a shape; or it stays as it is. */
static bool choose_shape(tensor_case *c, generator *g)
{
    static const int64_t counts[] = { 1, 1, 1, 2, 3, 5, 9, 70 };
    const size_t kind = random_below(g, 4);
    const int64_t lines = counts[random_below(g, sizeof counts / sizeof counts[0])];
    if (kind == 3)
        return false;
    c->input.ndim = 2;
    c->input.shape[kind == 2 ? 1 : 0] = lines;
    c->input.shape[kind == 2 ? 0 : 1] = 1 + MOST_ELEMENTS / lines / 2 +
                                        (int64_t)random_below(g,
                                                              (size_t)(MOST_ELEMENTS / lines / 2));
    c->dim = kind == 2 ? 0 : 1;
    c->one_more = c->flags & LANESCAN_EXCLUSIVE && random_below(g, 2);
    return true;
}

/* The layouts of a shape that was chosen anew. */
static void choose_layouts(tensor_case *c, generator *g)
{
    const int dim = tensor_case_dim(c);
    layout_choose(&c->input, g, false);
    c->output = c->indices = c->input;
    c->output.shape[dim] += c->one_more;
    c->indices.shape[dim] += c->one_more;
    if (c->one_more || (!c->in_place && random_below(g, 2)))
        layout_choose(&c->output, g, false);
    if (c->one_more || random_below(g, 2))
        layout_choose(&c->indices, g, false);
}

static tensor_case choose_case(uint64_t seed)
{
    generator g = random_seeded(seed ^ 0x7a5c);
    tensor_case c = tensor_case_random(seed, MOST_ELEMENTS);
    c.by_name = false;         /* these take no options */
    if (random_below(&g, 2)) { /* or most of them would be conversions */
        c.dtype = c.input_dtype = random_below(&g, 2) ? LANESCAN_F64 : LANESCAN_F32;
        c.in_place = c.in_place && !c.one_more;
    }
    if (choose_shape(&c, &g)) {
        c.in_place = !c.one_more && c.dtype == c.input_dtype && random_below(&g, 3) == 0;
        choose_layouts(&c, &g);
    }
    return c;
}

static void fill(const tensor_case *c, hard_kind kind, generator *g, region *input)
{
    const size_t n = (size_t)c->input.elements, size = dtype_of(c->input_dtype).size;
    double *const x = check_alloc(n * sizeof *x), *const y = check_alloc(n * sizeof *y);
    hard_fill(kind, g, n, x);
    hard_fill(kind, g, n, y);
    const bool is_complex = dtype_of(c->input_dtype).kind == KIND_COMPLEX;
    for (size_t i = 0; i < n; i++) {
        const number value = { is_complex ? KIND_COMPLEX : KIND_FLOAT, 0, x[i], y[i] };
        number_write(c->input_dtype, input->before + i * size, value);
    }
    free(x);
    free(y);
}

/* The same, but for the payload of NaNs, also between the elements. */
static size_t first_difference(int dtype, size_t bytes, const char *a, const char *b)
{
    const size_t size = dtype_of(dtype).size;
    if (memcmp(a, b, bytes) == 0)
        return bytes / size;
    for (size_t i = 0; i < bytes / size; i++)
        if (!dtype_same(dtype, a + i * size, b + i * size))
            return i;
    return bytes / size;
}

static void compare(const char *what, const char *text, const region *r, const char *serial)
{
    const size_t size = dtype_of(r->dtype).size, count = r->bytes / size;
    const size_t at = first_difference(r->dtype, r->bytes, r->memory, serial);
    char got[DTYPE_TEXT] = "", expected[DTYPE_TEXT] = "";
    if (at < count) {
        dtype_text(got, r->dtype, r->memory + at * size);
        dtype_text(expected, r->dtype, serial + at * size);
    }
    check(at == count, "%s, %s: element %zu of the memory is %s, serial %s", text, what, at, got,
          expected);
}

/* Threads with no more than docs/threads.md asks for, and what a thread has there itself. */
static size_t choose_stack(const executor_use *use, generator *g)
{
#ifdef LANESCAN_TEST_STACKS
    enum { OF_THREAD = 16 << 10 };
    const bool has_threads = use->kind == EXECUTOR_THREADS || use->kind == EXECUTOR_FEW;
    return has_threads && random_below(g, 2) ? TASK_STACK + OF_THREAD : 0;
#else
    (void)use;
    (void)g;
    return 0;
#endif
}

static size_t shared_calls;

static void check_case(tensor_case c, const executor_kind *wanted, uint64_t seed)
{
    generator g = random_seeded(seed ^ 0xda7a);
    const hard_kind kind = (hard_kind)random_below(&g, NUM_HARD_KINDS);
    const executor_kind any = (executor_kind)random_below(&g, NUM_EXECUTORS);
    executor_use use = { .kind = wanted ? *wanted : any, .seed = seed };
    const uint32_t max_tasks = 2 + (uint32_t)random_below(&g, random_below(&g, 4) ? 6 : 60);
    use.stack = choose_stack(&use, &g);
    const lanescan_executor executor = executor_of(&use, max_tasks);
    unsigned char initial[LARGEST_ELEMENT];
    region input = region_new(&c.input, c.input_dtype),
           indices = region_new(&c.indices, LANESCAN_I64);
    region output = c.in_place ? input : region_new(&c.output, c.dtype);
    char text[CASE_TEXT], whole[CASE_TEXT + 100];
    size_t sets = 0;
    while (lanescan_isas()[sets])
        sets++;
    lanescan_set_isa(lanescan_isas()[random_below(&g, 4) ? 0 : random_below(&g, sets)]);
    fill(&c, kind, &g, &input);
    data_fill(DATA_NORMAL, &g, c.dtype, 1, initial);
    snprintf(whole, sizeof whole, "%s, %s, %u tasks, %s: %s", executor_name(use.kind),
             hard_name(kind), (unsigned)max_tasks, lanescan_isa(), tensor_case_text(text, &c));
    char *const serial = check_alloc(output.bytes), *const serial_index = check_alloc(
                                                        indices.bytes);
    for (int pass = 0; pass < 2; pass++) {
        tensor_case now = c;
        now.executor = pass ? &executor : NULL;
        region_reset(&input);
        region_reset(&output);
        region_reset(&indices);
        const lanescan_status status = tensor_case_call(
            &now, c.has_initial ? initial : NULL, input.memory, output.memory, indices.memory);
        check(status == LANESCAN_OK, "%s: %s", whole, lanescan_status_string(status));
        if (!pass) {
            memcpy(serial, output.memory, output.bytes);
            memcpy(serial_index, indices.memory, indices.bytes);
        }
    }
    compare("values", whole, &output, serial);
    compare("indices", whole, &indices, serial_index);
    check(c.in_place || memcmp(input.memory, input.before, input.bytes) == 0,
          "%s: changed its input", whole);
    shared_calls += use.calls;
    free(serial);
    free(serial_index);
    region_free(&indices);
    if (!c.in_place)
        region_free(&output);
    region_free(&input);
}

static void check_scan(uint64_t seed)
{
    check_case(choose_case(seed), NULL, seed);
}

/* One line, exclusive and in place: each part hands on, besides the state, the result that is its
 * last and the next one's first. */
static void check_last_results(uint64_t seed)
{
    static const executor_kind threads = EXECUTOR_THREADS;
    tensor_case c = { .op = (lanescan_op)(seed % NUM_OPS),
                      .seed = seed,
                      .input_dtype = LANESCAN_F64,
                      .dtype = LANESCAN_F64,
                      .flags = LANESCAN_EXCLUSIVE,
                      .in_place = true,
                      .input = { .ndim = 1, .shape = { MOST_ELEMENTS } } };
    layout_plain(&c.input);
    c.output = c.indices = c.input;
    check_case(c, &threads, seed);
}

int main(int argc, char **argv)
{
    check_start("threads bits", lanescan_isa());
    const uint64_t seed = check_stream_seed("threads bits");
    const size_t count = (argc > 1 ? strtoul(argv[1], NULL, 0) : 200) / check_scale();
    if (argc > 2) {
        check_scan(strtoull(argv[2], NULL, 0));
        return check_finish();
    }
    for (size_t i = 0; i < count; i++)
        check_scan(seed + i);
    for (size_t i = 0; i < count / 8; i++)
        check_last_results(seed + i);
    check(shared_calls > count / 2, "only %zu of %zu calls were shared", shared_calls, count);
    printf("%zu calls of parallel_for\n", shared_calls);
    return check_finish();
}
