#include "memory/convert_reference.h"

#include "golden/element_bits.h"
#include "memory/dtype.h"

#include <inttypes.h>
#include <stdio.h>

/* A real number: significand * 2^exponent, or no number. */
typedef struct number {
    enum { NUMBER_FINITE, NUMBER_INFINITE, NUMBER_NAN } kind;
    bool negative;
    uint64_t significand;
    int exponent;
} number;

typedef struct format {
    int fraction_bits, exponent_bits;
} format;

static format format_of(int dtype)
{
    switch (dtype) {
    case LANESCAN_F16:
        return (format){ 10, 5 };
    case LANESCAN_BF16:
        return (format){ 7, 8 };
    case LANESCAN_F32:
    case LANESCAN_C64:
        return (format){ 23, 8 };
    default:
        return (format){ 52, 11 };
    }
}

/* The exponent of the smallest subnormal number. */
static int lowest_exponent(format f)
{
    return 2 - (1 << (f.exponent_bits - 1)) - f.fraction_bits;
}

static uint64_t infinity_bits(format f)
{
    return ((UINT64_C(1) << f.exponent_bits) - 1) << f.fraction_bits;
}

static bool is_real_or_complex(int dtype)
{
    return dtype_is_floating(dtype) || dtype_is_complex(dtype);
}

/* Parts of an element, and bytes of a part. */
static size_t num_parts(int dtype)
{
    return dtype_is_complex(dtype) ? 2 : 1;
}

static uint64_t part_bits(int dtype, const void *array, size_t part)
{
    const size_t size = dtype_size(dtype) / num_parts(dtype);
    return element_bits_load(size, (const char *)array + part * size);
}

static void set_part_bits(int dtype, void *array, size_t part, uint64_t bits)
{
    const size_t size = dtype_size(dtype) / num_parts(dtype);
    element_bits_store(size, (char *)array + part * size, bits);
}

static number decode(int dtype, uint64_t bits)
{
    if (dtype == LANESCAN_BOOL)
        return (number){ .significand = bits != 0 };
    if (!is_real_or_complex(dtype)) {
        const int width = 8 * (int)dtype_size(dtype);
        const bool negative = dtype_is_signed(dtype) && bits >> (width - 1);
        const uint64_t mask = UINT64_MAX >> (64 - width);
        return (number){ .negative = negative, .significand = negative ? -bits & mask : bits };
    }
    const format f = format_of(dtype);
    const bool negative = bits >> (f.fraction_bits + f.exponent_bits);
    const uint64_t magnitude = bits & ((UINT64_C(1) << (f.fraction_bits + f.exponent_bits)) - 1);
    if (magnitude >= infinity_bits(f))
        return (number){ .kind = magnitude > infinity_bits(f) ? NUMBER_NAN : NUMBER_INFINITE,
                         .negative = negative };
    const uint64_t fraction = magnitude & ((UINT64_C(1) << f.fraction_bits) - 1);
    const int field = (int)(magnitude >> f.fraction_bits);
    return (number){ .negative = negative,
                     .significand = field ? fraction + (UINT64_C(1) << f.fraction_bits) : fraction,
                     .exponent = lowest_exponent(f) + (field ? field - 1 : 0) };
}

/* significand / 2^shift to the nearest integer, ties to even. */
static uint64_t round_shifted(uint64_t significand, int shift)
{
    if (shift <= 0)
        return significand << -shift;
    if (shift > 64)
        return 0;
    const uint64_t whole = shift == 64 ? 0 : significand >> shift;
    const uint64_t half = UINT64_C(1) << (shift - 1), rest = significand & (half | (half - 1));
    return whole + (rest > half || (rest == half && (whole & 1)));
}

