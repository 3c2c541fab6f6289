#include "arrays.h"

#include <string.h>

/* The widths of NumPy's types are C's: long is of 32 or of 64 bits. */
#define INTEGER_TYPE(c_type, bits32, bits64) (sizeof(c_type) == 8 ? (bits64) : (bits32))

static const signed char dtype_of_numpy[] = {
    [NPY_BOOL] = LANESCAN_BOOL,
    [NPY_BYTE] = LANESCAN_I8,
    [NPY_UBYTE] = LANESCAN_U8,
    [NPY_SHORT] = LANESCAN_I16,
    [NPY_USHORT] = LANESCAN_U16,
    [NPY_INT] = LANESCAN_I32,
    [NPY_UINT] = LANESCAN_U32,
    [NPY_LONG] = INTEGER_TYPE(long, LANESCAN_I32, LANESCAN_I64),
    [NPY_ULONG] = INTEGER_TYPE(long, LANESCAN_U32, LANESCAN_U64),
    [NPY_LONGLONG] = LANESCAN_I64,
    [NPY_ULONGLONG] = LANESCAN_U64,
    [NPY_FLOAT] = LANESCAN_F32,
    [NPY_DOUBLE] = LANESCAN_F64,
    [NPY_LONGDOUBLE] = -1,
    [NPY_CFLOAT] = LANESCAN_C64,
    [NPY_CDOUBLE] = LANESCAN_C128,
    [NPY_CLONGDOUBLE] = -1,
    [NPY_OBJECT] = -1,
    [NPY_STRING] = -1,
    [NPY_UNICODE] = -1,
    [NPY_VOID] = -1,
    [NPY_DATETIME] = -1,
    [NPY_TIMEDELTA] = -1,
    [NPY_HALF] = LANESCAN_F16,
};

static const unsigned char numpy_of_dtype[] = {
    [LANESCAN_BOOL] = NPY_BOOL,  [LANESCAN_U8] = NPY_UINT8,      [LANESCAN_U16] = NPY_UINT16,
    [LANESCAN_U32] = NPY_UINT32, [LANESCAN_U64] = NPY_UINT64,    [LANESCAN_I8] = NPY_INT8,
    [LANESCAN_I16] = NPY_INT16,  [LANESCAN_I32] = NPY_INT32,     [LANESCAN_I64] = NPY_INT64,
    [LANESCAN_F16] = NPY_HALF,   [LANESCAN_BF16] = NPY_USHORT,   [LANESCAN_F32] = NPY_FLOAT,
    [LANESCAN_F64] = NPY_DOUBLE, [LANESCAN_C64] = NPY_COMPLEX64, [LANESCAN_C128] = NPY_COMPLEX128,
};

/* The size of an element is a power of two. */
static const unsigned char log2_size[] = {
    [LANESCAN_BOOL] = 0, [LANESCAN_U8] = 0,  [LANESCAN_U16] = 1,  [LANESCAN_U32] = 2,
    [LANESCAN_U64] = 3,  [LANESCAN_I8] = 0,  [LANESCAN_I16] = 1,  [LANESCAN_I32] = 2,
    [LANESCAN_I64] = 3,  [LANESCAN_F16] = 1, [LANESCAN_BF16] = 1, [LANESCAN_F32] = 2,
    [LANESCAN_F64] = 3,  [LANESCAN_C64] = 3, [LANESCAN_C128] = 4,
};

element_type type_of_dtype(lanescan_dtype dtype)
{
    return (element_type){ dtype, numpy_of_dtype[dtype] };
}

element_type type_of(const array *a)
{
    return (element_type){ (lanescan_dtype)a->tensor.dtype, PyArray_TYPE(a->object) };
}

/* -1 where the library has no such type; no exception. */
static int find_dtype(int numpy)
{
    const int count = (int)(sizeof dtype_of_numpy / sizeof dtype_of_numpy[0]);
    return 0 <= numpy && numpy < count ? dtype_of_numpy[numpy] : -1;
}

static PyTypeObject *bf16_class(const module_state *state)
{
    return (PyTypeObject *)state->foreign[FOREIGN_Bf16];
}

void release_array(array *a)
{
    Py_CLEAR(a->object);
    Py_CLEAR(a->leave);
    Py_CLEAR(a->given);
    Py_CLEAR(a->copied);
}

/* Can the library read or write it where it is? */
static int is_expressible(PyArrayObject *object, int dtype)
{
    const npy_intp *const strides = PyArray_STRIDES(object);
    const npy_intp rest = ((npy_intp)1 << log2_size[dtype]) - 1;
    if (!PyArray_ISALIGNED(object) || !PyArray_ISNOTSWAPPED(object))
        return 0;
    for (int i = 0; i < PyArray_NDIM(object); i++)
        if (strides[i] & rest && PyArray_DIM(object, i) > 1)
            return 0;
    return 1;
}

