/* What help() says. The first line of each is the signature that inspect reads. The examples are
 * run by tests/test_documentation.py. */
#ifndef LANESCAN_PYTHON_DOCS_H
#define LANESCAN_PYTHON_DOCS_H

#define DOC_SIGNATURE(name)                                                     \
    name "($module, x, /, *, axis=None, dtype=None, out=None, reverse=False,\n" \
         "    exclusive=False, initial=None, include_initial=False"
#define DOC_SHORT_SIGNATURE(name)                                               \
    name "($module, x, /, axis=None, dtype=None, out=None, *, reverse=False,\n" \
         "    exclusive=False, initial=None, include_initial=False"
#define DOC_END_SIGNATURE ")\n--\n\n"
#define DOC_INDEX         ", index=False)\n--\n\n"

#define DOC_X                                                                           \
    "Parameters\n"                                                                      \
    "----------\n"                                                                      \
    "x : array\n"                                                                       \
    "    Of any shape and any strides: NumPy's, or whatever has DLPack or the buffer\n" \
    "    protocol, on the CPU; results are of the same kind (of a buffer that is no\n"  \
    "    array.array a memoryview). A number is an array of one element.\n"

#define DOC_OPTIONS                                                                              \
    "axis : int\n"                                                                               \
    "    The dimension of the scan, from the end when negative. May be left out where there\n"   \
    "    is one dimension only (cumsum and the other short names: all elements in C order\n"     \
    "    then, as in NumPy).\n"                                                                  \
    "dtype : dtype\n"                                                                            \
    "    Of the result. Each element is converted to it first; floating types narrower than\n"   \
    "    float64 are computed in float64 and rounded once, integers wrap.\n"                     \
    "out : array, or a tuple of one\n"                                                           \
    "    Where results go, and what is returned. Its type decides, as dtype does. It may be x\n" \
    "    itself.\n"                                                                              \
    "reverse : bool\n"                                                                           \
    "    Scan from the end.\n"                                                                   \
    "exclusive : bool\n"                                                                         \
    "    Element j holds what the elements before it come to; the first the identity, or\n"      \
    "    `initial`.\n"                                                                           \
    "initial : number\n"                                                                         \
    "    Taken in before the first element.\n"                                                   \
    "include_initial : bool\n"                                                                   \
    "    As exclusive, and the result is longer by one along axis: it ends with the total.\n"

#define DOC_TYPE_ERRORS                                                                    \
    "\n"                                                                                   \
    "Raises\n"                                                                             \
    "------\n"                                                                             \
    "TypeError\n"                                                                          \
    "    An element type that there is not, or not for this operation; an argument that\n" \
    "    there is not, or not of its kind (axis is an integer, initial a number that is\n" \
    "    not cut); a tracer or a tensor with a gradient, which lanescan.jax and\n"         \
    "    lanescan.torch take; a result that the library of x would narrow.\n"
#define DOC_NUMBER_ERRORS \
    "OverflowError\n"     \
    "    `initial` is an integer that the result's type cannot hold.\n"
#define DOC_OTHER_ERRORS                                                             \
    "IndexError\n"                                                                   \
    "    No such axis (it is NumPy's AxisError, a ValueError too).\n"                \
    "ValueError\n"                                                                   \
    "    Shapes do not fit, or the axis is missing; x is not in the CPU's memory;\n" \
    "    out has another shape, is read-only, or overlaps x without being x.\n"      \
    "    Whatever is raised, nothing has been written.\n"
#define DOC_EXAMPLES \
    "\n"             \
    "Examples\n"     \
    "--------\n"
#define DOC_ERRORS         DOC_TYPE_ERRORS DOC_NUMBER_ERRORS DOC_OTHER_ERRORS DOC_EXAMPLES
#define DOC_REDUCED_ERRORS DOC_TYPE_ERRORS DOC_OTHER_ERRORS DOC_EXAMPLES

