/* Conversions. */
#ifndef LANESCAN_CONVERSIONS_H
#define LANESCAN_CONVERSIONS_H

#include "load_store.h"

/* The halves of the integer as the mantissas of 2^52 + low and 2^84 + 2^63 + high * 2^32; the sum
 * rounds once. */
LANESCAN_INLINE __m256d f64x4_round_i64(__m256i v)
{
    const __m256i exponent_low = _mm256_castpd_si256(_mm256_set1_pd(0x1p52));
    const __m256i exponent_high = _mm256_castpd_si256(_mm256_set1_pd(0x1p84 + 0x1p63));
    const __m256i low = _mm256_blend_epi32(exponent_low, v, 0x55);
    const __m256i high = _mm256_xor_si256(_mm256_srli_epi64(v, 32), exponent_high);
    const __m256d bias = _mm256_set1_pd(0x1p84 + 0x1p63 + 0x1p52);
    return _mm256_add_pd(_mm256_sub_pd(_mm256_castsi256_pd(high), bias), _mm256_castsi256_pd(low));
}

LANESCAN_INLINE f64v f64v_round_i64(i64v v)
{
    return F64V(f64x4_round_i64(v.lo), f64x4_round_i64(v.hi));
}

/* An integer of less than 2^51 as the mantissa of 1.5 * 2^52 + it. */
LANESCAN_INLINE __m256i i64x4_of_integer(__m256d v)
{
    const __m256d bias = _mm256_set1_pd(0x1.8p52);
    return _mm256_sub_epi64(_mm256_castpd_si256(_mm256_add_pd(v, bias)), _mm256_castpd_si256(bias));
}

/* Two halves, both exact: v = high * 2^32 + low. Beyond the range high wraps. */
LANESCAN_INLINE __m256i i64x4_truncate(__m256d v)
{
    enum { TOWARD_ZERO = _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC };
    const __m256d whole = _mm256_round_pd(v, TOWARD_ZERO);
    const __m256d high = _mm256_round_pd(_mm256_mul_pd(whole, _mm256_set1_pd(0x1p-32)),
                                         TOWARD_ZERO);
    const __m256d low = _mm256_fnmadd_pd(high, _mm256_set1_pd(0x1p32), whole);
    const __m256i inside = _mm256_add_epi64(_mm256_slli_epi64(i64x4_of_integer(high), 32),
                                            i64x4_of_integer(low));
    const __m256d above = _mm256_cmp_pd(v, _mm256_set1_pd(0x1p63), _CMP_GE_OQ);
    const __m256d below = _mm256_cmp_pd(v, _mm256_set1_pd(-0x1p63), _CMP_LT_OQ);
    __m256d r = _mm256_and_pd(_mm256_castsi256_pd(inside), _mm256_cmp_pd(v, v, _CMP_ORD_Q));
    r = _mm256_blendv_pd(r, _mm256_castsi256_pd(_mm256_set1_epi64x(INT64_MAX)), above);
    r = _mm256_blendv_pd(r, _mm256_castsi256_pd(_mm256_set1_epi64x(INT64_MIN)), below);
    return _mm256_castpd_si256(r);
}

LANESCAN_INLINE __m256i i64x4_truncate_small(__m256d v)
{
    return i64x4_of_integer(_mm256_round_pd(v, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC));
}

LANESCAN_INLINE i64v i64v_truncate(f64v v)
{
    const __m256d sign = _mm256_set1_pd(-0.0);
    const __m256d limit = _mm256_set1_pd(0x1p51);
    const __m256d small = _mm256_and_pd(
        _mm256_cmp_pd(_mm256_andnot_pd(sign, v.lo), limit, _CMP_LT_OQ),
        _mm256_cmp_pd(_mm256_andnot_pd(sign, v.hi), limit, _CMP_LT_OQ));
    if (LANESCAN_LIKELY(_mm256_movemask_pd(small) == 15))
        return I64V(i64x4_truncate_small(v.lo), i64x4_truncate_small(v.hi));
    return I64V(i64x4_truncate(v.lo), i64x4_truncate(v.hi));
}

LANESCAN_INLINE f32v f32v_load_f16(const uint16_t *p)
{
    return F32V(f32x8_of_half(ELEMENT_F16, u16x8_load(p)),
                f32x8_of_half(ELEMENT_F16, u16x8_load(p + 8)));
}

LANESCAN_INLINE void f32v_store_f16(uint16_t *p, f32v v)
{
    u16x8_store(p, half_of_f32x8(ELEMENT_F16, v.lo));
    u16x8_store(p + 8, half_of_f32x8(ELEMENT_F16, v.hi));
}

LANESCAN_INLINE void f32v_store_bf16(uint16_t *p, f32v v)
{
    /* a0..3 b0..3 a4..7 b4..7, in halves */
    const __m256i mixed = _mm256_packus_epi32(u32x8_bf16_of_f32(v.lo), u32x8_bf16_of_f32(v.hi));
    _mm256_storeu_si256((__m256i *)(void *)p, _mm256_permute4x64_epi64(mixed, 0xd8));
}

LANESCAN_INLINE f32v f32v_of_f64(element type, f64v low, f64v high)
{
    return F32V(f32x8_of_f64(type, low), f32x8_of_f64(type, high));
}

LANESCAN_INLINE void f16_store_f64(uint16_t *p, const double *x)
{
    f32v_store_f16(
        p, f32v_of_f64(ELEMENT_F16, f64v_load(ELEMENT_F64, x), f64v_load(ELEMENT_F64, x + LANES)));
}

LANESCAN_INLINE void bf16_store_f64(uint16_t *p, const double *x)
{
    f32v_store_bf16(
        p, f32v_of_f64(ELEMENT_BF16, f64v_load(ELEMENT_F64, x), f64v_load(ELEMENT_F64, x + LANES)));
}

LANESCAN_INLINE __m128i i32x4_truncate(__m256d v)
{
    const __m256d numbers = _mm256_and_pd(v, _mm256_cmp_pd(v, v, _CMP_ORD_Q));
    return _mm256_cvttpd_epi32(_mm256_min_pd(_mm256_max_pd(numbers, _mm256_set1_pd(INT32_MIN)),
                                             _mm256_set1_pd(INT32_MAX)));
}

LANESCAN_INLINE void f64v_store_i32(int32_t *p, f64v v)
{
    _mm_storeu_si128((__m128i *)(void *)p, i32x4_truncate(v.lo));
    _mm_storeu_si128((__m128i *)(void *)(p + 4), i32x4_truncate(v.hi));
}

#endif
