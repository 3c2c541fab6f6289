/* sin and cos in lanes, for every finite number.
 *
 * x = quadrant * pi/2 + (high + low), |high| <= pi/4. Up to ANGLE_HUGE by Cody and Waite's method with fma, exact but for
 * the end of pi/2's third part; beyond, lane by lane, by Payne and Hanek's (SIGNUM Newsletter 18, 1983): the
 * product with the bits of 2/pi that matter, as integers. Error of sin and cos: below 1 eps, relative to either. */
#ifndef LANESCAN_SINCOS_TPL_H
#define LANESCAN_SINCOS_TPL_H

#include "exp_log_tpl.h"
#include "sum_carry_tpl.h"

/* Long functions of lanes: where lanes are scalars a call costs little, and every copy is hundreds of lines. */
#if LANESCAN_LANES_ARE_SCALARS
#define LANESCAN_LONG LANESCAN_APART
#else
#define LANESCAN_LONG LANESCAN_INLINE
#endif

#define ANGLE_HUGE 0x1p28

typedef struct angle_lanes {
    f64x8 high, low;
    i64x8 quadrant; /* modulo 4 */
} angle_lanes;

typedef struct reduced_angle {
    double high, low;
    int64_t quadrant;
} reduced_angle;

typedef struct sincos_lanes_result {
    f64x8 sin, cos;
} sincos_lanes_result;

LANESCAN_INLINE f64x8 f64x8_negate(f64x8 v)
{
    return f64x8_mul(v, f64x8_splat(-1));
}

LANESCAN_INLINE f64x8 f64x8_magnitude(f64x8 v)
{
    return f64x8_max(v, f64x8_negate(v));
}

/* test < 0 ? a : b, by the sign bit of an integer. */
LANESCAN_INLINE f64x8 f64x8_select_negative(i64x8 test, f64x8 a, f64x8 b)
{
    return f64x8_of_i64(i64x8_select_negative(test, i64x8_of_f64(a), i64x8_of_f64(b)));
}

enum { ANGLE_WORDS = 6 };

/* mantissa * 2^exponent * 2/pi modulo 4, as 192 bits: two before the point, the highest word last. Bits of 2/pi that weigh
 * 4 and more are left out, and so are those that come after: an error below 2^-137 of a quadrant. */
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
    const int biased = (int)(bits >> 52 & 0x7ff);
    if (biased == 0x7ff)
        return (reduced_angle){ __builtin_nan(""), 0, 0 };
    angle_in_quadrants((bits & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1) << 52, biased - 1023 - 52,
                       turns);
    /* The fraction's upper half counts from the next quadrant back. */
    const bool back = turns[ANGLE_WORDS - 1] >> 29 & 1;
    int64_t quadrant = (int64_t)(turns[ANGLE_WORDS - 1] >> 30) + back;
    turns[ANGLE_WORDS - 1] &= 0x3fffffff;
    double high = back ? -1.0 : 0.0, low = 0, weight = 0x1p-30;
    for (int i = ANGLE_WORDS - 1; i >= 0; i--) {
        two_sum_into(&high, &low, turns[i] * weight);
        weight *= 0x1p-32;
    }
    if (bits >> 63) {
        quadrant = -quadrant;
        high = -high;
        low = -low;
    }
    const double r = high * LANESCAN_HALF_PI_HIGH;
    const double error = f64_fma(high, LANESCAN_HALF_PI_HIGH, -r);
    return (reduced_angle){
        r, f64_fma(low, LANESCAN_HALF_PI_HIGH, f64_fma(high, LANESCAN_HALF_PI_MIDDLE, error)),
        quadrant & 3
    };
}

