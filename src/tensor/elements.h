/* Between tensors and kernels: elements of any type at any distance, as contiguous elements of the type that a kernel takes,
 * and back. */
#ifndef LANESCAN_ELEMENTS_H
#define LANESCAN_ELEMENTS_H

#include "kernels.h"

#include <stdbool.h>

/* Elements that are converted in one go. */
enum { PIECE = 512 };

/* How elements become others: by no, one or two conversions, by way of a type that is rounded to. */
typedef struct conversion {
    size_t from_size, through_size, to_size; /* bytes of an element */
    lanescan_convert first,
        second; /* `first` only: from -> to; both: from -> through -> to; neither: as they are */
    bool
        biased; /* the 64-bit elements on the kernel's side have their highest bit flipped: unsigned ones in the order of signed */
} conversion;

/* From elements of dtype `from`, rounded to `through`, to `to`. */
conversion lanescan_conversion(const lanescan_kernels *kernels, int from, int through, int to);

/* Is it the same element in memory? */
static inline bool conversion_is_none(const conversion *c)
{
    return !c->first && !c->biased;
}

/* n <= PIECE elements, `step` bytes apart, to contiguous ones. */
void lanescan_read_elements(const conversion *c, size_t n, const char *from, ptrdiff_t step,
                            void *to);

/* n <= PIECE contiguous elements to others, `step` bytes apart. */
void lanescan_write_elements(const conversion *c, size_t n, const void *from, char *to,
                             ptrdiff_t step);

/* Elements of `size` bytes from one distance to another. */
void lanescan_copy_elements(size_t size, size_t n, const char *from, ptrdiff_t from_step, char *to,
                            ptrdiff_t to_step);

/* Flips the highest bit of each. */
void lanescan_flip_bias(size_t n, const void *from, void *to);

#endif