#define DOC_TEXT_cumulative_sum                                                                \
    "Running sums: y[j] = x[0] + ... + x[j].\n"                                                \
    "\n"                                                                                       \
    "The error does not grow with the length: float64 within 4 eps of the sum of |x|, all\n"   \
    "narrower floating types rounded once. Of booleans and integers the result is int64, of\n" \
    "unsigned ones uint64, unless dtype says otherwise. A sum begins at +0.\n"                 \
    "\n" DOC_X DOC_OPTIONS DOC_ERRORS ">>> import lanescan, numpy as np\n"                     \
    ">>> x = np.array([1., 2., 3.])\n"                                                         \
    ">>> lanescan.cumulative_sum(x)\n"                                                         \
    "array([1., 3., 6.])\n"                                                                    \
    ">>> lanescan.cumulative_sum(x, reverse=True)\n"                                           \
    "array([6., 5., 3.])\n"                                                                    \
    ">>> lanescan.cumulative_sum(x, include_initial=True)\n"                                   \
    "array([0., 1., 3., 6.])\n"                                                                \
    ">>> lanescan.cumsum(np.ones((2, 3), np.float32), axis=0)\n"                               \
    "array([[1., 1., 1.],\n"                                                                   \
    "       [2., 2., 2.]], dtype=float32)\n"

#define DOC_TEXT_cumulative_prod                                                               \
    "Running products: y[j] = x[0] * ... * x[j].\n"                                            \
    "\n"                                                                                       \
    "float64 within 4 eps of the product, at any length; no product of some of the elements\n" \
    "overflows or underflows by itself. Types as for cumulative_sum.\n"                        \
    "\n" DOC_X DOC_OPTIONS DOC_ERRORS ">>> import lanescan, numpy as np\n"                     \
    ">>> lanescan.cumulative_prod(np.array([2, 3, 4], np.int8))\n"                             \
    "array([ 2,  6, 24])\n"                                                                    \
    ">>> lanescan.cumulative_prod([1e-300, 1e200, 1e200])\n"                                   \
    "array([1.e-300, 1.e-100, 1.e+100])\n"

#define DOC_RESULTS_INDEX                                                                       \
    "index : bool\n"                                                                            \
    "    Give a pair (values, indices): the positions of the extremes along axis as well, of\n" \
    "    equal ones the latest in the order of the scan; -1 where no element is the extreme.\n" \
    "    out is a pair, too, then; None in it is made.\n"

#define DOC_TEXT_cumulative_max                                                                   \
    "Running maxima: y[j] = max(x[0], ..., x[j]).\n"                                              \
    "\n"                                                                                          \
    "From the first NaN on all results are NaN. Any type but complex; results are of the same.\n" \
    "\n" DOC_X DOC_OPTIONS DOC_RESULTS_INDEX DOC_ERRORS ">>> import lanescan, numpy as np\n"      \
    ">>> lanescan.cumulative_max(np.array([1, 3, 2]))\n"                                          \
    "array([1, 3, 3])\n"                                                                          \
    ">>> values, indices = lanescan.cumulative_max([1., 3., 3., 2.], index=True)\n"               \
    ">>> indices\n"                                                                               \
    "array([0, 1, 2, 2])\n"

#define DOC_TEXT_cumulative_min                                                                   \
    "Running minima: y[j] = min(x[0], ..., x[j]).\n"                                              \
    "\n"                                                                                          \
    "From the first NaN on all results are NaN. Any type but complex; results are of the same.\n" \
    "\n" DOC_X DOC_OPTIONS DOC_RESULTS_INDEX DOC_ERRORS ">>> import lanescan, numpy as np\n"      \
    ">>> lanescan.cumulative_min(np.array([2, 3, 1]))\n"                                          \
    "array([2, 2, 1])\n"

#define DOC_TEXT_cumulative_logsumexp                                                           \
    "Running log-sum-exps: y[j] = log(e^x[0] + ... + e^x[j]), without overflow.\n"              \
    "\n"                                                                                        \
    "float64 within 2 eps of the problem's conditioning at any length, also where the result\n" \
    "is near 0. Floating and complex types; of booleans and integers float64.\n"                \
    "\n" DOC_X DOC_OPTIONS DOC_ERRORS ">>> import lanescan, numpy as np\n"                      \
    ">>> lanescan.cumulative_logsumexp(np.array([0., -40., 1000.]))\n"                          \
    "array([0.00000000e+00, 4.24835426e-18, 1.00000000e+03])\n"

