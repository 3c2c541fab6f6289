/* Native 32-bit lanes, for exact operations only. */
#ifndef LANESCAN_LANES_32_H
#define LANESCAN_LANES_32_H

#include "f64x8.h"

#define FOR_16_LANES for (int lane = 0; lane < 16; lane++)

/* ---- f32x16 ---- */

LANESCAN_INLINE f32x16 f32x16_splat(float value)
{
    f32x16 r;
    FOR_16_LANES r.lane[lane] = value;
    return r;
}

LANESCAN_INLINE f32x16 f32x16_load(const float *p)
{
    f32x16 r;
    FOR_16_LANES r.lane[lane] = p[lane];
    return r;
}

LANESCAN_INLINE void f32x16_store(float *p, f32x16 v)
{
    FOR_16_LANES p[lane] = v.lane[lane];
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

/* The extremes after x: where x is NaN or reaches them (as f64x8_replaces) x, else those so far. */
LANESCAN_INLINE f32x16 f32x16_follow(operation op, f32x16 so_far, f32x16 x)
{
    FOR_16_LANES
    {
        const float old = so_far.lane[lane], fresh = x.lane[lane];
        const bool reaches = op == OP_MAX ? fresh >= old : fresh <= old;
        so_far.lane[lane] = reaches || fresh != fresh ? fresh : old;
    }
    return so_far;
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

/* ---- i32x16 ---- */

LANESCAN_INLINE i32x16 i32x16_splat(int32_t value)
{
    i32x16 r;
    FOR_16_LANES r.lane[lane] = value;
    return r;
}

LANESCAN_INLINE i32x16 i32x16_load(const int32_t *p)
{
    i32x16 r;
    FOR_16_LANES r.lane[lane] = p[lane];
    return r;
}

LANESCAN_INLINE void i32x16_store(int32_t *p, i32x16 v)
{
    FOR_16_LANES p[lane] = v.lane[lane];
}

LANESCAN_INLINE i32x16 i32x16_add(i32x16 a, i32x16 b)
{
    FOR_16_LANES a.lane[lane] = (int32_t)((uint32_t)a.lane[lane] + (uint32_t)b.lane[lane]);
    return a;
}

LANESCAN_INLINE i32x16 i32x16_mul(i32x16 a, i32x16 b)
{
    FOR_16_LANES a.lane[lane] = (int32_t)((uint32_t)a.lane[lane] * (uint32_t)b.lane[lane]);
    return a;
}

LANESCAN_INLINE i32x16 i32x16_scan_add(i32x16 v)
{
    for (int lane = 1; lane < 16; lane++)
        v.lane[lane] = (int32_t)((uint32_t)v.lane[lane] + (uint32_t)v.lane[lane - 1]);
    return v;
}

LANESCAN_INLINE i32x16 i32x16_scan_add_reversed(i32x16 v)
{
    for (int lane = 14; lane >= 0; lane--)
        v.lane[lane] = (int32_t)((uint32_t)v.lane[lane] + (uint32_t)v.lane[lane + 1]);
    return v;
}

LANESCAN_INLINE i32x16 i32x16_splat_first(i32x16 v)
{
    return i32x16_splat(v.lane[0]);
}

LANESCAN_INLINE i32x16 i32x16_splat_last(i32x16 v)
{
    return i32x16_splat(v.lane[15]);
}

#endif
