/* Lanes of doubles. */
#ifndef LANESCAN_F64X8_H
#define LANESCAN_F64X8_H

#include "types.h"

LANESCAN_INLINE f64x8 f64x8_splat(double value)
{
    return F64X8(_mm512_set1_pd(value));
}

LANESCAN_INLINE f64x8 f64x8_add(f64x8 a, f64x8 b)
{
    return F64X8(_mm512_add_pd(a.r, b.r));
}

LANESCAN_INLINE f64x8 f64x8_sub(f64x8 a, f64x8 b)
{
    return F64X8(_mm512_sub_pd(a.r, b.r));
}

LANESCAN_INLINE f64x8 f64x8_mul(f64x8 a, f64x8 b)
{
    return F64X8(_mm512_mul_pd(a.r, b.r));
}

LANESCAN_INLINE f64x8 f64x8_div(f64x8 a, f64x8 b)
{
    return F64X8(_mm512_div_pd(a.r, b.r));
}

LANESCAN_INLINE f64x8 f64x8_fma(f64x8 a, f64x8 b, f64x8 c)
{
    return F64X8(_mm512_fmadd_pd(a.r, b.r, c.r));
}

LANESCAN_INLINE f64x8 f64x8_fms(f64x8 a, f64x8 b, f64x8 c)
{
    return F64X8(_mm512_fmsub_pd(a.r, b.r, c.r));
}

LANESCAN_INLINE f64x8 f64x8_max(f64x8 a, f64x8 b)
{
    return F64X8(_mm512_max_pd(a.r, b.r));
}

LANESCAN_INLINE f64x8 f64x8_min(f64x8 a, f64x8 b)
{
    return F64X8(_mm512_min_pd(a.r, b.r));
}

LANESCAN_INLINE f64x8 f64x8_apply(operation op, f64x8 a, f64x8 b)
{
    return op == OP_ADD        ? f64x8_add(a, b)
           : op == OP_MULTIPLY ? f64x8_mul(a, b)
           : op == OP_MAX      ? f64x8_max(a, b)
                               : f64x8_min(a, b);
}

LANESCAN_INLINE m64x8 f64x8_gt(f64x8 a, f64x8 b)
{
    return (m64x8){ _mm512_cmp_pd_mask(a.r, b.r, _CMP_GT_OQ) };
}

LANESCAN_INLINE m64x8 f64x8_takes_over(operation op, f64x8 so_far, f64x8 x)
{
    return op == OP_MAX ? (m64x8){ _mm512_cmp_pd_mask(so_far.r, x.r, _CMP_NGT_UQ) }
                        : (m64x8){ _mm512_cmp_pd_mask(so_far.r, x.r, _CMP_NLT_UQ) };
}

LANESCAN_INLINE m64x8 f64x8_replaces(operation op, f64x8 so_far, f64x8 x)
{
    const __mmask8 beyond = op == OP_MAX ? _mm512_cmp_pd_mask(x.r, so_far.r, _CMP_GE_OQ)
                                         : _mm512_cmp_pd_mask(x.r, so_far.r, _CMP_LE_OQ);
    return (m64x8){ _kor_mask8(beyond, _mm512_cmp_pd_mask(x.r, x.r, _CMP_UNORD_Q)) };
}

LANESCAN_INLINE m64x8 m64x8_and(m64x8 a, m64x8 b)
{
    return (m64x8){ _kand_mask8(a.r, b.r) };
}

LANESCAN_INLINE unsigned m64x8_bits(m64x8 m)
{
    return _cvtmask8_u32(m.r);
}

LANESCAN_INLINE bool m64x8_any(m64x8 m)
{
    return !_kortestz_mask8_u8(m.r, m.r);
}

LANESCAN_INLINE f64x8 f64x8_select(m64x8 m, f64x8 a, f64x8 b)
{
    return F64X8(_mm512_mask_blend_pd(m.r, b.r, a.r));
}

LANESCAN_INLINE bool f64x8_any_nan(f64x8 v)
{
    return m64x8_any((m64x8){ _mm512_cmp_pd_mask(v.r, v.r, _CMP_UNORD_Q) });
}

LANESCAN_INLINE bool f64x8_any_nonfinite(f64x8 v)
{
    enum { QUIET_NAN = 0x01, PLUS_INFINITY = 0x08, MINUS_INFINITY = 0x10, SIGNALING_NAN = 0x80 };
    return m64x8_any((m64x8){
        _mm512_fpclass_pd_mask(v.r, QUIET_NAN | PLUS_INFINITY | MINUS_INFINITY | SIGNALING_NAN) });
}

LANESCAN_INLINE f64x8 f64x8_mantissa(f64x8 v)
{
    return F64X8(_mm512_getmant_pd(v.r, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_src));
}

/* The mantissa's own exponent is 0 or -1. */
LANESCAN_INLINE f64x8 f64x8_exponent(f64x8 v)
{
    return F64X8(_mm512_sub_pd(_mm512_getexp_pd(v.r), _mm512_getexp_pd(f64x8_mantissa(v).r)));
}

#endif
