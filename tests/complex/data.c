#include "complex/data.h"

#include <float.h>
#include <math.h>

#define FILL(name)  static void name(generator *g, size_t i, double value[2])
#define SET(re, im) ((void)i, (void)g, value[0] = (re), value[1] = (im))

FILL(normal)
{
    SET(random_normal(g), random_normal(g));
}

FILL(hundreds)
{
    SET(random_between(g, -100, 100), random_between(g, -100, 100));
}

FILL(turning) /* the phase of the sum goes round and round */
{
    SET((double)i * 0.01, (double)i * 0.3 + random_normal(g) * 0.1);
}

FILL(leading) /* each element is much larger than the sum before it */
{
    SET((double)i * 3, random_normal(g) * 20);
}

FILL(climbing) /* ... by more than the window takes */
{
    SET((double)(i % 40) * 500 - 9000, random_normal(g) * 20);
}

FILL(cancelling) /* pairs of opposite numbers */
{
    const double step = (double)(i / 2) * 0.001;
    SET(step + random_normal(g) * 1e-9, i % 2 ? 0x1.921fb54442d18p+1 : 0);
}

FILL(near_one) /* the modulus of the sum is near 1 */
{
    SET(i ? random_between(g, -80, -20) : 0, random_between(g, -4, 4));
}

FILL(reals)
{
    SET(random_normal(g) * 5, 0);
}

FILL(far_phases)
{
    SET(random_normal(g), random_normal(g) * 1e9);
}

FILL(astronomic_phases)
{
    SET(random_normal(g), random_normal(g) * (random_below(g, 2) ? 0x1p50 : 0x1p120));
}

FILL(huge_reals)
{
    SET(random_normal(g) * 2 + (random_below(g, 9) ? 0x1p44 : 0x1p45), random_normal(g) * 2);
}

FILL(unit_circle) /* nearly of modulus 1 */
{
    const double t = random_between(g, -0.99, 0.99);
    SET(t, sqrt(1 - t * t) * random_sign(g));
}

FILL(wandering)
{
    const double scale = random_below(g, 2) ? 1.5 : 0.66;
    const double t = random_between(g, -0.99, 0.99);
    SET(t * scale, sqrt(1 - t * t) * random_sign(g) * scale);
}

FILL(up_and_down) /* far from 1 and back, one part often small */
{
    const double scale = i % 8 < 4 ? 0x1p200 : 0x1p-200;
    SET(random_normal(g) * scale, random_normal(g) * scale * (random_below(g, 3) ? 1 : 0x1p-90));
}

FILL(quarter_turns)
{
    const size_t quarter = random_below(g, 4);
    SET(quarter == 0 ? 1 : quarter == 2 ? -1 : 0, quarter == 1 ? 1 : quarter == 3 ? -1 : 0);
}

FILL(nearly_real)
{
    SET(random_between(g, 0.9, 1.11), random_normal(g) * 1e-12);
}

FILL(leaps) /* far from 1 at once, and back */
{
    const double angle = random_between(g, -3, 3);
    const double scale = i % 8 == 3 ? 0x1p200 : i % 8 == 5 ? 0x1p-200 : 1;
    SET(cos(angle) * scale, sin(angle) * scale);
}

FILL(axes) /* the other part is a zero of either sign */
{
    const double part = random_between(g, 0.7, 1.4) * random_sign(g), zero = random_sign(g) * 0.0;
    const bool is_real = random_below(g, 2);
    SET(is_real ? part : zero, is_real ? zero : part);
}

static double special(generator *g)
{
    /* clang-format off */
    const double values[] = { 0.0, -0.0, INFINITY, -INFINITY, NAN, DBL_MAX, -DBL_MAX, DBL_MIN,
                              0x1p-1074, -0x1p-1074, 1, -1, 0x1.8p127, 0x1p-149, 710, -710,
                              -1e5, 1e5, 0x1p40, -0x1p41, 0x1p45 };
    /* clang-format on */
    return values[random_below(g, sizeof values / sizeof values[0])];
}

FILL(seldom_special)
{
    const bool is_special = !random_below(g, 50);
    SET(is_special && random_below(g, 2) ? special(g) : random_normal(g),
        is_special && random_below(g, 2) ? special(g) : random_normal(g));
}

FILL(late_special) /* a group that is begun like any other */
{
    const bool is_special = i % 32 > 20 && !random_below(g, 40);
    SET(is_special ? special(g) : random_normal(g), random_normal(g) * 10);
}

FILL(often_special)
{
    SET(random_below(g, 3) ? random_normal(g) : special(g),
        random_below(g, 3) ? random_normal(g) : special(g));
}

FILL(minus_infinity)
{
    SET(i < 20 || random_below(g, 3) ? -INFINITY : random_normal(g),
        random_below(g, 30) ? random_normal(g) : 5);
}

FILL(any_magnitude)
{
    double re = f64_from_bits(random_bits(g)), im = f64_from_bits(random_bits(g));
    SET(isfinite(re) ? re : 0, isfinite(im) ? im : 0);
}

FILL(all_bits)
{
    SET(f64_from_bits(random_bits(g)), f64_from_bits(random_bits(g)));
}

FILL(to_zero_and_back)
{
    const double scale = i / 40 % 2 ? 0x1p30 : 0x1p-30;
    SET(random_normal(g) * scale, random_normal(g) * scale);
}

const complex_data complex_data_logs[] = {
    { "normal", true, normal },         { "hundreds", true, hundreds },
    { "turning", true, turning },       { "leading", true, leading },
    { "climbing", true, climbing },     { "cancelling", true, cancelling },
    { "near_one", true, near_one },     { "reals", true, reals },
    { "far_phases", true, far_phases }, { "astronomic_phases", true, astronomic_phases },
    { "huge_reals", true, huge_reals }, { NULL, false, NULL },
};

const complex_data complex_data_products[] = {
    { "unit_circle", true, unit_circle },
    { "wandering", true, wandering },
    { "up_and_down", true, up_and_down },
    { "quarter_turns", true, quarter_turns },
    { "nearly_real", true, nearly_real },
    { "axes", true, axes },
    { "leaps", true, leaps },
    { NULL, false, NULL },
};

const complex_data complex_data_wild[] = {
    { "seldom_special", false, seldom_special },    { "late_special", false, late_special },
    { "often_special", false, often_special },      { "minus_infinity", false, minus_infinity },
    { "any_magnitude", true, any_magnitude },       { "all_bits", false, all_bits },
    { "to_zero_and_back", true, to_zero_and_back }, { NULL, false, NULL },
};

void complex_data_make(const complex_data *data, uint64_t seed, element_type type, size_t n,
                       void *x)
{
    generator g = random_seeded(seed);
    for (size_t i = 0; i < n; i++) {
        double value[2];
        data->element(&g, i, value);
        for (size_t part = 0; part < 2; part++) {
            if (type == TYPE_F32)
                ((float *)x)[2 * i + part] = (float)value[part];
            else
                ((double *)x)[2 * i + part] = value[part];
        }
    }
}
