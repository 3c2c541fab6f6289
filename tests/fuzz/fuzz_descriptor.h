/* Tensor descriptors that may be wrong in any way. */
#ifndef LANESCAN_TESTS_FUZZ_DESCRIPTOR_H
#define LANESCAN_TESTS_FUZZ_DESCRIPTOR_H

#include "fuzz.h"
#include "fuzz_model.h"

typedef struct descriptor {
    bool is_null; /* NULL is passed */
    lanescan_tensor tensor;
    int64_t shape[LANESCAN_MAX_NDIM], strides[LANESCAN_MAX_NDIM];
} descriptor;

/* Reads one, into place: it holds addresses of itself. Much of it may be as in `like`, which may be
 * NULL. What has no other fault lies in the arena, where it fits. */
void descriptor_read(fuzz_input *in, char *arena, const descriptor *like, descriptor *d);

static inline const lanescan_tensor *descriptor_pass(const descriptor *d)
{
    return d->is_null ? NULL : &d->tensor;
}

/* An int that is small, mostly. */
int descriptor_int(fuzz_input *in);

/* An address in the arena, aligned for any element; NULL now and then. */
char *descriptor_address(fuzz_input *in, char *arena);

#endif
