#include "tensor/limits_cases.h"

#include <math.h>

/* clang-format off */
#define CASE(name) static void name(const limits *l, size_t n, double *x, double *y, int64_t *index)
#define EACH       (void)l, (void)index; for (size_t i = 0; i < n; i++)

/* A small number that looks random, positive and negative. */
static double mixed(size_t i, int bits)
{
    const double size = (double)((i * 2654435761u + 40503u) % ((uint64_t)1 << bits) + 1);
    return i * 40503u / 64 % 2 ? -size : size;
}

static double sign(size_t negatives)
{
    return negatives % 2 ? -1 : 1;
}

static double minimum(double a, double b)
{
    return a < b ? a : b;
}

/* ---- subnormal numbers only ---- */

CASE(subnormal_sum) /* of whole multiples of the least: exact */
{
    double sum = 0;
    EACH {
        x[i] = ldexp(mixed(i, l->subnormal_bits < 40 ? l->subnormal_bits - 1 : 39), l->lowest);
        sum += x[i];
        y[i] = sum;
    }
}
CASE(subnormal_sum_rises) /* out of the subnormal numbers */
{
    EACH {
        x[i] = ldexp(1, l->lowest);
        y[i] = ldexp((double)(i + 1), l->lowest);
    }
}
/* Zero, with the sign of all factors, where the accumulator has no room below. */
CASE(subnormal_product)
{
    double product = 1;
    EACH {
        x[i] = ldexp(mixed(i, 3), l->lowest);
        product *= x[i];
        y[i] = product;
    }
}
/* And powers of two: a subnormal product that comes and goes exactly. */
CASE(subnormal_product_of_ones)
{
    EACH {
        x[i] = i == 0 ? ldexp(1, l->lowest + 2) : i % 2 ? 0.5 : 2;
        y[i] = i % 2 ? ldexp(1, l->lowest + 1) : ldexp(1, l->lowest + 2);
    }
}
CASE(subnormal_max) /* a new one now and then, the same in between */
{
    EACH {
        x[i] = ldexp((double)(i % 3 ? 0 : i / 3 % 9), l->lowest);
        const size_t step = i / 3;
        const size_t best = step < 9 ? step : (step + 1) / 9 * 9 - 1;
        y[i] = ldexp((double)(best % 9), l->lowest);
        index[i] = best ? (int64_t)(3 * best) : (int64_t)i; /* zeros tie */
    }
}
CASE(subnormal_min)
{
    subnormal_max(l, n, x, y, index);
    for (size_t i = 0; i < n; i++)
        x[i] = -x[i], y[i] = -y[i];
}
CASE(subnormal_log) /* as of zeros, but for the first */
{
    EACH {
        x[i] = ldexp(mixed(i, 3), l->lowest);
        y[i] = i ? log((double)(i + 1)) : x[0];
    }
}

/* Beside an element of 0: each by itself is half of the least number or so. */
CASE(terms_below_the_least)
{
    const double log_of_least = l->lowest * 0x1.62e42fefa39efp-1, small = floor(log_of_least);
    const double term = exp(small - log_of_least);
    EACH {
        x[i] = i ? small : 0;
        y[i] = log1p(ldexp((double)i * term, l->lowest));
    }
}

/* ---- NaN and infinity only ---- */

