/* The parts of the report on tensors: all that is timed in them is called as users call it. */
#ifndef LANESCAN_BENCH_TENSORS_H
#define LANESCAN_BENCH_TENSORS_H

#include "bench.h"
#include "lanescan.h"

enum { BENCH_IN_CACHE = 65536 }; /* elements */

/* Shape and strides of a scan's tensors, and the dimension it goes along. */
typedef struct bench_layout {
    int ndim, dim;
    const int64_t *shape, *input_strides, *output_strides; /* strides NULL: C order */
} bench_layout;

extern const bench_layout bench_one_line; /* BENCH_IN_CACHE elements, contiguous */

typedef enum bench_function {
    BENCH_SCAN,
    BENCH_LOGSUMEXP,
    BENCH_LOGADDEXP,
    BENCH_LINEAR_RECURRENCE
} bench_function;

/* A scan as the context of a task, or another function of tensors. */
typedef struct bench_scan {
    bench_function function;
    lanescan_op op; /* of a scan */
    int dim;
    lanescan_tensor input, output;
    lanescan_tensor other;           /* logaddexp's second input, a recurrence's addends */
    const lanescan_options *options; /* NULL: the defaults */
    lanescan_status status;          /* of the last call */
} bench_scan;

/* From arrays->x to arrays->y, both of the case's type. */
bench_scan bench_scan_make(lanescan_op, const bench_case *, const bench_arrays *,
                           const bench_layout *);
void bench_scan_run(void *scan, size_t calls);

/* Whether what was timed did its work, or a sentence. */
bool bench_succeeded(lanescan_status);

/* bench_arrays_make, with a sentence when there is not enough memory. */
bool bench_arrays_get(const bench_case *, size_t n, bench_arrays *);

/* A row for each operation in f32 and f64, on arrays of n elements; `print` adds what stands right
 * of its name. False when something could not be measured, as below. */
typedef bool bench_print_row(lanescan_op, const bench_case *, const bench_arrays *);
bool bench_rows(size_t n, bench_print_row *print);

bool bench_layouts(void);
bool bench_conversions(void);
bool bench_streams(void);
bool bench_gradients(void);

/* All parts of a gradient (gradient_parts.c), one after the other, each of BENCH_IN_CACHE
 * elements. */
typedef struct bench_gradient_parts {
    const char *op;
    bool are_floats;
} bench_gradient_parts;
void bench_gradient_parts_run(void *gradient, size_t calls);
bool bench_gradient_parts_report(void);

#endif
