/* Lanes of 64-bit integers. */
#ifndef LANESCAN_I64X8_H
#define LANESCAN_I64X8_H

#include "f64x8.h"

LANESCAN_INLINE i64x8 i64x8_of_f64(f64x8 v)
{
    return I64X8(_mm512_castpd_si512(v.r));
}

LANESCAN_INLINE f64x8 f64x8_of_i64(i64x8 v)
{
    return F64X8(_mm512_castsi512_pd(v.r));
}

LANESCAN_INLINE i64x8 i64x8_splat(int64_t value)
{
    return I64X8(_mm512_set1_epi64(value));
}

LANESCAN_INLINE i64x8 i64x8_add(i64x8 a, i64x8 b)
{
    return I64X8(_mm512_add_epi64(a.r, b.r));
}

LANESCAN_INLINE i64x8 i64x8_sub(i64x8 a, i64x8 b)
{
    return I64X8(_mm512_sub_epi64(a.r, b.r));
}

LANESCAN_INLINE i64x8 i64x8_or(i64x8 a, i64x8 b)
{
    return I64X8(_mm512_or_si512(a.r, b.r));
}

LANESCAN_INLINE i64x8 i64x8_mul(i64x8 a, i64x8 b)
{
    return I64X8(_mm512_mullo_epi64(a.r, b.r));
}

LANESCAN_INLINE i64x8 i64x8_shift_left(i64x8 v, int count)
{
    return I64X8(_mm512_slli_epi64(v.r, (unsigned)count));
}

LANESCAN_INLINE bool i64x8_any_bit(i64x8 v, int64_t mask)
{
    return m64x8_any((m64x8){ _mm512_test_epi64_mask(v.r, _mm512_set1_epi64(mask)) });
}

LANESCAN_INLINE m64x8 i64x8_lacks(i64x8 v, int64_t mask)
{
    return (m64x8){ _mm512_testn_epi64_mask(v.r, _mm512_set1_epi64(mask)) };
}

LANESCAN_INLINE m64x8 i64x8_gt(i64x8 a, i64x8 b)
{
    return (m64x8){ _mm512_cmpgt_epi64_mask(a.r, b.r) };
}

LANESCAN_INLINE i64x8 i64x8_select(m64x8 m, i64x8 a, i64x8 b)
{
    return I64X8(_mm512_mask_blend_epi64(m.r, b.r, a.r));
}

LANESCAN_INLINE int64_t i64x8_first(i64x8 v)
{
    return _mm_cvtsi128_si64(_mm512_castsi512_si128(v.r));
}

LANESCAN_INLINE i64x8 i64x8_select_negative(i64x8 test, i64x8 a, i64x8 b)
{
    return I64X8(_mm512_mask_blend_epi64(_mm512_movepi64_mask(test.r), b.r, a.r));
}

#endif
