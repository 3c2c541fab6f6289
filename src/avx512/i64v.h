/* Lanes of 64-bit integers. */
#ifndef LANESCAN_I64V_H
#define LANESCAN_I64V_H

#include "f64v.h"

LANESCAN_INLINE i64v i64v_of_f64(f64v v)
{
    return I64V(_mm512_castpd_si512(v.r));
}

LANESCAN_INLINE f64v f64v_of_i64(i64v v)
{
    return F64V(_mm512_castsi512_pd(v.r));
}

LANESCAN_INLINE i64v i64v_splat(int64_t value)
{
    return I64V(_mm512_set1_epi64(value));
}

LANESCAN_INLINE i64v i64v_add(i64v a, i64v b)
{
    return I64V(_mm512_add_epi64(a.r, b.r));
}

LANESCAN_INLINE i64v i64v_sub(i64v a, i64v b)
{
    return I64V(_mm512_sub_epi64(a.r, b.r));
}

LANESCAN_INLINE i64v i64v_or(i64v a, i64v b)
{
    return I64V(_mm512_or_si512(a.r, b.r));
}

LANESCAN_INLINE i64v i64v_mul(i64v a, i64v b)
{
    return I64V(_mm512_mullo_epi64(a.r, b.r));
}

LANESCAN_INLINE i64v i64v_shift_left(i64v v, int count)
{
    return I64V(_mm512_slli_epi64(v.r, (unsigned)count));
}

LANESCAN_INLINE bool i64v_any_bit(i64v v, int64_t mask)
{
    return m64v_any((m64v){ _mm512_test_epi64_mask(v.r, _mm512_set1_epi64(mask)) });
}

LANESCAN_INLINE m64v i64v_lacks(i64v v, int64_t mask)
{
    return (m64v){ _mm512_testn_epi64_mask(v.r, _mm512_set1_epi64(mask)) };
}

LANESCAN_INLINE m64v i64v_gt(i64v a, i64v b)
{
    return (m64v){ _mm512_cmpgt_epi64_mask(a.r, b.r) };
}

LANESCAN_INLINE i64v i64v_select(m64v m, i64v a, i64v b)
{
    return I64V(_mm512_mask_blend_epi64(m.r, b.r, a.r));
}

/* OP_MAX or OP_MIN of signed numbers. */
LANESCAN_INLINE i64v i64v_apply(operation op, i64v a, i64v b)
{
    return I64V(op == OP_MAX ? _mm512_max_epi64(a.r, b.r) : _mm512_min_epi64(a.r, b.r));
}

LANESCAN_INLINE int64_t i64v_first(i64v v)
{
    return _mm_cvtsi128_si64(_mm512_castsi512_si128(v.r));
}

LANESCAN_INLINE i64v i64v_select_negative(i64v test, i64v a, i64v b)
{
    return I64V(_mm512_mask_blend_epi64(_mm512_movepi64_mask(test.r), b.r, a.r));
}

#endif
