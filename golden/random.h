/* Deterministic random numbers: xoshiro256** by Blackman and Vigna, seeded with splitmix64. Only
 * integer and exactly rounded operations, so that every machine draws the same values. */
#ifndef LANESCAN_GOLDEN_RANDOM_H
#define LANESCAN_GOLDEN_RANDOM_H

#include <stddef.h>
#include <stdint.h>

typedef struct generator {
    uint64_t state[4];
} generator;

static inline generator random_seeded(uint64_t seed)
{
    generator g;
    for (int i = 0; i < 4; i++) {
        seed += 0x9e3779b97f4a7c15u;
        uint64_t z = seed;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        g.state[i] = z ^ (z >> 31);
    }
    return g;
}

static inline uint64_t random_bits(generator *g)
{
    uint64_t *s = g->state;
    const uint64_t product = s[1] * 5;
    const uint64_t result = (product << 7 | product >> 57) * 9;
    const uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = s[3] << 45 | s[3] >> 19;
    return result;
}

/* 0 .. limit - 1 */
static inline size_t random_below(generator *g, size_t limit)
{
    return (size_t)((random_bits(g) >> 11) % limit);
}

/* [0, 1) */
static inline double random_unit(generator *g)
{
    return (double)(random_bits(g) >> 11) * 0x1p-53;
}

static inline double random_between(generator *g, double low, double high)
{
    return low + (high - low) * random_unit(g);
}

/* Mean 0, variance 1: the sum of twelve uniforms, good enough for data and free of libm. */
static inline double random_normal(generator *g)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += random_unit(g);
    return sum;
}

static inline double random_sign(generator *g)
{
    return random_bits(g) >> 63 ? -1.0 : 1.0;
}

#endif
