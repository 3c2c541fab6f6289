/* The part of the vocabulary that is the same on AVX2 and AVX-512: scalars and pairs of carries. */
#ifndef LANESCAN_X86_PAIR_H
#define LANESCAN_X86_PAIR_H

#include "lanes/vocabulary.h"

#include <immintrin.h>

typedef struct {
    __m128d r;
} f64x2;

#define F64X2(expression) ((f64x2){ expression })

/* ---- scalars ---- */

LANESCAN_INLINE double f64_fma(double a, double b, double c)
{
    return __builtin_fma(a, b, c);
}

LANESCAN_INLINE double f64_fms(double a, double b, double c)
{
    return __builtin_fma(a, b, -c);
}

/* ---- f64x2 ---- */

LANESCAN_INLINE f64x2 f64x2_set(double a, double b)
{
    return F64X2(_mm_setr_pd(a, b));
}

/* Two doubles next to each other, or two floats. */
LANESCAN_INLINE f64x2 f64x2_load(element type, const void *p)
{
    return F64X2(type == ELEMENT_F32 ? _mm_cvtps_pd(_mm_castsi128_ps(_mm_loadl_epi64(p)))
                                     : _mm_loadu_pd(p));
}

LANESCAN_INLINE void f64x2_store(element type, void *p, f64x2 v)
{
    if (type == ELEMENT_F32)
        _mm_storel_epi64(p, _mm_castps_si128(_mm_cvtpd_ps(v.r)));
    else
        _mm_storeu_pd(p, v.r);
}

LANESCAN_INLINE double f64x2_first(f64x2 v)
{
    return _mm_cvtsd_f64(v.r);
}

LANESCAN_INLINE double f64x2_second(f64x2 v)
{
    return _mm_cvtsd_f64(_mm_unpackhi_pd(v.r, v.r));
}

LANESCAN_INLINE f64x2 f64x2_swap(f64x2 v)
{
    return F64X2(_mm_shuffle_pd(v.r, v.r, 1));
}

LANESCAN_INLINE f64x2 f64x2_add(f64x2 a, f64x2 b)
{
    return F64X2(_mm_add_pd(a.r, b.r));
}

LANESCAN_INLINE f64x2 f64x2_sub(f64x2 a, f64x2 b)
{
    return F64X2(_mm_sub_pd(a.r, b.r));
}

LANESCAN_INLINE f64x2 f64x2_mul(f64x2 a, f64x2 b)
{
    return F64X2(_mm_mul_pd(a.r, b.r));
}

LANESCAN_INLINE f64x2 f64x2_fma(f64x2 a, f64x2 b, f64x2 c)
{
    return F64X2(_mm_fmadd_pd(a.r, b.r, c.r));
}

LANESCAN_INLINE f64x2 f64x2_fms(f64x2 a, f64x2 b, f64x2 c)
{
    return F64X2(_mm_fmsub_pd(a.r, b.r, c.r));
}

#endif
