/* The vocabulary in portable C, and its definition: every other block.h gives the same functions with
 * the same results. Lane 0 is the first in memory. `op` and shift counts are compile-time constants. */
#ifndef LANESCAN_BLOCK_H
#define LANESCAN_BLOCK_H

#include "half.h"
#include "vocabulary.h"

#include <math.h>

/* What is exact in any order goes one by one here: lanes made of scalars gain nothing. */
#define LANESCAN_LANES_ARE_SCALARS 1

#define FOR_LANES for (int lane = 0; lane < LANES; lane++)

typedef struct {
    double lane[8];
} f64x8; /* a block */
typedef struct {
    int64_t lane[8];
} i64x8; /* a block of integers, or the bits of an f64x8 */
typedef struct {
    bool lane[8];
} m64x8; /* one truth value a lane */
typedef struct {
    f64x8 v[4];
} f64x32; /* a group: lane l of v[k] is element 4 l + k */
typedef struct {
    double lane[2];
} f64x2; /* a pair of carries */
typedef struct {
    float lane[16];
} f32x16; /* native 32-bit lanes, for exact operations only */
typedef struct {
    int32_t lane[16];
} i32x16;

/* ---- scalars ---- */

/* a * b + c, rounded once. */
LANESCAN_INLINE double f64_fma(double a, double b, double c)
{
    return fma(a, b, c);
}

/* ---- f64x8: memory ---- */

LANESCAN_INLINE f64x8 f64x8_splat(double value)
{
    f64x8 r;
    FOR_LANES r.lane[lane] = value;
    return r;
}

LANESCAN_INLINE f64x8 f64x8_load(element type, const void *p)
{
    f64x8 r;
    if (type == ELEMENT_F32) {
        float x[8];
        memcpy(x, p, sizeof x);
        FOR_LANES r.lane[lane] = (double)x[lane];
    } else {
        memcpy(&r, p, sizeof r);
    }
    return r;
}

LANESCAN_INLINE void f64x8_store(element type, void *p, f64x8 v)
{
    if (type == ELEMENT_F32) {
        float y[8];
        FOR_LANES y[lane] = (float)v.lane[lane];
        memcpy(p, y, sizeof y);
    } else {
        memcpy(p, &v, sizeof v);
    }
}

/* The first `count` lanes from memory, `rest` in the others; nothing else is read. */
LANESCAN_INLINE f64x8 f64x8_load_part(element type, const void *p, size_t count, double rest)
{
    f64x8 r;
    FOR_LANES r.lane[lane] = rest;
    for (size_t lane = 0; lane < count; lane++)
        r.lane[lane] = type == ELEMENT_F32 ? (double)((const float *)p)[lane]
                                           : ((const double *)p)[lane];
    return r;
}

/* Only the first `count` lanes; nothing else is written. */
LANESCAN_INLINE void f64x8_store_part(element type, void *p, size_t count, f64x8 v)
{
    for (size_t lane = 0; lane < count; lane++) {
        if (type == ELEMENT_F32)
            ((float *)p)[lane] = (float)v.lane[lane];
        else
            ((double *)p)[lane] = v.lane[lane];
    }
}

/* ---- f64x8: arithmetic ---- */

LANESCAN_INLINE f64x8 f64x8_add(f64x8 a, f64x8 b)
{
    FOR_LANES a.lane[lane] += b.lane[lane];
    return a;
}

LANESCAN_INLINE f64x8 f64x8_sub(f64x8 a, f64x8 b)
{
    FOR_LANES a.lane[lane] -= b.lane[lane];
    return a;
}

LANESCAN_INLINE f64x8 f64x8_mul(f64x8 a, f64x8 b)
{
    FOR_LANES a.lane[lane] *= b.lane[lane];
    return a;
}

LANESCAN_INLINE f64x8 f64x8_div(f64x8 a, f64x8 b)
{
    FOR_LANES a.lane[lane] /= b.lane[lane];
    return a;
}

