/* Arguments of a call, by position or by name, without a tuple or a dictionary being made. */
#ifndef LANESCAN_PYTHON_ARGUMENTS_H
#define LANESCAN_PYTHON_ARGUMENTS_H

#include "module.h"

/* What a function takes. */
typedef struct signature {
    const char *name;
    int arrays;             /* by position only */
    int positional;         /* how many of `order` may come by position too */
    unsigned char order[3]; /* ARGUMENT_... */
    unsigned allowed;       /* 1u << ARGUMENT_... */
} signature;

/* How the interpreter calls a function of the module (METH_FASTCALL | METH_KEYWORDS). */
typedef struct call {
    PyObject *const *args;
    Py_ssize_t count;
    PyObject *names;
} call;

/* values[ARGUMENT_...]: borrowed; NULL for None and for what is not given. 0, or -1 with
 * TypeError. */
int read_arguments(const module_state *state, const signature *takes, const call *from,
                   PyObject *values[ARGUMENTS]);

/* out, of a function with one output: an array, or a tuple of that one, as NumPy's ufuncs take it.
 * Borrowed; NULL where there is none. */
PyObject *given_output(PyObject *const values[ARGUMENTS]);

/* 0, 1, or -1 with what the object's __bool__ raised. */
int read_flag(PyObject *value);

/* An axis; whatever does not fit an int is as far out of range as INT_MAX is. 0, or -1 with
 * TypeError. */
int read_axis(PyObject *value, int *axis);

#endif
