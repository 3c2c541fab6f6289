/* Moves from lane to lane. */
#ifndef LANESCAN_MOVES_H
#define LANESCAN_MOVES_H

#include "f64x8.h"

/* ---- f64x8 ---- */

/* { a, a op b }: adding -0 and multiplying by 1 change nothing. */
LANESCAN_INLINE float64x2_t f64x2_scan(operation op, float64x2_t v)
{
    const double identity = op == OP_ADD        ? -0.0
                            : op == OP_MULTIPLY ? 1.0
                            : op == OP_MAX      ? -__builtin_inf()
                                                : __builtin_inf();
    return f64x2_apply(op, vzip1q_f64(vdupq_n_f64(identity), v), v);
}

LANESCAN_INLINE float64x2_t f64x2_splat_high(float64x2_t v)
{
    return vdupq_laneq_f64(v, 1);
}

LANESCAN_INLINE f64x8 f64x8_spread(int half, f64x8 v, double fill)
{
    const float64x2_t none = vdupq_n_f64(fill);
    if (half == 1)
        return (f64x8){ { vzip1q_f64(none, v.r[0]), vzip1q_f64(none, v.r[1]),
                          vzip1q_f64(none, v.r[2]), vzip1q_f64(none, v.r[3]) } };
    if (half == 2)
        return (f64x8){ { none, f64x2_splat_high(v.r[0]), none, f64x2_splat_high(v.r[2]) } };
    const float64x2_t fourth = f64x2_splat_high(v.r[1]);
    return (f64x8){ { none, none, fourth, fourth } };
}

LANESCAN_INLINE f64x8 f64x8_after_spread(int half, f64x8 before, f64x8 after)
{
    if (half == 1)
        return after;
    if (half == 2)
        return (f64x8){ { before.r[0], after.r[1], before.r[2], after.r[3] } };
    return (f64x8){ { before.r[0], before.r[1], after.r[2], after.r[3] } };
}

LANESCAN_INLINE f64x8 f64x8_scan(operation op, f64x8 v)
{
    const float64x2_t a = f64x2_scan(op, v.r[0]), c = f64x2_scan(op, v.r[2]);
    const float64x2_t b = f64x2_apply(op, f64x2_splat_high(a), f64x2_scan(op, v.r[1]));
    const float64x2_t d = f64x2_apply(op, f64x2_splat_high(c), f64x2_scan(op, v.r[3]));
    const float64x2_t half = f64x2_splat_high(b);
    return (f64x8){ { a, b, f64x2_apply(op, half, c), f64x2_apply(op, half, d) } };
}

LANESCAN_INLINE f64x8 f64x8_shift_in(f64x8 first, f64x8 v)
{
    return (f64x8){ { vextq_f64(first.r[3], v.r[0], 1), vextq_f64(v.r[0], v.r[1], 1),
                      vextq_f64(v.r[1], v.r[2], 1), vextq_f64(v.r[2], v.r[3], 1) } };
}

LANESCAN_INLINE f64x8 f64x8_reverse(f64x8 v)
{
#define SWAPPED(i) vextq_f64(v.r[3 - (i)], v.r[3 - (i)], 1)
    return EACH(f64x8, SWAPPED);
#undef SWAPPED
}

LANESCAN_INLINE f64x8 f64x8_splat_last(f64x8 v)
{
    const float64x2_t last = f64x2_splat_high(v.r[3]);
    return (f64x8){ { last, last, last, last } };
}

/* ---- i64x8 ---- */

LANESCAN_INLINE int64x2_t i64x2_scan_add(int64x2_t v)
{
    return vaddq_s64(v, vextq_s64(vdupq_n_s64(0), v, 1));
}

LANESCAN_INLINE i64x8 i64x8_scan_add(i64x8 v)
{
    const int64x2_t a = i64x2_scan_add(v.r[0]), c = i64x2_scan_add(v.r[2]);
    const int64x2_t b = vaddq_s64(i64x2_scan_add(v.r[1]), vdupq_laneq_s64(a, 1));
    const int64x2_t d = vaddq_s64(i64x2_scan_add(v.r[3]), vdupq_laneq_s64(c, 1));
    const int64x2_t half = vdupq_laneq_s64(b, 1);
    return (i64x8){ { a, b, vaddq_s64(c, half), vaddq_s64(d, half) } };
}

LANESCAN_INLINE int64x2_t i64x2_scan_add_reversed(int64x2_t v)
{
    return vaddq_s64(v, vextq_s64(v, vdupq_n_s64(0), 1));
}

LANESCAN_INLINE i64x8 i64x8_scan_add_reversed(i64x8 v)
{
    const int64x2_t d = i64x2_scan_add_reversed(v.r[3]), b = i64x2_scan_add_reversed(v.r[1]);
    const int64x2_t c = vaddq_s64(i64x2_scan_add_reversed(v.r[2]), vdupq_laneq_s64(d, 0));
    const int64x2_t a = vaddq_s64(i64x2_scan_add_reversed(v.r[0]), vdupq_laneq_s64(b, 0));
    const int64x2_t half = vdupq_laneq_s64(c, 0);
    return (i64x8){ { vaddq_s64(a, half), vaddq_s64(b, half), c, d } };
}

LANESCAN_INLINE i64x8 i64x8_reverse(i64x8 v)
{
#define SWAPPED(i) vextq_s64(v.r[3 - (i)], v.r[3 - (i)], 1)
    return EACH(i64x8, SWAPPED);
#undef SWAPPED
}

LANESCAN_INLINE i64x8 i64x8_splat_first(i64x8 v)
{
    const int64x2_t first = vdupq_laneq_s64(v.r[0], 0);
    return (i64x8){ { first, first, first, first } };
}

LANESCAN_INLINE i64x8 i64x8_splat_last(i64x8 v)
{
    const int64x2_t last = vdupq_laneq_s64(v.r[3], 1);
    return (i64x8){ { last, last, last, last } };
}

#endif
