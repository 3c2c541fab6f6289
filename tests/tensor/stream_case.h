/* A stream over an array that is cut into pieces, against one call on the whole. */
#ifndef LANESCAN_TESTS_STREAM_CASE_H
#define LANESCAN_TESTS_STREAM_CASE_H

#include "tensor/data.h"

typedef struct stream_case {
    lanescan_op op;
    int dtype;
    bool exclusive, has_initial;
    data_kind data; /* for messages */
    size_t n;
    char *x, *expected; /* n + 1 folds expected: what each exclusive element would be */
    char initial[LARGEST_ELEMENT];
    const lanescan_executor *executor;
} stream_case;

/* Fills s->expected by one call on the whole: the exclusive scan, one longer. */
void stream_case_expect(const stream_case *s);

/* Pushes the pieces that end at cuts[0], cuts[1], ..., n, each on another instruction set or, if
 * isas is not NULL, on those with these numbers (count + 1; modulo how many there are). `in_place`:
 * y is x. */
void stream_case_check(const stream_case *s, const size_t *cuts, size_t count, const uint8_t *isas,
                       bool in_place);

#endif
