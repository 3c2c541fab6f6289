#include "order_reference.h"

#include <math.h>

enum { RUN = 4, RUNS = ORDER_GROUP / RUN };

/* A number and what rounding has left of it. */
typedef struct pair {
    double high, low;
} pair;

/* ---- sums ---- */

/* Knuth's TwoSum. */
static pair two_sum(double a, double b)
{
    const double sum = a + b, part = sum - a;
    return (pair){ sum, (a - (sum - part)) + (b - part) };
}

/* A sum whose errors are kept, and added up. */
static pair plus(pair sum, double x)
{
    const pair next = two_sum(sum.high, x);
    return (pair){ next.high, sum.low + next.low };
}

/* Sklansky's network over the totals of the runs: three levels. */
static void sum_network(double totals[RUNS])
{
    for (int half = 1; half < RUNS; half *= 2)
        for (int i = 0; i < RUNS; i++)
            if (i & half)
                totals[i] = totals[(i & ~(2 * half - 1)) + half - 1] + totals[i];
}

/* One group: its results, from what is before it in the line; returns its total. */
static double sum_group(const double x[ORDER_GROUP], double before, double y[ORDER_GROUP])
{
    double totals[RUNS];
    for (int i = 0; i < RUNS; i++) {
        const double *const a = x + RUN * i;
        double *const run = y + RUN * i;
        run[0] = a[0];
        run[1] = a[0] + a[1];
        run[2] = run[1] + a[2];
        run[3] = run[1] + (a[2] + a[3]);
        totals[i] = run[3];
    }
    sum_network(totals);
    for (int i = 0; i < RUNS; i++)
        for (int k = 0; k < RUN; k++)
            y[RUN * i + k] = (before + (i ? totals[i - 1] : 0)) + y[RUN * i + k];
    return totals[RUNS - 1];
}

bool order_sums(size_t n, const double *x, double *y)
{
    pair line = { 0, 0 }, chunk = { 0, 0 }, chunks = { 0, 0 };
    for (size_t i = 0; i < n; i += ORDER_GROUP) {
        const size_t count = n - i < ORDER_GROUP ? n - i : ORDER_GROUP;
        double group[ORDER_GROUP] = { 0 }, results[ORDER_GROUP];
        for (size_t k = 0; k < count; k++)
            group[k] = x[i + k];
        const double total = sum_group(group, line.high + line.low, results);
        for (size_t k = 0; k < count; k++) {
            if (!isfinite(results[k]))
                return false;
            y[i + k] = results[k];
        }
        line = plus(line, total);
        chunk = plus(chunk, total);
        if ((i + ORDER_GROUP) % ORDER_CHUNK)
            continue;
        /* The chunks' totals, from left to right. */
        chunks = plus(chunks, chunk.high);
        chunks.low += chunk.low;
        const double sum = chunks.high + chunks.low;
        line = chunks = (pair){ sum, chunks.low - (sum - chunks.high) };
        chunk = (pair){ 0, 0 };
    }
    return true;
}

/* ---- products ---- */

/* Every product is one of pairs: the error of the high parts' product is exact, what the low parts
 * add is of first order. */
static pair times(pair a, pair b)
{
    const double high = a.high * b.high, error = fma(a.high, b.high, -high);
    return (pair){ high, fma(a.high, b.low, fma(a.low, b.high, error)) };
}

static pair single(double x)
{
    return (pair){ x, 0 };
}

static void product_network(pair totals[RUNS])
{
    for (int half = 1; half < RUNS; half *= 2)
        for (int i = 0; i < RUNS; i++)
            if (i & half)
                totals[i] = times(totals[(i & ~(2 * half - 1)) + half - 1], totals[i]);
}

static pair product_group(const double x[ORDER_GROUP], double before, double y[ORDER_GROUP])
{
    pair totals[RUNS];
    for (int i = 0; i < RUNS; i++) {
        const double *const a = x + RUN * i;
        double *const run = y + RUN * i;
        const pair first = times(single(a[0]), single(a[1]));
        totals[i] = times(first, times(single(a[2]), single(a[3])));
        run[0] = a[0];
        run[1] = first.high;
        run[2] = first.high * a[2];
        run[3] = totals[i].high;
    }
    product_network(totals);
    for (int i = 0; i < RUNS; i++) {
        const pair runs = i ? totals[i - 1] : single(1);
        const double factor = fma(before, runs.high, before * runs.low);
        for (int k = 0; k < RUN; k++)
            y[RUN * i + k] = factor * y[RUN * i + k];
    }
    return totals[RUNS - 1];
}

static bool is_near_one(double x, double orders)
{
    return fabs(x) > ldexp(1, (int)-orders) && fabs(x) < ldexp(1, (int)orders);
}

bool order_products(size_t n, const double *x, double *y)
{
    pair line = { 1, 0 }, chunk = { 1, 0 }, chunks = { 1, 0 };
    for (size_t i = 0; i < n; i += ORDER_GROUP) {
        const size_t count = n - i < ORDER_GROUP ? n - i : ORDER_GROUP;
        double group[ORDER_GROUP], results[ORDER_GROUP];
        for (size_t k = 0; k < ORDER_GROUP; k++)
            group[k] = k < count ? x[i + k] : 1;
        const pair total = product_group(group, line.high + line.low, results);
        for (size_t k = 0; k < count; k++) {
            if (!is_near_one(group[k], 16) || !is_near_one(results[k], 900))
                return false;
            y[i + k] = results[k];
        }
        line = times(line, total);
        chunk = times(chunk, total);
        if ((i + ORDER_GROUP) % ORDER_CHUNK)
            continue;
        chunks = times(chunks, chunk);
        const double product = chunks.high + chunks.low;
        line = chunks = (pair){ product, chunks.low - (product - chunks.high) };
        chunk = single(1);
    }
    return true;
}
