/* 16-bit floats in portable C: IEEE binary16 (f16) and the upper half of a float (bf16). Rounding
 * to nearest, ties to even; overflow gives infinity, a NaN stays one. */
#ifndef LANESCAN_HALF_H
#define LANESCAN_HALF_H

#include "lanes/basics.h"

LANESCAN_INLINE float f32_of_f16(uint16_t half)
{
    const uint32_t sign = (uint32_t)(half & 0x8000u) << 16, magnitude = half & 0x7fffu;
    const uint32_t rebias = 112u << 23; /* 127 - 15 */
    const uint32_t subnormal = bits_of_f32((float)(int32_t)magnitude * 0x1p-24f);
    const uint32_t normal = (magnitude << 13) + rebias;
    return f32_of_bits(sign | (magnitude < 0x400     ? subnormal
                               : magnitude >= 0x7c00 ? normal + rebias
                                                     : normal));
}

LANESCAN_INLINE uint16_t f16_of_f32(float value)
{
    const uint32_t bits = bits_of_f32(value), magnitude = bits & 0x7fffffff;
    /* A unit of 0.5 is 2^-24, as that of the subnormal halves: the addition rounds to it. */
    const uint32_t subnormal = bits_of_f32(f32_of_bits(magnitude) + 0.5f) - bits_of_f32(0.5f);
    const uint32_t normal = (magnitude - (112u << 23) + 0xfff + (magnitude >> 13 & 1)) >> 13;
    const uint32_t half = magnitude > 0x7f800000    ? 0x7e00    /* NaN */
                          : magnitude >= 0x47800000 ? 0x7c00    /* 2^16 and more */
                          : magnitude < 0x38800000  ? subnormal /* less than 2^-14 */
                                                    : normal;
    return (uint16_t)((bits >> 16 & 0x8000) | half);
}

LANESCAN_INLINE float f32_of_bf16(uint16_t half)
{
    return f32_of_bits((uint32_t)half << 16);
}

LANESCAN_INLINE uint16_t bf16_of_f32(float value)
{
    const uint32_t bits = bits_of_f32(value);
    const uint32_t rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    return (uint16_t)((bits & 0x7fffffff) > 0x7f800000 ? 0x7fc0 : rounded);
}

/* A double on its way to a half, by way of a float. Rounding twice would go wrong where the float
 * lies halfway between two halves and the double does not. So the double is first rounded to odd:
 * cut to 14 significant bits, the last of which is set if anything but zeros was cut off. What is
 * not halfway stays so, since halves have 11 bits at most; and the float then is exact (but below
 * 2^-136, where halves are zero anyway). */
LANESCAN_INLINE double f64_odd_for_half(double value)
{
    const uint64_t bits = bits_of_f64(value), low = (UINT64_C(1) << 39) - 1;
    return f64_of_bits((((bits & low) + low) | bits) & ~low);
}

LANESCAN_INLINE uint16_t f16_of_f64(double value)
{
    return f16_of_f32((float)f64_odd_for_half(value));
}

LANESCAN_INLINE uint16_t bf16_of_f64(double value)
{
    return bf16_of_f32((float)f64_odd_for_half(value));
}

#endif
