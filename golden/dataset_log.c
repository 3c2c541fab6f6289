/* Data that is hard for a log-sum-exp. */
#include "golden/dataset.h"

/* clang-format off */
#define FILL(name) static void name(generator *g, const range *r, size_t n, double *x)
#define EACH       (void)g, (void)r; for (size_t i = 0; i < n; i++)

static const double log2_value = 0x1.62e42fefa39efp-1;

/* Logarithms of random probabilities that sum to 1: the result ends next to 0. */
FILL(log_probabilities)
{
    double sum = 0;
    EACH {
        x[i] = random_unit(g) + 0x1p-20;
        sum += x[i];
    }
    EACH x[i] = dataset_log(x[i] / sum);
}

/* The same with most of the mass in a few elements. */
FILL(log_probabilities_peaked)
{
    double sum = 0;
    EACH {
        const double u = random_unit(g) + 0x1p-30;
        x[i] = u * u * u * u * u * u * u * u;
        sum += x[i];
    }
    EACH x[i] = dataset_log(x[i] / sum + 0x1p-1000);
}

/* 1/2, 1/4, 1/8, ...: every prefix sums to just below 1. */
FILL(log_halves) { EACH x[i] = -log2_value * (double)(i + 1); }

/* One element next to 0, then a long tail that hardly adds to it: [0, -40]. */
FILL(one_dominates)
{
    EACH x[i] = i ? -random_between(g, 30, 60)
                  : random_normal(g) * dataset_power_of_two(-(int)random_below(g, 80));
}

/* [1e-20, log 1e-20]: both terms of the answer are tiny. */
FILL(tiny_and_log_tiny)
{
    EACH {
        const double tiny = dataset_power_of_two(-(int)random_below(g, 90) - 10);
        x[i] = i ? dataset_log(tiny) : tiny * random_sign(g);
    }
}

/* Sums that come near 1 from below, pass it, and stay: around the branch near 0. */
FILL(around_zero) { EACH x[i] = -random_between(g, 0, 6) - (double)i * 0.05; }
FILL(minus_log2) { EACH x[i] = -log2_value; }

/* Around the thresholds of exp: underflow, subnormal results, overflow. */
FILL(exp_edges)
{
    static const double edges[] = { -1075, -745.2, -708.4, -700, -104, -88.7, -1,
                                    0,     88.7,   103.9,  600,  700,  709.8 };
    EACH x[i] = edges[random_below(g, sizeof edges / sizeof *edges)] + random_normal(g);
}

/* Climbs by jumps of every size, so that a running reference has to follow. */
FILL(climbing)
{
    double level = -2000;
    EACH {
        if (random_below(g, 6) == 0)
            level += dataset_power_of_two((int)random_below(g, 12));
        x[i] = level - random_between(g, 0, 3);
    }
}

FILL(wide) { EACH x[i] = random_between(g, -1000, 1000); }
FILL(hundreds) { EACH x[i] = random_between(g, 0, 100); }
FILL(ramp_700) { EACH x[i] = 700 * (double)i / (double)n; }

const dataset datasets_log[] = {
    { "log_probabilities", log_probabilities },
    { "log_probabilities_peaked", log_probabilities_peaked },
    { "log_halves", log_halves },
    { "one_dominates", one_dominates },
    { "tiny_and_log_tiny", tiny_and_log_tiny },
    { "around_zero", around_zero },
    { "minus_log2", minus_log2 },
    { "exp_edges", exp_edges },
    { "climbing", climbing },
    { "wide", wide },
    { "hundreds", hundreds },
    { "ramp_700", ramp_700 },
    { 0 },
};
