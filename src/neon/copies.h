/* Whole cache lines, and squares of 8 x 8 elements turned. */
#ifndef LANESCAN_COPIES_H
#define LANESCAN_COPIES_H

#include "types.h"

/* ---- whole cache lines past the caches: there are no such stores among the intrinsics ---- */

LANESCAN_INLINE void nontemporal_line(void *to, const void *from)
{
    memcpy(to, from, 64);
}

LANESCAN_INLINE void nontemporal_fence(void)
{
}

/* ---- squares of 8 x 8 elements ---- */

LANESCAN_INLINE void transpose_64(const char *from, ptrdiff_t from_pitch, char *to,
                                  ptrdiff_t to_pitch)
{
    for (int column = 0; column < 8; column += 2)
        for (int row = 0; row < 8; row += 2) {
            const char *const at = from + row * from_pitch + column * 8;
            char *const out = to + column * to_pitch + row * 8;
            const int64x2_t even = vld1q_s64((const void *)at),
                            odd = vld1q_s64((const void *)(at + from_pitch));
            vst1q_s64((void *)out, vtrn1q_s64(even, odd));
            vst1q_s64((void *)(out + to_pitch), vtrn2q_s64(even, odd));
        }
}

LANESCAN_INLINE void transpose_32(const char *from, ptrdiff_t from_pitch, char *to,
                                  ptrdiff_t to_pitch)
{
    for (int column = 0; column < 8; column += 4)
        for (int row = 0; row < 8; row += 4) {
            int32x4_t r[4];
            for (int i = 0; i < 4; i++)
                r[i] = vld1q_s32((const void *)(from + (row + i) * from_pitch + column * 4));
            const int64x2_t low01 = vreinterpretq_s64_s32(vzip1q_s32(r[0], r[1])),
                            low23 = vreinterpretq_s64_s32(vzip1q_s32(r[2], r[3])),
                            high01 = vreinterpretq_s64_s32(vzip2q_s32(r[0], r[1])),
                            high23 = vreinterpretq_s64_s32(vzip2q_s32(r[2], r[3]));
            char *const out = to + column * to_pitch + row * 4;
            vst1q_s64((void *)out, vzip1q_s64(low01, low23)); /* column 0 */
            vst1q_s64((void *)(out + to_pitch), vzip2q_s64(low01, low23));
            vst1q_s64((void *)(out + 2 * to_pitch), vzip1q_s64(high01, high23));
            vst1q_s64((void *)(out + 3 * to_pitch), vzip2q_s64(high01, high23));
        }
}

LANESCAN_INLINE void transpose_16(const char *from, ptrdiff_t from_pitch, char *to,
                                  ptrdiff_t to_pitch)
{
    int16x8_t row[8];
    int32x4_t pair[8];
    for (int r = 0; r < 8; r++)
        row[r] = vld1q_s16((const void *)(from + r * from_pitch));
    for (int r = 0; r < 4; r++) { /* rows 2 r and 2 r + 1: columns 0 to 3, then 4 to 7 */
        pair[r] = vreinterpretq_s32_s16(vzip1q_s16(row[2 * r], row[2 * r + 1]));
        pair[4 + r] = vreinterpretq_s32_s16(vzip2q_s16(row[2 * r], row[2 * r + 1]));
    }
    for (int column = 0; column < 8; column += 4) {
        const int32x4_t *const p = pair + column;
        const int64x2_t upper01 = vreinterpretq_s64_s32(vzip1q_s32(p[0], p[1])),
                        lower01 = vreinterpretq_s64_s32(vzip1q_s32(p[2], p[3])),
                        upper23 = vreinterpretq_s64_s32(vzip2q_s32(p[0], p[1])),
                        lower23 = vreinterpretq_s64_s32(vzip2q_s32(p[2], p[3]));
        char *const out = to + column * to_pitch;
        vst1q_s16((void *)out, vreinterpretq_s16_s64(vzip1q_s64(upper01, lower01)));
        vst1q_s16((void *)(out + to_pitch), vreinterpretq_s16_s64(vzip2q_s64(upper01, lower01)));
        vst1q_s16((void *)(out + 2 * to_pitch),
                  vreinterpretq_s16_s64(vzip1q_s64(upper23, lower23)));
        vst1q_s16((void *)(out + 3 * to_pitch),
                  vreinterpretq_s16_s64(vzip2q_s64(upper23, lower23)));
    }
}

LANESCAN_INLINE void transpose_8(const char *from, ptrdiff_t from_pitch, char *to,
                                 ptrdiff_t to_pitch)
{
    int16x8_t pair[4];
    for (int r = 0; r < 4; r++) {
        const int8x8x2_t both = vzip_s8(vld1_s8((const void *)(from + 2 * r * from_pitch)),
                                        vld1_s8((const void *)(from + (2 * r + 1) * from_pitch)));
        pair[r] = vreinterpretq_s16_s8(vcombine_s8(both.val[0], both.val[1]));
    }
    const int32x4_t upper_low = vreinterpretq_s32_s16(vzip1q_s16(pair[0], pair[1])),
                    upper_high = vreinterpretq_s32_s16(vzip2q_s16(pair[0], pair[1])),
                    lower_low = vreinterpretq_s32_s16(vzip1q_s16(pair[2], pair[3])),
                    lower_high = vreinterpretq_s32_s16(vzip2q_s16(pair[2], pair[3]));
    const int32x4_t columns[4] = { vzip1q_s32(upper_low, lower_low), /* 0 and 1 */
                                   vzip2q_s32(upper_low, lower_low),
                                   vzip1q_s32(upper_high, lower_high),
                                   vzip2q_s32(upper_high, lower_high) };
    for (int c = 0; c < 4; c++) {
        const int8x16_t both = vreinterpretq_s8_s32(columns[c]);
        char *const out = to + 2 * c * to_pitch;
        vst1_s8((void *)out, vget_low_s8(both));
        vst1_s8((void *)(out + to_pitch), vget_high_s8(both));
    }
}

#endif
