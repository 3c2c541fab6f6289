/* One call of lanescan_logsumexp or lanescan_logaddexp: whether it gives what contiguous copies
 * give, on every instruction set, and changes nothing else. */
#ifndef LANESCAN_TESTS_TENSOR_LOG_CASE_H
#define LANESCAN_TESTS_TENSOR_LOG_CASE_H

#include "tensor/region.h"

/* A second opinion: `result` of the n elements of `line`, all of `dtype`. */
typedef void (*last_judge)(int dtype, size_t n, const void *line, const void *result);

typedef struct logsumexp_case {
    uint64_t seed; /* for messages */
    layout x, y;
    int from, to;
    bool reduced[LANESCAN_MAX_NDIM]; /* of x's dimensions */
    int dims[LANESCAN_MAX_NDIM], num_dims;
} logsumexp_case;

/* The elements are input->before; judge may be NULL. */
void logsumexp_check(const logsumexp_case *c, region *input, last_judge judge);

typedef struct logaddexp_case {
    uint64_t seed; /* for messages */
    layout y, x[2];
    int from[2], to;
    int in_place; /* of input 0 or 1; -1: of none */
} logaddexp_case;

/* The elements are inputs[k].before; judge may be NULL. */
void logaddexp_check(const logaddexp_case *c, region inputs[2], last_judge judge);

#endif
