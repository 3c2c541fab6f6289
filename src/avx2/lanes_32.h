/* Native 32-bit lanes. */
#ifndef LANESCAN_LANES_32_H
#define LANESCAN_LANES_32_H

#include "load_store.h"

/* ---- f32x16 ---- */

LANESCAN_INLINE f32x16 f32x16_splat(float value)
{
    return F32X16(_mm256_set1_ps(value), _mm256_set1_ps(value));
}

LANESCAN_INLINE f32x16 f32x16_load(const float *p)
{
    return F32X16(_mm256_loadu_ps(p), _mm256_loadu_ps(p + 8));
}

LANESCAN_INLINE void f32x16_store(float *p, f32x16 v)
{
    _mm256_storeu_ps(p, v.lo);
    _mm256_storeu_ps(p + 8, v.hi);
}

LANESCAN_INLINE __m256 f32x8_apply(operation op, __m256 a, __m256 b)
{
    return op == OP_MAX ? _mm256_max_ps(a, b) : _mm256_min_ps(a, b);
}

LANESCAN_INLINE f32x16 f32x16_apply(operation op, f32x16 a, f32x16 b)
{
    return F32X16(f32x8_apply(op, a.lo, b.lo), f32x8_apply(op, a.hi, b.hi));
}

LANESCAN_INLINE unsigned f32x8_takes_over(operation op, __m256 so_far, __m256 x)
{
    return (unsigned)_mm256_movemask_ps(op == OP_MAX ? _mm256_cmp_ps(so_far, x, _CMP_NGT_UQ)
                                                     : _mm256_cmp_ps(so_far, x, _CMP_NLT_UQ));
}

LANESCAN_INLINE unsigned f32x16_takes_over(operation op, f32x16 so_far, f32x16 x)
{
    return f32x8_takes_over(op, so_far.lo, x.lo) | f32x8_takes_over(op, so_far.hi, x.hi) << 8;
}

LANESCAN_INLINE __m256 f32x8_follow(operation op, __m256 so_far, __m256 x)
{
    const __m256 beyond = op == OP_MAX ? _mm256_cmp_ps(x, so_far, _CMP_GE_OQ)
                                       : _mm256_cmp_ps(x, so_far, _CMP_LE_OQ);
    return _mm256_blendv_ps(so_far, x, _mm256_or_ps(beyond, _mm256_cmp_ps(x, x, _CMP_UNORD_Q)));
}

LANESCAN_INLINE f32x16 f32x16_follow(operation op, f32x16 so_far, f32x16 x)
{
    return F32X16(f32x8_follow(op, so_far.lo, x.lo), f32x8_follow(op, so_far.hi, x.hi));
}

LANESCAN_INLINE bool f32x16_any_nan(f32x16 v)
{
    return _mm256_movemask_ps(_mm256_cmp_ps(v.lo, v.hi, _CMP_UNORD_Q)) != 0;
}

LANESCAN_INLINE __m256 f32x8_scan(operation op, __m256 v)
{
    const __m256 identity = _mm256_set1_ps(op == OP_MAX ? -__builtin_inff() : __builtin_inff());
    v = f32x8_apply(op, _mm256_blend_ps(identity, _mm256_moveldup_ps(v), 0xaa), v);
    v = f32x8_apply(op, _mm256_blend_ps(identity, _mm256_permute_ps(v, 0x55), 0xcc), v);
    const __m256 fourth = _mm256_permutevar8x32_ps(v, _mm256_set1_epi32(3));
    return f32x8_apply(op, _mm256_blend_ps(identity, fourth, 0xf0), v);
}

LANESCAN_INLINE f32x16 f32x16_scan(operation op, f32x16 v)
{
    const __m256 lo = f32x8_scan(op, v.lo), hi = f32x8_scan(op, v.hi);
    return F32X16(lo, f32x8_apply(op, _mm256_permutevar8x32_ps(lo, _mm256_set1_epi32(7)), hi));
}

LANESCAN_INLINE f32x16 f32x16_shift_in(f32x16 first, f32x16 v)
{
    const __m256i by_one = _mm256_setr_epi32(7, 0, 1, 2, 3, 4, 5, 6);
    const __m256 lo = _mm256_permutevar8x32_ps(v.lo, by_one),
                 hi = _mm256_permutevar8x32_ps(v.hi, by_one);
    return F32X16(_mm256_blend_ps(lo, _mm256_permutevar8x32_ps(first.hi, by_one), 1),
                  _mm256_blend_ps(hi, lo, 1));
}