LANESCAN_INLINE f64x8 f64x8_fma(f64x8 a, f64x8 b, f64x8 c)
{
    FOR_LANES a.lane[lane] = f64_fma(a.lane[lane], b.lane[lane], c.lane[lane]);
    return a;
}

/* a * b - c, rounded once. */
LANESCAN_INLINE f64x8 f64x8_fms(f64x8 a, f64x8 b, f64x8 c)
{
    FOR_LANES a.lane[lane] = f64_fma(a.lane[lane], b.lane[lane], -c.lane[lane]);
    return a;
}

LANESCAN_INLINE f64x8 f64x8_apply(operation op, f64x8 a, f64x8 b)
{
    FOR_LANES a.lane[lane] = f64_apply(op, a.lane[lane], b.lane[lane]);
    return a;
}

LANESCAN_INLINE f64x8 f64x8_max(f64x8 a, f64x8 b)
{
    return f64x8_apply(OP_MAX, a, b);
}

LANESCAN_INLINE f64x8 f64x8_min(f64x8 a, f64x8 b)
{
    return f64x8_apply(OP_MIN, a, b);
}

/* ---- f64x8: comparison ---- */

LANESCAN_INLINE m64x8 f64x8_gt(f64x8 a, f64x8 b)
{
    m64x8 r;
    FOR_LANES r.lane[lane] = a.lane[lane] > b.lane[lane];
    return r;
}

/* Lanes where x takes over from an extreme so far: it is as extreme, or either of the two is NaN. */
LANESCAN_INLINE m64x8 f64x8_takes_over(operation op, f64x8 so_far, f64x8 x)
{
    m64x8 r;
    FOR_LANES r.lane[lane] = op == OP_MAX ? !(so_far.lane[lane] > x.lane[lane])
                                          : !(so_far.lane[lane] < x.lane[lane]);
    return r;
}

/* Lanes where x is the extreme after so_far: as extreme, or NaN; never a number after a NaN. */
LANESCAN_INLINE m64x8 f64x8_replaces(operation op, f64x8 so_far, f64x8 x)
{
    m64x8 r;
    FOR_LANES r.lane[lane] = x.lane[lane] != x.lane[lane] ||
                             (op == OP_MAX ? x.lane[lane] >= so_far.lane[lane]
                                           : x.lane[lane] <= so_far.lane[lane]);
    return r;
}

LANESCAN_INLINE m64x8 m64x8_and(m64x8 a, m64x8 b)
{
    FOR_LANES a.lane[lane] = a.lane[lane] && b.lane[lane];
    return a;
}

/* Bit l is lane l. */
LANESCAN_INLINE unsigned m64x8_bits(m64x8 m)
{
    unsigned bits = 0;
    FOR_LANES bits |= (unsigned)m.lane[lane] << lane;
    return bits;
}

LANESCAN_INLINE bool m64x8_any(m64x8 m)
{
    return m64x8_bits(m) != 0;
}

/* m ? a : b */
LANESCAN_INLINE f64x8 f64x8_select(m64x8 m, f64x8 a, f64x8 b)
{
    FOR_LANES a.lane[lane] = m.lane[lane] ? a.lane[lane] : b.lane[lane];
    return a;
}

LANESCAN_INLINE bool f64x8_any_nan(f64x8 v)
{
    bool any = false;
    FOR_LANES any |= v.lane[lane] != v.lane[lane];
    return any;
}

LANESCAN_INLINE bool f64x8_any_nonfinite(f64x8 v)
{
    bool any = false;
    FOR_LANES any |= !f64_is_finite(v.lane[lane]);
    return any;
}

/* ---- f64x8: exponent and mantissa of positive normal finite numbers ----
 * v = mantissa * 2^exponent with mantissa in [0.75, 1.5); the exponent as a double. */

