/* lanescan.Stream: an array that arrives in pieces. */
#include "arguments.h"
#include "docs.h"
#include "functions.h"
#include "threads.h"

#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

typedef struct stream {
    PyObject ob_base; /* PyObject_HEAD */
    lanescan_stream state;
    const char *op;
    element_type type;
    int exclusive;
    atomic_flag is_pushed; /* by a thread, which others are told */
} stream;

typedef struct named_op {
    const char *long_name, *short_name;
    lanescan_op op;
} named_op;

static const named_op named_ops[] = {
#define ROW(long_name, short_name, op, arguments, types) { #long_name, #short_name, op },
    OPERATIONS(ROW)
#undef ROW
};

static const module_state *state_of_object(PyObject *self)
{
    return (const module_state *)PyType_GetModuleState(Py_TYPE(self));
}

static const named_op *find_op(const char *name)
{
    for (size_t i = 0; i < sizeof named_ops / sizeof named_ops[0]; i++)
        if (strcmp(name, named_ops[i].long_name) == 0 || strcmp(name, named_ops[i].short_name) == 0)
            return &named_ops[i];
    PyErr_Format(PyExc_ValueError, "there is no operation '%s'", name);
    return NULL;
}

static stream *new_stream(PyTypeObject *type)
{
    const allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    stream *const s = (stream *)allocate(type, 0);
    if (s)
        atomic_flag_clear(&s->is_pushed);
    return s;
}

static int begin(const module_state *state, stream *s, const named_op *op, PyObject *dtype,
                 PyObject *initial)
{
    double number[2];
    lanescan_options options = { .struct_size = sizeof options, .executor = threads_executor() };
    s->op = op->long_name;
    if (read_type(state, dtype, &s->type))
        return -1;
    if (initial != Py_None) {
        if (read_number(state, initial, s->type, number))
            return -1;
        options.initial = number;
    }
    options.flags = s->exclusive ? LANESCAN_EXCLUSIVE : 0u;
    return raise_status(state, lanescan_stream_begin(&s->state, op->op, s->type.dtype, &options));
}

static PyObject *stream_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    static char *words[] = { "", "", "exclusive", "initial", NULL };
    const module_state *const state = (const module_state *)PyType_GetModuleState(type);
    PyObject *dtype, *initial = Py_None;
    const char *name;
    const named_op *op;
    int exclusive = 0;
    stream *s;
    if (!PyArg_ParseTupleAndKeywords(args, named, "sO|$pO:Stream", words, &name, &dtype, &exclusive,
                                     &initial) ||
        !(op = find_op(name)) || !(s = new_stream(type)))
        return NULL;
    s->exclusive = exclusive;
    if (begin(state, s, op, dtype, initial)) {
        Py_DECREF((PyObject *)s);
        return NULL;
    }
    return (PyObject *)s;
}

static void stream_dealloc(PyObject *self)
{
    PyTypeObject *const type = Py_TYPE(self);
    const freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF((PyObject *)type);
}

static int copy_piece(array *piece, int numpy)
{
    PyArrayObject *const copy = (PyArrayObject *)PyArray_FromArray(
        piece->object, PyArray_DescrFromType(numpy), NPY_ARRAY_DEFAULT | NPY_ARRAY_FORCECAST);
    if (!copy)
        return -1;
    Py_DECREF((PyObject *)piece->object);
    piece->object = copy;
    piece->tensor.data = PyArray_DATA(copy);
    return 0;
}

/* NumPy says what may be converted. It has no bfloat16, and is asked about float32 then. */
static int convert_piece(const module_state *state, const stream *s, array *piece)
{
    const element_type given = type_of(piece), single = type_of_dtype(LANESCAN_F32);
    const int to_bf16 = s->type.dtype == LANESCAN_BF16;
    PyArray_Descr *wanted;
    PyObject *name;
    int may_be;
    if (given.dtype == LANESCAN_BF16 && convert_input(state, piece, single))
        return -1;
    wanted = PyArray_DescrFromType(to_bf16 ? single.numpy : s->type.numpy);
    may_be = PyArray_CanCastArrayTo(piece->object, wanted, NPY_SAME_KIND_CASTING);
    Py_DECREF((PyObject *)wanted);
    if (may_be)
        return to_bf16 ? convert_input(state, piece, s->type) : copy_piece(piece, s->type.numpy);
    name = named_type(given);
    if (name)
        PyErr_Format(PyExc_TypeError, "a piece of %S is not of the stream's type", name);
    Py_XDECREF(name);
    return -1;
}

/* A piece as the library wants it: of the stream's type, contiguous. */
static int read_piece(const module_state *state, const stream *s, PyObject *object, array *piece)
{
    int failed = 0;
    if (read_input(state, object, piece))
        return -1;
    if (piece->tensor.ndim > 1) {
        PyErr_SetString(PyExc_ValueError, "a piece has one dimension");
        failed = -1;
    } else if (piece->tensor.dtype != (int32_t)s->type.dtype) {
        failed = convert_piece(state, s, piece);
    } else if (piece->tensor.strides) {
        failed = copy_piece(piece, s->type.numpy);
    }
    if (failed)
        release_array(piece);
    return failed;
}

