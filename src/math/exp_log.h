/* The room math: elementary functions in lanes, whose bits must not depend on any libm.
 *
 * exp and log in lanes, in the pieces that log-sum-exps need. All real arithmetic is f64; for
 * 32-bit results shorter polynomials do. Coefficients and their errors: coefficients.h. */
#ifndef LANESCAN_EXP_LOG_H
#define LANESCAN_EXP_LOG_H

#include "math/coefficients.h"
#include "math/exact.h"

/* e^x = scale + fraction * scale, with scale a power of two; so that e^x - 1 = (scale - 1) +
 * fraction * scale is as near as an fma gives it. */
typedef struct exponential {
    f64v fraction, scale;
} exponential;

/* A constant so large that one unit in its last place is 1: added to a number t it rounds t to an
 * integer n, which then stands in the sum's lowest bits, together with shift and the bias of
 * exponents, 1023. Moved up by 52 places these bits are the double 2^(n + shift). |shift| <
 * 2^50. */
LANESCAN_INLINE double exp_magic(double shift)
{
    return 0x1.8p52 + 1023 + shift;
}

/* log2(e^x), rounded to an integer. */
LANESCAN_INLINE double exp_order(double x)
{
    return (x * LANESCAN_LOG2E + 0x1.8p52) - 0x1.8p52;
}

/* As many vectors as are worked on at a time, at most. */
enum { MATH_VECTORS = 4 };

/* How many vectors exponentials and logarithms are taken of step by step (polynomials). Where a
 * vector is two registers or more, it is work enough by itself. */
#ifndef LANESCAN_VECTORS_AT_ONCE
#define LANESCAN_VECTORS_AT_ONCE 1
#endif

/* q(t) of `count` coefficients, of a few vectors: even and odd powers apart, so that two chains run
 * side by side, and step by step for all vectors. A processor that has few places for operations
 * that wait finds work in another vector only if it is near. */
LANESCAN_INLINE void polynomials(int vectors, const double *q, int count, const f64v *t,
                                 const f64v *t_squared, f64v *sums)
{
    const int even = (count - 1) & ~1, odd = (count - 2) | 1; /* the highest powers of each kind */
    f64v even_sums[MATH_VECTORS], odd_sums[MATH_VECTORS];
    for (int v = 0; v < vectors; v++) {
        even_sums[v] = f64v_splat(q[even]);
        odd_sums[v] = f64v_splat(q[odd]);
    }
    for (int i = even - 2; i >= 0; i -= 2)
        for (int v = 0; v < vectors; v++)
            even_sums[v] = f64v_fma(even_sums[v], t_squared[v], f64v_splat(q[i]));
    for (int i = odd - 2; i >= 1; i -= 2)
        for (int v = 0; v < vectors; v++)
            odd_sums[v] = f64v_fma(odd_sums[v], t_squared[v], f64v_splat(q[i]));
    for (int v = 0; v < vectors; v++)
        sums[v] = f64v_fma(odd_sums[v], t[v], even_sums[v]);
}

LANESCAN_INLINE f64v polynomial(const double *q, int count, f64v t, f64v t_squared)
{
    f64v sum;
    polynomials(1, q, count, &t, &t_squared, &sum);
    return sum;
}

/* e^x * 2^shift for magic = exp_magic(shift). Reduction: Cody and Waite, with fma; for 32-bit
 * results ln 2 in one double does, 2^-55 |x| off. The result's exponent must be that of a normal
 * number. NaN gives NaN in `fraction`. */
LANESCAN_INLINE void exp_vectors(precision of, int vectors, const f64v *x, f64v magic,
                                 exponential *e)
{
    f64v r[MATH_VECTORS], r_squared[MATH_VECTORS], q[MATH_VECTORS];
    for (int v = 0; v < vectors; v++) {
        const f64v rounded = f64v_fma(x[v], f64v_splat(LANESCAN_LOG2E), magic);
        const f64v n = f64v_sub(rounded, magic);
        r[v] = f64v_fma(n, f64v_splat(-LANESCAN_LN2_HIGH), x[v]);
        if (of == DOUBLE)
            r[v] = f64v_fma(n, f64v_splat(-LANESCAN_LN2_LOW), r[v]);
        r_squared[v] = f64v_mul(r[v], r[v]);
        e[v].scale = f64v_of_i64(i64v_shift_left(i64v_of_f64(rounded), 52));
    }
    if (of == SINGLE)
        polynomials(vectors, lanescan_exp_f32, 7, r, r_squared, q);
    else
        polynomials(vectors, lanescan_exp_f64, 10, r, r_squared, q);
    for (int v = 0; v < vectors; v++)
        e[v].fraction = f64v_fma(r_squared[v], q[v], r[v]);
}

LANESCAN_INLINE exponential exp_lanes(precision of, f64v x, f64v magic)
{
    exponential e;
    exp_vectors(of, 1, &x, magic, &e);
    return e;
}

/* What log(1 + f) + n ln 2 is beside its two large parts, f and n LN2_HIGH: log(1 + f) - f + n
 * LN2_LOW. n is an integer, f in [-0.25, 0.5]. */
