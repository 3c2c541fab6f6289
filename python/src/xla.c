/* lanescan's functions as handlers of XLA, for lanescan.jax.
 *
 *   lanescan_scan        x, and perhaps an initial value for each line group; one result, or two
 *                        for values and indices
 *   lanescan_logsumexp   x; one result
 *   lanescan_logaddexp   a, b of one shape; one result
 *   lanescan_recurrence  a, b of one shape; one result
 *   lanescan_scan_vjp    x and gradients of one shape; one result
 *
 * Axes count from the end, so that a call stays what it is when vmap puts dimensions in front. */
#include "xla.h"

#include "gradients.h"

#include <lanescan.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is wrong --------------------------------------------------------------------------- */

static xla_error *fail(const xla_call *call, int code, const char *message)
{
    xla_error_arguments arguments = { sizeof arguments, NULL, message, code };
    return call->api->error_create(&arguments);
}

static xla_error *fail_status(const xla_call *call, lanescan_status status)
{
    return status == LANESCAN_OK ? NULL
                                 : fail(call, XLA_INVALID_ARGUMENT, lanescan_status_string(status));
}

static xla_error *fail_arguments(const xla_call *call)
{
    return fail(call, XLA_INVALID_ARGUMENT, "lanescan: not what lanescan.jax passes");
}

/* ---- what XLA passes ------------------------------------------------------------------------- */

static const signed char dtype_of_xla[] = {
    [XLA_PRED] = LANESCAN_BOOL + 1, [XLA_S8] = LANESCAN_I8 + 1,     [XLA_S16] = LANESCAN_I16 + 1,
    [XLA_S32] = LANESCAN_I32 + 1,   [XLA_S64] = LANESCAN_I64 + 1,   [XLA_U8] = LANESCAN_U8 + 1,
    [XLA_U16] = LANESCAN_U16 + 1,   [XLA_U32] = LANESCAN_U32 + 1,   [XLA_U64] = LANESCAN_U64 + 1,
    [XLA_F16] = LANESCAN_F16 + 1,   [XLA_F32] = LANESCAN_F32 + 1,   [XLA_F64] = LANESCAN_F64 + 1,
    [XLA_C64] = LANESCAN_C64 + 1,   [XLA_BF16] = LANESCAN_BF16 + 1, [XLA_C128] = LANESCAN_C128 + 1,
};

/* A type that the library has not becomes -1, which it refuses. */
static lanescan_tensor tensor_of(const xla_buffer *buffer)
{
    const int known = (int)(sizeof dtype_of_xla / sizeof dtype_of_xla[0]);
    const int dtype = buffer->dtype >= 0 && buffer->dtype < known ? dtype_of_xla[buffer->dtype] - 1
                                                                  : -1;
    return (lanescan_tensor){ .data = buffer->data,
                              .shape = buffer->dims,
                              .ndim = buffer->rank > INT_MAX ? INT_MAX : (int32_t)buffer->rank,
                              .dtype = dtype };
}

static int find_attribute(const xla_call *call, const char *name, int kind)
{
    const xla_attributes *const all = &call->attributes;
    for (int i = 0; i < all->count; i++)
        if (all->names[i]->length == strlen(name) &&
            memcmp(all->names[i]->text, name, strlen(name)) == 0)
            return all->kinds[i] == kind ? i : -1;
    return -1;
}

static int read_integer(const xla_call *call, const char *name, int32_t *value)
{
    const int i = find_attribute(call, name, XLA_ATTRIBUTE_SCALAR);
    const xla_scalar *const scalar = i < 0 ? NULL : call->attributes.list[i];
    if (!scalar || scalar->dtype != XLA_S32)
        return -1;
    memcpy(value, scalar->value, sizeof *value);
    return 0;
}

static int has_counts(const xla_call *call, int arguments, int results)
{
    return call->arguments.count == arguments && call->results.count == results;
}

/* ---- XLA's threads --------------------------------------------------------------------------- */

/* The work of a call. A thread of XLA may come to it late, when all is done and the caller has
 * gone: whoever leaves last frees it, and only those who have taken a task touch the caller's
 * data. */
typedef struct job {
    pthread_mutex_t mutex;
    pthread_cond_t all_done;
    lanescan_task task;
    void *data;
    size_t n_tasks, next, done;
    size_t references;
} job;

