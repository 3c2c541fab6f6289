/* Lanes of doubles. */
#ifndef LANESCAN_F64V_H
#define LANESCAN_F64V_H

#include "types.h"

LANESCAN_INLINE f64v f64v_splat(double value)
{
    return F64V(_mm512_set1_pd(value));
}

LANESCAN_INLINE double f64v_first(f64v v)
{
    return _mm512_cvtsd_f64(v.r);
}

LANESCAN_INLINE f64v f64v_add(f64v a, f64v b)
{
    return F64V(_mm512_add_pd(a.r, b.r));
}

LANESCAN_INLINE f64v f64v_sub(f64v a, f64v b)
{
    return F64V(_mm512_sub_pd(a.r, b.r));
}

LANESCAN_INLINE f64v f64v_mul(f64v a, f64v b)
{
    return F64V(_mm512_mul_pd(a.r, b.r));
}

LANESCAN_INLINE f64v f64v_div(f64v a, f64v b)
{
    return F64V(_mm512_div_pd(a.r, b.r));
}

LANESCAN_INLINE f64v f64v_fma(f64v a, f64v b, f64v c)
{
    return F64V(_mm512_fmadd_pd(a.r, b.r, c.r));
}

LANESCAN_INLINE f64v f64v_fms(f64v a, f64v b, f64v c)
{
    return F64V(_mm512_fmsub_pd(a.r, b.r, c.r));
}

LANESCAN_INLINE f64v f64v_max(f64v a, f64v b)
{
    return F64V(_mm512_max_pd(a.r, b.r));
}

LANESCAN_INLINE f64v f64v_min(f64v a, f64v b)
{
    return F64V(_mm512_min_pd(a.r, b.r));
}

LANESCAN_INLINE f64v f64v_apply(operation op, f64v a, f64v b)
{
    return op == OP_ADD        ? f64v_add(a, b)
           : op == OP_MULTIPLY ? f64v_mul(a, b)
           : op == OP_MAX      ? f64v_max(a, b)
                               : f64v_min(a, b);
}

LANESCAN_INLINE m64v f64v_gt(f64v a, f64v b)
{
    return (m64v){ _mm512_cmp_pd_mask(a.r, b.r, _CMP_GT_OQ) };
}

LANESCAN_INLINE m64v f64v_takes_over(operation op, f64v so_far, f64v x)
{
    return op == OP_MAX ? (m64v){ _mm512_cmp_pd_mask(so_far.r, x.r, _CMP_NGT_UQ) }
                        : (m64v){ _mm512_cmp_pd_mask(so_far.r, x.r, _CMP_NLT_UQ) };
}

LANESCAN_INLINE m64v f64v_replaces(operation op, f64v so_far, f64v x)
{
    const __mmask8 beyond = op == OP_MAX ? _mm512_cmp_pd_mask(x.r, so_far.r, _CMP_GE_OQ)
                                         : _mm512_cmp_pd_mask(x.r, so_far.r, _CMP_LE_OQ);
    return (m64v){ _kor_mask8(beyond, _mm512_cmp_pd_mask(x.r, x.r, _CMP_UNORD_Q)) };
}

LANESCAN_INLINE m64v m64v_and(m64v a, m64v b)
{
    return (m64v){ _kand_mask8(a.r, b.r) };
}

LANESCAN_INLINE unsigned m64v_bits(m64v m)
{
    return _cvtmask8_u32(m.r);
}

LANESCAN_INLINE bool m64v_any(m64v m)
{
    return !_kortestz_mask8_u8(m.r, m.r);
}

LANESCAN_INLINE f64v f64v_select(m64v m, f64v a, f64v b)
{
    return F64V(_mm512_mask_blend_pd(m.r, b.r, a.r));
}

LANESCAN_INLINE bool f64v_any_nan(f64v v)
{
    return m64v_any((m64v){ _mm512_cmp_pd_mask(v.r, v.r, _CMP_UNORD_Q) });
}

LANESCAN_INLINE bool f64v_any_nonfinite(f64v v)
{
    enum { QUIET_NAN = 0x01, PLUS_INFINITY = 0x08, MINUS_INFINITY = 0x10, SIGNALING_NAN = 0x80 };
    return m64v_any((m64v){
        _mm512_fpclass_pd_mask(v.r, QUIET_NAN | PLUS_INFINITY | MINUS_INFINITY | SIGNALING_NAN) });
}

LANESCAN_INLINE f64v f64v_mantissa(f64v v)
{
    return F64V(_mm512_getmant_pd(v.r, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_src));
}

/* The mantissa's own exponent is 0 or -1. */
LANESCAN_INLINE f64v f64v_exponent(f64v v)
{
    return F64V(_mm512_sub_pd(_mm512_getexp_pd(v.r), _mm512_getexp_pd(f64v_mantissa(v).r)));
}

#endif
