/* Lines at the limits of an element type for which the definition gives a result that is known
 * exactly. */
#ifndef LANESCAN_TESTS_LIMITS_CASES_H
#define LANESCAN_TESTS_LIMITS_CASES_H

#include <lanescan.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a floating type can hold; results of narrower types than f64 are worked out in f64. */
typedef struct limits {
    double max;          /* largest finite */
    int top;             /* 2^top is the largest power of two */
    int lowest;          /* 2^lowest is the least subnormal number */
    int subnormal_bits;  /* subnormal numbers are less than 2^subnormal_bits times that */
    int accumulator_top; /* of f64 */
    int accumulator_lowest;
} limits;

typedef struct limit_case {
    const char *name;
    lanescan_op op;
    /* n elements, the results before they are rounded to the type, and their positions for cummax
     * and cummin */
    void (*make)(const limits *l, size_t n, double *x, double *y, int64_t *index);
    double tolerance; /* relative; 0 for the very bits */
} limit_case;

/* The last has a NULL name. */
extern const limit_case limit_cases[];

#endif
