/* logcumsumexp and logsumexp of f32 and f64: y[j] = log(e^x[0] + ... + e^x[j]), with one exp and
 * one log an element. Here is what both are made of: terms, and logarithms of sums.
 *
 * Shift. The state has s, the sum of all e^x so far, divided by 2^shift, so that any x is in range;
 * y = log(what is there) + shift ln 2. The shift goes into the exponents that exp and log handle
 * anyway. It moves only when elements leave a window of several hundred binary orders; while |x| <
 * 590 it is 0.
 *
 * Split. Until s has passed 8, from where it never comes back, it is kept in two parts, s = ones +
 * sum. An element above -1 adds 1 to the ones, an exact integer, and e^x - 1 to the sum; any other
 * adds e^x to the sum, which is in units of 2^-150.
 *
 * Why so, and the error, below 2 eps C for f64 results: docs/contract.md. */
#ifndef LANESCAN_LOGSUMEXP_H
#define LANESCAN_LOGSUMEXP_H

#include "fold/scalars.h"
#include "fold/sum_carry.h"
#include "fold/trees.h"
#include "math/exp_log.h"
#include "ops/logsumexp/state.h"
#include "ops/own.h"

extern const group_scan PORTABLE(logsumexp_scan);

/* The sum of log-sum-exps is no longer split. */
void PORTABLE(logsumexp_stop_splitting)(logsumexp_state *state);

/* ---- terms ---- */

/* e^x below the first is subnormal, below the second zero. */
#define EXP_LOWEST_NORMAL (-708.0)
#define EXP_LOWEST        (-746.0)

/* Room for subnormal results: computed 2^150 times too large, then scaled down in one rounding. */
enum { EXP_HEADROOM = 150 };

/* Without headroom terms end here, at 2^-952: far below the last digit of a sum, and far enough
 * above the subnormal numbers that what rounding takes from a sum of such terms alone is normal
 * too. Some CPUs need hundreds of cycles for an operation on a subnormal number. */
#define TERM_LOWEST (-660.0)

/* The unit of a split sum; elements whose terms are below that limit in it, and those whose terms
 * are no normal numbers of it. */
#define SPLIT_UNIT          0x1p-150
#define SPLIT_TERM_LOWEST   (-EXP_HEADROOM * LANESCAN_LN2_HIGH + TERM_LOWEST)
#define SPLIT_LOWEST_NORMAL (-EXP_HEADROOM * LANESCAN_LN2_HIGH + EXP_LOWEST_NORMAL)

#define SPLIT_UNTIL      8.0 /* s beyond this is no longer split: log s is some roundings of s */
#define SPLIT_ONES_ABOVE (-1.0)

/* Elements that give a one. */
LANESCAN_INLINE m64v gives_one(f64v x)
{
    return f64v_gt(x, f64v_splat(SPLIT_ONES_ABOVE));
}

/* e^x / 2^shift. Where that is below the normal numbers, with headroom: what it should be,
 * subnormal or zero. Without, which is cheaper, all terms below TERM_LOWEST's are taken as that. */
LANESCAN_INLINE void logsumexp_terms_of(precision of, int vectors, const f64v *x, double shift,
                                        bool headroom, f64v *terms)
{
    const f64v origin = f64v_splat(shift * LANESCAN_LN2_HIGH);
    const f64v lowest = f64v_add(origin, f64v_splat(headroom ? EXP_LOWEST : TERM_LOWEST));
    const f64v magic = f64v_splat(exp_magic((headroom ? EXP_HEADROOM : 0) - shift));
    const f64v scale = f64v_splat(f64_power_of_two(-EXP_HEADROOM));
    f64v arguments[MATH_VECTORS];
    exponential e[MATH_VECTORS];
    /* With headroom zeros are put in: making them by underflow would cost hundreds of cycles
     * each. */
    for (int v = 0; v < vectors; v++)
        arguments[v] = headroom ? f64v_select(f64v_gt(lowest, x[v]), origin, x[v])
                                : f64v_max(lowest, x[v]);
    exp_vectors(of, vectors, arguments, magic, e);
    for (int v = 0; v < vectors; v++) {
        terms[v] = f64v_fma(e[v].fraction, e[v].scale, e[v].scale);
        if (headroom)
            terms[v] = f64v_select(f64v_gt(lowest, x[v]), f64v_splat(0), f64v_mul(terms[v], scale));
    }
}

LANESCAN_INLINE f64v logsumexp_term(precision of, f64v x, double shift, bool headroom)
{
    f64v term;
    logsumexp_terms_of(of, 1, &x, shift, headroom, &term);
    return term;
}

/* What an element adds to a split sum, in units of 2^-150: e^x - 1 if it gives a one, else e^x.
 * exp_lanes gives e^x as scale + fraction * scale, so both are one fma upon `base`, which is scale
 * - 1 or scale. The low part is what that fma has rounded away. It is kept where the element gives
 * a one: its e^x - 1 may be small beside e^x, and so may the result. Of other elements it is not
 * needed: there |x| >= 1, and an error of u e^x is covered by C. */
