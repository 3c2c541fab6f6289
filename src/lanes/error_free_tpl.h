/* Error-free transforms, each written once: for numbers (f64, f64x2, f64v, ...) whose name
 * TWO_SUM_OF or TWO_PRODUCT_OF puts before what it is given (N(add) and so on must be there). A sum
 * or product is its rounded value, high, and what rounding took away, low; both together are exact.
 *
 * TwoSum: Knuth, The Art of Computer Programming 2, 4.2.2. TwoProduct: Dekker, Numer. Math. 18,
 * 1971, with the fused multiply-add; where there is none, by halves of the factors
 * (TWO_PRODUCT_BY_HALVES_OF, with N(upper_half)). */

#ifdef TWO_SUM_OF

#define NUMBER  TWO_SUM_OF()
#define N(name) TWO_SUM_OF(_##name)

typedef struct N(pair) {
    NUMBER high, low;
} N(pair);

/* What rounding took away from sum = a + b. */
LANESCAN_INLINE NUMBER N(lost)(NUMBER a, NUMBER b, NUMBER sum)
{
    const NUMBER b_in_sum = N(sub)(sum, a), a_in_sum = N(sub)(sum, b_in_sum);
    return N(add)(N(sub)(a, a_in_sum), N(sub)(b, b_in_sum));
}

LANESCAN_INLINE N(pair) N(two_sum)(NUMBER a, NUMBER b)
{
    const NUMBER sum = N(add)(a, b);
    return (N(pair)){ sum, N(lost)(a, b, sum) };
}

/* The same for |a| >= |b|, or a = 0. (Dekker) */
LANESCAN_INLINE N(pair) N(fast_two_sum)(NUMBER a, NUMBER b)
{
    const NUMBER sum = N(add)(a, b);
    return (N(pair)){ sum, N(sub)(b, N(sub)(sum, a)) };
}

/* A compensated sum grows by x. Where it is not finite its low part is NaN.
 * (Neumaier, ZAMM 54, 1974) */
LANESCAN_INLINE N(pair) N(compensated_add)(N(pair) sum, NUMBER x)
{
    const N(pair) next = N(two_sum)(sum.high, x);
    return (N(pair)){ next.high, N(add)(sum.low, next.low) };
}

#undef N
#undef NUMBER
#undef TWO_SUM_OF
#endif

#ifdef TWO_PRODUCT_OF

#define NUMBER  TWO_PRODUCT_OF()
#define N(name) TWO_PRODUCT_OF(_##name)

LANESCAN_INLINE N(pair) N(two_product)(NUMBER a, NUMBER b)
{
    const NUMBER product = N(mul)(a, b);
#if LANESCAN_FMA_BY_SUMS
    return (N(pair)){ product, N(rest_of_product)(a, b, product) };
#else
    return (N(pair)){ product, N(fms)(a, b, product) };
#endif
}

/* a b + c, fused, for |c| >= |a b|, and for |a b| >= |c|: as fast_two_sum of product and c. */
LANESCAN_INLINE N(pair) N(fast_two_fma)(NUMBER a, NUMBER b, NUMBER c)
{
    const NUMBER sum = N(fma)(a, b, c);
    return (N(pair)){ sum, N(fma)(a, b, N(sub)(c, sum)) };
}

LANESCAN_INLINE N(pair) N(fast_two_fma_of_larger)(NUMBER a, NUMBER b, NUMBER c)
{
    const NUMBER sum = N(fma)(a, b, c);
    return (N(pair)){ sum, N(add)(c, N(fms)(a, b, sum)) };
}

/* The low parts are first-order corrections. */
LANESCAN_INLINE N(pair) N(pair_multiply)(N(pair) a, N(pair) b)
{
    const N(pair) product = N(two_product)(a.high, b.high);
    return (N(pair)){ product.high, N(fma)(a.high, b.low, N(fma)(a.low, b.high, product.low)) };
}

/* a b + c, likewise. */
LANESCAN_INLINE N(pair) N(pair_fma)(N(pair) a, N(pair) b, N(pair) c)
{
    const N(pair) product = N(pair_multiply)(a, b), sum = N(two_sum)(product.high, c.high);
    return (N(pair)){ sum.high, N(add)(product.low, N(add)(c.low, sum.low)) };
}

#undef N
#undef NUMBER
#undef TWO_PRODUCT_OF
#endif

#ifdef TWO_PRODUCT_BY_HALVES_OF

#define NUMBER  TWO_PRODUCT_BY_HALVES_OF()
#define N(name) TWO_PRODUCT_BY_HALVES_OF(_##name)

LANESCAN_INLINE N(pair) N(two_product_by_halves)(NUMBER a, NUMBER b)
{
    const NUMBER a_upper = N(upper_half)(a), b_upper = N(upper_half)(b),
                 a_lower = N(sub)(a, a_upper), b_lower = N(sub)(b, b_upper), product = N(mul)(a, b);
    NUMBER rest = N(sub)(product, N(mul)(a_upper, b_upper));
    rest = N(sub)(rest, N(mul)(a_lower, b_upper));
    rest = N(sub)(rest, N(mul)(a_upper, b_lower));
    return (N(pair)){ product, N(sub)(N(mul)(a_lower, b_lower), rest) };
}

#undef N
#undef NUMBER
#undef TWO_PRODUCT_BY_HALVES_OF
#endif
