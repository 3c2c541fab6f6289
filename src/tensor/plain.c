/* Which tensors are plain lines. */
#include "tensor/plain.h"

#include "lanes/compiler.h"
#include "memory/dtype.h"

static uintptr_t bytes_of(const lanescan_tensor *t, int64_t n)
{
    return (uintptr_t)n * dtype_size(t->dtype);
}

LANESCAN_ONE_COPY int64_t plain_count(const lanescan_tensor *t)
{
    if (!t || t->ndim != 1 || !t->shape || !t->data || !dtype_is_valid(t->dtype) ||
        (t->strides && t->strides[0] != 1))
        return 0;
    const int64_t n = t->shape[0];
    return n >= 1 && n <= MOST_PLAIN && (uintptr_t)t->data <= UINTPTR_MAX - bytes_of(t, n) ? n : 0;
}

LANESCAN_ONE_COPY bool plain_are_apart(const lanescan_tensor *a, const lanescan_tensor *b,
                                       int64_t n)
{
    const uintptr_t first = (uintptr_t)a->data, second = (uintptr_t)b->data;
    return first < second ? second - first >= bytes_of(a, n) : first - second >= bytes_of(b, n);
}

LANESCAN_ONE_COPY bool plain_fits(const lanescan_tensor *in, const lanescan_tensor *out, int64_t n)
{
    return plain_count(in) == n && in->dtype == out->dtype &&
           (in->data == out->data || plain_are_apart(in, out, n));
}

bool plain_is_one(const lanescan_tensor *t)
{
    static const int64_t one = 1;
    if (!t || t->ndim != 0)
        return plain_count(t) == 1;
    return plain_count(&(lanescan_tensor){ t->data, &one, NULL, 1, t->dtype }) == 1;
}
