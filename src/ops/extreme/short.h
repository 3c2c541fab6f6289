/* Extremes with indices of many lines of a few elements: in scalars on every set, since lanes would
 * have to turn elements, results and indices. */
#ifndef LANESCAN_EXTREME_SHORT_H
#define LANESCAN_EXTREME_SHORT_H

#include "ops/extreme/scalars.h"

#define NUMBER        float
#define IS_NAN(value) ((value) != (value))
#include "ops/extreme/short_tpl.h"

#define NUMBER        double
#define IS_NAN(value) ((value) != (value))
#include "ops/extreme/short_tpl.h"

#define NUMBER        int64_t
#define IS_NAN(value) ((void)(value), false)
#include "ops/extreme/short_tpl.h"

/* There is none. */
LANESCAN_INLINE void extreme_line_nans_int32_t(size_t first, size_t n, const int32_t *x, int32_t *y,
                                               int64_t *index)
{
    (void)first, (void)n, (void)x, (void)y, (void)index;
}

#define NUMBER        int32_t
#define IS_NAN(value) ((void)(value), false)
#include "ops/extreme/short_tpl.h"

#endif
