/* logaddexp of tensors, element by element. */
#include "lanescan.h"

#include "dispatch.h"
#include "dtype.h"
#include "elements.h"
#include "environment.h"
#include "layout.h"
#include "line_kind.h"
#include "walk.h"

typedef struct operand {
    layout layout;
    int64_t strides[LANESCAN_MAX_NDIM]; /* as if it had the output's shape */
    conversion read;
    const char *row;
    ptrdiff_t step; /* bytes along a row */
} operand;

typedef struct addition {
    operand a, b;
    layout out;
    lanescan_binary kernel;
    ptrdiff_t out_step;
} addition;

static lanescan_status check_operand(const lanescan_tensor *t, const layout *out, operand *o)
{
    lanescan_status status = layout_read(t, &o->layout);
    if (!status && dtype_is_complex(o->layout.dtype) && !dtype_is_complex(out->dtype))
        status = LANESCAN_ERROR_DTYPE;
    return status ? status : layout_broadcast(&o->layout, out, o->strides);
}

static lanescan_status check(addition *s, line_kind *kind, const lanescan_tensor *a,
                             const lanescan_tensor *b, const lanescan_tensor *output)
{
    lanescan_status status = a && b ? layout_read(output, &s->out) : LANESCAN_ERROR_NULL;
    if (!status && !lanescan_line_kind(LANESCAN_LOGCUMSUMEXP, s->out.dtype, kind))
        status = LANESCAN_ERROR_OP;
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
    if (conversion_is_none(&o->read) && o->step == (ptrdiff_t)o->read.from_size)
        return o->row;
    lanescan_read_elements(&o->read, count, o->row, o->step, buffer);
    return buffer;
}

static void add_row(addition *s, size_t n, const char *a, const char *b, char *y)
{
    _Alignas(64) char buffers[3][PIECE * 16];
    const size_t size = s->out.element_size;
    const bool writes_directly = s->out_step == (ptrdiff_t)size;
    s->a.row = a;
    s->b.row = b;
    for (size_t count; n; n -= count) {
        count = n < PIECE ? n : PIECE;
        const void *const x = read_piece(&s->a, count, buffers[0]), *const z = read_piece(
                                                                        &s->b, count, buffers[1]);
        if (x == s->a.row && z == s->b.row && writes_directly)
            count = n;
        s->kernel(count, x, z, writes_directly ? y : buffers[2]);
        if (!writes_directly)
            lanescan_copy_elements(size, count, buffers[2], (ptrdiff_t)size, y, s->out_step);
        s->a.row += (ptrdiff_t)count * s->a.step;
        s->b.row += (ptrdiff_t)count * s->b.step;
        y += (ptrdiff_t)count * s->out_step;
    }
}

lanescan_status lanescan_logaddexp(const lanescan_tensor *a, const lanescan_tensor *b,
                                   const lanescan_tensor *output)
{
    const lanescan_kernels *const kernels = lanescan_active_kernels();
    addition s;
    line_kind kind;
    walk rows;
    environment before;
    const lanescan_status status = check(&s, &kind, a, b, output);
    if (status || s.out.count == 0)
        return status;
    s.kernel = kernels->logaddexp[kind.type];
    s.a.read = lanescan_conversion(kernels, s.a.layout.dtype, s.out.dtype, kind.dtype);
    s.b.read = lanescan_conversion(kernels, s.b.layout.dtype, s.out.dtype, kind.dtype);
    lanescan_walk_begin(&rows);
    for (int d = 0; d < s.out.ndim; d++)
        lanescan_walk_add(&rows, s.out.shape[d],
                          (ptrdiff_t)s.out.strides[d] * (ptrdiff_t)s.out.element_size,
                          (ptrdiff_t)s.a.strides[d] * (ptrdiff_t)s.a.layout.element_size,
                          (ptrdiff_t)s.b.strides[d] * (ptrdiff_t)s.b.layout.element_size);
    lanescan_walk_ready(&rows);
    size_t n = 1;
    s.out_step = (ptrdiff_t)s.out.element_size;
    s.a.step = (ptrdiff_t)s.a.read.from_size;
    s.b.step = (ptrdiff_t)s.b.read.from_size;
    if (rows.ndim) { /* the last dimension is a row */
        const int last = --rows.ndim;
        n = (size_t)rows.shape[last];
        rows.left /= rows.shape[last];
        s.out_step = rows.step[last][0];
        s.a.step = rows.step[last][1];
        s.b.step = rows.step[last][2];
    }
    environment_enter(&before);
    for (; rows.left; walk_next(&rows))
        add_row(&s, n, s.a.layout.data + rows.offset[1], s.b.layout.data + rows.offset[2],
                s.out.data + rows.offset[0]);
    environment_leave(&before);
    return LANESCAN_OK;
}
