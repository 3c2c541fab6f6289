#include "bench.h"

#include <math.h>
#include <string.h>

/* splitmix64: the same numbers in every run. */
static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

/* In (0, 1), never either end. */
static double uniform(uint64_t *state)
{
    return ((double)(next(state) >> 12) + 0.5) * 0x1p-52;
}

/* Near enough to a normal distribution for timing, and cheap for 256 MB: four uniforms. */
static double normal(uint64_t *state)
{
    double sum = -2;
    for (int i = 0; i < 4; i++)
        sum += uniform(state);
    return sum * 1.7320508075688772;
}

static void store(const bench_case *what, void *array, size_t i, double value)
{
    if (what->type[1] == '3')
        ((float *)array)[i] = (float)value;
    else
        ((double *)array)[i] = value;
}

void bench_fill_uniform(const bench_case *what, bench_arrays *arrays)
{
    uint64_t state = 1;
    for (size_t i = 0; i < arrays->n; i++) {
        if (strcmp(what->type, "i32") == 0)
            ((uint32_t *)arrays->x)[i] = (uint32_t)next(&state);
        else if (strcmp(what->type, "i64") == 0)
            ((uint64_t *)arrays->x)[i] = next(&state);
        else
            store(what, arrays->x, i, 2 * uniform(&state) - 1);
    }
}

void bench_fill_normal(const bench_case *what, bench_arrays *arrays)
{
    uint64_t state = 2;
    for (size_t i = 0; i < arrays->n; i++) {
        store(what, arrays->x, i, normal(&state));
        if (arrays->b)
            store(what, arrays->b, i, normal(&state));
    }
}

/* A factor and nearly its inverse in turn, so that the product returns to about 1. */
void bench_fill_factors(const bench_case *what, bench_arrays *arrays)
{
    uint64_t state = 3;
    for (size_t i = 0; i < arrays->n; i += 2) {
        const double factor = 1 + 0.02 * (uniform(&state) - 0.5);
        store(what, arrays->x, i, factor);
        if (i + 1 < arrays->n)
            store(what, arrays->x, i + 1, 1 / factor);
    }
}

/* Exponential variates divided by their expected sum: a random distribution over n outcomes. */
void bench_fill_log_probs(const bench_case *what, bench_arrays *arrays)
{
    uint64_t state = 4;
    const double log_sum = log((double)arrays->n);
    for (size_t i = 0; i < arrays->n; i++)
        store(what, arrays->x, i, log(-log(uniform(&state))) - log_sum);
}

void bench_fill_ascending(const bench_case *what, bench_arrays *arrays)
{
    for (size_t i = 0; i < arrays->n; i++)
        store(what, arrays->x, i, (double)i);
}

/* Coefficients near 1, as of a filter that forgets slowly; addends around 0. */
void bench_fill_gates(const bench_case *what, bench_arrays *arrays)
{
    uint64_t state = 5;
    for (size_t i = 0; i < arrays->n; i++) {
        const double coefficient = 0.9 + 0.1 * uniform(&state);
        store(what, arrays->x, i, coefficient);
        store(what, arrays->b, i, normal(&state));
    }
}
