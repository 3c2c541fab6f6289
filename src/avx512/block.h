/* The vocabulary on AVX-512: a block is one register. Meaning: src/generic/block.h. */
#ifndef LANESCAN_BLOCK_H
#define LANESCAN_BLOCK_H

#include "x86_pair.h"
#include "x86_transpose.h"

typedef struct {
    __m512d r;
} f64x8;
typedef struct {
    __m512i r;
} i64x8;
typedef struct {
    __mmask8 r;
} m64x8;
typedef struct {
    f64x8 v[4];
} f64x32;
typedef struct {
    __m512 r;
} f32x16;
typedef struct {
    __m512i r;
} i32x16;

/* Registers enough to load a group before the one before it is done. */
#define LANESCAN_GROUP_AHEAD 1

#define F64X8(expression)  ((f64x8){ expression })
#define I64X8(expression)  ((i64x8){ expression })
#define F32X16(expression) ((f32x16){ expression })
#define I32X16(expression) ((i32x16){ expression })

/* ---- f64x8 ---- */

LANESCAN_INLINE f64x8 f64x8_splat(double value)
{
    return F64X8(_mm512_set1_pd(value));
}

LANESCAN_INLINE f64x8 f64x8_load(element type, const void *p)
{
    if (type == ELEMENT_F32)
        return F64X8(_mm512_cvtps_pd(_mm256_loadu_ps(p)));
    return F64X8(_mm512_loadu_pd(p));
}

LANESCAN_INLINE void f64x8_store(element type, void *p, f64x8 v)
{
    if (type == ELEMENT_F32)
        _mm256_storeu_ps(p, _mm512_cvtpd_ps(v.r));
    else
        _mm512_storeu_pd(p, v.r);
}

LANESCAN_INLINE f64x8 f64x8_load_part(element type, const void *p, size_t count, double rest)
{
    const __mmask8 live = (__mmask8)((1u << count) - 1);
    if (type == ELEMENT_F32)
        return F64X8(
            _mm512_mask_cvtps_pd(_mm512_set1_pd(rest), live, _mm256_maskz_loadu_ps(live, p)));
    return F64X8(_mm512_mask_loadu_pd(_mm512_set1_pd(rest), live, p));
}

