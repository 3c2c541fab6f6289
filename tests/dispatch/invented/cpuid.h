/* Instead of the compiler's header, for tests: what src/choose/cpu_builtin.c asks the instruction
 * for, of an invented CPU. All bits that stand for no feature are 1. */
#ifndef LANESCAN_TESTS_CPU_CPUID_H
#define LANESCAN_TESTS_CPU_CPUID_H

#include "dispatch/invented/invented.h"

static inline unsigned without(feature f, unsigned bit)
{
    return invented_has(f) ? 0 : 1u << bit;
}

static inline int __get_cpuid(unsigned leaf, unsigned *a, unsigned *b, unsigned *c, unsigned *d)
{
    *a = *b = *c = *d = ~0u;
    if (leaf == 1)
        *c &= ~(without(FEATURE_FMA3, 12) | without(FEATURE_OSXSAVE, 27) |
                without(FEATURE_AVX, 28) | without(FEATURE_F16C, 29));
    return 1;
}

static inline int __get_cpuid_count(unsigned leaf, unsigned subleaf, unsigned *a, unsigned *b,
                                    unsigned *c, unsigned *d)
{
    *a = *b = *c = *d = ~0u;
    if (leaf == 7 && subleaf == 0)
        *b &= ~(without(FEATURE_AVX2, 5) | without(FEATURE_AVX512F, 16) |
                without(FEATURE_AVX512DQ, 17) | without(FEATURE_AVX512CD, 28) |
                without(FEATURE_AVX512BW, 30) | without(FEATURE_AVX512VL, 31));
    return 1;
}

#endif
