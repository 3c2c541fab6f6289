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

static double time_batch(const bench_contender *contender, const bench_case *what,
                         const bench_arrays *arrays, size_t calls)
{
    if (contender->isa)
        lanescan_set_isa(contender->isa);
    bench_call(contender, what, arrays); /* what the contender before left in the caches */
    const double start = bench_seconds();
    for (size_t i = 0; i < calls; i++)
        bench_call(contender, what, arrays);
    return bench_seconds() - start;
}

/* Calls that fill a batch; finding out also warms up. */
static size_t batch_size(const bench_contender *contender, const bench_case *what,
                         const bench_arrays *arrays)
{
    for (size_t calls = 1;; calls *= 2)
        if (time_batch(contender, what, arrays, calls) >= batch_seconds)
            return calls;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void bench_time(const bench_contender *contenders, size_t count, const bench_case *what,
                const bench_arrays *arrays, double *ns_per_call)
{
    static double samples[BENCH_MAX_CONTENDERS][REPETITIONS];
    size_t calls[BENCH_MAX_CONTENDERS] = { 0 };
    const char *isa = lanescan_isa();
    const double start = bench_seconds();
    for (size_t c = 0; c < count; c++)
        if (bench_takes_part(&contenders[c], what))
            calls[c] = batch_size(&contenders[c], what, arrays);
    const bool is_long = bench_seconds() - start > long_seconds * (double)count;
    const size_t repetitions = is_long ? FEW_REPETITIONS : REPETITIONS;
    for (size_t r = 0; r < repetitions; r++)
        for (size_t c = 0; c < count; c++)
            if (calls[c])
                samples[c][r] = time_batch(&contenders[c], what, arrays, calls[c]);
    for (size_t c = 0; c < count; c++) {
        qsort(samples[c], repetitions, sizeof samples[c][0], by_value);
        ns_per_call[c] = calls[c] ? 1e9 * samples[c][repetitions / 2] / (double)calls[c]
                                  : (double)NAN;
    }
    lanescan_set_isa(isa);
}