LANESCAN_INLINE void f64x8_store_part(element type, void *p, size_t count, f64x8 v)
{
    const __mmask8 live = (__mmask8)((1u << count) - 1);
    if (type == ELEMENT_F32)
        _mm256_mask_storeu_ps(p, live, _mm512_cvtpd_ps(v.r));
    else
        _mm512_mask_storeu_pd(p, live, v.r);
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

/* ---- f64x8: lane moves ---- */

LANESCAN_INLINE f64x8 f64x8_spread(int half, f64x8 v, double fill)
{
    const __m512d none = _mm512_set1_pd(fill);
    const __m512i second = _mm512_setr_epi64(8, 8, 1, 1, 8, 8, 5, 5); /* 8 and up: from `none` */
    const __m512i fourth = _mm512_setr_epi64(8, 8, 8, 8, 3, 3, 3, 3);
    return half == 1   ? F64X8(_mm512_unpacklo_pd(none, v.r)) /* . 0 . 2 . 4 . 6 */
           : half == 2 ? F64X8(_mm512_permutex2var_pd(v.r, second, none))
                       : F64X8(_mm512_permutex2var_pd(v.r, fourth, none));
}

/* x op identity == x to the bit, for -0 too. (Merging under a mask would do without, but compilers then
 * move constants to mask registers inside the loop, through the port that shuffles need.) */
LANESCAN_INLINE f64x8 f64x8_scan(operation op, f64x8 v)
{
    const double identity = op == OP_ADD        ? -0.0
                            : op == OP_MULTIPLY ? 1.0
                            : op == OP_MAX      ? -__builtin_inf()
                                                : __builtin_inf();
    v = f64x8_apply(op, f64x8_spread(1, v, identity), v);
    v = f64x8_apply(op, f64x8_spread(2, v, identity), v);
    return f64x8_apply(op, f64x8_spread(4, v, identity), v);
}

LANESCAN_INLINE f64x8 f64x8_shift_in(f64x8 first, f64x8 v)
{
    return F64X8(_mm512_castsi512_pd(
        _mm512_alignr_epi64(_mm512_castpd_si512(v.r), _mm512_castpd_si512(first.r), 7)));
}

LANESCAN_INLINE f64x8 f64x8_reverse(f64x8 v)
{
    return F64X8(_mm512_permutexvar_pd(_mm512_setr_epi64(7, 6, 5, 4, 3, 2, 1, 0), v.r));
}

LANESCAN_INLINE f64x8 f64x8_splat_last(f64x8 v)
{
    return F64X8(_mm512_permutexvar_pd(_mm512_set1_epi64(7), v.r));
}

/* ---- f64x2, the rest in x86_pair.h ---- */

LANESCAN_INLINE f64x2 f64x8_last2(f64x8 v)
{
    return F64X2(_mm512_castpd512_pd128(f64x8_splat_last(v).r));
}

LANESCAN_INLINE f64x8 f64x8_splat_first(f64x2 v)
{
    return F64X8(_mm512_broadcastsd_pd(v.r));
}

/* ---- i64x8 ---- */

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

LANESCAN_INLINE i64x8 i64x8_load(const int64_t *p)
{
    return I64X8(_mm512_loadu_si512(p));
}

LANESCAN_INLINE void i64x8_store(int64_t *p, i64x8 v)
{
    _mm512_storeu_si512(p, v.r);
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

LANESCAN_INLINE i64x8 i64x8_scan_add(i64x8 v)
{
    const __m512i zero = _mm512_setzero_si512();
    __m512i r = v.r;
    r = _mm512_add_epi64(r, _mm512_bslli_epi128(r, 8)); /* . 0 . 2 . 4 . 6 */
    r = _mm512_add_epi64(
        r, _mm512_permutex2var_epi64(r, _mm512_setr_epi64(8, 8, 1, 1, 8, 8, 5, 5), zero));
    r = _mm512_add_epi64(
        r, _mm512_permutex2var_epi64(r, _mm512_setr_epi64(8, 8, 8, 8, 3, 3, 3, 3), zero));
    return I64X8(r);
}

LANESCAN_INLINE int64_t i64x8_first(i64x8 v)
{
    return _mm_cvtsi128_si64(_mm512_castsi512_si128(v.r));
}

LANESCAN_INLINE i64x8 i64x8_reverse(i64x8 v)
{
    return I64X8(_mm512_permutexvar_epi64(_mm512_setr_epi64(7, 6, 5, 4, 3, 2, 1, 0), v.r));
}

LANESCAN_INLINE i64x8 i64x8_splat_last(i64x8 v)
{
    return I64X8(_mm512_permutexvar_epi64(_mm512_set1_epi64(7), v.r));
}

LANESCAN_INLINE i64x8 i64x8_load_i8(const int8_t *p)
{
    return I64X8(_mm512_cvtepi8_epi64(_mm_loadl_epi64((const __m128i *)(const void *)p)));
}

LANESCAN_INLINE i64x8 i64x8_select_negative(i64x8 test, i64x8 a, i64x8 b)
{
    return I64X8(_mm512_mask_blend_epi64(_mm512_movepi64_mask(test.r), b.r, a.r));
}

/* ---- f64x32: a group loads as eight runs of four and is transposed in two steps ----
 * The permutation is its own inverse, so the store runs the same two steps backwards. */

#define EVEN_PAIRS _mm512_setr_epi64(0, 4, 8, 12, 1, 5, 9, 13)
#define ODD_PAIRS  _mm512_setr_epi64(2, 6, 10, 14, 3, 7, 11, 15)

/* The same where the lanes of both operands are in reverse order, and where those of the result shall be. */
#define EVEN_PAIRS_OF_REVERSED _mm512_setr_epi64(7, 3, 15, 11, 6, 2, 14, 10)
#define ODD_PAIRS_OF_REVERSED  _mm512_setr_epi64(5, 1, 13, 9, 4, 0, 12, 8)
#define REVERSED_EVEN_PAIRS    _mm512_setr_epi64(13, 9, 5, 1, 12, 8, 4, 0)
#define REVERSED_ODD_PAIRS     _mm512_setr_epi64(15, 11, 7, 3, 14, 10, 6, 2)

LANESCAN_INLINE f64x32 f64x32_of_blocks_by(__m512i even, __m512i odd, f64x8 a, f64x8 b, f64x8 c,
                                           f64x8 d)
{
    const __m512d ab01 = _mm512_permutex2var_pd(a.r, even, b.r); /* 0 4 8 12 1 5 9 13 */
    const __m512d ab23 = _mm512_permutex2var_pd(a.r, odd, b.r);  /* 2 6 10 14 3 7 11 15 */
    const __m512d cd01 = _mm512_permutex2var_pd(c.r, even, d.r);
    const __m512d cd23 = _mm512_permutex2var_pd(c.r, odd, d.r);
    return (f64x32){ { F64X8(_mm512_shuffle_f64x2(ab01, cd01, 0x44)),
                       F64X8(_mm512_shuffle_f64x2(ab01, cd01, 0xee)),
                       F64X8(_mm512_shuffle_f64x2(ab23, cd23, 0x44)),
                       F64X8(_mm512_shuffle_f64x2(ab23, cd23, 0xee)) } };
}

LANESCAN_INLINE f64x32 f64x32_of_blocks(f64x8 a, f64x8 b, f64x8 c, f64x8 d)
{
    return f64x32_of_blocks_by(EVEN_PAIRS, ODD_PAIRS, a, b, c, d);
}

LANESCAN_INLINE void f64x32_to_blocks_by(__m512i even, __m512i odd, f64x32 g, f64x8 block[4])
{
    const __m512d ab01 = _mm512_shuffle_f64x2(g.v[0].r, g.v[1].r, 0x44);
    const __m512d cd01 = _mm512_shuffle_f64x2(g.v[0].r, g.v[1].r, 0xee);
    const __m512d ab23 = _mm512_shuffle_f64x2(g.v[2].r, g.v[3].r, 0x44);
    const __m512d cd23 = _mm512_shuffle_f64x2(g.v[2].r, g.v[3].r, 0xee);
    block[0] = F64X8(_mm512_permutex2var_pd(ab01, even, ab23));
    block[1] = F64X8(_mm512_permutex2var_pd(ab01, odd, ab23));
    block[2] = F64X8(_mm512_permutex2var_pd(cd01, even, cd23));
    block[3] = F64X8(_mm512_permutex2var_pd(cd01, odd, cd23));
}

LANESCAN_INLINE void f64x32_to_blocks(f64x32 g, f64x8 block[4])
{
    f64x32_to_blocks_by(EVEN_PAIRS, ODD_PAIRS, g, block);
}

LANESCAN_INLINE f64x32 f64x32_load(element type, const void *p)
{
    const element plain = IS_F32(type) ? ELEMENT_F32 : ELEMENT_F64;
    const ptrdiff_t size = IS_F32(type) ? sizeof(float) : sizeof(double);
    const char *bytes = p;
    if (IS_REVERSED(type)) {
        bytes -= 7 * size;
        return f64x32_of_blocks_by(EVEN_PAIRS_OF_REVERSED, ODD_PAIRS_OF_REVERSED,
                                   f64x8_load(plain, bytes), f64x8_load(plain, bytes - 8 * size),
                                   f64x8_load(plain, bytes - 16 * size),
                                   f64x8_load(plain, bytes - 24 * size));
    }
    return f64x32_of_blocks(f64x8_load(plain, bytes), f64x8_load(plain, bytes + 8 * size),
                            f64x8_load(plain, bytes + 16 * size),
                            f64x8_load(plain, bytes + 24 * size));
}

LANESCAN_INLINE void f64x32_store(element type, void *p, f64x32 g)
{
    if (IS_F32(type)) { /* narrow first: half as much to move */
        const __m512 v01 = _mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtpd_ps(g.v[0].r)),
                                              _mm512_cvtpd_ps(g.v[1].r), 1);
        const __m512 v23 = _mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtpd_ps(g.v[2].r)),
                                              _mm512_cvtpd_ps(g.v[3].r), 1);
        const __m512i low = _mm512_setr_epi32(0, 8, 16, 24, 1, 9, 17, 25, 2, 10, 18, 26, 3, 11, 19,
                                              27);
        const __m512i high = _mm512_add_epi32(low, _mm512_set1_epi32(4));
        float *const y = p;
        if (IS_REVERSED(type)) {
            const __m512i reversed_low = _mm512_setr_epi32(27, 19, 11, 3, 26, 18, 10, 2, 25, 17, 9,
                                                           1, 24, 16, 8, 0);
            const __m512i reversed_high = _mm512_add_epi32(reversed_low, _mm512_set1_epi32(4));
            _mm512_storeu_ps(y - 15, _mm512_permutex2var_ps(v01, reversed_low, v23));
            _mm512_storeu_ps(y - 31, _mm512_permutex2var_ps(v01, reversed_high, v23));
        } else {
            _mm512_storeu_ps(y, _mm512_permutex2var_ps(v01, low, v23));
            _mm512_storeu_ps(y + 16, _mm512_permutex2var_ps(v01, high, v23));
        }
    } else {
        double *const y = p;
        f64x8 block[4];
        if (IS_REVERSED(type))
            f64x32_to_blocks_by(REVERSED_EVEN_PAIRS, REVERSED_ODD_PAIRS, g, block);
        else
            f64x32_to_blocks(g, block);
        for (int k = 0; k < 4; k++)
            f64x8_store(ELEMENT_F64, IS_REVERSED(type) ? y - LANES * k - 7 : y + LANES * k,
                        block[k]);
    }
}

