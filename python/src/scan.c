/* cumulative_sum, cumsum and all others of operations.h. */
#include "arguments.h"
#include "functions.h"
#include "threads.h"

#include <string.h>

typedef struct operation {
    signature takes;
    lanescan_op op;
    int types;
    int flattens; /* what axis=None means: all elements in C order, or an error */
} operation;

/* What the options of a call come to. */
typedef struct request {
    const operation *operation;
    PyObject *values[ARGUMENTS];
    array input, output, indices;
    element_type type;
    lanescan_options options;
    double initial[2];
    int axis, longer, index;
} request;

static const element_type *wide_type(lanescan_dtype dtype)
{
    static const element_type i64 = { LANESCAN_I64, NPY_INT64 }, u64 = { LANESCAN_U64, NPY_UINT64 };
    if (dtype == LANESCAN_BOOL || (dtype >= LANESCAN_I8 && dtype < LANESCAN_I64))
        return &i64;
    return dtype >= LANESCAN_U8 && dtype < LANESCAN_U64 ? &u64 : NULL;
}

element_type default_type(int types, element_type input)
{
    const element_type *const wide = wide_type(input.dtype);
    if (types == TYPES_WIDE && wide)
        return *wide;
    if (types == TYPES_FLOATING && input.dtype <= LANESCAN_I64)
        return type_of_dtype(LANESCAN_F64);
    return input;
}

static int read_place(request *r)
{
    array *const input = &r->input;
    PyObject *const axis = r->values[ARGUMENT_axis];
    r->axis = 0;
    if (input->tensor.ndim == 0 && flatten_input(input))
        return -1;
    if (axis)
        return read_axis(axis, &r->axis);
    if (input->tensor.ndim == 1)
        return 0;
    if (r->operation->flattens)
        return flatten_input(input);
    PyErr_SetString(PyExc_ValueError, "axis is required where there is more than one dimension");
    return -1;
}

static int read_flags(request *r)
{
    const int reverse = read_flag(r->values[ARGUMENT_reverse]);
    const int exclusive = read_flag(r->values[ARGUMENT_exclusive]);
    r->longer = read_flag(r->values[ARGUMENT_include_initial]);
    r->index = read_flag(r->values[ARGUMENT_index]);
    if (reverse < 0 || exclusive < 0 || r->longer < 0 || r->index < 0)
        return -1;
    if (exclusive && r->longer) {
        PyErr_SetString(PyExc_ValueError, "exclusive leaves out the last result, include_initial "
                                          "has it: only one of them can be asked for");
        return -1;
    }
    r->options.flags = (reverse ? LANESCAN_REVERSE : 0u) |
                       (exclusive || r->longer ? LANESCAN_EXCLUSIVE : 0u);
    return 0;
}

/* out, or with index=True out=(values, indices), either of which may be None. */
static int read_outputs(const module_state *state, request *r)
{
    PyObject *const out = r->index ? r->values[ARGUMENT_out] : given_output(r->values);
    PyObject *values, *indices;
    if (!out)
        return 0;
    if (!r->index)
        return read_output(state, out, &r->output);
    if (!PyTuple_Check(out) || PyTuple_Size(out) != 2) {
        PyErr_SetString(PyTuple_Check(out) ? PyExc_ValueError : PyExc_TypeError,
                        "with index=True out must be a tuple of two arrays");
        return -1;
    }
    values = PyTuple_GetItem(out, 0);
    indices = PyTuple_GetItem(out, 1);
    if ((values != Py_None && read_output(state, values, &r->output)) ||
        (indices != Py_None && read_output(state, indices, &r->indices)))
        return -1;
    return 0;
}

static int read_result_type(const module_state *state, request *r)
{
    const element_type input = type_of(&r->input);
    r->type = r->output.object ? type_of(&r->output) : default_type(r->operation->types, input);
    if (r->values[ARGUMENT_dtype]) {
        if (read_type(state, r->values[ARGUMENT_dtype], &r->type))
            return -1;
        if (r->output.object && r->type.dtype != (lanescan_dtype)r->output.tensor.dtype) {
            PyErr_SetString(PyExc_TypeError, "dtype is not the type of out, which decides");
            return -1;
        }
    }
    if (r->values[ARGUMENT_initial]) {
        if (read_number(state, r->values[ARGUMENT_initial], r->type, r->initial))
            return -1;
        r->options.initial = r->initial;
    }
    return 0;
}

