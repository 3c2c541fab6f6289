/* A kernel that keeps more vectors than there are registers may take the lanes in parts: where an
 * instruction set says so, LANES_AT_ONCE lanes at once. A vector of a part has these lanes, and the
 * same numbers once more in the others. */
#ifndef LANESCAN_AT_ONCE_H
#define LANESCAN_AT_ONCE_H

#include "block.h"

#ifndef LANES_AT_ONCE
#define LANES_AT_ONCE LANES

LANESCAN_INLINE f64v f64v_load_at_once(const double *p)
{
    return f64v_load(ELEMENT_F64, p);
}

LANESCAN_INLINE void f64v_store_at_once(double *p, f64v v)
{
    f64v_store(ELEMENT_F64, p, v);
}

LANESCAN_INLINE f64v f64v_of_numbers_at_once(const double *p)
{
    return f64v_of_numbers(p);
}

LANESCAN_INLINE f64_group f64_runs_load_at_once(element type, const void *p, ptrdiff_t step)
{
    return f64_runs_load(type, p, step);
}

LANESCAN_INLINE void f64_runs_store_at_once(element type, void *p, ptrdiff_t step, f64_group g)
{
    f64_runs_store(type, p, step, g);
}

#endif

/* The same for kernels that are compiled both ways. */
LANESCAN_INLINE f64v lanes_load(bool in_parts, const double *p)
{
    return in_parts ? f64v_load_at_once(p) : f64v_load(ELEMENT_F64, p);
}

LANESCAN_INLINE void lanes_store(bool in_parts, double *p, f64v v)
{
    if (in_parts)
        f64v_store_at_once(p, v);
    else
        f64v_store(ELEMENT_F64, p, v);
}

LANESCAN_INLINE f64_group lanes_load_runs(bool in_parts, element type, const void *p,
                                          ptrdiff_t step)
{
    return in_parts ? f64_runs_load_at_once(type, p, step) : f64_runs_load(type, p, step);
}

LANESCAN_INLINE void lanes_store_runs(bool in_parts, element type, void *p, ptrdiff_t step,
                                      f64_group g)
{
    if (in_parts)
        f64_runs_store_at_once(type, p, step, g);
    else
        f64_runs_store(type, p, step, g);
}

/* The lane that the next part begins with. (gcc writes a loop of two turns out, and has two copies
 * of what is in it.) */
LANESCAN_INLINE size_t next_part(size_t lane)
{
    lane += LANES_AT_ONCE;
#if LANES_AT_ONCE < LANES
    __asm__("" : "+r"(lane));
#endif
    return lane;
}

#endif
