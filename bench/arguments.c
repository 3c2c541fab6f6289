#include "arguments.h"

#include "lanescan.h"
#include "shapes.h"
#include "threads.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

__attribute__((format(printf, 1, 2))) static bool wrong(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("lanescan-bench: ", stderr);
    vfprintf(stderr, format, arguments);
    putc('\n', stderr);
    va_end(arguments);
    return false;
}

/* ---- values ---- */

static bool read_seconds(const char *option, const char *text, double *seconds)
{
    char *end;
    const double value = strtod(text, &end);
    if (end == text || *end || !(value > 0 && value <= 3600))
        return wrong("%s needs seconds, more than 0 and at most 3600, not '%s'", option, text);
    *seconds = value;
    return true;
}

/* Whole numbers, also as 1e6. */
static bool read_count(const char *option, const char *text, size_t *count)
{
    char *end;
    const double value = strtod(text, &end);
    if (end == text || *end || !(value >= 1 && value <= 0x1p53) || value > (double)SIZE_MAX ||
        floor(value) < value)
        return wrong("%s needs a whole number from 1 to 2^53, not '%s'", option, text);
    *count = (size_t)value;
    return true;
}

static bool read_threads(const char *option, const char *text, size_t *threads)
{
    if (!read_count(option, text, threads))
        return false;
    if (*threads > BENCH_MOST_THREADS)
        return wrong("%s is at most %d, not %s", option, (int)BENCH_MOST_THREADS, text);
    return bench_can_have_threads(*threads) ||
           wrong("%s: this program was built without OpenMP, and has one thread", option);
}

static bool read_isa(const char *name, const char **isa)
{
    for (const char *const *known = lanescan_isas(); *known; known++)
        if (strcmp(*known, name) == 0) {
            *isa = *known;
            return true;
        }
    return wrong("this CPU or build cannot run instruction set '%s' (see lanescan-bench list)",
                 name);
}

static bool read_layout(const char *name, const char **layout)
{
    *layout = name;
    return strcmp(name, "line") == 0 || bench_shape_exists(name) ||
           wrong("there is no layout '%s' (see lanescan-bench list)", name);
}

static bool read_op(const char *name, const char **op)
{
    *op = name;
    for (size_t i = 0; i < bench_num_cases; i++)
        if (strcmp(bench_cases[i].op, name) == 0)
            return true;
    return wrong("there is no operation '%s' (see lanescan-bench list)", name);
}

static bool read_type(const char *name, const char **type)
{
    *type = name;
    for (size_t i = 0; i < bench_num_cases; i++)
        if (strcmp(bench_cases[i].type, name) == 0)
            return true;
    return wrong("there is no type '%s' (see lanescan-bench list)", name);
}

/* ---- options ---- */

enum command { RUN_ONCE = 1, SWEEP = 2, TENSORS = 4, SCALING = 8 };
enum option { N, ISA, LAYOUT, MIN_TIME, CALLS, OP, TYPE, THREADS, JSON, CSV, QUICK };

static const struct {
    const char *name;
    enum option option;
    unsigned commands; /* that take it */
} known_options[] = {
    { "--n", N, RUN_ONCE },
    { "--isa", ISA, RUN_ONCE | SWEEP | TENSORS | SCALING },
    { "--layout", LAYOUT, RUN_ONCE },
    { "--min-time", MIN_TIME, RUN_ONCE },
    { "--calls", CALLS, RUN_ONCE },
    { "--op", OP, SWEEP | SCALING },
    { "--type", TYPE, SWEEP | SCALING },
    { "--threads", THREADS, RUN_ONCE | SCALING },
    { "--json", JSON, RUN_ONCE | SWEEP | SCALING },
    { "--csv", CSV, RUN_ONCE | SWEEP | SCALING },
    { "--quick", QUICK, SWEEP },
};

