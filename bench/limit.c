#include "bench.h"

#include "build.h"

#include "lanescan.h"

#include <stdio.h>
#include <string.h>

enum { IN_CACHE = 65536 };

/* The bare map compiled as the instruction set's kernels are. */
static const lanescan_kernels *map_of(const char *isa)
{
#define MAP(set, shown, level, cpu, flags, more) LANESCAN_IF_WITH(set, &bench_map_##set, )
    static const lanescan_kernels *const maps[] = { LANESCAN_SETS(MAP, ) };
#undef MAP
    return maps[bench_set_of(isa)];
}

static bool print_limit(const bench_case *what, const bench_contender *scan)
{
    const bench_contender pair[2] = { { "map", NULL, map_of(scan->isa) }, *scan };
    double ns[2];
    bench_arrays arrays;
    if (!bench_arrays_make(what, IN_CACHE, &arrays))
        return false;
    bench_time(pair, 2, what, &arrays, ns);
    bench_arrays_free(&arrays);
    printf("%s %s %-9s %-8s %8.3f %8.3f %7.2fx\n", what->op, what->type, what->data, scan->isa,
           ns[0] / IN_CACHE, ns[1] / IN_CACHE, ns[1] / ns[0]);
    return true;
}

bool bench_limits(void)
{
    bench_contender contenders[BENCH_MAX_CONTENDERS];
    const size_t count = bench_contenders(contenders);
    bool complete = true;
    printf("\nHow near logcumsumexp is to its limit: exp, then log, of each element alone\n"
           "%-36s%8s %8s %8s\n",
           "ns per element", "map", "scan", "scan/map");
    for (size_t i = 0; i < bench_num_cases; i++)
        for (size_t c = 0; c < count; c++)
            if (contenders[c].isa && strcmp(bench_cases[i].op, "logcumsumexp") == 0)
                complete &= print_limit(&bench_cases[i], &contenders[c]);
    return complete;
}
