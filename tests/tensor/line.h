/* What the scan of one line must be, to the bit: worked out on a contiguous copy with the line
 * functions of the header, with exact loops where the operation is exact, and for the other types
 * with the scan of a one-dimensional array; conversion, reversing and shifting are done here. */
#ifndef LANESCAN_TESTS_TENSOR_LINE_H
#define LANESCAN_TESTS_TENSOR_LINE_H

#include "golden/dtype.h"

typedef struct line_task {
    lanescan_op op;
    int input_dtype, dtype;
    uint32_t flags;
    const void *initial; /* one element of `dtype`, or NULL */
    size_t n;
    bool one_more; /* the last fold follows the exclusive scan: n + 1 results */
} line_task;

/* x: n elements of input_dtype. y and index: n or n + 1 elements of dtype and int64_t. */
void line_expect(const line_task *task, const void *x, void *y, int64_t *index);

#endif
