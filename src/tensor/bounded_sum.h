/* Is a number a sum of given ones, each taken a limited number of times? */
#ifndef LANESCAN_BOUNDED_SUM_H
#define LANESCAN_BOUNDED_SUM_H

#include "lanescan.h"

#define bounded_sum lanescan_bounded_sum

typedef enum layout_answer { LAYOUT_NO, LAYOUT_YES, LAYOUT_UNKNOWN } layout_answer;

/* coefficient * x for one integer x in 0 .. most */
typedef struct bounded_term {
    uint64_t coefficient; /* 1 .. 2^63 - 1 */
    uint64_t most;
} bounded_term;

/* The dimensions of two layouts, and what their element sizes leave open. */
enum { BOUNDED_MAX_TERMS = 2 * LANESCAN_MAX_NDIM + 1 };

/* Is there a sum of the terms that is `target`? Sorts and changes `terms`; all of them at their
 * most together must be below 2^64. Takes what it needs from *nodes, and gives LAYOUT_UNKNOWN when
 * that is used up. */
layout_answer bounded_sum(bounded_term *terms, int num_terms, uint64_t target, int *nodes);

/* The greatest common divisor; that of 0 and a is a, and of two zeros 1: one may always divide by
 * it. */
static inline uint64_t bounded_gcd(uint64_t a, uint64_t b)
{
    while (b) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a ? a : 1;
}

#endif
