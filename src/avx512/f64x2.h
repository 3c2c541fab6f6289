/* Pairs of carries; the rest of them in x86_pair.h. */
#ifndef LANESCAN_F64X2_H
#define LANESCAN_F64X2_H

#include "moves.h"

LANESCAN_INLINE f64x2 f64v_last2(f64v v)
{
    return F64X2(_mm512_castpd512_pd128(f64v_splat_last(v).r));
}

LANESCAN_INLINE f64x2 f64v_last_pair(f64v v)
{
    return F64X2(_mm512_extractf64x2_pd(v.r, 3));
}

LANESCAN_INLINE f64v f64v_splat_pair(f64x2 v)
{
    return F64V(_mm512_broadcast_f64x2(v.r));
}

/* The last total of the network of sums, ((0 + 1) + (2 + 3)) + ((4 + 5) + (6 + 7)), in both
 * places. */
LANESCAN_INLINE f64x2 f64v_total(f64v v)
{
    __m512d sums = _mm512_add_pd(v.r, _mm512_permute_pd(v.r, 0x55));
    sums = _mm512_add_pd(sums, _mm512_shuffle_f64x2(sums, sums, 0xb1));
    sums = _mm512_add_pd(sums, _mm512_shuffle_f64x2(sums, sums, 0x4e));
    return F64X2(_mm512_castpd512_pd128(sums));
}

LANESCAN_INLINE f64v f64v_splat_first(f64x2 v)
{
    return F64V(_mm512_broadcastsd_pd(v.r));
}

#endif
