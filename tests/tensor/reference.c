/* A log-sum-exp is kept relative to the element of largest real part, the peak: y = peak + log(1 +
 * rest), where rest is the sum of e^(x - peak) over the others. */
#include "tensor/reference.h"

#include <math.h>

bool reference_is_rounded(lanescan_op op, int dtype)
{
    return dtype_of(dtype).kind >= KIND_FLOAT && !op_has_index(op);
}

reference reference_begin(lanescan_op op, int dtype)
{
    reference r = { .op = op, .dtype = dtype };
    const mpfr_prec_t bits = op == LANESCAN_LOGCUMSUMEXP ? LOG_BITS : REFERENCE_BITS;
    mpfr_inits2(bits, r.re, r.im, r.scale, r.scale_im, r.rest_re, r.rest_im, r.weighted, r.peak_re,
                r.peak_im, r.moduli, (mpfr_ptr)0);
    mpfr_set_zero(r.moduli, 1);
    mpfr_set_d(r.re,
               op == LANESCAN_CUMSUM    ? 0
               : op == LANESCAN_CUMPROD ? 1
                                        : (double)-INFINITY,
               MPFR_RNDN);
    mpfr_set_zero(r.im, 1);
    mpfr_set_zero(r.scale, 1);
    mpfr_set_zero(r.scale_im, 1);
    mpfr_set_zero(r.rest_re, 1);
    mpfr_set_zero(r.rest_im, 1);
    mpfr_set_zero(r.weighted, 1);
    mpfr_set(r.peak_re, r.re, MPFR_RNDN);
    mpfr_set_zero(r.peak_im, 1);
    return r;
}

void reference_end(reference *r)
{
    mpfr_clears(r->re, r->im, r->scale, r->scale_im, r->rest_re, r->rest_im, r->weighted,
                r->peak_re, r->peak_im, r->moduli, (mpfr_ptr)0);
}

/* (re, im) * (a, b) */
static void multiply(mpfr_t re, mpfr_t im, mpfr_srcptr a, mpfr_srcptr b)
{
    mpfr_t real, imaginary;
    mpfr_inits2(mpfr_get_prec(re), real, imaginary, (mpfr_ptr)0);
    mpfr_fmms(real, re, a, im, b, MPFR_RNDN);
    mpfr_fmma(imaginary, re, b, im, a, MPFR_RNDN);
    mpfr_set(re, real, MPFR_RNDN);
    mpfr_set(im, imaginary, MPFR_RNDN);
    mpfr_clears(real, imaginary, (mpfr_ptr)0);
}

static void fold_product(reference *r, number x)
{
    if (x.kind != KIND_COMPLEX) {
        mpfr_mul_d(r->re, r->re, x.re, MPFR_RNDN);
    } else {
        mpfr_t a, b;
        mpfr_init_set_d(a, x.re, MPFR_RNDN);
        mpfr_init_set_d(b, x.im, MPFR_RNDN);
        multiply(r->re, r->im, a, b);
        mpfr_clears(a, b, (mpfr_ptr)0);
    }
    mpfr_hypot(r->scale, r->re, r->im, MPFR_RNDU);
    mpfr_set(r->scale_im, r->scale, MPFR_RNDU);
    /* With infinities the order of the four products decides. */
    r->is_lost |= x.kind == KIND_COMPLEX && !mpfr_number_p(r->scale);
    if (mpfr_number_p(r->scale) && !mpfr_zero_p(r->scale))
        r->is_lost |= mpfr_cmp_d(r->scale, 1e300) > 0 || mpfr_cmp_d(r->scale, 1e-290) < 0;
}

static void fold_sum(reference *r, number x)
{
    mpfr_add_d(r->re, r->re, x.re, MPFR_RNDN);
    mpfr_add_d(r->im, r->im, x.im, MPFR_RNDN);
    mpfr_add_d(r->scale, r->scale, fabs(x.re), MPFR_RNDU);
    mpfr_add_d(r->scale_im, r->scale_im, fabs(x.im), MPFR_RNDU);
    r->is_lost |= mpfr_number_p(r->scale) && mpfr_cmp_d(r->scale, 1e300) > 0;
    r->is_lost |= mpfr_number_p(r->scale_im) && mpfr_cmp_d(r->scale_im, 1e300) > 0;
}

/* (re, im) = e^(re + i im); 0 where no double would notice, as MPFR fails with numbers that are far
 * smaller. */
static void exponential(mpfr_t re, mpfr_t im)
{
    if (mpfr_cmp_d(re, -1e4) < 0) {
        mpfr_set_zero(re, 1);
        mpfr_set_zero(im, 1);
        return;
    }
    mpfr_t sine, cosine;
    mpfr_inits2(LOG_BITS, sine, cosine, (mpfr_ptr)0);
    mpfr_exp(re, re, MPFR_RNDN);
    mpfr_sin_cos(sine, cosine, im, MPFR_RNDN);
    mpfr_mul(im, re, sine, MPFR_RNDN);
    mpfr_mul(re, re, cosine, MPFR_RNDN);
    mpfr_clears(sine, cosine, (mpfr_ptr)0);
}

