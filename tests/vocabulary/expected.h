/* What is expected of moves from lane to lane, in plain C (list.h). */
#ifndef LANESCAN_TESTS_VOCABULARY_EXPECTED_H
#define LANESCAN_TESTS_VOCABULARY_EXPECTED_H

#include "lanes/basics.h"

/* x[first] + ... + x[last] */
LANESCAN_INLINE int64_t sum_i64(const int64_t *x, size_t first, size_t last)
{
    uint64_t sum = 0;
    for (size_t i = first; i <= last; i++)
        sum += (uint64_t)x[i];
    return (int64_t)sum;
}

LANESCAN_INLINE int32_t sum_i32(const int32_t *x, size_t first, size_t last)
{
    uint32_t sum = 0;
    for (size_t i = first; i <= last; i++)
        sum += (uint32_t)x[i];
    return (int32_t)sum;
}

LANESCAN_INLINE int32_t max_i32(const int32_t *x, size_t last)
{
    int32_t largest = x[0];
    for (size_t i = 1; i <= last; i++)
        largest = x[i] > largest ? x[i] : largest;
    return largest;
}

/* The latest of the largest of x[0] to x[last], and of the smallest. */
LANESCAN_INLINE float max_f32(const float *x, size_t last)
{
    float max = x[0];
    for (size_t i = 1; i <= last; i++)
        max = x[i] >= max ? x[i] : max;
    return max;
}

LANESCAN_INLINE float min_f32(const float *x, size_t last)
{
    float min = x[0];
    for (size_t i = 1; i <= last; i++)
        min = x[i] <= min ? x[i] : min;
    return min;
}

/* Lane l of vector k of a group has element 4 l + k of the line. Where the vectors follow each
 * other in memory, that is at place 8 k + l: which element is there, and where is element i? */
LANESCAN_INLINE size_t element_of(size_t place)
{
    return 4 * (place % 8) + place / 8;
}

LANESCAN_INLINE size_t place_of(size_t i)
{
    return 8 * (i % 4) + i / 4;
}

#endif
