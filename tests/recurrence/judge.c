#include "recurrence/judge.h"

#include "harness/check.h"

#include <float.h>
#include <math.h>
#include <mpfr.h>

/* Exact to all purposes: relative to W, an error of 2^-300 an element. */
enum { BITS = 320 };

static const double bound = 4 * DBL_EPSILON; /* of W */

static double at(bool is_f32, const void *p, size_t j)
{
    return is_f32 ? (double)((const float *)p)[j] : ((const double *)p)[j];
}

static bool is_same_kind(double a, double b)
{
    return isnan(a) ? isnan(b) : a == b;
}

/* Results from where the line is infinite or NaN on, from left to right; `before` is the value
 * before that. */
static void judge_rest(const char *what, bool is_f32, size_t j, size_t n, const void *a,
                       const void *b, double before, const void *y)
{
    for (; j < n; j++) {
        before = fma(at(is_f32, a, j), before, at(is_f32, b, j));
        if (isfinite(before)) { /* an infinity that only rounding made */
            check(!isfinite(at(is_f32, y, j)) || is_f32, "%s: element %zu comes back to %a", what,
                  j, at(is_f32, y, j));
            return;
        }
        const double got = at(is_f32, y, j);
        check(is_same_kind(got, before), "%s: element %zu is %a, left to right %a", what, j, got,
              before);
    }
}

/* What an infinite coefficient multiplies, given the exact result before it: where 0 is within the
 * bound of that, the line's own result. NAN: a float of 0 does not tell. */
static double result_before(bool is_f32, double exact, double w, double got)
{
    if (!(fabs(exact) <= bound * w))
        return exact;
    return is_f32 && got == 0 && exact != 0 ? NAN : got;
}

/* Half the distance of floats at the exact result. */
static double half_ulp_of_float(double exact)
{
    const int exponent = fabs(exact) < FLT_MIN ? FLT_MIN_EXP : ilogb(exact) + 1;
    return ldexp(0.5, exponent - FLT_MANT_DIG);
}

recurrence_error recurrence_judge(const char *what, bool is_f32, size_t n, const void *a,
                                  const void *b, const double *initial, const void *y)
{
    recurrence_error error = { 0, 0, 0, n };
    if (initial && !isfinite(*initial)) {
        error.judged = 0;
        judge_rest(what, is_f32, 0, n, a, b, *initial, y);
        return error;
    }
    const double least = DBL_MIN; /* what is less counts as this in W */
    mpfr_t exact, sum, difference;
    mpfr_inits2(BITS, exact, difference, (mpfr_ptr)0);
    mpfr_init2(sum, 64);
    mpfr_set_d(exact, initial ? *initial : 0, MPFR_RNDN);
    mpfr_set_d(sum, initial ? fmax(fabs(*initial), least) : 0, MPFR_RNDU);
    for (size_t j = 0; j < n; j++) {
        const double of_b = at(is_f32, b, j), got = at(is_f32, y, j);
        const double of_a = j == 0 && !initial ? 0 : at(is_f32, a, j);
        if (!isfinite(of_a) || !isfinite(of_b)) {
            error.judged = j;
            if (j == 0 && !initial) { /* the first coefficient is not used */
                check(is_same_kind(got, of_b), "%s: the first element is %a, not %a", what, got,
                      of_b);
                judge_rest(what, is_f32, 1, n, a, b, of_b, y);
                break;
            }
            double before = mpfr_get_d(exact, MPFR_RNDN);
            if (j > 0)
                before = result_before(is_f32, before, mpfr_get_d(sum, MPFR_RNDU),
                                       at(is_f32, y, j - 1));
            if (!isnan(before))
                judge_rest(what, is_f32, j, n, a, b, before, y);
            break;
        }
        mpfr_mul_d(exact, exact, of_a, MPFR_RNDN);
        mpfr_add_d(exact, exact, of_b, MPFR_RNDN);
        mpfr_mul_d(sum, sum, fabs(of_a), MPFR_RNDU);
        mpfr_add_d(sum, sum, fmax(fabs(of_b), least), MPFR_RNDU);
        const double value = mpfr_get_d(exact, MPFR_RNDN), w = mpfr_get_d(sum, MPFR_RNDU);
        if (fabs(value) + bound * w > DBL_MAX) {
            error.judged = j;
            if (fabs(value) - bound * w > DBL_MAX) {
                check(got == (mpfr_sgn(exact) > 0 ? INFINITY : -INFINITY),
                      "%s: element %zu is %a, beyond the range exactly", what, j, got);
                judge_rest(what, is_f32, j + 1, n, a, b, value, y);
            }
            break;
        }
        if (is_f32 && fabs(value) > FLT_MAX * (1 - 0x1p-26)) {
            check(fabs(got) >= FLT_MAX, "%s: element %zu is %a, exactly %a", what, j, got, value);
            continue;
        }
        mpfr_sub_d(difference, exact, got, MPFR_RNDN);
        double distance = fabs(mpfr_get_d(difference, MPFR_RNDA));
        if (is_f32) {
            const double half_ulp = half_ulp_of_float(value);
            if (error.worst == 0 && distance / half_ulp > error.in_half_ulps) {
                error.in_half_ulps = distance / half_ulp;
                error.at = j;
            }
            distance -= half_ulp;
        }
        const double in_eps = distance <= 0 ? 0 : distance / w / DBL_EPSILON;
        check(in_eps * DBL_EPSILON <= bound, "%s: element %zu is %a, exactly %a: %g eps W, W = %a",
              what, j, got, value, in_eps, w);
        if (!(in_eps <= error.worst)) {
            error.worst = in_eps;
            error.at = j;
        }
    }
    mpfr_clears(exact, difference, sum, (mpfr_ptr)0);
    return error;
}