/* value = peak + log(1 + rest); scale = max(|value|, weighted / |1 + rest|) */
static void log_value(reference *r)
{
    mpfr_t square, size;
    mpfr_inits2(LOG_BITS, square, size, (mpfr_ptr)0);
    /* |1 + rest|^2 - 1 = rest_re (2 + rest_re) + rest_im^2 */
    mpfr_add_ui(square, r->rest_re, 2, MPFR_RNDN);
    mpfr_fmma(square, square, r->rest_re, r->rest_im, r->rest_im, MPFR_RNDN);
    mpfr_log1p(r->re, square, MPFR_RNDN);
    mpfr_div_2ui(r->re, r->re, 1, MPFR_RNDN);
    mpfr_add(r->re, r->re, r->peak_re, MPFR_RNDN);
    mpfr_add_ui(size, r->rest_re, 1, MPFR_RNDN);
    /* MPFR's arctangent does not stand very small numbers. */
    const bool is_flat = mpfr_zero_p(r->rest_im) || mpfr_get_exp(r->rest_im) < -LOG_BITS;
    if (is_flat && mpfr_sgn(size) > 0) {
        mpfr_div(r->im, r->rest_im, size, MPFR_RNDN);
    } else if (is_flat) { /* half a turn, either way */
        mpfr_const_pi(r->im, MPFR_RNDN);
        mpfr_setsign(r->im, r->im, mpfr_signbit(r->rest_im), MPFR_RNDN);
    } else {
        mpfr_atan2(r->im, r->rest_im, size, MPFR_RNDN);
    }
    mpfr_add(r->im, r->im, r->peak_im, MPFR_RNDN);
    mpfr_hypot(size, size, r->rest_im, MPFR_RNDN);
    mpfr_div(r->scale, r->weighted, size, MPFR_RNDU);
    mpfr_hypot(size, r->re, r->im, MPFR_RNDU);
    mpfr_max(r->scale, r->scale, size, MPFR_RNDU);
    mpfr_set(r->scale_im, r->scale, MPFR_RNDU);
    mpfr_clears(square, size, (mpfr_ptr)0);
}

static void fold_log(reference *r, number x)
{
    if (isnan(x.re) || isnan(x.im) || mpfr_nan_p(r->re)) {
        mpfr_set_nan(r->re);
        mpfr_set_nan(r->im);
        return;
    }
    /* Nothing is promised of phases that are infinite or belong to an infinity. */
    r->is_lost |= isinf(x.im) || fabs(x.im) > 0x1p100;
    r->is_lost |= x.kind == KIND_COMPLEX && isinf(x.re) && x.re > 0;
    if (r->is_lost || isinf(x.re) || (mpfr_inf_p(r->re) && mpfr_sgn(r->re) > 0)) {
        if (isinf(x.re) && x.re > 0)
            mpfr_set_inf(r->re, 1);
        return;
    }
    mpfr_t re, im, size;
    mpfr_inits2(LOG_BITS, re, im, size, (mpfr_ptr)0);
    const bool is_first = mpfr_inf_p(r->peak_re);
    const bool is_peak = is_first || mpfr_cmp_d(r->peak_re, x.re) < 0;
    mpfr_set_d(re, x.re, MPFR_RNDN);
    mpfr_set_d(im, x.im, MPFR_RNDN);
    mpfr_sub(re, re, r->peak_re, MPFR_RNDN);
    mpfr_sub(im, im, r->peak_im, MPFR_RNDN);
    if (is_peak) {
        if (!is_first) { /* rest = (1 + rest) e^(old peak - new peak) */
            mpfr_neg(re, re, MPFR_RNDN);
            mpfr_neg(im, im, MPFR_RNDN);
            mpfr_exp(size, re, MPFR_RNDN);
            mpfr_mul(r->weighted, r->weighted, size, MPFR_RNDU);
            mpfr_mul(r->moduli, r->moduli, size, MPFR_RNDU);
            exponential(re, im);
            mpfr_add_ui(r->rest_re, r->rest_re, 1, MPFR_RNDN);
            multiply(r->rest_re, r->rest_im, re, im);
        }
        mpfr_set_d(r->peak_re, x.re, MPFR_RNDN);
        mpfr_set_d(r->peak_im, x.im, MPFR_RNDN);
        mpfr_add_d(r->weighted, r->weighted, hypot(x.re, x.im), MPFR_RNDU);
        mpfr_add_ui(r->moduli, r->moduli, 1, MPFR_RNDU);
    } else {
        mpfr_exp(size, re, MPFR_RNDN);
        mpfr_add(r->moduli, r->moduli, size, MPFR_RNDU);
        mpfr_mul_d(size, size, hypot(x.re, x.im), MPFR_RNDU);
        mpfr_add(r->weighted, r->weighted, size, MPFR_RNDU);
        exponential(re, im);
        mpfr_add(r->rest_re, r->rest_re, re, MPFR_RNDN);
        mpfr_add(r->rest_im, r->rest_im, im, MPFR_RNDN);
    }
    log_value(r);
    mpfr_clears(re, im, size, (mpfr_ptr)0);
}

void reference_fold(reference *r, number x)
{
    if (r->op == LANESCAN_CUMSUM)
        fold_sum(r, x);
    else if (r->op == LANESCAN_CUMPROD)
        fold_product(r, x);
    else
        fold_log(r, x);
}
