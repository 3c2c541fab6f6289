/* Walks over the lines of arrays that have the same shape: each line once, in an order that suits memory. */
#ifndef LANESCAN_WALK_H
#define LANESCAN_WALK_H

#include "lanescan.h"

#include <stdbool.h>
#include <stddef.h>

enum { WALK_ARRAYS = 3 };

typedef struct walk {
    int ndim;
    int64_t shape[LANESCAN_MAX_NDIM];
    ptrdiff_t step[LANESCAN_MAX_NDIM][WALK_ARRAYS]; /* bytes; the last dimension moves first */
    int64_t at[LANESCAN_MAX_NDIM];
    ptrdiff_t offset[WALK_ARRAYS]; /* of the present line from the first, in bytes */
    int64_t left;                  /* lines, the present one included */
} walk;

void lanescan_walk_begin(walk *w);

/* Another dimension; order does not matter. */
void lanescan_walk_add(walk *w, int64_t extent, ptrdiff_t first, ptrdiff_t second, ptrdiff_t third);

/* After the last dimension: puts those with the shortest steps in the first array innermost, and makes one of two where the steps
 * allow it. Now `left` and the first line are there. */
void lanescan_walk_ready(walk *w);

/* To the next line; there must be one. */
static inline void walk_next(walk *w)
{
    w->left--;
    for (int d = w->ndim - 1; d >= 0; d--) {
        if (++w->at[d] < w->shape[d]) {
            for (int a = 0; a < WALK_ARRAYS; a++)
                w->offset[a] += w->step[d][a];
            return;
        }
        w->at[d] = 0;
        for (int a = 0; a < WALK_ARRAYS; a++)
            w->offset[a] -= w->step[d][a] * (ptrdiff_t)(w->shape[d] - 1);
    }
}

#endif