LANESCAN_INLINE f64x8 f64x8_exponent(f64x8 v)
{
    FOR_LANES v.lane[lane] =
        (double)(int64_t)((bits_of_f64(v.lane[lane]) + (UINT64_C(1) << 51)) >> 52) - 1023;
    return v;
}

LANESCAN_INLINE f64x8 f64x8_mantissa(f64x8 v)
{
    FOR_LANES
    {
        const uint64_t bits = bits_of_f64(v.lane[lane]) + (UINT64_C(1) << 51);
        v.lane[lane] = f64_of_bits((bits & ((UINT64_C(1) << 52) - 1)) + (UINT64_C(0x3fe8) << 48));
    }
    return v;
}

/* ---- f64x8: lane moves ---- */

/* The lane moves of a scan: in each group of 2 * half lanes (half 1, 2 or 4) the last lane of the lower half to all of the
 * upper half, and `fill` to the lower. */
LANESCAN_INLINE f64x8 f64x8_spread(int half, f64x8 v, double fill)
{
    f64x8 r;
    FOR_LANES r.lane[lane] = lane & half ? v.lane[(lane & ~(2 * half - 1)) + half - 1] : fill;
    return r;
}

/* Inclusive prefix scan of the lanes by Sklansky's network: step k applies the last lane of the lower
 * half of each group of 2^(k+1) lanes to the upper half. The order of operations is the contract:
 *     a b c d e f g h
 *     a ab c cd e ef g gh
 *     a ab (ab)c (ab)(cd) e ef (ef)g (ef)(gh)
 *     and the fourth lane applied to the last four */
LANESCAN_INLINE f64x8 f64x8_scan(operation op, f64x8 v)
{
    for (int half = 1; half < LANES; half *= 2) {
        FOR_LANES
        {
            const double before = v.lane[(lane & ~(2 * half - 1)) + half - 1];
            if (lane & half)
                v.lane[lane] = f64_apply(op, before, v.lane[lane]);
        }
    }
    return v;
}

/* { first[7], v[0], ..., v[6] } */
LANESCAN_INLINE f64x8 f64x8_shift_in(f64x8 first, f64x8 v)
{
    f64x8 r;
    r.lane[0] = first.lane[7];
    for (int lane = 1; lane < LANES; lane++)
        r.lane[lane] = v.lane[lane - 1];
    return r;
}

LANESCAN_INLINE f64x8 f64x8_reverse(f64x8 v)
{
    f64x8 r;
    FOR_LANES r.lane[lane] = v.lane[7 - lane];
    return r;
}

LANESCAN_INLINE f64x8 f64x8_splat_last(f64x8 v)
{
    return f64x8_splat(v.lane[7]);
}

/* ---- f64x2 ---- */

LANESCAN_INLINE f64x2 f64x2_set(double a, double b)
{
    return (f64x2){ { a, b } };
}

LANESCAN_INLINE double f64x2_first(f64x2 v)
{
    return v.lane[0];
}

LANESCAN_INLINE double f64x2_second(f64x2 v)
{
    return v.lane[1];
}

LANESCAN_INLINE f64x2 f64x2_add(f64x2 a, f64x2 b)
{
    return f64x2_set(a.lane[0] + b.lane[0], a.lane[1] + b.lane[1]);
}

LANESCAN_INLINE f64x2 f64x2_sub(f64x2 a, f64x2 b)
{
    return f64x2_set(a.lane[0] - b.lane[0], a.lane[1] - b.lane[1]);
}

LANESCAN_INLINE f64x2 f64x2_mul(f64x2 a, f64x2 b)
{
    return f64x2_set(a.lane[0] * b.lane[0], a.lane[1] * b.lane[1]);
}

LANESCAN_INLINE f64x2 f64x2_fma(f64x2 a, f64x2 b, f64x2 c)
{
    return f64x2_set(f64_fma(a.lane[0], b.lane[0], c.lane[0]),
                     f64_fma(a.lane[1], b.lane[1], c.lane[1]));
}

