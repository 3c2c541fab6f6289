/* Blocks from and to memory. */
#ifndef LANESCAN_LOAD_STORE_H
#define LANESCAN_LOAD_STORE_H

#include "lanes/x86_half.h"
#include "types.h"

/* ---- f64v ---- */

/* Toward zero, with a bit below those of a half set where any below is: rounds to a half as the
 * double would (half.h). */
LANESCAN_INLINE __m256 f32x8_of_f64_for_half(f64v v)
{
    const __m512i bits = _mm512_castpd_si512(v.r), last = _mm512_set1_epi64(INT64_C(1) << 39);
    const __m512i carry = _mm512_add_epi64(bits, _mm512_set1_epi64((INT64_C(1) << 39) - 1));
    enum { BITS = 0xf0, CARRY = 0xcc, LAST = 0xaa };
    const __m512i sticky = _mm512_ternarylogic_epi64(bits, carry, last, BITS | (CARRY & LAST));
    return _mm512_cvt_roundpd_ps(_mm512_castsi512_pd(sticky),
                                 _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
}

/* Of 32 bits, or on their way to 16. */
LANESCAN_INLINE __m256 f32x8_of_f64(element type, f64v v)
{
    return is_half(type) ? f32x8_of_f64_for_half(v) : _mm512_cvtpd_ps(v.r);
}

LANESCAN_INLINE f64v f64v_load(element type, const void *p)
{
    if (is_half(type))
        return F64V(_mm512_cvtps_pd(f32x8_of_half(type, u16x8_load(p))));
    if (type == ELEMENT_F32)
        return F64V(_mm512_cvtps_pd(_mm256_loadu_ps(p)));
    return F64V(_mm512_loadu_pd(p));
}

LANESCAN_INLINE void f64v_store(element type, void *p, f64v v)
{
    if (is_half(type))
        u16x8_store(p, half_of_f32x8(type, f32x8_of_f64(type, v)));
    else if (type == ELEMENT_F32)
        _mm256_storeu_ps(p, f32x8_of_f64(type, v));
    else
        _mm512_storeu_pd(p, v.r);
}

LANESCAN_INLINE f64v f64v_load_part(element type, const void *p, size_t count, double rest)
{
    const __mmask8 live = (__mmask8)((1u << count) - 1);
    const __m512d other = _mm512_set1_pd(rest);
    if (is_half(type))
        return F64V(
            _mm512_mask_cvtps_pd(other, live, f32x8_of_half(type, _mm_maskz_loadu_epi16(live, p))));
    if (type == ELEMENT_F32)
        return F64V(_mm512_mask_cvtps_pd(other, live, _mm256_maskz_loadu_ps(live, p)));
    return F64V(_mm512_mask_loadu_pd(other, live, p));
}

LANESCAN_INLINE void f64v_store_part(element type, void *p, size_t count, f64v v)
{
    const __mmask8 live = (__mmask8)((1u << count) - 1);
    if (is_half(type))
        _mm_mask_storeu_epi16(p, live, half_of_f32x8(type, f32x8_of_f64(type, v)));
    else if (type == ELEMENT_F32)
        _mm256_mask_storeu_ps(p, live, f32x8_of_f64(type, v));
    else
        _mm512_mask_storeu_pd(p, live, v.r);
}

/* ---- i64v ---- */

LANESCAN_INLINE i64v i64v_load(const int64_t *p)
{
    return I64V(_mm512_loadu_si512(p));
}

LANESCAN_INLINE void i64v_store(int64_t *p, i64v v)
{
    _mm512_storeu_si512(p, v.r);
}

LANESCAN_INLINE i64v i64v_load_i8(const int8_t *p)
{
    return I64V(_mm512_cvtepi8_epi64(_mm_loadl_epi64((const __m128i *)(const void *)p)));
}

LANESCAN_INLINE i64v i64v_of_u8(__m128i bytes)
{
    return I64V(_mm512_cvtepu8_epi64(bytes));
}

LANESCAN_INLINE i64v i64v_load_u8(const uint8_t *p)
{
    return i64v_of_u8(_mm_loadl_epi64((const __m128i *)(const void *)p));
}

LANESCAN_INLINE i64v i64v_load_bool(const uint8_t *p)
{
    const __m128i bytes = _mm_loadl_epi64((const __m128i *)(const void *)p);
    return i64v_of_u8(_mm_min_epu8(bytes, _mm_set1_epi8(1)));
}

LANESCAN_INLINE i64v i64v_load_i16(const int16_t *p)
{
    return I64V(_mm512_cvtepi16_epi64(_mm_loadu_si128((const __m128i *)(const void *)p)));
}

LANESCAN_INLINE i64v i64v_load_u16(const uint16_t *p)
{
    return I64V(_mm512_cvtepu16_epi64(_mm_loadu_si128((const __m128i *)(const void *)p)));
}

LANESCAN_INLINE i64v i64v_load_i32(const int32_t *p)
{
    return I64V(_mm512_cvtepi32_epi64(_mm256_loadu_si256((const __m256i *)(const void *)p)));
}

LANESCAN_INLINE i64v i64v_load_u32(const uint32_t *p)
{
    return I64V(_mm512_cvtepu32_epi64(_mm256_loadu_si256((const __m256i *)(const void *)p)));
}

#endif
