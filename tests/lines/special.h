/* The special-value tables of docs, as data, and what a call must give. */
#ifndef LANESCAN_TESTS_SPECIAL_H
#define LANESCAN_TESTS_SPECIAL_H

#include "ops/kernels.h"

#include <stddef.h>
#include <stdint.h>

enum { SPECIAL_F32 = 1, SPECIAL_F64 = 2, SPECIAL_BOTH = 3, SPECIAL_LONGEST = 8 };

typedef struct special_case {
    const char *operation; /* cumsum: the kernel's name without its type */
    int types;
    size_t n;
    double x[SPECIAL_LONGEST];      /* logaddexp: the two operands */
    double y[SPECIAL_LONGEST];      /* logsumexp and logaddexp: one element */
    int64_t index[SPECIAL_LONGEST]; /* cummax, cummin */
    double tolerance;               /* relative to y; 0: these bits, any NaN for a NaN */
} special_case;

/* Ended by an entry without operation. */
extern const special_case special_cases[]; /* the reference's table of infinities and NaN */
extern const special_case special_cases_recovery[]; /* zeros, ties, overflow and return */

/* Every case of a list, alone and at many places of a longer line of identities. */
void special_run(const lanescan_kernels *table, const special_case *list);

/* Integers wrap; n == 0 is nothing, with NULL pointers too. */
void special_integers(const lanescan_kernels *table);
void special_empty(const lanescan_kernels *table);

/* Random adversarial lines against the left-to-right definition. */
void special_left_to_right(const lanescan_kernels *table);

#endif