/* a * b - c, rounded once. */
LANESCAN_INLINE f64x2 f64x2_fms(f64x2 a, f64x2 b, f64x2 c)
{
    return f64x2_fma(a, b, f64x2_set(-c.lane[0], -c.lane[1]));
}

/* The last lane, twice. */
LANESCAN_INLINE f64x2 f64x8_last2(f64x8 v)
{
    return f64x2_set(v.lane[7], v.lane[7]);
}

LANESCAN_INLINE f64x8 f64x8_splat_first(f64x2 v)
{
    return f64x8_splat(v.lane[0]);
}

/* ---- i64x8 ---- */

LANESCAN_INLINE i64x8 i64x8_of_f64(f64x8 v)
{
    i64x8 r;
    memcpy(&r, &v, sizeof r);
    return r;
}

LANESCAN_INLINE f64x8 f64x8_of_i64(i64x8 v)
{
    f64x8 r;
    memcpy(&r, &v, sizeof r);
    return r;
}

LANESCAN_INLINE i64x8 i64x8_splat(int64_t value)
{
    i64x8 r;
    FOR_LANES r.lane[lane] = value;
    return r;
}

LANESCAN_INLINE i64x8 i64x8_load(const int64_t *p)
{
    i64x8 r;
    memcpy(&r, p, sizeof r);
    return r;
}

LANESCAN_INLINE void i64x8_store(int64_t *p, i64x8 v)
{
    memcpy(p, &v, sizeof v);
}

/* Wraps. */
LANESCAN_INLINE i64x8 i64x8_add(i64x8 a, i64x8 b)
{
    FOR_LANES a.lane[lane] = (int64_t)((uint64_t)a.lane[lane] + (uint64_t)b.lane[lane]);
    return a;
}

LANESCAN_INLINE i64x8 i64x8_sub(i64x8 a, i64x8 b)
{
    FOR_LANES a.lane[lane] = (int64_t)((uint64_t)a.lane[lane] - (uint64_t)b.lane[lane]);
    return a;
}

LANESCAN_INLINE i64x8 i64x8_or(i64x8 a, i64x8 b)
{
    FOR_LANES a.lane[lane] |= b.lane[lane];
    return a;
}

/* Wraps. */
LANESCAN_INLINE i64x8 i64x8_mul(i64x8 a, i64x8 b)
{
    FOR_LANES a.lane[lane] = (int64_t)((uint64_t)a.lane[lane] * (uint64_t)b.lane[lane]);
    return a;
}

LANESCAN_INLINE i64x8 i64x8_shift_left(i64x8 v, int count)
{
    FOR_LANES v.lane[lane] = (int64_t)((uint64_t)v.lane[lane] << count);
    return v;
}

/* Is any bit of `mask` set in any lane? */
LANESCAN_INLINE bool i64x8_any_bit(i64x8 v, int64_t mask)
{
    int64_t all = 0;
    FOR_LANES all |= v.lane[lane];
    return (all & mask) != 0;
}

/* Lanes without any bit of `mask`. */
LANESCAN_INLINE m64x8 i64x8_lacks(i64x8 v, int64_t mask)
{
    m64x8 r;
    FOR_LANES r.lane[lane] = (v.lane[lane] & mask) == 0;
    return r;
}

LANESCAN_INLINE m64x8 i64x8_gt(i64x8 a, i64x8 b)
{
    m64x8 r;
    FOR_LANES r.lane[lane] = a.lane[lane] > b.lane[lane];
    return r;
}

/* m ? a : b */
LANESCAN_INLINE i64x8 i64x8_select(m64x8 m, i64x8 a, i64x8 b)
{
    FOR_LANES a.lane[lane] = m.lane[lane] ? a.lane[lane] : b.lane[lane];
    return a;
}

