/* The only file that knows cpu_features. */
#include "choose/cpu.h"

#ifdef __x86_64__
#include <cpuinfo_x86.h>

unsigned lanescan_cpu_levels(void)
{
    const X86Info info = GetX86Info();
    const X86Features f = info.features;
    unsigned levels = 0;
    /* The fields are signed one-bit fields: test their truth, never compare them with 1. */
    if (f.avx && f.fma3)
        levels |= LANESCAN_LEVEL_FMA;
    if ((levels & LANESCAN_LEVEL_FMA) && f.avx2 && f.f16c)
        levels |= LANESCAN_LEVEL_AVX2;
    if ((levels & LANESCAN_LEVEL_AVX2) && f.avx512f && f.avx512dq && f.avx512bw && f.avx512vl &&
        f.avx512cd)
        levels |= LANESCAN_LEVEL_AVX512;
    return levels;
}

#else

unsigned lanescan_cpu_levels(void)
{
    return LANESCAN_LEVELS_OF_ALL;
}

#endif
