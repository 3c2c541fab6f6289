/* The choice of kernels for invented CPUs: every combination of levels, every ceiling. */
#include "choose/cpu.h"
#include "choose/dispatch.h"
#include "harness/check.h"

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

/* The sets that this build must choose from on a CPU of these levels. */
static size_t expected(unsigned levels, unsigned out[LANESCAN_NUM_SETS])
{
    size_t count = 0;
    (void)levels;
#ifdef LANESCAN_WITH_avx512
    if (levels & LANESCAN_LEVEL_AVX512)
        out[count++] = LANESCAN_SET_avx512;
#endif
#ifdef LANESCAN_WITH_avx2
    if (levels & LANESCAN_LEVEL_AVX2)
        out[count++] = LANESCAN_SET_avx2;
#endif
#ifdef LANESCAN_WITH_neon
    if (levels & LANESCAN_LEVEL_NEON)
        out[count++] = LANESCAN_SET_neon;
#endif
#ifdef LANESCAN_WITH_generic_fma
    if (levels & LANESCAN_LEVEL_FMA) {
        out[count++] = LANESCAN_SET_generic_fma;
        return count;
    }
#endif
    out[count++] = LANESCAN_SET_generic;
    return count;
}

static void check_runnable(unsigned levels, const unsigned *runnable, size_t num)
{
    unsigned want[LANESCAN_NUM_SETS];
    const size_t count = expected(levels, want);
    size_t i = 0;
    while (i < count && i < num && runnable[i] == want[i])
        i++;
    check(i == count && num == count, "levels %u: place %zu is %s, expected %s", levels, i,
          i < num ? lanescan_set_name(runnable[i]) : "the end",
          i < count ? lanescan_set_name(want[i]) : "the end");
    check(strcmp(lanescan_set_name(want[count - 1]), "generic") == 0,
          "levels %u: the last resort is not generic", levels);
}

static void check_ceilings(unsigned levels, const unsigned *runnable, size_t num)
{
    static const char *const no_ceiling[] = { NULL, "", "sse9", "AVX2", "avx2 ", "generic_fma" };
    for (size_t i = 0; i < sizeof no_ceiling / sizeof no_ceiling[0]; i++)
        check(lanescan_select(runnable, num, no_ceiling[i]) == runnable[0],
              "levels %u: ceiling '%s' is not ignored", levels,
              no_ceiling[i] ? no_ceiling[i] : "(none)");
    for (int cap = 0; cap < NUM_NAMES; cap++) {
        const unsigned got = lanescan_select(runnable, num, order[cap]), *want = runnable;
        while (rank(lanescan_set_name(*want)) < cap)
            want++;
        check(got == *want, "levels %u, ceiling %s: got %s, expected %s", levels, order[cap],
              lanescan_set_name(got), lanescan_set_name(*want));
    }
}

/* A set's table is its own, for all that its numbers are those of any other. */
static void check_tables(void)
{
    for (unsigned set = 0; set < LANESCAN_NUM_SETS; set++)
        check(strcmp(lanescan_kernels_of(set)->name, lanescan_set_name(set)) == 0,
              "the kernels of %s are called %s", lanescan_set_name(set),
              lanescan_kernels_of(set)->name);
}

int main(void)
{
    check_start("dispatch_select", "");
    check_tables();
    for (unsigned levels = 0; levels <= ALL_LEVELS; levels++) {
        unsigned runnable[LANESCAN_NUM_SETS];
        const size_t num = lanescan_runnable(levels, runnable);
        check_runnable(levels, runnable, num);
        check_ceilings(levels, runnable, num);
    }
    return check_finish();
}
