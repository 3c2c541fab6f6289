/* Native 32-bit lanes. */
#ifndef LANESCAN_LANES_32_H
#define LANESCAN_LANES_32_H

#include "types.h"

/* ---- f32v ---- */

LANESCAN_INLINE f32v f32v_splat(float value)
{
    return F32V(_mm512_set1_ps(value));
}

LANESCAN_INLINE f32v f32v_load(const float *p)
{
    return F32V(_mm512_loadu_ps(p));
}

LANESCAN_INLINE void f32v_store(float *p, f32v v)
{
    _mm512_storeu_ps(p, v.r);
}

LANESCAN_INLINE f32v f32v_apply(operation op, f32v a, f32v b)
{
    return op == OP_MAX ? F32V(_mm512_max_ps(a.r, b.r)) : F32V(_mm512_min_ps(a.r, b.r));
}

LANESCAN_INLINE unsigned f32v_takes_over(operation op, f32v so_far, f32v x)
{
    return op == OP_MAX ? _mm512_cmp_ps_mask(so_far.r, x.r, _CMP_NGT_UQ)
                        : _mm512_cmp_ps_mask(so_far.r, x.r, _CMP_NLT_UQ);
}

LANESCAN_INLINE unsigned f32v_same_bits(f32v a, f32v b)
{
    return _mm512_cmpeq_epi32_mask(_mm512_castps_si512(a.r), _mm512_castps_si512(b.r));
}

LANESCAN_INLINE f32v f32v_follow(operation op, f32v so_far, f32v x)
{
    const __mmask16 beyond = op == OP_MAX ? _mm512_cmp_ps_mask(x.r, so_far.r, _CMP_GE_OQ)
                                          : _mm512_cmp_ps_mask(x.r, so_far.r, _CMP_LE_OQ);
    const __mmask16 fresh = _kor_mask16(beyond, _mm512_cmp_ps_mask(x.r, x.r, _CMP_UNORD_Q));
    return F32V(_mm512_mask_mov_ps(so_far.r, fresh, x.r));
}

LANESCAN_INLINE bool f32v_any_nan(f32v v)
{
    return _mm512_cmp_ps_mask(v.r, v.r, _CMP_UNORD_Q) != 0;
}

/* Of each eight, the fourth to the upper half; the eighth to the upper half of all. 16: from the
 * other. */
#define FOURTH_OF_EIGHT \
    _mm512_setr_epi32(16, 16, 16, 16, 3, 3, 3, 3, 16, 16, 16, 16, 11, 11, 11, 11)
#define EIGHTH _mm512_setr_epi32(16, 16, 16, 16, 16, 16, 16, 16, 7, 7, 7, 7, 7, 7, 7, 7)

LANESCAN_INLINE f32v f32v_scan(operation op, f32v v)
{
    const __m512 none = _mm512_set1_ps(op == OP_MAX ? -__builtin_inff() : __builtin_inff());
    /* Exact in any order, so the first two steps may move what is cheap to move. */
    v = f32v_apply(op, F32V(_mm512_moveldup_ps(v.r)), v);            /* 0 0 2 2 */
    v = f32v_apply(op, F32V(_mm512_shuffle_ps(none, v.r, 0x50)), v); /* . . 1 1 */
    v = f32v_apply(op, F32V(_mm512_permutex2var_ps(v.r, FOURTH_OF_EIGHT, none)), v);
    return f32v_apply(op, F32V(_mm512_permutex2var_ps(v.r, EIGHTH, none)), v);
}

LANESCAN_INLINE f32v f32v_shift_in(f32v first, f32v v)
{
    return F32V(_mm512_castsi512_ps(
        _mm512_alignr_epi32(_mm512_castps_si512(v.r), _mm512_castps_si512(first.r), 15)));
}

LANESCAN_INLINE float f32v_first(f32v v)
{
    return _mm512_cvtss_f32(v.r);
}

#define LAST_TO_FIRST _mm512_setr_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)

LANESCAN_INLINE f32v f32v_reverse(f32v v)
{
    return F32V(_mm512_permutexvar_ps(LAST_TO_FIRST, v.r));
}

LANESCAN_INLINE f32v f32v_splat_last(f32v v)
{
    return F32V(_mm512_permutexvar_ps(_mm512_set1_epi32(15), v.r));
}

