#define _POSIX_C_SOURCE 200809L /* clock_gettime */

#include "bench.h"

#include "lanescan.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

enum { FEW_REPETITIONS = 5, FEWEST_REPETITIONS = 3 };

static const double long_seconds = 20e-3; /* of a call: such are repeated less */
static const double very_long_seconds = 0.5;

/* Batches far above the clock's own cost. */
const bench_effort bench_usual_effort = { .batch_seconds = 150e-6, .repetitions = 21, .passes = 1 };

double bench_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_timer_overhead(void)
{
    enum { COUNT = 1001 };
    static double overhead = -1;
    if (overhead >= 0)
        return overhead;
    double samples[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        const double start = bench_seconds();
        samples[i] = bench_seconds() - start;
    }
    qsort(samples, COUNT, sizeof samples[0], by_value);
    return overhead = samples[COUNT / 2];
}

bench_timing bench_timing_of(double *samples, size_t count)
{
    if (count == 0)
        return (bench_timing){ (double)NAN, (double)NAN, (double)NAN };
    qsort(samples, count, sizeof samples[0], by_value);
    const double median = samples[count / 2];
    const double quartiles = samples[count - 1 - count / 4] - samples[count / 4];
    return (bench_timing){ median, samples[0], median > 0 ? quartiles / 2 / median : 0 };
}

/* Seconds, less what the clock costs; never 0, which no call takes. */
static double time_batch(const bench_task *task, size_t calls, bool warm)
{
    if (task->isa)
        lanescan_set_isa(task->isa);
    if (warm)
        task->run(task->context, 1); /* what the task before left in the caches */
    const double start = bench_seconds();
    task->run(task->context, calls);
    const double elapsed = bench_seconds() - start - bench_timer_overhead();
    return elapsed > 1e-9 ? elapsed : 1e-9;
}

/* Calls that fill a batch, and what one takes; finding out also warms up. */
static size_t batch_size(const bench_task *task, double batch_seconds, double *call_seconds)
{
    double elapsed = time_batch(task, 1, false);
    size_t calls = 1;
    while (elapsed < batch_seconds) {
        calls *= 2;
        elapsed = time_batch(task, calls, true);
    }
    *call_seconds = elapsed / (double)calls;
    return calls;
}

static size_t at_most(size_t limit, size_t count)
{
    return count < limit ? count : limit;
}

/* How often in one pass. */
static size_t repetitions_of(const bench_effort *effort, double mean_seconds)
{
    size_t all = effort->repetitions;
    if (mean_seconds > very_long_seconds)
        all = at_most(FEWEST_REPETITIONS, all);
    else if (mean_seconds > long_seconds)
        all = at_most(FEW_REPETITIONS, all);
    return (all + effort->passes - 1) / effort->passes;
}

void bench_sample(const bench_effort *effort, const bench_task *tasks, size_t count,
                  bench_samples *samples)
{
    size_t calls[BENCH_MAX_TASKS] = { 0 };
    double seconds[BENCH_MAX_TASKS] = { 0 }; /* of one call */
    double total = 0;
    const char *isa = lanescan_isa();
    for (size_t t = 0; t < count; t++) {
        if (tasks[t].run)
            calls[t] = batch_size(&tasks[t], effort->batch_seconds, &seconds[t]);
        total += seconds[t];
    }
    const size_t repetitions = at_most(BENCH_MAX_SAMPLES - samples->count,
                                       repetitions_of(effort, total / (double)count));
    for (size_t r = 0; r < repetitions; r++) {
        if (effort->place)
            effort->place(effort->context, r);
        for (size_t t = 0; t < count; t++) {
            if (!calls[t])
                continue;
            /* A long call makes little of what is in the caches when it starts. */
            const bool warm = calls[t] > 1 || seconds[t] < long_seconds;
            samples->ns[t][samples->count + r] = 1e9 * time_batch(&tasks[t], calls[t], warm) /
                                                 (double)calls[t];
            samples->takes_part[t] = true;
        }
    }
    samples->count += repetitions;
    lanescan_set_isa(isa);
}

bench_timing bench_timing_of_task(bench_samples *samples, size_t task)
{
    return bench_timing_of(samples->ns[task], samples->takes_part[task] ? samples->count : 0);
}

void bench_time_tasks(const bench_task *tasks, size_t count, double *ns_per_call)
{
    static bench_samples samples;
    samples = (bench_samples){ .count = 0 };
    bench_sample(&bench_usual_effort, tasks, count, &samples);
    for (size_t t = 0; t < count; t++)
        ns_per_call[t] = bench_timing_of_task(&samples, t).median;
}

void bench_time(const bench_contender *contenders, size_t count, const bench_case *what,
                const bench_arrays *arrays, double *ns_per_call)
{
    bench_line lines[BENCH_MAX_CONTENDERS];
    bench_task tasks[BENCH_MAX_CONTENDERS] = { { NULL, NULL, NULL } };
    for (size_t c = 0; c < count; c++) {
        lines[c] = (bench_line){ &contenders[c], what, arrays };
        tasks[c] = (bench_task){ bench_takes_part(&contenders[c], what) ? bench_line_run : NULL,
                                 &lines[c], contenders[c].isa };
    }
    bench_time_tasks(tasks, count, ns_per_call);
}
