#include "torch_view.h"

namespace lanescan_torch
{
namespace
{
bool describe(tensor t, lanescan_tensor *view)
{
    int64_t ndim, *sizes, *strides;
    int32_t dtype;
    if (torch.aoti_torch_get_dim(t, &ndim) || torch.aoti_torch_get_dtype(t, &dtype) ||
        torch.aoti_torch_get_sizes(t, &sizes) || torch.aoti_torch_get_strides(t, &strides))
        return false;
    *view = { nullptr, sizes, strides, (int32_t)ndim, element_type(dtype) };
    return view->dtype >= 0 && ndim <= LANESCAN_MAX_NDIM;
}
} // namespace

bool read(tensor t, lanescan_tensor *view)
{
    if (!describe(t, view))
        return false;
    if (!torch.torch_get_const_data_ptr)
        return !torch.aoti_torch_get_data_ptr(t, &view->data);
    const void *data;
    if (torch.torch_get_const_data_ptr(t, &data))
        return false;
    view->data = const_cast<void *>(data);
    return true;
}

bool write(tensor t, lanescan_tensor *view)
{
    return describe(t, view) && !torch.aoti_torch_get_data_ptr(t, &view->data);
}

new_tensor::~new_tensor()
{
    if (handle_)
        torch.aoti_torch_delete_tensor_object(handle_);
}

bool new_tensor::make(int element, int ndim, const int64_t *shape, const int64_t *strides)
{
    static const int32_t cpu = torch.aoti_torch_device_type_cpu();
    int64_t contiguous[LANESCAN_MAX_NDIM];
    view_ = { nullptr, shape, strides, ndim, element };
    if (!strides) {
        int64_t stride = 1;
        for (int i = ndim - 1; i >= 0; i--) {
            contiguous[i] = stride;
            stride *= shape[i] > 1 ? shape[i] : 1;
        }
        strides = contiguous;
    }
    return !torch.aoti_torch_empty_strided(ndim, shape, strides, torch_type(element), cpu, 0,
                                           &handle_) &&
           !torch.aoti_torch_get_data_ptr(handle_, &view_.data);
}

value new_tensor::release()
{
    const tensor released = handle_;
    handle_ = nullptr;
    return (value)released;
}
} // namespace lanescan_torch
