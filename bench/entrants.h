/* Who takes part in measurements that are kept as results: contenders by the names they have
 * there. */
#ifndef LANESCAN_BENCH_ENTRANTS_H
#define LANESCAN_BENCH_ENTRANTS_H

#include "bench.h"

typedef struct bench_entrant {
    bench_contender who;
    const char *name; /* "lanescan", "memcpy", "plain", "inscan", "inclusive_scan" */
    const char *isa;  /* of lanescan and inscan; NULL for the others */
    const char *compiler, *flags;
} bench_entrant;

/* memcpy, plain and the other references, then the library from its slowest instruction set to its
 * best. `isa` not NULL: of what has an instruction set only what has this one. */
size_t bench_entrants(const char *isa, bench_entrant out[BENCH_MAX_CONTENDERS]);

/* The library on one instruction set. */
bench_entrant bench_library_entrant(const char *isa);

#endif
