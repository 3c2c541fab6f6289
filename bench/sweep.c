/* Every operation, type, instruction set, size and layout, as results. */
#include "commands.h"
#include "error.h"
#include "placement.h"
#include "plan.h"
#include "progress.h"

#include <math.h>
#include <string.h>

enum { MAX_MEASURED_ERROR = 65536 };

static const bench_effort quick_effort = { .batch_seconds = 50e-6, .repetitions = 7, .passes = 1 };

/* The steps are gone through several times, minutes apart: a neighbour who has the core for one of
 * them, which makes vector code slower than it does other code, does not decide what a step's
 * result is. */
static const bench_effort thorough_effort = { .batch_seconds = 150e-6,
                                              .repetitions = 21,
                                              .passes = 3 };

/* One step's measurements, whose rows become results. */
typedef struct sweep {
    const bench_arguments *arguments;
    bench_results results;
    bool exact;        /* what must be exact was */
    bool is_last_pass; /* in which rows are made */
} sweep;

static void set_error(sweep *self, bench_row *row, const bench_arrays *arrays,
                      const bench_shape *shape)
{
    row->error = bench_error(row->what, arrays, shape);
    row->error_unit = bench_error_unit(row->what);
    if (row->error > 0 && strcmp(row->error_unit, "exact") == 0) {
        bench_progress_end();
        fprintf(stderr, "lanescan-bench: %s %s of %zu elements, %s %s, layout %s: %g wrong\n",
                row->what->op, row->what->type, row->n, row->contender, row->isa ? row->isa : "",
                row->layout, row->error);
        self->exact = false;
    }
}

/* One pass of a step, the arrays in another place at each repetition. */
static void sample(const sweep *self, bench_placement *placement, const bench_task *tasks,
                   size_t count, bench_samples *samples)
{
    bench_effort effort = self->results.effort;
    effort.place = bench_place;
    effort.context = placement;
    bench_sample(&effort, tasks, count, samples);
}

/* The ratios of the rows that were added since there were `first`; memcpy is the first task. */
static void compare(sweep *self, const bench_step *step, size_t first, bench_samples *samples,
                    double plain_ns)
{
    const double n = (double)step->n;
    bench_results_compare(&self->results, first, bench_timing_of_task(samples, 0).median / n,
                          plain_ns / n);
}

static bool measure_lines(sweep *self, const bench_step *step, bench_placement *placement,
                          bench_samples *samples)
{
    bench_entrant entrants[BENCH_MAX_CONTENDERS];
    bench_line lines[BENCH_MAX_CONTENDERS];
    bench_task tasks[BENCH_MAX_TASKS];
    const size_t first = self->results.count;
    const size_t count = bench_entrants(self->arguments->isa, entrants);
    for (size_t e = 0; e < count; e++) {
        const bench_contender *who = &entrants[e].who;
        lines[e] = (bench_line){ who, step->what, &placement->arrays };
        tasks[e] = (bench_task){ bench_takes_part(who, step->what) ? bench_line_run : NULL,
                                 &lines[e], who->isa };
    }
    sample(self, placement, tasks, count, samples);
    for (size_t e = 0; e < count && self->is_last_pass; e++) {
        if (!tasks[e].run)
            continue;
        bench_row row = bench_row_make(&entrants[e], step->what, "line", step->n,
                                       bench_timing_of_task(samples, e));
        if (step->n <= MAX_MEASURED_ERROR && entrants[e].who.kernels) {
            bench_call_for_output(&entrants[e].who, step->what, &placement->arrays);
            set_error(self, &row, &placement->arrays, NULL);
        }
        if (!bench_results_add(&self->results, &row))
            return false;
    }
    compare(self, step, first, samples, bench_timing_of_task(samples, 1).median);
    return true;
}

