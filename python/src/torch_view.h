/* PyTorch's tensors as lanescan's. */
#ifndef LANESCAN_TORCH_VIEW_H
#define LANESCAN_TORCH_VIEW_H

#include "torch_functions.h"

#include <lanescan.h>

namespace lanescan_torch
{
/* What a handle refers to, to read or to write; shape and strides are PyTorch's own arrays. False
 * where lanescan has no such type or as many dimensions. Reading leaves storage that is copied when
 * written (torch._lazy_clone) uncopied. */
bool read(tensor t, lanescan_tensor *view);
bool write(tensor t, lanescan_tensor *view);

/* A new tensor on the CPU: given back unless it is released. */
class new_tensor
{
public:
    new_tensor() = default;
    new_tensor(const new_tensor &) = delete;
    new_tensor &operator=(const new_tensor &) = delete;
    ~new_tensor();

    /* Contiguous in C order if strides is nullptr. shape and strides are to outlive the view. */
    bool make(int element, int ndim, const int64_t *shape, const int64_t *strides = nullptr);
    const lanescan_tensor &view() const
    {
        return view_;
    }
    value release();

private:
    tensor handle_ = nullptr;
    lanescan_tensor view_ = {};
};
} // namespace lanescan_torch

#endif
