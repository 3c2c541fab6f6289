/* Moves from lane to lane. */
#ifndef LANESCAN_MOVES_H
#define LANESCAN_MOVES_H

#include "f64x8.h"

/* ---- f64x8 ---- */

LANESCAN_INLINE f64x8 f64x8_spread(int half, f64x8 v, double fill)
{
    const __m512d none = _mm512_set1_pd(fill);
    const __m512i second = _mm512_setr_epi64(8, 8, 1, 1, 8, 8, 5, 5); /* 8 and up: from `none` */
    const __m512i fourth = _mm512_setr_epi64(8, 8, 8, 8, 3, 3, 3, 3);
    return half == 1   ? F64X8(_mm512_unpacklo_pd(none, v.r)) /* . 0 . 2 . 4 . 6 */
           : half == 2 ? F64X8(_mm512_permutex2var_pd(v.r, second, none))
                       : F64X8(_mm512_permutex2var_pd(v.r, fourth, none));
}

LANESCAN_INLINE f64x8 f64x8_after_spread(int half, f64x8 before, f64x8 after)
{
    (void)half, (void)before;
    return after;
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

/* ---- i64x8 ---- */

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

LANESCAN_INLINE i64x8 i64x8_scan_add_reversed(i64x8 v)
{
    const __m512i zero = _mm512_setzero_si512();
    __m512i r = v.r;
    r = _mm512_add_epi64(r, _mm512_bsrli_epi128(r, 8)); /* 1 . 3 . 5 . 7 . */
    r = _mm512_add_epi64(
        r, _mm512_permutex2var_epi64(r, _mm512_setr_epi64(2, 2, 8, 8, 6, 6, 8, 8), zero));
    r = _mm512_add_epi64(
        r, _mm512_permutex2var_epi64(r, _mm512_setr_epi64(4, 4, 4, 4, 8, 8, 8, 8), zero));
    return I64X8(r);
}

LANESCAN_INLINE i64x8 i64x8_reverse(i64x8 v)
{
    return I64X8(_mm512_permutexvar_epi64(_mm512_setr_epi64(7, 6, 5, 4, 3, 2, 1, 0), v.r));
}

LANESCAN_INLINE i64x8 i64x8_splat_first(i64x8 v)
{
    return I64X8(_mm512_broadcastq_epi64(_mm512_castsi512_si128(v.r)));
}

LANESCAN_INLINE i64x8 i64x8_splat_last(i64x8 v)
{
    return I64X8(_mm512_permutexvar_epi64(_mm512_set1_epi64(7), v.r));
}

#endif