LANESCAN_INLINE void log1p_small_parts(int vectors, const f64v *f, const f64v *n, f64v *small)
{
    f64v f_squared[MATH_VECTORS], q[MATH_VECTORS];
    for (int v = 0; v < vectors; v++)
        f_squared[v] = f64v_mul(f[v], f[v]);
    polynomials(vectors, lanescan_log_f64, 19, f, f_squared, q);
    for (int v = 0; v < vectors; v++)
        q[v] = f64v_fma(f[v], q[v], f64v_splat(-0.5));
    for (int v = 0; v < vectors; v++)
        q[v] = f64v_mul(f_squared[v], q[v]);
    for (int v = 0; v < vectors; v++)
        small[v] = f64v_fma(n[v], f64v_splat(LANESCAN_LN2_LOW), q[v]);
}

LANESCAN_INLINE void log1p_vectors(precision of, int vectors, const f64v *f, const f64v *n, f64v *y)
{
    const f64v ln2 = f64v_splat(LANESCAN_LN2_HIGH);
    f64v f_squared[MATH_VECTORS], q[MATH_VECTORS];
    if (of == DOUBLE) {
        log1p_small_parts(vectors, f, n, q);
        for (int v = 0; v < vectors; v++)
            q[v] = f64v_add(f[v], q[v]);
    } else {
        for (int v = 0; v < vectors; v++)
            f_squared[v] = f64v_mul(f[v], f[v]);
        polynomials(vectors, lanescan_log_f32, 11, f, f_squared, q);
        for (int v = 0; v < vectors; v++)
            q[v] = f64v_fma(f[v], q[v], f64v_splat(-0.5));
        for (int v = 0; v < vectors; v++)
            q[v] = f64v_fma(f_squared[v], q[v], f[v]);
    }
    for (int v = 0; v < vectors; v++)
        y[v] = f64v_fma(n[v], ln2, q[v]);
}

LANESCAN_INLINE f64v log1p_lanes(precision of, f64v f, f64v n)
{
    f64v y;
    log1p_vectors(of, 1, &f, &n, &y);
    return y;
}

/* log(1 + f + rest) + n ln 2 for f as above, a `rest` of some 2^-53 and |n| < 2^10, rounded little
 * more than once: n ln 2 + f is formed with its rounding error, and rest counts as rest / (1 +
 * f). */
LANESCAN_INLINE void log1p_rest_vectors(int vectors, const f64v *f, const f64v *rest, const f64v *n,
                                        f64v *y)
{
    const f64v one = f64v_splat(1), ln2 = f64v_splat(LANESCAN_LN2_HIGH);
    f64v_pair sum[MATH_VECTORS];
    f64v slope[MATH_VECTORS], small[MATH_VECTORS];
    for (int v = 0; v < vectors; v++) {
        sum[v] = f64v_fast_two_fma_of_larger(n[v], ln2, f[v]);
        slope[v] = /* 1 / (1 + f), to 1/8 */
            f64v_sub(one, f64v_mul(f[v], f64v_sub(one, f[v])));
    }
    log1p_small_parts(vectors, f, n, small);
    for (int v = 0; v < vectors; v++)
        y[v] = f64v_add(sum[v].high, f64v_add(sum[v].low, f64v_fma(rest[v], slope[v], small[v])));
}

/* log(1 + t) for t in [0, 1], for 32-bit results. */
LANESCAN_INLINE void log1p_f32_vectors(int vectors, const f64v *t, f64v *y)
{
    f64v t_squared[MATH_VECTORS], q[MATH_VECTORS];
    for (int v = 0; v < vectors; v++)
        t_squared[v] = f64v_mul(t[v], t[v]);
    polynomials(vectors, lanescan_log1p_f32, 13, t, t_squared, q);
    for (int v = 0; v < vectors; v++)
        y[v] = f64v_fma(t_squared[v], q[v], t[v]);
}

/* log(s) + shift ln 2 for positive normal s. */
LANESCAN_INLINE void log_vectors(precision of, int vectors, const f64v *s, f64v shift, f64v *y)
{
    f64v f[MATH_VECTORS], n[MATH_VECTORS];
    for (int v = 0; v < vectors; v++) {
        f[v] = f64v_sub(f64v_mantissa(s[v]), f64v_splat(1));
        n[v] = f64v_add(f64v_exponent(s[v]), shift);
    }
    log1p_vectors(of, vectors, f, n, y);
}

LANESCAN_INLINE f64v log_lanes(precision of, f64v s, f64v shift)
{
    f64v y;
    log_vectors(of, 1, &s, shift, &y);
    return y;
}

/* 2^-n for integers |n| <= 1022. */
LANESCAN_INLINE f64v inverse_power_of_two(f64v n)
{
    const f64v biased = f64v_sub(f64v_splat(exp_magic(0)), n);
    return f64v_of_i64(i64v_shift_left(i64v_of_f64(biased), 52));
}

#endif