CASE(nan_any)
{
    EACH {
        x[i] = y[i] = (double)NAN;
        index[i] = (int64_t)i;
    }
}
CASE(minus_inf_any)
{
    EACH {
        x[i] = y[i] = -(double)INFINITY;
        index[i] = (int64_t)i;
    }
}
CASE(minus_inf_product)
{
    EACH {
        x[i] = -(double)INFINITY;
        y[i] = sign(i + 1) * (double)INFINITY;
    }
}
CASE(plus_inf_any)
{
    EACH {
        x[i] = y[i] = (double)INFINITY;
        index[i] = (int64_t)i;
    }
}
static void fill_alternating(size_t n, double *x)
{
    for (size_t i = 0; i < n; i++)
        x[i] = sign(i) * (double)INFINITY;
}
CASE(alternating_inf_sum)
{
    fill_alternating(n, x);
    EACH y[i] = i ? (double)NAN : x[i];
}
CASE(alternating_inf_product)
{
    fill_alternating(n, x);
    EACH y[i] = sign((i + 1) / 2) * (double)INFINITY;
}
CASE(alternating_inf_max)
{
    fill_alternating(n, x);
    EACH {
        y[i] = (double)INFINITY;
        index[i] = (int64_t)(i / 2 * 2);
    }
}
CASE(alternating_inf_min)
{
    fill_alternating(n, x);
    EACH {
        y[i] = i ? -(double)INFINITY : (double)INFINITY;
        index[i] = i ? (int64_t)((i - 1) / 2 * 2 + 1) : 0;
    }
}
CASE(alternating_inf_log)
{
    fill_alternating(n, x);
    EACH y[i] = (double)INFINITY;
}

/* ---- orders that move the reference of a log-sum-exp ---- */

/* By so much at each element that what was before vanishes; as far as the type goes, then level. */
static void fill_climb(const limits *l, size_t n, double step, double *x)
{
    const double start = -minimum(l->max, step * 3000);
    for (size_t i = 0; i < n; i++)
        x[i] = minimum(start + step * (double)i, l->max);
}
CASE(climb_each) /* every element leaves the window */
{
    const double step = l->top > 15 ? 1024 : 64;
    fill_climb(l, n, step, x);
    for (size_t i = 0; i < n; i++) /* level at the top: the same element again and again */
        if (i && x[i] <= x[i - 1])
            x[i] = -l->max;
    double best = x[0];
    EACH {
        best = x[i] > best ? x[i] : best;
        y[i] = best;
    }
}
CASE(climb_in_groups) /* by 1024 at each 32nd element: one reference a group */
{
    EACH {
        x[i] = minimum(1024 * (double)(i / 32), l->max / 2);
        y[i] = x[i] + log((double)(i % 32 + 1));
        if (i >= 32 && x[i] <= x[i - 32]) /* the type's end */
            x[i] = -l->max, y[i] = y[i - 1];
    }
}
CASE(climb_by_doubling) /* through the bound beyond which the maximum is the reference, and back */
{
    double best = 0;
    EACH {
        const int turn = (int)(i % (size_t)(2 * l->top));
        const double size = ldexp(1, turn < l->top ? turn : 2 * l->top - turn);
        x[i] = size < 64 ? -l->max : size; /* the next one vanishes beside it */
        best = i == 0 || x[i] > best ? x[i] : best;
        /* At the second coming of the largest there are two of it: nothing that a large number
         * shows. */
        y[i] = best;
    }
}
CASE(fall_each)
{
    EACH {
        x[i] = -minimum(1024 * (double)i, l->max);
        y[i] = 0;
    }
}

/* ---- sums and products that go to the end of the range and come back ---- */

CASE(teeth) /* 0, up, 0, down, ... : the sum of any two in a row that begin elsewhere is too much */
{
    static const int moves[] = { 1, -1, -1, 1 };
    static const double levels[] = { 1, 0, -1, 0 };
    const double tooth = l->max / 2 * 1.75;
    EACH {
        x[i] = moves[i % 4] * tooth;
        y[i] = levels[i % 4] * tooth;
    }
}
/* From one end of the range to the other and back: two steps up, two down. */
CASE(teeth_of_the_largest)
{
    static const int moves[] = { -1, 1, 1, -1 };
    static const double levels[] = { -1, 0, 1, 0 };
    EACH {
        x[i] = moves[i % 4] * l->max;
        y[i] = levels[i % 4] * l->max;
    }
}
/* Powers of two: beyond the type and back, but not beyond the accumulator. */
CASE(product_there_and_back)
{
    const int step = l->top < l->accumulator_top ? l->top - 7 : l->top / 2 - 11;
    int exponent = 0;
    EACH {
        const size_t turn = i % 8; /* up, up, down, down, down, down, up, up */
        const int move = turn < 2 || turn >= 6 ? step : -step;
        exponent += move;
        x[i] = ldexp(1, move);
        y[i] = ldexp(1, exponent);
    }
}
CASE(product_overflows) /* beyond the accumulator: infinity stays */
{
    bool over = false;
    double product = 1;
    EACH {
        x[i] = i % 600 < 300 ? ldexp(1, l->top) : ldexp(1, -l->top);
        product *= x[i];
        over = over || isinf(product);
        y[i] = over ? (double)INFINITY : product;
    }
}

