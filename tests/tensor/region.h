/* The memory of an output: what it held before the call and what it must hold after. */
#ifndef LANESCAN_TESTS_TENSOR_REGION_H
#define LANESCAN_TESTS_TENSOR_REGION_H

#include "golden/dtype.h"
#include "tensor/random_layout.h"

typedef struct region {
    const layout *layout;
    int dtype;
    size_t bytes;
    char *memory, *before; /* `bytes` each; before starts as a pattern */
    char *expected;        /* the elements in C order */
} region;

region region_new(const layout *l, int dtype);
void region_free(const region *r);

/* memory = before */
void region_reset(const region *r);

/* Checks the elements, puts back what was there before, and checks that nothing else has
 * changed. */
void region_check(const region *r, const char *what, const char *call);

#endif
