/* What the files of the compiled module share: Python and NumPy, in the parts that stay as they are
 * from version to version, and what one interpreter's module holds. */
#ifndef LANESCAN_PYTHON_MODULE_H
#define LANESCAN_PYTHON_MODULE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* NumPy's functions are a table that module.c fills. */
#define NPY_NO_DEPRECATED_API  NPY_1_22_API_VERSION
#define PY_ARRAY_UNIQUE_SYMBOL lanescan_python_numpy
#ifndef LANESCAN_PYTHON_FILLS_NUMPY
#define NO_IMPORT_ARRAY
#endif
#include <numpy/arrayobject.h>

#include <lanescan.h>

/* The names of arguments. */
#define ARGUMENT_NAMES(ROW) \
    ROW(axis)               \
    ROW(dtype)              \
    ROW(out)                \
    ROW(reverse)            \
    ROW(exclusive)          \
    ROW(initial)            \
    ROW(include_initial)    \
    ROW(index)              \
    ROW(keepdims)

enum {
#define ROW(name) ARGUMENT_##name,
    ARGUMENT_NAMES(ROW)
#undef ROW
        ARGUMENTS
};

/* What is written in Python: how whatever is no plain array goes in and out. */
#define FOREIGN_NAMES(ROW) \
    ROW(enter)             \
    ROW(enter_out)         \
    ROW(enter_dtype)       \
    ROW(leave_bf16)        \
    ROW(result_type)       \
    ROW(Bf16)

enum {
#define ROW(name) FOREIGN_##name,
    FOREIGN_NAMES(ROW)
#undef ROW
        FOREIGN
};

typedef struct module_state {
    PyObject *names[ARGUMENTS]; /* interned */
    PyObject *foreign[FOREIGN]; /* of lanescan._foreign */
    PyObject *axis_error;       /* NumPy's, an IndexError and a ValueError */
    PyTypeObject *extremes;     /* what index=True gives */
    PyTypeObject *stream;
} module_state;

static inline module_state *state_of(PyObject *module)
{
    return (module_state *)PyModule_GetState(module);
}

/* Sets the exception that a status is; true if it is one. */
int raise_status(const module_state *state, lanescan_status status);

#endif
