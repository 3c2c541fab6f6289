/* Between tensors and kernels: elements of any type at any distance, as contiguous elements of the
 * type that a kernel takes, and back. */
#ifndef LANESCAN_ELEMENTS_H
#define LANESCAN_ELEMENTS_H

#include "memory/paths.h"

#include <stdbool.h>

enum {
    BATCH = 512,          /* elements that are converted in one go */
    LARGEST_ELEMENT = 16, /* bytes */
    MOST_STEPS = 4        /* three to an integer that a float is truncated to, and one from there */
};

/* How elements become others: by so many steps (steps.def), one after the other; by none where they
 * are the same in memory. */
typedef struct conversion {
    size_t from_size, to_size; /* bytes of an element */
    /* The 64-bit elements on the kernel's side have their highest bit flipped: unsigned ones in the
     * order of signed. */
    bool biased;
    lanescan_convert *steps[MOST_STEPS + 1]; /* then NULL */
} conversion;

/* Makes one from elements of dtype `from`, rounded to `through`, to `to`. (A result would be copied
 * in pieces other than it was written in, which processors wait for.) */
void lanescan_set_conversion(conversion *c, const lanescan_memory_kernels *kernels, int from,
                             int through, int to, bool biased);

/* Is it the same element in memory? */
static inline bool conversion_is_none(const conversion *c)
{
    return !c->steps[0] && !c->biased;
}

/* Are elements `stride` bytes apart as those that they become, contiguous and the same? */
static inline bool conversion_is_direct(const conversion *c, ptrdiff_t stride)
{
    return conversion_is_none(c) && stride == (ptrdiff_t)c->from_size;
}

/* n <= BATCH elements, `stride` bytes apart, to contiguous ones. */
void lanescan_read_elements(const conversion *c, size_t n, const char *from, ptrdiff_t stride,
                            void *to);

/* n <= BATCH contiguous elements to others, `stride` bytes apart. */
void lanescan_write_elements(const conversion *c, size_t n, const void *from, char *to,
                             ptrdiff_t stride);

/* One element of `size` bytes: 1, 2, 4, 8 or 16. (Of a size that only the program knows, compilers
 * make a copy of any length.) */
void lanescan_copy_element(size_t size, const void *from, void *to);

/* Elements of `size` bytes from one distance to another. */
void lanescan_copy_elements(size_t size, size_t n, const char *from, ptrdiff_t from_stride,
                            char *to, ptrdiff_t to_stride);

#endif
