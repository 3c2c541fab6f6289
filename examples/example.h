/* What the examples share: numbers made up the same way on every machine, and a check that ends the
 * program. */
#ifndef LANESCAN_EXAMPLE_H
#define LANESCAN_EXAMPLE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* splitmix64: [0, 1) */
static inline double uniform(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

/* Nearly normal, mean 0, variance 1: twelve uniform numbers, summed. */
static inline double normal(uint64_t *state)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += uniform(state);
    return sum;
}

/* What an example knows to be true about its answer. */
static inline void verify(bool holds, const char *what)
{
    if (!holds) {
        printf("WRONG: %s\n", what);
        exit(1);
    }
}

#endif
