/* Blocks from and to memory. */
#ifndef LANESCAN_LOAD_STORE_H
#define LANESCAN_LOAD_STORE_H

#include "lanes/x86_half.h"
#include "types.h"

/* ---- f64v ---- */

/* Rounds to a half as the double would: half.h. */
LANESCAN_INLINE __m256d f64x4_odd_for_half(__m256d v)
{
    const __m256i bits = _mm256_castpd_si256(v), low = _mm256_set1_epi64x((INT64_C(1) << 39) - 1);
    const __m256i carry = _mm256_add_epi64(_mm256_and_si256(bits, low), low);
    return _mm256_castsi256_pd(_mm256_andnot_si256(low, _mm256_or_si256(carry, bits)));
}

/* Of 32 bits, or on their way to 16. */
LANESCAN_INLINE __m128 f32x4_of_f64(element type, __m256d v)
{
    return _mm256_cvtpd_ps(is_half(type) ? f64x4_odd_for_half(v) : v);
}

LANESCAN_INLINE __m256 f32x8_of_f64(element type, f64v v)
{
    return _mm256_set_m128(f32x4_of_f64(type, v.hi), f32x4_of_f64(type, v.lo));
}

LANESCAN_INLINE f64v f64v_of_f32(__m256 v)
{
    return F64V(_mm256_cvtps_pd(_mm256_castps256_ps128(v)),
                _mm256_cvtps_pd(_mm256_extractf128_ps(v, 1)));
}

LANESCAN_INLINE f64v f64v_load(element type, const void *p)
{
    if (is_half(type))
        return f64v_of_f32(f32x8_of_half(type, u16x8_load(p)));
    if (type == ELEMENT_F32) {
        const float *x = p;
        return F64V(_mm256_cvtps_pd(_mm_loadu_ps(x)), _mm256_cvtps_pd(_mm_loadu_ps(x + 4)));
    }
    const double *x = p;
    return F64V(_mm256_loadu_pd(x), _mm256_loadu_pd(x + 4));
}

LANESCAN_INLINE void f64v_store(element type, void *p, f64v v)
{
    if (is_half(type)) {
        u16x8_store(p, half_of_f32x8(type, f32x8_of_f64(type, v)));
    } else if (type == ELEMENT_F32) {
        float *y = p;
        _mm_storeu_ps(y, f32x4_of_f64(type, v.lo));
        _mm_storeu_ps(y + 4, f32x4_of_f64(type, v.hi));
    } else {
        double *y = p;
        _mm256_storeu_pd(y, v.lo);
        _mm256_storeu_pd(y + 4, v.hi);
    }
}

/* In the lower register. (fold/at_once.h) */
#define LANES_AT_ONCE 4

LANESCAN_INLINE f64v f64v_load_at_once(const double *p)
{
    const __m256d v = _mm256_loadu_pd(p);
    return F64V(v, v);
}

LANESCAN_INLINE void f64v_store_at_once(double *p, f64v v)
{
    _mm256_storeu_pd(p, v.lo);
}

/* All ones in the first `count` lanes. */
LANESCAN_INLINE m64v m64v_first(size_t count)
{
    const __m256i limit = _mm256_set1_epi64x((int64_t)count);
    return M64V(_mm256_castsi256_pd(_mm256_cmpgt_epi64(limit, _mm256_setr_epi64x(0, 1, 2, 3))),
                _mm256_castsi256_pd(_mm256_cmpgt_epi64(limit, _mm256_setr_epi64x(4, 5, 6, 7))));
}

