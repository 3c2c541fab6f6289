/* logaddexp of tensors, element by element. */
#include "lanescan.h"

#include "choose/dispatch.h"
#include "choose/environment.h"
#include "memory/dtype.h"
#include "tensor/options.h"
#include "tensor/overlap.h"
#include "tensor/parts.h"

typedef struct operand {
    layout layout;
    int64_t strides[LANESCAN_MAX_NDIM]; /* as if it had the output's shape */
    conversion read;
    ptrdiff_t stride; /* bytes along a row */
} operand;

typedef struct addition {
    operand a, b;
    layout out;
    lanescan_binary *kernel;
    walk rows;  /* over out, a and b */
    uint64_t n; /* elements of a row */
    ptrdiff_t out_stride;
    uint64_t rows_of_part, elements_of_part; /* several rows; or one, or less */
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
static const void *read_piece(const operand *o, size_t count, const char *from, char *buffer)
{
    if (conversion_is_none(&o->read) && o->stride == (ptrdiff_t)o->read.from_size)
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
static void add_rows(const addition *s, uint64_t row, uint64_t count, uint64_t first, uint64_t n)
{
    const ptrdiff_t skipped = (ptrdiff_t)first;
    walk rows;
    lanescan_walk_part(&rows, &s->rows, row, count);
    for (; rows.left; walk_next(&rows))
        add(s, n, s->a.layout.data + rows.offset[1] + skipped * s->a.stride,
            s->b.layout.data + rows.offset[2] + skipped * s->b.stride,
            s->out.data + rows.offset[0] + skipped * s->out_stride);
}

static uint64_t at_most(uint64_t value, uint64_t most)
{
    return value < most ? value : most;
}

static uint64_t parts_of_row(const addition *s)
{
    return (s->n + s->elements_of_part - 1) / s->elements_of_part;
}

static void add_parts(void *data, uint64_t begin, uint64_t count)
{
    const addition *const s = data;
    for (uint64_t part = begin; part < begin + count; part++) {
        const uint64_t row = part / parts_of_row(s) * s->rows_of_part;
        const uint64_t first = part % parts_of_row(s) * s->elements_of_part;
        add_rows(s, row, at_most((uint64_t)s->rows.left - row, s->rows_of_part), first,
                 at_most(s->n - first, s->elements_of_part));
    }
}

/* Elements that are worth a part, and batches of them. */
enum { PART_ELEMENTS = 8 * BATCH };

static void share(addition *s, size_t tasks, const crew *c)
{
    const uint64_t rows = (uint64_t)s->rows.left;
    s->elements_of_part = PART_ELEMENTS;
    s->rows_of_part = s->n < PART_ELEMENTS ? PART_ELEMENTS / s->n : 1;
    const sharing parts = { .count = (rows + s->rows_of_part - 1) / s->rows_of_part *
                                     parts_of_row(s),
                            .each = 1,
                            .together = 1 };
    lanescan_share(c, tasks, &parts, add_parts, s);
}

static void place(addition *s)
{
    walk *const rows = &s->rows;
    lanescan_walk_begin(rows);
    for (int d = 0; d < s->out.ndim; d++)
        lanescan_walk_add(rows, s->out.shape[d],
                          (ptrdiff_t)s->out.strides[d] * (ptrdiff_t)s->out.element_size,
                          (ptrdiff_t)s->a.strides[d] * (ptrdiff_t)s->a.layout.element_size,
                          (ptrdiff_t)s->b.strides[d] * (ptrdiff_t)s->b.layout.element_size);
    lanescan_walk_ready(rows);
    s->n = 1;
    s->out_stride = (ptrdiff_t)s->out.element_size;
    s->a.stride = (ptrdiff_t)s->a.read.from_size;
    s->b.stride = (ptrdiff_t)s->b.read.from_size;
    if (rows->ndim) { /* the last dimension is a row */
        const int last = --rows->ndim;
        s->n = (uint64_t)rows->shape[last];
        rows->left /= rows->shape[last];
        s->out_stride = rows->step[last][0];
        s->a.stride = rows->step[last][1];
        s->b.stride = rows->step[last][2];
    }
}

lanescan_status lanescan_logaddexp(const lanescan_tensor *a, const lanescan_tensor *b,
                                   const lanescan_options *options, const lanescan_tensor *output)
{
    const lanescan_kernels *const kernels = lanescan_active_kernels();
    addition s;
    environment before;
    crew c = { .around = &before };
    lanescan_status status = check(&s, a, b, output);
    if (!status)
        status = lanescan_read_executor(options, &c.executor);
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
    place(&s);
    const size_t tasks = lanescan_tasks_worth(&c, LANESCAN_LOGCUMSUMEXP, from_a.type,
                                              (uint64_t)s.out.count);
    if (tasks < 2)
        add_rows(&s, 0, (uint64_t)s.rows.left, 0, s.n);
    else
        share(&s, tasks, &c);
    environment_leave(&before);
    return LANESCAN_OK;
}
