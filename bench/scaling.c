/* How much faster more threads are: scans and sums of one long line and of many lines, and
 * logaddexp, on 1, 2, ... threads, in turn, as results. The bits must be those of one thread. */
#include "commands.h"
#include "placement.h"
#include "shapes.h"
#include "threads.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const bench_effort effort = { .batch_seconds = 1e-3, .repetitions = 21, .passes = 1 };

static const struct work {
    const char *layout;
    size_t n;
} works[] = {
    { "tensor", 4 << 20 }, /* one line, beyond the caches of a core */
    { "tensor", 1 << 20 },
    { "tensor", 1 << 10 }, /* too little work: what it costs to find that out */
    { "last", 1 << 18 },   /* 512 lines of 512 */
    { "first", 1 << 18 },
};

enum { MOST_COUNTS = BENCH_MAX_TASKS - 1 };

/* All up to 8, then fewer; the last is `most`. Returns how many. */
static size_t thread_counts(size_t most, size_t counts[MOST_COUNTS])
{
    static const size_t some[] = { 1, 2, 4, 8, 16, 32, 48, 64, 96, 128 };
    size_t count = 0;
    for (size_t i = 0; most <= 8 ? i < most : some[i] < most && count < MOST_COUNTS - 1; i++)
        counts[count++] = most <= 8 ? i + 1 : some[i];
    if (most > 8)
        counts[count++] = most;
    return count;
}

typedef struct scaling {
    const bench_arguments *arguments;
    bench_results results;
    size_t counts[MOST_COUNTS], num_counts;
    bool is_exact;
} scaling;

/* The scan on so many threads writes what it writes on one, which is in `serial`. */
static bool is_same(bench_scan *scan, const bench_arrays *arrays, const void *serial)
{
    memset(arrays->y, 0, arrays->bytes);
    bench_scan_run(scan, 1);
    return memcmp(arrays->y, serial, arrays->bytes) == 0;
}

static void print_row(const bench_row *row, double one_thread)
{
    printf("%-12s %-4s %-8s %9zu %4zu threads %9.4f ns %6.1f%% %7.2fx\n", row->what->op,
           row->what->type, row->layout, row->n, row->threads, row->median_ns, 100 * row->spread,
           one_thread / row->median_ns);
    fflush(stdout);
}

/* The tasks: memcpy by one thread, then the scan with each number of threads. */
static bool measure(scaling *self, const bench_case *what, const struct work *work,
                    bench_placement *placement, void *serial)
{
    static bench_shape shapes[MOST_COUNTS];
    static bench_scan scans[MOST_COUNTS]; /* which the placement knows, too */
    static bench_samples samples;
    lanescan_executor executors[MOST_COUNTS];
    const bench_entrant entrant = bench_library_entrant(lanescan_isa());
    const bench_contender copy = { "memcpy", NULL, NULL };
    bench_line line = { &copy, what, &placement->arrays };
    bench_task tasks[BENCH_MAX_TASKS] = { { bench_line_run, &line, NULL } };
    const size_t first = self->results.count;
    bench_effort moving = effort;
    for (size_t i = 0; i < self->num_counts; i++) {
        executors[i] = bench_executor(self->counts[i]);
        bench_shape_make(work->layout, work->n, &shapes[i]);
        shapes[i].options.executor = self->counts[i] > 1 ? &executors[i] : NULL;
        scans[i] = bench_shape_scan(&shapes[i], what, &placement->arrays);
        tasks[i + 1] = (bench_task){ bench_scan_run, &scans[i], NULL };
        if (i == 0) {
            memset(placement->arrays.y, 0, placement->arrays.bytes);
            bench_scan_run(&scans[i], 1);
            memcpy(serial, placement->arrays.y, placement->arrays.bytes);
        }
        if (!bench_succeeded(scans[i].status))
            return false;
        if (!is_same(&scans[i], &placement->arrays, serial)) {
            fprintf(stderr, "lanescan-bench: %s %s, %s: %zu threads write other bits than one\n",
                    what->op, what->type, work->layout, self->counts[i]);
            self->is_exact = false;
        }
    }
    placement->scans = scans;
    placement->num_scans = self->num_counts;
    moving.place = bench_place;
    moving.context = placement;
    samples = (bench_samples){ .count = 0 };
    bench_sample(&moving, tasks, self->num_counts + 1, &samples);
    for (size_t i = 0; i < self->num_counts; i++) {
        bench_row row = bench_row_make(&entrant, what, work->layout, work->n,
                                       bench_timing_of_task(&samples, i + 1));
        row.threads = self->counts[i];
        if (!bench_results_add(&self->results, &row))
            return false;
    }
    bench_results_compare(&self->results, first,
                          bench_timing_of_task(&samples, 0).median / (double)work->n, (double)NAN);
    for (size_t i = first; i < self->results.count; i++)
        print_row(&self->results.rows[i], self->results.rows[first].median_ns);
    return true;
}

static bool measure_case(scaling *self, const bench_case *what)
{
    bool good = true;
    for (size_t w = 0; good && w < sizeof works / sizeof works[0]; w++) {
        bench_placement placement;
        if (what->binary && strcmp(works[w].layout, "tensor") != 0)
            continue; /* element by element: there are no lines */
        if (!bench_placement_make(what, works[w].n, &placement)) {
            fprintf(stderr, "lanescan-bench: not enough memory for %zu elements of %s\n",
                    works[w].n, what->type);
            return false;
        }
        void *const serial = malloc(placement.arrays.bytes);
        good = serial && measure(self, what, &works[w], &placement, serial);
        free(serial);
        bench_placement_free(&placement);
    }
    return good;
}

static bool is_asked_for(const bench_arguments *arguments, const bench_case *what, size_t i)
{
    bench_function function;
    return !what->with_index && bench_function_of(what, &function) &&
           bench_find_case(what->op, what->type) == &bench_cases[i] &&
           (!arguments->op || strcmp(arguments->op, what->op) == 0) &&
           (!arguments->type || strcmp(arguments->type, what->type) == 0);
}

int bench_scaling(const bench_arguments *arguments)
{
    scaling self = { .arguments = arguments, .results.effort = effort, .is_exact = true };
    bool good = bench_outputs_check(&arguments->outputs);
    if (!good)
        return 1;
    if (arguments->isa && lanescan_set_isa(arguments->isa) != LANESCAN_OK)
        return 2;
    self.num_counts = thread_counts(arguments->threads ? arguments->threads : bench_threads(),
                                    self.counts);
    for (size_t i = 0; good && i < bench_num_cases; i++)
        if (is_asked_for(arguments, &bench_cases[i], i))
            good = measure_case(&self, &bench_cases[i]);
    good = good && bench_outputs_write(&arguments->outputs, &self.results);
    bench_results_free(&self.results);
    return good && self.is_exact ? 0 : 1;
}
