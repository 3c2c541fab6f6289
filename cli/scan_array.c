#include "scan_array.h"

#include "command.h"
#include "element.h"
#include "progress.h"
#include "report.h"
#include "result.h"
#include "threads.h"

#include <string.h>

enum { PIECE_BYTES = 32 << 20 }; /* so that progress is seen */

npy_header header_like(const options *o, const array *a, int dtype)
{
    npy_header h = a->header;
    h.dtype = dtype;
    if (o->order)
        h.is_fortran = o->order == 'F';
    return h;
}

/* ---- Scans ---- */

typedef struct scan_call {
    const options *o;
    int dim;
    lanescan_options options;
    lanescan_tensor in, out, index; /* index.data is NULL without */
} scan_call;

static lanescan_status call_scan(const scan_call *c)
{
    if (c->index.data)
        return lanescan_scan_index(c->o->op, &c->in, c->dim, &c->options, &c->out, &c->index);
    return lanescan_scan(c->o->op, &c->in, c->dim, &c->options, &c->out);
}

/* The dimension to cut: the one with the longest steps, if that is not the dimension of the
 * scan. */
static int dim_to_cut(const scan_call *c)
{
    int longest = 0;
    for (int d = 1; d < c->in.ndim; d++)
        if (c->in.shape[d] > 1 &&
            (c->in.strides[d] > c->in.strides[longest] || c->in.shape[longest] <= 1))
            longest = d;
    return c->in.ndim && longest != c->dim ? longest : -1;
}

static void advance(lanescan_tensor *t, int d, int64_t steps)
{
    if (t->data)
        t->data = (char *)t->data + t->strides[d] * steps * (ptrdiff_t)element_size(t->dtype);
}

/* Lines do not depend on each other, so the array may be scanned piece by piece. */
static lanescan_status scan_in_pieces(scan_call c, uint64_t count)
{
    const int d = dim_to_cut(&c);
    const uint64_t bytes = count * element_size(c.in.dtype), pieces = bytes / PIECE_BYTES;
    if (d < 0 || pieces < 2)
        return call_scan(&c);
    int64_t in_shape[LANESCAN_MAX_NDIM], out_shape[LANESCAN_MAX_NDIM];
    memcpy(in_shape, c.in.shape, (size_t)c.in.ndim * sizeof *in_shape);
    memcpy(out_shape, c.out.shape, (size_t)c.in.ndim * sizeof *out_shape);
    const int64_t extent = in_shape[d];
    const int64_t piece = extent / (int64_t)pieces ? extent / (int64_t)pieces : 1;
    c.in.shape = in_shape;
    c.out.shape = c.index.shape = out_shape;
    for (int64_t at = 0; at < extent; at += piece) {
        in_shape[d] = out_shape[d] = extent - at < piece ? extent - at : piece;
        const lanescan_status status = call_scan(&c);
        if (status)
            return status;
        advance(&c.in, d, piece);
        advance(&c.out, d, piece);
        advance(&c.index, d, piece);
        progress_show((uint64_t)at * (bytes / (uint64_t)extent), bytes);
    }
    return LANESCAN_OK;
}

void scan_array(const options *o, input *in)
{
    array a;
    result values, indices;
    _Alignas(16) unsigned char initial[LARGEST_ELEMENT];
    array_load(&a, in, o, input_dtype(o, in));
    const int dtype = result_dtype(o, a.header.dtype);
    const int dim = checked_dim(o, in, a.header.ndim, in->format == FORMAT_TEXT ? 0 : -1);
    npy_header h = header_like(o, &a, dtype);
    if (o->total && h.ndim == 0)
        fail("%s: --total of 0 dimensions: %s", in->name,
             lanescan_status_string(LANESCAN_ERROR_SHAPE));
    if (o->total && h.shape[dim] == INT64_MAX)
        fail_size(in);
    if (o->total)
        h.shape[dim]++;

    scan_call call = { .o = o, .dim = dim };
    call.options.struct_size = sizeof call.options;
    call.options.flags = (o->reverse ? LANESCAN_REVERSE : 0) |
                         (o->exclusive ? LANESCAN_EXCLUSIVE : 0);
    call.options.initial = initial_element(o, dtype, initial);
    call.options.executor = threads_executor();
    result_begin(&values, o, o->output, h, in, &a);
    call.in = array_tensor(&a);
    call.out = result_tensor(&values);
    if (o->index) {
        h.dtype = LANESCAN_I64;
        result_begin(&indices, o, o->index, h, in, &a);
        check_outputs_differ(&values.w, &indices.w);
        call.index = result_tensor(&indices);
    }
    check_status(scan_in_pieces(call, a.header.count), o, in->name, dtype);
    result_end(&values);
    if (o->index)
        result_end(&indices);
    result_commit(&values);
    if (o->index)
        result_commit(&indices);
    array_free(&a);
}

/* ---- Log-sum-exp over dimensions ---- */

void mark_dims(const options *o, const input *in, int ndim, bool summed[LANESCAN_MAX_NDIM])
{
    const int dims = ndim ? ndim : 1;
    for (int d = 0; d < LANESCAN_MAX_NDIM; d++)
        summed[d] = o->num_dims == 0 && (in->format != FORMAT_TEXT || d == 0);
    for (int i = 0; i < o->num_dims; i++) {
        const int d = o->dims[i] < 0 ? o->dims[i] + dims : o->dims[i];
        if (d < 0 || d >= dims || summed[d])
            fail("%s: --dim %d of %d dimensions: %s", in->name, o->dims[i], ndim,
                 lanescan_status_string(LANESCAN_ERROR_DIM));
        summed[d] = true;
    }
}