LANESCAN_INLINE i64x8 i64x8_scan_add(i64x8 v)
{
    for (int lane = 1; lane < LANES; lane++)
        v.lane[lane] = (int64_t)((uint64_t)v.lane[lane] + (uint64_t)v.lane[lane - 1]);
    return v;
}

LANESCAN_INLINE int64_t i64x8_first(i64x8 v)
{
    return v.lane[0];
}

LANESCAN_INLINE i64x8 i64x8_reverse(i64x8 v)
{
    i64x8 r;
    FOR_LANES r.lane[lane] = v.lane[7 - lane];
    return r;
}

LANESCAN_INLINE i64x8 i64x8_splat_last(i64x8 v)
{
    return i64x8_splat(v.lane[7]);
}

/* Eight signed bytes. */
LANESCAN_INLINE i64x8 i64x8_load_i8(const int8_t *p)
{
    i64x8 r;
    FOR_LANES r.lane[lane] = p[lane];
    return r;
}

/* test < 0 ? a : b */
LANESCAN_INLINE i64x8 i64x8_select_negative(i64x8 test, i64x8 a, i64x8 b)
{
    FOR_LANES a.lane[lane] = test.lane[lane] < 0 ? a.lane[lane] : b.lane[lane];
    return a;
}

/* ---- f64x32: memory ---- */

/* From and to four blocks in the order of memory. */
LANESCAN_INLINE f64x32 f64x32_of_blocks(f64x8 a, f64x8 b, f64x8 c, f64x8 d)
{
    const f64x8 block[4] = { a, b, c, d };
    f64x32 g;
    for (int i = 0; i < GROUP; i++)
        g.v[i % RUN].lane[i / RUN] = block[i / LANES].lane[i % LANES];
    return g;
}

LANESCAN_INLINE void f64x32_to_blocks(f64x32 g, f64x8 block[4])
{
    for (int i = 0; i < GROUP; i++)
        block[i / LANES].lane[i % LANES] = g.v[i % RUN].lane[i / RUN];
}

/* Part of a group, without the detour through blocks that group_tpl.h makes for registers. */
#define LANESCAN_HAVE_GROUP_PART 1

LANESCAN_INLINE f64x32 group_load_rest(element type, const void *p, size_t count, double rest)
{
    f64x32 g = { { f64x8_splat(rest), f64x8_splat(rest), f64x8_splat(rest), f64x8_splat(rest) } };
    for (size_t i = 0; i < count; i++)
        g.v[i % RUN].lane[i / RUN] = read_element(type, p, i);
    return g;
}

LANESCAN_INLINE void group_store_part(element type, void *p, size_t count, f64x32 g)
{
    for (size_t i = 0; i < count; i++)
        write_element(type, p, i, g.v[i % RUN].lane[i / RUN]);
}

LANESCAN_INLINE f64x32 f64x32_load(element type, const void *p)
{
    f64x32 r;
    for (int k = 0; k < RUN; k++) {
        FOR_LANES r.v[k].lane[lane] = read_element(type, p, (size_t)(RUN * lane + k));
    }
    return r;
}

LANESCAN_INLINE void f64x32_store(element type, void *p, f64x32 g)
{
    for (int k = 0; k < RUN; k++) {
        FOR_LANES write_element(type, p, (size_t)(RUN * lane + k), g.v[k].lane[lane]);
    }
}

/* ---- whole cache lines past the caches, where there is a way ---- */

/* 64 bytes between aligned addresses. */
LANESCAN_INLINE void stream_line(void *to, const void *from)
{
    memcpy(to, from, 64);
}

/* Other cores see the lines after this. */
LANESCAN_INLINE void stream_end(void)
{
}

/* ---- squares of 8 x 8 elements, by their bits: rows become columns ---- */

LANESCAN_INLINE void transpose_64(const char *from, ptrdiff_t from_pitch, char *to,
                                  ptrdiff_t to_pitch)
{
    transpose_elements(8, 8, 8, from, from_pitch, to, to_pitch);
}