/* ---- whole cache lines past the caches ---- */

LANESCAN_INLINE void stream_line(void *to, const void *from)
{
    _mm512_stream_si512(to, _mm512_load_si512(from));
}

LANESCAN_INLINE void stream_end(void)
{
    _mm_sfence();
}

/* ---- f32x16 and i32x16 ---- */

LANESCAN_INLINE f32x16 f32x16_splat(float value)
{
    return F32X16(_mm512_set1_ps(value));
}

LANESCAN_INLINE f32x16 f32x16_load(const float *p)
{
    return F32X16(_mm512_loadu_ps(p));
}

LANESCAN_INLINE void f32x16_store(float *p, f32x16 v)
{
    _mm512_storeu_ps(p, v.r);
}

LANESCAN_INLINE f32x16 f32x16_apply(operation op, f32x16 a, f32x16 b)
{
    return op == OP_MAX ? F32X16(_mm512_max_ps(a.r, b.r)) : F32X16(_mm512_min_ps(a.r, b.r));
}

LANESCAN_INLINE unsigned f32x16_takes_over(operation op, f32x16 so_far, f32x16 x)
{
    return op == OP_MAX ? _mm512_cmp_ps_mask(so_far.r, x.r, _CMP_NGT_UQ)
                        : _mm512_cmp_ps_mask(so_far.r, x.r, _CMP_NLT_UQ);
}

