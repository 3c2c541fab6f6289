/* cumsum of complex numbers: what lanes do, and portable code does not: it goes on as for other
 * strides. */
#ifndef LANESCAN_SUM_PARTS_SCALARS_H
#define LANESCAN_SUM_PARTS_SCALARS_H

#include "ops/sum/parts_carry.h"

/* Plain, as fma() would be a call where it is no instruction. */
LANESCAN_INLINE f64x2 add_squares(f64x2 sum, f64x2 x)
{
    return f64x2_add(f64x2_mul(x, x), sum);
}

LANESCAN_INLINE bool runs_are_regular(size_t *count, const char **x, ptrdiff_t stride)
{
    (void)count, (void)x, (void)stride;
    return true;
}

LANESCAN_INLINE size_t float_groups(lanescan_state state[2], size_t n, const char *x, char *y)
{
    (void)state, (void)n, (void)x, (void)y;
    return 0;
}

#endif
