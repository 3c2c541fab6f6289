/* What gradients must be, by MPFR, on the formulas. */
#ifndef LANESCAN_TESTS_GRADIENT_JUDGE_H
#define LANESCAN_TESTS_GRADIENT_JUDGE_H

#include <stdbool.h>
#include <stddef.h>

typedef enum gradient_kind {
    OF_CUMPROD,
    OF_LOGCUMSUMEXP,
    OF_LOGSUMEXP,  /* g has one element */
    OF_RECURRENCE, /* of x; b are the results; gradients of coefficients, then of addends */
    OF_LOGADDEXP,  /* of x and b; gradients of x, then of b */
    OF_INDEX,      /* of extremes; x are the indices of results */
    NUM_KINDS
} gradient_kind;

/* Numbers are doubles, or pairs of them, of any element type's values; all finite but elements of
 * -inf. */
typedef struct gradient_case {
    gradient_kind kind;
    int dtype;
    bool is_complex;
    size_t n;
    const double *x, *b, *g;
    const double *initial; /* NULL: none */
} gradient_case;

/* `got` has n numbers, or 2 n. Checks the bound; returns the worst error in its unit, eps times the
 * sum of moduli, less half an ulp of narrow types. */
double gradient_judge(const char *what, const gradient_case *c, const double *got);

#endif
