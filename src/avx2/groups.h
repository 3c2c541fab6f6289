/* Groups: lanes 0 to 3 come from elements 0 to 15, lanes 4 to 7 from the rest. */
#ifndef LANESCAN_GROUPS_H
#define LANESCAN_GROUPS_H

#include "load_store.h"
#include "moves.h"

#define LANESCAN_HALVES_BY_PIECES 1

/* Two groups of sums do not fit into 16 registers; that their work overlaps is worth more than what
 * goes through memory. */
#define LANESCAN_SUMS_AHEAD 1

/* AMD's processors multiply, fused or not, beside the additions of totals (docs/measuring.md, What
 * limits sums). */
#define LANESCAN_RESULTS_FUSED 1

/* Stores of parts of vectors take some twenty cycles (Zen 3), and most short lines end in one. */
#define LANESCAN_NUMBERS_ARE_PAIRS 1

/* Whole vectors are stored in one instruction, parts in up to three and as many branches. */
#define LANESCAN_LINES_OVERLAP 1

/* What moves between lanes costs products more than a detour through memory. */
#define LANESCAN_PRODUCTS_IN_BLOCKS 1

/* Of short lines four are scanned at a time, one in each lane: faster than tiles. */
#define LANESCAN_LINES_IN_LANES      1
#define LANESCAN_SHORT_UP_TO_A_GROUP 1

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

LANESCAN_INLINE f64_group f64_group_of_blocks(f64v a, f64v b, f64v c, f64v d)
{
    __m256d lo[4], hi[4];
    f64x4_transpose(a.lo, a.hi, b.lo, b.hi, lo);
    f64x4_transpose(c.lo, c.hi, d.lo, d.hi, hi);
    return (f64_group){ { F64V(lo[0], hi[0]), F64V(lo[1], hi[1]), F64V(lo[2], hi[2]),
                          F64V(lo[3], hi[3]) } };
}

LANESCAN_INLINE void f64_group_to_blocks(f64_group g, f64v block[4])
{
    __m256d lo[4], hi[4];
    f64x4_transpose(g.v[0].lo, g.v[1].lo, g.v[2].lo, g.v[3].lo, lo);
    f64x4_transpose(g.v[0].hi, g.v[1].hi, g.v[2].hi, g.v[3].hi, hi);
    block[0] = F64V(lo[0], lo[1]);
    block[1] = F64V(lo[2], lo[3]);
    block[2] = F64V(hi[0], hi[1]);
    block[3] = F64V(hi[2], hi[3]);
}

/* A run of elements of at most 32 bits. */
LANESCAN_INLINE __m256d f64x4_load_narrow(element type, const void *p)
{
    const __m128 floats = is_half(type) ? _mm256_castps256_ps128(f32x8_of_half(
                                              type, _mm_loadl_epi64((const __m128i *)p)))
                                        : _mm_loadu_ps(p);
    return _mm256_cvtps_pd(floats);
}

/* One register of each of the four vectors, from four runs that are `step` elements apart. */
LANESCAN_INLINE void f64x16_load(element type, const void *p, ptrdiff_t step, __m256d v[4])
{
    if (type != ELEMENT_F64) {
        const ptrdiff_t bytes = step * (ptrdiff_t)element_bytes(type);
        const char *a = p, *b = a + bytes, *c = b + bytes, *d = c + bytes;
        f64x4_transpose(f64x4_load_narrow(type, a), f64x4_load_narrow(type, b),
                        f64x4_load_narrow(type, c), f64x4_load_narrow(type, d), v);
    } else {
        const double *a = p, *b = a + step, *c = b + step, *d = c + step;
        const __m256d ac01 = f64x4_of_pairs(a, c), bd01 = f64x4_of_pairs(b, d);
        const __m256d ac23 = f64x4_of_pairs(a + 2, c + 2), bd23 = f64x4_of_pairs(b + 2, d + 2);
        v[0] = f64x4_evens(ac01, bd01);
        v[1] = f64x4_odds(ac01, bd01);
        v[2] = f64x4_evens(ac23, bd23);
        v[3] = f64x4_odds(ac23, bd23);
    }
}

/* The same run of each of eight groups that follow each other at `step` elements; p is that of the
 * first group. Vector k has element k of each run, group g in lane g. */
LANESCAN_INLINE f64_group f64_runs_load(element type, const void *p, ptrdiff_t step)
{
    __m256d lo[4], hi[4];
    f64x16_load(type, p, step, lo);
    f64x16_load(type, (const char *)p + 4 * step * (ptrdiff_t)element_bytes(type), step, hi);
    return (f64_group){ { F64V(lo[0], hi[0]), F64V(lo[1], hi[1]), F64V(lo[2], hi[2]),
                          F64V(lo[3], hi[3]) } };
}

LANESCAN_INLINE f64_group f64_runs_load_at_once(element type, const void *p, ptrdiff_t step)
{
    __m256d v[4];
    f64x16_load(type, p, step, v);
    return (
        f64_group){ { F64V(v[0], v[0]), F64V(v[1], v[1]), F64V(v[2], v[2]), F64V(v[3], v[3]) } };
}

LANESCAN_INLINE f64_group f64_group_turned(f64_group g)
{
    return (f64_group){ { g.v[3], g.v[2], g.v[1], g.v[0] } };
}

/* Backwards: the runs from the last in memory to the first, and the vectors in reverse order. */
LANESCAN_INLINE f64_group f64_group_load(element type, bool backwards, const void *p)
{
    if (backwards)
        return f64_group_turned(f64_runs_load(type, element_at(type, true, p, RUN - 1), -RUN));
    return f64_runs_load(type, p, RUN);
}

