/* The vocabulary on AVX2 with FMA: a block is two registers. Meaning: src/generic/block.h. */
#ifndef LANESCAN_BLOCK_H
#define LANESCAN_BLOCK_H

#include "x86_pair.h"
#include "x86_transpose.h"

typedef struct {
    __m256d lo, hi;
} f64x8;
typedef struct {
    __m256i lo, hi;
} i64x8;
typedef struct {
    __m256d lo, hi;
} m64x8; /* all ones or all zeros a lane */
typedef struct {
    f64x8 v[4];
} f64x32;
typedef struct {
    __m256 lo, hi;
} f32x16;
typedef struct {
    __m256i lo, hi;
} i32x16;

#define F64X8(low, high)  ((f64x8){ low, high })
#define I64X8(low, high)  ((i64x8){ low, high })
#define M64X8(low, high)  ((m64x8){ low, high })
#define F32X16(low, high) ((f32x16){ low, high })
#define I32X16(low, high) ((i32x16){ low, high })

/* ---- f64x8 ---- */

LANESCAN_INLINE f64x8 f64x8_splat(double value)
{
    return F64X8(_mm256_set1_pd(value), _mm256_set1_pd(value));
}

LANESCAN_INLINE f64x8 f64x8_load(element type, const void *p)
{
    if (type == ELEMENT_F32) {
        const float *x = p;
        return F64X8(_mm256_cvtps_pd(_mm_loadu_ps(x)), _mm256_cvtps_pd(_mm_loadu_ps(x + 4)));
    }
    const double *x = p;
    return F64X8(_mm256_loadu_pd(x), _mm256_loadu_pd(x + 4));
}

LANESCAN_INLINE void f64x8_store(element type, void *p, f64x8 v)
{
    if (type == ELEMENT_F32) {
        float *y = p;
        _mm_storeu_ps(y, _mm256_cvtpd_ps(v.lo));
        _mm_storeu_ps(y + 4, _mm256_cvtpd_ps(v.hi));
    } else {
        double *y = p;
        _mm256_storeu_pd(y, v.lo);
        _mm256_storeu_pd(y + 4, v.hi);
    }
}

/* All ones in the first `count` lanes. */
LANESCAN_INLINE m64x8 m64x8_first(size_t count)
{
    const __m256i limit = _mm256_set1_epi64x((int64_t)count);
    return M64X8(_mm256_castsi256_pd(_mm256_cmpgt_epi64(limit, _mm256_setr_epi64x(0, 1, 2, 3))),
                 _mm256_castsi256_pd(_mm256_cmpgt_epi64(limit, _mm256_setr_epi64x(4, 5, 6, 7))));
}

LANESCAN_INLINE __m256i i32x8_first(size_t count)
{
    return _mm256_cmpgt_epi32(_mm256_set1_epi32((int)count),
                              _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

LANESCAN_INLINE f64x8 f64x8_load_part(element type, const void *p, size_t count, double rest)
{
    const m64x8 live = m64x8_first(count);
    const __m256d other = _mm256_set1_pd(rest);
    f64x8 v;
    if (type == ELEMENT_F32) {
        const __m256 x = _mm256_maskload_ps(p, i32x8_first(count));
        v = F64X8(_mm256_cvtps_pd(_mm256_castps256_ps128(x)),
                  _mm256_cvtps_pd(_mm256_extractf128_ps(x, 1)));
    } else {
        const double *x = p;
        v = F64X8(_mm256_maskload_pd(x, _mm256_castpd_si256(live.lo)),
                  _mm256_maskload_pd(x + 4, _mm256_castpd_si256(live.hi)));
    }
    return F64X8(_mm256_blendv_pd(other, v.lo, live.lo), _mm256_blendv_pd(other, v.hi, live.hi));
}

LANESCAN_INLINE void f64x8_store_part(element type, void *p, size_t count, f64x8 v)
{
    if (type == ELEMENT_F32) {
        const __m256 y = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm256_cvtpd_ps(v.lo)),
                                              _mm256_cvtpd_ps(v.hi), 1);
        _mm256_maskstore_ps(p, i32x8_first(count), y);
    } else {
        const m64x8 live = m64x8_first(count);
        double *y = p;
        _mm256_maskstore_pd(y, _mm256_castpd_si256(live.lo), v.lo);
        _mm256_maskstore_pd(y + 4, _mm256_castpd_si256(live.hi), v.hi);
    }
}

/* a + b as a * 1 + b, which is the same to the bit and runs where multiplications do. */
LANESCAN_INLINE __m256d f64x4_add_by_fma(__m256d a, __m256d b)
{
    return _mm256_fmadd_pd(a, _mm256_set1_pd(1), b);
}

/* Half of the additions go to other execution ports than the other half. */
LANESCAN_INLINE f64x8 f64x8_add(f64x8 a, f64x8 b)
{
    return F64X8(_mm256_add_pd(a.lo, b.lo), f64x4_add_by_fma(a.hi, b.hi));
}

LANESCAN_INLINE f64x8 f64x8_sub(f64x8 a, f64x8 b)
{
    return F64X8(_mm256_sub_pd(a.lo, b.lo), _mm256_sub_pd(a.hi, b.hi));
}

LANESCAN_INLINE f64x8 f64x8_mul(f64x8 a, f64x8 b)
{
    return F64X8(_mm256_mul_pd(a.lo, b.lo), _mm256_mul_pd(a.hi, b.hi));
}

LANESCAN_INLINE f64x8 f64x8_div(f64x8 a, f64x8 b)
{
    return F64X8(_mm256_div_pd(a.lo, b.lo), _mm256_div_pd(a.hi, b.hi));
}

LANESCAN_INLINE f64x8 f64x8_fma(f64x8 a, f64x8 b, f64x8 c)
{
    return F64X8(_mm256_fmadd_pd(a.lo, b.lo, c.lo), _mm256_fmadd_pd(a.hi, b.hi, c.hi));
}

