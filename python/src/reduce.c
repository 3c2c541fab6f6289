/* logsumexp, and the functions of two arrays: logaddexp and linear_recurrence. */
#include "arguments.h"
#include "functions.h"
#include "threads.h"

#include <float.h>
#include <math.h>

/* What all have to do when arguments are known. */
typedef struct request {
    PyObject *values[ARGUMENTS];
    array output;
    element_type type;
    lanescan_options options;
    double initial[2];
    int axis;
} request;

static int read_outputs(const module_state *state, request *r)
{
    PyObject *const out = given_output(r->values), *const dtype = r->values[ARGUMENT_dtype];
    if (out) {
        if (read_output(state, out, &r->output))
            return -1;
        r->type = type_of(&r->output);
    }
    if (dtype) {
        if (read_type(state, dtype, &r->type))
            return -1;
        if (out && r->type.dtype != (lanescan_dtype)r->output.tensor.dtype) {
            PyErr_SetString(PyExc_TypeError, "dtype is not the type of out, which decides");
            return -1;
        }
    }
    return 0;
}

static void begin(request *r)
{
    r->options = (lanescan_options){ .struct_size = sizeof r->options,
                                     .executor = threads_executor() };
    r->output.object = NULL;
}

/* ---- logsumexp ------------------------------------------------------------------------------- */

typedef struct dimensions {
    int count; /* 0: all */
    int list[LANESCAN_MAX_NDIM];
    int keep; /* with extents of 1 in the result */
} dimensions;

static int read_dimensions(const request *r, dimensions *dims)
{
    PyObject *const axis = r->values[ARGUMENT_axis];
    Py_ssize_t count;
    dims->count = 0;
    dims->keep = read_flag(r->values[ARGUMENT_keepdims]);
    if (dims->keep < 0)
        return -1;
    if (!axis)
        return 0;
    if (!PyTuple_Check(axis)) {
        dims->count = 1;
        return read_axis(axis, &dims->list[0]);
    }
    count = PyTuple_Size(axis);
    if (count == 0 || count > LANESCAN_MAX_NDIM) {
        PyErr_SetString(PyExc_ValueError, "axis must name one dimension or more, each once");
        return -1;
    }
    for (dims->count = 0; dims->count < count; dims->count++)
        if (read_axis(PyTuple_GetItem(axis, dims->count), &dims->list[dims->count]))
            return -1;
    return 0;
}

/* The shape without the dimensions, or with them as 1; what is wrong with them the library says. */
static int reduce_shape(const array *input, const dimensions *dims, int64_t *shape)
{
    const int ndim = input->tensor.ndim;
    char is_reduced[LANESCAN_MAX_NDIM] = { 0 };
    int left = 0;
    for (int i = 0; i < dims->count; i++) {
        const int d = dims->list[i] < 0 ? dims->list[i] + ndim : dims->list[i];
        if (d >= 0 && d < ndim)
            is_reduced[d] = 1;
    }
    for (int d = 0; d < ndim; d++) {
        const int goes = dims->count == 0 || is_reduced[d];
        if (!goes || dims->keep)
            shape[left++] = goes ? 1 : input->shape[d];
    }
    return left;
}

static lanescan_status reduce(const array *input, const dimensions *dims, const request *r)
{
    return lanescan_logsumexp(&input->tensor, dims->list, dims->count, &r->options,
                              &r->output.tensor);
}

/* The library takes an output with or without the reduced dimensions; the caller has said which. */
static int prepare_reduction(const module_state *state, const array *input, const dimensions *dims,
                             request *r)
{
    int64_t shape[LANESCAN_MAX_NDIM];
    const int ndim = reduce_shape(input, dims, shape);
    if (!r->output.object)
        return make_output(state, ndim, shape, r->type, NULL, &r->output);
    return r->output.tensor.ndim == ndim ? 0 : raise_status(state, LANESCAN_ERROR_SHAPE);
}

