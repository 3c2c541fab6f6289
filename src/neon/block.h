/* The vocabulary on NEON (aarch64; by SIMDe elsewhere): a block is four registers. Meaning:
 * src/generic. */
#ifndef LANESCAN_BLOCK_H
#define LANESCAN_BLOCK_H

#include "conversions.h"
#include "copies.h"
#include "f64v.h"
#include "f64x2.h"
#include "fused.h"
#include "groups.h"
#include "i64v.h"
#include "lanes32.h"
#include "load_store.h"
#include "moves.h"
#include "types.h"

#endif
