/* Instead of cpu_features' header, for tests: what src/cpu.c asks it for, of an invented CPU. The
 * fields are signed fields of one bit, as there: a feature that is there, and whose registers are
 * saved, is -1. */
#ifndef LANESCAN_TESTS_CPU_CPUINFO_X86_H
#define LANESCAN_TESTS_CPU_CPUINFO_X86_H

#include "dispatch/invented/invented.h"

typedef struct X86Features {
    int avx : 1, fma3 : 1, avx2 : 1, f16c : 1;
    int avx512f : 1, avx512dq : 1, avx512bw : 1, avx512vl : 1, avx512cd : 1;
} X86Features;

typedef struct X86Info {
    X86Features features;
} X86Info;

static inline int is_usable(feature f)
{
    if (!invented_has(FEATURE_OSXSAVE) || !invented_has(FEATURE_YMM_SAVED))
        return 0;
    return f < FEATURE_AVX512F || f > FEATURE_AVX512CD || invented_has(FEATURE_ZMM_SAVED);
}

#define INVENTED_FIELD(feature) (is_usable(feature) && invented_has(feature) ? -1 : 0)

static inline X86Info GetX86Info(void)
{
    X86Info info;
    info.features.avx = INVENTED_FIELD(FEATURE_AVX);
    info.features.fma3 = INVENTED_FIELD(FEATURE_FMA3);
    info.features.avx2 = INVENTED_FIELD(FEATURE_AVX2);
    info.features.f16c = INVENTED_FIELD(FEATURE_F16C);
    info.features.avx512f = INVENTED_FIELD(FEATURE_AVX512F);
    info.features.avx512dq = INVENTED_FIELD(FEATURE_AVX512DQ);
    info.features.avx512bw = INVENTED_FIELD(FEATURE_AVX512BW);
    info.features.avx512vl = INVENTED_FIELD(FEATURE_AVX512VL);
    info.features.avx512cd = INVENTED_FIELD(FEATURE_AVX512CD);
    return info;
}

#endif
