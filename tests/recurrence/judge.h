/* What results of linear recurrences must be, by MPFR. */
#ifndef LANESCAN_TESTS_RECURRENCE_JUDGE_H
#define LANESCAN_TESTS_RECURRENCE_JUDGE_H

#include <stddef.h>

/* The worst error of a line, in eps W; of types narrower than double, and of complex numbers of
 * such parts, beyond half an ulp of each part. */
typedef struct recurrence_error {
    double worst;
    double in_half_ulps; /* the worst of narrow types, while none is beyond one */
    size_t at;
    size_t judged; /* elements up to where results are not finite, or not certain to be */
} recurrence_error;

/* y of a and b, all of one floating or complex type, as is `initial`, which may be NULL. Checks the
 * bound, and that results are finite, infinite or NaN as from left to right. `what` says which line
 * it is. */
recurrence_error recurrence_judge(const char *what, int dtype, size_t n, const void *a,
                                  const void *b, const void *initial, const void *y);

#endif
