/* Pairs of carries; the rest of them in x86_pair.h. */
#ifndef LANESCAN_F64X2_H
#define LANESCAN_F64X2_H

#include "types.h"

LANESCAN_INLINE f64x2 f64v_last2(f64v v)
{
    const __m128d last = _mm256_extractf128_pd(v.hi, 1);
    return F64X2(_mm_unpackhi_pd(last, last));
}

LANESCAN_INLINE f64v f64v_splat_first(f64x2 v)
{
    const __m256d all = _mm256_broadcastsd_pd(v.r);
    return F64V(all, all);
}

#endif
