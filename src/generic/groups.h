/* Groups of 32 elements from and to memory: each lane has a run of four. */
#ifndef LANESCAN_GROUPS_H
#define LANESCAN_GROUPS_H

#include "load_store.h"

#define LANESCAN_HALVES_BY_PIECES 1

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

LANESCAN_INLINE f64x32 f64x32_load(element type, const void *p)
{
    f64x32 r;
    if (IS_HALF(type)) {
        double x[GROUP];
        halves_load(type, p, GROUP, x);
        for (size_t i = 0; i < GROUP; i++)
            r.v[i % RUN].lane[i / RUN] = x[i];
        return r;
    }
    for (int k = 0; k < RUN; k++) {
        FOR_LANES r.v[k].lane[lane] = read_element(type, p, RUN * (size_t)lane + (size_t)k);
    }
    return r;
}

LANESCAN_INLINE void f64x32_store(element type, void *p, f64x32 g)
{
    for (int k = 0; k < RUN; k++) {
        FOR_LANES write_element(type, p, RUN * (size_t)lane + (size_t)k, g.v[k].lane[lane]);
    }
}

/* Part of a group, by way of an array: lanes with indices that are not constant would be one themselves. */
#define LANESCAN_HAVE_GROUP_PART 1

LANESCAN_INLINE f64x32 group_load_rest(element type, const void *p, size_t count, double rest)
{
    double x[GROUP];
    for (size_t i = 0; i < GROUP; i++)
        x[i] = i < count ? read_element(type, p, i) : rest;
    return f64x32_load(ELEMENT_F64, x);
}

LANESCAN_INLINE void group_store_part(element type, void *p, size_t count, f64x32 g)
{
    double y[GROUP];
    f64x32_store(ELEMENT_F64, y, g);
    for (size_t i = 0; i < count; i++)
        write_element(type, p, i, y[i]);
}

#endif