LANESCAN_INLINE f64x8 f64x8_fms(f64x8 a, f64x8 b, f64x8 c)
{
    return F64X8(_mm256_fmsub_pd(a.lo, b.lo, c.lo), _mm256_fmsub_pd(a.hi, b.hi, c.hi));
}

LANESCAN_INLINE f64x8 f64x8_max(f64x8 a, f64x8 b)
{
    return F64X8(_mm256_max_pd(a.lo, b.lo), _mm256_max_pd(a.hi, b.hi));
}

LANESCAN_INLINE f64x8 f64x8_min(f64x8 a, f64x8 b)
{
    return F64X8(_mm256_min_pd(a.lo, b.lo), _mm256_min_pd(a.hi, b.hi));
}

LANESCAN_INLINE __m256d f64x4_apply(operation op, __m256d a, __m256d b)
{
    return op == OP_ADD        ? _mm256_add_pd(a, b)
           : op == OP_MULTIPLY ? _mm256_mul_pd(a, b)
           : op == OP_MAX      ? _mm256_max_pd(a, b)
                               : _mm256_min_pd(a, b);
}

LANESCAN_INLINE f64x8 f64x8_apply(operation op, f64x8 a, f64x8 b)
{
    if (op == OP_ADD)
        return f64x8_add(a, b);
    return F64X8(f64x4_apply(op, a.lo, b.lo), f64x4_apply(op, a.hi, b.hi));
}

LANESCAN_INLINE m64x8 f64x8_gt(f64x8 a, f64x8 b)
{
    return M64X8(_mm256_cmp_pd(a.lo, b.lo, _CMP_GT_OQ), _mm256_cmp_pd(a.hi, b.hi, _CMP_GT_OQ));
}

LANESCAN_INLINE m64x8 f64x8_takes_over(operation op, f64x8 so_far, f64x8 x)
{
    if (op == OP_MAX)
        return M64X8(_mm256_cmp_pd(so_far.lo, x.lo, _CMP_NGT_UQ),
                     _mm256_cmp_pd(so_far.hi, x.hi, _CMP_NGT_UQ));
    return M64X8(_mm256_cmp_pd(so_far.lo, x.lo, _CMP_NLT_UQ),
                 _mm256_cmp_pd(so_far.hi, x.hi, _CMP_NLT_UQ));
}

LANESCAN_INLINE __m256d f64x4_replaces(operation op, __m256d so_far, __m256d x)
{
    const __m256d beyond = op == OP_MAX ? _mm256_cmp_pd(x, so_far, _CMP_GE_OQ)
                                        : _mm256_cmp_pd(x, so_far, _CMP_LE_OQ);
    return _mm256_or_pd(beyond, _mm256_cmp_pd(x, x, _CMP_UNORD_Q));
}

LANESCAN_INLINE m64x8 f64x8_replaces(operation op, f64x8 so_far, f64x8 x)
{
    return M64X8(f64x4_replaces(op, so_far.lo, x.lo), f64x4_replaces(op, so_far.hi, x.hi));
}

LANESCAN_INLINE m64x8 m64x8_and(m64x8 a, m64x8 b)
{
    return M64X8(_mm256_and_pd(a.lo, b.lo), _mm256_and_pd(a.hi, b.hi));
}

LANESCAN_INLINE unsigned m64x8_bits(m64x8 m)
{
    return (unsigned)_mm256_movemask_pd(m.lo) | (unsigned)_mm256_movemask_pd(m.hi) << 4;
}

LANESCAN_INLINE bool m64x8_any(m64x8 m)
{
    return _mm256_movemask_pd(_mm256_or_pd(m.lo, m.hi)) != 0;
}

LANESCAN_INLINE f64x8 f64x8_select(m64x8 m, f64x8 a, f64x8 b)
{
    return F64X8(_mm256_blendv_pd(b.lo, a.lo, m.lo), _mm256_blendv_pd(b.hi, a.hi, m.hi));
}

LANESCAN_INLINE bool f64x8_any_nan(f64x8 v)
{
    return _mm256_movemask_pd(_mm256_cmp_pd(v.lo, v.hi, _CMP_UNORD_Q)) != 0;
}

/* Infinity and NaN times zero are NaN; unordered compares two registers at once. */
LANESCAN_INLINE bool f64x8_any_nonfinite(f64x8 v)
{
    const __m256d zero = _mm256_setzero_pd();
    return f64x8_any_nan(F64X8(_mm256_mul_pd(v.lo, zero), _mm256_mul_pd(v.hi, zero)));
}

LANESCAN_INLINE __m256d f64x4_mantissa(__m256d v)
{
    const __m256i bits = _mm256_add_epi64(_mm256_castpd_si256(v),
                                          _mm256_set1_epi64x(INT64_C(1) << 51));
    const __m256i fraction = _mm256_and_si256(bits, _mm256_set1_epi64x((INT64_C(1) << 52) - 1));
    return _mm256_castsi256_pd(
        _mm256_add_epi64(fraction, _mm256_set1_epi64x(INT64_C(0x3fe8) << 48)));
}

