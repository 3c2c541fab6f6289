/* What the benchmark compares results with, itself compared with MPFR. */
#include "golden/random.h"
#include "harness/check.h"

#include "exact.h"

#include <float.h>
#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <string.h>

enum { JUDGE_BITS = 256, LENGTH = 65536, EVERY = 61 };

static mpfr_t state, result, difference;

/* Adds x to the state and leaves the exact result in `result`. */
static void judge(const char *op, double x, size_t i)
{
    mpfr_set_d(result, x, MPFR_RNDN);
    if (strcmp(op, "cumsum") == 0) {
        mpfr_add(state, state, result, MPFR_RNDN);
    } else if (strcmp(op, "cumprod") == 0) {
        mpfr_mul(state, state, result, MPFR_RNDN);
    } else {
        mpfr_exp(result, result, MPFR_RNDN);
        mpfr_add(state, state, result, MPFR_RNDN);
        if (i % EVERY == 0)
            mpfr_log(result, state, MPFR_RNDN);
        return;
    }
    mpfr_set(result, state, MPFR_RNDN);
}

static void fold(const char *op, const char *data, double (*next)(generator *, size_t))
{
    generator random = random_seeded(check_stream_seed(data));
    exact_fold exact = exact_begin(op);
    double worst = 0;
    mpfr_set_d(state, strcmp(op, "cumprod") == 0 ? 1 : 0, MPFR_RNDN);
    for (size_t i = 0; i < LENGTH; i++) {
        const double x = next(&random, i);
        judge(op, x, i);
        if (strcmp(op, "cumsum") == 0)
            exact_add(&exact, x);
        else if (strcmp(op, "cumprod") == 0)
            exact_multiply(&exact, x);
        else
            exact_log_add(&exact, x);
        if (i % EVERY)
            continue;
        mpfr_set_ld(difference, exact.value, MPFR_RNDN);
        mpfr_sub(difference, difference, result, MPFR_RNDN);
        const double off = fabs(mpfr_get_d(difference, MPFR_RNDN)) /
                           (double)(exact.scale * (long double)DBL_EPSILON);
        worst = off <= worst ? worst : isnan(off) ? (double)INFINITY : off;
    }
    printf("%-12s %-12s off by %.2g eps at most\n", op, data, worst);
    check(worst < 0.01, "%s of %s: off by %g eps", op, data, worst);
}

static double uniform(generator *random, size_t i)
{
    (void)i;
    return random_between(random, -1, 1);
}

static double normal(generator *random, size_t i)
{
    (void)i;
    return random_normal(random);
}

/* Near one and its inverse in turn. */
static double factor(generator *random, size_t i)
{
    const double x = random_between(random, 0.99, 1.01);
    return i % 2 ? 1 / x : x;
}

/* Logs of numbers that sum to about 1, where results are near 0. */
static double log_prob(generator *random, size_t i)
{
    (void)i;
    return log(-log(random_between(random, 1e-9, 1 - 1e-9))) - log(LENGTH);
}

static double rising(generator *random, size_t i)
{
    return (double)i * 0x1p-8 + random_unit(random);
}

static double wide(generator *random, size_t i)
{
    (void)i;
    return random_between(random, -700, 700);
}

/* Coefficients of a filter that forgets, and around 1. */
static void recurrence(const char *data, double lowest, double highest)
{
    generator random = random_seeded(check_stream_seed(data));
    exact_fold exact = exact_begin("linear_recurrence");
    double worst = 0;
    mpfr_set_d(state, 0, MPFR_RNDN);
    for (size_t i = 0; i < LENGTH; i++) {
        const double a = random_between(&random, lowest, highest), b = random_normal(&random);
        mpfr_mul_d(state, state, a, MPFR_RNDN);
        mpfr_add_d(state, state, b, MPFR_RNDN);
        exact_recur(&exact, a, b);
        mpfr_set_ld(difference, exact.value, MPFR_RNDN);
        mpfr_sub(difference, difference, state, MPFR_RNDN);
        const double off = fabs(mpfr_get_d(difference, MPFR_RNDN)) /
                           (double)(exact.scale * (long double)DBL_EPSILON);
        worst = off <= worst ? worst : isnan(off) ? (double)INFINITY : off;
    }
    printf("%-12s %-12s off by %.2g eps at most\n", "recurrence", data, worst);
    check(worst < 0.01, "linear_recurrence of %s: off by %g eps", data, worst);
}

int main(void)
{
    check_start("bench exact", "the benchmark's long double against MPFR");
    if (LDBL_MANT_DIG < 64)
        check_skip("long double is double here: the benchmark measures no errors");
    mpfr_inits2(JUDGE_BITS, state, result, difference, (mpfr_ptr)NULL);
    fold("cumsum", "uniform", uniform);
    fold("cumsum", "wide", wide);
    fold("cumprod", "factors", factor);
    fold("logcumsumexp", "normal", normal);
    fold("logcumsumexp", "log_probs", log_prob);
    fold("logcumsumexp", "rising", rising);
    fold("logcumsumexp", "wide", wide);
    recurrence("gates", 0.9, 1);
    recurrence("around one", 0.99, 1.01);
    const exact_fold pair = exact_log_pair(0, -40);
    check((double)pair.value == 4.248354255291589e-18, "log(1 + e^-40) = %.17Lg", pair.value);
    mpfr_clears(state, result, difference, (mpfr_ptr)NULL);
    return check_finish();
}
