#include "entrants.h"

#include "build.h"
#include "build_info.h"
#include "choose/cpu.h"
#include "lanescan.h"

#include <string.h>

bench_entrant bench_library_entrant(const char *isa)
{
    bench_contender who = bench_library();
    who.name = who.isa = isa;
    return (bench_entrant){ who, "lanescan", isa, bench_compiler(), bench_library_flags(isa) };
}

#ifdef BENCH_WITH_INSCAN
static size_t add_inscan(const char *isa, bench_entrant *out)
{
    const unsigned levels = lanescan_cpu_levels();
    size_t count = 0;
    if ((levels & LANESCAN_LEVEL_AVX2) && (!isa || strcmp(isa, "avx2") == 0))
        out[count++] = (bench_entrant){ { "inscan", NULL, &bench_inscan_avx2 },
                                        "inscan",
                                        "avx2",
                                        bench_compiler(),
                                        BENCH_FLAGS_INSCAN_AVX2 };
    if ((levels & LANESCAN_LEVEL_AVX512) && (!isa || strcmp(isa, "avx512") == 0))
        out[count++] = (bench_entrant){ { "inscan", NULL, &bench_inscan_avx512 },
                                        "inscan",
                                        "avx512",
                                        bench_compiler(),
                                        BENCH_FLAGS_INSCAN_AVX512 };
    return count;
}
#endif

size_t bench_entrants(const char *isa, bench_entrant out[BENCH_MAX_CONTENDERS])
{
    size_t count = 0;
    /* memcpy is libc's, compiled elsewhere; the call is compiled as all else here. */
    out[count++] = (bench_entrant){
        { "memcpy", NULL, NULL }, "memcpy", NULL, bench_compiler(), bench_flags()
    };
    out[count++] = (bench_entrant){
        { "plain", NULL, &bench_plain }, "plain", NULL, bench_compiler(), BENCH_FLAGS_REFERENCES
    };
#ifdef BENCH_WITH_INCLUSIVE_SCAN
    out[count++] = (bench_entrant){ { "inclusive_scan", NULL, &bench_inclusive_scan },
                                    "inclusive_scan",
                                    NULL,
                                    BENCH_CXX_COMPILER,
                                    BENCH_FLAGS_CXX };
#endif
#ifdef BENCH_WITH_INSCAN
    count += add_inscan(isa, out + count);
#endif
    size_t num_isas = 0;
    for (const char *const *all = lanescan_isas(); all[num_isas];)
        num_isas++;
    for (; num_isas; num_isas--) {
        const char *name = lanescan_isas()[num_isas - 1];
        if (!isa || strcmp(isa, name) == 0)
            out[count++] = bench_library_entrant(name);
    }
    return count;
}