static bool read_value(enum option option, const char *name, const char *value,
                       bench_arguments *out)
{
    switch (option) {
    case N:
        return read_count(name, value, &out->n);
    case CALLS:
        return read_count(name, value, &out->calls);
    case MIN_TIME:
        return read_seconds(name, value, &out->min_time);
    case ISA:
        return read_isa(value, &out->isa);
    case LAYOUT:
        return read_layout(value, &out->layout);
    case OP:
        return read_op(value, &out->op);
    case TYPE:
        return read_type(value, &out->type);
    case THREADS:
        return read_threads(name, value, &out->threads);
    case JSON:
        out->outputs.json = value;
        return true;
    case CSV:
        out->outputs.csv = value;
        return true;
    case QUICK:
        break;
    }
    return false;
}

static bool read_options(enum command command, int argc, char **argv, bench_arguments *out)
{
    for (int i = 0; i < argc; i++) {
        size_t k = 0;
        const size_t count = sizeof known_options / sizeof known_options[0];
        while (k < count && (strcmp(known_options[k].name, argv[i]) != 0 ||
                             !(known_options[k].commands & command)))
            k++;
        if (k == count)
            return wrong("unknown option '%s' (see lanescan-bench --help)", argv[i]);
        if (known_options[k].option == QUICK) {
            out->quick = true;
            continue;
        }
        if (i + 1 == argc)
            return wrong("%s needs a value", argv[i]);
        if (!read_value(known_options[k].option, argv[i], argv[i + 1], out))
            return false;
        i++;
    }
    return true;
}

static bench_arguments defaults(void)
{
    return (bench_arguments){ .layout = "line", .n = 65536 };
}

bool bench_run_arguments(int argc, char **argv, bench_arguments *out)
{
    *out = defaults();
    if (argc < 2 || argv[0][0] == '-' || argv[1][0] == '-')
        return wrong("run needs an operation and a type, such as: run cumsum f32");
    if (!read_op(argv[0], &out->op) || !read_type(argv[1], &out->type))
        return false;
    const bench_case *what = bench_find_case(out->op, out->type);
    if (!what)
        return wrong("there is no %s of %s (see lanescan-bench list)", out->op, out->type);
    if (!read_options(RUN_ONCE, argc - 2, argv + 2, out))
        return false;
    if (out->calls && out->min_time > 0)
        return wrong("either --calls or --min-time, not both");
    if (!out->calls && out->min_time <= 0)
        out->min_time = 0.5;
    bench_shape shape;
    lanescan_op op;
    if (strcmp(out->layout, "line") == 0)
        return out->threads < 2 || wrong("lines have one thread: --threads needs --layout tensor");
    const bool is_recurrence = strcmp(out->op, "linear_recurrence") == 0;
    if (is_recurrence && strcmp(out->layout, "exclusive") == 0)
        return wrong("%s has no layout exclusive", out->op);
    if (!bench_scan_op(what, &op) && !is_recurrence)
        return wrong("%s has no layout but line", out->op);
    return bench_shape_make(out->layout, out->n, &shape) ||
           wrong("%zu elements cannot have layout %s: it needs %s", out->n, out->layout,
                 strcmp(out->layout, "lines_of_8") == 0 ? "a multiple of 8" : "a square number");
}

/* Options of what may have an operation and a type. */
static bool read_selection(enum command command, int argc, char **argv, bench_arguments *out)
{
    *out = defaults();
    if (!read_options(command, argc, argv, out))
        return false;
    return !out->op || !out->type || bench_find_case(out->op, out->type) ||
           wrong("there is no %s of %s (see lanescan-bench list)", out->op, out->type);
}

bool bench_sweep_arguments(int argc, char **argv, bench_arguments *out)
{
    return read_selection(SWEEP, argc, argv, out);
}

bool bench_scaling_arguments(int argc, char **argv, bench_arguments *out)
{
    return read_selection(SCALING, argc, argv, out);
}

bool bench_tensors_arguments(int argc, char **argv, bench_arguments *out)
{
    *out = defaults();
    return read_options(TENSORS, argc, argv, out);
}
