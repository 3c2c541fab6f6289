#include "gradient/judge.h"

#include "golden/dtype.h"
#include "harness/check.h"

#include <float.h>
#include <math.h>
#include <mpfr.h>
#include <stdlib.h>

/* Exact to all purposes; a sum of doubles is exact with 2046 + 53 + log2 n bits. */
enum { BITS = 320, BITS_OF_SUM = 2300 };

typedef struct exact {
    mpfr_t re, im;
} exact;

static void begin(exact *z)
{
    mpfr_init2(z->re, BITS);
    mpfr_init2(z->im, BITS);
    mpfr_set_zero(z->re, 1);
    mpfr_set_zero(z->im, 1);
}

static void end(exact *z)
{
    mpfr_clear(z->re);
    mpfr_clear(z->im);
}

static void set(exact *z, const gradient_case *c, const double *of, size_t i)
{
    mpfr_set_d(z->re, c->is_complex ? of[2 * i] : of[i], MPFR_RNDN);
    mpfr_set_d(z->im, c->is_complex ? of[2 * i + 1] : 0, MPFR_RNDN);
}

static void add(exact *z, const exact *w)
{
    mpfr_add(z->re, z->re, w->re, MPFR_RNDN);
    mpfr_add(z->im, z->im, w->im, MPFR_RNDN);
}

/* z conj(w), or z w */
static void multiply(exact *z, const exact *w, bool by_conjugate)
{
    mpfr_t im, re;
    mpfr_init2(re, BITS);
    mpfr_init2(im, BITS);
    if (by_conjugate) {
        mpfr_fmma(re, z->re, w->re, z->im, w->im, MPFR_RNDN);
        mpfr_fmms(im, z->im, w->re, z->re, w->im, MPFR_RNDN);
    } else {
        mpfr_fmms(re, z->re, w->re, z->im, w->im, MPFR_RNDN);
        mpfr_fmma(im, z->im, w->re, z->re, w->im, MPFR_RNDN);
    }
    mpfr_swap(z->re, re);
    mpfr_swap(z->im, im);
    mpfr_clear(re);
    mpfr_clear(im);
}

/* z / conj(w) */
static void divide(exact *z, const exact *w)
{
    mpfr_t square;
    mpfr_init2(square, BITS);
    mpfr_fmma(square, w->re, w->re, w->im, w->im, MPFR_RNDN);
    multiply(z, w, false);
    mpfr_div(z->re, z->re, square, MPFR_RNDN);
    mpfr_div(z->im, z->im, square, MPFR_RNDN);
    mpfr_clear(square);
}

static void exponential(exact *z)
{
    mpfr_t modulus;
    mpfr_init2(modulus, BITS);
    mpfr_exp(modulus, z->re, MPFR_RNDN);
    mpfr_sin_cos(z->im, z->re, z->im, MPFR_RNDN);
    mpfr_mul(z->re, z->re, modulus, MPFR_RNDN);
    mpfr_mul(z->im, z->im, modulus, MPFR_RNDN);
    mpfr_clear(modulus);
}

/* |z| to r */
static void modulus(mpfr_t r, const exact *z)
{
    mpfr_hypot(r, z->re, z->im, MPFR_RNDN);
}

static double half_ulp(int dtype, double value)
{
    const dtype_info part = dtype_of(dtype_of(dtype).part);
    int exponent = value == 0 ? part.min_exponent : ilogb(value) + 1;
    if (exponent < part.min_exponent)
        exponent = part.min_exponent;
    return ldexp(0.5, exponent - part.precision);
}

/* Half an ulp of types narrower than double is theirs. */
static double distance(int dtype, const mpfr_t want, double got)
{
    mpfr_t off;
    mpfr_init2(off, BITS);
    mpfr_sub_d(off, want, got, MPFR_RNDN);
    double d = fabs(mpfr_get_d(off, MPFR_RNDA));
    mpfr_clear(off);
    if (dtype_of(dtype_of(dtype).part).size < sizeof(double))
        d -= half_ulp(dtype, mpfr_get_d(want, MPFR_RNDN));
    return d < 0 ? 0 : d;
}

