/* Moves from lane to lane. */
#ifndef LANESCAN_MOVES_H
#define LANESCAN_MOVES_H

#include "f64v.h"

/* ---- f64v ---- */

LANESCAN_INLINE float64x2_t f64x2_splat_high(float64x2_t v)
{
    return vdupq_laneq_f64(v, 1);
}

LANESCAN_INLINE f64v f64v_spread(int half, f64v v, double fill)
{
    const float64x2_t none = vdupq_n_f64(fill);
    if (half == 1)
        return (f64v){ { vzip1q_f64(none, v.r[0]), vzip1q_f64(none, v.r[1]),
                         vzip1q_f64(none, v.r[2]), vzip1q_f64(none, v.r[3]) } };
    if (half == 2)
        return (f64v){ { none, f64x2_splat_high(v.r[0]), none, f64x2_splat_high(v.r[2]) } };
    const float64x2_t fourth = f64x2_splat_high(v.r[1]);
    return (f64v){ { none, none, fourth, fourth } };
}

LANESCAN_INLINE f64v f64v_spread_pairs(int half, f64v v, double fill)
{
    const float64x2_t none = vdupq_n_f64(fill);
    return half == 1 ? (f64v){ { none, v.r[0], none, v.r[2] } }
                     : (f64v){ { none, none, v.r[1], v.r[1] } };
}

LANESCAN_INLINE f64v f64v_after_spread(int half, f64v before, f64v after)
{
    if (half == 1)
        return after;
    if (half == 2)
        return (f64v){ { before.r[0], after.r[1], before.r[2], after.r[3] } };
    return (f64v){ { before.r[0], before.r[1], after.r[2], after.r[3] } };
}

LANESCAN_INLINE f64v f64v_shift_in(f64v first, f64v v)
{
    return (f64v){ { vextq_f64(first.r[3], v.r[0], 1), vextq_f64(v.r[0], v.r[1], 1),
                     vextq_f64(v.r[1], v.r[2], 1), vextq_f64(v.r[2], v.r[3], 1) } };
}

LANESCAN_INLINE f64v f64v_reverse(f64v v)
{
#define SWAPPED(i) vextq_f64(v.r[3 - (i)], v.r[3 - (i)], 1)
    return EACH(f64v, SWAPPED);
#undef SWAPPED
}

/* Eight numbers that were stored one by one: loads of more than one would wait until they are in
 * the cache. */
LANESCAN_INLINE f64v f64v_of_numbers(const double *x)
{
#define PAIR(i) vcombine_f64(vld1_f64(x + 2 * (i)), vld1_f64(x + 2 * (i) + 1))
    return EACH(f64v, PAIR);
#undef PAIR
}

LANESCAN_INLINE f64v f64v_splat_last(f64v v)
{
    const float64x2_t last = f64x2_splat_high(v.r[3]);
    return (f64v){ { last, last, last, last } };
}

/* Pair k of vector i changes places with pair i of vector k. */
LANESCAN_INLINE void f64v_turn_pairs(f64v v[4])
{
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < i; k++) {
            const float64x2_t pair = v[i].r[k];
            v[i].r[k] = v[k].r[i];
            v[k].r[i] = pair;
        }
}

/* In each pair of lanes, lane k of vector i changes places with lane i of vector k. */
LANESCAN_INLINE void f64v_turn_lanes(f64v v[2])
{
    for (int i = 0; i < 4; i++) {
        const float64x2_t first = vzip1q_f64(v[0].r[i], v[1].r[i]);
        v[1].r[i] = vzip2q_f64(v[0].r[i], v[1].r[i]);
        v[0].r[i] = first;
    }
}

/* ---- i64v ---- */

LANESCAN_INLINE int64x2_t i64x2_scan_add(int64x2_t v)
{
    return vaddq_s64(v, vextq_s64(vdupq_n_s64(0), v, 1));
}

LANESCAN_INLINE i64v i64v_scan_add(i64v v)
{
    const int64x2_t a = i64x2_scan_add(v.r[0]), c = i64x2_scan_add(v.r[2]);
    const int64x2_t b = vaddq_s64(i64x2_scan_add(v.r[1]), vdupq_laneq_s64(a, 1));
    const int64x2_t d = vaddq_s64(i64x2_scan_add(v.r[3]), vdupq_laneq_s64(c, 1));
    const int64x2_t half = vdupq_laneq_s64(b, 1);
    return (i64v){ { a, b, vaddq_s64(c, half), vaddq_s64(d, half) } };
}

LANESCAN_INLINE int64x2_t i64x2_scan_add_reversed(int64x2_t v)
{
    return vaddq_s64(v, vextq_s64(v, vdupq_n_s64(0), 1));
}

LANESCAN_INLINE i64v i64v_scan_add_reversed(i64v v)
{
    const int64x2_t d = i64x2_scan_add_reversed(v.r[3]), b = i64x2_scan_add_reversed(v.r[1]);
    const int64x2_t c = vaddq_s64(i64x2_scan_add_reversed(v.r[2]), vdupq_laneq_s64(d, 0));
    const int64x2_t a = vaddq_s64(i64x2_scan_add_reversed(v.r[0]), vdupq_laneq_s64(b, 0));
    const int64x2_t half = vdupq_laneq_s64(c, 0);
    return (i64v){ { vaddq_s64(a, half), vaddq_s64(b, half), c, d } };
}

LANESCAN_INLINE i64v i64v_reverse(i64v v)
{
#define SWAPPED(i) vextq_s64(v.r[3 - (i)], v.r[3 - (i)], 1)
    return EACH(i64v, SWAPPED);
#undef SWAPPED
}

LANESCAN_INLINE i64v i64v_splat_first(i64v v)
{
    const int64x2_t first = vdupq_laneq_s64(v.r[0], 0);
    return (i64v){ { first, first, first, first } };
}

LANESCAN_INLINE i64v i64v_splat_last(i64v v)
{
    const int64x2_t last = vdupq_laneq_s64(v.r[3], 1);
    return (i64v){ { last, last, last, last } };
}

#endif
