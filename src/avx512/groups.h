/* Groups: a group loads as eight runs of four and is transposed in two steps.
 * The permutation is its own inverse, so the store runs the same two steps backwards. */
#ifndef LANESCAN_GROUPS_H
#define LANESCAN_GROUPS_H

#include "conversions.h"
#include "load_store.h"

/* Registers enough to load a group, or a run of eight, before the one before it is done. */
#define LANESCAN_SUMS_AHEAD     1
#define LANESCAN_PRODUCTS_AHEAD 1
#define LANESCAN_RUNS_AHEAD     1

/* Products then wait for what moves between lanes; a detour through memory takes fewer
 * instructions. */
#define LANESCAN_PRODUCTS_IN_BLOCKS 1

/* Of short lines eight are scanned at a time, one in each lane: faster than tiles. */
#define LANESCAN_LINES_IN_LANES      1
#define LANESCAN_SHORT_UP_TO_A_GROUP 1

/* A vector is one register here, of which exponentials and logarithms take four at a time. */
#define LANESCAN_VECTORS_AT_ONCE 4

#define EVEN_PAIRS _mm512_setr_epi64(0, 4, 8, 12, 1, 5, 9, 13)
#define ODD_PAIRS  _mm512_setr_epi64(2, 6, 10, 14, 3, 7, 11, 15)

/* The same where the lanes of both operands are in reverse order, and where those of the result
 * shall be. */
#define EVEN_PAIRS_OF_REVERSED _mm512_setr_epi64(7, 3, 15, 11, 6, 2, 14, 10)
#define ODD_PAIRS_OF_REVERSED  _mm512_setr_epi64(5, 1, 13, 9, 4, 0, 12, 8)
#define REVERSED_EVEN_PAIRS    _mm512_setr_epi64(13, 9, 5, 1, 12, 8, 4, 0)
#define REVERSED_ODD_PAIRS     _mm512_setr_epi64(15, 11, 7, 3, 14, 10, 6, 2)

LANESCAN_INLINE f64_group f64_group_of_blocks_by(__m512i even, __m512i odd, f64v a, f64v b, f64v c,
                                                 f64v d)
{
    const __m512d ab01 = _mm512_permutex2var_pd(a.r, even, b.r); /* 0 4 8 12 1 5 9 13 */
    const __m512d ab23 = _mm512_permutex2var_pd(a.r, odd, b.r);  /* 2 6 10 14 3 7 11 15 */
    const __m512d cd01 = _mm512_permutex2var_pd(c.r, even, d.r);
    const __m512d cd23 = _mm512_permutex2var_pd(c.r, odd, d.r);
    return (f64_group){ { F64V(_mm512_shuffle_f64x2(ab01, cd01, 0x44)),
                          F64V(_mm512_shuffle_f64x2(ab01, cd01, 0xee)),
                          F64V(_mm512_shuffle_f64x2(ab23, cd23, 0x44)),
                          F64V(_mm512_shuffle_f64x2(ab23, cd23, 0xee)) } };
}

LANESCAN_INLINE f64_group f64_group_of_blocks(f64v a, f64v b, f64v c, f64v d)
{
    return f64_group_of_blocks_by(EVEN_PAIRS, ODD_PAIRS, a, b, c, d);
}

LANESCAN_INLINE void f64_group_to_blocks_by(__m512i even, __m512i odd, f64_group g, f64v block[4])
{
    const __m512d ab01 = _mm512_shuffle_f64x2(g.v[0].r, g.v[1].r, 0x44);
    const __m512d cd01 = _mm512_shuffle_f64x2(g.v[0].r, g.v[1].r, 0xee);
    const __m512d ab23 = _mm512_shuffle_f64x2(g.v[2].r, g.v[3].r, 0x44);
    const __m512d cd23 = _mm512_shuffle_f64x2(g.v[2].r, g.v[3].r, 0xee);
    block[0] = F64V(_mm512_permutex2var_pd(ab01, even, ab23));
    block[1] = F64V(_mm512_permutex2var_pd(ab01, odd, ab23));
    block[2] = F64V(_mm512_permutex2var_pd(cd01, even, cd23));
    block[3] = F64V(_mm512_permutex2var_pd(cd01, odd, cd23));
}