/* A stride along an extent of one or none is never walked: it may be anything, also no multiple. */
static void describe(array *a, int dtype)
{
    PyArrayObject *const object = a->object;
    const npy_intp *const shape = PyArray_DIMS(object), *const strides = PyArray_STRIDES(object);
    const int ndim = PyArray_NDIM(object), shift = log2_size[dtype];
    a->tensor = (lanescan_tensor){
        .data = PyArray_DATA(object), .shape = a->shape, .ndim = ndim, .dtype = dtype
    };
    for (int i = 0; i < ndim; i++)
        a->shape[i] = shape[i];
    if (PyArray_IS_C_CONTIGUOUS(object))
        return;
    a->tensor.strides = a->strides;
    for (int i = 0; i < ndim; i++)
        a->strides[i] = strides[i] / ((npy_intp)1 << shift);
}

/* A copy in C order, or for an output room for one, that the library can express. */
static PyArrayObject *make_expressible(PyArrayObject *object, int is_output)
{
    PyArray_Descr *const native = PyArray_DescrFromType(PyArray_TYPE(object));
    if (is_output)
        return (PyArrayObject *)PyArray_SimpleNewFromDescr(PyArray_NDIM(object),
                                                           PyArray_DIMS(object), native);
    return (PyArrayObject *)PyArray_FromArray(
        object, native, NPY_ARRAY_DEFAULT | NPY_ARRAY_ENSURECOPY | NPY_ARRAY_ENSUREARRAY);
}

static int raise_type(PyArray_Descr *type)
{
    PyErr_Format(PyExc_TypeError, "lanescan has no element type %S", type);
    return -1;
}

/* The array is `a->object` already. */
static int view(const module_state *state, array *a, int is_output)
{
    const int is_bf16 = Py_TYPE((PyObject *)a->object) == bf16_class(state);
    const int dtype = is_bf16 ? LANESCAN_BF16 : find_dtype(PyArray_TYPE(a->object));
    if (dtype < 0)
        return raise_type(PyArray_DESCR(a->object));
    if (!is_expressible(a->object, dtype)) {
        PyArrayObject *const copy = make_expressible(a->object, is_output);
        if (!copy)
            return -1;
        if (is_output)
            a->copied = a->object;
        else
            Py_DECREF((PyObject *)a->object);
        a->object = copy;
    }
    describe(a, dtype);
    return 0;
}

/* Plain arrays of NumPy's own types are taken as they are. */
static int is_plain(const module_state *state, PyObject *object)
{
    return (PyArray_CheckExact(object) && PyArray_TYPE((PyArrayObject *)object) < NPY_USERDEF) ||
           Py_TYPE(object) == bf16_class(state);
}

static int fail_array(array *a)
{
    release_array(a);
    return -1;
}

int read_input(const module_state *state, PyObject *object, array *input)
{
    input->leave = input->given = NULL;
    input->copied = NULL;
    if (is_plain(state, object)) {
        Py_INCREF(object);
        input->object = (PyArrayObject *)object;
    } else if (PyFloat_CheckExact(object) || PyLong_CheckExact(object)) {
        input->object = (PyArrayObject *)PyArray_FromAny(object, NULL, 0, 0, 0, NULL);
        if (!input->object)
            return -1;
    } else {
        PyObject *const pair = PyObject_CallFunctionObjArgs(state->foreign[FOREIGN_enter], object,
                                                            NULL);
        PyObject *entered, *leave;
        if (!pair)
            return -1;
        entered = PyTuple_GetItem(pair, 0);
        leave = PyTuple_GetItem(pair, 1);
        Py_INCREF(entered);
        input->object = (PyArrayObject *)entered;
        if (leave != Py_None) {
            Py_INCREF(leave);
            input->leave = leave;
        }
        Py_DECREF(pair);
    }
    return view(state, input, 0) ? fail_array(input) : 0;
}

int flatten_input(array *input)
{
    if (!PyArray_IS_C_CONTIGUOUS(input->object)) {
        PyObject *const flat = PyArray_Ravel(input->object, NPY_CORDER);
        if (!flat)
            return -1;
        Py_DECREF((PyObject *)input->object);
        input->object = (PyArrayObject *)flat;
        input->tensor.data = PyArray_DATA(input->object);
    }
    input->shape[0] = count_elements(input);
    input->tensor.ndim = 1;
    input->tensor.strides = NULL;
    return 0;
}