LANESCAN_INLINE void transpose_32(const char *from, ptrdiff_t from_pitch, char *to,
                                  ptrdiff_t to_pitch)
{
    transpose_elements(4, 8, 8, from, from_pitch, to, to_pitch);
}

LANESCAN_INLINE void transpose_16(const char *from, ptrdiff_t from_pitch, char *to,
                                  ptrdiff_t to_pitch)
{
    transpose_elements(2, 8, 8, from, from_pitch, to, to_pitch);
}

LANESCAN_INLINE void transpose_8(const char *from, ptrdiff_t from_pitch, char *to,
                                 ptrdiff_t to_pitch)
{
    transpose_elements(1, 8, 8, from, from_pitch, to, to_pitch);
}

/* ---- f32x16 and i32x16 ---- */

#define FOR_16_LANES for (int lane = 0; lane < 16; lane++)

LANESCAN_INLINE f32x16 f32x16_splat(float value)
{
    f32x16 r;
    FOR_16_LANES r.lane[lane] = value;
    return r;
}

LANESCAN_INLINE f32x16 f32x16_load(const float *p)
{
    f32x16 r;
    memcpy(&r, p, sizeof r);
    return r;
}

LANESCAN_INLINE void f32x16_store(float *p, f32x16 v)
{
    memcpy(p, &v, sizeof v);
}

/* OP_MAX: a > b ? a : b; OP_MIN: a < b ? a : b. */
LANESCAN_INLINE f32x16 f32x16_apply(operation op, f32x16 a, f32x16 b)
{
    FOR_16_LANES a.lane[lane] = (op == OP_MAX ? a.lane[lane] > b.lane[lane]
                                              : a.lane[lane] < b.lane[lane])
                                    ? a.lane[lane]
                                    : b.lane[lane];
    return a;
}

/* Bit l: does x take over from an extreme so far in lane l (as f64x8_takes_over)? */
LANESCAN_INLINE unsigned f32x16_takes_over(operation op, f32x16 so_far, f32x16 x)
{
    unsigned bits = 0;
    FOR_16_LANES bits |= (unsigned)(op == OP_MAX ? !(so_far.lane[lane] > x.lane[lane])
                                                 : !(so_far.lane[lane] < x.lane[lane]))
                         << lane;
    return bits;
}

LANESCAN_INLINE bool f32x16_any_nan(f32x16 v)
{
    bool any = false;
    FOR_16_LANES any |= v.lane[lane] != v.lane[lane];
    return any;
}

LANESCAN_INLINE f32x16 f32x16_scan(operation op, f32x16 v)
{
    for (int half = 1; half < 16; half *= 2) {
        f32x16 lower = v;
        FOR_16_LANES lower.lane[lane] = v.lane[(lane & ~(2 * half - 1)) + half - 1];
        const f32x16 both = f32x16_apply(op, lower, v);
        FOR_16_LANES if (lane & half) v.lane[lane] = both.lane[lane];
    }
    return v;
}

LANESCAN_INLINE f32x16 f32x16_shift_in(f32x16 first, f32x16 v)
{
    f32x16 r;
    r.lane[0] = first.lane[15];
    for (int lane = 1; lane < 16; lane++)
        r.lane[lane] = v.lane[lane - 1];
    return r;
}

LANESCAN_INLINE float f32x16_first(f32x16 v)
{
    return v.lane[0];
}

LANESCAN_INLINE f32x16 f32x16_reverse(f32x16 v)
{
    f32x16 r;
    FOR_16_LANES r.lane[lane] = v.lane[15 - lane];
    return r;
}

LANESCAN_INLINE f32x16 f32x16_splat_last(f32x16 v)
{
    return f32x16_splat(v.lane[15]);
}

LANESCAN_INLINE i32x16 i32x16_splat(int32_t value)
{
    i32x16 r;
    FOR_16_LANES r.lane[lane] = value;
    return r;
}

