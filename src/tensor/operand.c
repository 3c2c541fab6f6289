/* Inputs by NumPy's rule of broadcasting. */
#include "tensor/operand.h"

#include "memory/dtype.h"

lanescan_status operand_read(const lanescan_tensor *t, const layout *out, operand *o)
{
    lanescan_status status = layout_read(t, &o->layout);
    if (!status && dtype_is_complex(o->layout.dtype) && !dtype_is_complex(out->dtype))
        status = LANESCAN_ERROR_DTYPE;
    return status ? status : layout_broadcast(&o->layout, out, o->strides);
}

ptrdiff_t operand_stride(const operand *o, int dim)
{
    return (ptrdiff_t)o->strides[dim] * (ptrdiff_t)o->layout.element_size;
}