LANESCAN_INLINE void f64_group_to_blocks(f64_group g, f64v block[4])
{
    f64_group_to_blocks_by(EVEN_PAIRS, ODD_PAIRS, g, block);
}

/* Eight floats of each vector, v0 v1 | v2 v3. */
LANESCAN_INLINE f64_group f64_group_of_runs(__m512 v01, __m512 v23)
{
    return (f64_group){ { F64V(_mm512_cvtps_pd(_mm512_castps512_ps256(v01))),
                          F64V(_mm512_cvtps_pd(_mm512_extractf32x8_ps(v01, 1))),
                          F64V(_mm512_cvtps_pd(_mm512_castps512_ps256(v23))),
                          F64V(_mm512_cvtps_pd(_mm512_extractf32x8_ps(v23, 1))) } };
}

/* Floats are moved before they become doubles: half as much. */
LANESCAN_INLINE f64_group f64_group_of_floats(bool backwards, __m512 low, __m512 high)
{
    const __m512i first = _mm512_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25,
                                            29);
    const __m512i of_reversed = _mm512_setr_epi32(31, 27, 23, 19, 15, 11, 7, 3, 30, 26, 22, 18, 14,
                                                  10, 6, 2);
    const __m512i v01 = backwards ? of_reversed : first,
                  v23 = _mm512_add_epi32(v01, _mm512_set1_epi32(backwards ? -2 : 2));
    return f64_group_of_runs(_mm512_permutex2var_ps(low, v01, high),
                             _mm512_permutex2var_ps(low, v23, high));
}

LANESCAN_INLINE __m512 f32x16_of_half(element type, __m256i halves)
{
    return type == ELEMENT_F16
               ? _mm512_cvtph_ps(halves)
               : _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(halves), 16));
}

LANESCAN_INLINE f64_group f64_group_of_halves(element type, bool backwards, __m512i halves)
{
    static const uint16_t first[GROUP] = { 0,  4,  8,  12, 16, 20, 24, 28, 1,  5,  9,
                                           13, 17, 21, 25, 29, 2,  6,  10, 14, 18, 22,
                                           26, 30, 3,  7,  11, 15, 19, 23, 27, 31 };
    static const uint16_t of_reversed[GROUP] = { 31, 27, 23, 19, 15, 11, 7,  3,  30, 26, 22,
                                                 18, 14, 10, 6,  2,  29, 25, 21, 17, 13, 9,
                                                 5,  1,  28, 24, 20, 16, 12, 8,  4,  0 };
    const __m512i runs = _mm512_permutexvar_epi16(
        _mm512_loadu_si512(backwards ? of_reversed : first), halves);
    return f64_group_of_runs(f32x16_of_half(type, _mm512_castsi512_si256(runs)),
                             f32x16_of_half(type, _mm512_extracti64x4_epi64(runs, 1)));
}

LANESCAN_INLINE f64_group f64_group_load(element type, bool backwards, const void *p)
{
    const double *const x = p;
    if (is_half(type)) {
        const uint16_t *const halves = (const uint16_t *)p - (backwards ? GROUP - 1 : 0);
        return f64_group_of_halves(type, backwards, _mm512_loadu_si512(halves));
    }
    if (type == ELEMENT_F32) {
        const float *const floats = (const float *)p - (backwards ? GROUP - 1 : 0);
        return f64_group_of_floats(backwards, _mm512_loadu_ps(floats),
                                   _mm512_loadu_ps(floats + GROUP / 2));
    }
    if (backwards)
        return f64_group_of_blocks_by(EVEN_PAIRS_OF_REVERSED, ODD_PAIRS_OF_REVERSED,
                                      f64v_load(type, x - 7), f64v_load(type, x - 15),
                                      f64v_load(type, x - 23), f64v_load(type, x - 31));
    return f64_group_of_blocks(f64v_load(type, x), f64v_load(type, x + 8), f64v_load(type, x + 16),
                               f64v_load(type, x + 24));
}

