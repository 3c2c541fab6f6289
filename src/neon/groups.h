/* Groups: the load and store instructions de-interleave by four. */
#ifndef LANESCAN_GROUPS_H
#define LANESCAN_GROUPS_H

#include "load_store.h"
#include "moves.h"

/* A group from the last element to the first. */
LANESCAN_INLINE f64_group f64_group_reverse(f64_group g)
{
    return (f64_group){ { f64v_reverse(g.v[3]), f64v_reverse(g.v[2]), f64v_reverse(g.v[1]),
                          f64v_reverse(g.v[0]) } };
}

LANESCAN_INLINE f64v f64v_of_registers(float64x2_t a, float64x2_t b, float64x2_t c, float64x2_t d)
{
    return (f64v){ { a, b, c, d } };
}

LANESCAN_INLINE f64_group f64_group_load_forward(element type, const void *p)
{
    if (is_half(type)) {
        const uint16x8x4_t a = vld4q_u16(p);
#define WIDEN(k) f64v_of_half(type, a.val[k])
        return EACH(f64_group, WIDEN);
#undef WIDEN
    }
    if (type == ELEMENT_F32) {
        const float32x4x4_t a = vld4q_f32(p), b = vld4q_f32((const float *)p + 16);
#define WIDEN(k) f64v_of_f32(a.val[k], b.val[k])
        return EACH(f64_group, WIDEN);
#undef WIDEN
    }
    const double *x = p;
    const float64x2x4_t a = vld4q_f64(x), b = vld4q_f64(x + 8);
    const float64x2x4_t c = vld4q_f64(x + 16), d = vld4q_f64(x + 24);
#define GATHER(k) f64v_of_registers(a.val[k], b.val[k], c.val[k], d.val[k])
    return EACH(f64_group, GATHER);
#undef GATHER
}

LANESCAN_INLINE f64_group f64_group_load(element type, bool backwards, const void *p)
{
    if (backwards) /* to the lowest in memory */
        return f64_group_reverse(
            f64_group_load_forward(type, element_at(type, true, p, GROUP - 1)));
    return f64_group_load_forward(type, p);
}

LANESCAN_INLINE void f64_group_store_forward(element type, void *p, f64_group g)
{
    if (is_half(type)) {
#define NARROW(k) half_of_f64v(type, g.v[k])
        vst4q_u16(p, EACH(uint16x8x4_t, NARROW));
#undef NARROW
    } else if (type == ELEMENT_F32) {
#define NARROW_LOW(k)  f32x4_of_f64(type, g.v[k].r[0], g.v[k].r[1])
#define NARROW_HIGH(k) f32x4_of_f64(type, g.v[k].r[2], g.v[k].r[3])
        vst4q_f32(p, EACH(float32x4x4_t, NARROW_LOW));
        vst4q_f32((float *)p + 16, EACH(float32x4x4_t, NARROW_HIGH));
#undef NARROW_LOW
#undef NARROW_HIGH
    } else {
        double *y = p;
#define FIRST(k)  g.v[k].r[0]
#define SECOND(k) g.v[k].r[1]
#define THIRD(k)  g.v[k].r[2]
#define FOURTH(k) g.v[k].r[3]
        vst4q_f64(y, EACH(float64x2x4_t, FIRST));
        vst4q_f64(y + 8, EACH(float64x2x4_t, SECOND));
        vst4q_f64(y + 16, EACH(float64x2x4_t, THIRD));
        vst4q_f64(y + 24, EACH(float64x2x4_t, FOURTH));
#undef FIRST
#undef SECOND
#undef THIRD
#undef FOURTH
    }
}

LANESCAN_INLINE void f64_group_store(element type, bool backwards, void *p, f64_group g)
{
    if (backwards)
        f64_group_store_forward(type, output_at(type, true, p, GROUP - 1), f64_group_reverse(g));
    else
        f64_group_store_forward(type, p, g);
}

/* By way of memory: only the ends of lines need them. */
LANESCAN_INLINE f64_group f64_group_of_blocks(f64v a, f64v b, f64v c, f64v d)
{
    double lanes[GROUP];
    f64v_store(ELEMENT_F64, lanes, a);
    f64v_store(ELEMENT_F64, lanes + LANES, b);
    f64v_store(ELEMENT_F64, lanes + 2 * LANES, c);
    f64v_store(ELEMENT_F64, lanes + 3 * LANES, d);
    return f64_group_load(ELEMENT_F64, false, lanes);
}

LANESCAN_INLINE void f64_group_to_blocks(f64_group g, f64v block[4])
{
    double lanes[GROUP];
    f64_group_store(ELEMENT_F64, false, lanes, g);
    for (int k = 0; k < 4; k++)
        block[k] = f64v_load(ELEMENT_F64, lanes + LANES * k);
}

/* The same run of each of eight groups that follow each other at `step` elements; p is that of the
 * first group. Vector k has element k of each run, group g in lane g. */
LANESCAN_INLINE void f64x4_load(element type, const void *p, float64x2_t v[2])
{
    if (type == ELEMENT_F32) {
        const float32x4_t floats = vld1q_f32(p);
        v[0] = f64x2_of_low(floats);
        v[1] = f64x2_of_high(floats);
    } else {
        const double *const x = p;
        v[0] = vld1q_f64(x);
        v[1] = vld1q_f64(x + 2);
    }
}

LANESCAN_INLINE void f64x4_store(element type, void *p, float64x2_t first, float64x2_t second)
{
    if (type == ELEMENT_F32) {
        vst1q_f32(p, f32x4_of_f64(type, first, second));
    } else {
        double *const y = p;
        vst1q_f64(y, first);
        vst1q_f64(y + 2, second);
    }
}

LANESCAN_INLINE f64_group f64_runs_load(element type, const void *p, ptrdiff_t step)
{
    const ptrdiff_t bytes = step * (ptrdiff_t)element_bytes(type);
    const char *at = p;
    f64_group g;
    for (int i = 0; i < 4; i++, at += 2 * bytes) {
        float64x2_t even[2], odd[2];
        f64x4_load(type, at, even);
        f64x4_load(type, at + bytes, odd);
        g.v[0].r[i] = vzip1q_f64(even[0], odd[0]);
        g.v[1].r[i] = vzip2q_f64(even[0], odd[0]);
        g.v[2].r[i] = vzip1q_f64(even[1], odd[1]);
        g.v[3].r[i] = vzip2q_f64(even[1], odd[1]);
    }
    return g;
}

LANESCAN_INLINE void f64_runs_store(element type, void *p, ptrdiff_t step, f64_group g)
{
    const ptrdiff_t bytes = step * (ptrdiff_t)element_bytes(type);
    char *at = p;
    for (int i = 0; i < 4; i++, at += 2 * bytes) {
        f64x4_store(type, at, vzip1q_f64(g.v[0].r[i], g.v[1].r[i]),
                    vzip1q_f64(g.v[2].r[i], g.v[3].r[i]));
        f64x4_store(type, at + bytes, vzip2q_f64(g.v[0].r[i], g.v[1].r[i]),
                    vzip2q_f64(g.v[2].r[i], g.v[3].r[i]));
    }
}

#endif
