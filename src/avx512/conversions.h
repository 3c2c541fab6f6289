/* Conversions. */
#ifndef LANESCAN_CONVERSIONS_H
#define LANESCAN_CONVERSIONS_H

#include "load_store.h"

LANESCAN_INLINE f64v f64v_round_i64(i64v v)
{
    return F64V(_mm512_cvtepi64_pd(v.r));
}

/* The instruction gives -2^63 for whatever is out of range. */
LANESCAN_INLINE i64v i64v_truncate(f64v v)
{
    const __mmask8 numbers = _mm512_cmp_pd_mask(v.r, v.r, _CMP_ORD_Q);
    const __mmask8 beyond = _mm512_cmp_pd_mask(v.r, _mm512_set1_pd(0x1p63), _CMP_GE_OQ);
    return I64V(_mm512_mask_mov_epi64(_mm512_maskz_cvttpd_epi64(numbers, v.r), beyond,
                                      _mm512_set1_epi64(INT64_MAX)));
}

LANESCAN_INLINE f32v f32v_load_f16(const uint16_t *p)
{
    return F32V(_mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)(const void *)p)));
}

/* bfloat16: NaN gets nothing but its quiet bit added. */
LANESCAN_INLINE __m256i half_of_f32v(element type, __m512 v)
{
    if (type == ELEMENT_F16)
        return _mm512_cvtps_ph(v, _MM_FROUND_TO_NEAREST_INT);
    const __m512i bits = _mm512_castps_si512(v);
    const __mmask16 odd = _mm512_test_epi32_mask(bits, _mm512_set1_epi32(0x10000));
    const __mmask16 nan = _mm512_cmp_ps_mask(v, v, _CMP_UNORD_Q);
    const __m512i half = _mm512_mask_mov_epi32(_mm512_set1_epi32(0x7fff), odd,
                                               _mm512_set1_epi32(0x8000));
    const __m512i sum = _mm512_mask_or_epi32(_mm512_add_epi32(bits, half), nan, bits,
                                             _mm512_set1_epi32(0x400000));
    return _mm512_cvtepi32_epi16(_mm512_srli_epi32(sum, 16));
}

LANESCAN_INLINE void f32v_store_f16(uint16_t *p, f32v v)
{
    _mm256_storeu_si256((__m256i *)(void *)p, half_of_f32v(ELEMENT_F16, v.r));
}

LANESCAN_INLINE void f32v_store_bf16(uint16_t *p, f32v v)
{
    _mm256_storeu_si256((__m256i *)(void *)p, half_of_f32v(ELEMENT_BF16, v.r));
}

/* Two blocks as floats. */
LANESCAN_INLINE f32v f32v_of_f64(element type, f64v low, f64v high)
{
    const __m512 r = _mm512_castps256_ps512(f32x8_of_f64(type, low));
    return F32V(_mm512_insertf32x8(r, f32x8_of_f64(type, high), 1));
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

LANESCAN_INLINE void f64v_store_i32(int32_t *p, f64v v)
{
    const __mmask8 numbers = _mm512_cmp_pd_mask(v.r, v.r, _CMP_ORD_Q);
    const __m512d inside = _mm512_min_pd(_mm512_max_pd(v.r, _mm512_set1_pd(INT32_MIN)),
                                         _mm512_set1_pd(INT32_MAX));
    _mm256_storeu_si256((__m256i *)(void *)p, _mm512_maskz_cvttpd_epi32(numbers, inside));
}

#endif
