/* What a sweep measures, in its order. */
#ifndef LANESCAN_BENCH_PLAN_H
#define LANESCAN_BENCH_PLAN_H

#include "arguments.h"

enum { BENCH_MAX_SIZES = 16, BENCH_MAX_STEPS = 1024 };

/* One case at one size: the line functions beside the references, or the tensors of every layout on
 * one instruction set beside memcpy. */
typedef struct bench_step {
    const bench_case *what;
    size_t n;
    const char *isa; /* NULL: lines */
    double weight;   /* about how long it takes */
} bench_step;

typedef struct bench_plan {
    bench_step steps[BENCH_MAX_STEPS];
    size_t count;
    double weight;
} bench_plan;

void bench_plan_make(const bench_arguments *, bench_plan *);

/* Line lengths, ascending; returns how many. From 8 elements, a call's own cost, to arrays of four
 * times the last cache, where there is memory for them. */
size_t bench_sizes(const bench_case *, bool quick, size_t sizes[BENCH_MAX_SIZES]);

#endif
