/* Moves from lane to lane, and the scans made of them. */
#ifndef LANESCAN_MOVES_H
#define LANESCAN_MOVES_H

#include "f64x8.h"
#include "i64x8.h"

/* ---- f64x8 ---- */

/* The lane moves of a scan: in each group of 2 * half lanes (half 1, 2 or 4) the last lane of the lower half to all of the
 * upper half, and `fill` to the lower. */
LANESCAN_INLINE f64x8 f64x8_spread(int half, f64x8 v, double fill)
{
    f64x8 r;
    FOR_LANES r.lane[lane] = lane & half ? v.lane[(lane & ~(2 * half - 1)) + half - 1] : fill;
    return r;
}

/* `after`, the lanes of `before` combined with f64x8_spread(half, before, fill), where `fill` changes nothing. Lanes that it went to
 * are taken from `before`, so that registers with no other lanes need not be computed. */
LANESCAN_INLINE f64x8 f64x8_after_spread(int half, f64x8 before, f64x8 after)
{
    f64x8 r;
    FOR_LANES r.lane[lane] = lane & half ? after.lane[lane] : before.lane[lane];
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

/* ---- i64x8 ---- */

/* Sums from the first lane on, and from the last one back. */
LANESCAN_INLINE i64x8 i64x8_scan_add(i64x8 v)
{
    for (int lane = 1; lane < LANES; lane++)
        v.lane[lane] = (int64_t)((uint64_t)v.lane[lane] + (uint64_t)v.lane[lane - 1]);
    return v;
}

LANESCAN_INLINE i64x8 i64x8_scan_add_reversed(i64x8 v)
{
    for (int lane = LANES - 2; lane >= 0; lane--)
        v.lane[lane] = (int64_t)((uint64_t)v.lane[lane] + (uint64_t)v.lane[lane + 1]);
    return v;
}

LANESCAN_INLINE i64x8 i64x8_reverse(i64x8 v)
{
    i64x8 r;
    FOR_LANES r.lane[lane] = v.lane[7 - lane];
    return r;
}

LANESCAN_INLINE i64x8 i64x8_splat_first(i64x8 v)
{
    return i64x8_splat(v.lane[0]);
}

LANESCAN_INLINE i64x8 i64x8_splat_last(i64x8 v)
{
    return i64x8_splat(v.lane[7]);
}

#endif
