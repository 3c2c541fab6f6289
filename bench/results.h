/* Results: rows that are kept, and the files they are written to (format: results.schema.json). */
#ifndef LANESCAN_BENCH_RESULTS_H
#define LANESCAN_BENCH_RESULTS_H

#include "bench.h"
#include "entrants.h"

#include <stdio.h>

/* One measurement. NaN: not measured, null in the files. */
typedef struct bench_row {
    const bench_case *what;
    const char *layout;
    const char *contender, *isa, *compiler, *flags;
    size_t n, threads;
    double median_ns, min_ns, spread; /* per element; spread is a ratio */
    double gb_per_s, to_memcpy, to_plain;
    double error;
    const char *error_unit; /* NULL where there is no error */
} bench_row;

typedef struct bench_results {
    bench_row *rows;
    size_t count, room;
    bench_effort effort;
} bench_results;

/* A row of this entrant whose call took so long. Speeds and ratios are filled in later or stay
 * NaN. */
bench_row bench_row_make(const bench_entrant *, const bench_case *, const char *layout, size_t n,
                         bench_timing call);

/* False and a sentence when there is not enough memory. */
bool bench_results_add(bench_results *, const bench_row *);
void bench_results_free(bench_results *);

/* The rows from `first` on were measured in turn: their ratios to memcpy and plain, which are times
 * per element or NaN. */
void bench_results_compare(bench_results *, size_t first, double memcpy_ns, double plain_ns);

/* The files asked for; NULL: not asked for. Each writes a sentence when something is wrong. */
typedef struct bench_outputs {
    const char *json, *csv;
} bench_outputs;

bool bench_outputs_check(const bench_outputs *);
bool bench_outputs_write(const bench_outputs *, const bench_results *);

/* One line for people. */
void bench_row_print(const bench_row *);

/* ---- results_write.c ---- */

void bench_write_json(FILE *, const void *results);
void bench_write_csv(FILE *, const void *results);

#endif