LANESCAN_INLINE f64x8 f64x8_mantissa(f64x8 v)
{
    return F64X8(f64x4_mantissa(v.lo), f64x4_mantissa(v.hi));
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

LANESCAN_INLINE f64x8 f64x8_exponent(f64x8 v)
{
    return F64X8(f64x4_exponent(v.lo), f64x4_exponent(v.hi));
}

/* ---- f64x8: lane moves ---- */

/* a0 b0 a2 b2 and a1 b1 a3 b3. As integers, which more ports can move than unpcklpd (Intel, Ice Lake and later). */
LANESCAN_INLINE __m256d f64x4_evens(__m256d a, __m256d b)
{
    return _mm256_castsi256_pd(
        _mm256_unpacklo_epi64(_mm256_castpd_si256(a), _mm256_castpd_si256(b)));
}

LANESCAN_INLINE __m256d f64x4_odds(__m256d a, __m256d b)
{
    return _mm256_castsi256_pd(
        _mm256_unpackhi_epi64(_mm256_castpd_si256(a), _mm256_castpd_si256(b)));
}

LANESCAN_INLINE __m256d f64x4_spread_first(__m256d v, __m256d none) /* . 0 . 2 */
{
    return f64x4_evens(none, v);
}

LANESCAN_INLINE __m256d f64x4_spread_second(__m256d v, __m256d none) /* . . 1 1 */
{
    return _mm256_blend_pd(none, _mm256_permute4x64_pd(v, 0x55), 0xc);
}

LANESCAN_INLINE __m256d f64x4_splat_last(__m256d v)
{
    return _mm256_permute4x64_pd(v, 0xff);
}

LANESCAN_INLINE f64x8 f64x8_spread(int half, f64x8 v, double fill)
{
    const __m256d none = _mm256_set1_pd(fill);
    return half == 1   ? F64X8(f64x4_spread_first(v.lo, none), f64x4_spread_first(v.hi, none))
           : half == 2 ? F64X8(f64x4_spread_second(v.lo, none), f64x4_spread_second(v.hi, none))
                       : F64X8(none, f64x4_splat_last(v.lo));
}

/* x op identity == x to the bit, for -0 too. */
LANESCAN_INLINE __m256d f64x4_scan(operation op, __m256d v)
{
    const __m256d identity = _mm256_set1_pd(op == OP_ADD        ? -0.0
                                            : op == OP_MULTIPLY ? 1.0
                                            : op == OP_MAX      ? -__builtin_inf()
                                                                : __builtin_inf());
    v = f64x4_apply(op, f64x4_spread_first(v, identity), v);
    return f64x4_apply(op, f64x4_spread_second(v, identity), v);
}

LANESCAN_INLINE f64x8 f64x8_scan(operation op, f64x8 v)
{
    const __m256d lo = f64x4_scan(op, v.lo), hi = f64x4_scan(op, v.hi);
    return F64X8(lo, f64x4_apply(op, f64x4_splat_last(lo), hi));
}

LANESCAN_INLINE f64x8 f64x8_shift_in(f64x8 first, f64x8 v)
{
    const __m256d middle = _mm256_permute2f128_pd(v.lo, v.hi, 0x21); /* lo2 lo3 hi0 hi1 */
    const __m256d lo = _mm256_permute4x64_pd(v.lo, 0x90);            /* . lo0 lo1 lo2 */
    return F64X8(
        _mm256_blend_pd(lo, _mm256_permute4x64_pd(first.hi, 0xff), 1), /* first lo0 lo1 lo2 */
        _mm256_shuffle_pd(middle, v.hi, 0x5));                         /* lo3 hi0 hi1 hi2 */
}

LANESCAN_INLINE f64x8 f64x8_reverse(f64x8 v)
{
    return F64X8(_mm256_permute4x64_pd(v.hi, 0x1b), _mm256_permute4x64_pd(v.lo, 0x1b));
}

LANESCAN_INLINE f64x8 f64x8_splat_last(f64x8 v)
{
    const __m256d last = _mm256_permute4x64_pd(v.hi, 0xff);
    return F64X8(last, last);
}

/* ---- f64x2, the rest in x86_pair.h ---- */

LANESCAN_INLINE f64x2 f64x8_last2(f64x8 v)
{
    const __m128d last = _mm256_extractf128_pd(v.hi, 1);
    return F64X2(_mm_unpackhi_pd(last, last));
}

LANESCAN_INLINE f64x8 f64x8_splat_first(f64x2 v)
{
    const __m256d all = _mm256_broadcastsd_pd(v.r);
    return F64X8(all, all);
}

/* ---- i64x8 ---- */

LANESCAN_INLINE i64x8 i64x8_of_f64(f64x8 v)
{
    return I64X8(_mm256_castpd_si256(v.lo), _mm256_castpd_si256(v.hi));
}

LANESCAN_INLINE f64x8 f64x8_of_i64(i64x8 v)
{
    return F64X8(_mm256_castsi256_pd(v.lo), _mm256_castsi256_pd(v.hi));
}

LANESCAN_INLINE i64x8 i64x8_splat(int64_t value)
{
    return I64X8(_mm256_set1_epi64x(value), _mm256_set1_epi64x(value));
}

LANESCAN_INLINE __m256i i256_load(const void *p)
{
    return _mm256_loadu_si256((const __m256i *)p);
}

LANESCAN_INLINE void i256_store(void *p, __m256i v)
{
    _mm256_storeu_si256((__m256i *)p, v);
}

LANESCAN_INLINE i64x8 i64x8_load(const int64_t *p)
{
    return I64X8(i256_load(p), i256_load(p + 4));
}

LANESCAN_INLINE void i64x8_store(int64_t *p, i64x8 v)
{
    i256_store(p, v.lo);
    i256_store(p + 4, v.hi);
}

LANESCAN_INLINE i64x8 i64x8_add(i64x8 a, i64x8 b)
{
    return I64X8(_mm256_add_epi64(a.lo, b.lo), _mm256_add_epi64(a.hi, b.hi));
}

LANESCAN_INLINE i64x8 i64x8_sub(i64x8 a, i64x8 b)
{
    return I64X8(_mm256_sub_epi64(a.lo, b.lo), _mm256_sub_epi64(a.hi, b.hi));
}

LANESCAN_INLINE i64x8 i64x8_or(i64x8 a, i64x8 b)
{
    return I64X8(_mm256_or_si256(a.lo, b.lo), _mm256_or_si256(a.hi, b.hi));
}

/* (a1 2^32 + a0)(b1 2^32 + b0) = (a1 b0 + a0 b1) 2^32 + a0 b0, modulo 2^64. */
LANESCAN_INLINE __m256i i64x4_mul(__m256i a, __m256i b)
{
    const __m256i crossed = _mm256_mullo_epi32(a, _mm256_shuffle_epi32(b, 0xb1)); /* a0 b1, a1 b0 */
    const __m256i middle = _mm256_add_epi32(crossed, _mm256_srli_epi64(crossed, 32));
    return _mm256_add_epi64(_mm256_mul_epu32(a, b), _mm256_slli_epi64(middle, 32));
}

LANESCAN_INLINE i64x8 i64x8_mul(i64x8 a, i64x8 b)
{
    return I64X8(i64x4_mul(a.lo, b.lo), i64x4_mul(a.hi, b.hi));
}

LANESCAN_INLINE i64x8 i64x8_shift_left(i64x8 v, int count)
{
    return I64X8(_mm256_slli_epi64(v.lo, count), _mm256_slli_epi64(v.hi, count));
}

LANESCAN_INLINE bool i64x8_any_bit(i64x8 v, int64_t mask)
{
    return !_mm256_testz_si256(_mm256_or_si256(v.lo, v.hi), _mm256_set1_epi64x(mask));
}

LANESCAN_INLINE __m256d i64x4_lacks(__m256i v, __m256i mask)
{
    return _mm256_castsi256_pd(
        _mm256_cmpeq_epi64(_mm256_and_si256(v, mask), _mm256_setzero_si256()));
}

LANESCAN_INLINE m64x8 i64x8_lacks(i64x8 v, int64_t mask)
{
    const __m256i all = _mm256_set1_epi64x(mask);
    return M64X8(i64x4_lacks(v.lo, all), i64x4_lacks(v.hi, all));
}

LANESCAN_INLINE m64x8 i64x8_gt(i64x8 a, i64x8 b)
{
    return M64X8(_mm256_castsi256_pd(_mm256_cmpgt_epi64(a.lo, b.lo)),
                 _mm256_castsi256_pd(_mm256_cmpgt_epi64(a.hi, b.hi)));
}

LANESCAN_INLINE i64x8 i64x8_select(m64x8 m, i64x8 a, i64x8 b)
{
    return I64X8(_mm256_blendv_epi8(b.lo, a.lo, _mm256_castpd_si256(m.lo)),
                 _mm256_blendv_epi8(b.hi, a.hi, _mm256_castpd_si256(m.hi)));
}

LANESCAN_INLINE __m256i i64x4_scan_add(__m256i v)
{
    v = _mm256_add_epi64(v, _mm256_slli_si256(v, 8));         /* . 0 . 2 */
    const __m256i second = _mm256_permute4x64_epi64(v, 0x55); /* . . 1 1 */
    return _mm256_add_epi64(v, _mm256_blend_epi32(_mm256_setzero_si256(), second, 0xf0));
}

LANESCAN_INLINE i64x8 i64x8_scan_add(i64x8 v)
{
    const __m256i lo = i64x4_scan_add(v.lo), hi = i64x4_scan_add(v.hi);
    return I64X8(lo, _mm256_add_epi64(hi, _mm256_permute4x64_epi64(lo, 0xff)));
}

LANESCAN_INLINE int64_t i64x8_first(i64x8 v)
{
    return _mm_cvtsi128_si64(_mm256_castsi256_si128(v.lo));
}

LANESCAN_INLINE i64x8 i64x8_reverse(i64x8 v)
{
    return I64X8(_mm256_permute4x64_epi64(v.hi, 0x1b), _mm256_permute4x64_epi64(v.lo, 0x1b));
}

LANESCAN_INLINE i64x8 i64x8_splat_last(i64x8 v)
{
    const __m256i last = _mm256_permute4x64_epi64(v.hi, 0xff);
    return I64X8(last, last);
}

LANESCAN_INLINE i64x8 i64x8_load_i8(const int8_t *p)
{
    const __m128i bytes = _mm_loadl_epi64((const __m128i *)(const void *)p);
    return I64X8(_mm256_cvtepi8_epi64(bytes), _mm256_cvtepi8_epi64(_mm_srli_epi64(bytes, 32)));
}

LANESCAN_INLINE __m256i i64x4_select_negative(__m256i test, __m256i a, __m256i b)
{
    return _mm256_castpd_si256(_mm256_blendv_pd(_mm256_castsi256_pd(b), _mm256_castsi256_pd(a),
                                                _mm256_castsi256_pd(test)));
}

LANESCAN_INLINE i64x8 i64x8_select_negative(i64x8 test, i64x8 a, i64x8 b)
{
    return I64X8(i64x4_select_negative(test.lo, a.lo, b.lo),
                 i64x4_select_negative(test.hi, a.hi, b.hi));
}

/* ---- f64x32: lanes 0 to 3 come from elements 0 to 15, lanes 4 to 7 from the rest ---- */

/* 128-bit loads put pairs side by side without a shuffle: p[0] p[1] | q[0] q[1]. */
LANESCAN_INLINE __m256d f64_pairs(const double *p, const double *q)
{
    return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(p)), _mm_loadu_pd(q), 1);
}

