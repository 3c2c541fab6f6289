/* The program's arguments, all checked before anything is measured. */
#ifndef LANESCAN_BENCH_ARGUMENTS_H
#define LANESCAN_BENCH_ARGUMENTS_H

#include "results.h"

typedef struct bench_arguments {
    const char *op, *type, *isa; /* NULL: all of them */
    const char *layout;          /* "line" where nothing is said */
    size_t n, calls;             /* calls 0: as many as min_time takes */
    double min_time;
    size_t threads; /* 0: nothing was said */
    bool quick;
    bench_outputs outputs;
} bench_arguments;

/* Each command takes options of its own; false and a sentence when they are wrong. */
bool bench_run_arguments(int argc, char **argv, bench_arguments *);
bool bench_sweep_arguments(int argc, char **argv, bench_arguments *);
bool bench_scaling_arguments(int argc, char **argv, bench_arguments *);
bool bench_tensors_arguments(int argc, char **argv, bench_arguments *);

#endif
