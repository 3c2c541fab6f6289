/* The levels of invented CPUs, with every combination of the features that count. Linked with
 * src/choose/cpu.c or cpu_builtin.c, compiled with the headers in invented/. */
#include "dispatch/invented/invented.h"

#include "choose/cpu.h"
#include "harness/check.h"
#include "lanes/sets.h"

#include <stdio.h>
#include <string.h>

#define BIT(f) (1u << FEATURE_##f)

static const char *const names[NUM_FEATURES] = { "avx",      "fma",      "avx2",      "f16c",
                                                 "avx512f",  "avx512dq", "avx512bw",  "avx512vl",
                                                 "avx512cd", "osxsave",  "ymm saved", "zmm saved" };

#define USABLE (BIT(OSXSAVE) | BIT(YMM_SAVED))

/* What kernels of each level are compiled for: with one of them forgotten, a CPU that lacks
 * just that would be given instructions that it does not know. */
static const struct {
    const char *name;
    unsigned level, needs;
} levels[] = {
    { "fma", LANESCAN_LEVEL_FMA, USABLE | BIT(AVX) | BIT(FMA3) },
    { "avx2", LANESCAN_LEVEL_AVX2, USABLE | BIT(AVX) | BIT(FMA3) | BIT(AVX2) | BIT(F16C) },
    { "avx512", LANESCAN_LEVEL_AVX512,
      USABLE | BIT(ZMM_SAVED) | BIT(AVX) | BIT(FMA3) | BIT(AVX2) | BIT(F16C) | BIT(AVX512F) |
          BIT(AVX512DQ) | BIT(AVX512BW) | BIT(AVX512VL) | BIT(AVX512CD) },
};

enum { NUM_LEVELS = sizeof levels / sizeof levels[0] };

static unsigned features; /* of the CPU */

bool invented_has(feature f)
{
    return features >> f & 1;
}

/* The features that are not there, for a message. */
static const char *lacking(void)
{
    static char text[160];
    size_t used = 0;
    text[0] = '\0';
    for (int f = 0; f < NUM_FEATURES; f++)
        if (!invented_has((feature)f))
            used += (size_t)snprintf(text + used, sizeof text - used, " %s", names[f]);
    return text;
}

/* The sets of this family: all that a set's flags let the compiler use, its level asks for. */
static const struct {
    const char *name, *flags;
    unsigned level;
} sets[] = {
#define OF_x86_64(...) { __VA_ARGS__ },
#define OF_aarch64(...)
#define OF_wasm32(...)
#define OF_ppc64(...)
#define OF_any(...)
#define ROW(set, shown, level, cpu, flags, more) OF_##cpu(#set, flags, LANESCAN_LEVEL_##level)
    LANESCAN_SETS(ROW, )
};

static unsigned needs_of(unsigned level)
{
    for (size_t i = 0; i < NUM_LEVELS; i++)
        if (levels[i].level == level)
            return levels[i].needs;
    return 0;
}

static void check_flags(void)
{
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        char flags[256];
        snprintf(flags, sizeof flags, "%s", sets[i].flags);
        for (char *flag = strtok(flags, " "); flag; flag = strtok(NULL, " ")) {
            int f = 0;
            while (f < NUM_FEATURES && strcmp(names[f], flag + strlen("-m")) != 0)
                f++;
            check(f < NUM_FEATURES && needs_of(sets[i].level) >> f & 1,
                  "%s is compiled with %s, which its level does not ask for", sets[i].name, flag);
        }
    }
}

int main(void)
{
    check_start("invented", "CPUs");
    check_flags();
    for (features = 0; features < 1u << NUM_FEATURES; features++) {
        const unsigned got = lanescan_cpu_levels();
        unsigned all = 0;
        for (size_t i = 0; i < NUM_LEVELS; i++) {
            const bool has = (features & levels[i].needs) == levels[i].needs;
            check((got & levels[i].level) == (has ? levels[i].level : 0),
                  "without%s: level %s is %s", lacking(), levels[i].name, has ? "lost" : "claimed");
            all |= levels[i].level;
        }
        check((got & ~all) == 0, "without%s: a level of another family, %#x", lacking(), got);
    }
    return check_finish();
}
