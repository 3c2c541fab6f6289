#include "dispatch.h"

#include "cpu.h"

#include <string.h>

/* Every instruction set there is a name for, best first; `kernels` is NULL where this build has none.
 * The order is the meaning of "no better than". */
static const struct isa {
    const char *name;
    unsigned level; /* needs this level; 0 runs anywhere */
    const lanescan_kernels *kernels;
} isas[] = {
#ifdef LANESCAN_WITH_X86
    { "avx512", LANESCAN_LEVEL_AVX512, &lanescan_kernels_avx512 },
    { "avx2", LANESCAN_LEVEL_AVX2, &lanescan_kernels_avx2 },
#else
    { "avx512", 0, NULL },
    { "avx2", 0, NULL },
#endif
#ifdef LANESCAN_WITH_NEON
    { "neon", LANESCAN_LEVEL_NEON, &lanescan_kernels_neon },
#else
    { "neon", 0, NULL },
#endif
#ifdef LANESCAN_WITH_GENERIC_FMA
    { "generic", LANESCAN_LEVEL_FMA, &lanescan_kernels_generic_fma },
#endif
    { "generic", 0, &lanescan_kernels_generic },
};

enum { NUM_ISAS = sizeof isas / sizeof isas[0] };

void lanescan_runnable(unsigned levels, const lanescan_kernels *out[LANESCAN_MAX_ISAS + 1])
{
    size_t count = 0;
    for (size_t i = 0; i < NUM_ISAS; i++) {
        const struct isa *isa = &isas[i];
        if (!isa->kernels || (isa->level & ~levels))
            continue;
        if (count && strcmp(out[count - 1]->name, isa->name) == 0)
            continue; /* the faster form of the same set is listed already */
        out[count++] = isa->kernels;
    }
    out[count] = NULL;
}

/* Place of a name in the table: 0 is the best; -1 is no name of an instruction set. */
static int rank(const char *name)
{
    for (size_t i = 0; i < NUM_ISAS; i++)
        if (strcmp(isas[i].name, name) == 0)
            return (int)i;
    return -1;
}

const lanescan_kernels *lanescan_select(const lanescan_kernels *const *runnable,
                                        const char *ceiling)
{
    const int cap = ceiling ? rank(ceiling) : -1;
    const lanescan_kernels *const *best = runnable;
    while (best[1] && cap >= 0 && rank((*best)->name) < cap)
        best++;
    return *best;
}
