/* The state of a running log-sum-exp, and its slow path: one element after the other.
 *
 * The sum of what came before is s * e^(shift ln 2). While `counting`, s = sum + count: elements above -1 give
 * e^x - 1 to the sum and 1 to the count, so that s - 1 is known well where it is small. The sum is in units of 2^-150 then:
 * beside one element of 0 the result is the sum of the others, which may be many terms below the smallest double. */
#ifndef LANESCAN_LOGSUMEXP_STATE_TPL_H
#define LANESCAN_LOGSUMEXP_STATE_TPL_H

#include "exp_log_tpl.h"
#include "sum_carry_tpl.h"

/* e^x below the first is subnormal, below the second zero. */
#define EXP_LOWEST_NORMAL (-708.0)
#define EXP_LOWEST        (-746.0)

/* Room for subnormal results: computed 2^150 times too large, then scaled down in one rounding. */
enum { EXP_HEADROOM = 150 };

/* The unit of sums while counting, and elements whose terms are not normal numbers of it. */
#define LSE_UNIT        0x1p-150
#define LSE_TERM_LOWEST (-EXP_HEADROOM * LANESCAN_LN2_HIGH + EXP_LOWEST_NORMAL)

#define LSE_COUNTED_ABOVE (-1.0) /* such elements are counted */
#define LSE_NEAR_LOW \
    (-0.4) /* s - 1 between these, or with a count: the logarithm is taken of s - 1 */
#define LSE_NEAR_HIGH   1.0
#define LSE_COUNT_UNTIL 8.0 /* s beyond this: no more counting; log s is some roundings of s */

enum {
    LSE_UNSHIFTED = 800, /* elements within 2^-800 .. 2^800 need no shift */
    LSE_BELOW_ONE = -64  /* with a negative shift: sums stay below this order, far from s = 1 */
};

#define LSE_HUGE       0x1p40 /* beyond, the data are taken relative to their maximum */
#define LSE_HUGE_LEAVE 0x1p39

typedef struct lse_state {
    sum_carry sum;
    double count,
        count_before; /* elements counted in the line, and in the chunks before this one */
    double shift;
    double highest; /* elements above leave the window */
    double lowest;  /* while nothing is summed yet, elements below leave it; else -inf */
    double reference;
    log_mode mode;
    bool counting;
} lse_state;

LANESCAN_INLINE lse_state lse_state_load(const log_state *s)
{
    return (lse_state){ sum_carry_load(&s->sum),
                        s->count,
                        s->count_before,
                        s->shift,
                        s->highest,
                        s->lowest,
                        s->reference,
                        s->mode,
                        s->counting };
}

LANESCAN_INLINE void lse_state_store(log_state *to, const lse_state *s)
{
    sum_carry_store(&to->sum, s->sum);
    to->count = s->count;
    to->count_before = s->count_before;
    to->shift = s->shift;
    to->highest = s->highest;
    to->lowest = s->lowest;
    to->reference = s->reference;
    to->mode = s->mode;
    to->counting = s->counting;
}

LANESCAN_INLINE bool lse_is_empty(const lse_state *state)
{
    return state->mode == LOG_NORMAL && state->lowest == LOG_FIRST_LOWEST;
}

/* From s = sum + count to s = sum. */
LANESCAN_INLINE void lse_stop_counting(lse_state *state)
{
    double high = f64x2_first(state->sum.high) * LSE_UNIT,
           low = f64x2_first(state->sum.low) * LSE_UNIT;
    double chunk_high = f64x2_second(state->sum.high) * LSE_UNIT,
           chunk_low = f64x2_second(state->sum.low) * LSE_UNIT;
    state->sum.before_high *= LSE_UNIT;
    state->sum.before_low *= LSE_UNIT;
    two_sum_into(&high, &low, state->count);
    two_sum_into(&chunk_high, &chunk_low, state->count - state->count_before);
    two_sum_into(&state->sum.before_high, &state->sum.before_low, state->count_before);
    state->sum.high = f64x2_set(high, chunk_high);
    state->sum.low = f64x2_set(low, chunk_low);
    state->count = state->count_before = 0;
    state->counting = false;
}

/* Lanes with elements that are counted. */
LANESCAN_INLINE m64x8 lse_is_counted(f64x8 x)
{
    return f64x8_gt(x, f64x8_splat(LSE_COUNTED_ABOVE));
}

