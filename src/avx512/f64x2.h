/* Pairs of carries; the rest of them in x86_pair.h. */
#ifndef LANESCAN_F64X2_H
#define LANESCAN_F64X2_H

#include "moves.h"

LANESCAN_INLINE f64x2 f64v_last2(f64v v)
{
    return F64X2(_mm512_castpd512_pd128(f64v_splat_last(v).r));
}

LANESCAN_INLINE f64v f64v_splat_first(f64x2 v)
{
    return F64V(_mm512_broadcastsd_pd(v.r));
}

#endif