/* a0 a1 a2 a3, b0 .., c0 .., d0 .. become a0 b0 c0 d0, a1 .., a2 .., a3 .. */
LANESCAN_INLINE void f64x4_transpose(__m256d a, __m256d b, __m256d c, __m256d d, __m256d v[4])
{
    const __m256d ab02 = f64x4_evens(a, b), ab13 = f64x4_odds(a, b); /* a0 b0 a2 b2 */
    const __m256d cd02 = f64x4_evens(c, d), cd13 = f64x4_odds(c, d);
    v[0] = _mm256_permute2f128_pd(ab02, cd02, 0x20);
    v[1] = _mm256_permute2f128_pd(ab13, cd13, 0x20);
    v[2] = _mm256_permute2f128_pd(ab02, cd02, 0x31);
    v[3] = _mm256_permute2f128_pd(ab13, cd13, 0x31);
}

LANESCAN_INLINE f64x32 f64x32_of_blocks(f64x8 a, f64x8 b, f64x8 c, f64x8 d)
{
    __m256d lo[4], hi[4];
    f64x4_transpose(a.lo, a.hi, b.lo, b.hi, lo);
    f64x4_transpose(c.lo, c.hi, d.lo, d.hi, hi);
    return (f64x32){ { F64X8(lo[0], hi[0]), F64X8(lo[1], hi[1]), F64X8(lo[2], hi[2]),
                       F64X8(lo[3], hi[3]) } };
}

