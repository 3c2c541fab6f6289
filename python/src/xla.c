/* lanescan's functions as handlers of XLA, for lanescan.jax.
 *
 *   lanescan_scan            x, and perhaps an initial value for each line group; one result
 *   lanescan_scan_index      the same; two results
 *   lanescan_recurrence      a, b of one shape, and perhaps an initial value; one result
 *   lanescan_logsumexp       x; one result
 *   lanescan_logaddexp       a, b of one shape; one result
 *
 * and the vector-Jacobian products of these, which take what the forward call took, and the
 * gradient of its results last:
 *
 *   lanescan_scan_vjp        x; one result
 *   lanescan_scan_index_vjp  the indices; one result
 *   lanescan_recurrence_vjp  a, y, and perhaps an initial value before g; two results
 *   lanescan_logsumexp_vjp   x; one result
 *   lanescan_logaddexp_vjp   a, b; two results
 *
 * Axes count from the end, so that a call stays what it is when vmap puts dimensions in front. */
#include "xla.h"

#include <lanescan.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is wrong --------------------------------------------------------------------------- */

static xla_error *fail(const xla_call *call, const char *message)
{
    xla_error_arguments arguments = { sizeof arguments, NULL, message, XLA_INVALID_ARGUMENT };
    return call->api->error_create(&arguments);
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

static int read_axes(const xla_call *call, int *dims, int *count)
{
    const int i = find_attribute(call, "axes", XLA_ATTRIBUTE_ARRAY);
    const xla_array *const axes = i < 0 ? NULL : call->attributes.list[i];
    if (!axes || axes->dtype != XLA_S32 || axes->count > LANESCAN_MAX_NDIM)
        return -1;
    *count = (int)axes->count;
    for (size_t k = 0; k < axes->count; k++)
        dims[k] = ((const int32_t *)axes->values)[k];
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

/* ---- calls ----------------------------------------------------------------------------------- */

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

/* A call of the library that is to be made, for all or for parts. */
enum { MAX_ARRAYS = 5 };

typedef struct request {
    int32_t op, dim, flags;
    int dims[LANESCAN_MAX_NDIM], num_dims;
    lanescan_tensor arrays[MAX_ARRAYS]; /* arguments, then results */
    int num_arrays, first_result;
    lanescan_tensor initial;
    int has_initial;
    lanescan_options options;
    lanescan_executor executor;
} request;

/* NULL, or what is wrong. */
typedef const char *run_request(const request *r);

static const char *sentence(lanescan_status status)
{
    return status == LANESCAN_OK ? NULL : lanescan_status_string(status);
}

static const char wrong_arguments[] = "lanescan: not what lanescan.jax passes";

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
static const char *run_parts(const request *r, run_request *run)
{
    const lanescan_tensor *const initial = &r->initial;
    const size_t shape = (size_t)initial->ndim * sizeof *initial->shape;
    const char *wrong = NULL;
    int64_t parts = 1;
    if (initial->dtype != r->arrays[r->first_result].dtype)
        return wrong_arguments;
    for (int k = 0; k < r->num_arrays; k++)
        if (initial->ndim >= r->arrays[k].ndim ||
            memcmp(initial->shape, r->arrays[k].shape, shape) != 0)
            return wrong_arguments;
    for (int d = 0; d < initial->ndim; d++)
        parts *= initial->shape[d];
    for (int64_t i = 0; i < parts && !wrong; i++) {
        request part = *r;
        for (int k = 0; k < r->num_arrays; k++)
            part.arrays[k] = part_of(&r->arrays[k], initial->ndim, i);
        part.options.initial = (char *)initial->data + (size_t)i * size_of(initial->dtype);
        wrong = run(&part);
    }
    return wrong;
}

/* What a handler is called with, beside arrays. */
enum { OP = 1, AXIS = 2, AXES = 4 };

static int read_attributes(const xla_call *call, int kinds, request *r)
{
    if (kinds & OP && read_integer(call, "op", &r->op))
        return -1;
    if (kinds & AXIS && (read_integer(call, "axis", &r->dim) || r->dim >= 0 ||
                         read_integer(call, "flags", &r->flags)))
        return -1;
    return kinds & AXES ? read_axes(call, r->dims, &r->num_dims) : 0;
}

/* So many arrays, and after the first `before_initial` perhaps an initial value. */
typedef struct form {
    int attributes, arguments, before_initial, results;
    run_request *run;
} form;
enum { NO_INITIAL = -1 };

static xla_error *serve(const form *f, xla_call *call)
{
    request r = { 0 };
    const char *wrong;
    if (is_asked(call))
        return NULL;
    r.has_initial = f->before_initial != NO_INITIAL && call->arguments.count == f->arguments + 1;
    if (!has_counts(call, f->arguments + r.has_initial, f->results) ||
        read_attributes(call, f->attributes, &r))
        return fail(call, wrong_arguments);
    for (int k = 0; k < call->arguments.count; k++)
        if (r.has_initial && k == f->before_initial)
            r.initial = tensor_of(call->arguments.list[k]);
        else
            r.arrays[r.num_arrays++] = tensor_of(call->arguments.list[k]);
    r.first_result = r.num_arrays;
    for (int k = 0; k < f->results; k++)
        r.arrays[r.num_arrays++] = tensor_of(call->results.list[k]);
    r.executor = threads_of(call);
    r.options = (lanescan_options){ .struct_size = sizeof r.options,
                                    .flags = (uint32_t)r.flags,
                                    .executor = &r.executor };
    wrong = r.has_initial ? run_parts(&r, f->run) : f->run(&r);
    return wrong ? fail(call, wrong) : NULL;
}

/* ---- the handlers ---------------------------------------------------------------------------- */

static const char *run_scan(const request *r)
{
    const lanescan_tensor *const all = r->arrays;
    return sentence(lanescan_scan((lanescan_op)r->op, &all[0], r->dim, &r->options, &all[1]));
}

static xla_error *scan(xla_call *call)
{
    return serve(&(form){ OP | AXIS, 1, 1, 1, run_scan }, call);
}

/* JAX has indices of 32 bits, unless it is told to use 64: `wide` is the same with 64, which the
 * caller frees. */
static const char *widen_indices(const lanescan_tensor *indices, lanescan_tensor *wide,
                                 int64_t *count)
{
    *wide = *indices;
    *count = 1;
    for (int d = 0; d < indices->ndim; d++) {
        *count *= indices->shape[d];
        if (indices->shape[d] > INT32_MAX)
            return "lanescan: a line too long for indices of 32 bits";
    }
    wide->dtype = LANESCAN_I64;
    wide->data = malloc(*count > 0 ? (size_t)*count * sizeof(int64_t) : 1);
    return wide->data ? NULL : "lanescan: no memory for indices";
}

static const char *scan_index_wide(const request *r, const lanescan_tensor *indices)
{
    const lanescan_tensor *const all = r->arrays;
    return sentence(
        lanescan_scan_index((lanescan_op)r->op, &all[0], r->dim, &r->options, &all[1], indices));
}

static const char *run_scan_index(const request *r)
{
    const lanescan_tensor *const indices = &r->arrays[2];
    lanescan_tensor wide;
    int64_t count;
    const char *wrong;
    if (indices->dtype != LANESCAN_I32)
        return scan_index_wide(r, indices);
    wrong = widen_indices(indices, &wide, &count);
    if (wrong)
        return wrong;
    wrong = scan_index_wide(r, &wide);
    for (int64_t i = 0; !wrong && i < count; i++)
        ((int32_t *)indices->data)[i] = (int32_t)((int64_t *)wide.data)[i];
    free(wide.data);
    return wrong;
}

static xla_error *scan_index(xla_call *call)
{
    return serve(&(form){ OP | AXIS, 1, 1, 2, run_scan_index }, call);
}

static const char *run_recurrence(const request *r)
{
    const lanescan_tensor *const all = r->arrays;
    return sentence(lanescan_linear_recurrence(&all[0], &all[1], r->dim, &r->options, &all[2]));
}

static xla_error *recurrence(xla_call *call)
{
    return serve(&(form){ AXIS, 2, 2, 1, run_recurrence }, call);
}

static const char *run_logsumexp(const request *r)
{
    const lanescan_tensor *const all = r->arrays;
    return sentence(lanescan_logsumexp(&all[0], r->dims, r->num_dims, &r->options, &all[1]));
}

static xla_error *logsumexp(xla_call *call)
{
    return serve(&(form){ AXES, 1, NO_INITIAL, 1, run_logsumexp }, call);
}

static const char *run_logaddexp(const request *r)
{
    const lanescan_tensor *const all = r->arrays;
    return sentence(lanescan_logaddexp(&all[0], &all[1], &r->options, &all[2]));
}

static xla_error *logaddexp(xla_call *call)
{
    return serve(&(form){ 0, 2, NO_INITIAL, 1, run_logaddexp }, call);
}

/* ---- gradients ------------------------------------------------------------------------------- */

static const char *run_scan_vjp(const request *r)
{
    const lanescan_tensor *const all = r->arrays;
    return sentence(
        lanescan_scan_vjp((lanescan_op)r->op, &all[0], r->dim, &r->options, &all[1], &all[2]));
}

static xla_error *scan_vjp(xla_call *call)
{
    return serve(&(form){ OP | AXIS, 2, NO_INITIAL, 1, run_scan_vjp }, call);
}

static const char *scan_index_vjp_wide(const request *r, const lanescan_tensor *indices)
{
    const lanescan_tensor *const all = r->arrays;
    return sentence(lanescan_scan_index_vjp(indices, r->dim, &r->options, &all[1], &all[2]));
}

static const char *run_scan_index_vjp(const request *r)
{
    const lanescan_tensor *const indices = &r->arrays[0];
    lanescan_tensor wide;
    int64_t count;
    const char *wrong;
    if (indices->dtype != LANESCAN_I32)
        return scan_index_vjp_wide(r, indices);
    wrong = widen_indices(indices, &wide, &count);
    if (wrong)
        return wrong;
    for (int64_t i = 0; i < count; i++)
        ((int64_t *)wide.data)[i] = ((const int32_t *)indices->data)[i];
    wrong = scan_index_vjp_wide(r, &wide);
    free(wide.data);
    return wrong;
}

static xla_error *scan_index_vjp(xla_call *call)
{
    return serve(&(form){ AXIS, 2, NO_INITIAL, 1, run_scan_index_vjp }, call);
}

static const char *run_recurrence_vjp(const request *r)
{
    const lanescan_tensor *const all = r->arrays;
    return sentence(lanescan_linear_recurrence_vjp(&all[0], &all[1], r->dim, &r->options, &all[2],
                                                   &all[3], &all[4]));
}

static xla_error *recurrence_vjp(xla_call *call)
{
    return serve(&(form){ AXIS, 3, 2, 2, run_recurrence_vjp }, call);
}

static const char *run_logsumexp_vjp(const request *r)
{
    const lanescan_tensor *const all = r->arrays;
    return sentence(
        lanescan_logsumexp_vjp(&all[0], r->dims, r->num_dims, &r->options, &all[1], &all[2]));
}

static xla_error *logsumexp_vjp(xla_call *call)
{
    return serve(&(form){ AXES, 2, NO_INITIAL, 1, run_logsumexp_vjp }, call);
}

static const char *run_logaddexp_vjp(const request *r)
{
    const lanescan_tensor *const all = r->arrays;
    return sentence(
        lanescan_logaddexp_vjp(&all[0], &all[1], &r->options, &all[2], &all[3], &all[4]));
}

static xla_error *logaddexp_vjp(xla_call *call)
{
    return serve(&(form){ 0, 3, NO_INITIAL, 2, run_logaddexp_vjp }, call);
}

const xla_row xla_handlers[] = {
    { "lanescan_scan", scan },
    { "lanescan_scan_index", scan_index },
    { "lanescan_recurrence", recurrence },
    { "lanescan_logsumexp", logsumexp },
    { "lanescan_logaddexp", logaddexp },
    { "lanescan_scan_vjp", scan_vjp },
    { "lanescan_scan_index_vjp", scan_index_vjp },
    { "lanescan_recurrence_vjp", recurrence_vjp },
    { "lanescan_logsumexp_vjp", logsumexp_vjp },
    { "lanescan_logaddexp_vjp", logaddexp_vjp },
};
const int num_xla_handlers = (int)(sizeof xla_handlers / sizeof xla_handlers[0]);