/* e^x 2^-shift. Far below the range of f64 the result is the least normal number, or with headroom what it should be:
 * subnormal, or zero. */
LANESCAN_INLINE f64x8 lse_exp(element type, f64x8 x, double shift, bool headroom)
{
    const f64x8 origin = f64x8_splat(shift * LANESCAN_LN2_HIGH);
    const f64x8 lowest = f64x8_add(origin, f64x8_splat(headroom ? EXP_LOWEST : EXP_LOWEST_NORMAL));
    const m64x8 vanishes = f64x8_gt(lowest, x);
    /* With headroom zeros are put in: making them by underflow would cost hundreds of cycles each. */
    const f64x8 argument = headroom ? f64x8_select(vanishes, origin, x) : f64x8_max(lowest, x);
    const exponential e = exp_lanes(type, argument,
                                    f64x8_splat(exp_magic((headroom ? EXP_HEADROOM : 0) - shift)));
    const f64x8 power = f64x8_fma(e.fraction, e.scale, e.scale);
    if (!headroom)
        return power;
    const f64x8 scale = f64x8_splat(f64_power_of_two(-EXP_HEADROOM));
    return f64x8_select(vanishes, f64x8_splat(0), f64x8_mul(power, scale));
}

/* The terms of elements while counting, in units of 2^-150: e^x, less 1 where the element is counted. The low part is what
 * rounding leaves of a counted element: of others C, which is p |x| at least, does not notice it. */
LANESCAN_INLINE sum_lanes lse_counting_exp(element type, f64x8 x)
{
    const f64x8 zero = f64x8_splat(0), unit = f64x8_splat(1 / LSE_UNIT);
    const m64x8 vanishes = f64x8_gt(f64x8_splat(LSE_TERM_LOWEST), x), counted = lse_is_counted(x);
    const exponential e = exp_lanes(type, f64x8_select(vanishes, zero, x),
                                    f64x8_splat(exp_magic(EXP_HEADROOM)));
    const f64x8 base = f64x8_select(counted, f64x8_sub(e.scale, unit), e.scale);
    const f64x8 power = f64x8_fma(e.fraction, e.scale, base);
    const f64x8 high = f64x8_select(vanishes, zero, power);
    if (IS_NARROW(type))
        return (sum_lanes){ high, zero };
    const f64x8 rest = f64x8_fma(e.fraction, e.scale, f64x8_sub(base, power));
    return (sum_lanes){ high, f64x8_select(counted, rest, zero) };
}

/* log(high + low + count), the first two in units of 2^-150: each lane chooses by its own sum whether s or s - 1 is reduced. For f64 what their rounding and that
 * of the largest parts of the logarithm leave is added to the small ones: C may be a fraction of s here, and the result
 * a fraction of these. */
LANESCAN_INLINE f64x8 lse_log_counting(element type, f64x8 high, f64x8 low, f64x8 count)
{
    const f64x8 one = f64x8_splat(1), zero = f64x8_splat(0), less_one = f64x8_sub(count, one);
    const f64x8 unit = f64x8_splat(LSE_UNIT);
    const f64x8 w = f64x8_fma(low, unit, f64x8_fma(high, unit, less_one));
    const f64x8 s = f64x8_fma(low, unit, f64x8_fma(high, unit, count));
    /* Where anything is counted w is the better of the two however low: s is made from it. */
    const m64x8 near = m64x8_and(f64x8_gt(f64x8_add(w, count), f64x8_splat(LSE_NEAR_LOW)),
                                 f64x8_gt(f64x8_splat(LSE_NEAR_HIGH), w));
    const f64x8 n = f64x8_exponent(s), scale = inverse_power_of_two(n);
    if (IS_NARROW(type)) {
        const f64x8 of_w = f64x8_fma(w, scale, f64x8_sub(scale, one));
        return log1p_lanes(type, f64x8_select(near, of_w, f64x8_sub(f64x8_mantissa(s), one)), n);
    }
    const sum_lanes exact = two_sum_lanes(f64x8_mul(high, unit),
                                          f64x8_select(near, less_one, count));
    const f64x8 small = f64x8_fma(low, unit, exact.low), sum = f64x8_add(exact.high, small);
    const f64x8 rest = f64x8_sub(small, f64x8_sub(sum, exact.high));
    const f64x8 f = f64x8_fma(sum, scale, f64x8_sub(f64x8_select(near, scale, zero), one));
    return log1p_rest_lanes(f, f64x8_mul(rest, scale), n);
}

