/* Which table of kernels a test program judges: the first argument of the program. */
#ifndef LANESCAN_TESTS_TARGET_H
#define LANESCAN_TESTS_TARGET_H

#include "kernels.h"

/* The table called `name`: generic, generic_fma, avx2, avx512, neon (on x86 through SIMDe) or
 * mutant. Skips the program, with the reason, where this CPU or build has none; an unknown name is an
 * error. */
const lanescan_kernels *target_find(const char *name);

/* The names that target_find serves here, best last, NULL-ended. */
const char *const *target_names(void);

#endif
