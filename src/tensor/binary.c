/* logaddexp of tensors, element by element. There is no line here that must be walked in order, and
 * so no scan_plan: whatever moves first in memory is a row, and any cut of it will do. */
#include "lanescan.h"

#include "choose/dispatch.h"
#include "choose/environment.h"
#include "tensor/operand.h"
#include "tensor/options.h"
#include "tensor/overlap.h"
#include "tensor/parts.h"
#include "tensor/plain.h"

typedef struct addend {
    operand is;
    conversion read;
    ptrdiff_t stride; /* bytes along a row */
} addend;

typedef struct addition {
    addend a, b;
    layout out;
    lanescan_binary *kernel;
    walk rows;  /* over out, a and b */
    uint64_t n; /* elements of a row */
    ptrdiff_t out_stride;
} addition;

static lanescan_status check(addition *s, const lanescan_tensor *a, const lanescan_tensor *b,
                             const lanescan_tensor *output)
{
    lanescan_status status = a && b ? layout_read(output, &s->out) : LANESCAN_ERROR_NULL;
    if (!status)
        status = lanescan_method_status(CALLED_LOGADDEXP, s->out.dtype);
    if (!status)
        status = operand_read(a, &s->out, &s->a.is);
    if (!status)
        status = operand_read(b, &s->out, &s->b.is);
    if (!status && layout_aliases_itself(&s->out))
        status = LANESCAN_ERROR_ALIAS;
    if (!status &&
        (layouts_clash(&s->a.is.layout, &s->out) || layouts_clash(&s->b.is.layout, &s->out)))
        status = LANESCAN_ERROR_OVERLAP;
    return status;
}

/* `count` elements as the kernel takes them: where they are, or in `buffer`. */
static const void *read_piece(const addend *o, size_t count, const char *from, char *buffer)
{
    if (conversion_is_direct(&o->read, o->stride))
        return from;
    lanescan_read_elements(&o->read, count, from, o->stride, buffer);
    return buffer;
}

/* Elements of a row. */
static void add(const addition *s, uint64_t n, const char *a, const char *b, char *y)
{
    _Alignas(64) char buffers[3][BATCH * LARGEST_ELEMENT];
    const size_t size = s->out.element_size;
    const bool writes_directly = s->out_stride == (ptrdiff_t)size;
    for (size_t count; n; n -= count) {
        count = n < BATCH ? (size_t)n : BATCH;
        const void *const x = read_piece(&s->a, count, a, buffers[0]);
        const void *const z = read_piece(&s->b, count, b, buffers[1]);
        if (x == a && z == b && writes_directly)
            count = (size_t)n;
        s->kernel(count, x, z, writes_directly ? y : buffers[2]);
        if (!writes_directly)
            lanescan_copy_elements(size, count, buffers[2], (ptrdiff_t)size, y, s->out_stride);
        a += (ptrdiff_t)count * s->a.stride;
        b += (ptrdiff_t)count * s->b.stride;
        y += (ptrdiff_t)count * s->out_stride;
    }
}

/* `count` rows from one on, of each the elements from `first` on. */
static void add_rows(const void *data, uint64_t row, uint64_t count, uint64_t first, uint64_t n)
{
    const addition *const s = data;
    const ptrdiff_t skipped = (ptrdiff_t)first;
    walk rows;
    lanescan_walk_part(&rows, &s->rows, row, count);
    for (; rows.left; walk_next(&rows))
        add(s, n, s->a.is.layout.data + rows.offset[1] + skipped * s->a.stride,
            s->b.is.layout.data + rows.offset[2] + skipped * s->b.stride,
            s->out.data + rows.offset[0] + skipped * s->out_stride);
}

/* Elements that are worth a part, and batches of them. */
enum { PART_ELEMENTS = 8 * BATCH };

static void place(addition *s)
{
    walk *const rows = &s->rows;
    lanescan_walk_begin(rows);
    for (int d = 0; d < s->out.ndim; d++)
        lanescan_walk_add(rows, s->out.shape[d],
                          (ptrdiff_t)s->out.strides[d] * (ptrdiff_t)s->out.element_size,
                          operand_stride(&s->a.is, d), operand_stride(&s->b.is, d));
    lanescan_walk_ready(rows);
    s->n = 1;
    s->out_stride = (ptrdiff_t)s->out.element_size;
    s->a.stride = (ptrdiff_t)s->a.read.from_size;
    s->b.stride = (ptrdiff_t)s->b.read.from_size;
    if (rows->ndim) { /* the last dimension is a row */
        const int last = --rows->ndim;
        s->n = (uint64_t)rows->shape[last];
        rows->left /= rows->shape[last];
        s->out_stride = rows->stride[last][0];
        s->a.stride = rows->stride[last][1];
        s->b.stride = rows->stride[last][2];
    }
}

/* Plain lines (plain.h). False where anything is else, or may be wrong: nothing is written then. */
static bool add_plainly(const lanescan_tensor *a, const lanescan_tensor *b,
                        const lanescan_tensor *output)
{
    environment before;
    const int64_t n = plain_count(output);
    if (!n || !plain_fits(a, output, n) || !plain_fits(b, output, n))
        return false;
    lanescan_binary *const kernel = lanescan_method_plain_logaddexp(lanescan_active_kernels(),
                                                                    output->dtype);
    if (!kernel)
        return false;
    environment_enter(&before);
    kernel((size_t)n, a->data, b->data, output->data);
    environment_leave(&before);
    return true;
}

lanescan_status lanescan_logaddexp(const lanescan_tensor *a, const lanescan_tensor *b,
                                   const lanescan_options *options, const lanescan_tensor *output)
{
    const lanescan_kernels *const kernels = lanescan_active_kernels();
    addition s;
    environment before;
    crew c = { .around = &before };
    lanescan_status status = lanescan_read_executor(options, &c.executor);
    if (!status && add_plainly(a, b, output))
        return LANESCAN_OK;
    if (!status)
        status = check(&s, a, b, output);
    if (status || s.out.count == 0)
        return status;
    method from_a, from_b;
    environment_enter(&before);
    lanescan_method_resolve_logaddexp(&from_a, kernels, s.a.is.layout.dtype, s.out.dtype);
    lanescan_method_resolve_logaddexp(&from_b, kernels, s.b.is.layout.dtype, s.out.dtype);
    s.kernel = kernels->logaddexp[from_a.type];
    s.a.read = from_a.along.read;
    s.b.read = from_b.along.read;
    place(&s);
    const size_t tasks = lanescan_tasks_worth(&c, from_a.cost, (uint64_t)s.out.count);
    lanescan_share_rows(&c, tasks, (uint64_t)s.rows.left, s.n, PART_ELEMENTS, add_rows, &s);
    environment_leave(&before);
    return LANESCAN_OK;
}