#define DOC_logsumexp                                                                      \
    "logsumexp($module, x, /, axis=None, *, dtype=None, out=None, keepdims=False)\n--\n\n" \
    "log(e^x[0] + ... + e^x[n-1]) in one pass, without overflow, without temporaries.\n"   \
    "\n"                                                                                   \
    "Over no elements -inf. Errors and types as for cumulative_logsumexp.\n"               \
    "\n" DOC_X "axis : int or tuple of int\n"                                              \
    "    The dimensions to add up; None: all.\n"                                           \
    "dtype : dtype\n"                                                                      \
    "    Of the result, floating or complex.\n"                                            \
    "out : array, or a tuple of one\n"                                                     \
    "    Where results go, and what is returned.\n"                                        \
    "keepdims : bool\n"                                                                    \
    "    Leave those dimensions in the result, with an extent of 1.\n" DOC_REDUCED_ERRORS  \
    ">>> import lanescan, numpy as np\n"                                                   \
    ">>> float(lanescan.logsumexp([0., -40.]))\n"                                          \
    "4.248354255291589e-18\n"                                                              \
    ">>> lanescan.logsumexp(np.zeros((2, 3)), axis=0)\n"                                   \
    "array([0.69314718, 0.69314718, 0.69314718])\n"

#define DOC_logaddexp                                                                            \
    "logaddexp($module, a, b, /, out=None, *, dtype=None)\n--\n\n"                               \
    "log(e^a + e^b), element by element, without overflow.\n"                                    \
    "\n"                                                                                         \
    "Parameters\n"                                                                               \
    "----------\n"                                                                               \
    "a, b : array or number\n"                                                                   \
    "    Broadcast by NumPy's rule; their common type is that of the result, float64 where it\n" \
    "    is an integer's.\n"                                                                     \
    "out : array, or a tuple of one\n"                                                           \
    "    Where results go, and what is returned. It may be a or b.\n"                            \
    "dtype : dtype\n"                                                                            \
    "    Of the result, floating or complex.\n" DOC_REDUCED_ERRORS                               \
    ">>> import lanescan, numpy as np\n"                                                         \
    ">>> lanescan.logaddexp(np.array([1000., 0.]), np.array([1000., -40.]))\n"                   \
    "array([1.00069315e+03, 4.24835426e-18])\n"

#define DOC_linear_recurrence                                                                     \
    "linear_recurrence($module, a, b, /, axis=-1, *, dtype=None, out=None,\n"                     \
    "    reverse=False, initial=None)\n"                                                          \
    "--\n"                                                                                        \
    "\n"                                                                                          \
    "y[j] = a[j] * y[j-1] + b[j] along axis; y[-1] is `initial`.\n"                               \
    "\n"                                                                                          \
    "Without an initial value y[0] = b[0], and a[0] is not used, whatever it is. For float64\n"   \
    "the error is at most 4 eps W[j], W[j] = |a[j]| W[j-1] + |b[j]|, at any length.\n"            \
    "\n"                                                                                          \
    "Parameters\n"                                                                                \
    "----------\n"                                                                                \
    "a, b : array or number\n"                                                                    \
    "    The coefficients and what is added, broadcast by NumPy's rule: a number, a column or\n"  \
    "    a row gives the bits of the same coefficients written out. Their common type is that\n"  \
    "    of the result, that of integers as in cumulative_sum. Arrays of any strides: NumPy's,\n" \
    "    or whatever has DLPack or the buffer protocol, on the CPU; results are of the same\n"    \
    "    kind.\n"                                                                                 \
    "axis : int\n"                                                                                \
    "    The dimension of the result along which it goes, from the end when negative.\n"          \
    "dtype : dtype\n"                                                                             \
    "    Of the result, any but bool. Each element is converted to it first; floating types\n"    \
    "    narrower than float64 are computed in float64 and rounded once, integers wrap.\n"        \
    "out : array, or a tuple of one\n"                                                            \
    "    Where results go, and what is returned. Its type decides, as dtype does. It may be a\n"  \
    "    or b.\n"                                                                                 \
    "reverse : bool\n"                                                                            \
    "    From the end: y[j] = a[j] * y[j+1] + b[j], as discounted returns.\n"                     \
    "initial : number\n"                                                                          \
    "    The value before the first element, the same for all lines. There is no exclusive:\n"    \
    "    y[j-1] is what it would give.\n" DOC_ERRORS ">>> import lanescan, numpy as np\n"         \
    ">>> lanescan.linear_recurrence(0.5, np.array([8., 0., 0., 1.]))\n"                           \
    "array([8., 4., 2., 2.])\n"                                                                   \
    ">>> lanescan.linear_recurrence([1, 2, 3], [[1, 1, 1], [0, 1, 0]], initial=1)\n"              \
    "array([[ 2,  5, 16],\n"                                                                      \
    "       [ 1,  3,  9]])\n"