const limit_case limit_cases[] = {
    { "subnormal", LANESCAN_CUMSUM, subnormal_sum, 0 },
    { "subnormal, rising", LANESCAN_CUMSUM, subnormal_sum_rises, 0 },
    { "subnormal", LANESCAN_CUMPROD, subnormal_product, 0 },
    { "subnormal, then powers of two", LANESCAN_CUMPROD, subnormal_product_of_ones, 0 },
    { "subnormal", LANESCAN_CUMMAX, subnormal_max, 0 },
    { "subnormal", LANESCAN_CUMMIN, subnormal_min, 0 },
    { "subnormal", LANESCAN_LOGCUMSUMEXP, subnormal_log, 4 * 0x1p-52 },
    { "terms below the least number", LANESCAN_LOGCUMSUMEXP, terms_below_the_least, 4 * 0x1p-52 },
    { "NaN", LANESCAN_CUMSUM, nan_any, 0 },
    { "NaN", LANESCAN_CUMPROD, nan_any, 0 },
    { "NaN", LANESCAN_CUMMAX, nan_any, 0 },
    { "NaN", LANESCAN_CUMMIN, nan_any, 0 },
    { "NaN", LANESCAN_LOGCUMSUMEXP, nan_any, 0 },
    { "-inf", LANESCAN_CUMSUM, minus_inf_any, 0 },
    { "-inf", LANESCAN_CUMPROD, minus_inf_product, 0 },
    { "-inf", LANESCAN_CUMMAX, minus_inf_any, 0 },
    { "-inf", LANESCAN_CUMMIN, minus_inf_any, 0 },
    { "-inf", LANESCAN_LOGCUMSUMEXP, minus_inf_any, 0 },
    { "+inf", LANESCAN_CUMSUM, plus_inf_any, 0 },
    { "+inf", LANESCAN_CUMPROD, plus_inf_any, 0 },
    { "+inf", LANESCAN_CUMMAX, plus_inf_any, 0 },
    { "+inf", LANESCAN_CUMMIN, plus_inf_any, 0 },
    { "+inf", LANESCAN_LOGCUMSUMEXP, plus_inf_any, 0 },
    { "+inf, -inf", LANESCAN_CUMSUM, alternating_inf_sum, 0 },
    { "+inf, -inf", LANESCAN_CUMPROD, alternating_inf_product, 0 },
    { "+inf, -inf", LANESCAN_CUMMAX, alternating_inf_max, 0 },
    { "+inf, -inf", LANESCAN_CUMMIN, alternating_inf_min, 0 },
    { "+inf, -inf", LANESCAN_LOGCUMSUMEXP, alternating_inf_log, 0 },
    { "climbs with each element", LANESCAN_LOGCUMSUMEXP, climb_each, 0 },
    { "climbs with each group", LANESCAN_LOGCUMSUMEXP, climb_in_groups, 4 * 0x1p-52 },
    { "doubles", LANESCAN_LOGCUMSUMEXP, climb_by_doubling, 4 * 0x1p-52 },
    { "falls with each element", LANESCAN_LOGCUMSUMEXP, fall_each, 0 },
    { "teeth", LANESCAN_CUMSUM, teeth, 0 },
    { "teeth of the largest", LANESCAN_CUMSUM, teeth_of_the_largest, 0 },
    { "there and back", LANESCAN_CUMPROD, product_there_and_back, 0 },
    { "overflows", LANESCAN_CUMPROD, product_overflows, 0 },
    { 0 },
};
