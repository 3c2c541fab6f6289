/* What was built: for results, which say what they are results of. */
#ifndef LANESCAN_BENCH_BUILD_H
#define LANESCAN_BENCH_BUILD_H

/* The commit, with "-dirty" where files differ from it; NULL where there is no repository. */
const char *bench_commit(void);

/* Compiler and flags of all C code here. */
const char *bench_compiler(void);
const char *bench_flags(void);

/* The set of this build that goes by a name of lanescan_isas() on this CPU (choose/dispatch.h). */
unsigned bench_set_of(const char *isa);

/* Flags of the library's kernels of an instruction set, as lanescan_isas() names it, on this
 * CPU. */
const char *bench_library_flags(const char *isa);

#endif
