/* Which instruction set's kernels run: the pure part, for lanescan.c and for the tests. */
#ifndef LANESCAN_DISPATCH_H
#define LANESCAN_DISPATCH_H

#include "kernels.h"

enum { LANESCAN_MAX_ISAS = 4 }; /* generic and at most three better ones on any architecture */

/* The kernels that a CPU of these levels (cpu.h) can run and this build has, best first, NULL-ended. */
void lanescan_runnable(unsigned levels, const lanescan_kernels *out[LANESCAN_MAX_ISAS + 1]);

/* The best of `runnable` that is no better than the instruction set called `ceiling`. A NULL or
 * unknown name is no ceiling. A known set that is not in `runnable` still caps: of "avx512" on a
 * CPU that has only AVX2, AVX2 is the best that remains. */
const lanescan_kernels *lanescan_select(const lanescan_kernels *const *runnable,
                                        const char *ceiling);

/* The kernels in use. */
const lanescan_kernels *lanescan_active_kernels(void);

#endif
