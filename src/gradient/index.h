/* The gradient of running extremes, by their indices: g[j] is added to the element of index[j].
 * Along a scan indices never go down, so each element's sum is of results that follow each other.
 * All indices are checked before anything is written. */
#ifndef LANESCAN_GRADIENT_INDEX_H
#define LANESCAN_GRADIENT_INDEX_H

#include "gradient/gradient.h"

#include <stdatomic.h>

/* Besides lines, whose x are the indices. */
typedef struct index_work {
    bool is_reversed;
    uint64_t extra; /* 1 if exclusive, else 0: the index of result j is at most j - extra */
    atomic_bool is_wrong;
} index_work;

/* The index of a reversed scan in its order; that of no element stays wrong. */
static inline int64_t reversed_index(int64_t index, uint64_t n)
{
    if (index == -1)
        return -1;
    return index < 0 || (uint64_t)index >= n ? INT64_MAX : (int64_t)(n - 1) - index;
}

/* Valid is least <= index <= most. A negative difference sets bit 63, which compilers can test in
 * vectors. Only an index far out of range makes one difference wrap around to a positive one; the
 * other is negative then. */
static inline uint64_t check_index(int64_t index, int64_t least, uint64_t most)
{
    return ((uint64_t)index - (uint64_t)least) | (most - (uint64_t)index);
}

/* What is written of a sum, whose low part is NaN where it is not finite. */
static inline double index_sum_value(f64_pair sum)
{
    return sum.low == sum.low ? sum.high + sum.low : sum.high;
}

/* A line in each lane: are all indices valid; gradients; those of lines of at most TILE_ROWS
 * elements. */
gradient_lanes lanescan_index_check_lanes, lanescan_index_gradients, lanescan_index_short_gradients;

#endif
