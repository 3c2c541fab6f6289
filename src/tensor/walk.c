#include "tensor/walk.h"

void lanescan_walk_begin(walk *w)
{
    w->ndim = 0;
    w->left = 1;
    for (int a = 0; a < WALK_ARRAYS; a++)
        w->offset[a] = 0;
}

void lanescan_walk_add(walk *w, int64_t extent, ptrdiff_t first, ptrdiff_t second, ptrdiff_t third)
{
    w->left *= extent;
    if (extent <= 1)
        return;
    const int d = w->ndim++;
    w->shape[d] = extent;
    w->step[d][0] = first;
    w->step[d][1] = second;
    w->step[d][2] = third;
}

static ptrdiff_t magnitude(ptrdiff_t step)
{
    return step < 0 ? -step : step;
}

static void swap_dims(walk *w, int a, int b)
{
    const int64_t extent = w->shape[a];
    w->shape[a] = w->shape[b];
    w->shape[b] = extent;
    for (int i = 0; i < WALK_ARRAYS; i++) {
        const ptrdiff_t step = w->step[a][i];
        w->step[a][i] = w->step[b][i];
        w->step[b][i] = step;
    }
}

/* Is dimension d the continuation of dimension d + 1 in all arrays? (A product too large for
 * ptrdiff_t equals no step that fits, in size_t either.) */
static bool continues(const walk *w, int d)
{
    for (int a = 0; a < WALK_ARRAYS; a++)
        if ((size_t)w->step[d][a] != (size_t)w->step[d + 1][a] * (size_t)w->shape[d + 1])
            return false;
    return true;
}

static void merge_dims(walk *w, int d)
{
    w->shape[d] *= w->shape[d + 1];
    for (int a = 0; a < WALK_ARRAYS; a++)
        w->step[d][a] = w->step[d + 1][a];
    for (int i = d + 1; i + 1 < w->ndim; i++) {
        w->shape[i] = w->shape[i + 1];
        for (int a = 0; a < WALK_ARRAYS; a++)
            w->step[i][a] = w->step[i + 1][a];
    }
    w->ndim--;
}

void lanescan_walk_ready(walk *w)
{
    for (int i = 1; i < w->ndim; i++)
        for (int d = i; d > 0 && magnitude(w->step[d - 1][0]) < magnitude(w->step[d][0]); d--)
            swap_dims(w, d - 1, d);
    for (int d = w->ndim - 2; d >= 0; d--)
        if (continues(w, d))
            merge_dims(w, d);
    for (int d = 0; d < w->ndim; d++)
        w->at[d] = 0;
}

/* Dimensions that there are not are not copied: most tensors have few. */
void lanescan_walk_part(walk *part, const walk *w, uint64_t first, uint64_t count)
{
    part->ndim = w->ndim;
    part->left = (int64_t)count;
    for (int a = 0; a < WALK_ARRAYS; a++)
        part->offset[a] = w->offset[a];
    for (int d = w->ndim - 1; d >= 0; d--) {
        const int64_t at = (int64_t)(first % (uint64_t)w->shape[d]);
        first /= (uint64_t)w->shape[d];
        part->shape[d] = w->shape[d];
        part->at[d] = at;
        for (int a = 0; a < WALK_ARRAYS; a++) {
            part->step[d][a] = w->step[d][a];
            part->offset[a] += w->step[d][a] * (ptrdiff_t)at;
        }
    }
}
