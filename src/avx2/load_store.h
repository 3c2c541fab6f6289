/* Blocks from and to memory. */
#ifndef LANESCAN_LOAD_STORE_H
#define LANESCAN_LOAD_STORE_H

#include "types.h"

/* ---- f64x8 ---- */

LANESCAN_INLINE f64x8 f64x8_load(element type, const void *p)
{
    if (type == ELEMENT_F32) {
        const float *x = p;
        return F64X8(_mm256_cvtps_pd(_mm_loadu_ps(x)), _mm256_cvtps_pd(_mm_loadu_ps(x + 4)));
    }
    const double *x = p;
    return F64X8(_mm256_loadu_pd(x), _mm256_loadu_pd(x + 4));
}

LANESCAN_INLINE void f64x8_store(element type, void *p, f64x8 v)
{
    if (type == ELEMENT_F32) {
        float *y = p;
        _mm_storeu_ps(y, _mm256_cvtpd_ps(v.lo));
        _mm_storeu_ps(y + 4, _mm256_cvtpd_ps(v.hi));
    } else {
        double *y = p;
        _mm256_storeu_pd(y, v.lo);
        _mm256_storeu_pd(y + 4, v.hi);
    }
}

/* All ones in the first `count` lanes. */
LANESCAN_INLINE m64x8 m64x8_first(size_t count)
{
    const __m256i limit = _mm256_set1_epi64x((int64_t)count);
    return M64X8(_mm256_castsi256_pd(_mm256_cmpgt_epi64(limit, _mm256_setr_epi64x(0, 1, 2, 3))),
                 _mm256_castsi256_pd(_mm256_cmpgt_epi64(limit, _mm256_setr_epi64x(4, 5, 6, 7))));
}

LANESCAN_INLINE __m256i i32x8_first(size_t count)
{
    return _mm256_cmpgt_epi32(_mm256_set1_epi32((int)count),
                              _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

LANESCAN_INLINE f64x8 f64x8_load_part(element type, const void *p, size_t count, double rest)
{
    const m64x8 live = m64x8_first(count);
    const __m256d other = _mm256_set1_pd(rest);
    f64x8 v;
    if (type == ELEMENT_F32) {
        const __m256 x = _mm256_maskload_ps(p, i32x8_first(count));
        v = F64X8(_mm256_cvtps_pd(_mm256_castps256_ps128(x)),
                  _mm256_cvtps_pd(_mm256_extractf128_ps(x, 1)));
    } else {
        const double *x = p;
        v = F64X8(_mm256_maskload_pd(x, _mm256_castpd_si256(live.lo)),
                  _mm256_maskload_pd(x + 4, _mm256_castpd_si256(live.hi)));
    }
    return F64X8(_mm256_blendv_pd(other, v.lo, live.lo), _mm256_blendv_pd(other, v.hi, live.hi));
}

LANESCAN_INLINE void f64x8_store_part(element type, void *p, size_t count, f64x8 v)
{
    if (type == ELEMENT_F32) {
        const __m256 y = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm256_cvtpd_ps(v.lo)),
                                              _mm256_cvtpd_ps(v.hi), 1);
        _mm256_maskstore_ps(p, i32x8_first(count), y);
    } else {
        const m64x8 live = m64x8_first(count);
        double *y = p;
        _mm256_maskstore_pd(y, _mm256_castpd_si256(live.lo), v.lo);
        _mm256_maskstore_pd(y + 4, _mm256_castpd_si256(live.hi), v.hi);
    }
}

/* ---- i64x8 ---- */

LANESCAN_INLINE __m256i i256_load(const void *p)
{
    return _mm256_loadu_si256((const __m256i *)p);
}

LANESCAN_INLINE void i256_store(void *p, __m256i v)
{
    _mm256_storeu_si256((__m256i *)p, v);
}

LANESCAN_INLINE i64x8 i64x8_load(const int64_t *p)
{
    return I64X8(i256_load(p), i256_load(p + 4));
}

LANESCAN_INLINE void i64x8_store(int64_t *p, i64x8 v)
{
    i256_store(p, v.lo);
    i256_store(p + 4, v.hi);
}

LANESCAN_INLINE i64x8 i64x8_load_i8(const int8_t *p)
{
    const __m128i bytes = _mm_loadl_epi64((const __m128i *)(const void *)p);
    return I64X8(_mm256_cvtepi8_epi64(bytes), _mm256_cvtepi8_epi64(_mm_srli_epi64(bytes, 32)));
}

#endif
