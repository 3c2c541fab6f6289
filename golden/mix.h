/* One step of the hash of the golden numbers. */
#ifndef LANESCAN_GOLDEN_MIX_H
#define LANESCAN_GOLDEN_MIX_H

#include <stdint.h>

static inline uint64_t golden_mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

#endif
