/* logsumexp, logaddexp and streams with an executor: the bits of serial calls. */
#include "executors.h"
#include "hard_data.h"

#include "harness/check.h"
#include "tensor/data.h"
#include "tensor/stream_case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ELEMENTS = 300000, MOST_LINES = 9 };

static size_t shared_calls;

static executor_use choose_use(generator *g)
{
    return (executor_use){ .kind = (executor_kind)random_below(g, NUM_EXECUTORS),
                           .seed = random_bits(g) };
}

static uint32_t choose_tasks(generator *g)
{
    return 2 + (uint32_t)random_below(g, random_below(g, 4) ? 6 : 60);
}

static void use_any_set(generator *g)
{
    size_t sets = 0;
    while (lanescan_isas()[sets])
        sets++;
    lanescan_set_isa(lanescan_isas()[random_below(g, 4) ? 0 : random_below(g, sets)]);
}

/* n elements of a line, or of several. */
static char *make_elements(hard_kind kind, generator *g, int dtype, size_t n)
{
    const size_t size = dtype_of(dtype).size;
    double *const x = check_alloc(2 * n * sizeof *x);
    char *const elements = check_alloc(n * size);
    hard_fill(kind, g, 2 * n, x);
    for (size_t i = 0; i < n; i++) {
        const bool is_complex = dtype_of(dtype).kind == KIND_COMPLEX;
        const number value = { is_complex ? KIND_COMPLEX : KIND_FLOAT, 0, x[i], x[n + i] };
        number_write(dtype, elements + i * size, value);
    }
    free(x);
    return elements;
}

static bool is_same(int dtype, size_t n, const char *a, const char *b)
{
    const size_t size = dtype_of(dtype).size;
    if (memcmp(a, b, n * size) == 0)
        return true;
    for (size_t i = 0; i < n; i++)
        if (!dtype_same(dtype, a + i * size, b + i * size))
            return false;
    return true;
}

/* ---- logsumexp: 3 dimensions, of which any are reduced, in any order in memory ---- */

static void check_logsumexp(uint64_t seed)
{
    generator g = random_seeded(seed);
    const hard_kind kind = (hard_kind)random_below(&g, NUM_HARD_KINDS);
    const int64_t outer = 1 + (int64_t)random_below(&g, MOST_LINES),
                  inner = 1 + (int64_t)random_below(&g, 2 * MOST_LINES),
                  along = MOST_ELEMENTS / outer / inner;
    const int64_t by_order[3][3] = { { along * inner, inner, 1 },
                                     { 1, outer, outer * along },
                                     { inner, inner * outer, -1 } };
    const size_t order = random_below(&g, 3), n = (size_t)(outer * along * inner);
    static const int dims[4][2] = { { 1, 2 }, { 1, 0 }, { 1, 1 }, { 2, 1 } };
    static const int num_dims[4] = { 2, 2, 1, 1 };
    const size_t which = random_below(&g, 4);
    const int to = data_float_type(&g), from = data_input_type(&g, to);
    const size_t size = dtype_of(from).size;
    char *const x = make_elements(kind, &g, from, n);
    const int64_t shape[3] = { outer, along, inner };
    const int64_t kept[3] = { outer, 1, inner };
    int64_t reduced[3];
    size_t results = 1;
    for (int d = 0; d < 3; d++) {
        const bool is_reduced = d == dims[which][0] || d == dims[which][num_dims[which] - 1];
        reduced[d] = is_reduced ? 1 : which == 3 ? shape[d] : kept[d];
        results *= (size_t)reduced[d];
    }
    char *const serial = check_alloc(results * LARGEST_ELEMENT), *const shared = check_alloc(
                                                                     results * LARGEST_ELEMENT);
    const lanescan_tensor input = { x + (order == 2 ? (size_t)(inner - 1) * size : 0), shape,
                                    by_order[order], 3, from };
    executor_use use = choose_use(&g);
    const uint32_t max_tasks = choose_tasks(&g);
    const lanescan_executor executor = executor_of(&use, max_tasks);
    const lanescan_options options = { .struct_size = sizeof options, .executor = &executor };
    use_any_set(&g);
    for (int pass = 0; pass < 2; pass++) {
        const lanescan_tensor output = { pass ? shared : serial, reduced, NULL, 3, to };
        const lanescan_status status = lanescan_logsumexp(&input, dims[which], num_dims[which],
                                                          pass ? &options : NULL, &output);
        check(status == LANESCAN_OK, "logsumexp: %s", lanescan_status_string(status));
    }
    check(
        is_same(to, results, shared, serial),
        "logsumexp %#llx %s: %s, %s, %u tasks, %s -> %s of %lld x %lld x %lld, order %zu, dims %zu",
        (unsigned long long)seed, lanescan_isa(), executor_name(use.kind), hard_name(kind),
        (unsigned)max_tasks, dtype_of(from).name, dtype_of(to).name, (long long)outer,
        (long long)along, (long long)inner, order, which);
    shared_calls += use.calls;
    free(x);
    free(serial);
    free(shared);
}

