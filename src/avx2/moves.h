/* Moves from lane to lane. A dot is `fill`; generic/block.h says what each does. */
#ifndef LANESCAN_MOVES_H
#define LANESCAN_MOVES_H

#include "f64v.h"

/* ---- f64v ---- */

/* a0 b0 a2 b2 and a1 b1 a3 b3. As integers, which more ports can move than unpcklpd (Intel, Ice
 * Lake and later). */
LANESCAN_INLINE __m256d f64x4_evens(__m256d a, __m256d b)
{
    return _mm256_castsi256_pd(
        _mm256_unpacklo_epi64(_mm256_castpd_si256(a), _mm256_castpd_si256(b)));
}

LANESCAN_INLINE __m256d f64x4_odds(__m256d a, __m256d b)
{
    return _mm256_castsi256_pd(
        _mm256_unpackhi_epi64(_mm256_castpd_si256(a), _mm256_castpd_si256(b)));
}

LANESCAN_INLINE __m256d f64x4_spread_first(__m256d v, __m256d none) /* . 0 . 2 */
{
    return f64x4_evens(none, v);
}

/* Not one shuffle of the whole register and a blend, which are as fast on Intel and slower on AMD
 * (Zen 3: cumsum by 5 %). */
LANESCAN_INLINE __m256d f64x4_spread_second(__m256d v, __m256d none) /* . . 1 1 */
{
    const __m256d second = f64x4_odds(v, v); /* 1 1 3 3 */
    return _mm256_insertf128_pd(none, _mm256_castpd256_pd128(second), 1);
}

LANESCAN_INLINE __m256d f64x4_splat_last(__m256d v)
{
    return _mm256_permute4x64_pd(v, 0xff);
}

LANESCAN_INLINE f64v f64v_spread(int half, f64v v, double fill)
{
    const __m256d none = _mm256_set1_pd(fill);
    return half == 1   ? F64V(f64x4_spread_first(v.lo, none), f64x4_spread_first(v.hi, none))
           : half == 2 ? F64V(f64x4_spread_second(v.lo, none), f64x4_spread_second(v.hi, none))
                       : F64V(none, f64x4_splat_last(v.lo));
}

LANESCAN_INLINE f64v f64v_after_spread(int half, f64v before, f64v after)
{
    return half == 4 ? F64V(before.lo, after.hi) : after;
}

LANESCAN_INLINE __m256d f64x4_spread_pair(__m256d v, __m256d none)
{
    return _mm256_insertf128_pd(none, _mm256_castpd256_pd128(v), 1);
}

LANESCAN_INLINE f64v f64v_spread_pairs(int half, f64v v, double fill)
{
    const __m256d none = _mm256_set1_pd(fill);
    return half == 1 ? F64V(f64x4_spread_pair(v.lo, none), f64x4_spread_pair(v.hi, none))
                     : F64V(none, _mm256_permute2f128_pd(v.lo, v.lo, 0x11));
}

LANESCAN_INLINE f64v f64v_shift_in(f64v first, f64v v)
{
    const __m256d before = _mm256_permute2f128_pd(first.hi, v.lo, 0x21); /* . first lo0 lo1 */
    const __m256d middle = _mm256_permute2f128_pd(v.lo, v.hi, 0x21);     /* lo2 lo3 hi0 hi1 */
    return F64V(_mm256_shuffle_pd(before, v.lo, 0x5),                    /* first lo0 lo1 lo2 */
                _mm256_shuffle_pd(middle, v.hi, 0x5));                   /* lo3 hi0 hi1 hi2 */
}

LANESCAN_INLINE f64v f64v_reverse(f64v v)
{
    return F64V(_mm256_permute4x64_pd(v.hi, 0x1b), _mm256_permute4x64_pd(v.lo, 0x1b));
}

/* 128-bit loads put pairs side by side without a shuffle: p[0] p[1] | q[0] q[1]. */
LANESCAN_INLINE __m256d f64x4_of_pairs(const double *p, const double *q)
{
    return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(p)), _mm_loadu_pd(q), 1);
}

/* Eight numbers that were stored one by one: loads of more than one would wait until they are in
 * the cache. */
LANESCAN_INLINE __m256d f64x4_of_numbers(const double *x)
{
    const __m128d low = _mm_loadh_pd(_mm_load_sd(x), x + 1);
    return _mm256_insertf128_pd(_mm256_castpd128_pd256(low),
                                _mm_loadh_pd(_mm_load_sd(x + 2), x + 3), 1);
}

