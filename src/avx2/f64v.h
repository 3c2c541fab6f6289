/* Lanes of doubles. */
#ifndef LANESCAN_F64V_H
#define LANESCAN_F64V_H

#include "types.h"

LANESCAN_INLINE f64v f64v_splat(double value)
{
    return F64V(_mm256_set1_pd(value), _mm256_set1_pd(value));
}

LANESCAN_INLINE double f64v_first(f64v v)
{
    return _mm256_cvtsd_f64(v.lo);
}

LANESCAN_INLINE f64v f64v_add(f64v a, f64v b)
{
    return F64V(_mm256_add_pd(a.lo, b.lo), _mm256_add_pd(a.hi, b.hi));
}

LANESCAN_INLINE f64v f64v_sub(f64v a, f64v b)
{
    return F64V(_mm256_sub_pd(a.lo, b.lo), _mm256_sub_pd(a.hi, b.hi));
}

LANESCAN_INLINE f64v f64v_mul(f64v a, f64v b)
{
    return F64V(_mm256_mul_pd(a.lo, b.lo), _mm256_mul_pd(a.hi, b.hi));
}

LANESCAN_INLINE f64v f64v_div(f64v a, f64v b)
{
    return F64V(_mm256_div_pd(a.lo, b.lo), _mm256_div_pd(a.hi, b.hi));
}

LANESCAN_INLINE f64v f64v_fma(f64v a, f64v b, f64v c)
{
    return F64V(_mm256_fmadd_pd(a.lo, b.lo, c.lo), _mm256_fmadd_pd(a.hi, b.hi, c.hi));
}

LANESCAN_INLINE f64v f64v_fms(f64v a, f64v b, f64v c)
{
    return F64V(_mm256_fmsub_pd(a.lo, b.lo, c.lo), _mm256_fmsub_pd(a.hi, b.hi, c.hi));
}

LANESCAN_INLINE f64v f64v_max(f64v a, f64v b)
{
    return F64V(_mm256_max_pd(a.lo, b.lo), _mm256_max_pd(a.hi, b.hi));
}

LANESCAN_INLINE f64v f64v_min(f64v a, f64v b)
{
    return F64V(_mm256_min_pd(a.lo, b.lo), _mm256_min_pd(a.hi, b.hi));
}

LANESCAN_INLINE __m256d f64x4_apply(operation op, __m256d a, __m256d b)
{
    return op == OP_ADD        ? _mm256_add_pd(a, b)
           : op == OP_MULTIPLY ? _mm256_mul_pd(a, b)
           : op == OP_MAX      ? _mm256_max_pd(a, b)
                               : _mm256_min_pd(a, b);
}

/* Additions too: in a scan of lanes each waits for the one before it, and a multiply-add takes a
 * cycle more. */
LANESCAN_INLINE f64v f64v_apply(operation op, f64v a, f64v b)
{
    return F64V(f64x4_apply(op, a.lo, b.lo), f64x4_apply(op, a.hi, b.hi));
}

LANESCAN_INLINE m64v f64v_gt(f64v a, f64v b)
{
    return M64V(_mm256_cmp_pd(a.lo, b.lo, _CMP_GT_OQ), _mm256_cmp_pd(a.hi, b.hi, _CMP_GT_OQ));
}

LANESCAN_INLINE m64v f64v_takes_over(operation op, f64v so_far, f64v x)
{
    if (op == OP_MAX)
        return M64V(_mm256_cmp_pd(so_far.lo, x.lo, _CMP_NGT_UQ),
                    _mm256_cmp_pd(so_far.hi, x.hi, _CMP_NGT_UQ));
    return M64V(_mm256_cmp_pd(so_far.lo, x.lo, _CMP_NLT_UQ),
                _mm256_cmp_pd(so_far.hi, x.hi, _CMP_NLT_UQ));
}

LANESCAN_INLINE __m256d f64x4_replaces(operation op, __m256d so_far, __m256d x)
{
    const __m256d beyond = op == OP_MAX ? _mm256_cmp_pd(x, so_far, _CMP_GE_OQ)
                                        : _mm256_cmp_pd(x, so_far, _CMP_LE_OQ);
    return _mm256_or_pd(beyond, _mm256_cmp_pd(x, x, _CMP_UNORD_Q));
}

LANESCAN_INLINE m64v f64v_replaces(operation op, f64v so_far, f64v x)
{
    return M64V(f64x4_replaces(op, so_far.lo, x.lo), f64x4_replaces(op, so_far.hi, x.hi));
}

LANESCAN_INLINE m64v m64v_and(m64v a, m64v b)
{
    return M64V(_mm256_and_pd(a.lo, b.lo), _mm256_and_pd(a.hi, b.hi));
}

LANESCAN_INLINE unsigned m64v_bits(m64v m)
{
    return (unsigned)_mm256_movemask_pd(m.lo) | (unsigned)_mm256_movemask_pd(m.hi) << 4;
}

LANESCAN_INLINE bool m64v_any(m64v m)
{
    return _mm256_movemask_pd(_mm256_or_pd(m.lo, m.hi)) != 0;
}

LANESCAN_INLINE f64v f64v_select(m64v m, f64v a, f64v b)
{
    return F64V(_mm256_blendv_pd(b.lo, a.lo, m.lo), _mm256_blendv_pd(b.hi, a.hi, m.hi));
}

LANESCAN_INLINE bool f64v_any_nan(f64v v)
{
    return _mm256_movemask_pd(_mm256_cmp_pd(v.lo, v.hi, _CMP_UNORD_Q)) != 0;
}

/* Infinity and NaN times zero are NaN; unordered compares two registers at once. */
LANESCAN_INLINE bool f64v_any_nonfinite(f64v v)
{
    const __m256d zero = _mm256_setzero_pd();
    return f64v_any_nan(F64V(_mm256_mul_pd(v.lo, zero), _mm256_mul_pd(v.hi, zero)));
}

LANESCAN_INLINE __m256d f64x4_mantissa(__m256d v)
{
    const __m256i bits = _mm256_add_epi64(_mm256_castpd_si256(v),
                                          _mm256_set1_epi64x(INT64_C(1) << 51));
    const __m256i fraction = _mm256_and_si256(bits, _mm256_set1_epi64x((INT64_C(1) << 52) - 1));
    return _mm256_castsi256_pd(
        _mm256_add_epi64(fraction, _mm256_set1_epi64x(INT64_C(0x3fe8) << 48)));
}

LANESCAN_INLINE f64v f64v_mantissa(f64v v)
{
    return F64V(f64x4_mantissa(v.lo), f64x4_mantissa(v.hi));
}

/* The biased exponent becomes the low bits of 2^52 + exponent. */
LANESCAN_INLINE __m256d f64x4_exponent(__m256d v)
{
    const __m256i bits = _mm256_add_epi64(_mm256_castpd_si256(v),
                                          _mm256_set1_epi64x(INT64_C(1) << 51));
    const __m256d magic = _mm256_set1_pd(0x1p52);
    const __m256i biased = _mm256_or_si256(_mm256_srli_epi64(bits, 52), _mm256_castpd_si256(magic));
    return _mm256_sub_pd(_mm256_castsi256_pd(biased), _mm256_set1_pd(0x1p52 + 1023));
}

LANESCAN_INLINE f64v f64v_exponent(f64v v)
{
    return F64V(f64x4_exponent(v.lo), f64x4_exponent(v.hi));
}

#endif
