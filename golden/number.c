#include "golden/dtype.h"
#include "golden/element_bits.h"

#include <math.h>

static double decode(const dtype_info *format, uint64_t bits)
{
    const int fraction_bits = format->precision - 1;
    const uint64_t implicit = (uint64_t)1 << fraction_bits;
    const uint64_t sign = (uint64_t)1 << (8 * format->size - 1);
    const int field = (int)((bits & (sign - 1)) >> fraction_bits);
    const uint64_t fraction = bits & (implicit - 1);
    const int highest_field = format->max_exponent - format->min_exponent + 2;
    double value;
    if (field == highest_field)
        value = fraction ? (double)NAN : (double)INFINITY;
    else if (field == 0)
        value = ldexp((double)fraction, format->min_exponent - format->precision);
    else
        value = ldexp((double)(fraction | implicit),
                      field - 1 + format->min_exponent - format->precision);
    return bits & sign ? -value : value;
}

/* To nearest, ties to even. A significand that rounds up to the next power of two carries into the
 * exponent's field, and from the largest number on into infinity. */
static uint64_t encode(const dtype_info *format, double value)
{
    const int fraction_bits = format->precision - 1;
    const uint64_t sign = signbit(value) ? (uint64_t)1 << (8 * format->size - 1) : 0;
    const uint64_t infinite = (uint64_t)(format->max_exponent - format->min_exponent + 2)
                              << fraction_bits;
    if (isnan(value))
        return infinite | (uint64_t)1 << (fraction_bits - 1);
    if (isinf(value))
        return sign | infinite;
    int exponent;
    frexp(value, &exponent);
    if (value == 0 || exponent < format->min_exponent)
        exponent = format->min_exponent;
    if (exponent > format->max_exponent)
        return sign | infinite;
    const double units = rint(ldexp(fabs(value), format->precision - exponent));
    return sign |
           (((uint64_t)(exponent - format->min_exponent) << fraction_bits) + (uint64_t)units);
}

static double read_real(int dtype, const void *element)
{
    const dtype_info format = dtype_of(dtype);
    return decode(&format, element_bits_load(format.size, element));
}

static void write_real(int dtype, void *element, double value)
{
    const dtype_info format = dtype_of(dtype);
    element_bits_store(format.size, element, encode(&format, value));
}

number number_real(double value)
{
    return (number){ KIND_FLOAT, 0, value, 0 };
}

number number_read(int dtype, const void *element)
{
    const dtype_info info = dtype_of(dtype);
    const size_t bits = 8 * info.size;
    number value = { .kind = info.kind };
    if (info.kind >= KIND_FLOAT) {
        value.re = read_real(info.part, element);
        if (info.kind == KIND_COMPLEX)
            value.im = read_real(info.part, (const char *)element + info.size / 2);
        return value;
    }
    value.integer = element_bits_load(info.size, element);
    if (info.kind == KIND_BOOL)
        value.integer = value.integer != 0;
    if (info.kind == KIND_SIGNED && value.integer >> (bits - 1))
        value.integer |= ~(UINT64_MAX >> (64 - bits));
    return value;
}

/* The double between the integer and 0, its last bit set where it is not equal: rounding that to
 * fewer bits is rounding the integer. */
static double integer_to_odd(number value)
{
    const bool negative = value.kind == KIND_SIGNED && value.integer >> 63;
    const uint64_t magnitude = negative ? -value.integer : value.integer;
    const uint64_t lost = magnitude >> 53 ? magnitude & 0x7ff : 0;
    const uint64_t kept = lost ? (magnitude - lost) | 0x800 : magnitude;
    return negative ? -(double)kept : (double)kept;
}

static double integer_to_real(number value, int dtype)
{
    if (dtype_of(dtype).precision < 53)
        return integer_to_odd(value);
    return value.kind == KIND_SIGNED ? (double)(int64_t)value.integer : (double)value.integer;
}

static uint64_t real_to_integer(double value, const dtype_info *info)
{
    const int bits = (int)(8 * info->size) - (info->kind == KIND_SIGNED);
    const uint64_t highest = UINT64_MAX >> (64 - bits);
    const double limit = ldexp(1, bits); /* the first number that is too large */
    if (isnan(value))
        return 0;
    const double whole = trunc(value);
    if (whole >= limit)
        return highest;
    if (whole < 0 && info->kind == KIND_UNSIGNED)
        return 0;
    if (whole < -limit)
        return ~highest;
    return whole < 0 ? -(uint64_t)-whole : (uint64_t)whole;
}

void number_write(int dtype, void *element, number value)
{
    const dtype_info info = dtype_of(dtype);
    const bool is_integer = value.kind <= KIND_SIGNED;
    switch (info.kind) {
    case KIND_BOOL:
        element_bits_store(1, element, is_integer ? value.integer != 0 : value.re != 0);
        break;
    case KIND_UNSIGNED:
    case KIND_SIGNED:
        element_bits_store(info.size, element,
                           is_integer ? value.integer : real_to_integer(value.re, &info));
        break;
    default:
        write_real(info.part, element, is_integer ? integer_to_real(value, info.part) : value.re);
        if (info.kind == KIND_COMPLEX)
            write_real(info.part, (char *)element + info.size / 2,
                       value.kind == KIND_COMPLEX ? value.im : 0);
    }
}
