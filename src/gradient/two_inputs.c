/* What is wanted of two gradients, checked, and where it lies. */
#include "gradient/two_inputs.h"

/* ---- checks ---- */

lanescan_status two_inputs_read(const lanescan_tensor *const tensors[NUM_ARRAYS], two_inputs *t)
{
    if (!tensors[OF_GRAD_A] && !tensors[OF_GRAD_B])
        return LANESCAN_ERROR_NULL;
    for (int k = 0; k < NUM_ARRAYS; k++) {
        t->is_wanted[k] = tensors[k] || k <= OF_G;
        const lanescan_status status = t->is_wanted[k] ? layout_read(tensors[k], &t->of[k])
                                                       : LANESCAN_OK;
        if (status)
            return status;
    }
    return LANESCAN_OK;
}

static lanescan_status take_strides(two_inputs *t, int which)
{
    const layout *const l = &t->of[which], *const g = &t->of[OF_G];
    if (!layouts_have_one_shape(g, l))
        return LANESCAN_ERROR_SHAPE;
    t->strides[which][0] = 0; /* of a 0-d tensor */
    for (int d = 0; d < g->ndim; d++)
        t->strides[which][d] = l->strides[d];
    return LANESCAN_OK;
}

static lanescan_status check_both(const two_inputs *t)
{
    const layout *const a = &t->of[OF_GRAD_A], *const b = &t->of[OF_GRAD_B];
    if (!t->is_wanted[OF_GRAD_A] || !t->is_wanted[OF_GRAD_B])
        return LANESCAN_OK;
    if (a->dtype != b->dtype)
        return LANESCAN_ERROR_DTYPE;
    return layouts_overlap(a, b) ? LANESCAN_ERROR_OVERLAP : LANESCAN_OK;
}

lanescan_status two_inputs_check(unsigned called, bool is_input, two_inputs *t)
{
    const layout *const g = &t->of[OF_G];
    lanescan_status status = layout_broadcast(&t->of[OF_A], g, t->strides[OF_A]);
    if (!status)
        status = is_input ? layout_broadcast(&t->of[OF_B], g, t->strides[OF_B])
                          : take_strides(t, OF_B);
    for (int k = OF_G; !status && k < NUM_ARRAYS; k++)
        if (t->is_wanted[k])
            status = take_strides(t, k);
    for (int k = OF_GRAD_A; !status && k < NUM_ARRAYS; k++)
        if (t->is_wanted[k])
            status = gradient_check(called, &t->of[k], g, &t->of[OF_A], &t->of[OF_B]);
    return status ? status : check_both(t);
}

/* ---- places ---- */

gradient_side two_inputs_side(const two_inputs *t, int which, int dim, bool is_reversed)
{
    const layout *const l = &t->of[which];
    layout seen; /* as if it had g's shape; no more than is looked at */
    seen.data = l->data;
    seen.dtype = l->dtype;
    seen.element_size = l->element_size;
    seen.shape[dim] = t->of[OF_G].shape[dim];
    seen.strides[dim] = t->strides[which][dim];
    return gradient_side_of(&seen, dim, is_reversed, two_inputs_dtype(t), which > OF_G);
}

static ptrdiff_t step_of(const two_inputs *t, int which, int dim)
{
    return t->is_wanted[which]
               ? (ptrdiff_t)t->strides[which][dim] * (ptrdiff_t)t->of[which].element_size
               : 0;
}

void rows_add_dim(gradient_rows *rows, const two_inputs *t, int dim)
{
    int64_t extent = t->of[OF_G].shape[dim];
    int d = rows->ndim;
    bool continues = d > 0;
    if (extent == 1)
        return;
    for (int k = 0; k < NUM_ARRAYS && continues; k++)
        continues = rows->step[d - 1][k] == step_of(t, k, dim) * (ptrdiff_t)extent;
    if (continues)
        extent *= rows->shape[--d];
    rows->shape[d] = extent;
    for (int k = 0; k < NUM_ARRAYS; k++)
        rows->step[d][k] = step_of(t, k, dim);
    rows->ndim = d + 1;
}

void rows_at(const gradient_rows *rows, uint64_t row, ptrdiff_t offset[NUM_ARRAYS])
{
    for (int k = 0; k < NUM_ARRAYS; k++)
        offset[k] = 0;
    for (int d = rows->ndim - 1; d >= 0; d--) {
        const ptrdiff_t index = (ptrdiff_t)(row % (uint64_t)rows->shape[d]);
        row /= (uint64_t)rows->shape[d];
        for (int k = 0; k < NUM_ARRAYS; k++)
            offset[k] += index * rows->step[d][k];
    }
}
