/* Infinities, NaN, signed zeros and ties. */
#include "golden/dataset.h"

#include <math.h>

/* clang-format off */
#define FILL(name) static void name(generator *g, const range *r, size_t n, double *x)
#define EACH       (void)g, (void)r; for (size_t i = 0; i < n; i++)

static const double infinite = INFINITY;

static double quiet_nan(void)
{
    return f64_from_bits(0x7ff8000000000000u);
}

FILL(plus_inf) { EACH x[i] = random_below(g, 60) ? random_normal(g) : infinite; }
FILL(minus_inf) { EACH x[i] = random_below(g, 3) ? random_normal(g) : -infinite; }
FILL(both_inf) { EACH x[i] = random_below(g, 90) ? random_normal(g) : infinite * random_sign(g); }
FILL(one_nan) { EACH x[i] = i == n / 2 + 3 ? quiet_nan() : random_normal(g); }
FILL(some_nan) { EACH x[i] = random_below(g, 50) ? random_normal(g) : quiet_nan(); }
FILL(all_kinds)
{
    const double kinds[] = {
        0, -0.0, infinite, -infinite, quiet_nan(), r->max, -r->max, r->min_normal, 1, -1
    };
    EACH x[i] = random_below(g, 25) ? random_normal(g)
                                    : kinds[random_below(g, sizeof kinds / sizeof *kinds)];
}
FILL(signed_zeros) { EACH x[i] = 0 * random_sign(g); }
FILL(zeros_and_ones) { EACH x[i] = random_below(g, 12) ? 0 * random_sign(g) : random_sign(g); }
FILL(only_minus_inf) { EACH x[i] = -infinite; }
FILL(late_start) { EACH x[i] = i < n - n / 4 ? -infinite : random_normal(g); }
FILL(all_nan) { EACH x[i] = quiet_nan(); }
FILL(ties)
{
    EACH x[i] = random_below(g, 70)  ? (double)random_below(g, 3) * random_sign(g)
                : random_below(g, 2) ? infinite
                                     : -infinite;
}
FILL(ties_and_nan)
{
    EACH x[i] = random_below(g, 120) ? (double)random_below(g, 3) * random_sign(g) : quiet_nan();
}

const dataset datasets_special[] = {
    { "plus_inf", plus_inf },
    { "minus_inf", minus_inf },
    { "both_inf", both_inf },
    { "one_nan", one_nan },
    { "some_nan", some_nan },
    { "all_kinds", all_kinds },
    { "signed_zeros", signed_zeros },
    { "zeros_and_ones", zeros_and_ones },
    { "only_minus_inf", only_minus_inf },
    { "late_start", late_start },
    { "all_nan", all_nan },
    { "ties", ties },
    { "ties_and_nan", ties_and_nan },
    { 0 },
};
