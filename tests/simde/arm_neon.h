/* Advanced SIMD on x86 for the tests: src/neon includes <arm_neon.h> and finds this file first.
 * SIMDe gives nearly all of it; what version 0.7.4 lacks, or gives with another rounding, is below.
 * Compile with -mfma: without it SIMDe rounds the product of vfmaq on its own. */
#ifndef LANESCAN_TESTS_SIMDE_ARM_NEON_H
#define LANESCAN_TESTS_SIMDE_ARM_NEON_H

#ifndef __FMA__
#error "vfmaq must be fused: compile with -mfma"
#endif

#define SIMDE_ENABLE_NATIVE_ALIASES
/* Another project's header: its warnings are not ours. */
#pragma GCC system_header
#include <simde/arm/neon.h>

static inline float64x2_t lanescan_vdivq_f64(float64x2_t a, float64x2_t b)
{
    return (float64x2_t){ a[0] / b[0], a[1] / b[1] };
}
#undef vdivq_f64
#define vdivq_f64 lanescan_vdivq_f64

#endif
