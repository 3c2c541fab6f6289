/* What kernels for gradients share. */
#ifndef LANESCAN_GRADIENT_LANES_H
#define LANESCAN_GRADIENT_LANES_H

#include "math/exp_log.h"
#include "ops/gradient/signatures.h"

/* 2^exponent for an integer of -1022 to 1023. */
LANESCAN_INLINE f64v power_lanes(f64v exponent)
{
    const f64v magic = f64v_splat(exp_magic(0));
    return f64v_of_i64(i64v_shift_left(i64v_of_f64(f64v_add(exponent, magic)), 52));
}

/* value 2^exponent, rounded once, for an integer of at most 1023: by two factors where one cannot
 * be as small. */
LANESCAN_INLINE f64v scaled_lanes(f64v value, f64v exponent)
{
    const f64v least = f64v_splat(-1022);
    if (LANESCAN_LIKELY(!m64v_any(f64v_gt(least, exponent))))
        return f64v_mul(value, power_lanes(exponent));
    const f64v first = f64v_max(least, exponent), rest = f64v_max(least, f64v_sub(exponent, first));
    return f64v_mul(f64v_mul(value, power_lanes(first)), power_lanes(rest));
}

LANESCAN_INLINE f64v modulus_lanes(f64v v)
{
    return f64v_max(v, f64v_sub(f64v_splat(0), v));
}

LANESCAN_INLINE m64v lanes_are_zero(f64v v)
{
    return i64v_lacks(i64v_of_f64(v), INT64_MAX);
}

/* Row `row` of the lines of a tile from `first` on; lanes that are no lines have anything. */
LANESCAN_INLINE f64v tile_lanes(const lanescan_gradient_tile *tile, const double *numbers,
                                size_t row, size_t first)
{
    return f64v_load(ELEMENT_F64, numbers + row * tile->stride + first);
}

LANESCAN_INLINE void tile_store(const lanescan_gradient_tile *tile, double *numbers, size_t row,
                                size_t first, f64v v)
{
    f64v_store(ELEMENT_F64, numbers + row * tile->stride + first, v);
}

/* The lanes of so many lines, at most all, as bits. */
LANESCAN_INLINE unsigned lanes_of_lines(size_t lines)
{
    return lines < LANES ? (1u << lines) - 1 : (2u << (LANES - 1)) - 1;
}

#endif