void logsumexp_array(const options *o, input *in)
{
    array a;
    result values;
    bool summed[LANESCAN_MAX_NDIM];
    int dims[LANESCAN_MAX_NDIM], num_dims = 0;
    array_load(&a, in, o, input_dtype(o, in));
    mark_dims(o, in, a.header.ndim, summed);
    const int dtype = result_dtype(o, a.header.dtype);
    npy_header h = header_like(o, &a, dtype);
    h.ndim = 0;
    for (int d = 0; d < a.header.ndim; d++) {
        if (summed[d])
            dims[num_dims++] = d;
        if (!summed[d] || o->keepdims)
            h.shape[h.ndim++] = summed[d] ? 1 : a.header.shape[d];
    }
    result_begin(&values, o, o->output, h, in, &a);
    if (in->format == FORMAT_TEXT && a.header.ndim == 2 && !summed[1])
        values.w.row_length = (uint64_t)a.header.shape[1]; /* below the columns */
    const lanescan_tensor from = array_tensor(&a), to = result_tensor(&values);
    const lanescan_options shared = { .struct_size = sizeof shared,
                                      .executor = threads_executor() };
    check_status(lanescan_logsumexp(&from, dims, num_dims, &shared, &to), o, in->name, dtype);
    result_end(&values);
    result_commit(&values);
    array_free(&a);
}

/* ---- Two arrays ---- */

/* The shape that both are repeated to, by NumPy's rule. */
static void broadcast(const array *a, const array *b, npy_header *h)
{
    const npy_header *const x = &a->header, *const y = &b->header;
    h->ndim = x->ndim > y->ndim ? x->ndim : y->ndim;
    for (int32_t i = 1; i <= h->ndim; i++) {
        const int64_t m = i <= x->ndim ? x->shape[x->ndim - i] : 1,
                      n = i <= y->ndim ? y->shape[y->ndim - i] : 1;
        if (m != n && m != 1 && n != 1)
            fail("%s and %s: %s", a->name, b->name, lanescan_status_string(LANESCAN_ERROR_SHAPE));
        h->shape[h->ndim - i] = m == 1 ? n : m;
    }
}

typedef struct pair {
    array a, b;
    int dtype; /* of the result */
} pair;

static void load_pair(const options *o, input *in_a, input *in_b, pair *p)
{
    array_load(&p->a, in_a, o, input_dtype(o, in_a));
    array_load(&p->b, in_b, o, input_dtype(o, in_b));
}

static npy_header begin_result_of_pair(const options *o, const input *in_a, const input *in_b,
                                       const pair *p, result *r)
{
    npy_header h = header_like(o, &p->a, p->dtype);
    broadcast(&p->a, &p->b, &h);
    if (!o->order && p->a.header.ndim < h.ndim)
        h.is_fortran = p->b.header.is_fortran;
    result_begin(r, o, o->output, h, in_a, &p->a);
    check_output_is_not_input(&r->w, in_b);
    return h;
}

static void end_pair(pair *p, result *r)
{
    result_end(r);
    result_commit(r);
    array_free(&p->a);
    array_free(&p->b);
}

/* ---- Log-add-exp ---- */

void logaddexp_arrays(const options *o, input *in_a, input *in_b)
{
    pair p;
    result sum;
    load_pair(o, in_a, in_b, &p);
    p.dtype = o->dtype != DEFAULT_DTYPE ? o->dtype
                                        : element_promote(p.a.header.dtype, p.b.header.dtype);
    begin_result_of_pair(o, in_a, in_b, &p, &sum);
    const lanescan_tensor x = array_tensor(&p.a), y = array_tensor(&p.b), to = result_tensor(&sum);
    const lanescan_options shared = { .struct_size = sizeof shared,
                                      .executor = threads_executor() };
    check_status(lanescan_logaddexp(&x, &y, &shared, &to), o, in_a->name, p.dtype);
    end_pair(&p, &sum);
}

/* ---- Linear recurrences ---- */

/* Integers are widened as for cumsum; of integers and others the others count. */
static int recurrence_dtype(int a, int b)
{
    const int of_a = (int)lanescan_result_dtype(LANESCAN_CUMSUM, (lanescan_dtype)a),
              of_b = (int)lanescan_result_dtype(LANESCAN_CUMSUM, (lanescan_dtype)b);
    if (of_a == of_b)
        return of_a;
    if (of_a < LANESCAN_F16 && of_b < LANESCAN_F16)
        return LANESCAN_I64;
    return of_a < LANESCAN_F16 ? of_b : of_b < LANESCAN_F16 ? of_a : element_promote(a, b);
}

void recurrence_arrays(const options *o, input *in_a, input *in_b)
{
    pair p;
    result y;
    _Alignas(16) unsigned char initial[LARGEST_ELEMENT];
    load_pair(o, in_a, in_b, &p);
    p.dtype = o->dtype != DEFAULT_DTYPE ? o->dtype
                                        : recurrence_dtype(p.a.header.dtype, p.b.header.dtype);
    const lanescan_options how = { .struct_size = sizeof how,
                                   .flags = o->reverse ? LANESCAN_REVERSE : 0,
                                   .initial = initial_element(o, p.dtype, initial),
                                   .executor = threads_executor() };
    const npy_header h = begin_result_of_pair(o, in_a, in_b, &p, &y);
    const int dim = checked_dim(o, in_b, h.ndim, in_b->format == FORMAT_TEXT ? 0 : -1);
    const lanescan_tensor a = array_tensor(&p.a), b = array_tensor(&p.b), to = result_tensor(&y);
    check_status(lanescan_linear_recurrence(&a, &b, dim, &how, &to), o, in_b->name, p.dtype);
    end_pair(&p, &y);
}
