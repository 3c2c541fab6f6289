/* cumsum of f32 and f64: y[j] = x[0] + ... + x[j], accumulated in f64 with a compensated carry.
 *
 * Error: at most 4 eps sum|x|, proved in docs/contract.md.
 *
 * scalars.h is the definition, a group of a line. Sets with lanes take regular groups, whose
 * results are finite, and leave the rest to it. */
#ifndef LANESCAN_SUM_H
#define LANESCAN_SUM_H

#include "fold/scalars.h"
#include "fold/sum_carry.h"
#include "fold/trees.h"
#include "ops/own.h"
#include "ops/sum/state.h"

extern const group_scan GENERIC(sum_scan);

/* If the squares of the elements and the carry (for floats: of the run totals) add up to less than
 * this, all results are finite. If not, they may be. */
#define SUM_OF_SQUARES_IN_RANGE 0x1p1000

LANESCAN_INLINE f64v add_square(f64v sum, f64v x)
{
    return LANESCAN_FMA_BY_SUMS ? f64v_add(sum, f64v_mul(x, x)) : f64v_fma(x, x, sum);
}

#endif