LANESCAN_INLINE bool f32x16_any_nan(f32x16 v)
{
    return _mm512_cmp_ps_mask(v.r, v.r, _CMP_UNORD_Q) != 0;
}

/* Of each eight, the fourth to the upper half; the eighth to the upper half of all. 16: from the other. */
#define FOURTH_OF_EIGHT \
    _mm512_setr_epi32(16, 16, 16, 16, 3, 3, 3, 3, 16, 16, 16, 16, 11, 11, 11, 11)
#define EIGHTH _mm512_setr_epi32(16, 16, 16, 16, 16, 16, 16, 16, 7, 7, 7, 7, 7, 7, 7, 7)

LANESCAN_INLINE f32x16 f32x16_scan(operation op, f32x16 v)
{
    const __m512 none = _mm512_set1_ps(op == OP_MAX ? -__builtin_inff() : __builtin_inff());
    /* Exact in any order, so the first two steps may move what is cheap to move. */
    v = f32x16_apply(op, F32X16(_mm512_moveldup_ps(v.r)), v);            /* 0 0 2 2 */
    v = f32x16_apply(op, F32X16(_mm512_shuffle_ps(none, v.r, 0x50)), v); /* . . 1 1 */
    v = f32x16_apply(op, F32X16(_mm512_permutex2var_ps(v.r, FOURTH_OF_EIGHT, none)), v);
    return f32x16_apply(op, F32X16(_mm512_permutex2var_ps(v.r, EIGHTH, none)), v);
}