static int make_results(const module_state *state, const stream *s, PyObject *out,
                        const array *piece, array *results)
{
    const int64_t n = count_elements(piece);
    if (!out)
        return make_output(state, 1, &n, s->type, NULL, results);
    if (read_output(state, out, results))
        return -1;
    if (results->tensor.ndim == 1 && results->shape[0] == n && !results->tensor.strides &&
        results->tensor.dtype == (int32_t)s->type.dtype)
        return 0;
    PyErr_SetString(PyExc_ValueError,
                    "out must be contiguous, of the piece's length and of the stream's type");
    release_array(results);
    return -1;
}

static int take(stream *s)
{
    if (!atomic_flag_test_and_set(&s->is_pushed))
        return 0;
    PyErr_SetString(PyExc_RuntimeError, "another thread is using the stream");
    return -1;
}

static int push(const module_state *state, stream *s, const array *piece, const array *results)
{
    const size_t n = (size_t)count_elements(piece);
    lanescan_status status;
    if (n < LARGE) {
        status = lanescan_stream_push(&s->state, n, piece->tensor.data, results->tensor.data);
    } else {
        PyThreadState *const others = PyEval_SaveThread();
        status = lanescan_stream_push(&s->state, n, piece->tensor.data, results->tensor.data);
        PyEval_RestoreThread(others);
    }
    return raise_status(state, status);
}

/* Releases the results. What cannot leave has not been pushed. */
static PyObject *push_and_leave(const module_state *state, stream *s, const array *piece,
                                array *results)
{
    lanescan_stream before;
    PyObject *result = NULL;
    if (take(s)) {
        release_array(results);
        return NULL;
    }
    before = s->state;
    if (push(state, s, piece, results))
        release_array(results);
    else if (!(result = finish_output(state, results, piece->leave, 0)))
        s->state = before;
    atomic_flag_clear(&s->is_pushed);
    return result;
}

static PyObject *stream_push(PyObject *self, PyObject *const *args, Py_ssize_t count,
                             PyObject *names)
{
    static const signature takes = { "push", 1, 1, { ARGUMENT_out }, 1u << ARGUMENT_out };
    const module_state *const state = state_of_object(self);
    stream *const s = (stream *)self;
    PyObject *values[ARGUMENTS], *result = NULL;
    array piece, results;
    if (read_arguments(state, &takes, &(const call){ args, count, names }, values) ||
        read_piece(state, s, args[0], &piece))
        return NULL;
    if (!make_results(state, s, given_output(values), &piece, &results))
        result = push_and_leave(state, s, &piece, &results);
    release_array(&piece);
    return result;
}

static PyObject *stream_total(PyObject *self, PyObject *unused)
{
    const module_state *const state = state_of_object(self);
    stream *const s = (stream *)self;
    array total;
    lanescan_status status;
    (void)unused;
    if (make_output(state, 0, NULL, s->type, NULL, &total))
        return NULL;
    if (take(s)) {
        release_array(&total);
        return NULL;
    }
    status = lanescan_stream_total(&s->state, total.tensor.data);
    atomic_flag_clear(&s->is_pushed);
    if (raise_status(state, status)) {
        release_array(&total);
        return NULL;
    }
    return finish_output(state, &total, NULL, 0);
}

static PyObject *stream_copy(PyObject *self, PyObject *unused)
{
    stream *const from = (stream *)self, *to;
    (void)unused;
    if (take(from))
        return NULL;
    to = new_stream(Py_TYPE(self));
    if (to) {
        to->state = from->state;
        to->op = from->op;
        to->type = from->type;
        to->exclusive = from->exclusive;
    }
    atomic_flag_clear(&from->is_pushed);
    return (PyObject *)to;
}

static PyObject *stream_op(PyObject *self, void *unused)
{
    (void)unused;
    return PyUnicode_FromString(((stream *)self)->op);
}

static PyObject *stream_exclusive(PyObject *self, void *unused)
{
    (void)unused;
    return PyBool_FromLong(((stream *)self)->exclusive);
}

static PyObject *stream_repr(PyObject *self)
{
    const stream *const s = (stream *)self;
    PyObject *const type = named_type(s->type);
    PyObject *text;
    if (!type)
        return NULL;
    text = PyUnicode_FromFormat("Stream('%s', '%S'%s)", s->op, type,
                                s->exclusive ? ", exclusive=True" : "");
    Py_DECREF((PyObject *)type);
    return text;
}

static PyMethodDef stream_methods[] = {
    { "push", (PyCFunction)(void (*)(void))stream_push, METH_FASTCALL | METH_KEYWORDS,
      DOC_stream_push },
    { "total", stream_total, METH_NOARGS, DOC_stream_total },
    { "copy", stream_copy, METH_NOARGS, DOC_stream_copy },
    { "__copy__", stream_copy, METH_NOARGS, DOC_stream_copy },
    { NULL, NULL, 0, NULL },
};

static PyGetSetDef stream_properties[] = {
    { "op", stream_op, NULL, "The operation.", NULL },
    { "exclusive", stream_exclusive, NULL, "Does a result leave the element itself out?", NULL },
    { NULL, NULL, NULL, NULL, NULL },
};

static PyType_Slot stream_slots[] = {
    { Py_tp_new, (void *)stream_new },
    { Py_tp_dealloc, (void *)stream_dealloc },
    { Py_tp_repr, (void *)stream_repr },
    { Py_tp_methods, stream_methods },
    { Py_tp_getset, stream_properties },
    { Py_tp_doc, DOC_stream },
    { 0, NULL },
};

PyType_Spec stream_spec = {
    .name = "lanescan.Stream",
    .basicsize = sizeof(stream),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = stream_slots,
};
