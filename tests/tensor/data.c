#include "tensor/data.h"

#include <math.h>

const char *data_name(data_kind kind)
{
    static const char *const names[NUM_DATA_KINDS] = { "small",  "normal", "around_one", "wide",
                                                       "limits", "zeros",  "special",    "bits" };
    return names[kind];
}

static double limit_value(generator *g)
{
    static const int powers[] = { 0, 7, 8, 11, 15, 16, 31, 32, 53, 63, 64, 65, 100 };
    const double power = ldexp(1, powers[random_below(g, sizeof powers / sizeof powers[0])]);
    static const double beside[] = { -2, -1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 1, 1.5 };
    return random_sign(g) * (power + beside[random_below(g, sizeof beside / sizeof beside[0])]);
}

static double special_value(generator *g)
{
    static const double values[] = { 0, -0.0, 1, -1, 65504, -65504, 3.4e38, -3.4e38, 6e-8, 1e-40 };
    switch (random_below(g, 24)) {
    case 0:
        return (double)INFINITY;
    case 1:
        return (double)-INFINITY;
    case 2:
        return (double)NAN;
    default:
        return values[random_below(g, sizeof values / sizeof values[0])];
    }
}

static double draw(data_kind kind, generator *g)
{
    switch (kind) {
    case DATA_SMALL:
        return (double)random_below(g, 9) - 4;
    case DATA_NORMAL:
        return 3 * random_normal(g);
    case DATA_AROUND_ONE:
        return random_sign(g) * random_between(g, 0.5, 1.9);
    case DATA_WIDE:
        return random_sign(g) * ldexp(random_between(g, 0.5, 1), (int)random_below(g, 28) - 12);
    case DATA_LIMITS:
        return limit_value(g);
    case DATA_ZEROS:
        return random_sign(g) * (random_below(g, 100) ? 0.0 : 1.0);
    default:
        return special_value(g);
    }
}

static uint8_t random_byte(generator *g)
{
    return (uint8_t)(random_bits(g) >> 56);
}

void data_fill(data_kind kind, generator *g, int dtype, size_t n, void *elements)
{
    const dtype_info info = dtype_of(dtype);
    char *bytes = elements;
    /* Few special values or none in a line, else all of it is NaN. */
    const size_t rarity = kind == DATA_SPECIAL && random_below(g, 2) ? 1 + n / 8 : 1;
    for (size_t i = 0; i < n; i++, bytes += info.size) {
        if (kind == DATA_BITS) {
            for (size_t b = 0; b < info.size; b++)
                bytes[b] = (char)random_byte(g);
            continue;
        }
        const data_kind now = kind == DATA_SPECIAL && random_below(g, rarity) ? DATA_NORMAL : kind;
        number value = { KIND_COMPLEX, 0, draw(now, g), draw(now, g) };
        if (info.kind != KIND_COMPLEX)
            value.kind = KIND_FLOAT;
        number_write(dtype, bytes, value);
    }
}

int data_float_type(generator *g)
{
    return LANESCAN_F16 + (int)random_below(g, NUM_DTYPES - LANESCAN_F16);
}

int data_input_type(generator *g, int output)
{
    int dtype = output;
    do
        dtype = random_below(g, 2) ? output : (int)random_below(g, NUM_DTYPES);
    while (!dtype_converts(dtype, output));
    return dtype;
}