/* Eight of each vector, v0 v1 | v2 v3, to the order of memory, and that backwards. */
LANESCAN_INLINE __m512i u16x32_of_runs(__m512i runs, bool reversed)
{
    static const uint16_t order[GROUP] = { 0,  8,  16, 24, 1,  9,  17, 25, 2,  10, 18,
                                           26, 3,  11, 19, 27, 4,  12, 20, 28, 5,  13,
                                           21, 29, 6,  14, 22, 30, 7,  15, 23, 31 };
    static const uint16_t backwards[GROUP] = { 31, 23, 15, 7,  30, 22, 14, 6,  29, 21, 13,
                                               5,  28, 20, 12, 4,  27, 19, 11, 3,  26, 18,
                                               10, 2,  25, 17, 9,  1,  24, 16, 8,  0 };
    return _mm512_permutexvar_epi16(_mm512_loadu_si512(reversed ? backwards : order), runs);
}

LANESCAN_INLINE void f64_group_store(element type, bool backwards, void *p, f64_group g)
{
    if (type != ELEMENT_F64) { /* narrow first: half as much to move */
        const __m512 v01 = f32v_of_f64(type, g.v[0], g.v[1]).r;
        const __m512 v23 = f32v_of_f64(type, g.v[2], g.v[3]).r;
        const __m512i low = _mm512_setr_epi32(0, 8, 16, 24, 1, 9, 17, 25, 2, 10, 18, 26, 3, 11, 19,
                                              27);
        const __m512i high = _mm512_add_epi32(low, _mm512_set1_epi32(4));
        if (is_half(type)) {
            uint16_t *const y = p;
            const __m512i runs = _mm512_inserti64x4(_mm512_castsi256_si512(half_of_f32v(type, v01)),
                                                    half_of_f32v(type, v23), 1);
            _mm512_storeu_si512(backwards ? y - 31 : y, u16x32_of_runs(runs, backwards));
            return;
        }
        float *const y = p;
        if (backwards) {
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
        f64v block[4];
        if (backwards)
            f64_group_to_blocks_by(REVERSED_EVEN_PAIRS, REVERSED_ODD_PAIRS, g, block);
        else
            f64_group_to_blocks(g, block);
        for (int k = 0; k < 4; k++)
            f64v_store(ELEMENT_F64, backwards ? y - LANES * k - 7 : y + LANES * k, block[k]);
    }
}

/* ---- a run of each of eight groups: vector k has element k of each, group g in lane g. The first
 * element in memory is at p, and from group to group it is `step` elements. ---- */

/* Four elements at each of two places. (Floats become doubles as they are loaded: from a register
 * that takes a shuffle more.) */
LANESCAN_INLINE __m256d f64x4_load_run(element type, const char *p)
{
    return type == ELEMENT_F32 ? _mm256_cvtps_pd(_mm_loadu_ps((const float *)(const void *)p))
                               : _mm256_loadu_pd((const double *)(const void *)p);
}

LANESCAN_INLINE __m512d f64x8_load_runs(element type, const char *low, const char *high)
{
    return _mm512_insertf64x4(_mm512_castpd256_pd512(f64x4_load_run(type, low)),
                              f64x4_load_run(type, high), 1);
}

LANESCAN_INLINE f64_group f64_runs_load(element type, const void *p, ptrdiff_t step)
{
    const ptrdiff_t on = step * (ptrdiff_t)element_bytes(type);
    const char *const a = p, *const b = a + on, *const e = a + 4 * on, *const f = e + on;
    const __m512d ac = f64x8_load_runs(type, a, a + 2 * on);
    const __m512d bd = f64x8_load_runs(type, b, b + 2 * on);
    const __m512d eg = f64x8_load_runs(type, e, e + 2 * on);
    const __m512d fh = f64x8_load_runs(type, f, f + 2 * on);
    const __m512d abcd02 = _mm512_unpacklo_pd(ac, bd); /* a0 b0 a2 b2 c0 d0 c2 d2 */
    const __m512d abcd13 = _mm512_unpackhi_pd(ac, bd);
    const __m512d efgh02 = _mm512_unpacklo_pd(eg, fh), efgh13 = _mm512_unpackhi_pd(eg, fh);
    return (f64_group){ { F64V(_mm512_shuffle_f64x2(abcd02, efgh02, 0x88)),
                          F64V(_mm512_shuffle_f64x2(abcd13, efgh13, 0x88)),
                          F64V(_mm512_shuffle_f64x2(abcd02, efgh02, 0xdd)),
                          F64V(_mm512_shuffle_f64x2(abcd13, efgh13, 0xdd)) } };
}

/* Four floats to each of four places. */
LANESCAN_INLINE void f32x16_store_runs(float *y, ptrdiff_t step, __m512 runs)
{
    _mm_storeu_ps(y, _mm512_castps512_ps128(runs));
    _mm_storeu_ps(y + step, _mm512_extractf32x4_ps(runs, 1));
    _mm_storeu_ps(y + 2 * step, _mm512_extractf32x4_ps(runs, 2));
    _mm_storeu_ps(y + 3 * step, _mm512_extractf32x4_ps(runs, 3));
}

/* Four runs, in their order: the next one may overwrite the end of a run. */
LANESCAN_INLINE void f64x16_store_runs(double *y, ptrdiff_t step, __m512d ac, __m512d bd)
{
    _mm256_storeu_pd(y, _mm512_castpd512_pd256(ac));
    _mm256_storeu_pd(y + step, _mm512_castpd512_pd256(bd));
    _mm256_storeu_pd(y + 2 * step, _mm512_extractf64x4_pd(ac, 1));
    _mm256_storeu_pd(y + 3 * step, _mm512_extractf64x4_pd(bd, 1));
}

/* The order in memory of the runs of four groups: of those in the low halves of v01 and v23, and
 * of those in the high ones. */
LANESCAN_INLINE __m512i f32x16_runs_of_low(void)
{
    return _mm512_setr_epi32(0, 8, 16, 24, 1, 9, 17, 25, 2, 10, 18, 26, 3, 11, 19, 27);
}

LANESCAN_INLINE void f64_runs_store(element type, void *p, ptrdiff_t step, f64_group g)
{
    if (type == ELEMENT_F32) {
        const __m512i low = f32x16_runs_of_low();
        const __m512i high = _mm512_add_epi32(low, _mm512_set1_epi32(4));
        const __m512 v01 = f32v_of_f64(type, g.v[0], g.v[1]).r;
        const __m512 v23 = f32v_of_f64(type, g.v[2], g.v[3]).r;
        float *const y = p;
        f32x16_store_runs(y, step, _mm512_permutex2var_ps(v01, low, v23));
        f32x16_store_runs(y + 4 * step, step, _mm512_permutex2var_ps(v01, high, v23));
        return;
    }
    double *const y = p;
    const __m512i low = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
    const __m512i high = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
    const __m512d aceg01 = _mm512_unpacklo_pd(g.v[0].r, g.v[1].r); /* a0 a1 c0 c1 e0 e1 g0 g1 */
    const __m512d bdfh01 = _mm512_unpackhi_pd(g.v[0].r, g.v[1].r);
    const __m512d aceg23 = _mm512_unpacklo_pd(g.v[2].r, g.v[3].r);
    const __m512d bdfh23 = _mm512_unpackhi_pd(g.v[2].r, g.v[3].r);
    f64x16_store_runs(y, step, _mm512_permutex2var_pd(aceg01, low, aceg23),
                      _mm512_permutex2var_pd(bdfh01, low, bdfh23));
    f64x16_store_runs(y + 4 * step, step, _mm512_permutex2var_pd(aceg01, high, aceg23),
                      _mm512_permutex2var_pd(bdfh01, high, bdfh23));
}

#endif
