/* The functions on lines: lanescan_cumsum_f64 is made of the row LINE(cumsum_f64, ...) in
 * ops/sum/sum.def, and calls the kernel of the active set, which ops/sum/sum.c defines.
 *
 * Compiled once for each family, whose rows are in LANESCAN_FAMILY (ops/sum/sum.def), so that a
 * program linked with the archive has the kernels that it calls; or without it, for all. */
#include "choose/dispatch.h"
#include "choose/environment.h"
#include "lanescan.h"

#define DECLARE(set, shown, level, cpu, flags, line, result, parameters)               \
    LANESCAN_IF_WITH(set, result LANESCAN_OWNED(LANESCAN_LEFT_##line, lanescan_##line, \
                                                OWNER(set, shown)) parameters;)
#define ENTRY(set, shown, level, cpu, flags, line) \
    LANESCAN_IF_WITH(set,                          \
                     LANESCAN_OWNED(LANESCAN_LEFT_##line, lanescan_##line, OWNER(set, shown)), )

/* One call, from top to bottom. What a function returns is kept while the environment is left. */
#define LINE(line, result, parameters, arguments)                                   \
    LANESCAN_SETS(DECLARE, line, result, parameters)                                \
    result lanescan_##line parameters                                               \
    {                                                                               \
        static result(*const kernel[]) parameters = { LANESCAN_SETS(ENTRY, line) }; \
        environment before;                                                         \
        environment_enter(&before);                                                 \
        KEEP_##result kernel[lanescan_active_set()] arguments;                      \
        environment_leave(&before);                                                 \
        RETURN_##result;                                                            \
    }
#define KEEP_void
#define KEEP_float  const float kept =
#define KEEP_double const double kept =
#define RETURN_void
#define RETURN_float  return kept
#define RETURN_double return kept

#ifdef LANESCAN_FAMILY
#define QUOTED(path)            QUOTED_AS_WRITTEN(path)
#define QUOTED_AS_WRITTEN(path) #path
#define ONE_FAMILY              QUOTED(LANESCAN_FAMILY)
#endif
#include "ops/ops.def"
