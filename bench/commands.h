/* What the program does with its arguments; each returns its exit status. */
#ifndef LANESCAN_BENCH_COMMANDS_H
#define LANESCAN_BENCH_COMMANDS_H

#include "arguments.h"

int bench_run(const bench_arguments *);
int bench_sweep(const bench_arguments *);
int bench_scaling(const bench_arguments *);

#endif
