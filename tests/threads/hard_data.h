/* Data that breaks what chunks of a line have in common: each chunk by itself would be something
 * else. */
#ifndef LANESCAN_TESTS_THREADS_HARD_DATA_H
#define LANESCAN_TESTS_THREADS_HARD_DATA_H

#include "golden/random.h"

#include <stdbool.h>

typedef enum hard_kind {
    HARD_PLAIN,         /* around 0 */
    HARD_RAMP,          /* up or down: log-sum-exp's reference moves */
    HARD_LOG_ONE,       /* log-probabilities whose sum stays near 1; some are -inf */
    HARD_COUNTED,       /* a few elements near 0, the others far below */
    HARD_MASKED,        /* -inf at first, for some chunks */
    HARD_VAST,          /* beyond 2^40 here and there */
    HARD_SPIKES,        /* an infinity or NaN somewhere */
    HARD_OVERFLOW,      /* sums that leave the range of f64 and come back */
    HARD_FACTORS,       /* near 1 */
    HARD_FAR_FACTORS,   /* products that leave the range and come back */
    HARD_ROUGH_FACTORS, /* near 1, but for one that is far, or 0, here and there */
    HARD_TIES,          /* few values, both zeros among them */
    NUM_HARD_KINDS
} hard_kind;

const char *hard_name(hard_kind kind);

/* Elements 0 to n - 1 of a line. */
void hard_fill(hard_kind kind, generator *g, size_t n, double *x);

#endif