static int run_reduction(const module_state *state, const array *input, const dimensions *dims,
                         const request *r)
{
    lanescan_status status;
    if (count_elements(input) < LARGE) {
        status = reduce(input, dims, r);
    } else {
        PyThreadState *const others = PyEval_SaveThread();
        status = reduce(input, dims, r);
        PyEval_RestoreThread(others);
    }
    return raise_status(state, status);
}

PyObject *python_logsumexp(PyObject *module, PyObject *const *args, Py_ssize_t count,
                           PyObject *names)
{
    static const signature takes = { "logsumexp",
                                     1,
                                     1,
                                     { ARGUMENT_axis },
                                     1u << ARGUMENT_axis | 1u << ARGUMENT_dtype |
                                         1u << ARGUMENT_out | 1u << ARGUMENT_keepdims };
    const module_state *const state = state_of(module);
    request r;
    array input;
    dimensions dims;
    PyObject *result = NULL;
    if (read_arguments(state, &takes, &(const call){ args, count, names }, r.values) ||
        read_input(state, args[0], &input))
        return NULL;
    begin(&r);
    r.type = default_type(TYPES_FLOATING, type_of(&input));
    if (!read_dimensions(&r, &dims) && !read_outputs(state, &r) &&
        !prepare_reduction(state, &input, &dims, &r) && !run_reduction(state, &input, &dims, &r))
        result = finish_output(state, &r.output, input.leave, 0);
    if (r.output.object)
        release_array(&r.output);
    release_array(&input);
    return result;
}

/* ---- logaddexp, linear_recurrence ---------------------------------------------------------- */

typedef struct pair_operation {
    signature takes;
    lanescan_status (*compute)(const array in[2], const request *r);
    int types;
    int is_scan; /* along an axis: two numbers are arrays of one element */
} pair_operation;

/* Python's own numbers have no type of their own there: they take the other's. */
static PyObject *typed(PyObject *given, const array *a)
{
    return PyFloat_Check(given) || PyLong_Check(given) || PyComplex_Check(given)
               ? given
               : (PyObject *)a->object;
}

/* Is that the type of both, whatever NumPy's version? (Those before 2 look at numbers' values.) */
static int has_place(PyObject *given, const array *a)
{
    const int dtype = a->tensor.dtype;
    if (!PyFloat_CheckExact(given) && !PyLong_CheckExact(given))
        return 0;
    if (dtype == LANESCAN_F64 || dtype == LANESCAN_C128)
        return 1;
    return dtype == LANESCAN_F32 && a->tensor.ndim > 0 &&
           (PyLong_CheckExact(given) || fabs(PyFloat_AsDouble(given)) <= (double)FLT_MAX);
}

static int common_type(const module_state *state, PyObject *const *given, const array in[2],
                       int types, element_type *type)
{
    PyObject *known;
    int failed;
    *type = type_of(&in[0]);
    if (has_place(given[0], &in[1])) {
        *type = type_of(&in[1]);
    } else if (in[0].tensor.dtype != in[1].tensor.dtype && !has_place(given[1], &in[0])) {
        known = PyObject_CallFunctionObjArgs(state->foreign[FOREIGN_result_type],
                                             typed(given[0], &in[0]), typed(given[1], &in[1]),
                                             NULL);
        if (!known)
            return -1;
        failed = read_type(state, known, type);
        Py_DECREF(known);
        if (failed)
            return -1;
    }
    *type = default_type(types, *type);
    return 0;
}

/* NumPy's rule: trailing dimensions are matched, an extent of 1 is repeated. */
static int broadcast_shape(const array in[2], int64_t *shape)
{
    const int more = in[1].tensor.ndim > in[0].tensor.ndim;
    const array *const a = &in[more], *const b = &in[!more];
    const int ndim = a->tensor.ndim, missing = ndim - b->tensor.ndim;
    for (int d = 0; d < ndim; d++) {
        const int64_t other = d < missing ? 1 : b->shape[d - missing];
        shape[d] = a->shape[d] == 1 ? other : a->shape[d];
    }
    return ndim;
}

