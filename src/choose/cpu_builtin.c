/* In place of cpu.c where there is no cpu_features: the single-file form (tools/single_file.py) and
 * the Python package. The compiler's own library asks the CPU, and the operating system whether it
 * saves the registers. */
#include "choose/cpu.h"

#ifdef __x86_64__
#include <cpuid.h>

/* F16C, which not every compiler has a name for: bit 29 of ecx of leaf 1. */
static int has_f16c(void)
{
    unsigned a, b, c = 0, d;
    return __get_cpuid(1, &a, &b, &c, &d) && (c >> 29 & 1);
}

unsigned lanescan_cpu_levels(void)
{
    unsigned levels = 0;
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx") && __builtin_cpu_supports("fma"))
        levels |= LANESCAN_LEVEL_FMA;
    if ((levels & LANESCAN_LEVEL_FMA) && __builtin_cpu_supports("avx2") && has_f16c())
        levels |= LANESCAN_LEVEL_AVX2;
    if ((levels & LANESCAN_LEVEL_AVX2) && __builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512cd"))
        levels |= LANESCAN_LEVEL_AVX512;
    return levels;
}

#else

unsigned lanescan_cpu_levels(void)
{
#ifdef __aarch64__
    return LANESCAN_LEVEL_NEON;
#else
    return 0;
#endif
}

#endif