/* One number, of which `sum` is the sum of moduli that the bound is made of: `most` eps of it. */
static double judge_number(const char *what, const gradient_case *c, size_t i, const exact *want,
                           const mpfr_t sum, double most, const double *got)
{
    const dtype_info part = dtype_of(dtype_of(c->dtype).part);
    const double re = c->is_complex ? got[2 * i] : got[i], im = c->is_complex ? got[2 * i + 1] : 0;
    const double largest = ldexp(1 - ldexp(0.5, -part.precision), part.max_exponent);
    const double unit = mpfr_get_d(sum, MPFR_RNDA);
    const double low = mpfr_get_d(want->re, MPFR_RNDZ), of_im = mpfr_get_d(want->im, MPFR_RNDZ);
    if (fabs(low) >= largest || fabs(of_im) >= largest || unit > 0x1p1020) {
        check(c->is_complex || fabs(low) < largest || unit > 0x1p1020 || fabs(re) >= largest,
              "%s: element %zu is %a, but beyond the range", what, i, re);
        return 0;
    }
    const double off = hypot(distance(c->dtype, want->re, re),
                             c->is_complex ? distance(c->dtype, want->im, im) : 0);
    const double allowed = part.size == sizeof(double) ? most * DBL_EPSILON * unit : 0x1p-32 * unit;
    const double least = 4 * DBL_TRUE_MIN;
    check(off <= allowed + least, "%s: element %zu is %a + %ai, not %a + %ai: %g eps", what, i, re,
          im, mpfr_get_d(want->re, MPFR_RNDN), mpfr_get_d(want->im, MPFR_RNDN),
          off / unit / DBL_EPSILON);
    return off <= least ? 0 : off / unit / DBL_EPSILON;
}

/* Terms below the normal numbers, of element i, by exponents: each is one of those after it times
 * the weight. */
static size_t count_small(const gradient_case *c, const mpfr_exp_t *exponents, size_t i,
                          const mpfr_t weight)
{
    size_t count = 0;
    for (size_t j = i; j < c->n; j++)
        count += exponents[j] != 0 && exponents[j] + mpfr_get_exp(weight) <= DBL_MIN_EXP;
    return count;
}

static bool is_nothing(const gradient_case *c, const double *x, size_t i)
{
    return (c->is_complex ? x[2 * i] : x[i]) == -INFINITY;
}

/* Running sums s and of moduli; then from the right r = the sum of g / conj(s), and of moduli. */
static double judge_running(const char *what, const gradient_case *c, const double *got)
{
    exact *const sums = check_alloc(c->n * sizeof *sums), s, e, r;
    mpfr_t *const moduli = check_alloc(c->n * sizeof *moduli), all, of_r, one;
    mpfr_exp_t *const exponents = check_alloc(c->n * sizeof *exponents); /* of terms; 0: none */
    double worst = 0;
    begin(&s);
    begin(&e);
    begin(&r);
    mpfr_inits2(BITS, all, of_r, one, (mpfr_ptr)0);
    mpfr_set_zero(all, 1);
    mpfr_set_zero(of_r, 1);
    for (size_t i = 0; i < c->n + (c->initial ? 1 : 0); i++) {
        const size_t at = c->initial ? i - 1 : i;
        const bool is_initial = c->initial && i == 0;
        set(&e, c, is_initial ? c->initial : c->x, is_initial ? 0 : at);
        if (is_nothing(c, is_initial ? c->initial : c->x, is_initial ? 0 : at)) {
            mpfr_set_zero(e.re, 1);
            mpfr_set_zero(e.im, 1);
        } else {
            exponential(&e);
        }
        add(&s, &e);
        modulus(one, &e);
        mpfr_add(all, all, one, MPFR_RNDN);
        if (is_initial)
            continue;
        begin(&sums[at]);
        mpfr_init2(moduli[at], BITS);
        add(&sums[at], &s);
        modulus(one, &s);
        mpfr_div(moduli[at], all, one, MPFR_RNDN); /* the conditioning, 1 of real numbers */
        mpfr_div(moduli[at], moduli[at], one, MPFR_RNDN);
    }
    for (size_t i = c->n; i-- > 0;) {
        exact g;
        begin(&g);
        set(&g, c, c->g, i);
        exponents[i] = 0;
        if ((mpfr_zero_p(sums[i].re) && mpfr_zero_p(sums[i].im)) ||
            (mpfr_zero_p(g.re) && mpfr_zero_p(g.im))) {
            mpfr_set_zero(g.re, 1);
            mpfr_set_zero(g.im, 1);
        } else {
            modulus(one, &g);
            mpfr_mul(one, one, moduli[i], MPFR_RNDN);
            mpfr_add(of_r, of_r, one, MPFR_RNDN);
            exponents[i] = mpfr_get_exp(one);
            exponents[i] += exponents[i] == 0;
            divide(&g, &sums[i]);
        }
        add(&r, &g);
        set(&e, c, c->x, i);
        if (is_nothing(c, c->x, i)) {
            check(got[c->is_complex ? 2 * i : i] == 0, "%s: element %zu of -inf is not 0", what, i);
        } else {
            exact want;
            begin(&want);
            exponential(&e);
            add(&want, &r);
            multiply(&want, &e, true);
            modulus(one, &e);
            const double small = DBL_MIN * (double)count_small(c, exponents, i, one);
            mpfr_mul(one, one, of_r, MPFR_RNDN);
            mpfr_add_d(one, one, small, MPFR_RNDU);
            worst = fmax(worst, judge_number(what, c, i, &want, one, 8, got));
            end(&want);
        }
        end(&g);
    }
    for (size_t i = 0; i < c->n; i++) {
        end(&sums[i]);
        mpfr_clear(moduli[i]);
    }
    end(&s);
    end(&e);
    end(&r);
    mpfr_clears(all, of_r, one, (mpfr_ptr)0);
    free(exponents);
    free(sums);
    free(moduli);
    return worst;
}

