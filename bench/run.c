/* One measurement: for profilers, for hyperfine, or as one row of results. */
#include "commands.h"
#include "error.h"
#include "placement.h"
#include "threads.h"

#include "lanescan.h"

#include <string.h>

enum { BATCHES = 21, MAX_MEASURED_ERROR = 65536 };

/* Samples in nanoseconds per call, and what they add up to. */
typedef struct sampling {
    double samples[BENCH_MAX_SAMPLES];
    size_t count, calls;
    double seconds;
} sampling;

static void sample(sampling *s, const bench_task *task, bench_placement *placement, size_t calls)
{
    bench_place(placement, s->count);
    const double start = bench_seconds();
    task->run(task->context, calls);
    const double elapsed = bench_seconds() - start - bench_timer_overhead();
    s->seconds += elapsed > 0 ? elapsed : 0;
    s->calls += calls;
    s->samples[s->count++] = 1e9 * (elapsed > 0 ? elapsed : 0) / (double)calls;
}

/* So many calls, in batches; after one that is not counted. */
static void sample_calls(sampling *s, const bench_task *task, bench_placement *placement,
                         size_t calls)
{
    const size_t batches = calls < BATCHES ? calls : BATCHES;
    task->run(task->context, 1);
    for (size_t b = 0; b < batches; b++)
        sample(s, task, placement, calls / batches + (b < calls % batches));
}

/* Batches for at least so long. How long a call takes is found out first, which warms up, too. */
static void sample_time(sampling *s, const bench_task *task, bench_placement *placement,
                        double min_time)
{
    double elapsed = 0;
    size_t calls = 1;
    for (;; calls *= 2) {
        const double start = bench_seconds();
        task->run(task->context, calls);
        elapsed = bench_seconds() - start;
        if (elapsed >= min_time / 2 / BATCHES)
            break;
    }
    calls = 1 + (size_t)((double)calls * min_time / BATCHES / elapsed);
    while (s->count < BENCH_MAX_SAMPLES && s->seconds < min_time)
        sample(s, task, placement, calls);
}

static bool keep(const bench_arguments *arguments, const sampling *s, const bench_row *row)
{
    bench_results results = { .effort = { .batch_seconds = s->seconds / (double)s->count,
                                          .repetitions = s->count } };
    const bool good = bench_results_add(&results, row) &&
                      bench_outputs_write(&arguments->outputs, &results);
    bench_results_free(&results);
    return good;
}

static bool measure(const bench_arguments *arguments, const bench_case *what, bench_shape *shape,
                    bench_placement *placement)
{
    const bench_entrant entrant = bench_library_entrant(lanescan_isa());
    bench_line line = { &entrant.who, what, &placement->arrays };
    static bench_scan scan; /* which the placement knows, too */
    bench_task task = { bench_line_run, &line, NULL };
    sampling s = { .count = 0 };
    const size_t threads = arguments->threads ? arguments->threads : 1;
    const lanescan_executor executor = bench_executor(threads);
    if (shape) {
        shape->options.executor = &executor;
        placement->arrays.n = arguments->n;
        scan = bench_shape_scan(shape, what, &placement->arrays);
        placement->scans = &scan;
        placement->num_scans = 1;
        task = (bench_task){ bench_scan_run, &scan, NULL };
    }
    if (arguments->calls)
        sample_calls(&s, &task, placement, arguments->calls);
    else
        sample_time(&s, &task, placement, arguments->min_time);
    if (!bench_succeeded(scan.status))
        return false;
    bench_row row = bench_row_make(&entrant, what, arguments->layout, arguments->n,
                                   bench_timing_of(s.samples, s.count));
    row.threads = threads;
    if (arguments->n <= MAX_MEASURED_ERROR) {
        if (!shape)
            bench_call_for_output(&entrant.who, what, &placement->arrays);
        row.error = bench_error(what, &placement->arrays, shape);
        row.error_unit = bench_error_unit(what);
    }
    printf("%s %s, n = %zu, %s%s%s: %.4f ns/element, %zu calls\n", what->op, what->type,
           arguments->n, shape ? arguments->layout : "", shape ? ", " : "", entrant.isa,
           1e9 * s.seconds / ((double)s.calls * (double)arguments->n), s.calls);
    return keep(arguments, &s, &row);
}

int bench_run(const bench_arguments *arguments)
{
    const bench_case *what = bench_find_case(arguments->op, arguments->type);
    const bool is_line = strcmp(arguments->layout, "line") == 0;
    bench_shape shape = { .input_reach = arguments->n };
    bench_placement placement;
    if (!is_line && !bench_shape_make(arguments->layout, arguments->n, &shape))
        return 2;
    if (!bench_outputs_check(&arguments->outputs))
        return 1;
    if (arguments->isa && lanescan_set_isa(arguments->isa) != LANESCAN_OK)
        return 2;
    if (!bench_placement_make(what, shape.input_reach, &placement)) {
        fprintf(stderr, "lanescan-bench: not enough memory for %zu elements of %s\n", arguments->n,
                what->type);
        return 1;
    }
    const bool good = measure(arguments, what, is_line ? NULL : &shape, &placement);
    bench_placement_free(&placement);
    return good ? 0 : 1;
}
