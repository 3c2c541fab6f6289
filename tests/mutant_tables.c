/* Every table of kernels that the choice of one (src/dispatch.c) knows, without kernels:
 * mutants.sh judges the choice alone. */
#include "kernels.h"

const lanescan_kernels lanescan_kernels_generic = { .name = "generic" };
#ifdef LANESCAN_WITH_GENERIC_FMA
const lanescan_kernels lanescan_kernels_generic_fma = { .name = "generic" };
#endif
#ifdef LANESCAN_WITH_X86
const lanescan_kernels lanescan_kernels_avx2 = { .name = "avx2" };
const lanescan_kernels lanescan_kernels_avx512 = { .name = "avx512" };
#endif
#ifdef LANESCAN_WITH_NEON
const lanescan_kernels lanescan_kernels_neon = { .name = "neon" };
#endif