LANESCAN_INLINE __m256i i32x8_first(size_t count)
{
    return _mm256_cmpgt_epi32(_mm256_set1_epi32((int)count),
                              _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

LANESCAN_INLINE f64v f64v_load_part(element type, const void *p, size_t count, double rest)
{
    const m64v live = m64v_first(count);
    const __m256d other = _mm256_set1_pd(rest);
    f64v v;
    if (is_half(type)) {
        uint16_t halves[LANES] = { 0 };
        memcpy(halves, p, count * sizeof halves[0]);
        v = f64v_load(type, halves);
    } else if (type == ELEMENT_F32) {
        v = f64v_of_f32(_mm256_maskload_ps(p, i32x8_first(count)));
    } else {
        const double *x = p;
        v = F64V(_mm256_maskload_pd(x, _mm256_castpd_si256(live.lo)),
                 _mm256_maskload_pd(x + 4, _mm256_castpd_si256(live.hi)));
    }
    if (bits_of_f64(rest) == 0) /* as it is there */
        return v;
    return F64V(_mm256_blendv_pd(other, v.lo, live.lo), _mm256_blendv_pd(other, v.hi, live.hi));
}

/* Parts of vectors are stored by fours, twos and ones: masked stores are a dozen operations and
 * more to AMD's processors, and how many elements are left seldom changes from line to line. */
LANESCAN_INLINE void f64x8_store_part(double *y, size_t count, __m256d low, __m256d high)
{
    if (count & 8) {
        _mm256_storeu_pd(y, low);
        _mm256_storeu_pd(y + 4, high);
        return;
    }
    if (count & 4) {
        _mm256_storeu_pd(y, low);
        low = high;
        y += 4;
    }
    __m128d rest = _mm256_castpd256_pd128(low);
    if (count & 2) {
        _mm_storeu_pd(y, rest);
        rest = _mm256_extractf128_pd(low, 1);
        y += 2;
    }
    if (count & 1)
        _mm_store_sd(y, rest);
}

LANESCAN_INLINE void f32x8_store_part(float *y, size_t count, __m256 v)
{
    __m128 rest = _mm256_castps256_ps128(v);
    if (count & 8) {
        _mm256_storeu_ps(y, v);
        return;
    }
    if (count & 4) {
        _mm_storeu_ps(y, rest);
        rest = _mm256_extractf128_ps(v, 1);
        y += 4;
    }
    if (count & 2) {
        _mm_storel_pi((__m64 *)(void *)y, rest);
        rest = _mm_movehl_ps(rest, rest);
        y += 2;
    }
    if (count & 1)
        _mm_store_ss(y, rest);
}

LANESCAN_INLINE void f64v_store_part(element type, void *p, size_t count, f64v v)
{
    if (is_half(type)) {
        uint16_t halves[LANES];
        f64v_store(type, halves, v);
        memcpy(p, halves, count * sizeof halves[0]);
    } else if (type == ELEMENT_F32) {
        f32x8_store_part(p, count, f32x8_of_f64(type, v));
    } else {
        f64x8_store_part(p, count, v.lo, v.hi);
    }
}

/* ---- i64v ---- */

LANESCAN_INLINE __m256i i256_load(const void *p)
{
    return _mm256_loadu_si256((const __m256i *)p);
}

LANESCAN_INLINE void i256_store(void *p, __m256i v)
{
    _mm256_storeu_si256((__m256i *)p, v);
}

LANESCAN_INLINE i64v i64v_load(const int64_t *p)
{
    return I64V(i256_load(p), i256_load(p + 4));
}

LANESCAN_INLINE void i64v_store(int64_t *p, i64v v)
{
    i256_store(p, v.lo);
    i256_store(p + 4, v.hi);
}

LANESCAN_INLINE i64v i64v_load_i8(const int8_t *p)
{
    const __m128i bytes = _mm_loadl_epi64((const __m128i *)(const void *)p);
    return I64V(_mm256_cvtepi8_epi64(bytes), _mm256_cvtepi8_epi64(_mm_srli_epi64(bytes, 32)));
}

LANESCAN_INLINE i64v i64v_of_u8(__m128i bytes)
{
    return I64V(_mm256_cvtepu8_epi64(bytes), _mm256_cvtepu8_epi64(_mm_srli_epi64(bytes, 32)));
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
    const __m128i words = _mm_loadu_si128((const __m128i *)(const void *)p);
    return I64V(_mm256_cvtepi16_epi64(words), _mm256_cvtepi16_epi64(_mm_srli_si128(words, 8)));
}

LANESCAN_INLINE i64v i64v_load_u16(const uint16_t *p)
{
    const __m128i words = _mm_loadu_si128((const __m128i *)(const void *)p);
    return I64V(_mm256_cvtepu16_epi64(words), _mm256_cvtepu16_epi64(_mm_srli_si128(words, 8)));
}

LANESCAN_INLINE i64v i64v_load_i32(const int32_t *p)
{
    return I64V(_mm256_cvtepi32_epi64(_mm_loadu_si128((const __m128i *)(const void *)p)),
                _mm256_cvtepi32_epi64(_mm_loadu_si128((const __m128i *)(const void *)(p + 4))));
}

LANESCAN_INLINE i64v i64v_load_u32(const uint32_t *p)
{
    return I64V(_mm256_cvtepu32_epi64(_mm_loadu_si128((const __m128i *)(const void *)p)),
                _mm256_cvtepu32_epi64(_mm_loadu_si128((const __m128i *)(const void *)(p + 4))));
}

#endif