/* ---- i32v ---- */

LANESCAN_INLINE i32v i32v_splat(int32_t value)
{
    return I32V(_mm512_set1_epi32(value));
}

LANESCAN_INLINE i32v i32v_load(const int32_t *p)
{
    return I32V(_mm512_loadu_si512(p));
}

LANESCAN_INLINE void i32v_store(int32_t *p, i32v v)
{
    _mm512_storeu_si512(p, v.r);
}

LANESCAN_INLINE i32v i32v_add(i32v a, i32v b)
{
    return I32V(_mm512_add_epi32(a.r, b.r));
}

LANESCAN_INLINE i32v i32v_mul(i32v a, i32v b)
{
    return I32V(_mm512_mullo_epi32(a.r, b.r));
}

LANESCAN_INLINE i32v i32v_xor(i32v a, i32v b)
{
    return I32V(_mm512_xor_si512(a.r, b.r));
}

LANESCAN_INLINE i32v i32v_max(i32v a, i32v b)
{
    return I32V(_mm512_max_epi32(a.r, b.r));
}

LANESCAN_INLINE unsigned i32v_gt(i32v a, i32v b)
{
    return _mm512_cmpgt_epi32_mask(a.r, b.r);
}

/* Exact in any order. (Lanes that would be from the other are masked.) */
LANESCAN_INLINE i32v i32v_scan_max(i32v v)
{
    __m512i r = v.r;
    r = _mm512_max_epi32(r, _mm512_shuffle_epi32(r, 0xa0));                 /* 0 0 2 2 */
    r = _mm512_mask_max_epi32(r, 0xcccc, r, _mm512_shuffle_epi32(r, 0x55)); /* . . 1 1 */
    r = _mm512_mask_max_epi32(r, 0xf0f0, r, _mm512_permutexvar_epi32(FOURTH_OF_EIGHT, r));
    return I32V(_mm512_mask_max_epi32(r, 0xff00, r, _mm512_permutexvar_epi32(EIGHTH, r)));
}

LANESCAN_INLINE i32v i32v_shift_in(i32v first, i32v v)
{
    return I32V(_mm512_alignr_epi32(v.r, first.r, 15));
}

LANESCAN_INLINE int32_t i32v_first(i32v v)
{
    return _mm_cvtsi128_si32(_mm512_castsi512_si128(v.r));
}

LANESCAN_INLINE i32v i32v_scan_add(i32v v)
{
    const __m512i zero = _mm512_setzero_si512();
    __m512i r = v.r;
    /* In each four, by shifts: exact in any order. */
    r = _mm512_add_epi32(r, _mm512_bslli_epi128(r, 4));
    r = _mm512_add_epi32(r, _mm512_bslli_epi128(r, 8));
    r = _mm512_add_epi32(r, _mm512_permutex2var_epi32(r, FOURTH_OF_EIGHT, zero));
    return I32V(_mm512_add_epi32(r, _mm512_permutex2var_epi32(r, EIGHTH, zero)));
}

LANESCAN_INLINE i32v i32v_scan_add_reversed(i32v v)
{
    const __m512i zero = _mm512_setzero_si512();
    const __m512i fifth = _mm512_setr_epi32(4, 4, 4, 4, 16, 16, 16, 16, 12, 12, 12, 12, 16, 16, 16,
                                            16); /* 16: from `zero` */
    const __m512i ninth = _mm512_setr_epi32(8, 8, 8, 8, 8, 8, 8, 8, 16, 16, 16, 16, 16, 16, 16, 16);
    __m512i r = v.r;
    r = _mm512_add_epi32(r, _mm512_bsrli_epi128(r, 4));
    r = _mm512_add_epi32(r, _mm512_bsrli_epi128(r, 8));
    r = _mm512_add_epi32(r, _mm512_permutex2var_epi32(r, fifth, zero));
    return I32V(_mm512_add_epi32(r, _mm512_permutex2var_epi32(r, ninth, zero)));
}

LANESCAN_INLINE i32v i32v_splat_first(i32v v)
{
    return I32V(_mm512_broadcastd_epi32(_mm512_castsi512_si128(v.r)));
}

LANESCAN_INLINE i32v i32v_splat_last(i32v v)
{
    return I32V(_mm512_permutexvar_epi32(_mm512_set1_epi32(15), v.r));
}

#endif