LANESCAN_INLINE float f32x16_first(f32x16 v)
{
    return _mm256_cvtss_f32(v.lo);
}

#define LAST_TO_FIRST _mm256_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0)

LANESCAN_INLINE f32x16 f32x16_reverse(f32x16 v)
{
    return F32X16(_mm256_permutevar8x32_ps(v.hi, LAST_TO_FIRST),
                  _mm256_permutevar8x32_ps(v.lo, LAST_TO_FIRST));
}

LANESCAN_INLINE f32x16 f32x16_splat_last(f32x16 v)
{
    const __m256 last = _mm256_permutevar8x32_ps(v.hi, _mm256_set1_epi32(7));
    return F32X16(last, last);
}

/* ---- i32x16 ---- */

LANESCAN_INLINE i32x16 i32x16_splat(int32_t value)
{
    return I32X16(_mm256_set1_epi32(value), _mm256_set1_epi32(value));
}

LANESCAN_INLINE i32x16 i32x16_load(const int32_t *p)
{
    return I32X16(i256_load(p), i256_load(p + 8));
}

LANESCAN_INLINE void i32x16_store(int32_t *p, i32x16 v)
{
    i256_store(p, v.lo);
    i256_store(p + 8, v.hi);
}

LANESCAN_INLINE i32x16 i32x16_add(i32x16 a, i32x16 b)
{
    return I32X16(_mm256_add_epi32(a.lo, b.lo), _mm256_add_epi32(a.hi, b.hi));
}

LANESCAN_INLINE i32x16 i32x16_mul(i32x16 a, i32x16 b)
{
    return I32X16(_mm256_mullo_epi32(a.lo, b.lo), _mm256_mullo_epi32(a.hi, b.hi));
}

LANESCAN_INLINE __m256i i32x8_scan_add(__m256i v)
{
    v = _mm256_add_epi32(v, _mm256_slli_si256(v, 4));
    v = _mm256_add_epi32(v, _mm256_slli_si256(v, 8));
    const __m256i fourth = _mm256_permutevar8x32_epi32(v, _mm256_set1_epi32(3));
    return _mm256_add_epi32(v, _mm256_blend_epi32(_mm256_setzero_si256(), fourth, 0xf0));
}

LANESCAN_INLINE i32x16 i32x16_scan_add(i32x16 v)
{
    const __m256i lo = i32x8_scan_add(v.lo), hi = i32x8_scan_add(v.hi);
    return I32X16(lo, _mm256_add_epi32(hi, _mm256_permutevar8x32_epi32(lo, _mm256_set1_epi32(7))));
}

LANESCAN_INLINE __m256i i32x8_splat_first(__m256i v)
{
    return _mm256_broadcastd_epi32(_mm256_castsi256_si128(v));
}

LANESCAN_INLINE __m256i i32x8_scan_add_reversed(__m256i v)
{
    v = _mm256_add_epi32(v, _mm256_srli_si256(v, 4));
    v = _mm256_add_epi32(v, _mm256_srli_si256(v, 8));
    const __m256i fifth = _mm256_permutevar8x32_epi32(v, _mm256_set1_epi32(4));
    return _mm256_add_epi32(v, _mm256_blend_epi32(fifth, _mm256_setzero_si256(), 0xf0));
}

LANESCAN_INLINE i32x16 i32x16_scan_add_reversed(i32x16 v)
{
    const __m256i lo = i32x8_scan_add_reversed(v.lo), hi = i32x8_scan_add_reversed(v.hi);
    return I32X16(_mm256_add_epi32(lo, i32x8_splat_first(hi)), hi);
}

LANESCAN_INLINE i32x16 i32x16_splat_first(i32x16 v)
{
    const __m256i first = i32x8_splat_first(v.lo);
    return I32X16(first, first);
}

LANESCAN_INLINE i32x16 i32x16_splat_last(i32x16 v)
{
    const __m256i last = _mm256_permutevar8x32_epi32(v.hi, _mm256_set1_epi32(7));
    return I32X16(last, last);
}

#endif
