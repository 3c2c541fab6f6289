/* The public functions and the choice of their kernels. The constructor lives here, in the object
 * that every caller links, so that a static archive cannot lose it. */
#define _GNU_SOURCE /* secure_getenv */

#include "lanescan.h"

#include "choose/cpu.h"
#include "dispatch.h"
#include "environment.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Statically initialised, so that a call from another constructor that runs before ours is served too. */
static _Atomic(const lanescan_kernels *) active = &lanescan_kernels_generic;

/* Written once, by the constructor, before main and before any thread of the program exists. */
static const lanescan_kernels *runnable[LANESCAN_MAX_ISAS + 1] = { &lanescan_kernels_generic };
static const char *runnable_names[LANESCAN_MAX_ISAS + 1] = { "generic" };

__attribute__((constructor)) static void choose_kernels(void)
{
    lanescan_runnable(lanescan_cpu_levels(), runnable);
    for (size_t i = 0; runnable[i]; i++)
        runnable_names[i] = runnable[i]->name;
    const lanescan_kernels *best = lanescan_select(runnable, secure_getenv("LANESCAN_ISA"));
    atomic_store_explicit(&active, best, memory_order_release);
}

const lanescan_kernels *lanescan_active_kernels(void)
{
    return atomic_load_explicit(&active, memory_order_acquire);
}

#define LANESCAN_ENTRY(kernel, result, parameters, arguments)               \
    result lanescan_##kernel parameters                                     \
    {                                                                       \
        environment before;                                                 \
        environment_enter(&before);                                         \
        LANESCAN_KEEP_##result lanescan_active_kernels()->kernel arguments; \
        environment_leave(&before);                                         \
        LANESCAN_RETURN_##result;                                           \
    }
#define LANESCAN_KEEP_void
#define LANESCAN_KEEP_float  const float kept =
#define LANESCAN_KEEP_double const double kept =
#define LANESCAN_RETURN_void
#define LANESCAN_RETURN_float  return kept
#define LANESCAN_RETURN_double return kept
LANESCAN_KERNELS(LANESCAN_ENTRY)

const char *lanescan_isa(void)
{
    return lanescan_active_kernels()->name;
}

const char *const *lanescan_isas(void)
{
    return runnable_names;
}

lanescan_status lanescan_set_isa(const char *name)
{
    if (!name)
        return LANESCAN_ERROR_NULL;
    for (size_t i = 0; runnable[i]; i++) {
        if (strcmp(runnable[i]->name, name) == 0) {
            atomic_store_explicit(&active, runnable[i], memory_order_release);
            return LANESCAN_OK;
        }
    }
    return LANESCAN_ERROR_ISA;
}

const char *lanescan_version(void)
{
    return LANESCAN_VERSION;
}
