/* The bounds of the numerical contract, with MPFR as the judge. */
#ifndef LANESCAN_TESTS_ACCURACY_H
#define LANESCAN_TESTS_ACCURACY_H

#include "golden/element.h"
#include "harness/kernel_list.h"

#include <mpfr.h>

/* Bits of MPFR numbers: far more than any bound can notice. */
enum { JUDGE_BITS = 256 };

/* The worst element of one call. Errors are in the unit that the contract states the bound in: f32
 * in ulps of the exact result, f64 in eps times the scale (sum|x|, |y| or C); eps = 2^-52. */
typedef struct tally {
    const kernel *kernel;
    const char *data;
    size_t n, failed;
    double worst_error;
    size_t worst_at;
    double worst_input, worst_result;
} tally;

tally tally_begin(const kernel *k, const char *data, size_t n);

/* Judges one result. `bound`: the contract's factor; f64: |got - exact| <= bound * eps * scale;
 * f32: |got - exact| <= ulp / 2 + bound * scale. */
void tally_judge(tally *t, size_t i, double input, double got, mpfr_srcptr exact, double bound,
                 mpfr_srcptr scale);

/* Prints the line of the table. */
void tally_end(const tally *t);
void tally_heading(void);

double accuracy_element(element_type type, const void *array, size_t i);

/* One line each: runs the kernel's result `y` for input x against exact arithmetic. */
void accuracy_sum(const kernel *k, const char *data, size_t n, const void *x, const void *y);
void accuracy_product(const kernel *k, const char *data, size_t n, const void *x, const void *y);

/* Every element up to `dense`, then about one in sixteen and the last. */
void accuracy_log_scan(const kernel *k, const char *data, size_t n, const void *x, const void *y,
                       size_t dense);
void accuracy_log_pairs(const kernel *k, const char *data, size_t n, const void *a, const void *b,
                        const void *y);

/* Lines for the kernel's operation whose errors show what is wrong with chunks, or with huge
 * numbers; nothing for other operations. */
void accuracy_chunks(const lanescan_kernels *table, const kernel *k);
void accuracy_huge(const lanescan_kernels *table, const kernel *k);

/* 2^-32 for f32, 2 for f64: the factor of C in the bound of every log-sum-exp. */
double accuracy_log_bound(element_type type);

#endif
