/* The header of an .npy file: any bytes are read or refused with a sentence; what was read makes
 * sense, says the same when it is written and read again, and does not depend on what follows
 * it. */
#include "fuzz.h"

#include "golden/dtype.h"
#include "harness/check.h"
#include "npy.h"

#include <stdio.h>
#include <stdlib.h>

static bool is_same(const npy_header *a, const npy_header *b)
{
    if (a->dtype != b->dtype || a->is_fortran != b->is_fortran || a->ndim != b->ndim ||
        a->count != b->count || a->element_size != b->element_size)
        return false;
    return memcmp(a->shape, b->shape, (size_t)a->ndim * sizeof a->shape[0]) == 0;
}

static bool check_fields(const npy_header *h, size_t size)
{
    uint64_t count = 1;
    bool right = check(h->dtype >= 0 && h->dtype < NUM_DTYPES && npy_has_dtype(h->dtype),
                       "dtype %d", h->dtype);
    right &= check(h->ndim >= 0 && h->ndim <= LANESCAN_MAX_NDIM, "%d dimensions", (int)h->ndim);
    right &= check(h->data_offset > NPY_MAGIC_SIZE && h->data_offset <= size,
                   "elements begin at %zu of %zu", h->data_offset, size);
    if (!right)
        return false;
    right = check(h->element_size == dtype_of(h->dtype).size, "elements of %zu bytes",
                  h->element_size);
    for (int32_t i = 0; i < h->ndim; i++) {
        right &= check(h->shape[i] >= 0, "extent %lld", (long long)h->shape[i]);
        right &= check(!__builtin_mul_overflow(count, (uint64_t)h->shape[i], &count),
                       "too many elements");
    }
    right &= check(count == h->count, "%llu elements, not %llu", (unsigned long long)count,
                   (unsigned long long)h->count);
    return right && check(count <= INT64_MAX / h->element_size, "%llu elements of %zu bytes",
                          (unsigned long long)count, h->element_size);
}

/* From memory of its own size, so that reading on is seen. */
static bool parse(const uint8_t *bytes, size_t size, npy_header *h)
{
    const char *why = NULL;
    uint8_t *const copy = check_alloc(size);
    memcpy(copy, bytes, size);
    const bool is_read = npy_parse(copy, size, h, &why);
    check(is_read || (why && *why && !strchr(why, '\n')), "refused without a sentence");
    free(copy);
    return is_read;
}

static void check_written(const npy_header *h)
{
    unsigned char bytes[NPY_WRITTEN_MAX];
    npy_header again = { 0 };
    const size_t size = npy_format(h, 0, bytes);
    check(size % 64 == 0 && size <= NPY_WRITTEN_MAX, "a header of %zu bytes", size);
    check(npy_wanted(bytes, size) <= size, "a header of %zu bytes wants more", size);
    check(parse(bytes, size, &again), "what was written is refused");
    check(is_same(h, &again) && !again.is_big_endian && again.data_offset == size,
          "what was written reads otherwise");
}

void fuzz_one(const uint8_t *bytes, size_t size)
{
    npy_header h = { 0 }, other = { 0 };
    const size_t wanted = npy_wanted(bytes, size);
    check(wanted <= NPY_HEADER_MAX, "%zu bytes wanted", wanted);
    if (!parse(bytes, size, &h))
        return;
    check(wanted <= size, "read from %zu bytes, %zu wanted", size, wanted);
    if (!check_fields(&h, size))
        return;
    check(parse(bytes, h.data_offset, &other) && is_same(&h, &other) &&
              other.is_big_endian == h.is_big_endian && other.data_offset == h.data_offset,
          "what follows the header matters");
    check(!parse(bytes, h.data_offset - 1, &other), "a header without its end is read");
    check_written(&h);
}
