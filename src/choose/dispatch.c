/* The choice of kernels. The constructor lives here, in the object that every entry point asks, so
 * that a static archive cannot lose it. */
#define _GNU_SOURCE /* secure_getenv, where there is one */

#include "choose/dispatch.h"

#include "choose/cpu.h"
#include "lanes/compiler.h"
#include "lanescan.h"

#include <stdlib.h>
#include <string.h>

/* All sets that there is a name for, best first, in this build or not. */
static const char *const known[] = {
#define KNOWN(set, shown, level, cpu, flags, more) #shown,
    LANESCAN_SETS(KNOWN, )
#undef KNOWN
};

/* The sets of this build. */
static const struct set {
    const char *name;
    unsigned level; /* what a CPU must have */
} built[] = {
#define BUILT(set, shown, level, cpu, flags, more) \
    LANESCAN_IF_WITH(set, { #shown, LANESCAN_LEVEL_##level }, )
    LANESCAN_SETS(BUILT, )
#undef BUILT
};

const char *lanescan_set_name(unsigned set)
{
    return built[set].name;
}

size_t lanescan_runnable(unsigned levels, unsigned sets[LANESCAN_NUM_SETS])
{
    size_t num = 0;
    for (unsigned set = 0; set < LANESCAN_NUM_SETS; set++) {
        if (built[set].level & ~levels)
            continue;
        if (num && strcmp(built[sets[num - 1]].name, built[set].name) == 0)
            continue;
        sets[num++] = set;
    }
    return num;
}

/* Place of a name among all that are known: 0 is the best; their number, if it is none. */
static size_t rank(const char *name)
{
    size_t i = 0;
    while (i < sizeof known / sizeof known[0] && strcmp(known[i], name) != 0)
        i++;
    return i;
}

unsigned lanescan_select(const unsigned *sets, size_t num, const char *ceiling)
{
    const size_t cap = ceiling ? rank(ceiling) : 0;
    size_t best = 0;
    if (cap == sizeof known / sizeof known[0])
        return sets[0];
    while (best + 1 < num && rank(built[sets[best]].name) < cap)
        best++;
    return sets[best];
}

/* Statically initialised, so that a call from another constructor that runs before ours is served
 * too. */
_Atomic(unsigned) lanescan_active = LANESCAN_SET_generic;

/* Written once, by the constructor, before main and before any thread of the program exists. */
static unsigned runnable[LANESCAN_NUM_SETS] = { LANESCAN_SET_generic };
static size_t num_runnable = 1;
static const char *runnable_names[LANESCAN_NUM_SETS + 1] = { "generic" };

/* NULL also in a program that has more rights than its user. (No program has on Windows or
 * WebAssembly.) */
static const char *ceiling(void)
{
#if defined(__linux__)
    return secure_getenv("LANESCAN_ISA");
#elif defined(_WIN32) || defined(__wasm__)
    return getenv("LANESCAN_ISA");
#else
    int issetugid(void); /* of <unistd.h>, where many words are taken */
    return issetugid() ? NULL : getenv("LANESCAN_ISA");
#endif
}

LANESCAN_CONSTRUCTOR void choose(void)
{
    num_runnable = lanescan_runnable(lanescan_cpu_levels(), runnable);
    for (size_t i = 0; i < num_runnable; i++)
        runnable_names[i] = built[runnable[i]].name;
    const unsigned best = lanescan_select(runnable, num_runnable, ceiling());
    atomic_store_explicit(&lanescan_active, best, memory_order_release);
}

const char *lanescan_isa(void)
{
    return built[lanescan_active_set()].name;
}

const char *const *lanescan_isas(void)
{
    return runnable_names;
}

lanescan_status lanescan_set_isa(const char *name)
{
    if (!name)
        return LANESCAN_ERROR_NULL;
    for (size_t i = 0; i < num_runnable; i++) {
        if (strcmp(runnable_names[i], name) == 0) {
            atomic_store_explicit(&lanescan_active, runnable[i], memory_order_release);
            return LANESCAN_OK;
        }
    }
    return LANESCAN_ERROR_ISA;
}

const char *lanescan_version(void)
{
    return LANESCAN_VERSION;
}
