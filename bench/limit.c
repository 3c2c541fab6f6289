#include "bench.h"

#include "choose/cpu.h"
#include "lanescan.h"

#include <stdio.h>
#include <string.h>

enum { IN_CACHE = 65536 };

/* The bare map compiled as the instruction set's kernels are; NULL where this build has none. */
static const lanescan_kernels *map_of(const char *isa)
{
#ifdef LANESCAN_WITH_avx2
    if (strcmp(isa, "avx512") == 0)
        return &bench_map_avx512;
    if (strcmp(isa, "avx2") == 0)
        return &bench_map_avx2;
#endif
#ifdef LANESCAN_WITH_neon
    if (strcmp(isa, "neon") == 0)
        return &bench_map_neon;
#endif
#ifdef LANESCAN_WITH_generic_fma
    if (strcmp(isa, "generic") == 0 && (lanescan_cpu_levels() & LANESCAN_LEVEL_FMA))
        return &bench_map_generic_fma;
#endif
    return strcmp(isa, "generic") == 0 ? &bench_map_generic : NULL;
}

static bool print_limit(const bench_case *what, const bench_contender *scan)
{
    const bench_contender pair[2] = { { "map", NULL, map_of(scan->isa) }, *scan };
    double ns[2];
    bench_arrays arrays;
    if (!pair[0].kernels || !bench_arrays_make(what, IN_CACHE, &arrays))
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
