/* Results as JSON and as CSV: the same columns, from the same cells. */
#include "results.h"

#include "build.h"
#include "cpu_report.h"
#include "lanescan.h"

#include <math.h>
#include <string.h>
#include <time.h>

typedef struct cell {
    const char *name;
    const char *text; /* NULL: null */
    double number;    /* NaN: null */
    size_t count;
    enum { TEXT, NUMBER, COUNT, TRUTH } kind;
    bool truth;
} cell;

enum { NUM_COLUMNS = 22 };

/* "" is not known. */
static const char *known(const char *text)
{
    return text && *text ? text : NULL;
}

static void make_cells(const bench_row *row, cell cells[NUM_COLUMNS])
{
    const cell all[NUM_COLUMNS] = {
        { .name = "cpu", .text = known(bench_this_cpu()->name) },
        { .name = "compiler", .text = row->compiler },
        { .name = "flags", .text = row->flags },
        { .name = "version", .text = lanescan_version() },
        { .name = "commit", .text = bench_commit() },
        { .name = "contender", .text = row->contender },
        { .name = "isa", .text = row->isa },
        { .name = "op", .text = row->what->op },
        { .name = "type", .text = row->what->type },
        { .name = "with_index", .kind = TRUTH, .truth = row->what->with_index },
        { .name = "data", .text = row->what->data },
        { .name = "n", .kind = COUNT, .count = row->n },
        { .name = "layout", .text = row->layout },
        { .name = "threads", .kind = COUNT, .count = row->threads },
        { .name = "median_ns", .kind = NUMBER, .number = row->median_ns },
        { .name = "min_ns", .kind = NUMBER, .number = row->min_ns },
        { .name = "spread", .kind = NUMBER, .number = row->spread },
        { .name = "gb_per_s", .kind = NUMBER, .number = row->gb_per_s },
        { .name = "to_memcpy", .kind = NUMBER, .number = row->to_memcpy },
        { .name = "to_plain", .kind = NUMBER, .number = row->to_plain },
        { .name = "error", .kind = NUMBER, .number = row->error },
        { .name = "error_unit", .text = isnan(row->error) ? NULL : row->error_unit },
    };
    memcpy(cells, all, sizeof all);
}

static bool is_null(const cell *c)
{
    return (c->kind == TEXT && !c->text) || (c->kind == NUMBER && !isfinite(c->number));
}

/* A JSON string; bytes that are not ASCII, which no CPU's name should have, become '?'. */
static void json_string(FILE *out, const char *text)
{
    putc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else
            putc(*text >= ' ' && *text <= '~' ? *text : '?', out);
    }
    putc('"', out);
}

static void json_text(FILE *out, const char *text)
{
    if (text)
        json_string(out, text);
    else
        fputs("null", out);
}

static void json_member(FILE *out, const char *name, const char *text, const char *after)
{
    fprintf(out, "\"%s\": ", name);
    json_text(out, text);
    fputs(after, out);
}

/* What a CSV field holds, too. */
static void plain_cell(FILE *out, const cell *c)
{
    if (c->kind == NUMBER)
        fprintf(out, "%.5g", c->number);
    else if (c->kind == COUNT)
        fprintf(out, "%zu", c->count);
    else
        fputs(c->truth ? "true" : "false", out);
}

static void json_row(FILE *out, const bench_row *row)
{
    cell cells[NUM_COLUMNS];
    make_cells(row, cells);
    for (size_t i = 0; i < NUM_COLUMNS; i++) {
        fprintf(out, "%s\"%s\": ", i ? ", " : "    { ", cells[i].name);
        if (is_null(&cells[i]))
            fputs("null", out);
        else if (cells[i].kind == TEXT)
            json_string(out, cells[i].text);
        else
            plain_cell(out, &cells[i]);
    }
    fputs(" }", out);
}

static void json_number(FILE *out, const char *name, int number)
{
    if (number < 0)
        fprintf(out, "    \"%s\": null,\n", name);
    else
        fprintf(out, "    \"%s\": %d,\n", name, number);
}

