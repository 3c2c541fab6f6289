/* What results of linear recurrences must be, by MPFR. */
#ifndef LANESCAN_TESTS_RECURRENCE_JUDGE_H
#define LANESCAN_TESTS_RECURRENCE_JUDGE_H

#include <stdbool.h>
#include <stddef.h>

/* The worst error of a line, in eps W; of floats beyond half an ulp. */
typedef struct recurrence_error {
    double worst;
    double in_half_ulps; /* the worst of floats, while none is beyond one */
    size_t at;
    size_t judged; /* elements up to where results are not finite, or not certain to be */
} recurrence_error;

/* y of a and b, doubles, or floats if `is_f32`. `initial` may be NULL. Checks the bound, and that
 * results are finite, infinite or NaN as from left to right. `what` says which line it is. */
recurrence_error recurrence_judge(const char *what, bool is_f32, size_t n, const void *a,
                                  const void *b, const double *initial, const void *y);

#endif
