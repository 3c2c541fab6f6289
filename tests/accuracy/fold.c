/* cumsum and cumprod against 256-bit folds, whose own error is 2^-200 of any bound. */
#include "accuracy/accuracy.h"
#include "harness/check.h"

#include <float.h>
#include <math.h>

void accuracy_sum(const kernel *k, const char *data, size_t n, const void *x, const void *y)
{
    tally t = tally_begin(k, data, n);
    mpfr_t sum, magnitude, absolute;
    mpfr_inits2(JUDGE_BITS, sum, absolute, (mpfr_ptr)0);
    mpfr_init2(magnitude, 64);
    mpfr_set_zero(sum, 1);
    mpfr_set_zero(magnitude, 1);
    for (size_t i = 0; i < n; i++) {
        const double value = accuracy_element(k->type, x, i);
        mpfr_add_d(sum, sum, value, MPFR_RNDN);
        mpfr_add_d(magnitude, magnitude, fabs(value), MPFR_RNDU);
        mpfr_abs(absolute, sum, MPFR_RNDN);
        if (mpfr_cmp_d(absolute, DBL_MAX * 0.999) > 0)
            break; /* a prefix of doubles that overflows is a matter of the special suite */
        /* f64: 4 eps; f32: 4 * 2^-52 */
        tally_judge(&t, i, value, accuracy_element(k->type, y, i), sum,
                    k->type == TYPE_F64 ? 4 : 4 * 0x1p-52, magnitude);
    }
    mpfr_clears(sum, magnitude, absolute, (mpfr_ptr)0);
    tally_end(&t);
}

void accuracy_product(const kernel *k, const char *data, size_t n, const void *x, const void *y)
{
    tally t = tally_begin(k, data, n);
    mpfr_t product, absolute;
    mpfr_inits2(JUDGE_BITS, product, absolute, (mpfr_ptr)0);
    mpfr_set_d(product, 1, MPFR_RNDN);
    for (size_t i = 0; i < n; i++) {
        const double value = accuracy_element(k->type, x, i);
        mpfr_mul_d(product, product, value, MPFR_RNDN);
        mpfr_abs(absolute, product, MPFR_RNDN);
        if (mpfr_cmp_d(absolute, DBL_MAX * 0.999) > 0 || mpfr_cmp_d(absolute, DBL_MIN) < 0)
            break; /* the bound is for running products in the normal range */
        /* f64: 4 eps |y|; f32: 2^-48 |y| */
        tally_judge(&t, i, value, accuracy_element(k->type, y, i), product,
                    k->type == TYPE_F64 ? 4 : 0x1p-48, absolute);
    }
    mpfr_clears(product, absolute, (mpfr_ptr)0);
    tally_end(&t);
}
