/* Blocks from and to memory. */
#ifndef LANESCAN_LOAD_STORE_H
#define LANESCAN_LOAD_STORE_H

#include "types.h"

/* ---- f64x8 ---- */

LANESCAN_INLINE f64x8 f64x8_load(element type, const void *p)
{
    if (type == ELEMENT_F32)
        return F64X8(_mm512_cvtps_pd(_mm256_loadu_ps(p)));
    return F64X8(_mm512_loadu_pd(p));
}

LANESCAN_INLINE void f64x8_store(element type, void *p, f64x8 v)
{
    if (type == ELEMENT_F32)
        _mm256_storeu_ps(p, _mm512_cvtpd_ps(v.r));
    else
        _mm512_storeu_pd(p, v.r);
}

LANESCAN_INLINE f64x8 f64x8_load_part(element type, const void *p, size_t count, double rest)
{
    const __mmask8 live = (__mmask8)((1u << count) - 1);
    if (type == ELEMENT_F32)
        return F64X8(
            _mm512_mask_cvtps_pd(_mm512_set1_pd(rest), live, _mm256_maskz_loadu_ps(live, p)));
    return F64X8(_mm512_mask_loadu_pd(_mm512_set1_pd(rest), live, p));
}

LANESCAN_INLINE void f64x8_store_part(element type, void *p, size_t count, f64x8 v)
{
    const __mmask8 live = (__mmask8)((1u << count) - 1);
    if (type == ELEMENT_F32)
        _mm256_mask_storeu_ps(p, live, _mm512_cvtpd_ps(v.r));
    else
        _mm512_mask_storeu_pd(p, live, v.r);
}

/* ---- i64x8 ---- */

LANESCAN_INLINE i64x8 i64x8_load(const int64_t *p)
{
    return I64X8(_mm512_loadu_si512(p));
}

LANESCAN_INLINE void i64x8_store(int64_t *p, i64x8 v)
{
    _mm512_storeu_si512(p, v.r);
}

LANESCAN_INLINE i64x8 i64x8_load_i8(const int8_t *p)
{
    return I64X8(_mm512_cvtepi8_epi64(_mm_loadl_epi64((const __m128i *)(const void *)p)));
}

#endif
