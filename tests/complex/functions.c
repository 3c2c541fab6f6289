/* sin, cos and atan2 in lanes against MPFR; the bits are the same on every set, so the portable one
 * is judged. */
#include "generic/block.h"

#include "math/atan2.h"

#include "complex/accuracy.h"
#include "golden/random.h"
#include "harness/check.h"

#include <mpfr.h>
#include <stdio.h>

enum { ROUNDS = 48000 };

typedef struct worst {
    double error, first, second;
} worst;

/* Relative to the exact value, in eps; below the normal numbers nothing can be. */
static void judge(worst *w, double bound, const char *name, double got, mpfr_srcptr exact,
                  double first, double second)
{
    mpfr_t error;
    mpfr_init2(error, 64);
    mpfr_sub_d(error, exact, got, MPFR_RNDA);
    mpfr_div(error, error, exact, MPFR_RNDA);
    const double eps = fabs(mpfr_get_d(error, MPFR_RNDA)) * 0x1p52;
    mpfr_clear(error);
    check(eps <= bound, "%s(%a, %a) is %a, exactly %a: error %.4g eps", name, first, second, got,
          mpfr_get_d(exact, MPFR_RNDN), eps);
    if (eps > w->error)
        *w = (worst){ eps, first, second };
}

static void report(const char *name, worst w)
{
    printf("%-18s worst error %.4g eps at %a, %a\n", name, w.error, w.first, w.second);
}

/* Any exponent; or next to a multiple of pi/2; or as the kernels see most often. */
static double angle_drawn(generator *g, size_t flavour)
{
    const double near = (double)random_below(g, 1000000) * LANESCAN_HALF_PI_HIGH;
    switch (flavour) {
    case 0:
        return f64_of_bits(random_bits(g));
    case 1:
        return random_sign(g) * near;
    case 2:
        return near * f64_power_of_two((int64_t)random_below(g, 900));
    case 3:
        return random_between(g, -0x1p29, 0x1p29);
    default:
        return random_between(g, -10, 10);
    }
}

static void judge_angle(double x, worst *sin, worst *cos)
{
    const sincos_lanes_result got = sincos_lanes(x);
    mpfr_t angle, exact_sin, exact_cos;
    if (!f64_is_finite(x)) {
        check(isnan(got.sin) && isnan(got.cos), "sin and cos of %a are %a and %a", x, got.sin,
              got.cos);
        return;
    }
    mpfr_init2(angle, 53);
    mpfr_inits2(160, exact_sin, exact_cos, (mpfr_ptr)0);
    mpfr_set_d(angle, x, MPFR_RNDN);
    mpfr_sin_cos(exact_sin, exact_cos, angle, MPFR_RNDN);
    judge(cos, 1, "cos", got.cos, exact_cos, x, 0);
    if (fabs(x) >= 0x1p-1021)
        judge(sin, 1, "sin", got.sin, exact_sin, x, 0);
    else
        check(got.sin == x, "sin(%a) is %a", x, got.sin);
    mpfr_clears(angle, exact_sin, exact_cos, (mpfr_ptr)0);
}

static void judge_sincos(void)
{
    /* The hardest double to reduce (Muller, Elementary Functions), and numbers at the ends of
     * methods and ranges. */
    static const double chosen[] = { 0x1.6ac5b262ca1ffp+849,
                                     0x1p28,
                                     0x1.0000000000001p28,
                                     -0x1p28,
                                     0x1.fffffffffffffp1023,
                                     -0x1p1023,
                                     INFINITY,
                                     NAN,
                                     0.0,
                                     0x1.921fb54442d18p0,
                                     0x1.921fb54442d18p1,
                                     0x1.921fb54442d18p-1,
                                     0x1.921fb54442d19p-1,
                                     0x1p-1074,
                                     0x1p-30,
                                     -1 };
    generator g = random_seeded(check_stream_seed("sincos"));
    worst sin = { 0 }, cos = { 0 };
    for (size_t i = 0; i < sizeof chosen / sizeof chosen[0]; i++)
        judge_angle(chosen[i], &sin, &cos);
    for (size_t round = 0; round < ROUNDS; round++)
        judge_angle(angle_drawn(&g, round % 5), &sin, &cos);
    report("sin in lanes", sin);
    report("cos in lanes", cos);
}

static void judge_atan2(void)
{
    generator g = random_seeded(check_stream_seed("atan2"));
    worst w = { 0 };
    mpfr_t y, x, exact;
    mpfr_inits2(53, y, x, (mpfr_ptr)0);
    mpfr_init2(exact, 160);
    for (size_t round = 0; round < ROUNDS; round++) {
        const double ratio = round % 3 == 0 ? f64_power_of_two(-(int64_t)random_below(&g, 900)) : 1;
        const bool swap = random_below(&g, 2);
        const double one = random_between(&g, -1.5, 1.5),
                     other = random_between(&g, -1.5, 1.5) * ratio;
        double first = swap ? one : other, second = swap ? other : one;
        if (round % 17 == 0) /* on an axis */
            first = 0;
        if (round % 19 == 0)
            second = 0;
        if (first == 0 && second == 0)
            first = 1;
        const double angle = atan2_lanes(first, second);
        mpfr_set_d(y, first, MPFR_RNDN);
        mpfr_set_d(x, second, MPFR_RNDN);
        mpfr_atan2(exact, y, x, MPFR_RNDN);
        if (mpfr_zero_p(exact))
            check(angle == 0, "atan2(%a, %a) is %a", first, second, angle);
        else
            judge(&w, 1.5, "atan2", angle, exact, first, second);
    }
    mpfr_clears(y, x, exact, (mpfr_ptr)0);
    report("atan2 in lanes", w);
}

void complex_functions_judge(void)
{
    judge_sincos();
    judge_atan2();
}