int read_output(const module_state *state, PyObject *object, array *output)
{
    output->leave = NULL;
    output->copied = NULL;
    if (is_plain(state, object)) {
        Py_INCREF(object);
        output->object = (PyArrayObject *)object;
    } else {
        output->object = (PyArrayObject *)PyObject_CallFunctionObjArgs(
            state->foreign[FOREIGN_enter_out], object, NULL);
        if (!output->object)
            return -1;
    }
    Py_INCREF(object);
    output->given = object;
    if (!PyArray_ISWRITEABLE(output->object)) {
        PyErr_SetString(PyExc_ValueError, "output array is read-only");
        return fail_array(output);
    }
    return view(state, output, 1) ? fail_array(output) : 0;
}

static int has_shape(const array *like, int ndim, const int64_t *shape)
{
    return like->tensor.ndim == ndim && PyArray_NDIM(like->object) == ndim &&
           memcmp(like->shape, shape, (size_t)ndim * sizeof *shape) == 0;
}

/* As NumPy's functions do, what lies in another order than C's is answered in that order. */
static PyObject *new_array(const module_state *state, int ndim, const npy_intp *extents,
                           element_type type, PyArrayObject *like)
{
    if (type.dtype == LANESCAN_BF16)
        return PyArray_New(bf16_class(state), ndim, extents, type.numpy, NULL, NULL, 0, 0, NULL);
    if (!like)
        return PyArray_SimpleNew(ndim, extents, type.numpy);
    return PyArray_NewLikeArray(like, NPY_KEEPORDER, PyArray_DescrFromType(type.numpy), 0);
}

int make_output(const module_state *state, int ndim, const int64_t *shape, element_type type,
                const array *like, array *output)
{
    const int is_like = like && like->tensor.strides && has_shape(like, ndim, shape);
    npy_intp extents[LANESCAN_MAX_NDIM];
    output->leave = output->given = NULL;
    output->copied = NULL;
    for (int i = 0; i < ndim; i++)
        extents[i] = (npy_intp)shape[i];
    output->object = (PyArrayObject *)new_array(state, ndim, extents, type,
                                                is_like ? like->object : NULL);
    if (!output->object)
        return -1;
    describe(output, (int)type.dtype);
    return 0;
}

int convert_input(const module_state *state, array *input, element_type type)
{
    array copy;
    lanescan_tensor from = input->tensor, to;
    const int last = from.ndim++; /* of one element, so that a scan along it copies */
    if (make_output(state, last, input->shape, type, NULL, &copy))
        return -1;
    input->shape[last] = input->strides[last] = 1;
    to = copy.tensor;
    to.shape = input->shape;
    to.ndim = from.ndim;
    if (raise_status(state, lanescan_cummax(&from, last, &to))) {
        release_array(&copy);
        return -1;
    }
    Py_DECREF((PyObject *)input->object);
    input->object = copy.object;
    describe(input, (int)type.dtype);
    return 0;
}

static PyObject *leave_result(const module_state *state, PyObject *result, PyObject *leave,
                              int is_index)
{
    PyObject *left;
    if (!leave && Py_TYPE(result) == bf16_class(state))
        leave = state->foreign[FOREIGN_leave_bf16];
    if (!leave)
        return PyArray_Return((PyArrayObject *)result);
    left = PyObject_CallFunctionObjArgs(leave, result, is_index ? Py_True : Py_False, NULL);
    Py_DECREF(result);
    return left;
}

PyObject *finish_output(const module_state *state, array *output, PyObject *leave, int is_index)
{
    PyObject *result;
    if (output->copied && PyArray_CopyInto(output->copied, output->object) < 0) {
        release_array(output);
        return NULL;
    }
    if (output->given) {
        result = output->given;
        output->given = NULL;
    } else {
        result = leave_result(state, (PyObject *)output->object, leave, is_index);
        output->object = NULL;
    }
    release_array(output);
    return result;
}

/* What only others know, as torch.float32 or bfloat16, has a name. */
static int read_foreign_type(const module_state *state, PyObject *object, element_type *type)
{
    PyObject *const known = PyObject_CallFunctionObjArgs(state->foreign[FOREIGN_enter_dtype],
                                                         object, NULL);
    int dtype = -1;
    if (!known)
        return -1;
    if (known == state->foreign[FOREIGN_Bf16])
        dtype = LANESCAN_BF16;
    else if ((dtype = find_dtype(((PyArray_Descr *)known)->type_num)) < 0)
        raise_type((PyArray_Descr *)known);
    Py_DECREF(known);
    if (dtype >= 0)
        *type = type_of_dtype((lanescan_dtype)dtype);
    return dtype < 0 ? -1 : 0;
}

