/* The compiled module lanescan._core: its functions, and what it holds. */
#define LANESCAN_PYTHON_FILLS_NUMPY
#include "docs.h"
#include "functions.h"
#include "threads.h"
#include "xla.h"

#include <string.h>

static PyObject *exception_of(const module_state *state, lanescan_status status)
{
    switch (status) {
    case LANESCAN_ERROR_DTYPE:
    case LANESCAN_ERROR_OP:
        return PyExc_TypeError;
    case LANESCAN_ERROR_DIM:
        return state->axis_error;
    case LANESCAN_ERROR_NOT_BUILT:
        return PyExc_NotImplementedError;
    default:
        return PyExc_ValueError;
    }
}

int raise_status(const module_state *state, lanescan_status status)
{
    if (status == LANESCAN_OK)
        return 0;
    PyErr_SetString(exception_of(state, status), lanescan_status_string(status));
    return -1;
}

static PyObject *python_isa(PyObject *module, PyObject *unused)
{
    (void)module, (void)unused;
    return PyUnicode_FromString(lanescan_isa());
}

static PyObject *python_isas(PyObject *module, PyObject *unused)
{
    const char *const *const names = lanescan_isas();
    Py_ssize_t count = 0;
    PyObject *all;
    (void)module, (void)unused;
    while (names[count])
        count++;
    all = PyTuple_New(count);
    for (Py_ssize_t i = 0; all && i < count; i++) {
        PyObject *const name = PyUnicode_FromString(names[i]);
        if (!name || PyTuple_SetItem(all, i, name))
            Py_CLEAR(all);
    }
    return all;
}

static PyObject *python_set_isa(PyObject *module, PyObject *name)
{
    PyObject *const bytes = PyUnicode_Check(name) ? PyUnicode_AsUTF8String(name) : NULL;
    lanescan_status status;
    if (!bytes) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_TypeError, "the name of an instruction set is a str");
        return NULL;
    }
    status = lanescan_set_isa(PyBytes_AsString(bytes));
    Py_DECREF(bytes);
    if (raise_status(state_of(module), status))
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *python_get_num_threads(PyObject *module, PyObject *unused)
{
    (void)module, (void)unused;
    return PyLong_FromLong(threads_get());
}

static PyObject *python_set_num_threads(PyObject *module, PyObject *count)
{
    const Py_ssize_t wanted = PyNumber_AsSsize_t(count, NULL);
    (void)module;
    if (wanted == -1 && PyErr_Occurred())
        return NULL;
    if (wanted < 0 || wanted > THREADS_MAX) {
        PyErr_Format(PyExc_ValueError, "a number of threads is 0 to %d", (int)THREADS_MAX);
        return NULL;
    }
    threads_set(wanted == 0 ? threads_available() : (int)wanted);
    Py_RETURN_NONE;
}

/* As jax.ffi.register_ffi_target() wants them, for XLA's interface of version (major, minor). */
static PyObject *python_xla_handlers(PyObject *module, PyObject *version)
{
    PyObject *all;
    int major, minor;
    (void)module;
    if (!PyArg_ParseTuple(version, "ii", &major, &minor))
        return NULL;
    set_xla_version(major, minor);
    all = PyDict_New();
    for (int i = 0; all && i < num_xla_handlers; i++) {
        union {
            xla_handler *function;
            void *address;
        } handler = { xla_handlers[i].handler };
        PyObject *const capsule = PyCapsule_New(handler.address, NULL, NULL);
        const int failed = !capsule || PyDict_SetItemString(all, xla_handlers[i].name, capsule);
        Py_XDECREF(capsule);
        if (failed) {
            Py_DECREF(all);
            return NULL;
        }
    }
    return all;
}

#define FAST(name) (PyCFunction)(void (*)(void)) python_##name, METH_FASTCALL | METH_KEYWORDS

