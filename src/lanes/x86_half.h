/* Halves on AVX2 and AVX-512, eight at a time. */
#ifndef LANESCAN_X86_HALF_H
#define LANESCAN_X86_HALF_H

#include "lanes/vocabulary.h"

#include <immintrin.h>

LANESCAN_INLINE __m128i u16x8_load(const void *p)
{
    return _mm_loadu_si128((const __m128i *)p);
}

LANESCAN_INLINE void u16x8_store(void *p, __m128i halves)
{
    _mm_storeu_si128((__m128i *)p, halves);
}

LANESCAN_INLINE __m256 f32x8_of_half(element type, __m128i halves)
{
    return type == ELEMENT_F16
               ? _mm256_cvtph_ps(halves)
               : _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(halves), 16));
}

/* NaN gets its quiet bit, and nothing added. */
LANESCAN_INLINE __m256i u32x8_bf16_of_f32(__m256 v)
{
    const __m256i bits = _mm256_castps_si256(v);
    const __m256i nan = _mm256_castps_si256(_mm256_cmp_ps(v, v, _CMP_UNORD_Q));
    const __m256i quiet = _mm256_or_si256(bits, _mm256_srli_epi32(nan, 9));
    const __m256i odd = _mm256_and_si256(_mm256_srli_epi32(bits, 16), _mm256_set1_epi32(1));
    const __m256i half = _mm256_add_epi32(odd, _mm256_set1_epi32(0x7fff));
    return _mm256_srli_epi32(_mm256_add_epi32(quiet, _mm256_andnot_si256(nan, half)), 16);
}

LANESCAN_INLINE __m128i half_of_f32x8(element type, __m256 v)
{
    if (type == ELEMENT_F16)
        return _mm256_cvtps_ph(v, _MM_FROUND_TO_NEAREST_INT);
    const __m256i wide = u32x8_bf16_of_f32(v);
    return _mm_packus_epi32(_mm256_castsi256_si128(wide), _mm256_extracti128_si256(wide, 1));
}

#endif
