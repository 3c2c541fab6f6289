/* The vocabulary on POWER8 and later, little-endian: NEON's through SIMDe. */
#include "lanes/compiler.h"
LANESCAN_SWAPS_STAY
#include "neon/block.h"
