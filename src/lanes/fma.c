/* a * b + c for CPUs without the instruction, compiled once for all sets: by sums of doubles
 * (fma.h); by integers where these would overflow or underflow; special values apart. */
#include "lanes/fma.h"

/* ---- by sums ---- */

static double f64_fma_usual(double a, double b, double c)
{
    const f64_pair product = f64_two_product_by_halves(a, b);
    const f64_pair sum = f64_two_sum(product.high, c);
    const f64_pair rest = f64_two_sum(sum.low, product.low);
    const double nearest = sum.high + rest.high, error = rest.high - (nearest - sum.high);
    /* Exact: nearest + error + rest.low. `other` is nearest mirrored at nearest + error. If it is a
     * double, which the next line sees, nearest + error lies halfway between the two, and the sign
     * of rest.low decides. */
    const double other = nearest + 2 * error;
    if (LANESCAN_LIKELY(other - nearest != 2 * error))
        return nearest;
    return (rest.low > 0 && error > 0) || (rest.low < 0 && error < 0) ? other : nearest;
}

/* Is nothing infinite or NaN, can nothing become so, and is the product large enough for its parts
 * to be normal? A product of zero does as well, unless c is zero too: then the signs matter. */
static bool f64_fma_is_usual(double a, double b, double c)
{
    enum { BIAS = 1023, LARGE = BIAS + 990, SMALL_PRODUCT = 2 * BIAS - 900 };
    const int of_a = f64_biased_exponent(a), of_b = f64_biased_exponent(b),
              of_c = f64_biased_exponent(c), of_product = of_a + of_b;
    const bool is_zero = a == 0 || b == 0;
    return of_a <= LARGE && of_b <= LARGE && of_c <= LARGE && of_product <= LARGE + BIAS &&
           (is_zero ? c != 0 : of_product >= SMALL_PRODUCT);
}

/* ---- by integers ---- */

/* mantissa 2^exponent, 2^52 <= mantissa < 2^53, or 0. */
typedef struct {
    uint64_t mantissa;
    int exponent;
} f64_parts;

static f64_parts f64_take_apart(double value)
{
    const uint64_t bits = bits_of_f64(value), mantissa = bits & ((UINT64_C(1) << 52) - 1);
    const int biased = (int)(bits >> 52 & 0x7ff);
    f64_parts parts = { biased ? mantissa | UINT64_C(1) << 52 : mantissa,
                        (biased ? biased : 1) - 1075 };
    if (mantissa && !biased) {
        const int places = __builtin_clzll(mantissa) - 11;
        parts.mantissa <<= places;
        parts.exponent -= places;
    }
    return parts;
}

/* (high 2^64 + low) 2^exponent */
typedef struct {
    uint64_t high, low;
    int exponent;
} f64_wide;

/* Of 53 bits by 53, by halves of them; then 20 places up, to between 2^124 and 2^126. */
static f64_wide f64_wide_product(f64_parts a, f64_parts b)
{
    enum { UP = 20 };
    const uint64_t half = UINT64_C(0xffffffff);
    const uint64_t a1 = a.mantissa >> 32, a0 = a.mantissa & half, b1 = b.mantissa >> 32,
                   b0 = b.mantissa & half, middle = a1 * b0 + (a0 * b0 >> 32),
                   other = a0 * b1 + (middle & half);
    const uint64_t high = a1 * b1 + (middle >> 32) + (other >> 32),
                   low = other << 32 | (a0 * b0 & half);
    return (f64_wide){ high << UP | low >> (64 - UP), low << UP, a.exponent + b.exponent - UP };
}

/* Right by some places; the last bit says whether anything but 0 has left. */
static f64_wide f64_wide_shifted(f64_wide x, int places)
{
    uint64_t lost = 0;
    x.exponent += places;
    if (places >= 128) {
        lost = x.high | x.low;
        x.high = x.low = 0;
    } else if (places >= 64) {
        lost = x.low | (places > 64 ? x.high << (128 - places) : 0);
        x.low = places > 64 ? x.high >> (places - 64) : x.high;
        x.high = 0;
    } else if (places > 0) {
        lost = x.low << (64 - places);
        x.low = x.low >> places | x.high << (64 - places);
        x.high >>= places;
    }
    x.low |= lost != 0;
    return x;
}

/* To nearest, ties to even; it is not 0. */
static double f64_of_wide(bool is_negative, f64_wide x)
{
    enum { LOWEST = -1074, HIGHEST = 971, DROPPED = 75 };
    if (!x.high) {
        x.high = x.low;
        x.low = 0;
        x.exponent -= 64;
    }
    const int leading = __builtin_clzll(x.high);
    if (leading) {
        x.high = x.high << leading | x.low >> (64 - leading);
        x.low <<= leading;
        x.exponent -= leading;
    }
    /* The mantissa to the end of `high`, with what is below it in `low`. */
    const int at = x.exponent + DROPPED < LOWEST ? LOWEST - x.exponent : DROPPED;
    x = f64_wide_shifted(x, at - 64);
    const uint64_t middle = UINT64_C(1) << 63;
    const bool up = x.low > middle || (x.low == middle && x.high & 1);
    const int exponent = x.exponent + 64;
    const uint64_t infinity = UINT64_C(0x7ff) << 52,
                   bits = exponent > HIGHEST
                              ? infinity
                              : ((uint64_t)(exponent - LOWEST) << 52) + x.high + (uint64_t)up;
    return f64_of_bits((bits < infinity ? bits : infinity) | (uint64_t)is_negative << 63);
}

/* Both are aligned to the one with the larger exponent. The other's low bits are lost only where
 * the two are so far apart that at most two leading bits of the result vanish: then one bit for all
 * of them is enough. */
static double f64_fma_by_integers(double a, double b, double c)
{
    const f64_parts of_c = f64_take_apart(c);
    f64_wide product = f64_wide_product(f64_take_apart(a), f64_take_apart(b)),
             summand = { of_c.mantissa << 9, 0, of_c.exponent - 73 };
    const bool of_product = (bits_of_f64(a) ^ bits_of_f64(b)) >> 63 != 0,
               of_summand = bits_of_f64(c) >> 63 != 0;
    const int apart = product.exponent - summand.exponent;
    if (apart > 0)
        summand = f64_wide_shifted(summand, apart);
    else
        product = f64_wide_shifted(product, -apart);
    const bool is_below = product.high < summand.high ||
                          (product.high == summand.high && product.low < summand.low);
    const f64_wide large = is_below ? summand : product, small = is_below ? product : summand;
    f64_wide sum = large;
    if (of_product == of_summand) {
        sum.low += small.low;
        sum.high += small.high + (sum.low < small.low);
    } else {
        sum.low -= small.low;
        sum.high -= small.high + (large.low < small.low);
        if (!sum.high && !sum.low)
            return 0;
    }
    return f64_of_wide(is_below ? of_summand : of_product, sum);
}

double lanescan_fma_unusual(double a, double b, double c)
{
    if (!f64_is_finite(a) || !f64_is_finite(b))
        return a * b + c;
    if (!f64_is_finite(c))
        return c + 0;
    return a == 0 || b == 0 ? a * b + c : f64_fma_by_integers(a, b, c);
}

double lanescan_fma(double a, double b, double c)
{
    return LANESCAN_LIKELY(f64_fma_is_usual(a, b, c)) ? f64_fma_usual(a, b, c)
                                                      : lanescan_fma_unusual(a, b, c);
}
