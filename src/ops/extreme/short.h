/* Extremes with indices of many lines of a few elements: in scalars on every set, since lanes would
 * have to turn elements, results and indices. */
#ifndef LANESCAN_EXTREME_SHORT_H
#define LANESCAN_EXTREME_SHORT_H

#include "ops/extreme/scalars.h"

#define NUMBER         float
#define IS_NAN(value)  ((value) != (value))
#define FLIPPED(value) (value)
#include "ops/extreme/short_tpl.h"

#define NUMBER         double
#define IS_NAN(value)  ((value) != (value))
#define FLIPPED(value) (value)
#include "ops/extreme/short_tpl.h"

#define NUMBER         int64_t
#define IS_NAN(value)  ((void)(value), false)
#define FLIPPED(value) ((value) ^ flip)
#include "ops/extreme/short_tpl.h"

/* There is none. */
LANESCAN_INLINE void extreme_line_nans_int32_t(size_t first, size_t n, const int32_t *x, int32_t *y,
                                               int64_t *index)
{
    (void)first, (void)n, (void)x, (void)y, (void)index;
}

#define NUMBER         int32_t
#define IS_NAN(value)  ((void)(value), false)
#define FLIPPED(value) ((value) ^ flip)
#include "ops/extreme/short_tpl.h"

/* Both, of integers: a minimum is the maximum of complements, as in indexed.h. */
LANESCAN_NOINLINE void extreme_short_integers_int64_t(int64_t flip, size_t lines, size_t n,
                                                      const lanescan_indexed_lines *at)
{
    extreme_short_indexed_int64_t(OP_MAX, flip, INT64_MIN, lines, n, at);
}

LANESCAN_NOINLINE void extreme_short_integers_int32_t(int32_t flip, size_t lines, size_t n,
                                                      const lanescan_indexed_lines *at)
{
    extreme_short_indexed_int32_t(OP_MAX, flip, INT32_MIN, lines, n, at);
}

#endif
