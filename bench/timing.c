#define _POSIX_C_SOURCE 200809L /* clock_gettime */

#include "bench.h"

#include "lanescan.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

enum { REPETITIONS = 21, FEW_REPETITIONS = 5 };

static const double batch_seconds = 150e-6; /* far above the clock's own cost */
static const double long_seconds = 20e-3;   /* of a call: such are repeated less */

double bench_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double time_batch(const bench_task *task, size_t calls, bool warm)
{
    if (task->isa)
        lanescan_set_isa(task->isa);
    if (warm)
        task->run(task->context, 1); /* what the task before left in the caches */
    const double start = bench_seconds();
    task->run(task->context, calls);
    return bench_seconds() - start;
}

/* Calls that fill a batch; finding out also warms up. */
static size_t batch_size(const bench_task *task)
{
    for (size_t calls = 1;; calls *= 2)
        if (time_batch(task, calls, true) >= batch_seconds)
            return calls;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void bench_time_tasks(const bench_task *tasks, size_t count, double *ns_per_call)
{
    static double samples[BENCH_MAX_TASKS][REPETITIONS];
    size_t calls[BENCH_MAX_TASKS] = { 0 };
    const char *isa = lanescan_isa();
    bool warm[BENCH_MAX_TASKS] = { false };
    double total = 0;
    for (size_t t = 0; t < count; t++) {
        const double start = bench_seconds();
        if (tasks[t].run)
            calls[t] = batch_size(&tasks[t]);
        const double elapsed = bench_seconds() - start;
        /* A long call makes little of what is in the caches when it starts. */
        warm[t] = calls[t] > 1 || elapsed < 2 * long_seconds;
        total += elapsed;
    }
    const bool is_long = total > long_seconds * (double)count;
    const size_t repetitions = is_long ? FEW_REPETITIONS : REPETITIONS;
    for (size_t r = 0; r < repetitions; r++)
        for (size_t t = 0; t < count; t++)
            if (calls[t])
                samples[t][r] = time_batch(&tasks[t], calls[t], warm[t]);
    for (size_t t = 0; t < count; t++) {
        qsort(samples[t], repetitions, sizeof samples[t][0], by_value);
        ns_per_call[t] = calls[t] ? 1e9 * samples[t][repetitions / 2] / (double)calls[t]
                                  : (double)NAN;
    }
    lanescan_set_isa(isa);
}

void bench_time(const bench_contender *contenders, size_t count, const bench_case *what,
                const bench_arrays *arrays, double *ns_per_call)
{
    bench_line lines[BENCH_MAX_CONTENDERS];
    bench_task tasks[BENCH_MAX_CONTENDERS];
    for (size_t c = 0; c < count; c++) {
        lines[c] = (bench_line){ &contenders[c], what, arrays };
        tasks[c] = (bench_task){ bench_takes_part(&contenders[c], what) ? bench_line_run : NULL,
                                 &lines[c], contenders[c].isa };
    }
    bench_time_tasks(tasks, count, ns_per_call);
}