/* r = g + conj(x) r from the right, and the sum of moduli. */
typedef struct right_run {
    exact r, x, g, product;
    mpfr_t sum, modulus_of, unit;
} right_run;

static void run_begin(right_run *run)
{
    begin(&run->r);
    begin(&run->x);
    begin(&run->g);
    begin(&run->product);
    mpfr_inits2(BITS, run->sum, run->modulus_of, run->unit, (mpfr_ptr)0);
    mpfr_set_zero(run->sum, 1);
}

static void run_end(right_run *run)
{
    end(&run->r);
    end(&run->x);
    end(&run->g);
    end(&run->product);
    mpfr_clears(run->sum, run->modulus_of, run->unit, (mpfr_ptr)0);
}

/* From element i + 1 to i. */
static void run_step(right_run *run, const gradient_case *c, size_t i)
{
    if (i + 1 < c->n) {
        set(&run->x, c, c->x, i + 1);
        multiply(&run->r, &run->x, true);
        modulus(run->modulus_of, &run->x);
        mpfr_mul(run->sum, run->sum, run->modulus_of, MPFR_RNDN);
    }
    set(&run->g, c, c->g, i);
    add(&run->r, &run->g);
    modulus(run->modulus_of, &run->g);
    mpfr_add(run->sum, run->sum, run->modulus_of, MPFR_RNDN);
}

/* The gradient conj(factor) r. */
static double judge_product(const char *what, const gradient_case *c, size_t i, right_run *run,
                            const exact *factor, const double *got)
{
    mpfr_set(run->product.re, run->r.re, MPFR_RNDN);
    mpfr_set(run->product.im, run->r.im, MPFR_RNDN);
    multiply(&run->product, factor, true);
    modulus(run->modulus_of, factor);
    mpfr_mul(run->unit, run->sum, run->modulus_of, MPFR_RNDU);
    return judge_number(what, c, i, &run->product, run->unit, 8, got);
}

/* By the products from the left. */
static double judge_products(const char *what, const gradient_case *c, const double *got)
{
    exact *const before = check_alloc((c->n + 1) * sizeof *before);
    right_run run;
    double worst = 0;
    run_begin(&run);
    for (size_t i = 0; i <= c->n; i++)
        begin(&before[i]);
    if (c->initial)
        set(&before[0], c, c->initial, 0);
    else
        mpfr_set_ui(before[0].re, 1, MPFR_RNDN);
    for (size_t i = 0; i < c->n; i++) {
        set(&run.x, c, c->x, i);
        add(&before[i + 1], &before[i]);
        multiply(&before[i + 1], &run.x, false);
    }
    for (size_t i = c->n; i-- > 0;) {
        run_step(&run, c, i);
        worst = fmax(worst, judge_product(what, c, i, &run, &before[i], got));
    }
    for (size_t i = 0; i <= c->n; i++)
        end(&before[i]);
    run_end(&run);
    free(before);
    return worst;
}

/* r, and by the result before. */
static double judge_recurrence(const char *what, const gradient_case *c, const double *got)
{
    const size_t parts = c->is_complex ? 2 : 1;
    right_run run;
    double worst = 0;
    run_begin(&run);
    for (size_t i = c->n; i-- > 0;) {
        run_step(&run, c, i);
        mpfr_add_d(run.sum, run.sum, DBL_MIN, MPFR_RNDU);
        if (mpfr_cmp_d(run.sum, 0x1p1000) > 0)
            break; /* what overflows stays infinite */
        worst = fmax(worst, judge_number(what, c, i, &run.r, run.sum, 4, got + c->n * parts));
        if (i == 0 && !c->initial) {
            check(got[0] == 0 && got[parts - 1] == 0, "%s: the first coefficient is not used",
                  what);
            continue;
        }
        set(&run.x, c, i ? c->b : c->initial, i ? i - 1 : 0);
        worst = fmax(worst, judge_product(what, c, i, &run, &run.x, got));
    }
    run_end(&run);
    return worst;
}