static PyMethodDef methods[] = {
#define ROW(long_name, short_name, op, arguments, types) \
    { #long_name, FAST(long_name), DOC_##long_name },    \
        { #short_name, FAST(short_name), DOC_##short_name },
    OPERATIONS(ROW)
#undef ROW
        { "logsumexp", FAST(logsumexp), DOC_logsumexp },
    { "logaddexp", FAST(logaddexp), DOC_logaddexp },
    { "linear_recurrence", FAST(linear_recurrence), DOC_linear_recurrence },
    { "isa", python_isa, METH_NOARGS, DOC_isa },
    { "isas", python_isas, METH_NOARGS, DOC_isas },
    { "set_isa", python_set_isa, METH_O, DOC_set_isa },
    { "get_num_threads", python_get_num_threads, METH_NOARGS, DOC_get_num_threads },
    { "set_num_threads", python_set_num_threads, METH_O, DOC_set_num_threads },
    { "xla_handlers", python_xla_handlers, METH_VARARGS, NULL },
    { NULL, NULL, 0, NULL },
};

static PyStructSequence_Field extremes_fields[] = {
    { "values", "the running extremes" },
    { "indices", "where they are along the axis" },
    { NULL, NULL },
};

static PyStructSequence_Desc extremes_description = { "lanescan.Extremes", DOC_Extremes,
                                                      extremes_fields, 2 };

/* Attributes of a Python module, by name. */
static int import_names(const char *name, int count, const char *const *names, PyObject **values)
{
    PyObject *const module = PyImport_ImportModule(name);
    int i = 0;
    while (module && i < count && (values[i] = PyObject_GetAttrString(module, names[i])))
        i++;
    Py_XDECREF(module);
    return module && i == count ? 0 : -1;
}

/* NumPy has moved it once. */
static int import_axis_error(module_state *state)
{
    static const char *const names[] = { "AxisError" };
    if (import_names("numpy.exceptions", 1, names, &state->axis_error) == 0)
        return 0;
    if (!PyErr_ExceptionMatches(PyExc_ImportError))
        return -1;
    PyErr_Clear();
    return import_names("numpy", 1, names, &state->axis_error);
}

static int add_types(PyObject *module, module_state *state)
{
    state->extremes = PyStructSequence_NewType(&extremes_description);
    state->stream = (PyTypeObject *)PyType_FromModuleAndSpec(module, &stream_spec, NULL);
    if (!state->extremes || !state->stream || PyModule_AddType(module, state->extremes) ||
        PyModule_AddType(module, state->stream))
        return -1;
    return 0;
}

static int execute(PyObject *module)
{
    static const char *const argument_names[] = {
#define ROW(name) #name,
        ARGUMENT_NAMES(ROW)
#undef ROW
    };
    static const char *const foreign_names[] = {
#define ROW(name) #name,
        FOREIGN_NAMES(ROW)
#undef ROW
    };
    module_state *const state = state_of(module);
    const int error = threads_begin();
    if (error) {
        PyErr_SetString(PyExc_RuntimeError, strerror(error));
        return -1;
    }
    import_array1(-1);
    for (int i = 0; i < ARGUMENTS; i++)
        if (!(state->names[i] = PyUnicode_InternFromString(argument_names[i])))
            return -1;
    if (import_axis_error(state) ||
        import_names("lanescan._foreign", FOREIGN, foreign_names, state->foreign) ||
        add_types(module, state) ||
        PyModule_AddStringConstant(module, "__version__", lanescan_version()))
        return -1;
    return 0;
}

static int traverse(PyObject *module, visitproc visit, void *arg)
{
    module_state *const state = state_of(module);
    for (int i = 0; i < FOREIGN; i++)
        Py_VISIT(state->foreign[i]);
    Py_VISIT(state->axis_error);
    Py_VISIT(state->extremes);
    Py_VISIT(state->stream);
    return 0;
}

static int clear(PyObject *module)
{
    module_state *const state = state_of(module);
    for (int i = 0; i < ARGUMENTS; i++)
        Py_CLEAR(state->names[i]);
    for (int i = 0; i < FOREIGN; i++)
        Py_CLEAR(state->foreign[i]);
    Py_CLEAR(state->axis_error);
    Py_CLEAR(state->extremes);
    Py_CLEAR(state->stream);
    return 0;
}

static void release(void *module)
{
    clear((PyObject *)module);
}

/* Slots that versions after 3.11 know, by the numbers that their binary interface fixes: one binary
 * serves all, and a version refuses what it does not know. NumPy's arrays belong to interpreters
 * that share the lock of the first; without any lock the module needs none. */
enum { SLOT_INTERPRETERS = 3, SLOT_GIL = 4 };
static void *const interpreters_with_one_lock = (void *)1, *const gil_not_used = (void *)1;

static PyModuleDef_Slot slots[] = {
    { Py_mod_exec, (void *)execute },
    { 0, NULL },
    { 0, NULL },
    { 0, NULL },
};

static PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "lanescan._core",
    .m_doc = "The compiled functions of lanescan.",
    .m_size = sizeof(module_state),
    .m_methods = methods,
    .m_slots = slots,
    .m_traverse = traverse,
    .m_clear = clear,
    .m_free = release,
};

PyMODINIT_FUNC PyInit__core(void);

PyMODINIT_FUNC PyInit__core(void)
{
    if (Py_Version >= 0x030C0000)
        slots[1] = (PyModuleDef_Slot){ SLOT_INTERPRETERS, interpreters_with_one_lock };
    if (Py_Version >= 0x030D0000)
        slots[2] = (PyModuleDef_Slot){ SLOT_GIL, gil_not_used };
    return PyModuleDef_Init(&definition);
}