#define DOC_cumulative_sum DOC_SIGNATURE("cumulative_sum") DOC_END_SIGNATURE DOC_TEXT_cumulative_sum
#define DOC_cumsum         DOC_SHORT_SIGNATURE("cumsum") DOC_END_SIGNATURE DOC_TEXT_cumulative_sum
#define DOC_cumulative_prod \
    DOC_SIGNATURE("cumulative_prod") DOC_END_SIGNATURE DOC_TEXT_cumulative_prod
#define DOC_cumprod        DOC_SHORT_SIGNATURE("cumprod") DOC_END_SIGNATURE DOC_TEXT_cumulative_prod
#define DOC_cumulative_max DOC_SIGNATURE("cumulative_max") DOC_INDEX DOC_TEXT_cumulative_max
#define DOC_cummax         DOC_SHORT_SIGNATURE("cummax") DOC_INDEX DOC_TEXT_cumulative_max
#define DOC_cumulative_min DOC_SIGNATURE("cumulative_min") DOC_INDEX DOC_TEXT_cumulative_min
#define DOC_cummin         DOC_SHORT_SIGNATURE("cummin") DOC_INDEX DOC_TEXT_cumulative_min
#define DOC_cumulative_logsumexp \
    DOC_SIGNATURE("cumulative_logsumexp") DOC_END_SIGNATURE DOC_TEXT_cumulative_logsumexp
#define DOC_logcumsumexp \
    DOC_SHORT_SIGNATURE("logcumsumexp") DOC_END_SIGNATURE DOC_TEXT_cumulative_logsumexp

#define DOC_stream                                                                                \
    "Stream(op, dtype, /, *, exclusive=False, initial=None)\n--\n\n"                              \
    "An array that arrives in pieces: the bits of one call on the whole.\n"                       \
    "\n"                                                                                          \
    "Parameters\n"                                                                                \
    "----------\n"                                                                                \
    "op : str\n"                                                                                  \
    "    The name of a function: 'cumulative_sum', 'cumsum', ...\n"                               \
    "dtype : dtype\n"                                                                             \
    "    Of pieces and results.\n"                                                                \
    "exclusive, initial\n"                                                                        \
    "    As for the functions.\n"                                                                 \
    "\n"                                                                                          \
    "One thread at a time may use a stream. It shares work by as many threads as were set when\n" \
    "it was made.\n"                                                                              \
    "\n"                                                                                          \
    "Raises\n"                                                                                    \
    "------\n"                                                                                    \
    "TypeError\n"                                                                                 \
    "    No such type, or not for this operation, or `initial` is no number that it holds.\n"     \
    "OverflowError\n"                                                                             \
    "    `initial` is an integer that the type cannot hold.\n"                                    \
    "ValueError\n"                                                                                \
    "    No such operation.\n"                                                                    \
    "\n"                                                                                          \
    "Examples\n"                                                                                  \
    "--------\n"                                                                                  \
    ">>> import lanescan, numpy as np\n"                                                          \
    ">>> s = lanescan.Stream('cumulative_sum', np.float64)\n"                                     \
    ">>> s.push([1., 2.])\n"                                                                      \
    "array([1., 3.])\n"                                                                           \
    ">>> s.push([3.])\n"                                                                          \
    "array([6.])\n"                                                                               \
    ">>> float(s.total())\n"                                                                      \
    "6.0\n"

#define DOC_STREAM_ERRORS \
    "RuntimeError\n"      \
    "    Another thread is using the stream.\n"
#define DOC_stream_push                                                                           \
    "push($self, x, /, out=None)\n--\n\n"                                                         \
    "The results for the next elements, one dimension of them. A piece of another type is\n"      \
    "converted where NumPy calls that casting of the same kind. out is contiguous, of the same\n" \
    "length and of the stream's type; it may be x, and a tuple of one array.\n"                   \
    "\n"                                                                                          \
    "Raises\n"                                                                                    \
    "------\n"                                                                                    \
    "TypeError\n"                                                                                 \
    "    A piece of a type that is not to be converted, or as for the functions.\n"               \
    "ValueError\n"                                                                                \
    "    A piece of more dimensions; out is not as above, read-only, or overlaps "                \
    "x.\n" DOC_STREAM_ERRORS "    Whatever is raised, the stream is as it was.\n"                 \
    "\n"                                                                                          \
    "Examples\n"                                                                                  \
    "--------\n"                                                                                  \
    ">>> import lanescan\n"                                                                       \
    ">>> lanescan.Stream('cumprod', 'f4', initial=2).push([3, 4])\n"                              \
    "array([ 6., 24.], dtype=float32)\n"