/* ---- logaddexp: one row or many, one of the inputs broadcast or converted ---- */

static void check_logaddexp(uint64_t seed)
{
    generator g = random_seeded(seed);
    const hard_kind kind = (hard_kind)random_below(&g, NUM_HARD_KINDS);
    const int64_t rows = 1 + (int64_t)random_below(&g, random_below(&g, 2) ? 4 : 5000),
                  columns = MOST_ELEMENTS / 4 / rows + 1;
    const int64_t shape[2] = { rows, columns }, turned[2] = { 1, rows };
    const size_t n = (size_t)(rows * columns);
    const int to = data_float_type(&g), a = data_input_type(&g, to), b = data_input_type(&g, to);
    char *const x = make_elements(kind, &g, a, n), *const z = make_elements(kind, &g, b, n);
    char *const serial = check_alloc(n * LARGEST_ELEMENT), *const shared = check_alloc(
                                                               n * LARGEST_ELEMENT);
    const bool is_row = random_below(&g, 3) == 0, is_turned = random_below(&g, 3) == 0,
               is_in_place = a == to && random_below(&g, 3) == 0;
    const lanescan_tensor second = { z, is_row ? shape + 1 : shape, NULL, is_row ? 1 : 2, b };
    executor_use use = choose_use(&g);
    const uint32_t max_tasks = choose_tasks(&g);
    const lanescan_executor executor = executor_of(&use, max_tasks);
    const lanescan_options options = { .struct_size = sizeof options, .executor = &executor };
    use_any_set(&g);
    for (int pass = 0; pass < 2; pass++) {
        char *const y = pass ? shared : serial;
        const lanescan_tensor first = { is_in_place ? y : x, shape, is_turned ? turned : NULL, 2,
                                        a };
        const lanescan_tensor output = { y, shape, is_turned ? turned : NULL, 2, to };
        if (is_in_place)
            memcpy(y, x, n * dtype_of(a).size);
        const lanescan_status status = lanescan_logaddexp(&first, &second, pass ? &options : NULL,
                                                          &output);
        check(status == LANESCAN_OK, "logaddexp: %s", lanescan_status_string(status));
    }
    check(is_same(to, n, shared, serial), "logaddexp %#llx %s: %s, %u tasks, %lld x %lld",
          (unsigned long long)seed, lanescan_isa(), executor_name(use.kind), (unsigned)max_tasks,
          (long long)rows, (long long)columns);
    shared_calls += use.calls;
    free(x);
    free(z);
    free(serial);
    free(shared);
}

/* ---- streams: pieces of any size, in place or not, each on another instruction set ---- */

enum { MOST_CUTS = 8 };

static int compare_cuts(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return x < y ? -1 : x > y;
}

static void check_stream(uint64_t seed)
{
    generator g = random_seeded(seed);
    stream_case s = { .exclusive = random_below(&g, 2), .has_initial = random_below(&g, 3) == 0 };
    do {
        s.op = (lanescan_op)random_below(&g, NUM_OPS);
        s.dtype = random_below(&g, 2) ? LANESCAN_F32 + (int)random_below(&g, 2)
                                      : (int)random_below(&g, NUM_DTYPES);
    } while (!op_is_defined(s.op, s.dtype));
    s.n = MOST_ELEMENTS / 2 + random_below(&g, MOST_ELEMENTS / 2);
    s.x = make_elements((hard_kind)random_below(&g, NUM_HARD_KINDS), &g, s.dtype, s.n);
    s.expected = check_alloc((s.n + 1) * dtype_of(s.dtype).size);
    data_fill(DATA_SMALL, &g, s.dtype, 1, s.initial);
    size_t cuts[MOST_CUTS];
    const size_t count = random_below(&g, MOST_CUTS);
    for (size_t i = 0; i < count; i++)
        cuts[i] = random_below(&g, 2) ? random_below(&g, s.n) : random_below(&g, s.n / 4096) * 4096;
    qsort(cuts, count, sizeof *cuts, compare_cuts);
    executor_use use = choose_use(&g);
    const lanescan_executor executor = executor_of(&use, choose_tasks(&g));
    stream_case_expect(&s);
    s.executor = &executor;
    stream_case_check(&s, cuts, count, NULL, random_below(&g, 2));
    shared_calls += use.calls;
    free(s.x);
    free(s.expected);
}

int main(int argc, char **argv)
{
    check_start("threads others", lanescan_isa());
    const uint64_t seed = check_stream_seed("threads others");
    const size_t count = 1 + (argc > 1 ? strtoul(argv[1], NULL, 0) : 60) / check_scale();
    for (size_t i = 0; i < count; i++) {
        check_logsumexp(seed + i);
        check_logaddexp(seed + i);
        check_stream(seed + i);
    }
    check(shared_calls > count, "only %zu of %zu calls were shared", shared_calls, 3 * count);
    printf("%zu calls of parallel_for\n", shared_calls);
    return check_finish();
}
