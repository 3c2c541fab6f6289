/* The choice of kernels for invented CPUs: every combination of levels, every ceiling. */
#include "choose/cpu.h"
#include "choose/dispatch.h"
#include "harness/check.h"

#include <string.h>

/* The rows of the list of sets, of this build or not; best first: the order that "no better than"
 * means. */
static const struct row {
    const char *set, *shown;
    unsigned level;
    int number; /* in this build; -1 where it has none */
} rows[] = {
#define NUMBER(set) (0 LANESCAN_IF_WITH(set, +LANESCAN_SET_##set + 1)) - 1
#define ROW_OF(set, shown, level, cpu, flags, more) \
    { #set, #shown, LANESCAN_LEVEL_##level, NUMBER(set) },
    LANESCAN_SETS(ROW_OF, )
};

enum { NUM_ROWS = sizeof rows / sizeof rows[0] };

enum {
#define OR_LEVEL(set, shown, level, cpu, flags, more) | LANESCAN_LEVEL_##level
    ALL_LEVELS = 0 LANESCAN_SETS(OR_LEVEL, )
};

static int rank(const char *name)
{
    for (int i = 0; i < NUM_ROWS; i++)
        if (strcmp(rows[i].shown, name) == 0)
            return i;
    return -1;
}

/* The sets that this build must choose from on a CPU of these levels. */
static size_t expected(unsigned levels, unsigned out[LANESCAN_NUM_SETS])
{
    size_t count = 0;
    for (int i = 0; i < NUM_ROWS; i++) {
        /* Of portable code the form without the instruction only where the other cannot run. */
        const bool is_second = count && strcmp(rows[i].set, "generic") == 0 &&
                               strcmp(lanescan_set_name(out[count - 1]), "generic") == 0;
        if (rows[i].number >= 0 && (levels & rows[i].level) == rows[i].level && !is_second)
            out[count++] = (unsigned)rows[i].number;
    }
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
    for (int row = 0; row < NUM_ROWS; row++) {
        const char *const ceiling = rows[row].shown;
        const unsigned got = lanescan_select(runnable, num, ceiling), *want = runnable;
        while (rank(lanescan_set_name(*want)) < rank(ceiling))
            want++;
        check(got == *want, "levels %u, ceiling %s: got %s, expected %s", levels, ceiling,
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
