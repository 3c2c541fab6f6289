#include "torch_functions.h"

#include <dlfcn.h> /* constants alone */
#include <lanescan.h>

namespace lanescan_torch
{
functions torch;

namespace
{
/* PyTorch's number of each of lanescan's element types, and back; PyTorch's numbers are small. */
constexpr int NUM_TYPES = LANESCAN_C128 + 1, MAX_TORCH_TYPE = 64;
int32_t to_torch[NUM_TYPES];
int8_t from_torch[MAX_TORCH_TYPE];

void pair(int element, int32_t dtype)
{
    to_torch[element] = dtype;
    if (dtype >= 0 && dtype < MAX_TORCH_TYPE)
        from_torch[dtype] = (int8_t)element;
}

void find_types()
{
    for (int8_t &element : from_torch)
        element = -1;
    pair(LANESCAN_BOOL, torch.aoti_torch_dtype_bool());
    pair(LANESCAN_U8, torch.aoti_torch_dtype_uint8());
    pair(LANESCAN_U16, torch.aoti_torch_dtype_uint16());
    pair(LANESCAN_U32, torch.aoti_torch_dtype_uint32());
    pair(LANESCAN_U64, torch.aoti_torch_dtype_uint64());
    pair(LANESCAN_I8, torch.aoti_torch_dtype_int8());
    pair(LANESCAN_I16, torch.aoti_torch_dtype_int16());
    pair(LANESCAN_I32, torch.aoti_torch_dtype_int32());
    pair(LANESCAN_I64, torch.aoti_torch_dtype_int64());
    pair(LANESCAN_F16, torch.aoti_torch_dtype_float16());
    pair(LANESCAN_BF16, torch.aoti_torch_dtype_bfloat16());
    pair(LANESCAN_F32, torch.aoti_torch_dtype_float32());
    pair(LANESCAN_F64, torch.aoti_torch_dtype_float64());
    pair(LANESCAN_C64, torch.aoti_torch_dtype_complex64());
    pair(LANESCAN_C128, torch.aoti_torch_dtype_complex128());
}

/* A library that the process has loaded, by Python's ctypes: dlopen() and dlsym() themselves would
 * tie this module to glibc 2.34, to which they moved then. */
class loaded_library
{
public:
    explicit loaded_library(const char *name)
    {
        PyObject *const ctypes = PyImport_ImportModule("ctypes");
        if (!ctypes)
            return;
        library_ = PyObject_CallMethod(ctypes, "CDLL", "si", name, RTLD_LAZY | RTLD_NOLOAD);
        address_ = PyObject_GetAttrString(ctypes, "c_void_p");
        cast_ = PyObject_GetAttrString(ctypes, "cast");
        Py_DECREF(ctypes);
    }
    loaded_library(const loaded_library &) = delete;
    loaded_library &operator=(const loaded_library &) = delete;
    ~loaded_library()
    {
        Py_XDECREF(library_);
        Py_XDECREF(address_);
        Py_XDECREF(cast_);
    }
    /* Of it and of its dependencies, OpenMP's runtime among them. nullptr, and no exception, where
     * there is none. */
    void *find(const char *name) const
    {
        PyObject *const found = library_ ? PyObject_GetAttrString(library_, name) : nullptr;
        PyObject *const cast = found ? PyObject_CallFunction(cast_, "OO", found, address_)
                                     : nullptr;
        PyObject *const number = cast ? PyObject_GetAttrString(cast, "value") : nullptr;
        void *const place = number ? PyLong_AsVoidPtr(number) : nullptr;
        Py_XDECREF(found);
        Py_XDECREF(cast);
        Py_XDECREF(number);
        PyErr_Clear();
        return place;
    }

private:
    PyObject *library_ = nullptr, *address_ = nullptr, *cast_ = nullptr;
};

bool has_not(const char *name)
{
    PyErr_Format(PyExc_ImportError,
                 "lanescan.torch needs PyTorch 2.9 or later, imported first: no %s", name);
    return false;
}
} // namespace

bool find_functions()
{
    const loaded_library loaded("libtorch_cpu.so");
    bool found = true;
    PyErr_Clear();
#define OPTIONAL(type, name, parameters) \
    torch.name = reinterpret_cast<decltype(torch.name)>(loaded.find(#name));
#define REQUIRED(type, name, parameters) \
    OPTIONAL(type, name, parameters)     \
    found = found && (torch.name || has_not(#name));
#include "torch_functions.def"
#undef REQUIRED
#undef OPTIONAL
    if (found)
        find_types();
    return found;
}

int element_type(int32_t dtype)
{
    return dtype >= 0 && dtype < MAX_TORCH_TYPE ? from_torch[dtype] : -1;
}

int32_t torch_type(int element)
{
    return to_torch[element];
}
} // namespace lanescan_torch