#define DOC_stream_total                                                    \
    "total($self, /)\n--\n\n"                                               \
    "What all elements come to that were pushed, with the initial value.\n" \
    "\n"                                                                    \
    "Raises\n"                                                              \
    "------\n" DOC_STREAM_ERRORS "\n"                                       \
    "Examples\n"                                                            \
    "--------\n"                                                            \
    ">>> import lanescan\n"                                                 \
    ">>> int(lanescan.Stream('cumsum', 'i4', initial=3).total())\n"         \
    "3\n"
#define DOC_stream_copy                                                   \
    "copy($self, /)\n--\n\n"                                              \
    "Another stream that has seen the same, to go on from there twice.\n" \
    "\n"                                                                  \
    "Raises\n"                                                            \
    "------\n" DOC_STREAM_ERRORS "\n"                                     \
    "Examples\n"                                                          \
    "--------\n"                                                          \
    ">>> import lanescan\n"                                               \
    ">>> s = lanescan.Stream('cumsum', 'i4')\n"                           \
    ">>> s.copy().push([1, 2])\n"                                         \
    "array([1, 3], dtype=int32)\n"                                        \
    ">>> int(s.total())\n"                                                \
    "0\n"

#define DOC_Extremes                                                          \
    "Running extremes and where they are: a tuple of values and indices.\n\n" \
    "Examples\n--------\n"                                                    \
    ">>> import lanescan\n"                                                   \
    ">>> extremes = lanescan.cummax([1., 3., 2.], index=True)\n"              \
    ">>> extremes.values\n"                                                   \
    "array([1., 3., 3.])\n"                                                   \
    ">>> extremes.indices\n"                                                  \
    "array([0, 1, 1])\n"
#define DOC_isa                                                                                \
    "isa($module, /)\n--\n\n"                                                                  \
    "The instruction set in use: 'avx512', 'avx2', 'neon', 'vsx', 'simd128' or 'generic'.\n\n" \
    "Examples\n--------\n"                                                                     \
    ">>> import lanescan\n"                                                                    \
    ">>> lanescan.isa() in lanescan.isas()\n"                                                  \
    "True\n"
#define DOC_isas                                                              \
    "isas($module, /)\n--\n\n"                                                \
    "All instruction sets that this CPU can run, best first, as a tuple.\n\n" \
    "Examples\n--------\n"                                                    \
    ">>> import lanescan\n"                                                   \
    ">>> lanescan.isas()[-1]\n"                                               \
    "'generic'\n"
#define DOC_set_isa                                                                       \
    "set_isa($module, name, /)\n--\n\n"                                                   \
    "Uses another instruction set from now on, in all threads; the bits stay the same.\n" \
    "TypeError if it is no str, ValueError if it is none of isas().\n\n"                  \
    "Examples\n--------\n"                                                                \
    ">>> import lanescan\n"                                                               \
    ">>> before = lanescan.isa()\n"                                                       \
    ">>> lanescan.set_isa('generic')\n"                                                   \
    ">>> lanescan.cumsum([1., 2.])\n"                                                     \
    "array([1., 3.])\n"                                                                   \
    ">>> lanescan.set_isa(before)\n"
#define DOC_get_num_threads                                \
    "get_num_threads($module, /)\n--\n\n"                  \
    "How many threads share the work of a large call.\n\n" \
    "Examples\n--------\n"                                 \
    ">>> import lanescan\n"                                \
    ">>> lanescan.get_num_threads()\n"                     \
    "1\n"
#define DOC_set_num_threads                                                                       \
    "set_num_threads($module, count, /)\n--\n\n"                                                  \
    "How many threads share the work of a large call, from now on: 1 (as at the start), more, "   \
    "or\n"                                                                                        \
    "0 for as many as this process may run on. The bits stay the same. The threads are the\n"     \
    "package's own; after a fork the child starts its own anew. TypeError if it is no integer,\n" \
    "ValueError if it is negative or too large.\n\n"                                              \
    "Examples\n--------\n"                                                                        \
    ">>> import lanescan\n"                                                                       \
    ">>> lanescan.set_num_threads(2)\n"                                                           \
    ">>> lanescan.get_num_threads()\n"                                                            \
    "2\n"                                                                                         \
    ">>> lanescan.set_num_threads(1)\n"

#endif
