#include "build.h"

#include "build_info.h"
#include "choose/cpu.h"
#include "commit.h"

#include <string.h>

const char *bench_commit(void)
{
    return strcmp(BENCH_COMMIT, "unknown") == 0 ? NULL : BENCH_COMMIT;
}

const char *bench_compiler(void)
{
    return BENCH_COMPILER;
}

const char *bench_flags(void)
{
    return BENCH_FLAGS;
}

const char *bench_library_flags(const char *isa)
{
#ifdef BENCH_FLAGS_AVX512
    if (strcmp(isa, "avx512") == 0)
        return BENCH_FLAGS_AVX512;
    if (strcmp(isa, "avx2") == 0)
        return BENCH_FLAGS_AVX2;
#endif
#ifdef BENCH_FLAGS_NEON
    if (strcmp(isa, "neon") == 0)
        return BENCH_FLAGS_NEON;
#endif
#ifdef BENCH_FLAGS_GENERIC_FMA
    if (strcmp(isa, "generic") == 0 && (lanescan_cpu_levels() & LANESCAN_LEVEL_FMA))
        return BENCH_FLAGS_GENERIC_FMA;
#endif
    return BENCH_FLAGS_GENERIC;
}
