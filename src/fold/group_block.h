/* Eight groups that follow each other in a line, each in a lane: vectors are moved between lanes
 * when they are read and written, and all between is as for lines side by side. */
#ifndef LANESCAN_GROUP_BLOCK_H
#define LANESCAN_GROUP_BLOCK_H

#include "fold/at_once.h"
#include "fold/group.h"
#include "fold/rows.h"

enum { BLOCK = LANES * GROUP };

#ifndef LANESCAN_RUNS_AHEAD /* the instruction set says so */
#define LANESCAN_RUNS_AHEAD 0
#endif

/* All groups at once, or parts of them. */
typedef struct group_block {
    element type;
    bool backwards, in_parts;
    ptrdiff_t step; /* from the group of a lane to that of the next */
} group_block;

/* Backwards, and with lanes in the order of memory: the last lane has the first group. */
LANESCAN_INLINE bool lanes_are_reversed(const group_block *block)
{
    return block->backwards && block->step > 0;
}

/* Where a run's element that is first in memory is, in the group of that lane. */
LANESCAN_INLINE size_t block_place(const group_block *block, size_t run, size_t lane)
{
    const size_t last_group = lanes_are_reversed(block) ? BLOCK - GROUP : 0;
    return last_group + GROUP * lane + RUN * run + (block->backwards ? RUN - 1 : 0);
}

/* A number of each group, from the order of lanes to that of groups, or back. */
LANESCAN_INLINE f64v in_order_of_groups(const group_block *block, f64v of_lanes)
{
    return lanes_are_reversed(block) ? f64v_reverse(of_lanes) : of_lanes;
}

/* Asks for a share of the next block, with each run of a part of this one: elements are not taken
 * in the order of memory, so processors do not fetch them ahead. */
LANESCAN_INLINE void block_fetch(const group_block *block, const void *elements, size_t run,
                                 size_t lane, int is_written)
{
    const size_t size = element_bytes(block->type),
                 share = (block->in_parts ? LANES_AT_ONCE : LANES) * GROUP / RUNS;
    const char *const next = element_at(block->type, block->backwards, elements,
                                        block->backwards ? 2 * BLOCK - 1 : BLOCK);
    const char *const lowest = next + (GROUP * lane + share * run) * size;
    for (size_t at = 0; at < share * size; at += CACHE_LINE) {
        if (is_written)
            __builtin_prefetch(lowest + at, 1);
        else
            __builtin_prefetch(lowest + at, 0);
    }
}

LANESCAN_INLINE void turn_backwards(f64v x[RUN])
{
    const f64v first = x[0], second = x[1];
    x[0] = x[3];
    x[1] = x[2];
    x[2] = second;
    x[3] = first;
}

/* A run of each group from `lane` on. */
LANESCAN_INLINE void block_read(const group_block *block, const void *elements, size_t run,
                                size_t lane, f64v x[RUN])
{
    const f64_group g = lanes_load_runs(
        block->in_parts, block->type,
        element_at(block->type, block->backwards, elements, block_place(block, run, lane)),
        block->step);
    for (size_t k = 0; k < RUN; k++)
        x[k] = g.v[k];
    if (LANESCAN_UNLIKELY(block->backwards))
        turn_backwards(x);
}

LANESCAN_INLINE void block_write(const group_block *block, void *y, size_t run, size_t lane,
                                 f64v results[RUN])
{
    if (LANESCAN_UNLIKELY(block->backwards))
        turn_backwards(results);
    lanes_store_runs(block->in_parts, block->type,
                     output_at(block->type, block->backwards, y, block_place(block, run, lane)),
                     block->step,
                     (f64_group){ { results[0], results[1], results[2], results[3] } });
}

/* A run's rows in a buffer. */
LANESCAN_INLINE void lanes_load_run(bool in_parts, const row_buffer *buffer, size_t run,
                                    size_t lane, f64v v[RUN])
{
    for (size_t k = 0; k < RUN; k++)
        v[k] = lanes_load(in_parts, buffer->v + LANES * (RUN * run + k) + lane);
}

LANESCAN_INLINE void lanes_store_run(bool in_parts, row_buffer *buffer, size_t run, size_t lane,
                                     const f64v v[RUN])
{
    for (size_t k = 0; k < RUN; k++)
        lanes_store(in_parts, buffer->v + LANES * (RUN * run + k) + lane, v[k]);
}

#endif
