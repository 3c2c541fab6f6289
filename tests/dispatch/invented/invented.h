/* A CPU with any features, in the place of the one that this runs on. cpuinfo_x86.h, cpuid.h
 * and choose/xgetbv.h in this folder stand in for the headers of those names, and answer from
 * here. */
#ifndef LANESCAN_TESTS_CPU_INVENTED_H
#define LANESCAN_TESTS_CPU_INVENTED_H

#include <stdbool.h>

typedef enum feature {
    FEATURE_AVX,
    FEATURE_FMA3,
    FEATURE_AVX2,
    FEATURE_F16C,
    FEATURE_AVX512F,
    FEATURE_AVX512DQ,
    FEATURE_AVX512BW,
    FEATURE_AVX512VL,
    FEATURE_AVX512CD,
    FEATURE_OSXSAVE, /* the operating system saves registers, and lets programs ask which */
    FEATURE_YMM_SAVED,
    FEATURE_ZMM_SAVED,
    NUM_FEATURES
} feature;

bool invented_has(feature f);

#endif
