/* Instead of the compiler's header, for tests: what src/cpu_builtin.c asks the instruction for,
 * of an invented CPU; and its other questions, which are the compiler's own functions. */
#ifndef LANESCAN_TESTS_CPU_CPUID_H
#define LANESCAN_TESTS_CPU_CPUID_H

#include "invented.h"

#define __builtin_cpu_init()         ((void)0)
#define __builtin_cpu_supports(name) invented_supports(name)

/* Leaf 1 has F16C in bit 29 of ecx; other bits are the opposite, so that none is taken for it. */
static inline int __get_cpuid(unsigned leaf, unsigned *a, unsigned *b, unsigned *c, unsigned *d)
{
    const unsigned f16c = 1u << 29;
    const bool is_asked = leaf == 1 && invented_has(FEATURE_F16C);
    *a = *b = *d = is_asked ? 0 : ~0u;
    *c = is_asked ? f16c : ~f16c;
    return 1;
}

#endif
