/* A CPU with any features, in the place of the one that this runs on. cpuinfo_x86.h and cpuid.h in
 * this folder stand in for the headers of those names, and answer from here. */
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
    NUM_FEATURES
} feature;

bool invented_has(feature f);

/* As __builtin_cpu_supports, which it replaces. A name that it does not know ends the program. */
int invented_supports(const char *name);

#endif
