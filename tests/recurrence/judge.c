#include "recurrence/judge.h"

#include "golden/dtype.h"
#include "harness/check.h"

#include <float.h>
#include <math.h>
#include <mpfr.h>

/* Exact to all purposes: relative to W, an error of 2^-300 an element. Moduli are rounded up. */
enum { BITS = 320, BITS_OF_W = 64 };

static const double bound = 4 * DBL_EPSILON; /* of W */
static const double least = DBL_MIN;         /* what is less counts as this in W */

/* A real number has an imaginary part of 0. */
typedef struct value {
    double re, im;
} value;

typedef struct line {
    const char *what;
    int dtype;
    dtype_info part;
    bool is_complex, is_narrow; /* narrow: rounded once more, from f64 */
    size_t size, n;
    const char *a, *b, *initial, *y; /* no initial value: NULL */
} line;

static value at(const line *l, const char *elements, size_t j)
{
    const number z = number_read(l->dtype, elements + j * l->size);
    return (value){ z.re, l->is_complex ? z.im : 0 };
}

static value initial_of(const line *l)
{
    return l->initial ? at(l, l->initial, 0) : (value){ 0, 0 };
}

/* Without an initial value the first is not used. */
static value coefficient(const line *l, size_t j)
{
    return j == 0 && !l->initial ? (value){ 0, 0 } : at(l, l->a, j);
}

static bool is_finite(value z)
{
    return isfinite(z.re) && isfinite(z.im);
}

static bool is_same_kind(double a, double b)
{
    return isnan(a) ? isnan(b) : a == b;
}

/* ---- what is not finite ---- */

/* The largest number of a narrow type; what is a little less is rounded to that, or farther. */
static double largest_of(const line *l)
{
    return ldexp(1 - ldexp(1, -l->part.precision), l->part.max_exponent);
}

static double nearly_largest_of(const line *l)
{
    return largest_of(l) * (1 - ldexp(0.25, -l->part.precision));
}

/* Results from where the line is infinite or NaN on, from left to right; `before` is the value
 * before that. */
static void judge_rest(const line *l, size_t j, double before)
{
    for (; j < l->n; j++) {
        before = fma(coefficient(l, j).re, before, at(l, l->b, j).re);
        const double got = at(l, l->y, j).re;
        if (isfinite(before)) { /* an infinity that only rounding made */
            check(!isfinite(got) || l->is_narrow, "%s: element %zu comes back to %a", l->what, j,
                  got);
            return;
        }
        check(is_same_kind(got, before), "%s: element %zu is %a, left to right %a", l->what, j, got,
              before);
    }
}

/* A part of a result of the formula in f64. */
static bool is_as_plain(const line *l, double got, double want)
{
    if (!l->is_narrow || !isfinite(want))
        return is_same_kind(got, want);
    return isfinite(got) || fabs(want) > nearly_largest_of(l);
}

/* The same of complex numbers, where each result that is not finite is that of the plain formula in
 * f64, and so are those after it. Doubles tell what is before each, and need not be infinite yet;
 * of floats it is only known once it is NaN or infinite, and no longer once the formula leaves the
 * range of f64: the library's products are more exact, so what it has there may be finite. */
static void judge_complex_rest(const line *l, size_t j, value before)
{
    bool is_over = !is_finite(before);
    for (; j < l->n; j++) {
        const value a = coefficient(l, j), b = at(l, l->b, j), got = at(l, l->y, j);
        const value want = { fma(a.re, before.re, fma(-a.im, before.im, b.re)),
                             fma(a.re, before.im, fma(a.im, before.re, b.im)) };
        if (l->is_narrow && is_finite(a) && is_finite(b) && is_finite(before) && !is_finite(want))
            return;
        is_over = is_over || !is_finite(a) || !is_finite(b) || !is_finite(got);
        if (is_over)
            check(is_as_plain(l, got.re, want.re) && is_as_plain(l, got.im, want.im),
                  "%s: element %zu is %a + %ai, by the formula in f64 %a + %ai", l->what, j, got.re,
                  got.im, want.re, want.im);
        before = l->is_narrow ? want : got;
    }
}

/* ---- the exact result, and W ---- */

typedef struct run {
    mpfr_t re, im, product, other, w, modulus, of_im;
} run;

