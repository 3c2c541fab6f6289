/* The bounds of the contract, for results of every floating type. */
#include "tensor_reference.h"

#include <math.h>

/* The factor of the scale, rounding to the type apart. Real numbers: section 3 of the design. Complex
 * products and logarithms are held to what their real and imaginary parts together can promise. */
static double bound(const reference *r)
{
    const bool is_wide = dtype_of(r->dtype).precision == 53;
    const bool is_complex = dtype_of(r->dtype).kind == KIND_COMPLEX;
    switch (r->op) {
    case LANESCAN_CUMSUM:
        return 0x1p-50;
    case LANESCAN_CUMPROD:
        if (is_complex) /* a rounding of each product and of each sum of two, at every step */
            return 0x1p-51 * (double)r->steps;
        return is_wide ? 0x1p-50 : 0x1p-48;
    default:
        if (is_complex) /* computed in double */
            return 0x1p-51 * (double)r->steps;
        return is_wide ? 0x1p-51 : 0x1p-32;
    }
}

static double ulp(const dtype_info *format, mpfr_srcptr exact)
{
    const mpfr_exp_t exponent = mpfr_zero_p(exact) ? format->min_exponent : mpfr_get_exp(exact);
    return ldexp(1, (int)(exponent < format->min_exponent ? format->min_exponent : exponent) -
                        format->precision);
}

/* What is infinite when rounded lies beyond the largest number and half an ulp. */
static bool rounds_away(const dtype_info *format, mpfr_srcptr exact, mpfr_srcptr slack,
                        bool is_surely)
{
    mpfr_t size, limit;
    mpfr_inits2(LOG_BITS, size, limit, (mpfr_ptr)0);
    mpfr_set_ui_2exp(limit, 1, format->max_exponent, MPFR_RNDN);
    mpfr_set_ui_2exp(size, 1, format->max_exponent - format->precision - 1, MPFR_RNDN);
    mpfr_sub(limit, limit, size, MPFR_RNDN);
    mpfr_abs(size, exact, MPFR_RNDN);
    if (is_surely)
        mpfr_sub(size, size, slack, MPFR_RNDN);
    else
        mpfr_add(size, size, slack, MPFR_RNDN);
    const bool is_away = is_surely ? mpfr_cmp(size, limit) > 0 : mpfr_cmp(size, limit) >= 0;
    mpfr_clears(size, limit, (mpfr_ptr)0);
    return is_away;
}

static bool is_complex_log(const reference *r)
{
    return r->op == LANESCAN_LOGCUMSUMEXP && dtype_of(r->dtype).kind == KIND_COMPLEX;
}

static bool accepts_part(const reference *r, double got, mpfr_srcptr exact, mpfr_srcptr scale,
                         bool is_phase, double *error)
{
    const dtype_info format = dtype_of(r->dtype);
    if (mpfr_nan_p(exact))
        return isnan(got);
    if (mpfr_inf_p(exact))
        return isinf(got) && (got > 0) == (mpfr_sgn(exact) > 0);
    if (isnan(got))
        return false;
    mpfr_t limit, difference, turn;
    mpfr_inits2(LOG_BITS, limit, difference, turn, (mpfr_ptr)0);
    mpfr_set(limit, scale, MPFR_RNDU);
    if (is_complex_log(r) && mpfr_cmp_ui(limit, 1) < 0)
        mpfr_set_ui(limit, 1,
                    MPFR_RNDU); /* the modulus of the sum is not known better than to eps */
    mpfr_mul_d(limit, limit, bound(r), MPFR_RNDU);
    bool holds;
    if (isinf(got)) {
        holds = (got > 0) == (mpfr_sgn(exact) > 0) && rounds_away(&format, exact, limit, false);
    } else if (format.precision < 53 && rounds_away(&format, exact, limit, true)) {
        holds = false;
    } else {
        mpfr_sub_d(difference, exact, got, MPFR_RNDN);
        if (is_phase) {
            mpfr_const_pi(turn, MPFR_RNDN);
            mpfr_mul_2ui(turn, turn, 1, MPFR_RNDN);
            mpfr_remainder(difference, difference, turn, MPFR_RNDN);
        }
        /* Half an ulp of double is part of the bound, unless it is subnormal. */
        double rounding = 0x1p-1074;
        if (is_phase) /* whole turns are in the result's size */
            mpfr_set_d(turn, got, MPFR_RNDN);
        if (format.precision < 53)
            rounding = ulp(&format, is_phase ? turn : exact) / 2;
        mpfr_add_d(limit, limit, rounding, MPFR_RNDU);
        holds = mpfr_cmpabs(difference, limit) <= 0;
        mpfr_div(difference, difference, limit, MPFR_RNDN);
        *error = fmax(*error, fabs(mpfr_get_d(difference, MPFR_RNDN)));
    }
    mpfr_clears(limit, difference, turn, (mpfr_ptr)0);
    return holds;
}

bool reference_accepts(reference *r, const void *element, double *error)
{
    const number got = number_read(r->dtype, element);
    const bool is_log = r->op == LANESCAN_LOGCUMSUMEXP;
    if (!accepts_part(r, got.re, r->re, r->scale, false, error))
        return false;
    if (got.kind != KIND_COMPLEX)
        return true;
    if (is_log && mpfr_inf_p(r->re))
        return true; /* an infinite logarithm has no phase to speak of */
    return accepts_part(r, got.im, r->im, r->scale_im, is_log, error);
}
