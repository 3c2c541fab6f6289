/* Finite data at the ends of the range. */
#include "golden/dataset.h"

/* clang-format off */
#define FILL(name) static void name(generator *g, const range *r, size_t n, double *x)
#define EACH       (void)g, (void)r; for (size_t i = 0; i < n; i++)

static double any_exponent(generator *g, const range *r)
{
    const size_t span = (size_t)(r->max_exponent - r->lowest_exponent + 1);
    const double scale = dataset_power_of_two(r->lowest_exponent + (int)random_below(g, span));
    return random_sign(g) * scale * random_between(g, 1, 1.99);
}

FILL(any_magnitude) { EACH x[i] = any_exponent(g, r); }
FILL(subnormals) { EACH x[i] = random_sign(g) * r->min_normal * random_unit(g); }
FILL(huge) { EACH x[i] = random_sign(g) * r->max * random_unit(g); }
FILL(largest) { EACH x[i] = random_sign(g) * r->max; }

/* The largest number, and what rounds with it: the error terms of a compensated sum overflow
 * here. */
FILL(largest_and_halves)
{
    const int top = r->max_exponent;
    const double halves = dataset_power_of_two(top == 127 ? 103 : 970);
    EACH {
        const double sizes[] = {
            r->max, halves, halves / 2, halves * 1.5, dataset_power_of_two(top), 1, 0
        };
        x[i] = random_sign(g) * sizes[random_below(g, sizeof sizes / sizeof sizes[0])];
    }
}

FILL(far_apart) { EACH x[i] = 1e4 * ((double)random_below(g, 3) - 1); }
FILL(few_huge)
{
    EACH x[i] = random_below(g, 40) ? random_normal(g)
                                    : r->max * random_sign(g) * random_unit(g);
}

/* Saw-teeth of nearly the largest number: left to right never overflows, pairs regrouped would. */
FILL(saw_teeth)
{
    const double tooth = r->max / 1.7;
    int level = 0;
    EACH {
        const int to = (int)random_below(g, 3) - 1;
        x[i] = to > level + 1 || to < level - 1 ? 0 : tooth * (to - level);
        if (x[i] != 0)
            level = to;
    }
}

/* Magnitudes far apart, then the same elements taken away again: what is left at the end is what
 * the large ones made the sum forget, down to the second half of a double-double. Small integers of
 * one magnitude in each 32, so that the sum inside a group is exact and only the carry forgets;
 * 2^48 between magnitudes, so that it forgets a part, which depends on the order of the chunks. */
FILL(undone)
{
    const size_t whole = n / 64 * 64, half = whole / 2;
    const int apart = r->max_exponent > 127 ? 48 : 40;
    double level = 1;
    EACH {
        if (i % 32 == 0)
            level = dataset_power_of_two(apart * (int)random_below(g, 4));
        x[i] = i >= whole ? 0
               : i < half ? ((double)random_below(g, 9) - 4) * level
                          : -x[i - half];
    }
}

/* Runs that reach infinity and go on. */
FILL(sum_overflow)
{
    EACH x[i] = random_below(g, 8) ? random_normal(g) : r->max * 0.7 * random_sign(g);
}

/* Factors of wild magnitude whose running product stays normal: regrouped pairs overflow and
 * underflow. */
FILL(product_wild)
{
    int exponent = 0;
    EACH {
        const int limit = r->max_exponent - 10;
        const int to = (int)random_below(g, (size_t)(2 * limit + 1)) - limit;
        int step = to - exponent;
        step = step > limit ? limit : step < -limit ? -limit : step;
        exponent += step;
        x[i] = random_sign(g) * dataset_power_of_two(step);
    }
}

/* A running product that leaves the range at both ends. */
FILL(product_leaves)
{
    const int span = r->max_exponent;
    EACH x[i] = random_between(g, 1, 2) *
                dataset_power_of_two((int)random_below(g, (size_t)span) - span / 2);
}

/* Falls to subnormal products and climbs again. */
FILL(product_returns)
{
    const int half = r->max_exponent / 8;
    EACH x[i] = random_between(g, 0.9, 1.1) * dataset_power_of_two(i / 16 % 2 ? half : -half);
}

const dataset datasets_extreme[] = {
    { "any_magnitude", any_magnitude },
    { "subnormals", subnormals },
    { "huge", huge },
    { "largest", largest },
    { "largest_and_halves", largest_and_halves },
    { "far_apart", far_apart },
    { "few_huge", few_huge },
    { "undone", undone },
    { "saw_teeth", saw_teeth },
    { "sum_overflow", sum_overflow },
    { "product_wild", product_wild },
    { "product_leaves", product_leaves },
    { "product_returns", product_returns },
    { 0 },
};
