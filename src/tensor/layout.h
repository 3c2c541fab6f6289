/* What a tensor descriptor says, checked once: where the elements lie. */
#ifndef LANESCAN_LAYOUT_H
#define LANESCAN_LAYOUT_H

#include "lanescan.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A static archive hides nothing: what the linker sees has the library's prefix. */
#define layout_read      lanescan_layout_read
#define layout_dim       lanescan_layout_dim
#define layout_reach     lanescan_layout_reach
#define layouts_same     lanescan_layouts_same
#define layout_broadcast lanescan_layout_broadcast

/* A tensor descriptor that passed its checks. Sums and products of its numbers can no longer
 * overflow: the elements times their size, and the distance in bytes from the lowest to the end of
 * the highest, are at most PTRDIFF_MAX.
 *
 * Where the caller's strides address nothing (an extent of 1, or no elements at all) they may be
 * anything, and are 0 here. A 0-d tensor has shape[0] = 1 and strides[0] = 0 as well, so that its
 * one line can be looked up. */
typedef struct layout {
    char *data; /* NULL only where count is 0 */
    int ndim;
    int dtype;
    size_t element_size;
    int64_t shape[LANESCAN_MAX_NDIM];
    int64_t strides[LANESCAN_MAX_NDIM]; /* in elements; C order where the descriptor has none */
    int64_t count;                      /* elements */
} layout;

/* Checks a descriptor; in this order: NULL, DTYPE, NDIM, NULL shape, EXTENT, SIZE, NULL data. `out`
 * is only defined for LANESCAN_OK. Empty tensors may have any strides and no data, but the product
 * of their other extents must not overflow either. */
lanescan_status layout_read(const lanescan_tensor *t, layout *out);

/* A dimension counted from the end when negative, as 0 .. ndim - 1. A 0-d tensor accepts 0 and -1
 * and gives 0: the caller takes it as one line of shape[0] = 1 elements. */
lanescan_status layout_dim(int dim, int ndim, int *out);

/* How many bytes below and above l->data the elements begin. */
void layout_reach(const layout *l, uint64_t *below, uint64_t *above);

/* Exactly in place: each element of one is the element of the other at the same index. */
bool layouts_same(const layout *a, const layout *b);

/* The strides with which `in` is read as if it had out's shape, by NumPy's rule: trailing
 * dimensions are matched, an extent of 1 or a missing dimension is repeated (stride 0). Anything
 * else is LANESCAN_ERROR_SHAPE: `out` itself is never repeated. It may have an extent that no input
 * has, as in NumPy. (A 0-d tensor has strides[0] = 0 here too.) */
lanescan_status layout_broadcast(const layout *in, const layout *out,
                                 int64_t strides[LANESCAN_MAX_NDIM]);

/* Have `results` the shape that a scan of `elements` along dimension `dim` gives? An exclusive scan
 * may have one result more, the total. */
static inline bool layout_fits_results(const layout *elements, const layout *results, int dim,
                                       bool is_exclusive)
{
    if (results->ndim != elements->ndim)
        return false;
    for (int d = 0; d < elements->ndim; d++) {
        const int64_t more = results->shape[d] - elements->shape[d];
        if (more != 0 && !(more == 1 && d == dim && is_exclusive))
            return false;
    }
    return true;
}

static inline bool layouts_have_one_shape(const layout *a, const layout *b)
{
    return layout_fits_results(a, b, 0, false);
}

/* |value|, also of INT64_MIN. */
static inline uint64_t layout_magnitude(int64_t value)
{
    return value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
}

#endif
