#include "golden/dataset.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

static const dataset *const families[] = { datasets_plain, datasets_extreme, datasets_special,
                                           datasets_log };

enum { NUM_FAMILIES = sizeof families / sizeof families[0] };

size_t dataset_count(void)
{
    size_t count = 0;
    while (dataset_at(count))
        count++;
    return count;
}

const dataset *dataset_at(size_t position)
{
    for (size_t family = 0; family < NUM_FAMILIES; family++)
        for (const dataset *d = families[family]; d->name; d++)
            if (position-- == 0)
                return d;
    return NULL;
}

void dataset_make(const dataset *d, generator *g, element_type type, size_t n, void *x)
{
    static const range ranges[2] = {
        { FLT_MAX, FLT_MIN, FLT_MAX_EXP - 1, FLT_MIN_EXP - FLT_MANT_DIG },
        { DBL_MAX, DBL_MIN, DBL_MAX_EXP - 1, DBL_MIN_EXP - DBL_MANT_DIG },
    };
    if (element_type_size(type) == 8) {
        d->fill(g, &ranges[1], n, x);
        return;
    }
    double *wide = malloc(n * sizeof *wide);
    if (!wide)
        abort();
    d->fill(g, &ranges[0], n, wide);
    for (size_t i = 0; i < n; i++) {
        const float narrow = (float)wide[i];
        memcpy((char *)x + 4 * i, &narrow, sizeof narrow);
    }
    free(wide);
}

double dataset_power_of_two(int exponent)
{
    if (exponent > 1023)
        exponent = 1023;
    if (exponent >= -1022)
        return f64_from_bits((uint64_t)(exponent + 1023) << 52);
    return exponent < -1074 ? 0 : f64_from_bits((uint64_t)1 << (exponent + 1074));
}

double dataset_log(double x)
{
    /* x = m 2^e with m in [0.75, 1.5); log m = 2 atanh(s), s = (m - 1) / (m + 1), |s| <= 0.2. */
    const uint64_t bits = f64_to_bits(x) + ((uint64_t)1 << 51);
    const double e = (double)(int)(bits >> 52) - 1023;
    const double m = f64_from_bits((bits & 0xfffffffffffffu) + ((uint64_t)0x3fe8 << 48));
    const double s = (m - 1) / (m + 1);
    const double s2 = s * s;
    double series = 0;
    for (int k = 25; k >= 1; k -= 2)
        series = series * s2 + 1.0 / k;
    return e * 0x1.62e42fefa39efp-1 + 2 * s * series;
}
