#include "harness/target.h"

#include "choose/cpu.h"
#include "harness/check.h"
#include "lanes/sets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if !defined(_WIN32) && !defined(__wasm__)
#define LOADS_LIBRARIES
#include <dlfcn.h>
#endif

#define DECLARE(set, shown, level, cpu, flags, more) \
    LANESCAN_IF_WITH(set, extern const lanescan_kernels lanescan_kernels_##set;)
LANESCAN_SETS(DECLARE, )
#ifndef LANESCAN_TEST_NO_NEON /* tests/harness/meson.build says why there is none on x86 */
#define LANESCAN_TEST_NO_NEON "of aarch64"
#endif

#ifdef LANESCAN_TEST_SIMDE
extern const lanescan_kernels lanescan_kernels_neon;
#endif

static const struct target {
    const char *name;
    unsigned levels;               /* all of them are needed to run it */
    const lanescan_kernels *table; /* NULL: not in this build */
} targets[] = {
#define IN_THIS_BUILD(set, shown, level, cpu, flags, more) \
    LANESCAN_IF_WITH(set, { #set, LANESCAN_LEVEL_##level, &lanescan_kernels_##set }, )
#define IN_NONE(set, shown, level, cpu, flags, more) { #set, 0, NULL },
    LANESCAN_SETS(IN_THIS_BUILD, )
#ifdef LANESCAN_TEST_SIMDE
        { "neon", LANESCAN_LEVEL_AVX2, &lanescan_kernels_neon },
#endif
    LANESCAN_SETS(IN_NONE, )
};

enum { NUM_TARGETS = sizeof targets / sizeof targets[0] };

static bool is_runnable(const struct target *target)
{
    return target->table && !(target->levels & ~lanescan_cpu_levels());
}

const void *target_load(const char *path, const char *symbol)
{
#ifdef LOADS_LIBRARIES
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const void *found = object ? dlsym(object, symbol) : NULL;
    if (!found) {
        printf("no %s in %s: %s\n", symbol, path, dlerror());
        exit(2);
    }
    return found;
#else
    printf("no %s in %s: this system loads no libraries\n", symbol, path);
    exit(2);
#endif
}

const lanescan_kernels *target_find(const char *name)
{
    if (strchr(name, '/'))
        return target_load(name, "lanescan_kernels_mutant");
    for (size_t i = 0; i < NUM_TARGETS; i++) {
        if (strcmp(targets[i].name, name) != 0)
            continue;
        if (!targets[i].table)
            check_skip("this build has no %s kernels%s", name,
                       strcmp(name, "neon") == 0 ? ": " LANESCAN_TEST_NO_NEON : "");
        if (!is_runnable(&targets[i]))
            check_skip("this CPU cannot run %s", name);
        return targets[i].table;
    }
    printf("FAIL no kernels are called '%s'\n", name);
    exit(1);
}

const lanescan_kernels *target_reference(const lanescan_kernels *target)
{
    const char *reference = getenv("LANESCAN_TEST_REFERENCE");
    if (reference && strcmp(reference, "itself") == 0)
        return target;
#ifdef LANESCAN_WITH_generic_fma
    /* Without the instruction every fma() is a call, and the suites take minutes. */
    const bool is_portable = target == &lanescan_kernels_generic ||
                             target == &lanescan_kernels_generic_fma;
    if (!is_portable && (lanescan_cpu_levels() & LANESCAN_LEVEL_FMA))
        return &lanescan_kernels_generic_fma;
#else
    (void)target;
#endif
    return &lanescan_kernels_generic;
}
