/* From elements to weights, in units that follow the largest of them, and to the running sum; then
 * what weights below the normal numbers have lost. */
#include "gradient/log_sum.h"

#include "ops/sum/state.h"

/* The sum is on its way in registers; `parts` is known when this is compiled. */

static inline void scale_sum(log_sum *s, size_t parts, double factor)
{
    for (size_t k = 0; k < parts; k++) {
        s->part[k].high *= factor;
        s->part[k].low *= factor;
    }
}

static inline void write_sum(const log_sum *s, size_t parts, double *sums, size_t i)
{
    for (size_t k = 0; k < parts; k++)
        sums[parts * i + k] = s->part[k].high + s->part[k].low;
}

static void sum_begin_from(lanescan_state *state, const log_sum *s)
{
    sum_begin(state);
    state->as.sum.line.high = s->part[0].high;
    state->as.sum.line.low = s->part[0].low;
}

/* Real numbers by the kernel of running sums, which goes on from the sum. Where nobody `wants`
 * sums of elements it is faster without, but gives nothing where not all is finite. */
static void add_by_kernel(const gradient_lines *all, log_sum *s, size_t count,
                          const double *weights, bool wants, double *sums)
{
    lanescan_state state;
    sum_begin_from(&state, s);
    state.over = wants || count != GRADIENT_BUFFER;
    if (!state.over)
        all->sum(&state, false, count, weights, NULL, NULL);
    if (state.over) {
        sum_begin_from(&state, s);
        all->sum(&state, false, count, weights, sums, NULL);
    }
    s->part[0].high = state.over ? state.ended : state.as.sum.line.high;
    s->part[0].low = state.over ? 0 : state.as.sum.line.low;
}

/* Weights that are known. Sums are those of elements, or, if nobody `wants` them, any numbers. */
static void add_weights(const gradient_lines *all, log_sum *whole, size_t count,
                        const double *weights, bool wants, double *sums)
{
    if (!all->is_complex) {
        add_by_kernel(all, whole, count, weights, wants, sums);
        return;
    }
    log_sum s = *whole;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < 2; k++)
            s.part[k] = f64_compensated_add(s.part[k], weights[2 * i + k]);
        write_sum(&s, 2, sums, i);
    }
    *whole = s;
}

/* Elements as small as this are those that count as 0. */
#define EXPONENT_OF_NOTHING (-0x1p47)

/* Values with exponents, which become weights and falls. */
static inline void add_values(log_sum *whole, size_t parts, size_t count, double *values,
                              double *exponents, double *sums)
{
    log_sum s = *whole;
    for (size_t i = 0; i < count; i++) {
        const double exponent = exponents[i];
        exponents[i] = 0;
        if (exponent > s.top) {
            exponents[i] = s.top - exponent;
            scale_sum(&s, parts, log_scale(1, exponents[i]));
            s.top = exponent;
        }
        const bool is_nothing = log_is_nothing(values + parts * i);
        for (size_t k = 0; k < parts; k++) {
            double *const weight = values + parts * i + k;
            *weight = is_nothing ? -0.0 : log_scale(*weight, exponent - s.top) + 0;
            s.part[k] = f64_compensated_add(s.part[k], *weight);
        }
        write_sum(&s, parts, sums, i);
        if (s.top <= EXPONENT_OF_NOTHING) /* NaN may have been there, which has no exponent */
            sums[parts * i] += __builtin_inf();
    }
    *whole = s;
}

/* An element, or several that are near. */
static void add_with_exponents(const gradient_lines *all, log_sum *s, size_t count, const double *x,
                               double *weights, double *falls, double *sums)
{
    all->exponentials(count, x, weights, falls, 0);
    if (all->is_complex)
        add_values(s, 2, count, weights, falls, sums);
    else
        add_values(s, 1, count, weights, falls, sums);
}

/* ---- elements that are far ---- */

static bool is_far(double x)
{
    return x > LOG_NEAR || (x < -LOG_NEAR && x > -__builtin_inf());
}

/* Its distance to the reference, which it may become; nothing is left of the sum then. */
static double refer(log_sum *s, double x, bool *is_new)
{
    const double none = -__builtin_inf();
    const double limit = s->reference == 0 ? LOG_NEAR : s->reference + LOG_FAR;
    *is_new = x > limit || (s->reference == none && x > none);
    if (*is_new)
        s->reference = is_far(x) ? x : 0;
    return log_relative(s, x);
}

/* One after the other. */
LANESCAN_COLD void add_far(const gradient_lines *all, log_sum *s, size_t count, const double *x,
                           double *weights, double *falls, double *sums)
{
    const size_t parts = gradient_parts(all);
    for (size_t i = 0; i < count; i++) {
        double one[2] = { x[parts * i], x[parts * i + parts - 1] };
        bool is_new;
        one[0] = refer(s, one[0], &is_new);
        if (is_new)
            s->top = -__builtin_inf();
        add_with_exponents(all, s, 1, one, weights + parts * i, falls + i, sums + parts * i);
    }
}

/* Most lines begin with an element that is near; what is far below it counts as 0. Is the reference
 * 0? */
