/* Every function on lines under one signature: one that is added to src/ops/ops.def is in the
 * golden numbers and in the tests without a further line. */
#ifndef LANESCAN_GOLDEN_KERNEL_H
#define LANESCAN_GOLDEN_KERNEL_H

#include "golden/element.h"
#include "ops/kernels.h"

#include <stdbool.h>

typedef struct kernel {
    const char *name; /* cumsum_f32 */
    element_type type;
    bool has_index;    /* cummax, cummin */
    bool is_reduction; /* logsumexp: writes one element, also for n == 0 */
    bool is_binary;    /* logaddexp: reads `second` */
    /* y for a reduction takes the result. `second` and `index` are ignored where there are none. */
    void (*call)(const lanescan_kernels *table, size_t n, const void *x, const void *second,
                 void *y, int64_t *index);
} kernel;

enum {
#define LINE(kernel, result, parameters, arguments) PLACE_OF_LINE_##kernel,
#include "ops/ops.def"
    NUM_KERNELS
};

/* In the order of the list. */
kernel kernel_from_list(size_t position);

/* Elements that `call` writes for n elements of input. */
size_t kernel_outputs(const kernel *k, size_t n);

#endif
