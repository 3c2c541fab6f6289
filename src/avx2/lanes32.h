/* Native 32-bit lanes. */
#ifndef LANESCAN_LANES_32_H
#define LANESCAN_LANES_32_H

#include "load_store.h"

/* ---- f32v ---- */

LANESCAN_INLINE f32v f32v_splat(float value)
{
    return F32V(_mm256_set1_ps(value), _mm256_set1_ps(value));
}

LANESCAN_INLINE f32v f32v_load(const float *p)
{
    return F32V(_mm256_loadu_ps(p), _mm256_loadu_ps(p + 8));
}

LANESCAN_INLINE void f32v_store(float *p, f32v v)
{
    _mm256_storeu_ps(p, v.lo);
    _mm256_storeu_ps(p + 8, v.hi);
}

LANESCAN_INLINE __m256 f32x8_apply(operation op, __m256 a, __m256 b)
{
    return op == OP_MAX ? _mm256_max_ps(a, b) : _mm256_min_ps(a, b);
}

LANESCAN_INLINE f32v f32v_apply(operation op, f32v a, f32v b)
{
    return F32V(f32x8_apply(op, a.lo, b.lo), f32x8_apply(op, a.hi, b.hi));
}

LANESCAN_INLINE unsigned f32x8_takes_over(operation op, __m256 so_far, __m256 x)
{
    return (unsigned)_mm256_movemask_ps(op == OP_MAX ? _mm256_cmp_ps(so_far, x, _CMP_NGT_UQ)
                                                     : _mm256_cmp_ps(so_far, x, _CMP_NLT_UQ));
}

LANESCAN_INLINE unsigned f32v_takes_over(operation op, f32v so_far, f32v x)
{
    return f32x8_takes_over(op, so_far.lo, x.lo) | f32x8_takes_over(op, so_far.hi, x.hi) << 8;
}

LANESCAN_INLINE unsigned f32x8_same_bits(__m256 a, __m256 b)
{
    const __m256i same = _mm256_cmpeq_epi32(_mm256_castps_si256(a), _mm256_castps_si256(b));
    return (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(same));
}

LANESCAN_INLINE unsigned f32v_same_bits(f32v a, f32v b)
{
    return f32x8_same_bits(a.lo, b.lo) | f32x8_same_bits(a.hi, b.hi) << 8;
}

LANESCAN_INLINE __m256 f32x8_follow(operation op, __m256 so_far, __m256 x)
{
    const __m256 beyond = op == OP_MAX ? _mm256_cmp_ps(x, so_far, _CMP_GE_OQ)
                                       : _mm256_cmp_ps(x, so_far, _CMP_LE_OQ);
    return _mm256_blendv_ps(so_far, x, _mm256_or_ps(beyond, _mm256_cmp_ps(x, x, _CMP_UNORD_Q)));
}

LANESCAN_INLINE f32v f32v_follow(operation op, f32v so_far, f32v x)
{
    return F32V(f32x8_follow(op, so_far.lo, x.lo), f32x8_follow(op, so_far.hi, x.hi));
}

LANESCAN_INLINE bool f32v_any_nan(f32v v)
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

LANESCAN_INLINE f32v f32v_scan(operation op, f32v v)
{
    const __m256 lo = f32x8_scan(op, v.lo), hi = f32x8_scan(op, v.hi);
    return F32V(lo, f32x8_apply(op, _mm256_permutevar8x32_ps(lo, _mm256_set1_epi32(7)), hi));
}

LANESCAN_INLINE f32v f32v_shift_in(f32v first, f32v v)
{
    const __m256i by_one = _mm256_setr_epi32(7, 0, 1, 2, 3, 4, 5, 6);
    const __m256 lo = _mm256_permutevar8x32_ps(v.lo, by_one),
                 hi = _mm256_permutevar8x32_ps(v.hi, by_one);
    return F32V(_mm256_blend_ps(lo, _mm256_permutevar8x32_ps(first.hi, by_one), 1),
                _mm256_blend_ps(hi, lo, 1));
}

LANESCAN_INLINE float f32v_first(f32v v)
{
    return _mm256_cvtss_f32(v.lo);
}

#define LAST_TO_FIRST _mm256_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0)

LANESCAN_INLINE f32v f32v_reverse(f32v v)
{
    return F32V(_mm256_permutevar8x32_ps(v.hi, LAST_TO_FIRST),
                _mm256_permutevar8x32_ps(v.lo, LAST_TO_FIRST));
}

LANESCAN_INLINE f32v f32v_splat_last(f32v v)
{
    const __m256 last = _mm256_permutevar8x32_ps(v.hi, _mm256_set1_epi32(7));
    return F32V(last, last);
}

/* ---- i32v ---- */

LANESCAN_INLINE i32v i32v_splat(int32_t value)
{
    return I32V(_mm256_set1_epi32(value), _mm256_set1_epi32(value));
}

