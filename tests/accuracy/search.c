/* Searches for the largest error of every operation and type, MPFR as the judge: random lines that
 * are changed a little again and again, what makes the error larger is kept; anew where nothing
 * does. Prints the worst lines, as worst.txt has them, and the table.
 *
 *     accuracy_search [seconds [operation [type]]]
 *
 * Without arguments: a fixed number of lines, for a test. */
#define _POSIX_C_SOURCE 199309L /* clock_gettime */

#include "accuracy/search_judge.h"
#include "harness/check.h"

#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LINES_OF_A_TEST = 200, PATIENCE = 120, MOST_TASKS = 40 };

typedef struct found {
    double error;
    size_t lines;
    search_line line; /* its last element has the error */
    unsigned char result[LARGEST_ELEMENT];
} found;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Keeps the line up to the error if it is the largest so far. */
static double try(const search_task *t, const search_line *line, found *best)
{
    size_t at = line->n - 1;
    unsigned char result[LARGEST_ELEMENT] = { 0 };
    const double error = search_judge(t, line, &at, result);
    best->lines++;
    if (error > best->error) {
        best->error = error;
        best->line = *line;
        best->line.n = at + 1;
        memcpy(best->result, result, sizeof result);
    }
    return error;
}

/* From one line to the next, until PATIENCE changes in a row were for nothing. */
static void climb(const search_task *t, generator *g, search_line line, found *best)
{
    double error = try(t, &line, best);
    for (int idle = 0; idle < PATIENCE; idle++) {
        search_line changed = line;
        search_line_mutate(t, g, &changed);
        const double changed_error = try(t, &changed, best);
        if (changed_error < error)
            continue;
        if (changed_error > error)
            idle = 0;
        error = changed_error;
        line = changed;
    }
}

/* Leaves out what the error does not need. */
static void shorten(const search_task *t, found *best)
{
    for (size_t i = 0; !t->is_pair && i + 1 < best->line.n;) {
        search_line shorter = best->line;
        found trial = { .error = 0 };
        memmove(&shorter.x[i], &shorter.x[i + 1], (shorter.n - i - 1) * sizeof shorter.x[0]);
        shorter.n--;
        try(t, &shorter, &trial);
        if (trial.error < 0.995 * best->error) {
            i++;
            continue;
        }
        trial.lines += best->lines;
        *best = trial;
    }
}

/* Until the time is over or, where it is 0, the number of lines is reached. */
static found search(const search_task *t, double seconds)
{
    char name[64];
    snprintf(name, sizeof name, "search %s %s", search_task_name(t), dtype_of(t->dtype).name);
    generator g = random_seeded(check_stream_seed(name));
    found best = { .error = -1 };
    const double end = now() + seconds;
    const size_t most = seconds > 0 ? SIZE_MAX : LINES_OF_A_TEST / check_scale();
    while (best.lines < most && (seconds <= 0 || now() < end)) {
        const bool from_best = best.lines && random_below(&g, 3) == 0;
        climb(t, &g, from_best ? best.line : search_line_random(t, &g), &best);
    }
    shorten(t, &best);
    return best;
}

static const char *unit_of(const search_task *t)
{
    const dtype_info format = dtype_of(t->dtype);
    if (format.precision < 53)
        return "ulp";
    return t->op == LANESCAN_CUMSUM    ? "eps sum\\|x\\|"
           : t->op == LANESCAN_CUMPROD ? "eps \\|y\\|"
                                       : "eps C";
}

static void report(const search_task *t, const found *f)
{
    char text[DTYPE_TEXT];
    printf("# %.4f after %zu lines; y[%zu] = %s\n", f->error, f->lines, f->line.n - 1,
           dtype_text(text, t->dtype, f->result));
    search_print(t, f->error, &f->line);
}

static void print_table(const search_task *tasks, const found *results, size_t count)
{
    puts("\n| operation | type | worst error found | elements | last element | result |");
    puts("|---|---|--:|--:|---|---|");
    for (size_t i = 0; i < count; i++) {
        char element[LARGEST_ELEMENT], text[2][DTYPE_TEXT];
        const search_line *const line = &results[i].line;
        number_write(tasks[i].dtype, element, line->x[line->n - 1]);
        printf("| %s | %s | %.2f %s | %zu | %s | %s |\n", search_task_name(&tasks[i]),
               dtype_of(tasks[i].dtype).name, results[i].error, unit_of(&tasks[i]), line->n,
               dtype_text(text[0], tasks[i].dtype, element),
               dtype_text(text[1], tasks[i].dtype, results[i].result));
    }
}

/* A rounding to nearest is soon at its half ulp; the others have most of the time. */
static double share_of(const search_task *t)
{
    return dtype_of(t->dtype).precision < 53 ? 1 : 12;
}

/* Those that are called so; NULL is any. */
static size_t list_tasks(search_task tasks[MOST_TASKS], const char *operation, const char *type)
{
    static const search_task kinds[] = { { LANESCAN_CUMSUM, 0, false },
                                         { LANESCAN_CUMPROD, 0, false },
                                         { LANESCAN_LOGCUMSUMEXP, 0, false },
                                         { LANESCAN_LOGCUMSUMEXP, 0, true } };
    size_t count = 0;
    for (size_t kind = 0; kind < sizeof kinds / sizeof kinds[0]; kind++) {
        for (int dtype = LANESCAN_F16; dtype < NUM_DTYPES; dtype++) {
            search_task t = kinds[kind];
            t.dtype = dtype;
            const bool is_asked = (!operation || strcmp(operation, search_task_name(&t)) == 0) &&
                                  (!type || strcmp(type, dtype_of(dtype).name) == 0);
            /* Pairs of complex numbers have a scale of their own: complex_accuracy judges them. */
            if (is_asked && !(t.is_pair && dtype_of(dtype).kind == KIND_COMPLEX))
                tasks[count++] = t;
        }
    }
    return count;
}

int main(int argc, char **argv)
{
    static found results[MOST_TASKS];
    search_task tasks[MOST_TASKS];
    const double seconds = argc > 1 ? strtod(argv[1], NULL) : 0;
    const size_t count = list_tasks(tasks, argc > 2 ? argv[2] : NULL, argc > 3 ? argv[3] : NULL);
    check_start("accuracy_search", lanescan_isa());
    mpfr_set_emin(mpfr_get_emin_min());
    double shares = 0;
    for (size_t i = 0; i < count; i++)
        shares += share_of(&tasks[i]);
    for (size_t i = 0; i < count; i++) {
        results[i] = search(&tasks[i], seconds * share_of(&tasks[i]) / shares);
        report(&tasks[i], &results[i]);
        check(results[i].error > 0, "%s %s: none of %zu lines has an error",
              search_task_name(&tasks[i]), dtype_of(tasks[i].dtype).name, results[i].lines);
    }
    print_table(tasks, results, count);
    mpfr_free_cache();
    return check_finish();
}