/* To run->modulus, rounded up. */
static void take_modulus(run *r, value z)
{
    mpfr_set_d(r->modulus, fabs(z.re), MPFR_RNDU);
    if (z.im == 0)
        return;
    mpfr_set_d(r->of_im, z.im, MPFR_RNDU);
    mpfr_hypot(r->modulus, r->modulus, r->of_im, MPFR_RNDU);
}

static void add_to_w(run *r, value z)
{
    take_modulus(r, z);
    if (mpfr_cmp_d(r->modulus, least) < 0)
        mpfr_set_d(r->modulus, least, MPFR_RNDU);
    mpfr_add(r->w, r->w, r->modulus, MPFR_RNDU);
}

static void begin(run *r, const line *l)
{
    const value initial = initial_of(l);
    mpfr_inits2(BITS, r->re, r->im, r->product, r->other, (mpfr_ptr)0);
    mpfr_inits2(BITS_OF_W, r->w, r->modulus, r->of_im, (mpfr_ptr)0);
    mpfr_set_d(r->re, initial.re, MPFR_RNDN);
    mpfr_set_d(r->im, initial.im, MPFR_RNDN);
    mpfr_set_zero(r->w, 1);
    if (l->initial)
        add_to_w(r, initial);
}

static void end(run *r)
{
    mpfr_clears(r->re, r->im, r->product, r->other, r->w, r->modulus, r->of_im, (mpfr_ptr)0);
}

static void step(run *r, const line *l, value a, value b)
{
    if (l->is_complex) {
        mpfr_mul_d(r->product, r->im, a.im, MPFR_RNDN);
        mpfr_mul_d(r->other, r->re, a.im, MPFR_RNDN);
        mpfr_mul_d(r->im, r->im, a.re, MPFR_RNDN);
        mpfr_add(r->im, r->im, r->other, MPFR_RNDN);
        mpfr_add_d(r->im, r->im, b.im, MPFR_RNDN);
    }
    mpfr_mul_d(r->re, r->re, a.re, MPFR_RNDN);
    if (l->is_complex)
        mpfr_sub(r->re, r->re, r->product, MPFR_RNDN);
    mpfr_add_d(r->re, r->re, b.re, MPFR_RNDN);
    take_modulus(r, a);
    mpfr_mul(r->w, r->w, r->modulus, MPFR_RNDU);
    add_to_w(r, b);
}

static value rounded(const run *r)
{
    return (value){ mpfr_get_d(r->re, MPFR_RNDN), mpfr_get_d(r->im, MPFR_RNDN) };
}

/* ---- one element ---- */

/* What an infinite coefficient multiplies, given the exact result before it. NAN where the library
 * may have had a small number or 0, of either sign: 0 is within the bound, unless the result is
 * exactly 0 (of which parts of complex numbers may leave something of W), and so is the line's
 * own. */
static double result_before(const line *l, double exact, double w, double got)
{
    if (!(fabs(exact) <= bound * w))
        return exact;
    return exact == 0 && got == 0 && (!l->is_complex || w <= 2 * least) ? 0 : (double)NAN;
}

/* From an element that is not finite, or whose coefficient is not, on. */
static void judge_from(const line *l, size_t j, const run *r)
{
    value before = rounded(r);
    if (j > 0) {
        const double w = mpfr_get_d(r->w, MPFR_RNDU);
        const value got = at(l, l->y, j - 1);
        before.re = result_before(l, before.re, w, got.re);
        before.im = l->is_complex ? result_before(l, before.im, w, got.im) : 0;
    }
    if (l->is_complex && !l->is_narrow)
        judge_complex_rest(l, j, j ? at(l, l->y, j - 1) : before);
    else if (j > 0 && (isnan(before.re) || isnan(before.im))) /* it is not known */
        check(!is_finite(at(l, l->y, j)), "%s: element %zu is finite", l->what, j);
    else if (l->is_complex)
        judge_complex_rest(l, j, before);
    else
        judge_rest(l, j, before.re);
}

/* Is it, or may it be, beyond the range of f64? Then judges it and what follows. Of complex numbers
 * products of parts may be beyond that are no larger than W. */
