/* What layouts cost beside contiguous lines. */
#include "tensors.h"

#include <stdio.h>

enum { SIDE = 256, LARGE_SIDE = 2048, MANY = 1000000, SHORT = 8 };

static const int64_t line[] = { BENCH_IN_CACHE }, step_2[] = { 2 };
static const int64_t square[] = { SIDE, SIDE }, transposed[] = { 1, SIDE };
static const int64_t large[] = { LARGE_SIDE, LARGE_SIDE };
static const int64_t short_lines[] = { BENCH_IN_CACHE / SHORT, SHORT },
                     many_lines[] = { MANY, SHORT };

static const bench_layout in_cache[] = {
    { 1, 0, line, NULL, NULL },         { 2, 1, square, NULL, NULL },
    { 2, 0, square, NULL, NULL },       { 2, 1, square, transposed, NULL },
    { 2, 0, square, transposed, NULL }, { 2, 1, square, NULL, transposed },
    { 2, 0, square, NULL, transposed }, { 1, 0, line, step_2, NULL },
};
static const bench_layout other_shapes[] = {
    { 2, 1, large, NULL, NULL },
    { 2, 0, large, NULL, NULL },
    { 2, 1, short_lines, NULL, NULL },
    { 2, 1, many_lines, NULL, NULL },
};
enum {
    NUM_IN_CACHE = sizeof in_cache / sizeof in_cache[0],
    NUM_OTHER_SHAPES = sizeof other_shapes / sizeof other_shapes[0]
};

/* Nanoseconds per element: of the contender on the first n elements, then of each layout. */
static bool time_layouts(lanescan_op op, bench_line first, size_t n, const bench_layout *forms,
                         size_t count, double *ns)
{
    bench_scan scans[BENCH_MAX_TASKS];
    bench_task tasks[BENCH_MAX_TASKS];
    bench_arrays beginning = *first.arrays;
    bool complete = true;
    beginning.n = n;
    beginning.bytes = n * first.what->element_size;
    for (size_t i = 0; i < count; i++) {
        scans[i] = bench_scan_make(op, first.what, first.arrays, &forms[i]);
        tasks[i + 1] = (bench_task){ bench_scan_run, &scans[i], NULL };
    }
    first.arrays = &beginning;
    tasks[0] = (bench_task){ bench_line_run, &first, NULL };
    bench_time_tasks(tasks, count + 1, ns);
    ns[0] /= (double)n;
    for (size_t i = 0; i < count; i++) {
        const int64_t *shape = forms[i].shape;
        ns[i + 1] /= (double)(forms[i].ndim == 2 ? shape[0] * shape[1] : shape[0]);
        complete &= bench_succeeded(scans[i].status);
    }
    return complete;
}

static bool print_in_cache(lanescan_op op, const bench_case *what, const bench_arrays *arrays)
{
    const bench_contender library = bench_library();
    double ns[NUM_IN_CACHE + 1];
    const bench_line first = { &library, what, arrays };
    if (!time_layouts(op, first, BENCH_IN_CACHE, in_cache, NUM_IN_CACHE, ns))
        return false;
    printf("%8.3f |", ns[0]);
    for (size_t i = 1; i <= NUM_IN_CACHE; i++)
        printf("%7.2fx", ns[i] / ns[0]);
    return true;
}

static bool print_other_shapes(lanescan_op op, const bench_case *what, const bench_arrays *arrays)
{
    const bench_contender copy = { "memcpy", NULL, NULL };
    double ns[NUM_OTHER_SHAPES + 1];
    const bench_line first = { &copy, what, arrays };
    const size_t n = (size_t)LARGE_SIDE * LARGE_SIDE;
    if (!time_layouts(op, first, n, other_shapes, NUM_OTHER_SHAPES, ns))
        return false;
    printf("%11.3f%9.3f%9.3f |%10.3f%15.3f", ns[0], ns[1], ns[2], ns[3], ns[4]);
    return true;
}

bool bench_layouts(void)
{
    printf(
        "\nLayouts in cache: 65536 elements, as one line or as 256 x 256, scanned along the last\n"
        "dimension or the first. Transposed: neighbours in memory are neighbours along the first.\n"
        "%24s |    1-d     256 x 256     input transp.  output transp.   input\n"
        "%24s | tensor    last   first    last   first    last   first  step 2\n",
        "line", "function");
    bool complete = bench_rows((size_t)2 * BENCH_IN_CACHE, print_in_cache);

    printf("\nLarge arrays, and short lines\n"
           "                ------- 2048 x 2048 -------- | ------ lines of 8 ------\n"
           "ns per element      memcpy     last    first |  8192 of them  1000000 of them\n");
    complete &= bench_rows((size_t)MANY * SHORT, print_other_shapes);
    return complete;
}
