/* One kernel of a table against the same kernel of the reference table: bit for bit, wherever the
 * arrays lie, and with nothing written outside the output. */
#ifndef LANESCAN_TESTS_COMPARE_H
#define LANESCAN_TESTS_COMPARE_H

#include "kernel_list.h"

enum { COMPARE_MARGIN = 16 }; /* elements of 8 bytes around the output that must stay as they are */

/* Where the arrays begin, in elements past a 64-byte boundary (0 .. 15), and which are the same. */
typedef struct placement {
    size_t x, second, y, index;
    bool in_place;        /* y is x */
    bool in_place_second; /* y is the second input */
    bool with_index;
} placement;

/* Input, and the reference's answer to it; room for `capacity` elements. */
typedef struct comparison {
    const kernel *kernel;
    size_t n;
    char *x, *second; /* the caller fills these */
    char *expected;
    int64_t *expected_index;
    char *memory[4]; /* where the judged call gets its arrays */
} comparison;

comparison comparison_new(size_t capacity);
void comparison_free(comparison *c);

/* Computes the expected results for the first n elements. */
void comparison_expect(comparison *c, const kernel *k, const lanescan_kernels *reference, size_t n);

/* Calls the target and checks results and margins. `what` says which data it is. */
void comparison_check(comparison *c, const lanescan_kernels *target, placement at,
                      const char *what);

#endif
