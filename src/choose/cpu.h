/* What the CPU can run, reduced to the levels for which there are kernels. */
#ifndef LANESCAN_CPU_H
#define LANESCAN_CPU_H

enum {
    LANESCAN_LEVEL_BASELINE = 0,
    LANESCAN_LEVEL_FMA = 1,      /* x86: AVX and FMA: the portable code with hardware fma */
    LANESCAN_LEVEL_AVX2 = 2,     /* x86: AVX2, FMA and F16C */
    LANESCAN_LEVEL_AVX512 = 4,   /* x86: AVX2 level and AVX-512 F, DQ, BW, VL and CD */
    LANESCAN_LEVEL_NEON = 8,     /* aarch64: always */
    LANESCAN_LEVEL_SIMD128 = 16, /* WebAssembly: where it is compiled for */
    LANESCAN_LEVEL_VSX = 32      /* little-endian POWER, which is POWER8 and later: always */
};

/* What all CPUs have that the library is compiled for, so that there is nothing to ask. */
#if defined(__aarch64__)
#define LANESCAN_LEVELS_OF_ALL LANESCAN_LEVEL_NEON
#elif defined(__wasm_simd128__)
#define LANESCAN_LEVELS_OF_ALL LANESCAN_LEVEL_SIMD128
#elif defined(__POWER8_VECTOR__) && defined(__LITTLE_ENDIAN__)
#define LANESCAN_LEVELS_OF_ALL LANESCAN_LEVEL_VSX
#else
#define LANESCAN_LEVELS_OF_ALL LANESCAN_LEVEL_BASELINE
#endif

/* The levels of the CPU this runs on. Asks the operating system: call it once. */
unsigned lanescan_cpu_levels(void);

#endif