/* ---- the slow path: scalars, by way of the functions for lanes ---- */

typedef struct lse_scalar { /* high and low in units of 2^-150 while counting */
    double high, low, count, shift, reference;
    log_mode mode;
    bool counting, empty;
} lse_scalar;

LANESCAN_INLINE double first_lane(f64x8 v)
{
    double lanes[LANES];
    f64x8_store(ELEMENT_F64, lanes, v);
    return lanes[0];
}

/* Functions of one number: not inlined, so that no more than one of them is on the stack. */

/* e^x 2^-shift. */
LANESCAN_COLD double lse_exp_one(element type, double x, double shift)
{
    return first_lane(lse_exp(type, f64x8_splat(x), shift, true));
}

/* The term of x while counting, and in `low` what rounding leaves of it. */
LANESCAN_COLD double lse_counting_exp_one(element type, double x, double *low)
{
    const sum_lanes term = lse_counting_exp(type, f64x8_splat(x));
    *low = first_lane(term.low);
    return first_lane(term.high);
}

/* log(s) + shift ln 2. */
LANESCAN_COLD double lse_log_one(element type, double s, double shift)
{
    return first_lane(log_lanes(type, f64x8_splat(s), f64x8_splat(shift)));
}

LANESCAN_COLD double lse_log_counting_one(element type, const lse_scalar *s)
{
    return first_lane(lse_log_counting(type, f64x8_splat(s->high), f64x8_splat(s->low),
                                       f64x8_splat(s->count)));
}

LANESCAN_INLINE double lse_highest(double shift)
{
    const double order = shift + (LOG_WINDOW - 10);
    return (shift < 0 && order > LSE_BELOW_ONE ? LSE_BELOW_ONE : order) * LANESCAN_LN2_HIGH;
}

/* log2(e^x), rounded to an integer. */
LANESCAN_INLINE double lse_order(double x)
{
    return (x * LANESCAN_LOG2E + 0x1.8p52) - 0x1.8p52;
}

LANESCAN_INLINE void lse_fold_count(lse_scalar *s)
{
    if (s->counting) {
        s->high *= LSE_UNIT;
        s->low *= LSE_UNIT;
        two_sum_into(&s->high, &s->low, s->count);
    }
    s->counting = false;
    s->count = 0;
}

/* Moves the window to an element of order n. */
LANESCAN_INLINE void lse_move_window(lse_scalar *s, double n)
{
    const double shift = n >= -LSE_UNSHIFTED && n <= LSE_UNSHIFTED ? 0 : n;
    const double to_units = shift == 0 ? EXP_HEADROOM : 0;
    lse_fold_count(s);
    /* Upwards, and further than from and to units. */
    for (double orders = s->shift - shift + to_units; s->high != 0 && orders < 0; orders += 1000) {
        if (orders < -3000) {
            s->high = s->low = 0;
            break;
        }
        const double scale = f64_power_of_two(orders < -1000 ? -1000 : (int64_t)orders);
        s->high *= scale;
        s->low *= scale;
    }
    s->shift = shift;
    s->counting = shift == 0;
}

LANESCAN_INLINE void lse_add_normal(element type, lse_scalar *s, double x)
{
    if (s->empty || x > lse_highest(s->shift))
        lse_move_window(s, lse_order(x));
    s->empty = false;
    if (s->counting) {
        double low;
        two_sum_into(&s->high, &s->low, lse_counting_exp_one(type, x, &low));
        s->low += low;
        s->count += x > LSE_COUNTED_ABOVE;
    } else {
        two_sum_into(&s->high, &s->low, lse_exp_one(type, x, s->shift));
    }
    if (s->counting && (s->high + s->low) * LSE_UNIT + s->count > LSE_COUNT_UNTIL)
        lse_fold_count(s);
}

