#include "bench.h"

#include "lanescan.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { IN_CACHE = 65536, CALL_LENGTH = 8, LARGE_BYTES = 256 << 20, LABEL_WIDTH = 27 };

static bench_contender contenders[BENCH_MAX_CONTENDERS];
static size_t num_contenders;
static double ns[BENCH_MAX_CONTENDERS]; /* per call */

static double time_of(const char *contender)
{
    for (size_t c = 0; c < num_contenders; c++)
        if (strcmp(contenders[c].name, contender) == 0)
            return ns[c];
    return (double)NAN;
}

static void print_time(double value, int decimals)
{
    if (isnan(value))
        printf("%8s", "-");
    else
        printf("%8.*f", decimals, value);
}

static void print_ratio(double value)
{
    if (isnan(value))
        printf("%7s", "-");
    else
        printf("%6.*fx", value < 0.1 ? 3 : 2, value);
}

/* The heading: one column of time per contender, then one of ratio per instruction set. */
static void print_heading(const char *title, const char *unit)
{
    printf("\n%s\n%-*s", title, LABEL_WIDTH, unit);
    for (size_t c = 0; c < num_contenders; c++)
        printf("%8s", contenders[c].name);
    printf(" |");
    for (size_t c = 0; c < num_contenders; c++)
        if (contenders[c].isa)
            printf("%7s", contenders[c].name);
    printf("%7s\n", "memcpy");
}

/* `per` elements share a call's time: n for time per element, 1 for time per call. */
static bool print_row(const bench_case *what, size_t n, double per)
{
    char label[64];
    bench_arrays arrays;
    if (!bench_arrays_make(what, n, &arrays)) {
        fprintf(stderr, "lanescan-bench: not enough memory for %zu elements of %s\n", n,
                what->type);
        return false;
    }
    bench_time(contenders, num_contenders, what, &arrays, ns);
    bench_arrays_free(&arrays);
    snprintf(label, sizeof label, "%s%s %s %s", what->op, what->with_index ? "+index" : "",
             what->type, what->data);
    printf("%-*s", LABEL_WIDTH, label);
    for (size_t c = 0; c < num_contenders; c++)
        print_time(ns[c] / per, per > 1 ? 3 : 1);
    printf(" |");
    for (size_t c = 0; c < num_contenders; c++)
        if (contenders[c].isa)
            print_ratio(time_of("plain") / ns[c]);
    print_ratio(ns[0] / time_of(lanescan_isas()[0]));
    printf("\n");
    fflush(stdout);
    return true;
}

int bench_table(void)
{
    bool complete = true;
    num_contenders = bench_contenders(contenders);
    printf(
        "lanescan %s on %s, one thread. Median of calls made in turn; times in ns, smaller is\n"
        "better. Right of the bar: how many times as fast as the plain loop each instruction set "
        "is,\n"
        "and how many times as fast as memcpy the best one. plain: the loop one would write, -O3,\n"
        "double accumulator, libm for log-sum-exps. omp: the compiler's own scan (`omp simd`) "
        "with\n"
        "AVX2 and AVX-512, not as accurate. no fma: generic as on a CPU without that "
        "instruction.\n",
        lanescan_version(), lanescan_isas()[0]);

    print_heading("In cache: 65536 elements", "ns per element");
    for (size_t i = 0; i < bench_num_cases; i++)
        complete &= print_row(&bench_cases[i], IN_CACHE, IN_CACHE);

    complete &= bench_limits();

    print_heading("A call on 8 elements", "ns per call");
    for (size_t i = 0; i < bench_num_cases; i++)
        if (strcmp(bench_cases[i].data, "ascending") != 0 &&
            strcmp(bench_cases[i].data, "log_probs") != 0)
            complete &= print_row(&bench_cases[i], CALL_LENGTH, 1);

    print_heading("From memory: arrays of 256 MB", "ns per element");
    for (size_t i = 0; i < 2; i++) {
        const size_t n = LARGE_BYTES / bench_cases[i].element_size;
        complete &= print_row(&bench_cases[i], n, (double)n);
    }
    return complete ? 0 : 1;
}
