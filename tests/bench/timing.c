/* Samples: as many as were asked for, in passes; the arrays elsewhere before each repetition; none
 * of a task that takes no part. What a call takes is not judged, but that it is a time. */
#include "harness/check.h"

#include "bench.h"

#include "lanescan.h"

#include <math.h>

enum { REPETITIONS = 21, PASSES = 3, A_PASS = REPETITIONS / PASSES };

typedef struct places {
    size_t asked, in_order; /* how often; how often for the repetition that it was */
} places;

static void place(void *context, size_t repetition)
{
    places *self = context;
    self->in_order += repetition == self->asked % A_PASS;
    self->asked++;
}

static void work(void *context, size_t calls)
{
    volatile size_t *const done = context;
    for (size_t i = 0; i < calls; i++)
        *done = *done + 1;
}

int main(void)
{
    static bench_samples samples;
    places seen = { 0, 0 };
    size_t done = 0;
    const bench_effort effort = { 1e-6, REPETITIONS, PASSES, place, &seen };
    const bench_task tasks[] = { { work, &done, NULL },
                                 { NULL, NULL, NULL },
                                 { work, &done, NULL } };
    check_start("bench timing", lanescan_isa());
    for (size_t pass = 1; pass <= PASSES; pass++) {
        bench_sample(&effort, tasks, 3, &samples);
        check(samples.count == pass * A_PASS, "pass %zu: %zu samples", pass, samples.count);
        check(seen.asked == pass * A_PASS, "pass %zu: arrays placed %zu times", pass, seen.asked);
    }
    check(seen.in_order == REPETITIONS, "of %d places %zu were of their repetition", REPETITIONS,
          seen.in_order);
    for (size_t t = 0; t < 3; t++) {
        const bench_timing timing = bench_timing_of_task(&samples, t);
        check(samples.takes_part[t] == (t != 1), "task %zu takes part", t);
        check(t == 1 ? isnan(timing.median)
                     : timing.minimum > 0 && timing.minimum <= timing.median && timing.spread >= 0,
              "task %zu: median %g ns, minimum %g ns, spread %g", t, timing.median, timing.minimum,
              timing.spread);
    }
    return check_finish();
}
