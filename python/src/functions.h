/* What the module's files offer to module.c. Functions are called as METH_FASTCALL |
 * METH_KEYWORDS. */
#ifndef LANESCAN_PYTHON_FUNCTIONS_H
#define LANESCAN_PYTHON_FUNCTIONS_H

#include "arrays.h"
#include "operations.h"

#define DECLARE(name) \
    PyObject *name(PyObject *module, PyObject *const *args, Py_ssize_t count, PyObject *names)
#define ROW(long_name, short_name, op, arguments, types) \
    DECLARE(python_##long_name);                         \
    DECLARE(python_##short_name);
OPERATIONS(ROW)
#undef ROW
DECLARE(python_logsumexp);
DECLARE(python_logaddexp);
DECLARE(python_linear_recurrence);
#undef DECLARE

/* The type of results where nobody says: TYPES_... of an input's type. */
element_type default_type(int types, element_type input);

extern PyType_Spec stream_spec;

#endif
