#include "memory/convert_data.h"

#include "golden/element.h"
#include "golden/random.h"
#include "harness/check.h"
#include "memory/dtype.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NUM_RANDOM = 20000 };

/* One list of doubles and one of integers; every type takes its elements from them. */
typedef struct list {
    size_t n, capacity;
    uint64_t *bits;
} list;

static void push(list *l, uint64_t bits)
{
    if (l->n == l->capacity) {
        l->capacity = l->capacity ? 2 * l->capacity : 1024;
        uint64_t *larger = check_alloc(l->capacity * sizeof *larger);
        if (l->n)
            memcpy(larger, l->bits, l->n * sizeof *larger);
        free(l->bits);
        l->bits = larger;
    }
    l->bits[l->n++] = bits;
}

/* The double, and those beside it. */
static void push_f64(list *l, double value)
{
    const uint64_t bits = f64_to_bits(value);
    push(l, bits);
    push(l, bits + 1);
    push(l, bits ? bits - 1 : UINT64_C(1) << 63); /* below +0 is -0 */
}

static void push_both_signs(list *l, double value)
{
    push_f64(l, value);
    push_f64(l, -value);
}

/* Every number of a format and every midpoint of two, the one beyond the largest included. */
static void push_format(list *l, int fraction_bits, int exponent_bits)
{
    const int lowest = 2 - (1 << (exponent_bits - 1)) - fraction_bits;
    const int fields = (1 << exponent_bits) - 1, fractions = 1 << fraction_bits;
    for (int field = 0; field < fields; field++) {
        for (int fraction = 0; fraction < fractions; fraction += (int)check_scale()) {
            const int significand = field ? fraction + fractions : fraction;
            const int exponent = lowest + (field ? field - 1 : 0);
            push_both_signs(l, ldexp(significand, exponent));
            push_both_signs(l, ldexp(significand + 0.5, exponent));
        }
        push_both_signs(l, ldexp(2 * fractions - 0.5, lowest + (field ? field - 1 : 0)));
    }
}

static float f32_from_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t f32_to_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void push_f64s(list *l, generator *g)
{
    push_format(l, 10, 5);
    push_format(l, 7, 8);
    for (int k = -1074; k < 1024; k++) {
        push_both_signs(l, ldexp(1, k));
        push_both_signs(l, ldexp(1, k) + 1);
        push_both_signs(l, ldexp(1, k) - 1);
        push_both_signs(l, ldexp(1, k) + 0.5);
        push_both_signs(l, ldexp(1, k) - 0.5);
    }
    push_both_signs(l, INFINITY); /* its neighbours are the largest number and a signalling NaN */
    push_both_signs(l, NAN);
    push_both_signs(l, 0.99999);
    push_both_signs(l, 0x1.ffffffp127); /* halfway from the largest float to 2^128 */
    for (int i = 0; i < NUM_RANDOM; i++) {
        push(l, random_bits(g));
        push_f64(l, random_sign(g) * ldexp(random_unit(g), (int)random_below(g, 70)));
        /* A float and the midpoint of it and the next: they differ by their last bit. */
        const uint32_t bits = (uint32_t)random_bits(g) & 0x7fffffff;
        const double low = (double)f32_from_bits(bits), high = (double)f32_from_bits(bits + 1);
        if (isfinite(high))
            push_both_signs(l, low + (high - low) / 2);
    }
}

static void push_integers(list *l, generator *g)
{
    for (int k = 0; k < 64; k++) {
        for (int j = 0; j <= k; j++) {
            for (int t = -1; t <= 1; t++) {
                /* Between 2^k and 2^(k+1): the last bit that a type keeps, its half, its half and a
                 * half. */
                const uint64_t one = UINT64_C(1) << k, part = UINT64_C(1) << j;
                push(l, one + part + (uint64_t)t);
                push(l, one - part + (uint64_t)t);
                push(l, one + 3 * part + (uint64_t)t);
                push(l, -(one + part + (uint64_t)t));
                push(l, -(one + 3 * part + (uint64_t)t));
            }
        }
    }
    for (int i = 0; i < NUM_RANDOM; i++) {
        const uint64_t value = random_bits(g) >> random_below(g, 64);
        push(l, random_below(g, 2) ? value : -value);
    }
    push(l, 0);
}

static list list_new(bool of_floats)
{
    generator g = random_seeded(check_stream_seed("convert data"));
    list l = { 0 };
    if (of_floats)
        push_f64s(&l, &g);
    else
        push_integers(&l, &g);
    return l;
}

/* Numbers of type float: from every double, and with the last bit changed either way. */
static uint32_t f32_of(const list *l, size_t i)
{
    const uint32_t bits = f32_to_bits((float)f64_from_bits(l->bits[i]));
    return i % 3 == 0 ? bits : i % 3 == 1 ? bits + 1 : bits - 1;
}

/* Parts of complex numbers: the list in two orders, and many zeros. */
static size_t part_position(const list *l, size_t i, size_t part)
{
    return part ? l->n - 1 - i : i;
}

static bool part_is_zero(size_t i, size_t part)
{
    return part ? i % 3 == 0 : i % 5 < 2;
}

static void set_element(const list *l, int dtype, void *data, size_t i)
{
    switch (dtype_size(dtype)) {
    case 1:
        ((uint8_t *)data)[i] = (uint8_t)i;
        break;
    case 2:
        ((uint16_t *)data)[i] = (uint16_t)i;
        break;
    case 4:
        ((uint32_t *)data)[i] = dtype == LANESCAN_F32 ? f32_of(l, i) : (uint32_t)l->bits[i];
        break;
    case 8:
        if (dtype != LANESCAN_C64) {
            ((uint64_t *)data)[i] = l->bits[i];
            break;
        }
        for (size_t part = 0; part < 2; part++)
            ((uint32_t *)data)[2 * i + part] = part_is_zero(i, part)
                                                   ? (uint32_t)(i & 1) << 31
                                                   : f32_of(l, part_position(l, i, part));
        break;
    default:
        for (size_t part = 0; part < 2; part++)
            ((uint64_t *)data)[2 * i + part] = part_is_zero(i, part)
                                                   ? (uint64_t)(i & 1) << 63
                                                   : l->bits[part_position(l, i, part)];
    }
}

element_list convert_data(int dtype)
{
    const bool has_patterns = dtype_size(dtype) <= 2;
    list l = { 0 };
    if (!has_patterns)
        l = list_new(dtype_is_floating(dtype) || dtype_is_complex(dtype));
    const size_t n = has_patterns ? 0x10000 : l.n;
    element_list result = { n, check_alloc(n * dtype_size(dtype)) };
    for (size_t i = 0; i < n; i++)
        set_element(&l, dtype, result.data, i);
    free(l.bits);
    return result;
}
