/* The scan of a line in MPFR, from left to right, and the bounds of the contract for each type. */
#ifndef LANESCAN_TESTS_TENSOR_REFERENCE_H
#define LANESCAN_TESTS_TENSOR_REFERENCE_H

#include "golden/dtype.h"

#include <mpfr.h>

/* Enough for any sum of products of doubles of these tests, and for the exponentials' relative
 * error. */
enum { REFERENCE_BITS = 2304, LOG_BITS = 256 };

/* The fold so far, exactly or nearly, and what the bound is relative to. */
typedef struct reference {
    lanescan_op op;
    int dtype;
    mpfr_t re, im;          /* the value */
    mpfr_t scale, scale_im; /* sum|x|, |y|, or C = max(|y|, sum p_i |x_i|) */
    mpfr_t rest_re, rest_im, weighted, peak_re, peak_im; /* log-sum-exps, see the source */
    mpfr_t moduli;                                       /* the same: sum of |e^(x - peak)| */
    bool is_pair; /* of logaddexp: the bound of complex numbers is relative to theirs too */
    /* Nothing is promised: left to right in double would have overflowed or lost bits. */
    bool is_lost;
} reference;

/* Are results rounded, so that there is a bound to judge them by? The others are exact. */
bool reference_is_rounded(lanescan_op op, int dtype);

reference reference_begin(lanescan_op op, int dtype);
void reference_end(reference *r);

void reference_fold(reference *r, number x);

/* Whether the element is within the bound of what has been folded so far; the error found, in units
 * of the bound, goes to *error. Complex logarithms are compared modulo 2 pi i. */
bool reference_accepts(reference *r, const void *element, double *error);

/* The error as the header states it: f64 and c128 in eps of the scale (complex numbers as moduli),
 * narrower types in ulps of the exact result, what double precision leaves taken off, of the worse
 * part. 0 where a result is infinite. */
double reference_error(reference *r, const void *element);

#endif
