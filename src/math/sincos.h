/* sin and cos in lanes, for every finite number.
 *
 * x = quadrant * pi/2 + (high + low), |high| <= pi/4. Up to ANGLE_HUGE by Cody and Waite's method
 * with fma, exact but for the end of pi/2's third part; beyond, lane by lane, by Payne and Hanek's
 * (SIGNUM Newsletter 18, 1983): the product with the bits of 2/pi that matter, as integers. Error
 * of sin and cos: below 1 eps, relative to either. */
#ifndef LANESCAN_SINCOS_H
#define LANESCAN_SINCOS_H

#include "math/exp_log.h"

#define ANGLE_HUGE 0x1p28

typedef struct angle_lanes {
    f64v high, low;
    i64v quadrant; /* modulo 4 */
} angle_lanes;

typedef struct reduced_angle {
    double high, low;
    int64_t quadrant;
} reduced_angle;

typedef struct sincos_lanes_result {
    f64v sin, cos;
} sincos_lanes_result;

LANESCAN_INLINE f64v f64v_negate(f64v v)
{
    return f64v_mul(v, f64v_splat(-1));
}

LANESCAN_INLINE f64v f64v_magnitude(f64v v)
{
    return f64v_max(v, f64v_negate(v));
}

/* test < 0 ? a : b, by the sign bit of an integer. */
LANESCAN_INLINE f64v f64v_select_negative(i64v test, f64v a, f64v b)
{
    return f64v_of_i64(i64v_select_negative(test, i64v_of_f64(a), i64v_of_f64(b)));
}

enum { ANGLE_WORDS = 6 };

/* mantissa * 2^exponent * 2/pi modulo 4, as 192 bits: two before the point, the highest word last.
 * Bits of 2/pi that weigh 4 and more are left out, and so are those that come after: an error below
 * 2^-137 of a quadrant. */
LANESCAN_INLINE void angle_in_quadrants(uint64_t mantissa, int exponent,
                                        uint32_t product[ANGLE_WORDS])
{
    const unsigned first = (unsigned)(exponent + 62); /* bit of the table where the window begins */
    const uint32_t *words = lanescan_two_over_pi + first / 32;
    const uint64_t low = mantissa & 0xffffffff, high = mantissa >> 32;
    uint64_t carry = 0, before = 0;
    for (unsigned i = 0; i < ANGLE_WORDS; i++) {
        const unsigned at = ANGLE_WORDS - 1 - i;
        const uint64_t pair = (uint64_t)words[at] << 32 | words[at + 1];
        const uint64_t word = pair << first % 32 >> 32;
        const uint64_t by_low = word * low, by_high = before * high;
        const uint64_t sum = (carry & 0xffffffff) + (by_low & 0xffffffff) + (by_high & 0xffffffff);
        product[i] = (uint32_t)sum;
        carry = (carry >> 32) + (by_low >> 32) + (by_high >> 32) + (sum >> 32);
        before = word;
    }
}

LANESCAN_COLD reduced_angle angle_reduce_huge(double x)
{
    uint32_t turns[ANGLE_WORDS];
    const uint64_t bits = bits_of_f64(x);
    const int biased = f64_biased_exponent(x);
    if (biased == 0x7ff)
        return (reduced_angle){ __builtin_nan(""), 0, 0 };
    angle_in_quadrants((bits & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1) << 52, biased - 1023 - 52,
                       turns);
    /* The fraction's upper half counts from the next quadrant back. */
    const bool back = turns[ANGLE_WORDS - 1] >> 29 & 1;
    int64_t quadrant = (int64_t)(turns[ANGLE_WORDS - 1] >> 30) + back;
    turns[ANGLE_WORDS - 1] &= 0x3fffffff;
    f64_pair fraction = { back ? -1.0 : 0.0, 0 };
    double weight = 0x1p-30;
    for (int i = ANGLE_WORDS - 1; i >= 0; i--) {
        f64_accumulate(&fraction, turns[i] * weight);
        weight *= 0x1p-32;
    }
    if (bits >> 63) {
        quadrant = -quadrant;
        fraction = (f64_pair){ -fraction.high, -fraction.low };
    }
    const f64_pair r = f64_two_product(fraction.high, LANESCAN_HALF_PI_HIGH);
    const double rest = f64_fma(fraction.high, LANESCAN_HALF_PI_MIDDLE, r.low);
    return (reduced_angle){ r.high, f64_fma(fraction.low, LANESCAN_HALF_PI_HIGH, rest),
                            quadrant & 3 };
}

