/* The vocabulary in portable C, and its definition: the other folders give the same functions with the same
 * results, in files of the same names. Lane 0 is the first in memory. `op` and shift counts are compile-time constants. */
#ifndef LANESCAN_BLOCK_H
#define LANESCAN_BLOCK_H

#include "conversions.h" /* to and from integers, halves, bfloat16 */
#include "copies.h"      /* bytes as they are: cache lines, squares */
#include "f64x2.h"       /* pairs of carries */
#include "f64x8.h"       /* doubles: arithmetic, comparison, selection */
#include "groups.h"      /* 32 elements, a run of four in each lane */
#include "i64x8.h"       /* 64-bit integers, and the bits of doubles */
#include "lanes_32.h"    /* sixteen lanes of 32 bits */
#include "load_store.h"  /* blocks from and to memory */
#include "moves.h"       /* from lane to lane, and scans */
#include "types.h"       /* the types */

#endif
