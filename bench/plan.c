#include "plan.h"

#include "cpu_report.h"
#include "memory.h"
#include "shapes.h"

#include "lanescan.h"

#include <string.h>

/* The same on every machine, so that results can be compared; only the largest depends on
 * caches. */
static const size_t ladder[] = {
    8, 64, 512, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216,
};
static const size_t quick_ladder[] = { 8, 4096, 65536 };
/* Squares, in cache and beyond the second level. */
static const size_t layout_sizes[] = { 65536, 4194304 };

static const size_t unknown_last_cache = (size_t)32 << 20;
static const size_t memory_limit = (size_t)1 << 30;

/* The most elements that memory should be used for. */
static size_t most_elements(const bench_case *what)
{
    const size_t quarter = bench_memory_available() / 4;
    return (quarter < memory_limit ? quarter : memory_limit) / bench_bytes_per_element(what);
}

size_t bench_sizes(const bench_case *what, bool quick, size_t sizes[BENCH_MAX_SIZES])
{
    const size_t *steps = quick ? quick_ladder : ladder;
    const size_t num_steps = quick ? sizeof quick_ladder / sizeof quick_ladder[0]
                                   : sizeof ladder / sizeof ladder[0];
    const size_t most = most_elements(what);
    const size_t last_cache = bench_last_cache() ? bench_last_cache() : unknown_last_cache;
    size_t count = 0, largest = 1;
    /* x and y together; powers of two, so that machines with like caches have like sizes. */
    while (largest * 2 * what->element_size < 4 * last_cache && largest <= most / 2)
        largest *= 2;
    for (size_t i = 0; i < num_steps && (quick || steps[i] < largest) && steps[i] <= most; i++)
        sizes[count++] = steps[i];
    if (!quick && largest <= most)
        sizes[count++] = largest;
    return count;
}

static void add(bench_plan *plan, const bench_case *what, size_t n, const char *isa)
{
    /* Batches, and calls that are longer than a batch: the log-sum-exps' mostly. */
    const double ns = strncmp(what->op, "log", 3) == 0 ? 40 : 5;
    const double weight = 0.04 + 4e-9 * ns * (double)n;
    if (plan->count == BENCH_MAX_STEPS)
        return;
    plan->steps[plan->count++] = (bench_step){ what, n, isa, weight };
    plan->weight += weight;
}

/* Layouts are measured once per operation and type, on the data that stands first. */
static bool has_layouts(const bench_case *what)
{
    lanescan_op op;
    return bench_scan_op(what, &op) && what == bench_find_case(what->op, what->type);
}

static void add_layouts(const bench_arguments *arguments, const bench_case *what, bench_plan *plan)
{
    const size_t count = arguments->quick ? 1 : sizeof layout_sizes / sizeof layout_sizes[0];
    const char *const *isas = lanescan_isas();
    size_t num_isas = 0;
    while (isas[num_isas])
        num_isas++;
    for (size_t s = 0; s < count && layout_sizes[s] <= most_elements(what) / 2; s++)
        for (size_t i = num_isas; i; i--)
            if (!arguments->isa || strcmp(arguments->isa, isas[i - 1]) == 0)
                add(plan, what, layout_sizes[s], isas[i - 1]);
}

void bench_plan_make(const bench_arguments *arguments, bench_plan *plan)
{
    *plan = (bench_plan){ .count = 0 };
    for (size_t i = 0; i < bench_num_cases; i++) {
        const bench_case *what = &bench_cases[i];
        size_t sizes[BENCH_MAX_SIZES];
        if ((arguments->op && strcmp(arguments->op, what->op) != 0) ||
            (arguments->type && strcmp(arguments->type, what->type) != 0))
            continue;
        const size_t count = bench_sizes(what, arguments->quick, sizes);
        for (size_t s = 0; s < count; s++)
            add(plan, what, sizes[s], NULL);
        if (has_layouts(what))
            add_layouts(arguments, what, plan);
    }
}
