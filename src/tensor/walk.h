/* Walks over the lines of arrays that have the same shape: each line once, in an order that suits
 * memory. */
#ifndef LANESCAN_WALK_H
#define LANESCAN_WALK_H

#include "lanes/basics.h"
#include "lanescan.h"

#include <stdbool.h>
#include <stddef.h>

enum { WALK_ARRAYS = 3 };

typedef struct walk {
    int ndim;
    int64_t shape[LANESCAN_MAX_NDIM];
    ptrdiff_t stride[LANESCAN_MAX_NDIM][WALK_ARRAYS]; /* bytes; the last dimension moves first */
    int64_t at[LANESCAN_MAX_NDIM];
    ptrdiff_t offset[WALK_ARRAYS]; /* of the present line from the first, in bytes */
    int64_t left;                  /* lines, the present one included */
} walk;

void lanescan_walk_begin(walk *w);

/* Another dimension; order does not matter. */
void lanescan_walk_add(walk *w, int64_t extent, ptrdiff_t first, ptrdiff_t second, ptrdiff_t third);

/* After the last dimension: puts those with the shortest strides in the first array innermost, and
 * makes one of two where the strides allow it. Now `left` and the first line are there. */
void lanescan_walk_ready(walk *w);

/* The `count` lines of a walk at its beginning from line `first` on. */
void lanescan_walk_part(walk *part, const walk *w, uint64_t first, uint64_t count);

/* To the next line; there must be one. */
static inline void walk_next(walk *w)
{
    w->left--;
    for (int d = w->ndim - 1; d >= 0; d--) {
        if (++w->at[d] < w->shape[d]) {
            for (int a = 0; a < WALK_ARRAYS; a++)
                w->offset[a] += w->stride[d][a];
            return;
        }
        w->at[d] = 0;
        for (int a = 0; a < WALK_ARRAYS; a++)
            w->offset[a] -= w->stride[d][a] * (ptrdiff_t)(w->shape[d] - 1);
    }
}

/* How many lines, the present one included, follow each other at the same distance: the innermost
 * dimension's stride. */
static inline uint64_t walk_run(const walk *w)
{
    const int64_t run = w->ndim ? w->shape[w->ndim - 1] - w->at[w->ndim - 1] : 1;
    return (uint64_t)(run < w->left ? run : w->left);
}

/* From one line of the run to the next, in bytes. */
static inline ptrdiff_t walk_stride(const walk *w, int array)
{
    return w->ndim ? w->stride[w->ndim - 1][array] : 0;
}

/* Past `count` lines of the run. */
static inline void walk_pass(walk *w, uint64_t count)
{
    const int inner = w->ndim - 1;
    if (count > 1) {
        w->at[inner] += (int64_t)(count - 1);
        w->left -= (int64_t)(count - 1);
        for (int a = 0; a < WALK_ARRAYS; a++)
            w->offset[a] += w->stride[inner][a] * (ptrdiff_t)(count - 1);
    }
    walk_next(w);
}

#endif
