/* Between what Python has and what the library takes: arrays as tensors, results as arrays.
 *
 * NumPy's arrays are given to the library as they are. What it cannot express is copied: other byte
 * orders, elements that are not aligned, strides that are no multiple of an element. */
#ifndef LANESCAN_PYTHON_ARRAYS_H
#define LANESCAN_PYTHON_ARRAYS_H

#include "module.h"

/* An element type on both sides. */
typedef struct element_type {
    lanescan_dtype dtype;
    int numpy; /* NPY_...; bf16 is stored as NPY_USHORT, in arrays of the class Bf16 */
} element_type;

/* An array and its descriptor, which points into it. */
typedef struct array {
    PyArrayObject *object; /* owned, as all below */
    PyObject *leave;       /* a function that makes of a result what the argument was, or NULL */
    PyObject *given;       /* an output: what the caller gave, or NULL */
    PyArrayObject *copied; /* an output that is to be copied from `object`, or NULL */
    lanescan_tensor tensor;
    int64_t shape[LANESCAN_MAX_NDIM], strides[LANESCAN_MAX_NDIM];
} array;

/* For all functions below: 0, or -1 with an exception, and nothing is to be released then. */

void release_array(array *a);

/* An argument of any kind. */
int read_input(const module_state *state, PyObject *object, array *input);

/* As one dimension, in C order. */
int flatten_input(array *input);

/* What the caller gave as out. */
int read_output(const module_state *state, PyObject *object, array *output);

/* A new array for results, in memory as `like` is where that has its shape (NULL: C order). */
int make_output(const module_state *state, int ndim, const int64_t *shape, element_type type,
                const array *like, array *output);

/* The result that a function returns: out, or the array as what `leave` (or NULL: NumPy's, without
 * dimensions a scalar) makes of it; `is_index`: of positions. Releases the output either way; NULL
 * with an exception. */
PyObject *finish_output(const module_state *state, array *output, PyObject *leave, int is_index);

/* dtype=... */
int read_type(const module_state *state, PyObject *object, element_type *type);

/* What an array has. */
element_type type_of(const array *a);

/* The element type of each lanescan_dtype. */
element_type type_of_dtype(lanescan_dtype dtype);

/* The library's conversion of an input, which becomes a copy in C order. No complex types. */
int convert_input(const module_state *state, array *input, element_type type);

/* What str() makes a type's name of: a new reference. */
PyObject *named_type(element_type type);

/* One number of that type, into `value`, which has room for any. */
int read_number(const module_state *state, PyObject *object, element_type type, void *value);

/* So many elements are worth letting other Python threads run. */
enum { LARGE = 4096 };

static inline int64_t count_elements(const array *a)
{
    return (int64_t)PyArray_SIZE(a->object);
}

#endif