static void leave_job(job *work)
{
    pthread_mutex_lock(&work->mutex);
    const size_t left = --work->references;
    pthread_mutex_unlock(&work->mutex);
    if (left > 0)
        return;
    pthread_mutex_destroy(&work->mutex);
    pthread_cond_destroy(&work->all_done);
    free(work);
}

static void run_tasks(job *work)
{
    pthread_mutex_lock(&work->mutex);
    while (work->next < work->n_tasks) {
        const size_t index = work->next++;
        pthread_mutex_unlock(&work->mutex);
        work->task(work->data, index);
        pthread_mutex_lock(&work->mutex);
        if (++work->done == work->n_tasks)
            pthread_cond_signal(&work->all_done);
    }
    pthread_mutex_unlock(&work->mutex);
}

static void help(void *data)
{
    job *const work = data;
    run_tasks(work);
    leave_job(work);
}

/* As many as XLA takes; any number does the work. */
static void ask_for_help(const xla_call *call, job *work)
{
    for (size_t i = 1; i < work->n_tasks; i++) {
        xla_schedule_arguments arguments = { sizeof arguments, NULL, call->context, help, work };
        pthread_mutex_lock(&work->mutex);
        work->references++;
        pthread_mutex_unlock(&work->mutex);
        if (call->api->schedule(&arguments)) {
            leave_job(work);
            return;
        }
    }
}

static void parallel_for(void *context, size_t n_tasks, lanescan_task task, void *data)
{
    const xla_call *const call = context;
    job *const work = malloc(sizeof *work);
    if (!work) {
        for (size_t index = 0; index < n_tasks; index++)
            task(data, index);
        return;
    }
    *work = (job){ .task = task, .data = data, .n_tasks = n_tasks, .references = 1 };
    pthread_mutex_init(&work->mutex, NULL);
    pthread_cond_init(&work->all_done, NULL);
    ask_for_help(call, work);
    run_tasks(work);
    pthread_mutex_lock(&work->mutex);
    while (work->done < work->n_tasks)
        pthread_cond_wait(&work->all_done, &work->mutex);
    pthread_mutex_unlock(&work->mutex);
    leave_job(work);
}

static lanescan_executor threads_of(xla_call *call)
{
    lanescan_executor executor = { sizeof executor, 1, call, parallel_for };
    int64_t count = 1;
    xla_num_threads_arguments arguments = { sizeof arguments, NULL, call->context, &count };
    if (call->api->struct_size < sizeof(xla_api) || call->api->num_threads(&arguments))
        return executor;
    executor.max_tasks = count > 256 ? 256 : count < 1 ? 1 : (uint32_t)count;
    return executor;
}

/* ---- the handlers ---------------------------------------------------------------------------- */

static int minor_version = XLA_MINOR;

void set_xla_version(int major, int minor)
{
    minor_version = major == XLA_MAJOR && minor < XLA_MINOR ? minor : XLA_MINOR;
}

/* XLA asks first, without work, for which version of the interface a handler has been written, and
 * refuses those of another. True where that is all. */
static int is_asked(const xla_call *call)
{
    for (const xla_extension *e = call->extensions; e; e = e->next)
        if (e->type == XLA_EXTENSION_METADATA) {
            xla_metadata *const to = ((const xla_metadata_extension *)e)->metadata;
            to->version.major = XLA_MAJOR;
            to->version.minor = minor_version;
            to->traits = 0;
            return 1;
        }
    return 0;
}

static size_t size_of(int dtype)
{
    static const unsigned char sizes[] = { 1, 1, 2, 4, 8, 1, 2, 4, 8, 2, 2, 4, 8, 8, 16 };
    return dtype < 0 ? 0 : sizes[dtype];
}

typedef struct request {
    lanescan_op op;
    int dim;
    lanescan_options options;
    lanescan_tensor input, coefficients, values, indices;
    int has_coefficients; /* a linear recurrence */
    int has_indices;
} request;

