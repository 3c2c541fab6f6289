/* Which dimensions are reduced, and the output beside the input. */
#include "tensor/reduced.h"

lanescan_status reduced_dims(const layout *in, const int *dims, int num_dims,
                             bool is_reduced[LANESCAN_MAX_NDIM])
{
    if (num_dims < 0 || num_dims > LANESCAN_MAX_NDIM)
        return LANESCAN_ERROR_NDIM;
    if (num_dims > 0 && !dims)
        return LANESCAN_ERROR_NULL;
    for (int i = 0; i < num_dims; i++) {
        int d;
        const lanescan_status status = layout_dim(dims[i], in->ndim, &d);
        if (status || is_reduced[d])
            return LANESCAN_ERROR_DIM;
        is_reduced[d] = true;
    }
    for (int d = 0; d < in->ndim && num_dims == 0; d++)
        is_reduced[d] = true;
    return LANESCAN_OK;
}

lanescan_status reduced_match(const layout *in, const bool is_reduced[LANESCAN_MAX_NDIM],
                              const layout *out, int64_t strides[LANESCAN_MAX_NDIM])
{
    const bool keeps = out->ndim == in->ndim;
    int next = 0;
    for (int d = 0; d < in->ndim; d++) {
        strides[d] = 0;
        if (is_reduced[d] && !keeps)
            continue;
        if (next == out->ndim || out->shape[next] != (is_reduced[d] ? 1 : in->shape[d]))
            return LANESCAN_ERROR_SHAPE;
        if (!is_reduced[d])
            strides[d] = out->strides[next];
        next++;
    }
    return next == out->ndim ? LANESCAN_OK : LANESCAN_ERROR_SHAPE;
}