static uint64_t encode_float(format f, number v)
{
    uint64_t magnitude = 0;
    if (v.kind != NUMBER_FINITE) {
        magnitude = infinity_bits(f) + (v.kind == NUMBER_NAN);
    } else if (v.significand) {
        int leading = 63; /* the position of the leading bit */
        while (!(v.significand >> leading))
            leading--;
        const int normal = v.exponent + leading - f.fraction_bits, lowest = lowest_exponent(f);
        const int unit = normal > lowest ? normal : lowest;
        if (unit - lowest >= 1 << f.exponent_bits)
            magnitude = infinity_bits(f);
        else /* a carry out of the fraction is one more of the exponent */
            magnitude = round_shifted(v.significand, unit - v.exponent) +
                        ((uint64_t)(unit - lowest) << f.fraction_bits);
        if (magnitude > infinity_bits(f))
            magnitude = infinity_bits(f);
    }
    return magnitude | (uint64_t)v.negative << (f.fraction_bits + f.exponent_bits);
}

/* A float truncated; UINT64_MAX if it is more than that. */
static uint64_t whole_part(number v)
{
    if (v.kind != NUMBER_FINITE)
        return v.kind == NUMBER_NAN ? 0 : UINT64_MAX;
    if (v.exponent <= 0)
        return v.exponent > -64 ? v.significand >> -v.exponent : 0;
    if (!v.significand)
        return 0;
    return v.exponent < 64 && v.significand >> (64 - v.exponent) == 0 ? v.significand << v.exponent
                                                                      : UINT64_MAX;
}

static uint64_t saturate(int dtype, number v)
{
    const int width = 8 * (int)dtype_size(dtype) - dtype_is_signed(dtype);
    const uint64_t highest = UINT64_MAX >> (64 - width);
    const uint64_t lowest = dtype_is_signed(dtype) ? highest + 1 : 0; /* its magnitude */
    const uint64_t whole = whole_part(v), limit = v.negative ? lowest : highest;
    const uint64_t magnitude = whole < limit ? whole : limit;
    return v.negative ? -magnitude : magnitude;
}

static uint64_t encode(int to, number v, bool from_float)
{
    if (to == LANESCAN_BOOL)
        return v.kind != NUMBER_FINITE || v.significand;
    if (is_real_or_complex(to))
        return encode_float(format_of(to), v);
    if (from_float)
        return saturate(to, v);
    return v.negative ? -v.significand : v.significand; /* modulo: the upper bits are cut off */
}

bool reference_converts(int from, int to)
{
    return !dtype_is_complex(from) || dtype_is_complex(to) || to == LANESCAN_BOOL;
}

void reference_convert(int from, const void *x, int to, void *y, size_t i)
{
    const bool from_float = is_real_or_complex(from);
    if (num_parts(from) == 2 && num_parts(to) == 1) { /* to bool */
        const number re = decode(from, part_bits(from, x, 2 * i));
        const number im = decode(from, part_bits(from, x, 2 * i + 1));
        set_part_bits(to, y, i, encode(to, re, true) | encode(to, im, true));
        return;
    }
    for (size_t part = 0; part < num_parts(to); part++) {
        const number zero = { .significand = 0 };
        const number v = part < num_parts(from)
                             ? decode(from, part_bits(from, x, num_parts(from) * i + part))
                             : zero;
        set_part_bits(to, y, num_parts(to) * i + part, encode(to, v, from_float));
    }
}

static bool is_nan(int dtype, uint64_t bits)
{
    return is_real_or_complex(dtype) && decode(dtype, bits).kind == NUMBER_NAN;
}

bool reference_same(int dtype, const void *a, const void *b, size_t i)
{
    bool same = true;
    for (size_t part = num_parts(dtype) * i; part < num_parts(dtype) * (i + 1); part++) {
        const uint64_t left = part_bits(dtype, a, part), right = part_bits(dtype, b, part);
        same = same && (left == right || (is_nan(dtype, left) && is_nan(dtype, right)));
    }
    return same;
}

char *reference_text(char text[REFERENCE_TEXT], int dtype, const void *array, size_t i)
{
    if (num_parts(dtype) == 2)
        snprintf(text, REFERENCE_TEXT, "0x%" PRIx64 ", 0x%" PRIx64, part_bits(dtype, array, 2 * i),
                 part_bits(dtype, array, 2 * i + 1));
    else
        snprintf(text, REFERENCE_TEXT, "0x%" PRIx64, part_bits(dtype, array, i));
    return text;
}
