/* Moves from lane to lane. */
#ifndef LANESCAN_MOVES_H
#define LANESCAN_MOVES_H

#include "f64v.h"

/* ---- f64v ---- */

LANESCAN_INLINE f64v f64v_spread(int half, f64v v, double fill)
{
    const __m512d none = _mm512_set1_pd(fill);
    const __m512i second = _mm512_setr_epi64(8, 8, 1, 1, 8, 8, 5, 5); /* 8 and up: from `none` */
    const __m512i fourth = _mm512_setr_epi64(8, 8, 8, 8, 3, 3, 3, 3);
    return half == 1   ? F64V(_mm512_unpacklo_pd(none, v.r)) /* . 0 . 2 . 4 . 6 */
           : half == 2 ? F64V(_mm512_permutex2var_pd(v.r, second, none))
                       : F64V(_mm512_permutex2var_pd(v.r, fourth, none));
}

LANESCAN_INLINE f64v f64v_spread_pairs(int half, f64v v, double fill)
{
    const __m512d none = _mm512_set1_pd(fill);
    return half == 1 ? F64V(_mm512_mask_shuffle_f64x2(none, 0xcc, v.r, v.r, 0xa0))
                     : F64V(_mm512_mask_shuffle_f64x2(none, 0xf0, v.r, v.r, 0x55));
}

LANESCAN_INLINE f64v f64v_after_spread(int half, f64v before, f64v after)
{
    (void)half, (void)before;
    return after;
}

LANESCAN_INLINE f64v f64v_shift_in(f64v first, f64v v)
{
    return F64V(_mm512_castsi512_pd(
        _mm512_alignr_epi64(_mm512_castpd_si512(v.r), _mm512_castpd_si512(first.r), 7)));
}

LANESCAN_INLINE f64v f64v_reverse(f64v v)
{
    return F64V(_mm512_permutexvar_pd(_mm512_setr_epi64(7, 6, 5, 4, 3, 2, 1, 0), v.r));
}

/* Eight numbers that were stored one by one: a load of all of them would wait until they are in the
 * cache. */
LANESCAN_INLINE __m256d f64x4_of_numbers(const double *x)
{
    const __m128d low = _mm_loadh_pd(_mm_load_sd(x), x + 1);
    return _mm256_insertf128_pd(_mm256_castpd128_pd256(low),
                                _mm_loadh_pd(_mm_load_sd(x + 2), x + 3), 1);
}

LANESCAN_INLINE f64v f64v_of_numbers(const double *x)
{
    return F64V(_mm512_insertf64x4(_mm512_castpd256_pd512(f64x4_of_numbers(x)),
                                   f64x4_of_numbers(x + 4), 1));
}

LANESCAN_INLINE f64v f64v_splat_last(f64v v)
{
    return F64V(_mm512_permutexvar_pd(_mm512_set1_epi64(7), v.r));
}

/* Pair k of vector i changes places with pair i of vector k. */
LANESCAN_INLINE void f64v_turn_pairs(f64v v[4])
{
    const __m512d ab01 = _mm512_shuffle_f64x2(v[0].r, v[1].r, 0x44);
    const __m512d ab23 = _mm512_shuffle_f64x2(v[0].r, v[1].r, 0xee);
    const __m512d cd01 = _mm512_shuffle_f64x2(v[2].r, v[3].r, 0x44);
    const __m512d cd23 = _mm512_shuffle_f64x2(v[2].r, v[3].r, 0xee);
    v[0] = F64V(_mm512_shuffle_f64x2(ab01, cd01, 0x88));
    v[1] = F64V(_mm512_shuffle_f64x2(ab01, cd01, 0xdd));
    v[2] = F64V(_mm512_shuffle_f64x2(ab23, cd23, 0x88));
    v[3] = F64V(_mm512_shuffle_f64x2(ab23, cd23, 0xdd));
}

/* In each pair of lanes, lane k of vector i changes places with lane i of vector k. */
LANESCAN_INLINE void f64v_turn_lanes(f64v v[2])
{
    const __m512d first = _mm512_unpacklo_pd(v[0].r, v[1].r);
    v[1] = F64V(_mm512_unpackhi_pd(v[0].r, v[1].r));
    v[0] = F64V(first);
}

/* ---- i64v ---- */

LANESCAN_INLINE i64v i64v_scan_add(i64v v)
{
    const __m512i zero = _mm512_setzero_si512();
    __m512i r = v.r;
    r = _mm512_add_epi64(r, _mm512_bslli_epi128(r, 8)); /* . 0 . 2 . 4 . 6 */
    r = _mm512_add_epi64(
        r, _mm512_permutex2var_epi64(r, _mm512_setr_epi64(8, 8, 1, 1, 8, 8, 5, 5), zero));
    r = _mm512_add_epi64(
        r, _mm512_permutex2var_epi64(r, _mm512_setr_epi64(8, 8, 8, 8, 3, 3, 3, 3), zero));
    return I64V(r);
}

LANESCAN_INLINE i64v i64v_scan_add_reversed(i64v v)
{
    const __m512i zero = _mm512_setzero_si512();
    __m512i r = v.r;
    r = _mm512_add_epi64(r, _mm512_bsrli_epi128(r, 8)); /* 1 . 3 . 5 . 7 . */
    r = _mm512_add_epi64(
        r, _mm512_permutex2var_epi64(r, _mm512_setr_epi64(2, 2, 8, 8, 6, 6, 8, 8), zero));
    r = _mm512_add_epi64(
        r, _mm512_permutex2var_epi64(r, _mm512_setr_epi64(4, 4, 4, 4, 8, 8, 8, 8), zero));
    return I64V(r);
}

LANESCAN_INLINE i64v i64v_reverse(i64v v)
{
    return I64V(_mm512_permutexvar_epi64(_mm512_setr_epi64(7, 6, 5, 4, 3, 2, 1, 0), v.r));
}

LANESCAN_INLINE i64v i64v_splat_first(i64v v)
{
    return I64V(_mm512_broadcastq_epi64(_mm512_castsi512_si128(v.r)));
}

LANESCAN_INLINE i64v i64v_splat_last(i64v v)
{
    return I64V(_mm512_permutexvar_epi64(_mm512_set1_epi64(7), v.r));
}

#endif
