#include "torch_view.h"

#include <cstdint>
#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

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

size_t size_of(const lanescan_tensor &x)
{
    /* From bool to complex128, as the types are numbered. */
    static const unsigned char of_element[] = { 1, 1, 2, 4, 8, 1, 2, 4, 8, 2, 2, 4, 8, 8, 16 };
    size_t size = of_element[x.dtype];
    for (int i = 0; i < x.ndim; i++)
        size *= (size_t)x.shape[i];
    return size;
}

/* From here on glibc's malloc always takes new pages, and the first write to each of them takes
 * longer than a scan does. So large ones are asked for, as NumPy does. (All of it is written, so
 * it takes no more memory.) */
constexpr size_t ALWAYS_NEW_PAGES = 32 << 20;

void ask_for_large_pages(void *data, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    static const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t before = -(uintptr_t)data % page;
    madvise((char *)data + before, (bytes - before) / page * page, MADV_HUGEPAGE);
#else
    (void)data;
    (void)bytes;
#endif
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
    if (torch.aoti_torch_empty_strided(ndim, shape, strides, torch_type(element), cpu, 0,
                                       &handle_) ||
        torch.aoti_torch_get_data_ptr(handle_, &view_.data))
        return false;
    const size_t bytes = size_of(view_);
    if (bytes >= ALWAYS_NEW_PAGES)
        ask_for_large_pages(view_.data, bytes);
    return true;
}

value new_tensor::release()
{
    const tensor released = handle_;
    handle_ = nullptr;
    return (value)released;
}
} // namespace lanescan_torch
