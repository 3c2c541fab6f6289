/* Lanes of 64-bit integers. */
#ifndef LANESCAN_I64V_H
#define LANESCAN_I64V_H

#include "types.h"

LANESCAN_INLINE i64v i64v_of_f64(f64v v)
{
    return I64V(_mm256_castpd_si256(v.lo), _mm256_castpd_si256(v.hi));
}

LANESCAN_INLINE f64v f64v_of_i64(i64v v)
{
    return F64V(_mm256_castsi256_pd(v.lo), _mm256_castsi256_pd(v.hi));
}

LANESCAN_INLINE i64v i64v_splat(int64_t value)
{
    return I64V(_mm256_set1_epi64x(value), _mm256_set1_epi64x(value));
}

LANESCAN_INLINE i64v i64v_add(i64v a, i64v b)
{
    return I64V(_mm256_add_epi64(a.lo, b.lo), _mm256_add_epi64(a.hi, b.hi));
}

LANESCAN_INLINE i64v i64v_sub(i64v a, i64v b)
{
    return I64V(_mm256_sub_epi64(a.lo, b.lo), _mm256_sub_epi64(a.hi, b.hi));
}

LANESCAN_INLINE i64v i64v_or(i64v a, i64v b)
{
    return I64V(_mm256_or_si256(a.lo, b.lo), _mm256_or_si256(a.hi, b.hi));
}

/* (a1 2^32 + a0)(b1 2^32 + b0) = (a1 b0 + a0 b1) 2^32 + a0 b0, modulo 2^64. */
LANESCAN_INLINE __m256i i64x4_mul(__m256i a, __m256i b)
{
    const __m256i crossed = _mm256_mullo_epi32(a, _mm256_shuffle_epi32(b, 0xb1)); /* a0 b1, a1 b0 */
    const __m256i middle = _mm256_add_epi32(crossed, _mm256_srli_epi64(crossed, 32));
    return _mm256_add_epi64(_mm256_mul_epu32(a, b), _mm256_slli_epi64(middle, 32));
}

LANESCAN_INLINE i64v i64v_mul(i64v a, i64v b)
{
    return I64V(i64x4_mul(a.lo, b.lo), i64x4_mul(a.hi, b.hi));
}

LANESCAN_INLINE i64v i64v_shift_left(i64v v, int count)
{
    return I64V(_mm256_slli_epi64(v.lo, count), _mm256_slli_epi64(v.hi, count));
}

LANESCAN_INLINE bool i64v_any_bit(i64v v, int64_t mask)
{
    return !_mm256_testz_si256(_mm256_or_si256(v.lo, v.hi), _mm256_set1_epi64x(mask));
}

LANESCAN_INLINE __m256d i64x4_lacks(__m256i v, __m256i mask)
{
    return _mm256_castsi256_pd(
        _mm256_cmpeq_epi64(_mm256_and_si256(v, mask), _mm256_setzero_si256()));
}

LANESCAN_INLINE m64v i64v_lacks(i64v v, int64_t mask)
{
    const __m256i all = _mm256_set1_epi64x(mask);
    return M64V(i64x4_lacks(v.lo, all), i64x4_lacks(v.hi, all));
}

LANESCAN_INLINE m64v i64v_gt(i64v a, i64v b)
{
    return M64V(_mm256_castsi256_pd(_mm256_cmpgt_epi64(a.lo, b.lo)),
                _mm256_castsi256_pd(_mm256_cmpgt_epi64(a.hi, b.hi)));
}

LANESCAN_INLINE i64v i64v_select(m64v m, i64v a, i64v b)
{
    return I64V(_mm256_blendv_epi8(b.lo, a.lo, _mm256_castpd_si256(m.lo)),
                _mm256_blendv_epi8(b.hi, a.hi, _mm256_castpd_si256(m.hi)));
}

/* OP_MAX or OP_MIN of signed numbers. */
LANESCAN_INLINE i64v i64v_apply(operation op, i64v a, i64v b)
{
    return i64v_select(op == OP_MAX ? i64v_gt(a, b) : i64v_gt(b, a), a, b);
}

LANESCAN_INLINE int64_t i64v_first(i64v v)
{
    return _mm_cvtsi128_si64(_mm256_castsi256_si128(v.lo));
}

LANESCAN_INLINE __m256i i64x4_select_negative(__m256i test, __m256i a, __m256i b)
{
    return _mm256_castpd_si256(_mm256_blendv_pd(_mm256_castsi256_pd(b), _mm256_castsi256_pd(a),
                                                _mm256_castsi256_pd(test)));
}

LANESCAN_INLINE i64v i64v_select_negative(i64v test, i64v a, i64v b)
{
    return I64V(i64x4_select_negative(test.lo, a.lo, b.lo),
                i64x4_select_negative(test.hi, a.hi, b.hi));
}

#endif
