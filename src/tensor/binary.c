/* logaddexp of tensors, element by element. */
#include "lanescan.h"

#include "choose/dispatch.h"
#include "choose/environment.h"
#include "memory/dtype.h"
#include "tensor/layout.h"
#include "tensor/method.h"
#include "tensor/walk.h"

typedef struct operand {
    layout layout;
    int64_t strides[LANESCAN_MAX_NDIM]; /* as if it had the output's shape */
    conversion read;
    const char *row;
    ptrdiff_t stride; /* bytes along a row */
} operand;

typedef struct addition {
    operand a, b;
    layout out;
    lanescan_binary *kernel;
    ptrdiff_t out_stride;
} addition;

static lanescan_status check_operand(const lanescan_tensor *t, const layout *out, operand *o)
{
    lanescan_status status = layout_read(t, &o->layout);
    if (!status && dtype_is_complex(o->layout.dtype) && !dtype_is_complex(out->dtype))
        status = LANESCAN_ERROR_DTYPE;
    return status ? status : layout_broadcast(&o->layout, out, o->strides);
}

static lanescan_status check(addition *s, const lanescan_tensor *a, const lanescan_tensor *b,
                             const lanescan_tensor *output)
{
    lanescan_status status = a && b ? layout_read(output, &s->out) : LANESCAN_ERROR_NULL;
    if (!status)
        status = lanescan_method_status(CALLED_LOGADDEXP, s->out.dtype);
    if (!status)
        status = check_operand(a, &s->out, &s->a);
    if (!status)
        status = check_operand(b, &s->out, &s->b);
    if (!status && layout_aliases_itself(&s->out))
        status = LANESCAN_ERROR_ALIAS;
    if (!status &&
        ((!layouts_same(&s->a.layout, &s->out) && layouts_overlap(&s->a.layout, &s->out)) ||
         (!layouts_same(&s->b.layout, &s->out) && layouts_overlap(&s->b.layout, &s->out))))
        status = LANESCAN_ERROR_OVERLAP;
    return status;
}

/* `count` elements as the kernel takes them: where they are, or in `buffer`. */
static const void *read_piece(const operand *o, size_t count, char *buffer)
{
    if (conversion_is_none(&o->read) && o->stride == (ptrdiff_t)o->read.from_size)
        return o->row;
    lanescan_read_elements(&o->read, count, o->row, o->stride, buffer);
    return buffer;
}

static void add_row(addition *s, size_t n, const char *a, const char *b, char *y)
{
    _Alignas(64) char buffers[3][BATCH * LARGEST_ELEMENT];
    const size_t size = s->out.element_size;
    const bool writes_directly = s->out_stride == (ptrdiff_t)size;
    s->a.row = a;
    s->b.row = b;
    for (size_t count; n; n -= count) {
        count = n < BATCH ? n : BATCH;
        const void *const x = read_piece(&s->a, count, buffers[0]);
        const void *const z = read_piece(&s->b, count, buffers[1]);
        if (x == s->a.row && z == s->b.row && writes_directly)
            count = n;
        s->kernel(count, x, z, writes_directly ? y : buffers[2]);
        if (!writes_directly)
            lanescan_copy_elements(size, count, buffers[2], (ptrdiff_t)size, y, s->out_stride);
        s->a.row += (ptrdiff_t)count * s->a.stride;
        s->b.row += (ptrdiff_t)count * s->b.stride;
        y += (ptrdiff_t)count * s->out_stride;
    }
}

lanescan_status lanescan_logaddexp(const lanescan_tensor *a, const lanescan_tensor *b,
                                   const lanescan_tensor *output)
{
    const lanescan_kernels *const kernels = lanescan_active_kernels();
    addition s;
    walk rows;
    environment before;
    const lanescan_status status = check(&s, a, b, output);
    if (status || s.out.count == 0)
        return status;
    method from_a, from_b;
    environment_enter(&before);
    lanescan_method_resolve(&from_a, kernels, LANESCAN_LOGCUMSUMEXP, s.a.layout.dtype, s.out.dtype,
                            NULL);
    lanescan_method_resolve(&from_b, kernels, LANESCAN_LOGCUMSUMEXP, s.b.layout.dtype, s.out.dtype,
                            NULL);
    s.kernel = kernels->logaddexp[from_a.type];
    s.a.read = from_a.along.read;
    s.b.read = from_b.along.read;
    lanescan_walk_begin(&rows);
    for (int d = 0; d < s.out.ndim; d++)
        lanescan_walk_add(&rows, s.out.shape[d],
                          (ptrdiff_t)s.out.strides[d] * (ptrdiff_t)s.out.element_size,
                          (ptrdiff_t)s.a.strides[d] * (ptrdiff_t)s.a.layout.element_size,
                          (ptrdiff_t)s.b.strides[d] * (ptrdiff_t)s.b.layout.element_size);
    lanescan_walk_ready(&rows);
    size_t n = 1;
    s.out_stride = (ptrdiff_t)s.out.element_size;
    s.a.stride = (ptrdiff_t)s.a.read.from_size;
    s.b.stride = (ptrdiff_t)s.b.read.from_size;
    if (rows.ndim) { /* the last dimension is a row */
        const int last = --rows.ndim;
        n = (size_t)rows.shape[last];
        rows.left /= rows.shape[last];
        s.out_stride = rows.step[last][0];
        s.a.stride = rows.step[last][1];
        s.b.stride = rows.step[last][2];
    }
    for (; rows.left; walk_next(&rows))
        add_row(&s, n, s.a.layout.data + rows.offset[1], s.b.layout.data + rows.offset[2],
                s.out.data + rows.offset[0]);
    environment_leave(&before);
    return LANESCAN_OK;
}