LANESCAN_COLD angle_lanes angle_fix_huge(f64v x, angle_lanes reduced)
{
    double value[LANES], high[LANES], low[LANES];
    int64_t quadrant[LANES];
    f64v_store(ELEMENT_F64, value, x);
    f64v_store(ELEMENT_F64, high, reduced.high);
    f64v_store(ELEMENT_F64, low, reduced.low);
    i64v_store(quadrant, reduced.quadrant);
    for (int lane = 0; lane < LANES; lane++) {
        if (value[lane] > ANGLE_HUGE || value[lane] < -ANGLE_HUGE) {
            const reduced_angle a = angle_reduce_huge(value[lane]);
            high[lane] = a.high;
            low[lane] = a.low;
            quadrant[lane] = a.quadrant;
        }
    }
    return (angle_lanes){ f64v_load(ELEMENT_F64, high), f64v_load(ELEMENT_F64, low),
                          i64v_load(quadrant) };
}

LANESCAN_INLINE angle_lanes angle_reduce(f64v x)
{
    const f64v magic = f64v_splat(0x1.8p52);
    const f64v rounded = f64v_fma(x, f64v_splat(LANESCAN_TWO_OVER_PI), magic);
    const f64v n = f64v_sub(magic, rounded); /* less the quadrant */
    /* Exact: a multiple of the last bit of pi/2's first part, and less than 1. */
    const f64v first = f64v_fma(n, f64v_splat(LANESCAN_HALF_PI_HIGH), x);
    const f64v_pair second = f64v_two_product(n, f64v_splat(LANESCAN_HALF_PI_MIDDLE));
    const f64v_pair sum = f64v_two_sum(first, second.high);
    const f64v rest = f64v_fma(n, f64v_splat(LANESCAN_HALF_PI_LOW), second.low);
    const angle_lanes reduced = { sum.high, f64v_add(sum.low, rest), i64v_of_f64(rounded) };
    if (LANESCAN_UNLIKELY(m64v_any(f64v_gt(f64v_magnitude(x), f64v_splat(ANGLE_HUGE)))))
        return angle_fix_huge(x, reduced);
    return reduced;
}

/* NaN for NaN and infinities. */
LANESCAN_INLINE_IN_LANES sincos_lanes_result sincos_lanes(f64v x)
{
    const f64v one = f64v_splat(1), half = f64v_splat(0.5);
    const angle_lanes reduced = angle_reduce(x);
    const f64v r = reduced.high, low = reduced.low;
    const f64v_pair square = f64v_two_product(r, r);
    const f64v z = square.high, z_squared = f64v_mul(z, z);
    const f64v minus_half_z = f64v_mul(z, f64v_splat(-0.5));
    const f64v moved = f64v_fma(low, minus_half_z, low); /* low times the derivative */
    const f64v sin = f64v_add(
        r, f64v_fma(f64v_mul(r, z), polynomial(lanescan_sin, 6, z, z_squared), moved));
    const f64v_pair w = f64v_fast_two_sum(one, minus_half_z);
    const f64v curve = f64v_fma(z_squared, polynomial(lanescan_cos, 6, z, z_squared), w.low);
    const f64v moved_back = f64v_fma(r, low, f64v_mul(square.low, half));
    const f64v cos = f64v_add(w.high, f64v_sub(curve, moved_back));
    /* Bit 0 of the quadrant: the two change places. Bit 1: the sign, for cos that of the next
     * quadrant. */
    const i64v odd = i64v_shift_left(reduced.quadrant, 63);
    const i64v below = i64v_shift_left(reduced.quadrant, 62);
    const i64v left = i64v_shift_left(i64v_add(reduced.quadrant, i64v_splat(1)), 62);
    const f64v s = f64v_select_negative(odd, cos, sin), c = f64v_select_negative(odd, sin, cos);
    return (sincos_lanes_result){ f64v_select_negative(below, f64v_negate(s), s),
                                  f64v_select_negative(left, f64v_negate(c), c) };
}

#endif