LANESCAN_COLD angle_lanes angle_fix_huge(f64x8 x, angle_lanes reduced)
{
    double value[LANES], high[LANES], low[LANES];
    int64_t quadrant[LANES];
    f64x8_store(ELEMENT_F64, value, x);
    f64x8_store(ELEMENT_F64, high, reduced.high);
    f64x8_store(ELEMENT_F64, low, reduced.low);
    i64x8_store(quadrant, reduced.quadrant);
    for (int lane = 0; lane < LANES; lane++) {
        if (value[lane] > ANGLE_HUGE || value[lane] < -ANGLE_HUGE) {
            const reduced_angle a = angle_reduce_huge(value[lane]);
            high[lane] = a.high;
            low[lane] = a.low;
            quadrant[lane] = a.quadrant;
        }
    }
    return (angle_lanes){ f64x8_load(ELEMENT_F64, high), f64x8_load(ELEMENT_F64, low),
                          i64x8_load(quadrant) };
}

LANESCAN_INLINE angle_lanes angle_reduce(f64x8 x)
{
    const f64x8 magic = f64x8_splat(0x1.8p52);
    const f64x8 rounded = f64x8_fma(x, f64x8_splat(LANESCAN_TWO_OVER_PI), magic);
    const f64x8 n = f64x8_sub(magic, rounded); /* less the quadrant */
    /* Exact: a multiple of the last bit of pi/2's first part, and less than 1. */
    const f64x8 first = f64x8_fma(n, f64x8_splat(LANESCAN_HALF_PI_HIGH), x);
    const f64x8 product = f64x8_mul(n, f64x8_splat(LANESCAN_HALF_PI_MIDDLE));
    const f64x8 product_error = f64x8_fms(n, f64x8_splat(LANESCAN_HALF_PI_MIDDLE), product);
    const f64x8 high = f64x8_add(first, product), part = f64x8_sub(high, first);
    const f64x8 error = f64x8_add(f64x8_sub(first, f64x8_sub(high, part)),
                                  f64x8_sub(product, part));
    const f64x8 rest = f64x8_fma(n, f64x8_splat(LANESCAN_HALF_PI_LOW), product_error);
    const angle_lanes reduced = { high, f64x8_add(error, rest), i64x8_of_f64(rounded) };
    if (LANESCAN_UNLIKELY(m64x8_any(f64x8_gt(f64x8_magnitude(x), f64x8_splat(ANGLE_HUGE)))))
        return angle_fix_huge(x, reduced);
    return reduced;
}

/* NaN for NaN and infinities. */
LANESCAN_LONG sincos_lanes_result sincos_lanes(f64x8 x)
{
    const f64x8 one = f64x8_splat(1), half = f64x8_splat(0.5);
    const angle_lanes reduced = angle_reduce(x);
    const f64x8 r = reduced.high, low = reduced.low;
    const f64x8 z = f64x8_mul(r, r), z_error = f64x8_fms(r, r, z), z_squared = f64x8_mul(z, z);
    const f64x8 half_z = f64x8_mul(z, half);
    const f64x8 moved = f64x8_fma(f64x8_negate(low), half_z, low); /* low times the derivative */
    const f64x8 sin = f64x8_add(
        r, f64x8_fma(f64x8_mul(r, z), polynomial(lanescan_sin, 6, z, z_squared), moved));
    const f64x8 w = f64x8_sub(one, half_z);
    const f64x8 w_error = f64x8_sub(f64x8_sub(one, w), half_z);
    const f64x8 curve = f64x8_fma(z_squared, polynomial(lanescan_cos, 6, z, z_squared), w_error);
    const f64x8 moved_back = f64x8_fma(r, low, f64x8_mul(z_error, half));
    const f64x8 cos = f64x8_add(w, f64x8_sub(curve, moved_back));
    /* Bit 0 of the quadrant: the two change places. Bit 1: the sign, for cos that of the next quadrant. */
    const i64x8 odd = i64x8_shift_left(reduced.quadrant, 63);
    const i64x8 below = i64x8_shift_left(reduced.quadrant, 62);
    const i64x8 left = i64x8_shift_left(i64x8_add(reduced.quadrant, i64x8_splat(1)), 62);
    const f64x8 s = f64x8_select_negative(odd, cos, sin), c = f64x8_select_negative(odd, sin, cos);
    return (sincos_lanes_result){ f64x8_select_negative(below, f64x8_negate(s), s),
                                  f64x8_select_negative(left, f64x8_negate(c), c) };
}

#endif
