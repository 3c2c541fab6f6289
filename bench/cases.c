#include "bench.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

/* call_<kernel> and has_<kernel> for every kernel of the list: its arguments' names are the names
 * of the locals, and `void *` becomes whatever type they have. */
static void unused(const void *a, const void *b, const void *y, const void *index)
{
    (void)a, (void)b, (void)y, (void)index;
}

/* clang-format off */
#define LOCALS \
    void *x = arrays->x, *a = x, *b = arrays->b, *y = arrays->y, *index = arrays->index;
#define LINE(kernel, result, parameters, arguments)                                        \
    static void call_##kernel(const lanescan_kernels *kernels, const bench_arrays *arrays) \
    { const size_t n = arrays->n; LOCALS unused(a, b, y, index); kernels->kernel arguments; }
#include "ops/ops.def"
#define LINE(kernel, result, parameters, arguments) \
    static bool has_##kernel(const lanescan_kernels *kernels) { return kernels->kernel; }
#include "ops/ops.def"

#define CASE(op, type, size, data, binary, index)                \
    { #op, #type, #data, size, binary, index, bench_fill_##data, \
      call_##op##_##type, has_##op##_##type }

const bench_case bench_cases[] = {
    CASE(cumsum, f32, 4, uniform, false, false),
    CASE(cumsum, f64, 8, uniform, false, false),
    CASE(cumsum, i32, 4, uniform, false, false),
    CASE(cumsum, i64, 8, uniform, false, false),
    CASE(cumprod, f32, 4, factors, false, false),
    CASE(cumprod, f64, 8, factors, false, false),
    CASE(cummax, f32, 4, normal, false, false),
    CASE(cummax, f64, 8, normal, false, false),
    CASE(cummax, f32, 4, ascending, false, false),
    CASE(cummax, f64, 8, ascending, false, false),
    CASE(cummax, f32, 4, normal, false, true),
    CASE(cummax, f64, 8, normal, false, true),
    CASE(cummax, f32, 4, ascending, false, true),
    CASE(cummax, f64, 8, ascending, false, true),
    CASE(cummin, f32, 4, normal, false, false),
    CASE(cummin, f64, 8, normal, false, false),
    CASE(cummin, f32, 4, normal, false, true),
    CASE(cummin, f64, 8, normal, false, true),
    CASE(logcumsumexp, f32, 4, normal, false, false),
    CASE(logcumsumexp, f64, 8, normal, false, false),
    CASE(logcumsumexp, f32, 4, log_probs, false, false),
    CASE(logcumsumexp, f64, 8, log_probs, false, false),
    CASE(logsumexp, f32, 4, normal, false, false),
    CASE(logsumexp, f64, 8, normal, false, false),
    CASE(logaddexp, f32, 4, normal, true, false),
    CASE(logaddexp, f64, 8, normal, true, false),
    CASE(linear_recurrence, f32, 4, gates, true, false),
    CASE(linear_recurrence, f64, 8, gates, true, false),
};
/* clang-format on */
const size_t bench_num_cases = sizeof bench_cases / sizeof bench_cases[0];

const bench_case *bench_find_case(const char *op, const char *type)
{
    for (size_t i = 0; i < bench_num_cases; i++)
        if (strcmp(bench_cases[i].op, op) == 0 && strcmp(bench_cases[i].type, type) == 0)
            return &bench_cases[i];
    return NULL;
}

/* 64-byte alignment, as a careful caller would; never smaller than one line of cache. */
static void *allocate(size_t bytes)
{
    if (bytes > SIZE_MAX - 64)
        return NULL;
    void *p = aligned_alloc(64, (bytes / 64 + 1) * 64);
    if (p)
        memset(p, 0, bytes); /* touched: no page fault is timed */
    return p;
}

size_t bench_bytes_per_element(const bench_case *what)
{
    return what->element_size * (what->binary ? 3 : 2) + (what->with_index ? sizeof(int64_t) : 0);
}

bool bench_arrays_make(const bench_case *what, size_t n, bench_arrays *arrays)
{
    return bench_arrays_make_with_room(what, n, 0, arrays);
}

bool bench_arrays_make_with_room(const bench_case *what, size_t n, size_t room,
                                 bench_arrays *arrays)
{
    *arrays = (bench_arrays){ 0 };
    const size_t per_element = bench_bytes_per_element(what);
    const size_t available = bench_memory_available() / per_element;
    if (n > available || room > available - n)
        return false;
    arrays->n = n;
    arrays->bytes = n * what->element_size;
    const size_t bytes = (n + room) * what->element_size;
    arrays->x = allocate(bytes);
    arrays->y = allocate(bytes);
    if (what->binary)
        arrays->b = allocate(bytes);
    if (what->with_index)
        arrays->index = allocate((n + room) * sizeof *arrays->index);
    if (!arrays->x || !arrays->y || (what->binary && !arrays->b) ||
        (what->with_index && !arrays->index)) {
        bench_arrays_free(arrays);
        return false;
    }
    what->fill(what, arrays);
    return true;
}

void bench_arrays_free(bench_arrays *arrays)
{
    free(arrays->x);
    free(arrays->b);
    free(arrays->y);
    free(arrays->index);
    *arrays = (bench_arrays){ 0 };
}
