/* The scan of a group of 32 elements, for any operation: the order of operations of every f64 scan.
 *
 * A group is loaded with four consecutive elements (a run) in each lane, so that most of the work is
 * plain lane-wise arithmetic and one network over the eight run totals serves 32 elements:
 *     run       a, a b, (a b) c, (a b)(c d)                   depth 2
 *     network   Sklansky over the eight run totals            depth 3
 *     apply     (carry op totals of the runs before) op run   depth 2
 * The carry between groups is the business of each operation. */
#ifndef LANESCAN_GROUP_TPL_H
#define LANESCAN_GROUP_TPL_H

#include "vocabulary.h" /* and, before this file, a block.h */

enum { CHUNK = 4096 }; /* elements whose total is folded from the identity; a multiple of GROUP */

LANESCAN_INLINE const void *element_at(element type, const void *p, size_t i)
{
    return type == ELEMENT_F32 ? (const void *)((const float *)p + i) : (const void *)((const double *)p + i);
}

LANESCAN_INLINE void *output_at(element type, void *p, size_t i)
{
    return type == ELEMENT_F32 ? (void *)((float *)p + i) : (void *)((double *)p + i);
}

LANESCAN_INLINE double read_element(element type, const void *p, size_t i)
{
    return type == ELEMENT_F32 ? (double)((const float *)p)[i] : ((const double *)p)[i];
}

LANESCAN_INLINE void write_element(element type, void *p, size_t i, double value)
{
    if (type == ELEMENT_F32)
        ((float *)p)[i] = (float)value;
    else
        ((double *)p)[i] = value;
}

/* The last group of a line: `count` elements and identities in the other places. */
LANESCAN_INLINE f64x32 group_load_part(element type, const void *p, size_t count, double identity)
{
    double buffer[GROUP];
    for (int i = 0; i < GROUP; i += LANES)
        f64x8_store(ELEMENT_F64, buffer + i, f64x8_splat(identity));
    for (size_t i = 0; i < count; i++)
        buffer[i] = read_element(type, p, i);
    return f64x32_load(ELEMENT_F64, buffer);
}

LANESCAN_INLINE void group_store_part(element type, void *p, size_t count, f64x32 g)
{
    double buffer[GROUP];
    f64x32_store(ELEMENT_F64, buffer, g);
    for (size_t i = 0; i < count; i++)
        write_element(type, p, i, buffer[i]);
}

LANESCAN_INLINE f64x32 group_load(element type, const void *p, size_t count, double identity)
{
    return count == GROUP ? f64x32_load(type, p) : group_load_part(type, p, count, identity);
}

LANESCAN_INLINE void group_store(element type, void *p, size_t count, f64x32 g)
{
    if (count == GROUP)
        f64x32_store(type, p, g);
    else
        group_store_part(type, p, count, g);
}

/* Scans each run in place and returns the inclusive scan of the run totals. */
LANESCAN_INLINE f64x8 group_scan_runs(operation op, f64x32 *g)
{
    const f64x8 later_half = f64x8_apply(op, g->v[2], g->v[3]);
    g->v[1] = f64x8_apply(op, g->v[0], g->v[1]);
    g->v[2] = f64x8_apply(op, g->v[1], g->v[2]);
    g->v[3] = f64x8_apply(op, g->v[1], later_half);
    return f64x8_scan(op, g->v[3]);
}

/* Completes the scan: applies the carry and the totals of the runs before to each run. */
LANESCAN_INLINE void group_apply_carry(operation op, f64x32 *g, f64x8 totals, f64x8 carry)
{
    const f64x8 identity = f64x8_splat(op == OP_ADD ? 0.0 : 1.0);
    const f64x8 before = f64x8_apply(op, carry, f64x8_shift_in(identity, totals));
    for (int k = 0; k < RUN; k++)
        g->v[k] = f64x8_apply(op, before, g->v[k]);
}

#endif
