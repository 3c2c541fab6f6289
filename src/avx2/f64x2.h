/* Pairs of carries; the rest of them in x86_pair.h. */
#ifndef LANESCAN_F64X2_H
#define LANESCAN_F64X2_H

#include "types.h"

LANESCAN_INLINE f64x2 f64v_last2(f64v v)
{
    const __m128d last = _mm256_extractf128_pd(v.hi, 1);
    return F64X2(_mm_unpackhi_pd(last, last));
}

LANESCAN_INLINE f64x2 f64v_last_pair(f64v v)
{
    return F64X2(_mm256_extractf128_pd(v.hi, 1));
}

LANESCAN_INLINE f64v f64v_splat_pair(f64x2 v)
{
    const __m256d all = _mm256_insertf128_pd(_mm256_castpd128_pd256(v.r), v.r, 1);
    return F64V(all, all);
}

/* The last total of the network of sums, ((0 + 1) + (2 + 3)) + ((4 + 5) + (6 + 7)), in both
 * places. */
LANESCAN_INLINE f64x2 f64v_total(f64v v)
{
    const __m256d pairs = _mm256_add_pd(_mm256_unpacklo_pd(v.lo, v.hi), /* 01 45 23 67 */
                                        _mm256_unpackhi_pd(v.lo, v.hi));
    const __m128d halves = _mm_add_pd(_mm256_castpd256_pd128(pairs),
                                      _mm256_extractf128_pd(pairs, 1));
    return F64X2(_mm_add_pd(halves, _mm_permute_pd(halves, 1)));
}

LANESCAN_INLINE f64v f64v_splat_first(f64x2 v)
{
    const __m256d all = _mm256_broadcastsd_pd(v.r);
    return F64V(all, all);
}

#endif