LANESCAN_INLINE void f64x32_to_blocks(f64x32 g, f64x8 block[4])
{
    __m256d lo[4], hi[4];
    f64x4_transpose(g.v[0].lo, g.v[1].lo, g.v[2].lo, g.v[3].lo, lo);
    f64x4_transpose(g.v[0].hi, g.v[1].hi, g.v[2].hi, g.v[3].hi, hi);
    block[0] = F64X8(lo[0], lo[1]);
    block[1] = F64X8(lo[2], lo[3]);
    block[2] = F64X8(hi[0], hi[1]);
    block[3] = F64X8(hi[2], hi[3]);
}

/* One register of each of the four vectors, from four runs that are `step` elements apart. */
LANESCAN_INLINE void f64x16_load(element type, const void *p, ptrdiff_t step, __m256d v[4])
{
    if (IS_F32(type)) {
        const float *a = p, *b = a + step, *c = b + step, *d = c + step;
        f64x4_transpose(_mm256_cvtps_pd(_mm_loadu_ps(a)), _mm256_cvtps_pd(_mm_loadu_ps(b)),
                        _mm256_cvtps_pd(_mm_loadu_ps(c)), _mm256_cvtps_pd(_mm_loadu_ps(d)), v);
    } else {
        const double *a = p, *b = a + step, *c = b + step, *d = c + step;
        const __m256d ac01 = f64_pairs(a, c), bd01 = f64_pairs(b, d);
        const __m256d ac23 = f64_pairs(a + 2, c + 2), bd23 = f64_pairs(b + 2, d + 2);
        v[0] = f64x4_evens(ac01, bd01);
        v[1] = f64x4_odds(ac01, bd01);
        v[2] = f64x4_evens(ac23, bd23);
        v[3] = f64x4_odds(ac23, bd23);
    }
}

/* Reversed: the runs from the last in memory to the first, and the vectors in reverse order. */
LANESCAN_INLINE f64x32 f64x32_load(element type, const void *p)
{
    const ptrdiff_t size = IS_F32(type) ? sizeof(float) : sizeof(double);
    const char *bytes = p;
    __m256d lo[4], hi[4];
    if (IS_REVERSED(type)) {
        f64x16_load(type, bytes - 3 * size, -RUN, lo);
        f64x16_load(type, bytes - 19 * size, -RUN, hi);
        return (f64x32){ { F64X8(lo[3], hi[3]), F64X8(lo[2], hi[2]), F64X8(lo[1], hi[1]),
                           F64X8(lo[0], hi[0]) } };
    }
    f64x16_load(type, bytes, RUN, lo);
    f64x16_load(type, bytes + 16 * size, RUN, hi);
    return (f64x32){ { F64X8(lo[0], hi[0]), F64X8(lo[1], hi[1]), F64X8(lo[2], hi[2]),
                       F64X8(lo[3], hi[3]) } };
}

/* 128-bit stores of register halves need no shuffle either. */
LANESCAN_INLINE void f64x16_store(double *a, ptrdiff_t step, __m256d v0, __m256d v1, __m256d v2,
                                  __m256d v3)
{
    const __m256d ac01 = f64x4_evens(v0, v1), bd01 = f64x4_odds(v0, v1);
    const __m256d ac23 = f64x4_evens(v2, v3), bd23 = f64x4_odds(v2, v3);
    double *b = a + step, *c = b + step, *d = c + step;
    _mm_storeu_pd(a, _mm256_castpd256_pd128(ac01));
    _mm_storeu_pd(a + 2, _mm256_castpd256_pd128(ac23));
    _mm_storeu_pd(b, _mm256_castpd256_pd128(bd01));
    _mm_storeu_pd(b + 2, _mm256_castpd256_pd128(bd23));
    _mm_storeu_pd(c, _mm256_extractf128_pd(ac01, 1));
    _mm_storeu_pd(c + 2, _mm256_extractf128_pd(ac23, 1));
    _mm_storeu_pd(d, _mm256_extractf128_pd(bd01, 1));
    _mm_storeu_pd(d + 2, _mm256_extractf128_pd(bd23, 1));
}

/* Eight lanes rounded to float. */
LANESCAN_INLINE __m256 f32x8_of_f64(f64x8 v)
{
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm256_cvtpd_ps(v.lo)),
                                _mm256_cvtpd_ps(v.hi), 1);
}

/* a0 b0 a1 b1 | a4 b4 a5 b5, and a2 b2 a3 b3 | a6 b6 a7 b7; as integers, as above. */
LANESCAN_INLINE __m256d f32x8_low_pairs(__m256 a, __m256 b)
{
    return _mm256_castsi256_pd(
        _mm256_unpacklo_epi32(_mm256_castps_si256(a), _mm256_castps_si256(b)));
}

