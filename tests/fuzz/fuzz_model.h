/* What the functions on tensors must answer, from the header's words and apart from the library:
 * all errors that a call has (any of them may be reported), and which bytes it may write.
 * Everything lies in one arena, where shared memory is found by marking bytes. */
#ifndef LANESCAN_TESTS_FUZZ_MODEL_H
#define LANESCAN_TESTS_FUZZ_MODEL_H

#include "golden/dtype.h"
#include "tensor/random_layout.h"

enum { ARENA = 4096 };

/* A set of statuses. */
typedef uint32_t model_errors;

static inline model_errors model_error(lanescan_status status)
{
    return (model_errors)1 << status;
}

typedef struct model_tensor {
    model_errors errors;
    bool is_read; /* it has no errors: the rest says something */
    int dtype;
    char *data;
    layout layout; /* strides as they are used; of dimensions with one position 0; offset 0 */
    uint64_t count, below, above; /* bytes from data to the lowest element and to the highest */
} model_tensor;

model_tensor model_read(const lanescan_tensor *t);

/* Do all elements lie in the arena? */
bool model_is_inside(const model_tensor *m, const char *arena);

/* Is a scan dimension, of ndim; and which one. */
bool model_dim(int dim, int ndim, int *out);

/* `size`: bytes at `options` that are there. */
bool model_options(const lanescan_options *options, size_t size, uint32_t allowed);
bool model_executor(const lanescan_options *options, size_t size); /* nothing else is taken */

/* The errors of a whole call. `index` NULL: lanescan_scan. The descriptors are as model_read gave
 * them. */
model_errors model_scan(int op, const model_tensor *in, int dim, bool is_exclusive,
                        const model_tensor *out, const model_tensor *index);
model_errors model_logsumexp(const model_tensor *in, const int *dims, int num_dims,
                             const model_tensor *out);
model_errors model_logaddexp(const model_tensor *a, const model_tensor *b, const model_tensor *out);

/* Memory: the outputs (outputs[1] may be NULL) are marked in `marks`, ARENA bytes that were 0. All
 * tensors must lie in the arena. *is_done is false where there are too many elements to look at. */
model_errors model_memory(const model_tensor *const inputs[2], const model_tensor *const outputs[2],
                          const char *arena, uint8_t *marks, bool *is_done);

#endif