/* memcpy of the line is timed beside the layouts, but kept as a row only where lines are. */
static bool measure_layouts(sweep *self, const bench_step *step, bench_placement *placement,
                            bench_samples *samples)
{
    static bench_shape shapes[BENCH_MAX_TASKS];
    static bench_scan scans[BENCH_MAX_TASKS]; /* which the placement knows, too */
    const bench_entrant entrant = bench_library_entrant(step->isa);
    const bench_contender copy = { "memcpy", NULL, NULL };
    bench_line line = { &copy, step->what, &placement->arrays };
    bench_task tasks[BENCH_MAX_TASKS] = { { bench_line_run, &line, NULL } };
    const size_t first = self->results.count, count = bench_num_shapes + 1;
    for (size_t s = 1; s < count; s++) {
        bench_shape_make(bench_shape_name(s - 1), step->n, &shapes[s]);
        scans[s] = bench_shape_scan(&shapes[s], step->what, &placement->arrays);
        tasks[s] = (bench_task){ bench_scan_run, &scans[s], step->isa };
    }
    placement->scans = scans + 1;
    placement->num_scans = bench_num_shapes;
    sample(self, placement, tasks, count, samples);
    for (size_t s = 1; s < count && self->is_last_pass; s++) {
        const char *name = bench_shape_name(s - 1);
        bench_row row = bench_row_make(&entrant, step->what, name, step->n,
                                       bench_timing_of_task(samples, s));
        if (!bench_succeeded(scans[s].status))
            return false;
        if (step->n <= MAX_MEASURED_ERROR) {
            lanescan_set_isa(step->isa);
            bench_scan_run(&scans[s], 1);
            set_error(self, &row, &placement->arrays, &shapes[s]);
        }
        if (!bench_results_add(&self->results, &row))
            return false;
    }
    placement->num_scans = 0;
    compare(self, step, first, samples, (double)NAN);
    return true;
}

/* Whether each instruction set can be had, so that no row has a false name, or a sentence. */
static bool isas_obey(void)
{
    const char *before = lanescan_isa();
    bool obeyed = true;
    for (const char *const *isa = lanescan_isas(); *isa; isa++)
        if (lanescan_set_isa(*isa) != LANESCAN_OK || strcmp(lanescan_isa(), *isa) != 0) {
            fprintf(stderr, "lanescan-bench: instruction set %s cannot be chosen\n", *isa);
            obeyed = false;
        }
    lanescan_set_isa(before);
    return obeyed;
}

static bool measure(sweep *self, const bench_step *step, bench_samples *samples)
{
    bench_placement placement;
    /* An input of every second element reaches twice as far. */
    if (!bench_placement_make(step->what, step->isa ? 2 * step->n : step->n, &placement)) {
        bench_progress_end();
        fprintf(stderr, "lanescan-bench: not enough memory for %zu elements of %s\n", step->n,
                step->what->type);
        return false;
    }
    placement.arrays.n = step->n;
    placement.arrays.bytes = step->n * step->what->element_size;
    const bool good = step->isa ? measure_layouts(self, step, &placement, samples)
                                : measure_lines(self, step, &placement, samples);
    bench_placement_free(&placement);
    return good;
}

static void print_rows(const bench_results *results, size_t first)
{
    if (first == 0)
        printf("%-27s %-23s %9s %-16s %9s %7s %8s  %s\n", "operation, type, data", "layout", "n",
               "contender", "ns/elem.", "spread", "GB/s", "error");
    for (size_t i = first; i < results->count; i++)
        bench_row_print(&results->rows[i]);
}

/* All steps once; `done` of the work, from 0 to 1, is behind. */
static bool go_through(sweep *self, const bench_plan *plan, bench_samples *samples, double done)
{
    const bool to_files = self->arguments->outputs.json || self->arguments->outputs.csv;
    const double work = plan->weight * (double)self->results.effort.passes;
    bool complete = true;
    for (size_t s = 0; s < plan->count; s++) {
        const bench_step *step = &plan->steps[s];
        const size_t first = self->results.count;
        char label[64];
        snprintf(label, sizeof label, "%s %s, n = %zu%s%s", step->what->op, step->what->type,
                 step->n, step->isa ? ", layouts, " : "", step->isa ? step->isa : "");
        bench_progress(done, label);
        complete &= measure(self, step, &samples[s]);
        done += step->weight / work;
        bench_progress_end();
        if (!to_files && self->is_last_pass)
            print_rows(&self->results, first);
    }
    return complete;
}

int bench_sweep(const bench_arguments *arguments)
{
    static bench_plan plan;
    static bench_samples samples[BENCH_MAX_STEPS];
    sweep self = { .arguments = arguments, .exact = true };
    bool complete = true;
    self.results.effort = arguments->quick ? quick_effort : thorough_effort;
    if (!isas_obey() || !bench_outputs_check(&arguments->outputs))
        return 1;
    bench_plan_make(arguments, &plan);
    const size_t passes = self.results.effort.passes;
    for (size_t pass = 0; pass < passes; pass++) {
        self.is_last_pass = pass + 1 == passes;
        complete &= go_through(&self, &plan, samples, (double)pass / (double)passes);
    }
    complete &= bench_outputs_write(&arguments->outputs, &self.results);
    bench_results_free(&self.results);
    return complete && self.exact ? 0 : 1;
}