static void json_cpu(FILE *out)
{
    const bench_cpu *cpu = bench_this_cpu();
    fputs("  \"cpu\": {\n    ", out);
    json_member(out, "name", known(cpu->name), ",\n    ");
    json_member(out, "vendor", known(cpu->vendor), ",\n");
    json_number(out, "family", cpu->family);
    json_number(out, "model", cpu->model);
    json_number(out, "stepping", cpu->stepping);
    fputs("    ", out);
    json_member(out, "microarchitecture", cpu->microarchitecture, ",\n    \"features\": [");
    for (size_t i = 0; i < cpu->num_features; i++) {
        fputs(i ? ", " : "", out);
        json_string(out, cpu->features[i]);
    }
    fputs("],\n    \"isas\": [", out);
    const char *const *isas = lanescan_isas();
    size_t count = 0;
    while (isas[count])
        count++;
    for (size_t i = count; i; i--) {
        json_string(out, isas[i - 1]);
        fputs(i > 1 ? ", " : "", out);
    }
    fputs("],\n    \"caches\": [", out);
    for (size_t i = 0; i < cpu->num_caches; i++) {
        const bench_cache *cache = &cpu->caches[i];
        fprintf(out, "%s{ \"level\": %d, ", i ? ", " : "", cache->level);
        json_member(out, "type", cache->type, ", ");
        fprintf(out, "\"bytes\": %zu, \"line\": %d }", cache->bytes, cache->line);
    }
    fprintf(out, "],\n    \"logical_cpus\": %d\n  },\n", cpu->logical_cpus);
}

void bench_write_json(FILE *out, const void *context)
{
    const bench_results *results = context;
    const time_t now = time(NULL);
    const struct tm *utc = gmtime(&now);
    char date[32] = "";
    if (utc)
        strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", utc);
    fputs("{\n  \"format\": \"lanescan-bench 1\",\n  ", out);
    json_member(out, "date", date, ",\n  \"library\": { ");
    json_member(out, "version", lanescan_version(), ", ");
    json_member(out, "commit", bench_commit(), ", ");
    json_member(out, "compiler", bench_compiler(), ", ");
    json_member(out, "flags", bench_flags(), " },\n");
    json_cpu(out);
    fprintf(out,
            "  \"method\": { \"batch_seconds\": %g, \"repetitions\": %zu, "
            "\"timer_overhead_ns\": %.1f },\n  \"rows\": [\n",
            results->effort.batch_seconds, results->effort.repetitions,
            1e9 * bench_timer_overhead());
    for (size_t i = 0; i < results->count; i++) {
        json_row(out, &results->rows[i]);
        fputs(i + 1 < results->count ? ",\n" : "\n", out);
    }
    fputs("  ]\n}\n", out);
}

/* RFC 4180: a field with a comma, a quote or a line's end is quoted, its quotes doubled. */
static void csv_string(FILE *out, const char *text)
{
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, out);
        return;
    }
    putc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            putc('"', out);
        putc(*text, out);
    }
    putc('"', out);
}

void bench_write_csv(FILE *out, const void *context)
{
    const bench_results *results = context;
    const bench_row none = { .what = &bench_cases[0] };
    cell cells[NUM_COLUMNS];
    make_cells(&none, cells);
    for (size_t i = 0; i < NUM_COLUMNS; i++)
        fprintf(out, "%s%s", i ? "," : "", cells[i].name);
    putc('\n', out);
    for (size_t r = 0; r < results->count; r++) {
        make_cells(&results->rows[r], cells);
        for (size_t i = 0; i < NUM_COLUMNS; i++) {
            if (i)
                putc(',', out);
            if (is_null(&cells[i]))
                continue;
            if (cells[i].kind == TEXT)
                csv_string(out, cells[i].text);
            else
                plain_cell(out, &cells[i]);
        }
        putc('\n', out);
    }
}
