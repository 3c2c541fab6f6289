/* lanescan._torch: what lanescan.torch switches on and off. */
#include "torch_functions.h"
#include "torch_kernels.h"
#include "torch_own.h"
#include "torch_stock.h"
#include "torch_threads.h"

#include <cstdio>
#include <cstring>
#include <lanescan.h>

namespace lanescan_torch
{
namespace
{
bool is_available(const operator_row &row)
{
    return !std::strchr(row.arguments, 'l') || torch.torch_list_size;
}

PyObject *list_operators(PyObject *, PyObject *)
{
    PyObject *const all = PyList_New(0);
    for (int i = 0; all && i < num_operators; i++) {
        const operator_row &row = operators[i];
        const operator_calls n = calls(i);
        PyObject *const item = Py_BuildValue("(sssOKK)", row.group, row.name, row.overload,
                                             is_available(row) ? Py_True : Py_False, n.ours,
                                             n.stock);
        const int failed = !item || PyList_Append(all, item);
        Py_XDECREF(item);
        if (failed) {
            Py_DECREF(all);
            return nullptr;
        }
    }
    return all;
}

/* Kernels end when the library object is deleted; one for each group. */
void end(PyObject *capsule)
{
    const library made = static_cast<library>(PyCapsule_GetPointer(capsule, "kernels"));
    torch.aoti_torch_delete_library_object(made);
}

void refuse_names(value *, uint64_t, uint64_t)
{
    throw error("lanescan.torch: dimensions have names: drop them, x.rename(None), or "
                "call lanescan.torch.disable()");
}

/* Kernels of a namespace for a dispatch key, by name; false with an exception. */
class kernels
{
public:
    kernels(const char *name_space, const char *key)
    {
        if (torch.aoti_torch_library_init_impl(name_space, key, "lanescan.torch", 0, &made_)) {
            PyErr_SetString(PyExc_RuntimeError, "PyTorch cannot make a library of operators");
            made_ = nullptr;
        }
    }
    kernels(const kernels &) = delete;
    kernels &operator=(const kernels &) = delete;
    ~kernels()
    {
        if (made_)
            torch.aoti_torch_delete_library_object(made_);
    }
    bool add(const char *name, kernel run)
    {
        constexpr uint64_t version = (uint64_t)2 << 56 | (uint64_t)10 << 48;
        if (!made_)
            return false;
        if (torch.torch_library_impl ? torch.torch_library_impl(made_, name, run, version)
                                     : torch.aoti_torch_library_impl(made_, name, run)) {
            PyErr_Format(PyExc_RuntimeError, "PyTorch does not take a kernel for %s", name);
            return false;
        }
        return true;
    }
    /* The object with which they end. */
    PyObject *release()
    {
        const library made = made_;
        made_ = nullptr;
        return made ? PyCapsule_New(made, "kernels", end) : nullptr;
    }

private:
    library made_ = nullptr;
};

PyObject *override_group(PyObject *, PyObject *arguments)
{
    const char *group, *key;
    if (!PyArg_ParseTuple(arguments, "ss", &group, &key))
        return nullptr;
    kernels all("aten", key);
    const bool has_names = std::strcmp(key, "Named") == 0;
    for (int i = 0; i < num_operators; i++) {
        const operator_row &row = operators[i];
        if (std::strcmp(row.group, group) != 0 || !is_available(row))
            continue;
        char full[64];
        std::snprintf(full, sizeof full, "%s%s%s", row.name, *row.overload ? "." : "",
                      row.overload);
        if (!all.add(full, has_names ? refuse_names : row.run))
            return nullptr;
    }
    return all.release();
}

PyObject *add_own(PyObject *, PyObject *)
{
    kernels all("lanescan", "CPU");
    for (int i = 0; i < num_own_operators; i++)
        if (!all.add(own_operators[i].name, own_operators[i].run))
            return nullptr;
    return all.release();
}

PyObject *note_error(PyObject *, PyObject *arguments)
{
    PyObject *type;
    const char *message;
    if (!PyArg_ParseTuple(arguments, "Os", &type, &message))
        return nullptr;
    stock_raised(type, message);
    Py_RETURN_NONE;
}

PyObject *set_isa(PyObject *, PyObject *name)
{
    const char *const isa = PyUnicode_AsUTF8AndSize(name, nullptr);
    if (!isa)
        return nullptr;
    const lanescan_status status = lanescan_set_isa(isa);
    if (status) {
        PyErr_SetString(PyExc_ValueError, lanescan_status_string(status));
        return nullptr;
    }
    Py_RETURN_NONE;
}

PyMethodDef methods[] = {
    { "operators", list_operators, METH_NOARGS,
      "[(group, name, overload, available, calls, stock calls)] of what is overridden." },
    { "override", override_group, METH_VARARGS,
      "Overrides a group's overloads for a dispatch key until the object that is returned dies." },
    { "add_own", add_own, METH_NOARGS,
      "Gives the operators torch.ops.lanescan their kernels until the object that is returned "
      "dies." },
    { "note_error", note_error, METH_VARARGS,
      "The stock kernel that lanescan has called on this thread has raised (type, message)." },
    { "set_isa", set_isa, METH_O, "The instruction set of this module's copy of the library." },
    {}
};

int start(PyObject *)
{
    if (!find_functions())
        return -1;
    watch_forks();
    return 0;
}

/* Without the interpreter's lock none is needed: the slot that says so is later than 3.11, by the
 * number that the binary interface fixes. (As in module.c.) */
enum { SLOT_GIL = 4 };
void *const gil_not_used = (void *)1;

PyModuleDef_Slot slots[] = { { Py_mod_exec, (void *)start }, {}, {} };

PyModuleDef module = { PyModuleDef_HEAD_INIT,
                       "lanescan._torch",
                       "lanescan's kernels for PyTorch's operators.",
                       0,
                       methods,
                       slots,
                       nullptr,
                       nullptr,
                       nullptr };
} // namespace
} // namespace lanescan_torch

PyMODINIT_FUNC PyInit__torch()
{
    if (Py_Version >= 0x030D0000)
        lanescan_torch::slots[1] = { lanescan_torch::SLOT_GIL, lanescan_torch::gil_not_used };
    return PyModuleDef_Init(&lanescan_torch::module);
}