static lanescan_status scan_once(const request *r)
{
    if (r->has_coefficients)
        return lanescan_linear_recurrence(&r->coefficients, &r->input, r->dim, &r->options,
                                          &r->values);
    if (r->has_indices)
        return lanescan_scan_index(r->op, &r->input, r->dim, &r->options, &r->values, &r->indices);
    return lanescan_scan(r->op, &r->input, r->dim, &r->options, &r->values);
}

/* The tensor without its first dimensions, at their element i. */
static lanescan_tensor part_of(const lanescan_tensor *whole, int dims, int64_t i)
{
    lanescan_tensor part = *whole;
    int64_t count = 1;
    part.shape += dims;
    part.ndim -= dims;
    for (int d = 0; d < part.ndim; d++)
        count *= part.shape[d];
    part.data = (char *)whole->data + (size_t)(i * count) * size_of(whole->dtype);
    return part;
}

/* vmap may have given each part along the first dimensions an initial value of its own. */
static lanescan_status scan_parts(const request *r, const lanescan_tensor *initial)
{
    int64_t parts = 1;
    if (initial->ndim >= r->input.ndim || initial->dtype != r->values.dtype)
        return LANESCAN_ERROR_SHAPE;
    for (int d = 0; d < initial->ndim; d++) {
        if (initial->shape[d] != r->input.shape[d] || initial->shape[d] != r->values.shape[d])
            return LANESCAN_ERROR_SHAPE;
        parts *= initial->shape[d];
    }
    for (int64_t i = 0; i < parts; i++) {
        request part = *r;
        lanescan_status status;
        part.input = part_of(&r->input, initial->ndim, i);
        part.values = part_of(&r->values, initial->ndim, i);
        if (r->has_coefficients)
            part.coefficients = part_of(&r->coefficients, initial->ndim, i);
        if (r->has_indices)
            part.indices = part_of(&r->indices, initial->ndim, i);
        part.options.initial = (char *)initial->data + (size_t)i * size_of(initial->dtype);
        status = scan_once(&part);
        if (status)
            return status;
    }
    return LANESCAN_OK;
}

static lanescan_status scan_all(const request *r, const xla_call *call)
{
    const int64_t arrays = r->has_coefficients ? 2 : 1;
    lanescan_tensor initial;
    if (call->arguments.count == arrays)
        return scan_once(r);
    initial = tensor_of(call->arguments.list[arrays]);
    return scan_parts(r, &initial);
}

/* JAX has indices of 32 bits, unless it is told to use 64. */
static xla_error *scan_narrow(request *r, const xla_call *call)
{
    int32_t *const narrow = r->indices.data;
    int64_t count = 1, *wide;
    lanescan_status status;
    for (int d = 0; d < r->indices.ndim; d++)
        count *= r->indices.shape[d];
    if (count > 0 && r->indices.shape[r->indices.ndim + r->dim] > INT32_MAX)
        return fail(call, XLA_INVALID_ARGUMENT, "lanescan: a line too long for indices of 32 bits");
    wide = malloc(count > 0 ? (size_t)count * sizeof *wide : 1);
    if (!wide)
        return fail(call, XLA_RESOURCE_EXHAUSTED, "lanescan: no memory for indices");
    r->indices.data = wide;
    r->indices.dtype = LANESCAN_I64;
    status = scan_all(r, call);
    for (int64_t i = 0; !status && i < count; i++)
        narrow[i] = (int32_t)wide[i];
    free(wide);
    return fail_status(call, status);
}

static xla_error *scan(xla_call *call)
{
    int32_t op, axis, flags;
    lanescan_executor executor;
    request r;
    if (is_asked(call))
        return NULL;
    if (call->arguments.count < 1 || call->arguments.count > 2 || call->results.count < 1 ||
        call->results.count > 2 || read_integer(call, "op", &op) ||
        read_integer(call, "axis", &axis) || read_integer(call, "flags", &flags))
        return fail_arguments(call);
    executor = threads_of(call);
    r = (request){ .op = (lanescan_op)op,
                   .dim = axis,
                   .options = { .struct_size = sizeof r.options,
                                .flags = (uint32_t)flags,
                                .executor = &executor },
                   .input = tensor_of(call->arguments.list[0]),
                   .values = tensor_of(call->results.list[0]),
                   .has_indices = call->results.count == 2 };
    if (r.has_indices) {
        r.indices = tensor_of(call->results.list[1]);
        if (axis >= 0 || axis < -r.indices.ndim)
            return fail_status(call, LANESCAN_ERROR_DIM);
        if (r.indices.dtype == LANESCAN_I32)
            return scan_narrow(&r, call);
    }
    return fail_status(call, scan_all(&r, call));
}