LANESCAN_INLINE f64v f64v_of_numbers_at_once(const double *x)
{
    const __m256d v = f64x4_of_numbers(x);
    return F64V(v, v);
}

LANESCAN_INLINE f64v f64v_of_numbers(const double *x)
{
    return F64V(f64x4_of_numbers(x), f64x4_of_numbers(x + 4));
}

LANESCAN_INLINE f64v f64v_splat_last(f64v v)
{
    const __m256d last = _mm256_permute4x64_pd(v.hi, 0xff);
    return F64V(last, last);
}

/* Pair k of vector i changes places with pair i of vector k. */
LANESCAN_INLINE void f64v_turn_pairs(f64v v[4])
{
    const __m256d a0b0 = _mm256_permute2f128_pd(v[0].lo, v[1].lo, 0x20);
    const __m256d a1b1 = _mm256_permute2f128_pd(v[0].lo, v[1].lo, 0x31);
    const __m256d a2b2 = _mm256_permute2f128_pd(v[0].hi, v[1].hi, 0x20);
    const __m256d a3b3 = _mm256_permute2f128_pd(v[0].hi, v[1].hi, 0x31);
    const __m256d c0d0 = _mm256_permute2f128_pd(v[2].lo, v[3].lo, 0x20);
    const __m256d c1d1 = _mm256_permute2f128_pd(v[2].lo, v[3].lo, 0x31);
    const __m256d c2d2 = _mm256_permute2f128_pd(v[2].hi, v[3].hi, 0x20);
    const __m256d c3d3 = _mm256_permute2f128_pd(v[2].hi, v[3].hi, 0x31);
    v[0] = F64V(a0b0, c0d0);
    v[1] = F64V(a1b1, c1d1);
    v[2] = F64V(a2b2, c2d2);
    v[3] = F64V(a3b3, c3d3);
}

/* In each pair of lanes, lane k of vector i changes places with lane i of vector k. */
LANESCAN_INLINE void f64v_turn_lanes(f64v v[2])
{
    const f64v first = F64V(_mm256_unpacklo_pd(v[0].lo, v[1].lo),
                            _mm256_unpacklo_pd(v[0].hi, v[1].hi));
    v[1] = F64V(_mm256_unpackhi_pd(v[0].lo, v[1].lo), _mm256_unpackhi_pd(v[0].hi, v[1].hi));
    v[0] = first;
}

/* ---- i64v ---- */

LANESCAN_INLINE __m256i i64x4_scan_add(__m256i v)
{
    v = _mm256_add_epi64(v, _mm256_slli_si256(v, 8));         /* . 0 . 2 */
    const __m256i second = _mm256_permute4x64_epi64(v, 0x55); /* . . 1 1 */
    return _mm256_add_epi64(v, _mm256_blend_epi32(_mm256_setzero_si256(), second, 0xf0));
}

LANESCAN_INLINE i64v i64v_scan_add(i64v v)
{
    const __m256i lo = i64x4_scan_add(v.lo), hi = i64x4_scan_add(v.hi);
    return I64V(lo, _mm256_add_epi64(hi, _mm256_permute4x64_epi64(lo, 0xff)));
}

LANESCAN_INLINE __m256i i64x4_scan_add_reversed(__m256i v)
{
    v = _mm256_add_epi64(v, _mm256_srli_si256(v, 8));        /* 1 . 3 . */
    const __m256i third = _mm256_permute4x64_epi64(v, 0xaa); /* 2 2 . . */
    return _mm256_add_epi64(v, _mm256_blend_epi32(third, _mm256_setzero_si256(), 0xf0));
}

LANESCAN_INLINE i64v i64v_scan_add_reversed(i64v v)
{
    const __m256i lo = i64x4_scan_add_reversed(v.lo), hi = i64x4_scan_add_reversed(v.hi);
    return I64V(_mm256_add_epi64(lo, _mm256_permute4x64_epi64(hi, 0)), hi);
}

LANESCAN_INLINE i64v i64v_reverse(i64v v)
{
    return I64V(_mm256_permute4x64_epi64(v.hi, 0x1b), _mm256_permute4x64_epi64(v.lo, 0x1b));
}

LANESCAN_INLINE i64v i64v_splat_first(i64v v)
{
    const __m256i first = _mm256_permute4x64_epi64(v.lo, 0);
    return I64V(first, first);
}

LANESCAN_INLINE i64v i64v_splat_last(i64v v)
{
    const __m256i last = _mm256_permute4x64_epi64(v.hi, 0xff);
    return I64V(last, last);
}

#endif
