#include "arguments.h"

#include <limits.h>

/* Names in a call are nearly always the interned ones, so their addresses tell. */
static int find_name(const module_state *state, PyObject *name)
{
    for (int i = 0; i < ARGUMENTS; i++)
        if (name == state->names[i])
            return i;
    for (int i = 0; i < ARGUMENTS; i++)
        if (PyUnicode_Compare(name, state->names[i]) == 0)
            return i;
    return -1;
}

static int set_value(const signature *takes, int argument, PyObject *value, unsigned *given,
                     PyObject *values[ARGUMENTS], PyObject *name)
{
    const unsigned bit = argument < 0 ? 0 : 1u << argument;
    if (!(takes->allowed & bit)) {
        PyErr_Format(PyExc_TypeError, "%s() got an unexpected keyword argument '%U'", takes->name,
                     name);
        return -1;
    }
    if (*given & bit) {
        PyErr_Format(PyExc_TypeError, "%s() got multiple values for argument '%U'", takes->name,
                     name);
        return -1;
    }
    *given |= bit;
    if (value != Py_None)
        values[argument] = value;
    return 0;
}

int read_arguments(const module_state *state, const signature *takes, const call *from,
                   PyObject *values[ARGUMENTS])
{
    const Py_ssize_t extra = from->count - takes->arrays;
    const Py_ssize_t named = from->names ? PyTuple_Size(from->names) : 0;
    unsigned given = 0;
    if (extra < 0 || extra > takes->positional) {
        PyErr_Format(PyExc_TypeError, "%s() takes %d to %d positional arguments, not %zd",
                     takes->name, takes->arrays, takes->arrays + takes->positional, from->count);
        return -1;
    }
    for (int i = 0; i < ARGUMENTS; i++)
        values[i] = NULL;
    for (Py_ssize_t i = 0; i < extra; i++) {
        const int argument = takes->order[i];
        if (set_value(takes, argument, from->args[takes->arrays + i], &given, values,
                      state->names[argument]))
            return -1;
    }
    for (Py_ssize_t i = 0; i < named; i++) {
        PyObject *const name = PyTuple_GetItem(from->names, i);
        if (set_value(takes, find_name(state, name), from->args[from->count + i], &given, values,
                      name))
            return -1;
    }
    return 0;
}

PyObject *given_output(PyObject *const values[ARGUMENTS])
{
    PyObject *out = values[ARGUMENT_out];
    if (!out || !PyTuple_CheckExact(out) || PyTuple_Size(out) != 1)
        return out;
    out = PyTuple_GetItem(out, 0);
    return out == Py_None ? NULL : out;
}

int read_flag(PyObject *value)
{
    if (!value || value == Py_False)
        return 0;
    return value == Py_True ? 1 : PyObject_IsTrue(value);
}

int read_axis(PyObject *value, int *axis)
{
    Py_ssize_t wide;
    if (PyBool_Check(value) || PyArray_IsScalar(value, Bool)) { /* as NumPy */
        PyErr_SetString(PyExc_TypeError, "an axis is an integer, not a bool");
        return -1;
    }
    wide = PyNumber_AsSsize_t(value, NULL); /* clipped to its range */
    if (wide == -1 && PyErr_Occurred())
        return -1;
    *axis = wide > INT_MAX ? INT_MAX : wide < INT_MIN ? INT_MIN : (int)wide;
    return 0;
}