/* The axis comes first, since the shape of what is to be made depends on it. */
static int make_outputs(const module_state *state, request *r)
{
    const int ndim = r->input.tensor.ndim, axis = r->axis < 0 ? r->axis + ndim : r->axis;
    const element_type index = { LANESCAN_I64, NPY_INT64 };
    int64_t longer[LANESCAN_MAX_NDIM];
    const int64_t *shape = r->input.shape;
    if (axis < 0 || axis >= ndim)
        return raise_status(state, LANESCAN_ERROR_DIM);
    if (r->longer) {
        memcpy(longer, shape, (size_t)ndim * sizeof *shape);
        longer[axis]++;
        shape = longer;
    }
    if (!r->output.object && make_output(state, ndim, shape, r->type, &r->input, &r->output))
        return -1;
    if (r->index && !r->indices.object)
        return make_output(state, ndim, shape, index, &r->input, &r->indices);
    return 0;
}

/* An exclusive scan may be one longer or not; here the caller has said which. */
static int check_length(const module_state *state, const request *r)
{
    const array *const in = &r->input, *const out = &r->output;
    const int ndim = in->tensor.ndim, axis = r->axis < 0 ? r->axis + ndim : r->axis;
    if (out->tensor.ndim != ndim || out->shape[axis] - in->shape[axis] != r->longer)
        return raise_status(state, LANESCAN_ERROR_SHAPE);
    return 0;
}

static lanescan_status compute(const request *r)
{
    const lanescan_op op = r->operation->op;
    if (r->index)
        return lanescan_scan_index(op, &r->input.tensor, r->axis, &r->options, &r->output.tensor,
                                   &r->indices.tensor);
    return lanescan_scan(op, &r->input.tensor, r->axis, &r->options, &r->output.tensor);
}

static int run(const module_state *state, const request *r)
{
    lanescan_status status;
    if (count_elements(&r->input) < LARGE) {
        status = compute(r);
    } else {
        PyThreadState *const others = PyEval_SaveThread();
        status = compute(r);
        PyEval_RestoreThread(others);
    }
    return raise_status(state, status);
}

static PyObject *finish(const module_state *state, request *r)
{
    PyObject *const leave = r->input.leave;
    PyObject *const result = finish_output(state, &r->output, leave, 0);
    PyObject *indices, *both;
    if (!r->index || !result)
        return result;
    indices = finish_output(state, &r->indices, leave, 1);
    both = indices ? PyStructSequence_New(state->extremes) : NULL;
    if (!both) {
        Py_XDECREF(indices);
        Py_DECREF(result);
        return NULL;
    }
    PyStructSequence_SetItem(both, 0, result);
    PyStructSequence_SetItem(both, 1, indices);
    return both;
}

static PyObject *scan(const operation *o, PyObject *module, const call *from)
{
    const module_state *const state = state_of(module);
    request r;
    PyObject *result = NULL;
    if (read_arguments(state, &o->takes, from, r.values) ||
        read_input(state, from->args[0], &r.input))
        return NULL;
    r.operation = o;
    r.options = (lanescan_options){ .struct_size = sizeof r.options,
                                    .executor = threads_executor() };
    r.output.object = r.indices.object = NULL;
    if (!read_place(&r) && !read_flags(&r) && !read_outputs(state, &r) &&
        !read_result_type(state, &r) && !make_outputs(state, &r) && !check_length(state, &r) &&
        !run(state, &r))
        result = finish(state, &r);
    if (r.output.object)
        release_array(&r.output);
    if (r.indices.object)
        release_array(&r.indices);
    release_array(&r.input);
    return result;
}

#define ALL_ARGUMENTS(arguments)                                                                 \
    ((1u << ARGUMENT_axis | 1u << ARGUMENT_dtype | 1u << ARGUMENT_out | 1u << ARGUMENT_reverse | \
      1u << ARGUMENT_exclusive | 1u << ARGUMENT_initial | 1u << ARGUMENT_include_initial) |      \
     (arguments))

#define FUNCTION(function, id, arguments, result_types, by_position, all_of_it)            \
    PyObject *python_##function(PyObject *module, PyObject *const *args, Py_ssize_t count, \
                                PyObject *names)                                           \
    {                                                                                      \
        static const operation o = {                                                       \
            .takes = { #function,                                                          \
                       1,                                                                  \
                       by_position,                                                        \
                       { ARGUMENT_axis, ARGUMENT_dtype, ARGUMENT_out },                    \
                       ALL_ARGUMENTS(arguments) },                                         \
            .op = id,                                                                      \
            .types = result_types,                                                         \
            .flattens = all_of_it,                                                         \
        };                                                                                 \
        return scan(&o, module, &(const call){ args, count, names });                      \
    }

#define ROW(long_name, short_name, id, arguments, types) \
    FUNCTION(long_name, id, arguments, types, 0, 0)      \
    FUNCTION(short_name, id, arguments, types, 3, 1)
OPERATIONS(ROW)
