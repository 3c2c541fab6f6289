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

/* Only where there are lanes, 0 to 7 of a vector v, or of `first`:
 *
 * moves.h, from lane to lane
 *     f64v_spread(half, v, fill)   the last lane of each lower half in all lanes of the upper one,
 *                                  `fill` in the lower; halves of 1, 2 or 4 lanes: . 0 . 2 . 4 . 6,
 *                                  . . 1 1 . . 5 5 or . . . . 3 3 3 3
 *     f64v_spread_pairs(half, v, fill)
 *                                  the same of pairs of lanes; halves of 1 or 2 pairs:
 *                                  . . 0 1 . . 4 5 or . . . . 2 3 2 3
 *     f64v_after_spread(half, before, after)
 *                                  upper halves of `after`, lower ones of `before`; these must be
 *                                  the same in both, so that `after` alone may be taken
 *     f64v_shift_in(first, v)      lane 7 of `first`, then lanes 0 to 6 of v
 *     f64v_of_numbers(p)           p[0] to p[7], which were just stored one by one
 *     f64v_turn_pairs(v)           pair k of vector i changes places with pair i of vector k
 *     i64v_scan_add(v)             the sums of lanes 0 to l; _reversed: of lanes l to 7
 *
 * groups.h, vectors 0 to 3, lane l of vector k having element k of run l
 *     f64_group_load, _store       of 32 elements; backwards of those that lie below
 *     f64_runs_load, _store        of eight runs at any distance
 *     f64_group_of_blocks(a, b, c, d), f64_group_to_blocks
 *                                  of 32 elements in their order, eight a vector; and back
 *
 * Functions whose names end in _at_once are there where LANES_AT_ONCE is: fold/at_once.h. */

#endif