/* Whole registers: four shuffles more cost less than four stores more (0.94 of a sum's time). */
LANESCAN_INLINE void f64x16_store(double *a, ptrdiff_t step, __m256d v0, __m256d v1, __m256d v2,
                                  __m256d v3)
{
    __m256d run[4];
    f64x4_transpose(v0, v1, v2, v3, run);
    for (int k = 0; k < 4; k++, a += step)
        _mm256_storeu_pd(a, run[k]);
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

/* Eight runs of four floats, in their order: the next one may overwrite the end of a run. */
LANESCAN_INLINE void f32x32_store(float *y, ptrdiff_t run, __m256 ae, __m256 bf, __m256 cg,
                                  __m256 dh)
{
    _mm_storeu_ps(y, _mm256_castps256_ps128(ae));
    _mm_storeu_ps(y + run, _mm256_castps256_ps128(bf));
    _mm_storeu_ps(y + 2 * run, _mm256_castps256_ps128(cg));
    _mm_storeu_ps(y + 3 * run, _mm256_castps256_ps128(dh));
    _mm_storeu_ps(y + 4 * run, _mm256_extractf128_ps(ae, 1));
    _mm_storeu_ps(y + 5 * run, _mm256_extractf128_ps(bf, 1));
    _mm_storeu_ps(y + 6 * run, _mm256_extractf128_ps(cg, 1));
    _mm_storeu_ps(y + 7 * run, _mm256_extractf128_ps(dh, 1));
}

/* Two runs of four halves to two places. */
LANESCAN_INLINE void f16x8_store_runs(element type, char *low, char *high, __m256 v)
{
    const __m128i halves = half_of_f32x8(type, v);
    _mm_storel_epi64((__m128i *)(void *)low, halves);
    _mm_storel_epi64((__m128i *)(void *)high, _mm_unpackhi_epi64(halves, halves));
}

LANESCAN_INLINE void f64_runs_store(element type, void *p, ptrdiff_t step, f64_group g)
{
    if (type != ELEMENT_F64) {
        const ptrdiff_t run = step * (ptrdiff_t)element_bytes(type);
        char *const y = p;
        const __m256 v0 = f32x8_of_f64(type, g.v[0]), v1 = f32x8_of_f64(type, g.v[1]);
        const __m256 v2 = f32x8_of_f64(type, g.v[2]), v3 = f32x8_of_f64(type, g.v[3]);
        const __m256d ab01 = f32x8_low_pairs(v0, v1), cd01 = f32x8_high_pairs(v0, v1);
        const __m256d ab23 = f32x8_low_pairs(v2, v3), cd23 = f32x8_high_pairs(v2, v3);
        const __m256 ae = _mm256_castpd_ps(f64x4_evens(ab01, ab23)); /* a0 a1 a2 a3 | e0 e1 e2 e3 */
        const __m256 bf = _mm256_castpd_ps(f64x4_odds(ab01, ab23));
        const __m256 cg = _mm256_castpd_ps(f64x4_evens(cd01, cd23));
        const __m256 dh = _mm256_castpd_ps(f64x4_odds(cd01, cd23));
        if (type == ELEMENT_F32) {
            f32x32_store(p, step, ae, bf, cg, dh);
        } else {
            f16x8_store_runs(type, y, y + 4 * run, ae);
            f16x8_store_runs(type, y + run, y + 5 * run, bf);
            f16x8_store_runs(type, y + 2 * run, y + 6 * run, cg);
            f16x8_store_runs(type, y + 3 * run, y + 7 * run, dh);
        }
    } else {
        double *const y = p;
        f64x16_store(y, step, g.v[0].lo, g.v[1].lo, g.v[2].lo, g.v[3].lo);
        f64x16_store(y + 4 * step, step, g.v[0].hi, g.v[1].hi, g.v[2].hi, g.v[3].hi);
    }
}

/* Four runs of floats. */
LANESCAN_INLINE void f32x16_store(float *a, ptrdiff_t step, __m128 v0, __m128 v1, __m128 v2,
                                  __m128 v3)
{
    const __m128 ab01 = _mm_unpacklo_ps(v0, v1), cd01 = _mm_unpackhi_ps(v0, v1);
    const __m128 ab23 = _mm_unpacklo_ps(v2, v3), cd23 = _mm_unpackhi_ps(v2, v3);
    float *b = a + step, *c = b + step, *d = c + step;
    _mm_storeu_ps(a, _mm_movelh_ps(ab01, ab23));
    _mm_storeu_ps(b, _mm_movehl_ps(ab23, ab01));
    _mm_storeu_ps(c, _mm_movelh_ps(cd01, cd23));
    _mm_storeu_ps(d, _mm_movehl_ps(cd23, cd01));
}

LANESCAN_INLINE void f64_runs_store_at_once(element type, void *p, ptrdiff_t step, f64_group g)
{
    if (type == ELEMENT_F32)
        f32x16_store(p, step, _mm256_cvtpd_ps(g.v[0].lo), _mm256_cvtpd_ps(g.v[1].lo),
                     _mm256_cvtpd_ps(g.v[2].lo), _mm256_cvtpd_ps(g.v[3].lo));
    else
        f64x16_store(p, step, g.v[0].lo, g.v[1].lo, g.v[2].lo, g.v[3].lo);
}

LANESCAN_INLINE void f64_group_store(element type, bool backwards, void *p, f64_group g)
{
    if (backwards)
        f64_runs_store(type, output_at(type, true, p, RUN - 1), -RUN, f64_group_turned(g));
    else
        f64_runs_store(type, p, RUN, g);
}

#endif