LANESCAN_INLINE i32v i32v_load(const int32_t *p)
{
    return I32V(i256_load(p), i256_load(p + 8));
}

LANESCAN_INLINE void i32v_store(int32_t *p, i32v v)
{
    i256_store(p, v.lo);
    i256_store(p + 8, v.hi);
}

LANESCAN_INLINE i32v i32v_add(i32v a, i32v b)
{
    return I32V(_mm256_add_epi32(a.lo, b.lo), _mm256_add_epi32(a.hi, b.hi));
}

LANESCAN_INLINE i32v i32v_mul(i32v a, i32v b)
{
    return I32V(_mm256_mullo_epi32(a.lo, b.lo), _mm256_mullo_epi32(a.hi, b.hi));
}

LANESCAN_INLINE i32v i32v_xor(i32v a, i32v b)
{
    return I32V(_mm256_xor_si256(a.lo, b.lo), _mm256_xor_si256(a.hi, b.hi));
}

LANESCAN_INLINE i32v i32v_max(i32v a, i32v b)
{
    return I32V(_mm256_max_epi32(a.lo, b.lo), _mm256_max_epi32(a.hi, b.hi));
}

LANESCAN_INLINE unsigned i32x8_gt(__m256i a, __m256i b)
{
    return (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpgt_epi32(a, b)));
}

LANESCAN_INLINE unsigned i32v_gt(i32v a, i32v b)
{
    return i32x8_gt(a.lo, b.lo) | i32x8_gt(a.hi, b.hi) << 8;
}

/* Exact in any order, and of a number twice. */
LANESCAN_INLINE __m256i i32x8_scan_max(__m256i v)
{
    v = _mm256_max_epi32(v, _mm256_shuffle_epi32(v, 0xa0)); /* 0 0 2 2 */
    v = _mm256_max_epi32(v, _mm256_blend_epi32(v, _mm256_shuffle_epi32(v, 0x55), 0xcc));
    const __m256i fourth = _mm256_permutevar8x32_epi32(v, _mm256_set1_epi32(3));
    return _mm256_max_epi32(v, _mm256_blend_epi32(v, fourth, 0xf0));
}

LANESCAN_INLINE i32v i32v_scan_max(i32v v)
{
    const __m256i lo = i32x8_scan_max(v.lo), hi = i32x8_scan_max(v.hi);
    return I32V(lo, _mm256_max_epi32(hi, _mm256_permutevar8x32_epi32(lo, _mm256_set1_epi32(7))));
}

LANESCAN_INLINE i32v i32v_shift_in(i32v first, i32v v)
{
    const __m256i by_one = _mm256_setr_epi32(7, 0, 1, 2, 3, 4, 5, 6);
    const __m256i lo = _mm256_permutevar8x32_epi32(v.lo, by_one),
                  hi = _mm256_permutevar8x32_epi32(v.hi, by_one);
    return I32V(_mm256_blend_epi32(lo, _mm256_permutevar8x32_epi32(first.hi, by_one), 1),
                _mm256_blend_epi32(hi, lo, 1));
}

LANESCAN_INLINE int32_t i32v_first(i32v v)
{
    return _mm256_cvtsi256_si32(v.lo);
}

LANESCAN_INLINE __m256i i32x8_scan_add(__m256i v)
{
    v = _mm256_add_epi32(v, _mm256_slli_si256(v, 4));
    v = _mm256_add_epi32(v, _mm256_slli_si256(v, 8));
    const __m256i fourth = _mm256_permutevar8x32_epi32(v, _mm256_set1_epi32(3));
    return _mm256_add_epi32(v, _mm256_blend_epi32(_mm256_setzero_si256(), fourth, 0xf0));
}

LANESCAN_INLINE i32v i32v_scan_add(i32v v)
{
    const __m256i lo = i32x8_scan_add(v.lo), hi = i32x8_scan_add(v.hi);
    return I32V(lo, _mm256_add_epi32(hi, _mm256_permutevar8x32_epi32(lo, _mm256_set1_epi32(7))));
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

LANESCAN_INLINE i32v i32v_scan_add_reversed(i32v v)
{
    const __m256i lo = i32x8_scan_add_reversed(v.lo), hi = i32x8_scan_add_reversed(v.hi);
    return I32V(_mm256_add_epi32(lo, i32x8_splat_first(hi)), hi);
}

LANESCAN_INLINE i32v i32v_splat_first(i32v v)
{
    const __m256i first = i32x8_splat_first(v.lo);
    return I32V(first, first);
}

LANESCAN_INLINE i32v i32v_splat_last(i32v v)
{
    const __m256i last = _mm256_permutevar8x32_epi32(v.hi, _mm256_set1_epi32(7));
    return I32V(last, last);
}

#endif
