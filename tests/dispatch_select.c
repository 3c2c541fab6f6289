/* The choice of kernels for invented CPUs: every combination of levels, every ceiling. */
#include "check.h"
#include "cpu.h"
#include "dispatch.h"

#include <string.h>

enum {
    ALL_LEVELS = LANESCAN_LEVEL_FMA | LANESCAN_LEVEL_AVX2 | LANESCAN_LEVEL_AVX512 |
                 LANESCAN_LEVEL_NEON
};

/* Best first: the order that "no better than" means. */
static const char *const order[] = { "avx512", "avx2", "neon", "generic" };

enum { NUM_NAMES = sizeof order / sizeof order[0] };

static int rank(const char *name)
{
    for (int i = 0; i < NUM_NAMES; i++)
        if (strcmp(order[i], name) == 0)
            return i;
    return -1;
}

/* The names this build must list for a CPU of these levels. */
static size_t expected(unsigned levels, const lanescan_kernels *out[LANESCAN_MAX_ISAS + 1])
{
    size_t count = 0;
    (void)levels;
#ifdef LANESCAN_WITH_X86
    if (levels & LANESCAN_LEVEL_AVX512)
        out[count++] = &lanescan_kernels_avx512;
    if (levels & LANESCAN_LEVEL_AVX2)
        out[count++] = &lanescan_kernels_avx2;
#endif
#ifdef LANESCAN_WITH_NEON
    if (levels & LANESCAN_LEVEL_NEON)
        out[count++] = &lanescan_kernels_neon;
#endif
#ifdef LANESCAN_WITH_GENERIC_FMA
    if (levels & LANESCAN_LEVEL_FMA) {
        out[count++] = &lanescan_kernels_generic_fma;
        return count;
    }
#endif
    out[count++] = &lanescan_kernels_generic;
    return count;
}

static void check_runnable(unsigned levels, const lanescan_kernels *const *runnable)
{
    const lanescan_kernels *want[LANESCAN_MAX_ISAS + 1];
    const size_t count = expected(levels, want);
    size_t i = 0;
    while (i < count && runnable[i] == want[i])
        i++;
    check(i == count && runnable[i] == NULL, "levels %u: place %zu is %s, expected %s", levels, i,
          runnable[i] ? runnable[i]->name : "the end", i < count ? want[i]->name : "the end");
    check(strcmp(want[count - 1]->name, "generic") == 0,
          "levels %u: the last resort is not generic", levels);
}

static void check_ceilings(unsigned levels, const lanescan_kernels *const *runnable)
{
    static const char *const no_ceiling[] = { NULL, "", "sse9", "AVX2", "avx2 ", "generic_fma" };
    for (size_t i = 0; i < sizeof no_ceiling / sizeof no_ceiling[0]; i++)
        check(lanescan_select(runnable, no_ceiling[i]) == runnable[0],
              "levels %u: ceiling '%s' is not ignored", levels,
              no_ceiling[i] ? no_ceiling[i] : "(none)");
    for (int cap = 0; cap < NUM_NAMES; cap++) {
        const lanescan_kernels *got = lanescan_select(runnable, order[cap]);
        const lanescan_kernels *const *want = runnable;
        while (rank((*want)->name) < cap)
            want++;
        check(got == *want, "levels %u, ceiling %s: got %s, expected %s", levels, order[cap],
              got->name, (*want)->name);
    }
}

int main(void)
{
    check_start("dispatch_select", "");
    for (unsigned levels = 0; levels <= ALL_LEVELS; levels++) {
        const lanescan_kernels *runnable[LANESCAN_MAX_ISAS + 1];
        for (size_t i = 0; i <= LANESCAN_MAX_ISAS; i++)
            runnable[i] = &lanescan_kernels_generic; /* no NULL by luck */
        lanescan_runnable(levels, runnable);
        check_runnable(levels, runnable);
        check_ceilings(levels, runnable);
    }
    return check_finish();
}