static xla_error *logsumexp(xla_call *call)
{
    int i, dims[LANESCAN_MAX_NDIM];
    const xla_array *axes;
    if (is_asked(call))
        return NULL;
    i = find_attribute(call, "axes", XLA_ATTRIBUTE_ARRAY);
    axes = i < 0 ? NULL : call->attributes.list[i];
    if (!has_counts(call, 1, 1) || !axes || axes->dtype != XLA_S32 ||
        axes->count > LANESCAN_MAX_NDIM)
        return fail_arguments(call);
    for (size_t k = 0; k < axes->count; k++)
        dims[k] = ((const int32_t *)axes->values)[k];
    const lanescan_executor executor = threads_of(call);
    const lanescan_options options = { .struct_size = sizeof options, .executor = &executor };
    const lanescan_tensor x = tensor_of(call->arguments.list[0]);
    const lanescan_tensor y = tensor_of(call->results.list[0]);
    return fail_status(call, lanescan_logsumexp(&x, dims, (int)axes->count, &options, &y));
}

static xla_error *logaddexp(xla_call *call)
{
    if (is_asked(call))
        return NULL;
    if (!has_counts(call, 2, 1))
        return fail_arguments(call);
    const lanescan_executor executor = threads_of(call);
    const lanescan_options options = { .struct_size = sizeof options, .executor = &executor };
    const lanescan_tensor a = tensor_of(call->arguments.list[0]);
    const lanescan_tensor b = tensor_of(call->arguments.list[1]);
    const lanescan_tensor y = tensor_of(call->results.list[0]);
    return fail_status(call, lanescan_logaddexp(&a, &b, &options, &y));
}

static int is_alike(const lanescan_tensor *x, const lanescan_tensor *y)
{
    return x->dtype == y->dtype && x->ndim == y->ndim &&
           memcmp(x->shape, y->shape, (size_t)y->ndim * sizeof *y->shape) == 0;
}

static xla_error *recurrence(xla_call *call)
{
    int32_t axis, flags;
    lanescan_executor executor;
    request r;
    if (is_asked(call))
        return NULL;
    if ((!has_counts(call, 2, 1) && !has_counts(call, 3, 1)) || read_integer(call, "axis", &axis) ||
        read_integer(call, "flags", &flags))
        return fail_arguments(call);
    executor = threads_of(call);
    r = (request){ .dim = axis,
                   .options = { .struct_size = sizeof r.options,
                                .flags = (uint32_t)flags,
                                .executor = &executor },
                   .coefficients = tensor_of(call->arguments.list[0]),
                   .input = tensor_of(call->arguments.list[1]),
                   .values = tensor_of(call->results.list[0]),
                   .has_coefficients = 1 };
    if (!is_alike(&r.coefficients, &r.values) || !is_alike(&r.input, &r.values))
        return fail_arguments(call);
    return fail_status(call, scan_all(&r, call));
}

static xla_error *vjp(xla_call *call)
{
    int32_t op, axis, flags;
    if (is_asked(call))
        return NULL;
    if (!has_counts(call, 2, 1) || read_integer(call, "op", &op) ||
        read_integer(call, "axis", &axis) || read_integer(call, "flags", &flags))
        return fail_arguments(call);
    const lanescan_tensor x = tensor_of(call->arguments.list[0]);
    const lanescan_tensor g = tensor_of(call->arguments.list[1]);
    const lanescan_tensor y = tensor_of(call->results.list[0]);
    return fail_status(call, scan_vjp((lanescan_op)op, &x, &g, axis, (uint32_t)flags, &y));
}

const xla_row xla_handlers[] = {
    { "lanescan_scan", scan },           { "lanescan_logsumexp", logsumexp },
    { "lanescan_logaddexp", logaddexp }, { "lanescan_recurrence", recurrence },
    { "lanescan_scan_vjp", vjp },
};
const int num_xla_handlers = (int)(sizeof xla_handlers / sizeof xla_handlers[0]);
