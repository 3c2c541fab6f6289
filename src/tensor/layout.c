/* Counts, strides and reach of a tensor, in arithmetic that cannot overflow. */
#include "tensor/layout.h"

#include "memory/dtype.h"

/* *value *= factor; false if the product exceeds `most`. */
static bool multiply(uint64_t *value, uint64_t factor, uint64_t most)
{
    return !__builtin_mul_overflow(*value, factor, value) && *value <= most;
}

/* The number of elements. An extent of 0 makes it 0, but not before the product of the others is
 * known to be in range: strides and partial products are made from those. */
static bool read_count(layout *out)
{
    uint64_t product = 1;
    bool is_empty = false;
    for (int i = 0; i < out->ndim; i++) {
        if (out->shape[i] == 0)
            is_empty = true;
        else if (!multiply(&product, (uint64_t)out->shape[i], INT64_MAX))
            return false;
    }
    out->count = is_empty ? 0 : (int64_t)product;
    return true;
}

static void read_strides(const int64_t *strides, layout *out)
{
    int64_t c_order = 1;
    for (int i = out->ndim - 1; i >= 0; i--) {
        const int64_t extent = out->shape[i];
        if (!out->count)
            out->strides[i] = 0; /* in bytes C order could be too large: nothing is done with it */
        else if (strides)
            out->strides[i] = extent > 1 ? strides[i] : 0;
        else
            out->strides[i] = c_order;
        c_order *= extent;
    }
    if (out->ndim == 0) {
        out->shape[0] = 1;
        out->strides[0] = 0;
    }
}

/* Are the elements, counted and as they lie, no more bytes than a difference of pointers can
 * say? */
static bool fits(const layout *l)
{
    const uint64_t most = PTRDIFF_MAX;
    uint64_t bytes = (uint64_t)l->count;
    if (!multiply(&bytes, l->element_size, most))
        return false;
    uint64_t span = 1;
    for (int i = 0; i < l->ndim && l->count; i++) {
        uint64_t distance = layout_magnitude(l->strides[i]);
        if (!multiply(&distance, (uint64_t)(l->shape[i] - 1), most) || distance > most - span)
            return false;
        span += distance;
    }
    return multiply(&span, l->element_size, most);
}

void layout_reach(const layout *l, uint64_t *below, uint64_t *above)
{
    *below = *above = 0;
    for (int i = 0; i < l->ndim; i++) {
        const uint64_t steps = (uint64_t)(l->shape[i] - 1);
        *(l->strides[i] < 0 ? below : above) += steps * layout_magnitude(l->strides[i]);
    }
    *below *= l->element_size;
    *above *= l->element_size;
}

/* Do the addresses, up to the one behind the last element, stay within the address space? */
static bool is_addressable(const layout *l)
{
    const uint64_t address = (uint64_t)(uintptr_t)l->data;
    uint64_t below, above;
    layout_reach(l, &below, &above);
    return below <= address && above + l->element_size <= UINTPTR_MAX - address;
}

lanescan_status layout_read(const lanescan_tensor *t, layout *out)
{
    if (!t)
        return LANESCAN_ERROR_NULL;
    if (t->dtype < 0 || t->dtype > LANESCAN_C128)
        return LANESCAN_ERROR_DTYPE;
    if (t->ndim < 0 || t->ndim > LANESCAN_MAX_NDIM)
        return LANESCAN_ERROR_NDIM;
    if (t->ndim > 0 && !t->shape)
        return LANESCAN_ERROR_NULL;
    out->data = t->data;
    out->ndim = t->ndim;
    out->dtype = t->dtype;
    out->element_size = dtype_size(t->dtype);
    for (int i = 0; i < t->ndim; i++) {
        if (t->shape[i] < 0)
            return LANESCAN_ERROR_EXTENT;
        out->shape[i] = t->shape[i];
    }
    if (!read_count(out))
        return LANESCAN_ERROR_SIZE;
    read_strides(t->strides, out);
    if (!fits(out))
        return LANESCAN_ERROR_SIZE;
    if (out->count && !out->data)
        return LANESCAN_ERROR_NULL;
    return out->count && !is_addressable(out) ? LANESCAN_ERROR_SIZE : LANESCAN_OK;
}

lanescan_status layout_dim(int dim, int ndim, int *out)
{
    const int dims = ndim ? ndim : 1;
    if (dim < -dims || dim >= dims)
        return LANESCAN_ERROR_DIM;
    *out = dim < 0 ? dim + dims : dim;
    return LANESCAN_OK;
}

bool layouts_same(const layout *a, const layout *b)
{
    if (a->data != b->data || a->dtype != b->dtype || a->ndim != b->ndim)
        return false;
    for (int i = 0; i < a->ndim; i++) {
        if (a->shape[i] != b->shape[i])
            return false;
        if (a->shape[i] > 1 && a->strides[i] != b->strides[i])
            return false;
    }
    return true;
}

lanescan_status layout_broadcast(const layout *in, const layout *out,
                                 int64_t strides[LANESCAN_MAX_NDIM])
{
    const int missing = out->ndim - in->ndim;
    if (missing < 0)
        return LANESCAN_ERROR_SHAPE;
    strides[0] = 0; /* of a 0-d tensor */
    for (int i = 0; i < out->ndim; i++) {
        const int64_t extent = i < missing ? 1 : in->shape[i - missing];
        if (extent != 1 && extent != out->shape[i])
            return LANESCAN_ERROR_SHAPE;
        strides[i] = extent == 1 ? 0 : in->strides[i - missing];
    }
    return LANESCAN_OK;
}