LANESCAN_INLINE void lse_add_relative(element type, lse_scalar *s, double x)
{
    const double distance = x - s->reference;
    if (distance <= 0) {
        two_sum_into(&s->high, &s->low, lse_exp_one(type, distance, 0));
    } else { /* the new maximum */
        const double scale = lse_exp_one(type, -distance, 0);
        s->high *= scale;
        s->low *= scale;
        two_sum_into(&s->high, &s->low, 1);
        s->reference = x;
    }
}

/* To a sum relative to a power of two; or to none, where the sum is negligible beside -LSE_HUGE_LEAVE. */
LANESCAN_INLINE void lse_leave_relative(element type, lse_scalar *s)
{
    if (s->reference < -2 * LSE_HUGE) {
        *s = (lse_scalar){ .mode = LOG_NORMAL, .empty = true };
        return;
    }
    s->shift = lse_order(s->reference);
    const double scale = lse_exp_one(type, s->reference, s->shift);
    s->high *= scale;
    s->low *= scale;
    s->mode = LOG_NORMAL;
}

LANESCAN_INLINE void lse_add(element type, lse_scalar *s, double x)
{
    if (x != x || x == __builtin_inf()) {
        s->reference = s->mode == LOG_ENDED && x == x ? s->reference : x;
        s->mode = LOG_ENDED;
        return;
    }
    if (s->mode == LOG_ENDED || x == -__builtin_inf())
        return;
    if (s->mode == LOG_RELATIVE && s->reference < 0 && x > -LSE_HUGE_LEAVE)
        lse_leave_relative(type, s);
    if (s->mode == LOG_NORMAL && !s->empty && x < (s->shift - 3000) * LANESCAN_LN2_HIGH)
        return; /* x is */
    if (s->mode == LOG_NORMAL && (x >= LSE_HUGE || x <= -LSE_HUGE)) {
        lse_fold_count(s);
        s->reference = s->empty ? x : s->shift * LANESCAN_LN2_HIGH;
        s->mode = LOG_RELATIVE;
        s->empty = false;
    }
    if (s->mode == LOG_RELATIVE)
        lse_add_relative(type, s, x);
    else
        lse_add_normal(type, s, x);
}

LANESCAN_INLINE double lse_value(element type, const lse_scalar *s)
{
    if (s->mode == LOG_ENDED)
        return s->reference;
    if (s->empty)
        return -__builtin_inf();
    if (s->mode == LOG_RELATIVE)
        return s->reference + lse_log_one(type, s->high + s->low, 0);
    return s->counting ? lse_log_counting_one(type, s)
                       : lse_log_one(type, s->high + s->low, s->shift);
}

/* A group with an element outside the window, or NaN. Lanes are fast as long as all elements up to them are in
 * the window and one of them is in the sum: those keep their results in y, because elements after them must
 * not change them. y may be NULL: then only the state moves on. */
LANESCAN_COLD void lse_slow_group(element type, size_t count, const double *x, double *y,
                                  lse_state *state)
{
    lse_scalar s = { f64x2_first(state->sum.high),
                     f64x2_first(state->sum.low),
                     state->count,
                     state->shift,
                     state->reference,
                     state->mode,
                     state->counting,
                     lse_is_empty(state) };
    const double lowest = state->lowest, highest = state->highest;
    bool fast = s.mode == LOG_NORMAL, summed = !s.empty;
    for (size_t i = 0; i < count; i++) {
        fast = fast && x[i] <= highest;
        summed = summed || x[i] >= lowest;
        lse_add(type, &s, x[i]);
        if (y && !(fast && summed))
            y[i] = lse_value(type, &s);
    }
    const double lost = __builtin_nan(
        ""); /* the chunk's own sum: sum_carry_next_chunk does without */
    *state = (lse_state){ .sum = state->sum,
                          .count = s.count,
                          .count_before = state->count_before,
                          .shift = s.shift,
                          .reference = s.reference,
                          .mode = s.mode,
                          .counting = s.counting };
    state->sum.high = f64x2_set(s.high, lost);
    state->sum.low = f64x2_set(s.low, lost);
    state->highest = s.mode != LOG_NORMAL ? -__builtin_inf()
                     : s.empty            ? lse_highest(0)
                                          : lse_highest(s.shift);
    state->lowest = s.mode != LOG_NORMAL ? __builtin_inf()
                    : s.empty            ? LOG_FIRST_LOWEST
                                         : -__builtin_inf();
    if (s.empty)
        state->counting = true;
}

#endif