/* axis, reverse and initial, which logaddexp does not take, so of it none is given. */
static int read_options(const module_state *state, request *r)
{
    PyObject *const axis = r->values[ARGUMENT_axis], *const initial = r->values[ARGUMENT_initial];
    const int reverse = read_flag(r->values[ARGUMENT_reverse]);
    r->axis = -1;
    if (reverse < 0 || (axis && read_axis(axis, &r->axis)))
        return -1;
    r->options.flags = reverse ? LANESCAN_REVERSE : 0u;
    if (initial) {
        if (read_number(state, initial, r->type, r->initial))
            return -1;
        r->options.initial = r->initial;
    }
    return 0;
}

static int prepare_pair(const module_state *state, const pair_operation *o, const array in[2],
                        request *r)
{
    int64_t shape[LANESCAN_MAX_NDIM];
    int ndim = broadcast_shape(in, shape);
    const array *const like = in[0].tensor.ndim == ndim ? &in[0] : &in[1];
    if (r->output.object)
        return 0;
    if (o->is_scan && ndim == 0)
        shape[ndim++] = 1;
    return make_output(state, ndim, shape, r->type, like, &r->output);
}

static int run_pair(const module_state *state, const pair_operation *o, const array in[2],
                    const request *r)
{
    lanescan_status status;
    if (count_elements(&r->output) < LARGE) {
        status = o->compute(in, r);
    } else {
        PyThreadState *const others = PyEval_SaveThread();
        status = o->compute(in, r);
        PyEval_RestoreThread(others);
    }
    return raise_status(state, status);
}

static PyObject *combine(const pair_operation *o, PyObject *module, const call *from)
{
    const module_state *const state = state_of(module);
    request r;
    array in[2];
    PyObject *result = NULL;
    if (read_arguments(state, &o->takes, from, r.values) ||
        read_input(state, from->args[0], &in[0]))
        return NULL;
    if (read_input(state, from->args[1], &in[1])) {
        release_array(&in[0]);
        return NULL;
    }
    begin(&r);
    if (!common_type(state, from->args, in, o->types, &r.type) && !read_outputs(state, &r) &&
        !read_options(state, &r) && !prepare_pair(state, o, in, &r) && !run_pair(state, o, in, &r))
        result = finish_output(state, &r.output, in[0].leave ? in[0].leave : in[1].leave, 0);
    if (r.output.object)
        release_array(&r.output);
    release_array(&in[0]);
    release_array(&in[1]);
    return result;
}

static lanescan_status add_logs(const array in[2], const request *r)
{
    return lanescan_logaddexp(&in[0].tensor, &in[1].tensor, &r->options, &r->output.tensor);
}

static lanescan_status recur(const array in[2], const request *r)
{
    return lanescan_linear_recurrence(&in[0].tensor, &in[1].tensor, r->axis, &r->options,
                                      &r->output.tensor);
}

PyObject *python_logaddexp(PyObject *module, PyObject *const *args, Py_ssize_t count,
                           PyObject *names)
{
    static const pair_operation o = {
        .takes = { "logaddexp", 2, 1, { ARGUMENT_out }, 1u << ARGUMENT_dtype | 1u << ARGUMENT_out },
        .compute = add_logs,
        .types = TYPES_FLOATING,
    };
    return combine(&o, module, &(const call){ args, count, names });
}

PyObject *python_linear_recurrence(PyObject *module, PyObject *const *args, Py_ssize_t count,
                                   PyObject *names)
{
    static const pair_operation o = {
        .takes = { "linear_recurrence",
                   2,
                   1,
                   { ARGUMENT_axis },
                   1u << ARGUMENT_axis | 1u << ARGUMENT_dtype | 1u << ARGUMENT_out |
                       1u << ARGUMENT_reverse | 1u << ARGUMENT_initial },
        .compute = recur,
        .types = TYPES_WIDE,
        .is_scan = 1,
    };
    return combine(&o, module, &(const call){ args, count, names });
}