/* Is the last of g alone not 0? Then it is the last result's gradient. */
static double judge_reduced(const char *what, const gradient_case *c, const double *got)
{
    const size_t parts = c->is_complex ? 2 : 1;
    double *const g = calloc(c->n * parts, sizeof *g);
    gradient_case last = *c;
    if (!g)
        abort();
    for (size_t k = 0; k < parts; k++)
        g[(c->n - 1) * parts + k] = c->g[k];
    last.g = g;
    const double worst = judge_running(what, &last, got);
    free(g);
    return worst;
}

static double judge_pair(const char *what, const gradient_case *c, const double *got)
{
    const size_t parts = c->is_complex ? 2 : 1;
    double worst = 0;
    for (size_t i = 0; i < c->n; i++) {
        double pair[4], gradient[4];
        gradient_case one = *c;
        for (size_t k = 0; k < parts; k++) {
            pair[k] = c->x[i * parts + k];
            pair[parts + k] = c->b[i * parts + k];
            gradient[k] = got[i * parts + k];
            gradient[parts + k] = got[(c->n + i) * parts + k];
        }
        one.n = 2;
        one.x = pair;
        one.g = c->g + i * parts;
        worst = fmax(worst, judge_reduced(what, &one, gradient));
    }
    return worst;
}

/* The sum of g at one index, and of |g|. */
typedef struct index_sum {
    mpfr_t exact, moduli;
} index_sum;

static double judge_index_sum(const char *what, const gradient_case *c, size_t i,
                              const index_sum *sum, double got)
{
    const dtype_info info = dtype_of(c->dtype);
    const double largest = ldexp(1 - ldexp(0.5, -info.precision), info.max_exponent);
    const double unit = mpfr_get_d(sum->moduli, MPFR_RNDA);
    const double want = mpfr_get_d(sum->exact, MPFR_RNDN);
    if (mpfr_zero_p(sum->moduli)) {
        check(got == 0, "%s: element %zu has no result, and %a", what, i, got);
        return 0;
    }
    if (unit > DBL_MAX)
        return 0;
    if (fabs(want) >= largest) {
        check(fabs(got) >= largest, "%s: element %zu is %a, but beyond the range", what, i, got);
        return 0;
    }
    const double off = distance(c->dtype, sum->exact, got);
    const double in_eps = off / unit / DBL_EPSILON;
    check(in_eps <= (info.size == sizeof(double) ? 2 : 0x1p-32 / DBL_EPSILON),
          "%s: element %zu is %a, not %a: %g eps", what, i, got, want, in_eps);
    return in_eps;
}

/* Each g belongs to the element of its result's index, or to none. */
static double judge_index(const char *what, const gradient_case *c, const double *got)
{
    index_sum *const sums = check_alloc(c->n * sizeof *sums);
    double worst = 0;
    for (size_t i = 0; i < c->n; i++) {
        mpfr_inits2(BITS_OF_SUM, sums[i].exact, sums[i].moduli, (mpfr_ptr)0);
        mpfr_set_zero(sums[i].exact, 1);
        mpfr_set_zero(sums[i].moduli, 1);
    }
    for (size_t j = 0; j < c->n; j++) {
        if (c->x[j] < 0)
            continue;
        index_sum *const sum = &sums[(size_t)c->x[j]];
        mpfr_add_d(sum->exact, sum->exact, c->g[j], MPFR_RNDN);
        mpfr_add_d(sum->moduli, sum->moduli, fabs(c->g[j]), MPFR_RNDN);
    }
    for (size_t i = 0; i < c->n; i++) {
        worst = fmax(worst, judge_index_sum(what, c, i, &sums[i], got[i]));
        mpfr_clears(sums[i].exact, sums[i].moduli, (mpfr_ptr)0);
    }
    free(sums);
    return worst;
}

double gradient_judge(const char *what, const gradient_case *c, const double *got)
{
    mpfr_set_emin(mpfr_get_emin_min());
    mpfr_set_emax(mpfr_get_emax_max());
    switch (c->kind) {
    case OF_CUMPROD:
        return judge_products(what, c, got);
    case OF_RECURRENCE:
        return judge_recurrence(what, c, got);
    case OF_LOGCUMSUMEXP:
        return judge_running(what, c, got);
    case OF_LOGSUMEXP:
        return judge_reduced(what, c, got);
    case OF_INDEX:
        return judge_index(what, c, got);
    default:
        return judge_pair(what, c, got);
    }
}
