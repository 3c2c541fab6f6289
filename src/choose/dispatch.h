/* The room choose: what the CPU can do, and which instruction set's kernels run; all that functions
 * on lines need. */
#ifndef LANESCAN_DISPATCH_H
#define LANESCAN_DISPATCH_H

#include "lanes/compiler.h"
#include "lanes/sets.h"
#include "ops/kernels.h"

#include <stdatomic.h>

/* The sets of this build, best first, are numbered from 0: `set` below, and the index of what is
 * made with LANESCAN_SETS and LANESCAN_IF_WITH. */
#define LANESCAN_NUMBER(set, shown, level, cpu, flags, more) \
    LANESCAN_IF_WITH(set, LANESCAN_SET_##set, )
enum { LANESCAN_SETS(LANESCAN_NUMBER, ) LANESCAN_NUM_SETS };
#undef LANESCAN_NUMBER

/* ---- the pure part, for tests too ---- */

/* The sets that a CPU of these levels (cpu.h) can run, best first; returns how many. Of two that
 * are shown by one name, the better. */
size_t lanescan_runnable(unsigned levels, unsigned sets[LANESCAN_NUM_SETS]);

/* The best of `num` sets that is no better than the one called `ceiling`. A NULL or unknown name is
 * no ceiling. A known set that cannot run here still caps: of "avx512" on a CPU that has only AVX2,
 * AVX2 is the best that remains. */
unsigned lanescan_select(const unsigned *sets, size_t num, const char *ceiling);

/* What lanescan_isa() says of a set. */
const char *lanescan_set_name(unsigned set);

/* ---- the present choice ---- */

extern _Atomic(unsigned) lanescan_active LANESCAN_HIDDEN;

static inline unsigned lanescan_active_set(void)
{
    return atomic_load_explicit(&lanescan_active, memory_order_acquire);
}

/* All kernels of a set; the active one's. */
const lanescan_kernels *lanescan_kernels_of(unsigned set);
const lanescan_kernels *lanescan_active_kernels(void);

#endif
