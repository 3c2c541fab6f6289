/* The rooms generic, avx2, avx512 and neon: all that differs from set to set, and nothing else.
 *
 * The vocabulary in portable C, a vector being one number; and what its functions mean: the other
 * folders give the same ones, for each lane with the same results, in files of the same names.
 * (Theirs are more: moves.h, from lane to lane, and groups.h; one lane needs neither.) Lane 0 is
 * the first in memory. `op` and shift counts are compile-time constants. */
#ifndef LANESCAN_BLOCK_H
#define LANESCAN_BLOCK_H

#include "conversions.h" /* to and from integers, halves, bfloat16 */
#include "copies.h"      /* bytes as they are: cache lines, squares */
#include "f64v.h"        /* doubles: arithmetic, comparison, selection */
#include "f64x2.h"       /* pairs of doubles */
#include "i64v.h"        /* 64-bit integers, and the bits of doubles */
#include "lanes32.h"     /* lanes of 32 bits */
#include "load_store.h"  /* vectors from and to memory */
#include "types.h"       /* the types */

/* Only where there are lanes: moves.h, from lane to lane, and groups.h, 32 elements with a run of
 * four in each lane. */

#endif
