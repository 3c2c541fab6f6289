/* Layouts and options that have names in results. "line" is the line function, all others
 * tensors. */
#ifndef LANESCAN_BENCH_SHAPES_H
#define LANESCAN_BENCH_SHAPES_H

#include "tensors.h"

/* A layout of n elements. It points into itself: not to be copied. */
typedef struct bench_shape {
    int64_t extents[2], input_strides[2], output_strides[2];
    int64_t lines; /* how many */
    bench_layout layout;
    lanescan_options options;
    size_t length;      /* of a line */
    size_t input_reach; /* elements from the input's first to behind its last */
} bench_shape;

extern const size_t bench_num_shapes;
const char *bench_shape_name(size_t i);

bool bench_shape_exists(const char *name);

/* False when n elements cannot have this shape: squares need a square number, lines of 8 a multiple
 * of 8. */
bool bench_shape_make(const char *name, size_t n, bench_shape *);

/* The operation as the tensor functions know it; false where it is not a scan of theirs, or one
 * with indices. */
bool bench_scan_op(const bench_case *, lanescan_op *);

/* What the tensor functions have of an operation: scans, logsumexp, logaddexp, linear recurrences;
 * false where it is one with indices. */
bool bench_function_of(const bench_case *, bench_function *);

/* Its scan from arrays->x to arrays->y, the sums of its lines, or logaddexp or a recurrence with
 * arrays->b. */
bench_scan bench_shape_scan(const bench_shape *, const bench_case *, const bench_arrays *);

#endif
