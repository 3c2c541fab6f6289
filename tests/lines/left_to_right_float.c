#include "lines/left_to_right.h"

#include "harness/check.h"

#include <float.h>
#include <math.h>

static const double close_call = 0x1p-30;

static double at(const kernel *k, const void *array, size_t i)
{
    return k->type == TYPE_F64 ? ((const double *)array)[i] : (double)((const float *)array)[i];
}

static double rounded(const kernel *k, double value)
{
    return k->type == TYPE_F64 ? value : (double)(float)value;
}

static bool is_same_kind(double a, double b)
{
    if (isnan(a) || isnan(b))
        return isnan(a) && isnan(b);
    return isinf(a) || isinf(b) ? a == b : true;
}

/* Does rounding decide whether a result of this size overflows to infinity? */
static bool is_near_overflow(double value, double max)
{
    return fabs(value) > max * (1 - close_call) && fabs(value) <= max * (1 + close_call);
}

static void check_kind(const kernel *k, const char *data, size_t n, const void *x, const void *y,
                       size_t i, double accumulator)
{
    if (k->type == TYPE_F32 && is_near_overflow(accumulator, FLT_MAX))
        return;
    const double want = rounded(k, accumulator), got = at(k, y, i);
    check(is_same_kind(got, want), "%s %s n=%zu: element %zu (input %a) is %a, left to right %a",
          k->name, data, n, i, at(k, x, i), got, want);
}

/* Exactly a + b or a * b, but scaled by 2^-600 so that it does not overflow. */
static double scaled_sum(double a, double b)
{
    return a * 0x1p-600 + b * 0x1p-600;
}

static double scaled_product(double a, double b)
{
    return fabs(a) > fabs(b) ? a * 0x1p-600 * b : a * (b * 0x1p-600);
}

/* True where the step from two finite operands comes so close to the largest finite number that
 * either result is right; all that follows hangs on it. */
static bool is_close_call(double a, double b, double scaled)
{
    return isfinite(a) && isfinite(b) && is_near_overflow(scaled, DBL_MAX * 0x1p-600);
}

void left_to_right_sum(const kernel *k, const char *data, size_t n, const void *x,
                       const void *second, const void *y, const int64_t *index)
{
    (void)second, (void)index;
    double sum = 0;
    bool all_finite = true, decided = true;
    for (size_t i = 0; i < n; i++) {
        const double given = at(k, x, i);
        decided = decided && !is_close_call(sum, given, scaled_sum(sum, given));
        sum += given;
        all_finite = all_finite && isfinite(given);
        if (decided)
            check_kind(k, data, n, x, y, i, sum);
        else if (all_finite) /* infinite or not, a sum of numbers is never NaN */
            check(!isnan(at(k, y, i)),
                  "%s %s n=%zu: element %zu is NaN without an infinite element", k->name, data, n,
                  i);
    }
}

void left_to_right_product(const kernel *k, const char *data, size_t n, const void *x,
                           const void *second, const void *y, const int64_t *index)
{
    (void)second, (void)index;
    double product = 1;
    for (size_t i = 0; i < n; i++) {
        const double given = at(k, x, i), last = product;
        if (is_close_call(last, given, scaled_product(last, given)))
            return;
        product *= given;
        const bool is_exact_zero = last == 0 || given == 0;
        if (fabs(product) < DBL_MIN && !is_exact_zero) {
            /* Twice smaller than any number there is: 0 for certain, and it stays 0. Otherwise
             * rounding decides. */
            const bool is_certain_zero = fabs(last * 0x1p600 * given) < 0x1p-480 &&
                                         fabs(last) < 0x1p400 && fabs(given) < 0x1p400;
            if (!is_certain_zero)
                return;
        }
        check_kind(k, data, n, x, y, i, product);
        if (k->type == TYPE_F64 && isfinite(product)) {
            const double got = at(k, y, i);
            check(fabs(got / 2 - product / 2) <= close_call * fabs(product / 2),
                  "%s %s n=%zu: element %zu is %a, left to right %a", k->name, data, n, i, got,
                  product);
        }
    }
}

void left_to_right_log(const kernel *k, const char *data, size_t n, const void *x,
                       const void *second, const void *y, const int64_t *index)
{
    (void)second, (void)index;
    const double slack = k->type == TYPE_F64 ? 0x1p-48 : 0x1p-22;
    double max = -INFINITY;
    bool any_nan = false;
    for (size_t i = 0; i < n; i++) {
        const double given = at(k, x, i), got = at(k, y, i);
        any_nan |= isnan(given);
        max = given > max ? given : max;
        const double expected = any_nan ? NAN : max;
        check(is_same_kind(got, expected),
              "%s %s n=%zu: element %zu (input %a) is %a, should be like %a", k->name, data, n, i,
              given, got, expected);
        if (isnan(expected) || isinf(expected))
            continue;
        const double most = log((double)(i + 1)), room = slack * (fabs(max) + most);
        check(got >= max - room && got - most <= max + room,
              "%s %s n=%zu: element %zu is %a, outside [%a, %a]", k->name, data, n, i, got, max,
              max + most);
    }
}

void left_to_right_pairs(const kernel *k, const char *data, size_t n, const void *x,
                         const void *second, const void *y, const int64_t *index)
{
    (void)index;
    const double slack = k->type == TYPE_F64 ? 0x1p-48 : 0x1p-22;
    for (size_t i = 0; i < n; i++) {
        const double a = at(k, x, i), b = at(k, second, i), got = at(k, y, i);
        const double max = a > b ? a : b;
        const double expected = isnan(a) || isnan(b) ? NAN : max;
        check(is_same_kind(got, expected), "%s %s n=%zu: element %zu of %a and %a is %a", k->name,
              data, n, i, a, b, got);
        if (isnan(expected) || isinf(expected))
            continue;
        const double want = max + log1p(exp(-fabs(a - b)));
        check(fabs(got / 2 - want / 2) <= slack * (fabs(a / 2) + fabs(b / 2) + 1),
              "%s %s n=%zu: element %zu of %a and %a is %a, about %a", k->name, data, n, i, a, b,
              got, want);
    }
}