LANESCAN_INLINE i32x16 i32x16_load(const int32_t *p)
{
    i32x16 r;
    memcpy(&r, p, sizeof r);
    return r;
}

LANESCAN_INLINE void i32x16_store(int32_t *p, i32x16 v)
{
    memcpy(p, &v, sizeof v);
}

LANESCAN_INLINE i32x16 i32x16_add(i32x16 a, i32x16 b)
{
    FOR_16_LANES a.lane[lane] = (int32_t)((uint32_t)a.lane[lane] + (uint32_t)b.lane[lane]);
    return a;
}

LANESCAN_INLINE i32x16 i32x16_scan_add(i32x16 v)
{
    for (int lane = 1; lane < 16; lane++)
        v.lane[lane] = (int32_t)((uint32_t)v.lane[lane] + (uint32_t)v.lane[lane - 1]);
    return v;
}

LANESCAN_INLINE i32x16 i32x16_reverse(i32x16 v)
{
    i32x16 r;
    FOR_16_LANES r.lane[lane] = v.lane[15 - lane];
    return r;
}

LANESCAN_INLINE i32x16 i32x16_splat_last(i32x16 v)
{
    return i32x16_splat(v.lane[15]);
}

/* ---- conversions ---- */

/* Rounded to nearest. */
LANESCAN_INLINE f64x8 f64x8_round_i64(i64x8 v)
{
    f64x8 r;
    FOR_LANES r.lane[lane] = (double)v.lane[lane];
    return r;
}

/* Toward zero; the nearest there is beyond the range, 0 for NaN. */
LANESCAN_INLINE i64x8 i64x8_truncate(f64x8 v)
{
    i64x8 r;
    FOR_LANES r.lane[lane] = v.lane[lane] >= 0x1p63    ? INT64_MAX
                             : v.lane[lane] >= -0x1p63 ? (int64_t)v.lane[lane]
                             : v.lane[lane] < 0        ? INT64_MIN
                                                       : 0;
    return r;
}

/* IEEE halves; a NaN stays one. */
LANESCAN_INLINE f32x16 f32x16_load_f16(const uint16_t *p)
{
    f32x16 r;
    FOR_16_LANES r.lane[lane] = f32_of_f16(p[lane]);
    return r;
}

LANESCAN_INLINE void f32x16_store_f16(uint16_t *p, f32x16 v)
{
    FOR_16_LANES p[lane] = f16_of_f32(v.lane[lane]);
}

/* bfloat16, the upper half of a float, rounded to nearest; a NaN stays one. */
LANESCAN_INLINE void f32x16_store_bf16(uint16_t *p, f32x16 v)
{
    FOR_16_LANES p[lane] = bf16_of_f32(v.lane[lane]);
}

/* Sixteen doubles to halves, rounded once. */
LANESCAN_INLINE void f64x8_store_f16(uint16_t *p, f64x8 low, f64x8 high)
{
    FOR_LANES p[lane] = f16_of_f32(f32_of_f64_for_half(low.lane[lane]));
    FOR_LANES p[LANES + lane] = f16_of_f32(f32_of_f64_for_half(high.lane[lane]));
}

LANESCAN_INLINE void f64x8_store_bf16(uint16_t *p, f64x8 low, f64x8 high)
{
    FOR_LANES p[lane] = bf16_of_f32(f32_of_f64_for_half(low.lane[lane]));
    FOR_LANES p[LANES + lane] = bf16_of_f32(f32_of_f64_for_half(high.lane[lane]));
}

/* As i64x8_truncate, for 32 bits. */
LANESCAN_INLINE void f64x8_store_i32(int32_t *p, f64x8 v)
{
    FOR_LANES
    {
        const double x = v.lane[lane];
        p[lane] = x >= INT32_MAX ? INT32_MAX : x >= INT32_MIN ? (int32_t)x : x < 0 ? INT32_MIN : 0;
    }
}

#endif
