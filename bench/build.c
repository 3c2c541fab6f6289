#include "build.h"

#include "build_info.h"
#include "choose/cpu.h"
#include "choose/dispatch.h"
#include "commit.h"

#include <string.h>

const char *bench_commit(void)
{
    return strcmp(BENCH_COMMIT, "unknown") == 0 ? NULL : BENCH_COMMIT;
}

const char *bench_compiler(void)
{
    return BENCH_COMPILER;
}

const char *bench_flags(void)
{
    return BENCH_FLAGS;
}

unsigned bench_set_of(const char *isa)
{
    unsigned sets[LANESCAN_NUM_SETS];
    const size_t num = lanescan_runnable(lanescan_cpu_levels(), sets);
    for (size_t i = 0; i < num; i++)
        if (strcmp(lanescan_set_name(sets[i]), isa) == 0)
            return sets[i];
    return LANESCAN_SET_generic;
}

const char *bench_library_flags(const char *isa)
{
#define FLAGS(set, shown, level, cpu, flags, more) LANESCAN_IF_WITH(set, BENCH_FLAGS_##set, )
    static const char *const flags_of[] = { LANESCAN_SETS(FLAGS, ) };
#undef FLAGS
    return flags_of[bench_set_of(isa)];
}