LANESCAN_INLINE f64v_pair logsumexp_split_term(precision of, f64v x)
{
    const f64v zero = f64v_splat(0), unit = f64v_splat(1 / SPLIT_UNIT);
    const m64v vanishes = f64v_gt(f64v_splat(SPLIT_LOWEST_NORMAL), x), one = gives_one(x);
    const exponential e = exp_lanes(of, f64v_select(vanishes, zero, x),
                                    f64v_splat(exp_magic(EXP_HEADROOM)));
    const f64v base = f64v_select(one, f64v_sub(e.scale, unit), e.scale);
    const f64v_pair power = f64v_fast_two_fma(e.fraction, e.scale, base);
    const f64v high = f64v_select(vanishes, zero, power.high);
    return (f64v_pair){ high, of == SINGLE ? zero : f64v_select(one, power.low, zero) };
}

/* ---- logarithms ---- */

/* The logarithm is taken of s - 1 where that is below HIGH, and above LOW or there are ones; else
 * of s. */
#define SPLIT_NEAR_LOW  (-0.4)
#define SPLIT_NEAR_HIGH 1.0

/* log s = n ln 2 + log(1 + f), where s = ones + (high + low) 2^-150 = 2^n (1 + f). An error of f is
 * one of the result, so f is made, in each lane, of what has more digits: of w = s - 1 where that
 * is `near` 0, f = w 2^-n + (2^-n - 1), else of s, f = s 2^-n - 1. For f64 results the logarithm
 * also gets what rounding takes from f: C may be a fraction of s. */
LANESCAN_INLINE void logsumexp_split_logs(precision of, int vectors, const f64v *high,
                                          const f64v *low, const f64v *ones, f64v *y)
{
    const f64v one = f64v_splat(1), zero = f64v_splat(0), unit = f64v_splat(SPLIT_UNIT);
    f64v f[MATH_VECTORS], rest[MATH_VECTORS], n[MATH_VECTORS];
    for (int v = 0; v < vectors; v++) {
        const f64v less_one = f64v_sub(ones[v], one);
        const f64v w = f64v_fma(low[v], unit, f64v_fma(high[v], unit, less_one));
        const f64v s = f64v_fma(low[v], unit, f64v_fma(high[v], unit, ones[v]));
        /* Where there are ones s is w + 1 rounded, so w is the better of the two, however low it
         * is. */
        const m64v near = m64v_and(f64v_gt(f64v_add(w, ones[v]), f64v_splat(SPLIT_NEAR_LOW)),
                                   f64v_gt(f64v_splat(SPLIT_NEAR_HIGH), w));
        n[v] = f64v_exponent(s);
        const f64v scale = inverse_power_of_two(n[v]);
        if (of == SINGLE) {
            const f64v of_w = f64v_fma(w, scale, f64v_sub(scale, one));
            f[v] = f64v_select(near, of_w, f64v_sub(f64v_mantissa(s), one));
            continue;
        }
        const f64v_pair exact = f64v_two_sum(f64v_mul(high[v], unit),
                                             f64v_select(near, less_one, ones[v]));
        const f64v_pair sum = f64v_fast_two_sum(exact.high, f64v_fma(low[v], unit, exact.low));
        f[v] = f64v_fma(sum.high, scale, f64v_sub(f64v_select(near, scale, zero), one));
        rest[v] = f64v_mul(sum.low, scale);
    }
    if (of == SINGLE)
        log1p_vectors(of, vectors, f, n, y);
    else
        log1p_rest_vectors(vectors, f, rest, n, y);
}

LANESCAN_INLINE f64v logsumexp_split_log(precision of, f64v high, f64v low, f64v ones)
{
    f64v y;
    logsumexp_split_logs(of, 1, &high, &low, &ones, &y);
    return y;
}

/* ---- groups that are not whole ---- */

/* How many runs of a group are summed: those that have elements, and one that has none, whose sum
 * the others without elements share. */
LANESCAN_INLINE size_t summed_runs(size_t count)
{
    const size_t runs = (count + RUN - 1) / RUN;
    return runs < RUNS ? runs + 1 : RUNS;
}

/* ---- the state ---- */

/* Has the sum passed 8? */
LANESCAN_INLINE bool logsumexp_is_large(double sum, double ones)
{
    return sum * SPLIT_UNIT + ones > SPLIT_UNTIL;
}

LANESCAN_INLINE void logsumexp_fold_chunk(logsumexp_state *s)
{
    sum_fold_chunk(&s->sum);
    s->ones_before = s->ones;
}

/* Sums alone are for logsumexp and for tensors: without both there is no code for them. */
LANESCAN_INLINE bool logsumexp_wants_results(const void *y)
{
#if defined(LANESCAN_WITHOUT_LOGSUMEXP) && defined(LANESCAN_WITHOUT_TENSORS)
    (void)y;
    return true;
#else
    return y;
#endif
}

#endif