LANESCAN_INLINE f32x16 f32x16_shift_in(f32x16 first, f32x16 v)
{
    return F32X16(_mm512_castsi512_ps(
        _mm512_alignr_epi32(_mm512_castps_si512(v.r), _mm512_castps_si512(first.r), 15)));
}

LANESCAN_INLINE float f32x16_first(f32x16 v)
{
    return _mm512_cvtss_f32(v.r);
}

#define LAST_TO_FIRST _mm512_setr_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)

LANESCAN_INLINE f32x16 f32x16_reverse(f32x16 v)
{
    return F32X16(_mm512_permutexvar_ps(LAST_TO_FIRST, v.r));
}

LANESCAN_INLINE f32x16 f32x16_splat_last(f32x16 v)
{
    return F32X16(_mm512_permutexvar_ps(_mm512_set1_epi32(15), v.r));
}

LANESCAN_INLINE i32x16 i32x16_splat(int32_t value)
{
    return I32X16(_mm512_set1_epi32(value));
}

LANESCAN_INLINE i32x16 i32x16_load(const int32_t *p)
{
    return I32X16(_mm512_loadu_si512(p));
}

LANESCAN_INLINE void i32x16_store(int32_t *p, i32x16 v)
{
    _mm512_storeu_si512(p, v.r);
}

LANESCAN_INLINE i32x16 i32x16_add(i32x16 a, i32x16 b)
{
    return I32X16(_mm512_add_epi32(a.r, b.r));
}

LANESCAN_INLINE i32x16 i32x16_scan_add(i32x16 v)
{
    const __m512i zero = _mm512_setzero_si512();
    __m512i r = v.r;
    r = _mm512_add_epi32(
        r, _mm512_bslli_epi128(r, 4)); /* in each four, by shifts: exact in any order */
    r = _mm512_add_epi32(r, _mm512_bslli_epi128(r, 8));
    r = _mm512_add_epi32(r, _mm512_permutex2var_epi32(r, FOURTH_OF_EIGHT, zero));
    return I32X16(_mm512_add_epi32(r, _mm512_permutex2var_epi32(r, EIGHTH, zero)));
}

LANESCAN_INLINE i32x16 i32x16_reverse(i32x16 v)
{
    return I32X16(_mm512_permutexvar_epi32(LAST_TO_FIRST, v.r));
}

LANESCAN_INLINE i32x16 i32x16_splat_last(i32x16 v)
{
    return I32X16(_mm512_permutexvar_epi32(_mm512_set1_epi32(15), v.r));
}

/* ---- conversions ---- */

LANESCAN_INLINE f64x8 f64x8_round_i64(i64x8 v)
{
    return F64X8(_mm512_cvtepi64_pd(v.r));
}

