#include "results.h"

#include "file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Bytes read and written per element. */
static double traffic(const bench_entrant *entrant, const bench_case *what)
{
    const double size = (double)what->element_size;
    if (!entrant->who.kernels)
        return 2 * size;
    if (strcmp(what->op, "logsumexp") == 0)
        return size; /* one number comes out */
    return (double)bench_bytes_per_element(what);
}

bench_row bench_row_make(const bench_entrant *entrant, const bench_case *what, const char *layout,
                         size_t n, bench_timing call)
{
    const double nan = (double)NAN, median_ns = call.median / (double)n;
    return (bench_row){
        .what = what,
        .layout = layout,
        .contender = entrant->name,
        .isa = entrant->isa,
        .compiler = entrant->compiler,
        .flags = entrant->flags,
        .n = n,
        .threads = 1,
        .median_ns = median_ns,
        .min_ns = call.minimum / (double)n,
        .spread = call.spread,
        .gb_per_s = traffic(entrant, what) / median_ns,
        .to_memcpy = nan,
        .to_plain = nan,
        .error = nan,
    };
}

bool bench_results_add(bench_results *results, const bench_row *row)
{
    if (results->count == results->room) {
        const size_t room = results->room ? 2 * results->room : 256;
        bench_row *rows = realloc(results->rows, room * sizeof *rows);
        if (!rows) {
            fputs("lanescan-bench: not enough memory for the results\n", stderr);
            return false;
        }
        results->rows = rows;
        results->room = room;
    }
    results->rows[results->count++] = *row;
    return true;
}

void bench_results_free(bench_results *results)
{
    free(results->rows);
    *results = (bench_results){ 0 };
}

void bench_results_compare(bench_results *results, size_t first, double memcpy_ns, double plain_ns)
{
    for (size_t i = first; i < results->count; i++) {
        results->rows[i].to_memcpy = memcpy_ns / results->rows[i].median_ns;
        results->rows[i].to_plain = plain_ns / results->rows[i].median_ns;
    }
}

bool bench_outputs_check(const bench_outputs *outputs)
{
    if (outputs->json && outputs->csv && strcmp(outputs->json, outputs->csv) == 0) {
        fputs("lanescan-bench: --json and --csv need a file each\n", stderr);
        return false;
    }
    return (!outputs->json || bench_file_check(outputs->json)) &&
           (!outputs->csv || bench_file_check(outputs->csv));
}

bool bench_outputs_write(const bench_outputs *outputs, const bench_results *results)
{
    const bool json = !outputs->json || bench_file_write(outputs->json, bench_write_json, results);
    const bool csv = !outputs->csv || bench_file_write(outputs->csv, bench_write_csv, results);
    return json && csv;
}

void bench_row_print(const bench_row *row)
{
    char who[32], what[48], error[32] = "";
    snprintf(who, sizeof who, "%s%s%s", row->contender, row->isa ? " " : "",
             row->isa ? row->isa : "");
    snprintf(what, sizeof what, "%s%s %s %s", row->what->op, row->what->with_index ? "+index" : "",
             row->what->type, row->what->data);
    if (!isnan(row->error))
        snprintf(error, sizeof error, "%.3g %s", row->error, row->error_unit);
    printf("%-27s %-23s %9zu %-16s %9.3f %6.1f%% %8.2f  %s\n", what, row->layout, row->n, who,
           row->median_ns, 100 * row->spread, row->gb_per_s, error);
    fflush(stdout);
}
