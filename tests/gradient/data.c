#include "gradient/data.h"

#include <math.h>

static double normal(generator *g, size_t i)
{
    (void)i;
    return 3 * random_normal(g);
}

static double wide(generator *g, size_t i)
{
    (void)i;
    return random_between(g, -700, 700);
}

static double wider(generator *g, size_t i)
{
    (void)i;
    return random_between(g, -2e4, 2e4);
}

static double climbing(generator *g, size_t i)
{
    return 0.7 * (double)i + random_normal(g);
}

static double falling(generator *g, size_t i)
{
    return -0.7 * (double)i + random_normal(g);
}

static double steep(generator *g, size_t i)
{
    return 500 * (double)i * random_unit(g);
}

static double masked(generator *g, size_t i)
{
    return random_below(g, 3) == 0 || i < 3 ? -INFINITY : 40 * random_normal(g);
}

static double ties(generator *g, size_t i)
{
    (void)i;
    return (double)random_below(g, 4);
}

static double far(generator *g, size_t i)
{
    (void)i;
    return 0x1p50 * (double)random_below(g, 3) + random_between(g, -3, 3);
}

static double farthest(generator *g, size_t i)
{
    return ldexp(random_between(g, -1, 1), 30 + (int)(i % 31));
}

static double small(generator *g, size_t i)
{
    (void)i;
    return ldexp(random_normal(g), -(int)random_below(g, 60));
}

static double factors(generator *g, size_t i)
{
    (void)i;
    return random_sign(g) * (1 + random_normal(g) / 16);
}

static double zeros(generator *g, size_t i)
{
    return random_below(g, 40) ? factors(g, i) : random_sign(g) * 0.0;
}

static double swings(generator *g, size_t i)
{
    return ldexp(factors(g, i), i / 3 % 2 ? 700 : -700);
}

static double any_factor(generator *g, size_t i)
{
    return ldexp(factors(g, i), (int)random_below(g, 2040) - 1060);
}

static double shrinking(generator *g, size_t i)
{
    return factors(g, i) / 50;
}

static double growing(generator *g, size_t i)
{
    return factors(g, i) * (i < 200 ? 40 : 0.001);
}

static const gradient_data of_factors[NUM_FACTORS] = {
    { "factors", factors },       { "zeros", zeros },         { "swings", swings },
    { "any factor", any_factor }, { "shrinking", shrinking }, { "growing", growing },
};

static const gradient_data of_exponents[NUM_EXPONENTS] = {
    { "normal", normal },     { "wide", wide },       { "wider", wider },
    { "climbing", climbing }, { "falling", falling }, { "steep", steep },
    { "masked", masked },     { "ties", ties },       { "far", far },
    { "farthest", farthest }, { "small", small },
};

const gradient_data *gradient_data_of(gradient_kind kind, size_t i)
{
    const bool is_product = kind == OF_CUMPROD || kind == OF_RECURRENCE;
    return is_product ? &of_factors[i % NUM_FACTORS] : &of_exponents[i % NUM_EXPONENTS];
}

double gradient_of_result(generator *g, size_t kind)
{
    switch (kind) {
    case 0:
        return random_normal(g);
    case 1:
        return random_below(g, 3) ? 0 : random_normal(g);
    case 2:
        return ldexp(random_normal(g), (int)random_below(g, 1800) - 800);
    case 3: /* below the normal numbers, or not far */
        return ldexp(random_normal(g), (int)random_below(g, 60) - 1070);
    default:
        return 1 + random_unit(g);
    }
}
