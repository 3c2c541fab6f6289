/* All kernels of all sets: what tensors and streams need. Functions on lines do without (lines.c),
 * so that a program linked with the archive has the kernels that it calls. */
#include "choose/dispatch.h"

#define DECLARE(set, shown, level, cpu, flags, more) \
    LANESCAN_IF_WITH(set, extern const lanescan_kernels lanescan_kernels_##set;)
LANESCAN_SETS(DECLARE, )
#undef DECLARE

const lanescan_kernels *lanescan_kernels_of(unsigned set)
{
#define TABLE(set, shown, level, cpu, flags, more) LANESCAN_IF_WITH(set, &lanescan_kernels_##set, )
    static const lanescan_kernels *const tables[] = { LANESCAN_SETS(TABLE, ) };
#undef TABLE
    return tables[set];
}

const lanescan_kernels *lanescan_active_kernels(void)
{
    return lanescan_kernels_of(lanescan_active_set());
}
