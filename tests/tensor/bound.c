/* The bounds of the contract, for results of every floating type. */
#include "tensor/reference.h"

#include <math.h>

/* The factor of the scale, rounding to a narrower type apart, as the header has it. */
static double bound(const reference *r)
{
    const bool is_wide = dtype_of(r->dtype).precision == 53;
    const bool is_complex = dtype_of(r->dtype).kind == KIND_COMPLEX;
    switch (r->op) {
    case LANESCAN_CUMSUM:
        return 0x1p-50;
    case LANESCAN_CUMPROD:
        return !is_wide ? 0x1p-48 : is_complex ? 0x1p-53 : 0x1p-50;
    case LANESCAN_LOGCUMSUMEXP:
        return is_wide || is_complex ? 0x1p-51 : 0x1p-32;
    default: /* exact */
        return 0;
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

/* A part that is infinite, NaN, or real. */
static bool accepts_part(const reference *r, double got, mpfr_srcptr exact, mpfr_srcptr scale,
                         double *error)
{
    const dtype_info format = dtype_of(r->dtype);
    if (mpfr_nan_p(exact))
        return isnan(got);
    if (mpfr_inf_p(exact))
        return isinf(got) && (got > 0) == (mpfr_sgn(exact) > 0);
    if (isnan(got))
        return false;
    mpfr_t limit, difference;
    mpfr_inits2(LOG_BITS, limit, difference, (mpfr_ptr)0);
    mpfr_set(limit, scale, MPFR_RNDU);
    mpfr_mul_d(limit, limit, bound(r), MPFR_RNDU);
    bool holds;
    if (isinf(got)) {
        holds = (got > 0) == (mpfr_sgn(exact) > 0) && rounds_away(&format, exact, limit, false);
    } else if (format.precision < 53 && rounds_away(&format, exact, limit, true)) {
        holds = false;
    } else {
        mpfr_sub_d(difference, exact, got, MPFR_RNDN);
        /* Half an ulp of double is part of the bound, unless it is subnormal. */
        const double rounding = format.precision < 53 ? ulp(&format, exact) / 2 : 0x1p-1074;
        mpfr_add_d(limit, limit, rounding, MPFR_RNDU);
        holds = mpfr_cmpabs(difference, limit) <= 0;
        mpfr_div(difference, difference, limit, MPFR_RNDN);
        *error = fmax(*error, fabs(mpfr_get_d(difference, MPFR_RNDN)));
    }
    mpfr_clears(limit, difference, (mpfr_ptr)0);
    return holds;
}

/* |got - exact|, of phases modulo 2 pi. */
static double distance(mpfr_srcptr exact, double got, bool is_phase)
{
    mpfr_t difference, turn;
    mpfr_inits2(LOG_BITS, difference, turn, (mpfr_ptr)0);
    mpfr_sub_d(difference, exact, got, MPFR_RNDN);
    if (is_phase) {
        mpfr_const_pi(turn, MPFR_RNDN);
        mpfr_mul_2ui(turn, turn, 1, MPFR_RNDN);
        mpfr_remainder(difference, difference, turn, MPFR_RNDN);
    }
    const double result = fabs(mpfr_get_d(difference, MPFR_RNDN));
    mpfr_clears(difference, turn, (mpfr_ptr)0);
    return result;
}

/* What the header measures errors of this type and operation by. */
static double scale_of(const reference *r, number got)
{
    if (!is_complex_log(r))
        return mpfr_get_d(r->scale, MPFR_RNDN);
    mpfr_t size;
    mpfr_init2(size, LOG_BITS);
    mpfr_add_ui(size, r->rest_re, 1, MPFR_RNDN);
    mpfr_hypot(size, size, r->rest_im, MPFR_RNDN);
    mpfr_div(size, r->moduli, size, MPFR_RNDN);
    const double conditioning = mpfr_get_d(size, MPFR_RNDN);
    mpfr_clear(size);
    return fmax(fmax(conditioning, hypot(got.re, got.im)),
                r->is_pair ? mpfr_get_d(r->scale, MPFR_RNDU) : 0);
}

/* Without what the bound grants beside the rounding: the double precision it is computed in. */
static double error_in_ulps(const reference *r, double error, mpfr_srcptr exact, double got,
                            bool is_phase, double scale)
{
    const dtype_info format = dtype_of(r->dtype);
    mpfr_t at;
    mpfr_init2(at, LOG_BITS);
    if (is_phase) /* whole turns are in the result's size */
        mpfr_set_d(at, got, MPFR_RNDN);
    else
        mpfr_set(at, exact, MPFR_RNDN);
    const double ulps = fmax(0, error - bound(r) * scale) / ulp(&format, at);
    mpfr_clear(at);
    return ulps;
}

double reference_error(reference *r, const void *element)
{
    const number got = number_read(r->dtype, element);
    const bool is_complex = dtype_of(r->dtype).kind == KIND_COMPLEX, is_phase = is_complex_log(r);
    if (!isfinite(got.re) || !isfinite(got.im) || !mpfr_number_p(r->re) || !mpfr_number_p(r->im))
        return 0;
    const double re = distance(r->re, got.re, false), scale = scale_of(r, got);
    const double im = is_complex ? distance(r->im, got.im, is_phase) : 0;
    const double scale_im = is_phase ? scale : mpfr_get_d(r->scale_im, MPFR_RNDN);
    if (dtype_of(r->dtype).precision < 53)
        return fmax(error_in_ulps(r, re, r->re, got.re, false, scale),
                    is_complex ? error_in_ulps(r, im, r->im, got.im, is_phase, scale_im) : 0);
    if (is_complex && r->op == LANESCAN_CUMSUM) /* each part as a line of its own */
        return fmax(re > 0 ? re / scale : 0, im > 0 ? im / scale_im : 0) * 0x1p52;
    const double error = hypot(re, im) - 0x1p-1074; /* half an ulp of what is subnormal */
    return error > 0 ? error / scale * 0x1p52 : 0;
}

bool reference_accepts(reference *r, const void *element, double *error)
{
    const number got = number_read(r->dtype, element);
    const bool is_wide = dtype_of(r->dtype).precision == 53;
    if (got.kind == KIND_COMPLEX && isfinite(got.re) && isfinite(got.im) && mpfr_number_p(r->re) &&
        mpfr_number_p(r->im)) {
        /* As complex numbers; narrower ones have each part rounded besides. The last digits are
         * those of the judge. */
        const double part = reference_error(r, element) /
                            (is_wide ? bound(r) * 0x1p52 * (1 + 0x1p-40) : 0.5);
        *error = fmax(*error, part);
        return part <= 1;
    }
    if (!accepts_part(r, got.re, r->re, r->scale, error))
        return false;
    if (got.kind != KIND_COMPLEX)
        return true;
    if (r->op == LANESCAN_LOGCUMSUMEXP && mpfr_inf_p(r->re))
        return true; /* an infinite logarithm has no phase to speak of */
    return accepts_part(r, got.im, r->im, r->scale_im, error);
}
