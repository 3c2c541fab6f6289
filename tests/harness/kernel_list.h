/* Every function on lines under one signature: one that is added to src/ops/ops.def is in the tests
 * without a further line. */
#ifndef LANESCAN_TESTS_KERNEL_LIST_H
#define LANESCAN_TESTS_KERNEL_LIST_H

#include "harness/element.h"
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

/* All of them, or those whose names begin with the value of LANESCAN_TEST_KERNELS. */
size_t kernel_count(void);
kernel kernel_at(size_t position);
bool kernel_list_is_whole(void);

/* That of an operation and a type, wanted or not. */
kernel kernel_of(const char *op, const char *type);

/* Elements that `call` writes for n elements of input. */
size_t kernel_outputs(const kernel *k, size_t n);

#endif