/* The instruction gives -2^63 for whatever is out of range. */
LANESCAN_INLINE i64x8 i64x8_truncate(f64x8 v)
{
    const __mmask8 numbers = _mm512_cmp_pd_mask(v.r, v.r, _CMP_ORD_Q);
    const __mmask8 beyond = _mm512_cmp_pd_mask(v.r, _mm512_set1_pd(0x1p63), _CMP_GE_OQ);
    return I64X8(_mm512_mask_mov_epi64(_mm512_maskz_cvttpd_epi64(numbers, v.r), beyond,
                                       _mm512_set1_epi64(INT64_MAX)));
}

LANESCAN_INLINE f32x16 f32x16_load_f16(const uint16_t *p)
{
    return F32X16(_mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)(const void *)p)));
}

LANESCAN_INLINE void f32x16_store_f16(uint16_t *p, f32x16 v)
{
    _mm256_storeu_si256((__m256i *)(void *)p, _mm512_cvtps_ph(v.r, _MM_FROUND_TO_NEAREST_INT));
}

/* NaN gets nothing but its quiet bit added. */
LANESCAN_INLINE void f32x16_store_bf16(uint16_t *p, f32x16 v)
{
    const __m512i bits = _mm512_castps_si512(v.r);
    const __mmask16 odd = _mm512_test_epi32_mask(bits, _mm512_set1_epi32(0x10000));
    const __mmask16 nan = _mm512_cmp_ps_mask(v.r, v.r, _CMP_UNORD_Q);
    const __m512i half = _mm512_mask_mov_epi32(_mm512_set1_epi32(0x7fff), odd,
                                               _mm512_set1_epi32(0x8000));
    const __m512i sum = _mm512_mask_or_epi32(_mm512_add_epi32(bits, half), nan, bits,
                                             _mm512_set1_epi32(0x400000));
    _mm256_storeu_si256((__m256i *)(void *)p, _mm512_cvtepi32_epi16(_mm512_srli_epi32(sum, 16)));
}

/* Toward zero, and the last bit set where any of the last 39 is: rounds to a half as f32_of_f64_for_half (half.h) does. */
LANESCAN_INLINE __m256 f32x8_of_f64_for_half(__m512d v)
{
    const __m512i low = _mm512_set1_epi64((INT64_C(1) << 39) - 1);
    const __mmask8 inexact = _mm512_test_epi64_mask(_mm512_castpd_si512(v), low);
    const __m256i bits = _mm256_castps_si256(
        _mm512_cvt_roundpd_ps(v, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC));
    return _mm256_castsi256_ps(_mm256_mask_or_epi32(bits, inexact, bits, _mm256_set1_epi32(1)));
}

LANESCAN_INLINE f32x16 f32x16_of_f64_for_half(f64x8 low, f64x8 high)
{
    const __m512 r = _mm512_castps256_ps512(f32x8_of_f64_for_half(low.r));
    return F32X16(_mm512_insertf32x8(r, f32x8_of_f64_for_half(high.r), 1));
}

LANESCAN_INLINE void f64x8_store_f16(uint16_t *p, f64x8 low, f64x8 high)
{
    f32x16_store_f16(p, f32x16_of_f64_for_half(low, high));
}

LANESCAN_INLINE void f64x8_store_bf16(uint16_t *p, f64x8 low, f64x8 high)
{
    f32x16_store_bf16(p, f32x16_of_f64_for_half(low, high));
}

LANESCAN_INLINE void f64x8_store_i32(int32_t *p, f64x8 v)
{
    const __mmask8 numbers = _mm512_cmp_pd_mask(v.r, v.r, _CMP_ORD_Q);
    const __m512d inside = _mm512_min_pd(_mm512_max_pd(v.r, _mm512_set1_pd(INT32_MIN)),
                                         _mm512_set1_pd(INT32_MAX));
    _mm256_storeu_si256((__m256i *)(void *)p, _mm512_maskz_cvttpd_epi32(numbers, inside));
}

#endif