LANESCAN_INLINE __m256d f32x8_high_pairs(__m256 a, __m256 b)
{
    return _mm256_castsi256_pd(
        _mm256_unpackhi_epi32(_mm256_castps_si256(a), _mm256_castps_si256(b)));
}

LANESCAN_INLINE void f64x32_store(element type, void *p, f64x32 g)
{
    const bool reversed = IS_REVERSED(type);
    const ptrdiff_t step = reversed ? -RUN : RUN;
    if (reversed)
        g = (f64x32){ { g.v[3], g.v[2], g.v[1], g.v[0] } };
    if (IS_F32(type)) {
        float *y = reversed ? (float *)p - 3 : (float *)p;
        const __m256 v0 = f32x8_of_f64(g.v[0]), v1 = f32x8_of_f64(g.v[1]);
        const __m256 v2 = f32x8_of_f64(g.v[2]), v3 = f32x8_of_f64(g.v[3]);
        const __m256d ab01 = f32x8_low_pairs(v0, v1), cd01 = f32x8_high_pairs(v0, v1);
        const __m256d ab23 = f32x8_low_pairs(v2, v3), cd23 = f32x8_high_pairs(v2, v3);
        const __m256 ae = _mm256_castpd_ps(f64x4_evens(ab01, ab23)); /* a0 a1 a2 a3 | e0 e1 e2 e3 */
        const __m256 bf = _mm256_castpd_ps(f64x4_odds(ab01, ab23));
        const __m256 cg = _mm256_castpd_ps(f64x4_evens(cd01, cd23));
        const __m256 dh = _mm256_castpd_ps(f64x4_odds(cd01, cd23));
        _mm_storeu_ps(y, _mm256_castps256_ps128(ae));
        _mm_storeu_ps(y + step, _mm256_castps256_ps128(bf));
        _mm_storeu_ps(y + 2 * step, _mm256_castps256_ps128(cg));
        _mm_storeu_ps(y + 3 * step, _mm256_castps256_ps128(dh));
        _mm_storeu_ps(y + 4 * step, _mm256_extractf128_ps(ae, 1));
        _mm_storeu_ps(y + 5 * step, _mm256_extractf128_ps(bf, 1));
        _mm_storeu_ps(y + 6 * step, _mm256_extractf128_ps(cg, 1));
        _mm_storeu_ps(y + 7 * step, _mm256_extractf128_ps(dh, 1));
    } else {
        double *y = reversed ? (double *)p - 3 : (double *)p;
        f64x16_store(y, step, g.v[0].lo, g.v[1].lo, g.v[2].lo, g.v[3].lo);
        f64x16_store(y + 4 * step, step, g.v[0].hi, g.v[1].hi, g.v[2].hi, g.v[3].hi);
    }
}

/* ---- whole cache lines past the caches ---- */

LANESCAN_INLINE void stream_line(void *to, const void *from)
{
    const __m256i *in = from;
    __m256i *out = to;
    const __m256i lo = _mm256_load_si256(in), hi = _mm256_load_si256(in + 1);
    _mm256_stream_si256(out, lo);
    _mm256_stream_si256(out + 1, hi);
}

LANESCAN_INLINE void stream_end(void)
{
    _mm_sfence();
}

/* ---- f32x16 and i32x16 ---- */

LANESCAN_INLINE f32x16 f32x16_splat(float value)
{
    return F32X16(_mm256_set1_ps(value), _mm256_set1_ps(value));
}

LANESCAN_INLINE f32x16 f32x16_load(const float *p)
{
    return F32X16(_mm256_loadu_ps(p), _mm256_loadu_ps(p + 8));
}

LANESCAN_INLINE void f32x16_store(float *p, f32x16 v)
{
    _mm256_storeu_ps(p, v.lo);
    _mm256_storeu_ps(p + 8, v.hi);
}

LANESCAN_INLINE __m256 f32x8_apply(operation op, __m256 a, __m256 b)
{
    return op == OP_MAX ? _mm256_max_ps(a, b) : _mm256_min_ps(a, b);
}

LANESCAN_INLINE f32x16 f32x16_apply(operation op, f32x16 a, f32x16 b)
{
    return F32X16(f32x8_apply(op, a.lo, b.lo), f32x8_apply(op, a.hi, b.hi));
}

LANESCAN_INLINE unsigned f32x8_takes_over(operation op, __m256 so_far, __m256 x)
{
    return (unsigned)_mm256_movemask_ps(op == OP_MAX ? _mm256_cmp_ps(so_far, x, _CMP_NGT_UQ)
                                                     : _mm256_cmp_ps(so_far, x, _CMP_NLT_UQ));
}

LANESCAN_INLINE unsigned f32x16_takes_over(operation op, f32x16 so_far, f32x16 x)
{
    return f32x8_takes_over(op, so_far.lo, x.lo) | f32x8_takes_over(op, so_far.hi, x.hi) << 8;
}

LANESCAN_INLINE bool f32x16_any_nan(f32x16 v)
{
    return _mm256_movemask_ps(_mm256_cmp_ps(v.lo, v.hi, _CMP_UNORD_Q)) != 0;
}

LANESCAN_INLINE __m256 f32x8_scan(operation op, __m256 v)
{
    const __m256 identity = _mm256_set1_ps(op == OP_MAX ? -__builtin_inff() : __builtin_inff());
    v = f32x8_apply(op, _mm256_blend_ps(identity, _mm256_moveldup_ps(v), 0xaa), v);
    v = f32x8_apply(op, _mm256_blend_ps(identity, _mm256_permute_ps(v, 0x55), 0xcc), v);
    const __m256 fourth = _mm256_permutevar8x32_ps(v, _mm256_set1_epi32(3));
    return f32x8_apply(op, _mm256_blend_ps(identity, fourth, 0xf0), v);
}