static bool judge_beyond(const line *l, size_t j, const run *r, double w)
{
    const value exact = rounded(r), got = at(l, l->y, j);
    if (l->is_complex) {
        if (w < 0x1p1021)
            return false;
        if (!l->is_narrow)
            judge_complex_rest(l, j, j ? at(l, l->y, j - 1) : initial_of(l));
        return true;
    }
    if (!(fabs(exact.re) + bound * w > DBL_MAX))
        return false;
    if (fabs(exact.re) - bound * w > DBL_MAX) {
        check(got.re == (mpfr_sgn(r->re) > 0 ? INFINITY : -INFINITY),
              "%s: element %zu is %a, beyond the range exactly", l->what, j, got.re);
        judge_rest(l, j + 1, exact.re);
    }
    return true;
}

/* Is a part beyond the range of a narrow type? */
static bool is_part_beyond(const line *l, size_t j, double exact, double got, double w)
{
    const double nearly = nearly_largest_of(l);
    if (!l->is_narrow || fabs(exact) <= nearly)
        return false;
    check(fabs(got) >= largest_of(l) || fabs(exact) - bound * w <= nearly,
          "%s: element %zu is %a, exactly %a", l->what, j, got, exact);
    return true;
}

/* Half the distance of a narrow type's numbers at the exact result. */
static double half_ulp(const line *l, double exact)
{
    const int exponent = exact == 0 ? l->part.min_exponent : ilogb(exact) + 1;
    return ldexp(0.5, (exponent < l->part.min_exponent ? l->part.min_exponent : exponent) -
                          l->part.precision);
}

/* Of a part, of a narrow type beyond half an ulp; *in_half_ulps becomes no less than it is. */
static double distance(const line *l, run *r, const mpfr_t exact, double got, double *in_half_ulps)
{
    mpfr_sub_d(r->other, exact, got, MPFR_RNDN);
    const double d = fabs(mpfr_get_d(r->other, MPFR_RNDA));
    if (!l->is_narrow)
        return d;
    const double half = half_ulp(l, mpfr_get_d(exact, MPFR_RNDN));
    *in_half_ulps = fmax(*in_half_ulps, d / half);
    return fmax(d - half, 0);
}

static void judge_element(const line *l, size_t j, run *r, double w, recurrence_error *error)
{
    const value got = at(l, l->y, j);
    double in_half_ulps = 0;
    double off = distance(l, r, r->re, got.re, &in_half_ulps);
    if (l->is_complex)
        off = hypot(off, distance(l, r, r->im, got.im, &in_half_ulps));
    if (error->worst == 0 && in_half_ulps > error->in_half_ulps) {
        error->in_half_ulps = in_half_ulps;
        error->at = j;
    }
    const double in_eps = off <= 0 ? 0 : off / w / DBL_EPSILON;
    check(in_eps * DBL_EPSILON <= bound,
          "%s: element %zu is %a + %ai, exactly %a + %ai: %g eps W, W = %a", l->what, j, got.re,
          got.im, rounded(r).re, rounded(r).im, in_eps, w);
    if (!(in_eps <= error->worst)) {
        error->worst = in_eps;
        error->at = j;
    }
}

recurrence_error recurrence_judge(const char *what, int dtype, size_t n, const void *a,
                                  const void *b, const void *initial, const void *y)
{
    const dtype_info info = dtype_of(dtype), part = dtype_of(info.part);
    const line l = {
        what, dtype,   part, info.kind == KIND_COMPLEX, part.size < sizeof(double), info.size, n, a,
        b,    initial, y
    };
    const bool is_finite_before = is_finite(initial_of(&l));
    recurrence_error error = { 0, 0, 0, n };
    run r;
    begin(&r, &l);
    for (size_t j = 0; j < n; j++) {
        const value of_a = coefficient(&l, j), of_b = at(&l, l.b, j), got = at(&l, l.y, j);
        if (!is_finite_before || !is_finite(of_a) || !is_finite(of_b)) {
            judge_from(&l, j, &r);
            error.judged = j;
            break;
        }
        step(&r, &l, of_a, of_b);
        const double w = mpfr_get_d(r.w, MPFR_RNDU);
        if (judge_beyond(&l, j, &r, w)) {
            error.judged = j;
            break;
        }
        const value exact = rounded(&r);
        const bool is_beyond = is_part_beyond(&l, j, exact.re, got.re, w);
        if (!is_part_beyond(&l, j, exact.im, got.im, w) && !is_beyond)
            judge_element(&l, j, &r, w, &error);
    }
    end(&r);
    return error;
}
