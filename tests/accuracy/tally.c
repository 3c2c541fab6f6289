#include "accuracy/accuracy.h"
#include "harness/check.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

double accuracy_element(element_type type, const void *array, size_t i)
{
    return type == TYPE_F64 ? ((const double *)array)[i] : (double)((const float *)array)[i];
}

tally tally_begin(const kernel *k, const char *data, size_t n)
{
    return (tally){ .kernel = k, .data = data, .n = n };
}

void tally_heading(void)
{
    printf("%-18s %-24s %8s  %-12s %-5s  %s\n", "kernel", "data", "n", "worst error", "unit",
           "element, its input, the result");
}

void tally_end(const tally *t)
{
    printf("%-18s %-24s %8zu  %-12.6g %-5s  [%zu] %a -> %a", t->kernel->name, t->data, t->n,
           t->worst_error, t->kernel->type == TYPE_F32 ? "ulp" : "eps", t->worst_at, t->worst_input,
           t->worst_result);
    if (t->failed)
        printf("  %zu ELEMENTS OVER THE BOUND", t->failed);
    putchar('\n');
}

/* The distance of neighbouring floats around the exact value. */
static double f32_ulp(mpfr_srcptr exact)
{
    const mpfr_exp_t exponent = mpfr_zero_p(exact) ? FLT_MIN_EXP : mpfr_get_exp(exact);
    return ldexp(1, (int)(exponent < FLT_MIN_EXP ? FLT_MIN_EXP : exponent) - FLT_MANT_DIG);
}

/* A float that should be infinite when rounded: anything from the largest float plus half an ulp
 * on. */
static bool is_beyond_f32(mpfr_srcptr exact, double slack)
{
    return fabs(mpfr_get_d(exact, MPFR_RNDN)) + slack >= 0x1.ffffffp127;
}

void tally_judge(tally *t, size_t i, double input, double got, mpfr_srcptr exact, double bound,
                 mpfr_srcptr scale)
{
    const bool is_f32 = t->kernel->type == TYPE_F32;
    mpfr_t error, limit;
    mpfr_inits2(64, error, limit, (mpfr_ptr)0);
    mpfr_mul_d(limit, scale, is_f32 ? bound : bound * 0x1p-52, MPFR_RNDU);
    /* An infinite float stands for 2^128 less half an ulp, from where on rounding gives
     * infinity. */
    const bool is_rounded_away = is_f32 && isinf(got) &&
                                 is_beyond_f32(exact, mpfr_get_d(limit, MPFR_RNDU)) &&
                                 (got > 0) == (mpfr_sgn(exact) > 0);
    if (is_rounded_away)
        mpfr_set_zero(error, 1);
    else
        mpfr_sub_d(error, exact, got, MPFR_RNDA);
    mpfr_abs(error, error, MPFR_RNDN);
    /* Below the normal range half of the least subnormal is all that any double can promise. */
    const double rounding = is_f32 ? f32_ulp(exact) / 2 : 0x1p-1074;
    mpfr_add_d(limit, limit, rounding, MPFR_RNDU);
    const bool holds = isnan(got) || (isinf(got) && !is_rounded_away) ? false
                                                                      : mpfr_cmp(error, limit) <= 0;
    if (is_f32)
        mpfr_div_d(error, error, f32_ulp(exact), MPFR_RNDU);
    else if (mpfr_cmp_d(scale, DBL_MIN) > 0)
        mpfr_div(error, error, scale, MPFR_RNDU), mpfr_mul_2si(error, error, 52, MPFR_RNDU);
    else
        mpfr_set_zero(error, 1); /* not a relative error */
    const double shown = mpfr_get_d(error, MPFR_RNDU);
    if (!(shown <= t->worst_error)) {
        t->worst_error = shown;
        t->worst_at = i;
        t->worst_input = input;
        t->worst_result = got;
    }
    t->failed += !check(holds,
                        "%s %s n=%zu: element %zu (input %a) is %a, exactly %a: error %.6g %s",
                        t->kernel->name, t->data, t->n, i, input, got, mpfr_get_d(exact, MPFR_RNDN),
                        shown, is_f32 ? "ulp" : "eps");
    mpfr_clears(error, limit, (mpfr_ptr)0);
}