int read_type(const module_state *state, PyObject *object, element_type *type)
{
    if (PyArray_DescrCheck(object)) {
        const int numpy = ((PyArray_Descr *)object)->type_num, dtype = find_dtype(numpy);
        if (dtype >= 0) {
            *type = (element_type){ (lanescan_dtype)dtype, numpy };
            return 0;
        }
    }
    return read_foreign_type(state, object, type);
}

PyObject *named_type(element_type type)
{
    return type.dtype == LANESCAN_BF16 ? PyUnicode_FromString("bfloat16")
                                       : (PyObject *)PyArray_DescrFromType(type.numpy);
}

static void raise_number(PyObject *exception, PyObject *object, element_type type)
{
    PyObject *const name = named_type(type);
    if (name)
        PyErr_Format(exception, "%R is not a number that %S can hold", object, name);
    Py_XDECREF(name);
}

static int is_integer(element_type type)
{
    return type.dtype >= LANESCAN_U8 && type.dtype <= LANESCAN_I64;
}

/* Of Python's integers; NumPy's versions before 2 wrap what does not fit. */
static int fits(PyObject *integer, element_type type)
{
    const int unused = 64 - (8 << log2_size[type.dtype]);
    if (type.dtype >= LANESCAN_I8) {
        int overflow;
        const long long value = PyLong_AsLongLongAndOverflow(integer, &overflow);
        return !overflow && value >= INT64_MIN >> unused && value <= INT64_MAX >> unused;
    } else {
        const unsigned long long value = PyLong_AsUnsignedLongLong(integer);
        if (PyErr_Occurred()) {
            PyErr_Clear();
            return 0;
        }
        return value <= UINT64_MAX >> unused;
    }
}

/* Bfloat16 is first converted to float64. */
static PyArray_Descr *number_type(element_type type)
{
    return PyArray_DescrFromType(type.dtype == LANESCAN_BF16 ? NPY_DOUBLE : type.numpy);
}

static PyArrayObject *convert_integer(PyObject *integer, element_type type)
{
    if (is_integer(type) && !fits(integer, type)) {
        raise_number(PyExc_OverflowError, integer, type);
        return NULL;
    }
    return (PyArrayObject *)PyArray_FromAny(integer, number_type(type), 0, 0, NPY_ARRAY_DEFAULT,
                                            NULL);
}

/* NumPy's conversion, where it may be made: a float is no integer, a complex number no float, and
 * what has a unit no number. */
static PyArrayObject *convert_scalar(PyArrayObject *any, PyObject *given, element_type type)
{
    PyArray_Descr *const wanted = number_type(type);
    PyArrayObject *converted = NULL;
    if (PyArray_CanCastArrayTo(any, wanted, NPY_SAME_KIND_CASTING)) {
        Py_INCREF((PyObject *)wanted);
        converted = (PyArrayObject *)PyArray_FromArray(any, wanted,
                                                       NPY_ARRAY_DEFAULT | NPY_ARRAY_FORCECAST);
    } else {
        raise_number(PyExc_TypeError, given, type);
    }
    Py_DECREF((PyObject *)wanted);
    return converted;
}

/* An integer, whoever's it is, has any integer type that it fits. */
static PyArrayObject *convert_number(PyObject *object, element_type type)
{
    PyArrayObject *any, *converted = NULL;
    if (PyLong_Check(object))
        return convert_integer(object, type);
    any = (PyArrayObject *)PyArray_FromAny(object, NULL, 0, 0, 0, NULL);
    if (!any)
        return NULL;
    if (!PyArray_CheckExact((PyObject *)any) || PyArray_NDIM(any) > 0) { /* or with a mask */
        raise_number(PyExc_TypeError, object, type);
    } else if (is_integer(type) && PyArray_ISINTEGER(any)) {
        PyObject *const integer = PyNumber_Index((PyObject *)any);
        if (integer)
            converted = convert_integer(integer, type);
        Py_XDECREF(integer);
    } else {
        converted = convert_scalar(any, object, type);
    }
    Py_DECREF((PyObject *)any);
    return converted;
}

int read_number(const module_state *state, PyObject *object, element_type type, void *value)
{
    PyArrayObject *const number = convert_number(object, type);
    lanescan_status status = LANESCAN_OK;
    if (!number)
        return -1;
    if (type.dtype == LANESCAN_BF16) {
        /* the library's rounding; a tensor of no dimensions is copied */
        const lanescan_tensor from = { .data = PyArray_DATA(number), .dtype = LANESCAN_F64 };
        const lanescan_tensor to = { .data = value, .dtype = LANESCAN_BF16 };
        status = lanescan_cummax(&from, 0, &to);
    } else {
        memcpy(value, PyArray_DATA(number), (size_t)1 << log2_size[type.dtype]);
    }
    Py_DECREF((PyObject *)number);
    return raise_status(state, status);
}