LANESCAN_INLINE f32x16 f32x16_scan(operation op, f32x16 v)
{
    const __m256 lo = f32x8_scan(op, v.lo), hi = f32x8_scan(op, v.hi);
    return F32X16(lo, f32x8_apply(op, _mm256_permutevar8x32_ps(lo, _mm256_set1_epi32(7)), hi));
}

LANESCAN_INLINE f32x16 f32x16_shift_in(f32x16 first, f32x16 v)
{
    const __m256i by_one = _mm256_setr_epi32(7, 0, 1, 2, 3, 4, 5, 6);
    const __m256 lo = _mm256_permutevar8x32_ps(v.lo, by_one),
                 hi = _mm256_permutevar8x32_ps(v.hi, by_one);
    return F32X16(_mm256_blend_ps(lo, _mm256_permutevar8x32_ps(first.hi, by_one), 1),
                  _mm256_blend_ps(hi, lo, 1));
}

LANESCAN_INLINE float f32x16_first(f32x16 v)
{
    return _mm256_cvtss_f32(v.lo);
}

#define LAST_TO_FIRST _mm256_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0)

LANESCAN_INLINE f32x16 f32x16_reverse(f32x16 v)
{
    return F32X16(_mm256_permutevar8x32_ps(v.hi, LAST_TO_FIRST),
                  _mm256_permutevar8x32_ps(v.lo, LAST_TO_FIRST));
}

LANESCAN_INLINE f32x16 f32x16_splat_last(f32x16 v)
{
    const __m256 last = _mm256_permutevar8x32_ps(v.hi, _mm256_set1_epi32(7));
    return F32X16(last, last);
}

LANESCAN_INLINE i32x16 i32x16_splat(int32_t value)
{
    return I32X16(_mm256_set1_epi32(value), _mm256_set1_epi32(value));
}

LANESCAN_INLINE i32x16 i32x16_load(const int32_t *p)
{
    return I32X16(i256_load(p), i256_load(p + 8));
}

LANESCAN_INLINE void i32x16_store(int32_t *p, i32x16 v)
{
    i256_store(p, v.lo);
    i256_store(p + 8, v.hi);
}

LANESCAN_INLINE i32x16 i32x16_add(i32x16 a, i32x16 b)
{
    return I32X16(_mm256_add_epi32(a.lo, b.lo), _mm256_add_epi32(a.hi, b.hi));
}

LANESCAN_INLINE __m256i i32x8_scan_add(__m256i v)
{
    v = _mm256_add_epi32(v, _mm256_slli_si256(v, 4));
    v = _mm256_add_epi32(v, _mm256_slli_si256(v, 8));
    const __m256i fourth = _mm256_permutevar8x32_epi32(v, _mm256_set1_epi32(3));
    return _mm256_add_epi32(v, _mm256_blend_epi32(_mm256_setzero_si256(), fourth, 0xf0));
}

LANESCAN_INLINE i32x16 i32x16_scan_add(i32x16 v)
{
    const __m256i lo = i32x8_scan_add(v.lo), hi = i32x8_scan_add(v.hi);
    return I32X16(lo, _mm256_add_epi32(hi, _mm256_permutevar8x32_epi32(lo, _mm256_set1_epi32(7))));
}

LANESCAN_INLINE i32x16 i32x16_reverse(i32x16 v)
{
    return I32X16(_mm256_permutevar8x32_epi32(v.hi, LAST_TO_FIRST),
                  _mm256_permutevar8x32_epi32(v.lo, LAST_TO_FIRST));
}

LANESCAN_INLINE i32x16 i32x16_splat_last(i32x16 v)
{
    const __m256i last = _mm256_permutevar8x32_epi32(v.hi, _mm256_set1_epi32(7));
    return I32X16(last, last);
}

/* ---- conversions ---- */

/* The halves of the integer as the mantissas of 2^52 + low and 2^84 + 2^63 + high * 2^32; the sum rounds once. */
LANESCAN_INLINE __m256d f64x4_round_i64(__m256i v)
{
    const __m256i exponent_low = _mm256_castpd_si256(_mm256_set1_pd(0x1p52));
    const __m256i exponent_high = _mm256_castpd_si256(_mm256_set1_pd(0x1p84 + 0x1p63));
    const __m256i low = _mm256_blend_epi32(exponent_low, v, 0x55);
    const __m256i high = _mm256_xor_si256(_mm256_srli_epi64(v, 32), exponent_high);
    const __m256d bias = _mm256_set1_pd(0x1p84 + 0x1p63 + 0x1p52);
    return _mm256_add_pd(_mm256_sub_pd(_mm256_castsi256_pd(high), bias), _mm256_castsi256_pd(low));
}

LANESCAN_INLINE f64x8 f64x8_round_i64(i64x8 v)
{
    return F64X8(f64x4_round_i64(v.lo), f64x4_round_i64(v.hi));
}

/* An integer of less than 2^51 as the mantissa of 1.5 * 2^52 + it. */
LANESCAN_INLINE __m256i i64x4_of_integer(__m256d v)
{
    const __m256d bias = _mm256_set1_pd(0x1.8p52);
    return _mm256_sub_epi64(_mm256_castpd_si256(_mm256_add_pd(v, bias)), _mm256_castpd_si256(bias));
}

