/* No spurious infinity, NaN or 0: random adversarial lines against the definition, evaluated left
 * to right. Extremes and integers have one right answer; sums, products and log-sum-exps must be
 * finite, infinite or NaN where the definition is. */
#include "golden/dataset.h"
#include "harness/check.h"
#include "harness/kernel_list.h"
#include "lines/left_to_right.h"
#include "lines/special.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 40, LONGEST = 2 * 4096 + 200 };

typedef struct judge {
    const char *prefix; /* of the kernels' names */
    left_to_right_check *check;
} judge;

static const judge judges[] = {
    { "cumsum_f", left_to_right_sum },      { "cumprod_f", left_to_right_product },
    { "logcumsumexp_", left_to_right_log }, { "cummax_", left_to_right_max },
    { "cummin_", left_to_right_min },       { "cumsum_i", left_to_right_integer },
    { "logaddexp_", left_to_right_pairs },
};

enum { NUM_JUDGES = sizeof judges / sizeof judges[0] };

static void judge_kernel(const lanescan_kernels *table, const kernel *k,
                         left_to_right_check *judge_line)
{
    /* Of the widest type. */
    double *x = check_alloc(LONGEST * 8), *second = check_alloc(LONGEST * 8);
    double *y = check_alloc(LONGEST * 8);
    int64_t *index = check_alloc(LONGEST * 8);
    generator g = random_seeded(check_stream_seed("left to right"));
    for (size_t d = 0; d < dataset_count(); d++) {
        for (size_t line = 0; line < LINES / check_scale() + 1; line++) {
            const size_t n = line % 8 == 7 ? random_below(&g, LONGEST) : random_below(&g, 150);
            dataset_make(dataset_at(d), &g, k->type, n, x);
            dataset_make(dataset_at(d), &g, k->type, n, second);
            k->call(table, n, x, second, y, index);
            judge_line(k, dataset_at(d)->name, n, x, second, y, index);
        }
    }
    free(x);
    free(second);
    free(y);
    free(index);
}

/* Products of factors near 1 that leave the range, or nearly, and turn back within a group: from
 * infinity and 0 there is no way back. Powers of two, so the definition has these bits. */
static void judge_ends_of_range(const lanescan_kernels *table, const kernel *k)
{
    enum { N = 96, FIRST = 30, LAST = 50, MOST_STEPS = 7 };
    double x[N], y[N], expected[N];
    for (int sign = -1; sign <= 1; sign += 2)
        for (size_t at = FIRST; at <= LAST; at++)
            for (size_t steps = 1; steps <= MOST_STEPS; steps++) {
                double product = 1;
                for (size_t i = 0; i < N; i++) {
                    const bool goes = i >= at && i < at + steps,
                               comes = i >= at + steps && i < at + 2 * steps;
                    x[i] = i == 0 ? ldexp(1, sign * 1000)
                                  : ldexp(1, sign * (15 * goes - 15 * comes));
                    expected[i] = product *= x[i];
                }
                k->call(table, N, x, NULL, y, NULL);
                check(memcmp(y, expected, sizeof y) == 0,
                      "%s: 2^%d, from element %zu on %zu factors of 2^%d, then as many back",
                      k->name, sign * 1000, at, steps, sign * 15);
            }
}

/* A product that goes through the whole range within a chunk, whose own product leaves it. Powers
 * of two again. */
static void judge_range_in_a_chunk(const lanescan_kernels *table, const kernel *k)
{
    enum { CHUNK_OF_LINE = 4096, N = 3 * CHUNK_OF_LINE };
    static double x[N], y[N], expected[N];
    for (int sign = -1; sign <= 1; sign += 2) {
        double product = 1;
        for (size_t i = 0; i < N; i++) {
            const int order = i < 100                                                     ? 10
                              : i >= CHUNK_OF_LINE + 9 && i < CHUNK_OF_LINE + 209         ? -10
                              : i >= 2 * CHUNK_OF_LINE + 50 && i < 2 * CHUNK_OF_LINE + 90 ? 10
                                                                                          : 0;
            x[i] = ldexp(1, sign * order);
            expected[i] = product *= x[i];
        }
        k->call(table, N, x, NULL, y, NULL);
        check(memcmp(y, expected, sizeof y) == 0, "%s: to 2^%d, and within a chunk to 2^%d",
              k->name, sign * 1000, sign * -1000);
    }
}

void special_left_to_right(const lanescan_kernels *table)
{
    for (size_t j = 0; j < NUM_JUDGES; j++) {
        size_t judged = 0;
        for (size_t i = 0; i < kernel_count(); i++) {
            const kernel k = kernel_at(i);
            if (strncmp(k.name, judges[j].prefix, strlen(judges[j].prefix)) != 0)
                continue;
            judge_kernel(table, &k, judges[j].check);
            if (strcmp(k.name, "cumprod_f64") == 0) {
                judge_ends_of_range(table, &k);
                judge_range_in_a_chunk(table, &k);
            }
            judged++;
        }
        check(judged == 2 || !kernel_list_is_whole(), "%zu kernels are called %s...", judged,
              judges[j].prefix);
    }
}
