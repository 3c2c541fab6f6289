#include "hard_data.h"

#include <math.h>

const char *hard_name(hard_kind kind)
{
    static const char *const names[NUM_HARD_KINDS] = {
        "plain",  "ramp",     "log_one", "counted",     "masked",        "vast",
        "spikes", "overflow", "factors", "far_factors", "rough_factors", "ties",
    };
    return names[kind];
}

/* A few places of a line. */
typedef struct places {
    size_t at[4];
} places;

static places choose_places(generator *g, size_t n)
{
    places p;
    for (int i = 0; i < 4; i++)
        p.at[i] = random_below(g, n);
    return p;
}

static bool is_place(const places *p, size_t i)
{
    return i == p->at[0] || i == p->at[1] || i == p->at[2] || i == p->at[3];
}

static double any_special(generator *g)
{
    static const double values[] = { (double)INFINITY, (double)-INFINITY, (double)NAN };
    return values[random_below(g, 3)];
}

/* A piece of a line where factors go one way, then as long the other. */
static double far_factor(size_t i, size_t half, double orders)
{
    return ldexp(1, (int)(i / half % 2 ? -orders : orders));
}

void hard_fill(hard_kind kind, generator *g, size_t n, double *x)
{
    const places special = choose_places(g, n ? n : 1);
    const double sign = random_sign(g), slope = sign * ldexp(1, (int)random_below(g, 12) - 9);
    const size_t half = 1 + random_below(g, 9000), orders = 1 + random_below(g, 12);
    for (size_t i = 0; i < n; i++) {
        const double normal = random_normal(g), unit = random_unit(g);
        switch (kind) {
        case HARD_RAMP:
            x[i] = slope * ((double)i - (double)half) + normal;
            break;
        case HARD_LOG_ONE:
            x[i] = unit < 0.05 ? (double)-INFINITY : normal - log((double)n) - 0.5;
            break;
        case HARD_COUNTED:
            x[i] = is_place(&special, i) ? 0.2 * normal : -40 - 10 * unit;
            break;
        case HARD_MASKED:
            x[i] = i < half ? (double)-INFINITY : unit < 0.01 ? -2000 : normal;
            break;
        case HARD_VAST:
            x[i] = is_place(&special, i) ? random_sign(g) * 0x1p41 * unit : normal;
            break;
        case HARD_SPIKES:
            x[i] = i == special.at[0] ? any_special(g) : normal;
            break;
        case HARD_OVERFLOW:
            x[i] = (i % half < half / 2 ? 1.7e308 : -1.7e308) / ldexp(1, (int)(unit * 14));
            break;
        case HARD_FACTORS:
            x[i] = 1 + normal * 0x1p-10;
            break;
        case HARD_FAR_FACTORS:
            x[i] = far_factor(i, half, (double)orders) * (1 + normal * 0x1p-12);
            break;
        case HARD_ROUGH_FACTORS:
            x[i] = is_place(&special, i) ? ldexp(normal, (int)(40 * (unit - 0.5))) * (unit > 0.3)
                                         : 1 + normal * 0x1p-10;
            break;
        case HARD_TIES:
            x[i] = (double)random_below(g, 3) * sign - (unit < 0.5 ? 0.0 : sign);
            x[i] = x[i] == 0 ? copysign(0, normal) : x[i];
            break;
        default:
            x[i] = 3 * normal;
            break;
        }
    }
}