static bool refers_to_0(log_sum *s, const double *x)
{
    if (s->reference == -__builtin_inf() && x[0] >= -LOG_NEAR && x[0] <= LOG_NEAR)
        s->reference = 0;
    return LANESCAN_LIKELY(s->reference == 0);
}

static bool has_begun(const log_sum *s)
{
    return s->top > EXPONENT_OF_NOTHING;
}

bool log_sum_block(const gradient_lines *all, log_sum *s, size_t count, const double *x,
                   double *weights, double *falls, double *sums)
{
    if (refers_to_0(s, x)) {
        const double largest = all->exponentials(count, x, weights, NULL, s->top);
        if (LANESCAN_LIKELY(largest <= s->top && has_begun(s))) {
            add_weights(all, s, count, weights, true, sums);
            return false;
        }
        if (LANESCAN_LIKELY(largest <= LOG_NEAR)) {
            add_with_exponents(all, s, count, x, weights, falls, sums);
            return true;
        }
    }
    add_far(all, s, count, x, weights, falls, sums);
    return true;
}

/* One after the other, with the bits that add_values has for units that change within: scaling by
 * powers of two is exact. */
static void add_in_turn(log_sum *whole, size_t parts, size_t count, const double *weights)
{
    for (size_t k = 0; k < parts; k++) {
        f64_pair sum = whole->part[k];
        for (size_t i = 0; i < count; i++)
            sum = f64_compensated_add(sum, weights[parts * i + k]);
        whole->part[k] = sum;
    }
}

bool log_sum_pass(const gradient_lines *all, log_sum *s, size_t count, const double *x,
                  double *weights, double *others)
{
    if (refers_to_0(s, x)) {
        const double largest = all->exponentials(count, x, weights, NULL, s->top);
        const bool is_higher = largest > s->top;
        if (is_higher ? largest > EXPONENT_OF_NOTHING && largest <= LOG_NEAR : has_begun(s)) {
            if (is_higher) {
                scale_sum(s, gradient_parts(all), log_scale(1, s->top - largest));
                s->top = largest;
                all->exponentials(count, x, weights, NULL, largest);
                add_in_turn(s, gradient_parts(all), count, weights);
            } else {
                add_weights(all, s, count, weights, false, others);
            }
            return true;
        }
    }
    log_sum_block(all, s, count, x, weights, others, weights);
    return false;
}

void log_sum_element(const gradient_lines *all, log_sum *s, const double *x)
{
    double value[2], fall, sum[2];
    log_sum_block(all, s, 1, x, value, &fall, sum);
}

const double *log_sum_relative(const gradient_lines *all, const log_sum *s, size_t count,
                               const double *x, double *buffer)
{
    const size_t parts = gradient_parts(all);
    if (LANESCAN_LIKELY(s->reference == 0))
        return x;
    for (size_t i = 0; i < count; i++) {
        buffer[parts * i + parts - 1] = x[parts * i + parts - 1];
        buffer[parts * i] = log_relative(s, x[parts * i]);
    }
    return buffer;
}

/* y = conj(value) r 2^exponent: of r 2^-10 the products do not overflow. */
LANESCAN_COLD void multiply_lost(size_t parts, const double *value, double exponent,
                                 const double *r, double *y)
{
    const double re = r[0] * 0x1p-10, im = r[parts - 1] * 0x1p-10;
    if (parts == 1) {
        y[0] = log_lower(value[0] * re, exponent + 10);
    } else {
        y[0] = log_lower(value[0] * re + value[1] * im, exponent + 10);
        y[1] = log_lower(value[0] * im - value[1] * re, exponent + 10);
    }
}

void log_sum_lost(const gradient_lines *all, const log_sum *before, size_t count, const double *x,
                  const double *r, size_t r_step, double *y, double *values, double *exponents)
{
    const size_t parts = gradient_parts(all);
    bool is_first[GRADIENT_BUFFER]; /* in units of its own */
    log_sum s = *before;
    for (size_t i = 0; i < count; i++) {
        values[parts * i + parts - 1] = x[parts * i + parts - 1];
        values[parts * i] = refer(&s, x[parts * i], &is_first[i]);
    }
    all->exponentials(count, values, values, exponents, 0);
    for (size_t i = 0; i < count; i++) {
        s.top = is_first[i] || exponents[i] > s.top ? exponents[i] : s.top;
        if (exponents[i] - s.top < -1022 && log_is_beyond(parts, r + r_step * i, 1) &&
            !log_is_nothing(values + parts * i))
            multiply_lost(parts, values + parts * i, exponents[i] - s.top, r + r_step * i,
                          y + parts * i);
    }
}

void log_sum_quotient(const log_sum *s, size_t parts, double *g)
{
    const double re = s->part[0].high + s->part[0].low,
                 im = parts == 2 ? s->part[1].high + s->part[1].low : 0;
    const double of_re = g[0], of_im = g[parts - 1];
    const bool is_nothing = s->top <= EXPONENT_OF_NOTHING && re == re;
    if (is_nothing || (of_re == 0 && of_im == 0)) {
        g[0] = g[parts - 1] = 0;
    } else if (parts == 1) {
        g[0] = of_re / re;
    } else {
        const double square = re * re + im * im;
        g[0] = of_re * (re / square) - of_im * (im / square);
        g[1] = of_re * (im / square) + of_im * (re / square);
    }
}
