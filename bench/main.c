/* lanescan-bench: how fast the library is on this machine, next to what it replaces. */
#include "bench.h"

#include "lanescan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int usage(FILE *out)
{
    fputs("usage: lanescan-bench [table]         every operation on every instruction set\n"
          "       lanescan-bench list            operations, types and instruction sets\n"
          "       lanescan-bench run OP TYPE [--n N] [--isa ISA] [--min-time S | --calls K]\n"
          "                                      one operation, for a profiler or hyperfine\n"
          "       lanescan-bench tensors [--isa ISA]\n"
          "                                      layouts, options, conversions and streams\n",
          out);
    return out == stdout ? 0 : 2;
}

static int list(void)
{
    for (size_t i = 0; i < bench_num_cases; i++)
        printf("%s %s%s (%s)\n", bench_cases[i].op, bench_cases[i].type,
               bench_cases[i].with_index ? " with index" : "", bench_cases[i].data);
    printf("instruction sets on this CPU:");
    for (const char *const *isa = lanescan_isas(); *isa; isa++)
        printf(" %s", *isa);
    printf("\n");
    return 0;
}

/* A positive number, or 0 and a sentence. */
static double positive(const char *option, const char *text)
{
    char *end;
    const double value = text ? strtod(text, &end) : 0;
    if (text && *end == '\0' && value > 0 && value < 1e15)
        return value;
    fprintf(stderr, "lanescan-bench: %s needs a positive number\n", option);
    return 0;
}

/* Whether --isa could be obeyed, or a sentence. */
static bool use_isa(const char *name)
{
    if (name && lanescan_set_isa(name) == LANESCAN_OK)
        return true;
    fprintf(stderr, "lanescan-bench: this CPU or build cannot run instruction set %s\n",
            name ? name : "(none given)");
    return false;
}

/* Calls for at least min_time seconds, or exactly `calls` of them when that is not 0. */
static int measure(const bench_case *what, size_t n, double min_time, size_t calls)
{
    const bench_contender library = bench_library();
    bench_arrays arrays;
    if (!bench_arrays_make(what, n, &arrays)) {
        fprintf(stderr, "lanescan-bench: not enough memory for %zu elements\n", n);
        return 1;
    }
    bench_call(&library, what, &arrays);
    size_t done = 0, batch = calls ? calls : 1;
    double elapsed = 0;
    const double start = bench_seconds();
    do {
        for (size_t i = 0; i < batch; i++)
            bench_call(&library, what, &arrays);
        done += batch;
        batch *= 2;
        elapsed = bench_seconds() - start;
    } while (!calls && elapsed < min_time);
    printf("%s %s, n = %zu, %s: %.4f ns/element, %zu calls\n", what->op, what->type, n,
           lanescan_isa(), 1e9 * elapsed / ((double)done * (double)n), done);
    bench_arrays_free(&arrays);
    return 0;
}

static int run(int argc, char **argv)
{
    double n = 65536, min_time = 0.5, calls = 0;
    if (argc < 2)
        return usage(stderr);
    const bench_case *what = bench_find_case(argv[0], argv[1]);
    if (!what) {
        fprintf(stderr, "lanescan-bench: there is no %s of %s (see lanescan-bench list)\n", argv[0],
                argv[1]);
        return 2;
    }
    for (int i = 2; i < argc; i += 2) {
        const char *option = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        double *number = strcmp(option, "--n") == 0          ? &n
                         : strcmp(option, "--min-time") == 0 ? &min_time
                         : strcmp(option, "--calls") == 0    ? &calls
                                                             : NULL;
        if (number) {
            *number = positive(option, value);
            if (*number <= 0)
                return 2;
        } else if (strcmp(option, "--isa") != 0) {
            fprintf(stderr, "lanescan-bench: unknown option %s\n", option);
            return 2;
        } else if (!use_isa(value)) {
            return 2;
        }
    }
    if (n < 1 || (calls > 0 && calls < 1)) {
        fprintf(stderr, "lanescan-bench: --n and --calls count from 1\n");
        return 2;
    }
    return measure(what, (size_t)n, min_time, (size_t)calls);
}

static int tensors(int argc, char **argv)
{
    for (int i = 0; i < argc; i += 2) {
        if (strcmp(argv[i], "--isa") != 0) {
            fprintf(stderr, "lanescan-bench: unknown option %s\n", argv[i]);
            return 2;
        }
        if (!use_isa(i + 1 < argc ? argv[i + 1] : NULL))
            return 2;
    }
    return bench_tensors();
}

int main(int argc, char **argv)
{
    const char *command = argc > 1 ? argv[1] : "table";
    if (strcmp(command, "table") == 0 && argc <= 2)
        return bench_table();
    if (strcmp(command, "list") == 0 && argc == 2)
        return list();
    if (strcmp(command, "run") == 0)
        return run(argc - 2, argv + 2);
    if (strcmp(command, "tensors") == 0)
        return tensors(argc - 2, argv + 2);
    if (strcmp(command, "--help") == 0 || strcmp(command, "-h") == 0)
        return usage(stdout);
    fprintf(stderr, "lanescan-bench: unknown command %s\n", command);
    return usage(stderr);
}
