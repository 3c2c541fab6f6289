#include "gradient_array.h"

#include "command.h"
#include "element.h"
#include "report.h"
#include "result.h"
#include "scan_array.h"
#include "spool.h"
#include "threads.h"

typedef struct gradient_call {
    const options *o;
    const input *in;
    int dim;
    lanescan_options options;
    lanescan_tensor x, g, out;
} gradient_call;

/* The positions that the extremes have, and of these the gradient. */
static lanescan_status of_extremes(const gradient_call *c, const array *results)
{
    const uint64_t count = results->header.count;
    const int dtype = c->o->dtype != DEFAULT_DTYPE ? c->o->dtype : c->x.dtype;
    _Alignas(16) unsigned char initial[LARGEST_ELEMENT];
    lanescan_options forward = c->options;
    spool values, positions;
    spool_begin(&values);
    spool_begin(&positions);
    if (count > PTRDIFF_MAX / sizeof(int64_t) || count > PTRDIFF_MAX / element_size(dtype))
        fail_size(c->in);
    lanescan_tensor y = c->g, index = c->g;
    y.strides = index.strides = NULL;
    y.data = spool_room(&values, (size_t)count * element_size(dtype));
    y.dtype = dtype;
    index.data = spool_room(&positions, (size_t)count * sizeof(int64_t));
    index.dtype = LANESCAN_I64;
    forward.initial = initial_element(c->o, dtype, initial);
    lanescan_status status = lanescan_scan_index(c->o->op, &c->x, c->dim, &forward, &y, &index);
    if (!status)
        status = lanescan_scan_index_vjp(&index, c->dim, &c->options, &c->g, &c->out);
    spool_free(&values);
    spool_free(&positions);
    return status;
}

static lanescan_status of_reduction(const gradient_call *c)
{
    bool is_summed[LANESCAN_MAX_NDIM];
    int dims[LANESCAN_MAX_NDIM], num_dims = 0;
    const lanescan_options shared = { .struct_size = sizeof shared,
                                      .executor = c->options.executor };
    mark_dims(c->o, c->in, c->x.ndim, is_summed);
    for (int d = 0; d < c->x.ndim; d++)
        if (is_summed[d])
            dims[num_dims++] = d;
    return lanescan_logsumexp_vjp(&c->x, dims, num_dims, &shared, &c->g, &c->out);
}

static lanescan_status call(gradient_call *c, const array *results)
{
    _Alignas(16) unsigned char initial[LARGEST_ELEMENT];
    if (c->o->command == COMMAND_LOGSUMEXP)
        return of_reduction(c);
    c->dim = checked_dim(c->o, c->in, c->x.ndim, c->in->format == FORMAT_TEXT ? 0 : -1);
    c->options.flags = (c->o->reverse ? LANESCAN_REVERSE : 0) |
                       (c->o->exclusive ? LANESCAN_EXCLUSIVE : 0);
    if (c->o->op == LANESCAN_CUMMAX || c->o->op == LANESCAN_CUMMIN)
        return of_extremes(c, results);
    c->options.initial = initial_element(c->o, c->g.dtype, initial);
    return lanescan_scan_vjp(c->o->op, &c->x, c->dim, &c->options, &c->g, &c->out);
}

void gradient_array(const options *o, input *in, input *of_results)
{
    array x, g;
    result out;
    array_load(&x, in, o, input_dtype(o, in));
    array_load(&g, of_results, o, input_dtype(o, of_results));
    const int dtype = o->dtype != DEFAULT_DTYPE ? o->dtype
                                                : element_promote(x.header.dtype, g.header.dtype);
    result_begin(&out, o, o->output, header_like(o, &x, dtype), in, &x);
    check_output_is_not_input(&out.w, of_results);
    gradient_call c = { .o = o,
                        .in = in,
                        .options = { .struct_size = sizeof c.options,
                                     .executor = threads_executor() },
                        .x = array_tensor(&x),
                        .g = array_tensor(&g),
                        .out = result_tensor(&out) };
    check_status(call(&c, &g), o, in->name, dtype);
    result_end(&out);
    result_commit(&out);
    array_free(&x);
    array_free(&g);
}
