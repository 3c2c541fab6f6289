/* Fused multiply-add: the instruction, or sums and products that give its bits (lanes/fma.h). */
#ifndef LANESCAN_FUSED_H
#define LANESCAN_FUSED_H

#include "lanes/fma.h"
#include "types.h"

/* The numbers of one register. */
typedef float64x2_t f64lanes;

#if defined(__wasm__) || ((defined(__x86_64__) || defined(__i386__)) && !defined(__FMA__))
#define LANESCAN_FMA_BY_SUMS 1
#endif

/* a * b + c, rounded once. */
LANESCAN_INLINE double f64_fma(double a, double b, double c)
{
#ifdef LANESCAN_FMA_BY_SUMS
    return lanescan_fma(a, b, c);
#else
    return __builtin_fma(a, b, c);
#endif
}

/* a * b - c, rounded once. */
LANESCAN_INLINE double f64_fms(double a, double b, double c)
{
    return f64_fma(a, b, -c);
}

#ifndef LANESCAN_FMA_BY_SUMS

LANESCAN_INLINE f64lanes f64lanes_fma(f64lanes a, f64lanes b, f64lanes c)
{
    return vfmaq_f64(c, a, b);
}

#define FUSE(i) f64lanes_fma(a.r[i], b.r[i], c.r[i])
LANESCAN_INLINE f64v f64v_fma(f64v a, f64v b, f64v c)
{
    return EACH(f64v, FUSE);
}
#undef FUSE

#else

LANESCAN_INLINE f64lanes f64lanes_add(f64lanes a, f64lanes b)
{
    return vaddq_f64(a, b);
}

LANESCAN_INLINE f64lanes f64lanes_sub(f64lanes a, f64lanes b)
{
    return vsubq_f64(a, b);
}

LANESCAN_INLINE f64lanes f64lanes_mul(f64lanes a, f64lanes b)
{
    return vmulq_f64(a, b);
}

/* The half of a double's bits, rounded: the other half is as short, and products of halves are
 * exact. (By integers, for which processors have more units than for sums.) */
LANESCAN_INLINE f64lanes f64lanes_upper_half(f64lanes a)
{
    const uint64x2_t half = vdupq_n_u64(UINT64_C(1) << 26), upper = vdupq_n_u64(UINT64_MAX << 27);
    return vreinterpretq_f64_u64(vandq_u64(vaddq_u64(vreinterpretq_u64_f64(a), half), upper));
}

#define TWO_SUM_OF(name)               f64lanes##name
#define TWO_PRODUCT_BY_HALVES_OF(name) f64lanes##name
#include "lanes/error_free_tpl.h"

LANESCAN_INLINE int64x2_t f64lanes_magnitude(f64lanes v)
{
    return vandq_s64(vreinterpretq_s64_f64(v), vdupq_n_s64(INT64_MAX));
}

/* Bits whose first says: the product is so small that its parts may be subnormal, or the result is
 * too large, infinite or NaN. What is too large on the way shows in the end: no step loses it. */
LANESCAN_INLINE int64x2_t f64lanes_unusual(f64lanes product, f64lanes result)
{
    const int64x2_t small = vreinterpretq_s64_f64(vdupq_n_f64(0x1p-900)),
                    large = vreinterpretq_s64_f64(vdupq_n_f64(0x1p990));
    return vorrq_s64(vsubq_s64(f64lanes_magnitude(product), small),
                     vsubq_s64(large, f64lanes_magnitude(result)));
}

/* The sum of a pair rounded to odd: cut off, with the last bit set if anything but zeros was cut
 * off. */
LANESCAN_INLINE f64lanes f64lanes_odd(f64lanes_pair v)
{
    const int64x2_t high = vreinterpretq_s64_f64(v.high), low = vreinterpretq_s64_f64(v.low);
    const uint64x2_t is_exact = vceqq_s64(f64lanes_magnitude(v.low), vdupq_n_s64(0)),
                     is_beyond = vbicq_u64(vcltq_s64(veorq_s64(high, low), vdupq_n_s64(0)),
                                           is_exact),
                     cut = vaddq_u64(vreinterpretq_u64_s64(high), is_beyond);
    return vreinterpretq_f64_u64(vorrq_u64(cut, vbicq_u64(vdupq_n_u64(1), is_exact)));
}

LANESCAN_INLINE bool all_lanes(uint64x2_t m)
{
    return (vgetq_lane_u64(m, 0) & vgetq_lane_u64(m, 1)) == UINT64_MAX;
}

LANESCAN_INLINE bool any_unusual(int64x2_t v)
{
    return (vgetq_lane_s64(v, 0) | vgetq_lane_s64(v, 1)) < 0;
}

LANESCAN_COLD f64lanes f64lanes_fma_unusual(f64lanes a, f64lanes b, f64lanes c)
{
    const f64lanes zero = vdupq_n_f64(0);
    if (all_lanes(vorrq_u64(vceqq_f64(a, zero), vceqq_f64(b, zero))))
        return vaddq_f64(vmulq_f64(a, b), c);
    const double sums[2] = {
        lanescan_fma(vgetq_lane_f64(a, 0), vgetq_lane_f64(b, 0), vgetq_lane_f64(c, 0)),
        lanescan_fma(vgetq_lane_f64(a, 1), vgetq_lane_f64(b, 1), vgetq_lane_f64(c, 1))
    };
    return vld1q_f64(sums);
}

/* a * b + c, rounded once: as lanescan_fma does it, but that the halfway case is met as Boldo
 * and Melquiond do: the rest is rounded to odd, so that no sum with it lies halfway that did not
 * before. */
LANESCAN_NOINLINE f64lanes f64lanes_fma(f64lanes a, f64lanes b, f64lanes c)
{
    const f64lanes_pair product = f64lanes_two_product_by_halves(a, b),
                        sum = f64lanes_two_sum(product.high, c),
                        rest = f64lanes_two_sum(sum.low, product.low);
    const f64lanes result = vaddq_f64(sum.high, f64lanes_odd(rest));
    if (LANESCAN_UNLIKELY(any_unusual(f64lanes_unusual(product.high, result))))
        return f64lanes_fma_unusual(a, b, c);
    return result;
}

LANESCAN_INLINE f64v f64v_fma(f64v a, f64v b, f64v c)
{
#define FUSE(i) f64lanes_fma(a.r[i], b.r[i], c.r[i])
    return EACH(f64v, FUSE);
#undef FUSE
}

/* a * b - product, where this is the product rounded: never -0, as its parts may add up to. */
LANESCAN_NOINLINE f64lanes f64lanes_rest_of_product(f64lanes a, f64lanes b, f64lanes product)
{
    const f64lanes_pair exact = f64lanes_two_product_by_halves(a, b);
    if (LANESCAN_UNLIKELY(any_unusual(f64lanes_unusual(product, exact.low))))
        return f64lanes_fma_unusual(a, b, vnegq_f64(product));
    return vaddq_f64(exact.low, vdupq_n_f64(0));
}

LANESCAN_INLINE f64v f64v_rest_of_product(f64v a, f64v b, f64v product)
{
#define REST(i) f64lanes_rest_of_product(a.r[i], b.r[i], product.r[i])
    return EACH(f64v, REST);
#undef REST
}

LANESCAN_INLINE f64x2 f64x2_rest_of_product(f64x2 a, f64x2 b, f64x2 product)
{
    return (f64x2){ f64lanes_rest_of_product(a.r, b.r, product.r) };
}

LANESCAN_INLINE double f64_rest_of_product(double a, double b, double product)
{
    return f64_fms(a, b, product);
}

#endif

#endif
