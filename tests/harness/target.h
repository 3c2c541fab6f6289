/* Which table of kernels a test program judges: the first argument of the program. */
#ifndef LANESCAN_TESTS_TARGET_H
#define LANESCAN_TESTS_TARGET_H

#include "ops/kernels.h"

/* The table called `name`: generic, generic_fma, avx2, avx512, neon (on x86 through SIMDe), or the
 * path of a shared object, with a slash in it, that defines lanescan_kernels_mutant (mutants.sh).
 * Skips the program, with the reason, where this CPU or build has none; an unknown name is an
 * error. */
const lanescan_kernels *target_find(const char *name);

/* What a shared object has under that name; the program ends where it has nothing. */
const void *target_load(const char *path, const char *symbol);

/* What `target` is compared with: the portable table; for all but that table's own two forms, the
 * faster of the two that this CPU can run. (generic_fma is compared with generic.) With
 * LANESCAN_TEST_REFERENCE=itself, the target: what a library in which all tables have the same
 * fault would compare. */
const lanescan_kernels *target_reference(const lanescan_kernels *target);

#endif
