#include "target.h"

#include "check.h"
#include "cpu.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct target {
    const char *name;
    unsigned levels;               /* all of them are needed to run it */
    const lanescan_kernels *table; /* NULL: not in this build */
} targets[] = {
    { "generic", 0, &lanescan_kernels_generic },
#ifdef LANESCAN_WITH_GENERIC_FMA
    { "generic_fma", LANESCAN_LEVEL_FMA, &lanescan_kernels_generic_fma },
#else
    { "generic_fma", 0, NULL },
#endif
#if defined(LANESCAN_WITH_NEON)
    { "neon", LANESCAN_LEVEL_NEON, &lanescan_kernels_neon },
#elif defined(LANESCAN_TEST_SIMDE)
    { "neon", LANESCAN_LEVEL_AVX2, &lanescan_kernels_neon },
#else
    { "neon", 0, NULL },
#endif
#ifdef LANESCAN_WITH_X86
    { "avx2", LANESCAN_LEVEL_AVX2, &lanescan_kernels_avx2 },
    { "avx512", LANESCAN_LEVEL_AVX512, &lanescan_kernels_avx512 },
#else
    { "avx2", 0, NULL },
    { "avx512", 0, NULL },
#endif
};

enum { NUM_TARGETS = sizeof targets / sizeof targets[0] };

static bool is_runnable(const struct target *target)
{
    return target->table && !(target->levels & ~lanescan_cpu_levels());
}

const void *target_load(const char *path, const char *symbol)
{
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const void *found = object ? dlsym(object, symbol) : NULL;
    if (!found) {
        printf("no %s in %s: %s\n", symbol, path, dlerror());
        exit(2);
    }
    return found;
}

const lanescan_kernels *target_find(const char *name)
{
    if (strchr(name, '/'))
        return target_load(name, "lanescan_kernels_mutant");
    for (size_t i = 0; i < NUM_TARGETS; i++) {
        if (strcmp(targets[i].name, name) != 0)
            continue;
        if (!targets[i].table)
            check_skip("this build has no %s kernels", name);
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
#ifdef LANESCAN_WITH_GENERIC_FMA
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