/* Two halves, both exact: v = high * 2^32 + low. Beyond the range high wraps. */
LANESCAN_INLINE __m256i i64x4_truncate(__m256d v)
{
    enum { TOWARD_ZERO = _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC };
    const __m256d whole = _mm256_round_pd(v, TOWARD_ZERO);
    const __m256d high = _mm256_round_pd(_mm256_mul_pd(whole, _mm256_set1_pd(0x1p-32)),
                                         TOWARD_ZERO);
    const __m256d low = _mm256_fnmadd_pd(high, _mm256_set1_pd(0x1p32), whole);
    const __m256i inside = _mm256_add_epi64(_mm256_slli_epi64(i64x4_of_integer(high), 32),
                                            i64x4_of_integer(low));
    const __m256d above = _mm256_cmp_pd(v, _mm256_set1_pd(0x1p63), _CMP_GE_OQ);
    const __m256d below = _mm256_cmp_pd(v, _mm256_set1_pd(-0x1p63), _CMP_LT_OQ);
    __m256d r = _mm256_and_pd(_mm256_castsi256_pd(inside), _mm256_cmp_pd(v, v, _CMP_ORD_Q));
    r = _mm256_blendv_pd(r, _mm256_castsi256_pd(_mm256_set1_epi64x(INT64_MAX)), above);
    r = _mm256_blendv_pd(r, _mm256_castsi256_pd(_mm256_set1_epi64x(INT64_MIN)), below);
    return _mm256_castpd_si256(r);
}

LANESCAN_INLINE __m256i i64x4_truncate_small(__m256d v)
{
    return i64x4_of_integer(_mm256_round_pd(v, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC));
}

LANESCAN_INLINE i64x8 i64x8_truncate(f64x8 v)
{
    const __m256d sign = _mm256_set1_pd(-0.0);
    const __m256d limit = _mm256_set1_pd(0x1p51);
    const __m256d small = _mm256_and_pd(
        _mm256_cmp_pd(_mm256_andnot_pd(sign, v.lo), limit, _CMP_LT_OQ),
        _mm256_cmp_pd(_mm256_andnot_pd(sign, v.hi), limit, _CMP_LT_OQ));
    if (LANESCAN_LIKELY(_mm256_movemask_pd(small) == 15))
        return I64X8(i64x4_truncate_small(v.lo), i64x4_truncate_small(v.hi));
    return I64X8(i64x4_truncate(v.lo), i64x4_truncate(v.hi));
}

LANESCAN_INLINE f32x16 f32x16_load_f16(const uint16_t *p)
{
    return F32X16(_mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(const void *)p)),
                  _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(const void *)(p + 8))));
}

LANESCAN_INLINE void f32x16_store_f16(uint16_t *p, f32x16 v)
{
    _mm_storeu_si128((__m128i *)(void *)p, _mm256_cvtps_ph(v.lo, _MM_FROUND_TO_NEAREST_INT));
    _mm_storeu_si128((__m128i *)(void *)(p + 8), _mm256_cvtps_ph(v.hi, _MM_FROUND_TO_NEAREST_INT));
}

/* NaN gets its quiet bit, and nothing added. */
LANESCAN_INLINE __m256i u32x8_bf16_of_f32(__m256 v)
{
    const __m256i bits = _mm256_castps_si256(v);
    const __m256i nan = _mm256_castps_si256(_mm256_cmp_ps(v, v, _CMP_UNORD_Q));
    const __m256i quiet = _mm256_or_si256(bits, _mm256_srli_epi32(nan, 9));
    const __m256i odd = _mm256_and_si256(_mm256_srli_epi32(bits, 16), _mm256_set1_epi32(1));
    const __m256i half = _mm256_add_epi32(odd, _mm256_set1_epi32(0x7fff));
    return _mm256_srli_epi32(_mm256_add_epi32(quiet, _mm256_andnot_si256(nan, half)), 16);
}

LANESCAN_INLINE void f32x16_store_bf16(uint16_t *p, f32x16 v)
{
    /* a0..3 b0..3 a4..7 b4..7, in halves */
    const __m256i mixed = _mm256_packus_epi32(u32x8_bf16_of_f32(v.lo), u32x8_bf16_of_f32(v.hi));
    _mm256_storeu_si256((__m256i *)(void *)p, _mm256_permute4x64_epi64(mixed, 0xd8));
}

LANESCAN_INLINE __m128 f32x4_of_f64_for_half(__m256d v)
{
    const __m256i bits = _mm256_castpd_si256(v), low = _mm256_set1_epi64x((INT64_C(1) << 39) - 1);
    const __m256i carry = _mm256_add_epi64(_mm256_and_si256(bits, low), low);
    const __m256i odd = _mm256_andnot_si256(low, _mm256_or_si256(carry, bits));
    return _mm256_cvtpd_ps(_mm256_castsi256_pd(odd));
}

LANESCAN_INLINE f32x16 f32x16_of_f64_for_half(f64x8 low, f64x8 high)
{
    return F32X16(_mm256_set_m128(f32x4_of_f64_for_half(low.hi), f32x4_of_f64_for_half(low.lo)),
                  _mm256_set_m128(f32x4_of_f64_for_half(high.hi), f32x4_of_f64_for_half(high.lo)));
}

LANESCAN_INLINE void f64x8_store_f16(uint16_t *p, f64x8 low, f64x8 high)
{
    f32x16_store_f16(p, f32x16_of_f64_for_half(low, high));
}

LANESCAN_INLINE void f64x8_store_bf16(uint16_t *p, f64x8 low, f64x8 high)
{
    f32x16_store_bf16(p, f32x16_of_f64_for_half(low, high));
}

LANESCAN_INLINE __m128i i32x4_truncate(__m256d v)
{
    const __m256d numbers = _mm256_and_pd(v, _mm256_cmp_pd(v, v, _CMP_ORD_Q));
    return _mm256_cvttpd_epi32(_mm256_min_pd(_mm256_max_pd(numbers, _mm256_set1_pd(INT32_MIN)),
                                             _mm256_set1_pd(INT32_MAX)));
}

LANESCAN_INLINE void f64x8_store_i32(int32_t *p, f64x8 v)
{
    _mm_storeu_si128((__m128i *)(void *)p, i32x4_truncate(v.lo));
    _mm_storeu_si128((__m128i *)(void *)(p + 4), i32x4_truncate(v.hi));
}

#endif
