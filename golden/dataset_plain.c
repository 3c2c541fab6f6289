/* Data as programs have it. */
#include "golden/dataset.h"

/* clang-format off */
#define FILL(name) static void name(generator *g, const range *r, size_t n, double *x)
#define EACH       (void)g, (void)r; for (size_t i = 0; i < n; i++)

FILL(normal) { EACH x[i] = random_normal(g); }
FILL(uniform) { EACH x[i] = random_unit(g); }
FILL(same) { EACH x[i] = 0.1; }
FILL(small_integers) { EACH x[i] = (double)random_below(g, 9) - 4; }
FILL(alternating) { EACH x[i] = (i % 2 ? -1 : 1) * random_between(g, 1, 2); }
FILL(near_one) { EACH x[i] = 1 + random_between(g, -1e-3, 1e-3); }
FILL(same_near_one) { EACH x[i] = 0.9999995; } /* rounding errors of the same sign */
FILL(ramp_slow_up) { EACH x[i] = (double)i * 0.01 - 3; }
FILL(ramp_slow_down) { EACH x[i] = 5 - (double)i * 0.01; }
FILL(ramp_steep_up) { EACH x[i] = (double)i * 37.5 - 2000; }
FILL(ramp_steep_down) { EACH x[i] = 3000 - (double)i * 37.5; }
FILL(stairs_up) { EACH x[i] = (double)(i / 50) * 151; }

/* Each element nearly undoes the one before, so that sums lose all their leading digits. */
FILL(cancelling)
{
    double last = 0;
    EACH {
        last = i % 2 ? -last * (1 + 0x1p-20 * random_unit(g)) : random_normal(g) * 1e6;
        x[i] = last;
    }
}

/* A running product that wanders up and down but stays well inside the normal range. */
FILL(product_wander)
{
    const double high = dataset_power_of_two(r->max_exponent - 60);
    double product = 1;
    EACH {
        const double size = product < 0 ? -product : product;
        const int step = (int)random_below(g, 41);
        const bool down = size > high || (size > 1 / high && random_below(g, 2));
        const int order = down ? -step - 1 : step;
        x[i] = random_sign(g) * random_between(g, 1, 2) * dataset_power_of_two(order);
        product *= x[i];
    }
}

const dataset datasets_plain[] = {
    { "normal", normal },
    { "uniform", uniform },
    { "same", same },
    { "small_integers", small_integers },
    { "alternating", alternating },
    { "near_one", near_one },
    { "same_near_one", same_near_one },
    { "ramp_slow_up", ramp_slow_up },
    { "ramp_slow_down", ramp_slow_down },
    { "ramp_steep_up", ramp_steep_up },
    { "ramp_steep_down", ramp_steep_down },
    { "stairs_up", stairs_up },
    { "cancelling", cancelling },
    { "product_wander", product_wander },
    { 0 },
};
