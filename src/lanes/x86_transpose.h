/* The part of the vocabulary that turns squares of elements, the same on AVX2 and AVX-512. Halves
 * of 256-bit registers are loaded from where they are needed, so that no shuffle has to cross them;
 * wider registers would need such shuffles. */
#ifndef LANESCAN_X86_TRANSPOSE_H
#define LANESCAN_X86_TRANSPOSE_H

#include "lanes/vocabulary.h"

#include <immintrin.h>

/* 16 bytes at `low`, then 16 at `high`. */
LANESCAN_INLINE __m256i i128x2_load(const char *low, const char *high)
{
    return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const void *)low)),
                                   _mm_loadu_si128((const void *)high), 1);
}

LANESCAN_INLINE void transpose_64(const char *from, ptrdiff_t from_pitch, char *to,
                                  ptrdiff_t to_pitch)
{
    for (int column = 0; column < 8; column += 2)
        for (int row = 0; row < 8; row += 4) {
            const char *const at = from + row * from_pitch + column * 8;
            const __m256i even = i128x2_load(at, at + 2 * from_pitch); /* rows 0 0 2 2 */
            const __m256i odd = i128x2_load(at + from_pitch, at + 3 * from_pitch);
            char *const out = to + column * to_pitch + row * 8;
            _mm256_storeu_si256((void *)out, _mm256_unpacklo_epi64(even, odd));
            _mm256_storeu_si256((void *)(out + to_pitch), _mm256_unpackhi_epi64(even, odd));
        }
}

LANESCAN_INLINE void transpose_32(const char *from, ptrdiff_t from_pitch, char *to,
                                  ptrdiff_t to_pitch)
{
    for (int column = 0; column < 8; column += 4) {
        __m256i row[4]; /* and the row four further down */
        for (int r = 0; r < 4; r++) {
            const char *const at = from + r * from_pitch + column * 4;
            row[r] = i128x2_load(at, at + 4 * from_pitch);
        }
        const __m256i low01 = _mm256_unpacklo_epi32(row[0], row[1]), /* columns 0 0 1 1 */
            low23 = _mm256_unpacklo_epi32(row[2], row[3]),
                      high01 = _mm256_unpackhi_epi32(row[0], row[1]),
                      high23 = _mm256_unpackhi_epi32(row[2], row[3]);
        char *const out = to + column * to_pitch;
        _mm256_storeu_si256((void *)out, _mm256_unpacklo_epi64(low01, low23));
        _mm256_storeu_si256((void *)(out + to_pitch), _mm256_unpackhi_epi64(low01, low23));
        _mm256_storeu_si256((void *)(out + 2 * to_pitch), _mm256_unpacklo_epi64(high01, high23));
        _mm256_storeu_si256((void *)(out + 3 * to_pitch), _mm256_unpackhi_epi64(high01, high23));
    }
}

LANESCAN_INLINE void transpose_16(const char *from, ptrdiff_t from_pitch, char *to,
                                  ptrdiff_t to_pitch)
{
    __m128i row[8], pair[8], four[8];
    for (int r = 0; r < 8; r++)
        row[r] = _mm_loadu_si128((const void *)(from + r * from_pitch));
    for (int r = 0; r < 4; r++) { /* rows 2 r and 2 r + 1: columns 0 to 3, then 4 to 7 */
        pair[r] = _mm_unpacklo_epi16(row[2 * r], row[2 * r + 1]);
        pair[4 + r] = _mm_unpackhi_epi16(row[2 * r], row[2 * r + 1]);
    }
    for (int p = 0; p < 8; p += 2) { /* four rows: two columns, the next two */
        four[p] = _mm_unpacklo_epi32(pair[p], pair[p + 1]);
        four[p + 1] = _mm_unpackhi_epi32(pair[p], pair[p + 1]);
    }
    for (int column = 0; column < 8; column += 2) {
        const int upper = column / 4 * 4 + column / 2 % 2;
        char *const out = to + column * to_pitch;
        _mm_storeu_si128((void *)out, _mm_unpacklo_epi64(four[upper], four[upper + 2]));
        _mm_storeu_si128((void *)(out + to_pitch),
                         _mm_unpackhi_epi64(four[upper], four[upper + 2]));
    }
}

LANESCAN_INLINE void transpose_8(const char *from, ptrdiff_t from_pitch, char *to,
                                 ptrdiff_t to_pitch)
{
    __m128i pair[4], columns[4];
    for (int r = 0; r < 4; r++)
        pair[r] = _mm_unpacklo_epi8(
            _mm_loadl_epi64((const void *)(from + 2 * r * from_pitch)),
            _mm_loadl_epi64((const void *)(from + (2 * r + 1) * from_pitch)));
    const __m128i upper_low = _mm_unpacklo_epi16(pair[0],
                                                 pair[1]), /* rows 0 to 3, columns 0 to 3 */
        upper_high = _mm_unpackhi_epi16(pair[0], pair[1]),
                  lower_low = _mm_unpacklo_epi16(pair[2], pair[3]),
                  lower_high = _mm_unpackhi_epi16(pair[2], pair[3]);
    columns[0] = _mm_unpacklo_epi32(upper_low, lower_low); /* 0 and 1 */
    columns[1] = _mm_unpackhi_epi32(upper_low, lower_low);
    columns[2] = _mm_unpacklo_epi32(upper_high, lower_high);
    columns[3] = _mm_unpackhi_epi32(upper_high, lower_high);
    for (int c = 0; c < 4; c++) {
        char *const out = to + 2 * c * to_pitch;
        _mm_storel_epi64((void *)out, columns[c]);
        _mm_storel_epi64((void *)(out + to_pitch), _mm_unpackhi_epi64(columns[c], columns[c]));
    }
}

#endif
