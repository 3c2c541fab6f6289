/* PyTorch's C interface, found by name in the library that the process has loaded: nothing of
 * PyTorch is needed to compile this, and one binary serves every version that has the functions.
 * They are declared in torch/csrc/inductor/aoti_torch/c/shim.h and torch/csrc/stable/c/shim.h, and
 * PyTorch promises to keep them. */
#ifndef LANESCAN_TORCH_FUNCTIONS_H
#define LANESCAN_TORCH_FUNCTIONS_H

#include <pyconfig.h>
#if !defined(Py_LIMITED_API) && !defined(Py_GIL_DISABLED)
#define Py_LIMITED_API 0x030b0000 /* Python 3.11 */
#endif
#include <Python.h>

#include <cstddef>
#include <cstdint>
#include <exception>

namespace lanescan_torch
{
/* What an operator is called with, and returns: PyTorch's StableIValue. A number is itself, a
 * tensor a handle that belongs to whom it is passed, an absent optional 0 and a present one the
 * address of its value, a list of numbers a handle. */
using value = uint64_t;

struct at_tensor;
struct at_list;
struct at_library;
using tensor = at_tensor *;
using list = at_list *;
using library = at_library *;
using kernel = void (*)(value *stack, uint64_t n_arguments, uint64_t n_results);
using range = void (*)(int64_t begin, int64_t end, void *context);

/* Whatever returns an int32_t, element types apart, returns 0 for success. */
struct functions {
#define REQUIRED(type, name, parameters) type(*name) parameters;
#define OPTIONAL(type, name, parameters) type(*name) parameters;
#include "torch_functions.def"
#undef REQUIRED
#undef OPTIONAL
};

/* All of them; those that this PyTorch lacks are nullptr. */
extern functions torch;

/* Fills `torch`; false with an ImportError where a function that must be there is not. */
bool find_functions();

/* A sentence that PyTorch raises as a RuntimeError. (Those of <stdexcept> are of newer versions of
 * the C++ library than the rest of this module asks for.) */
class error final : public std::exception
{
public:
    explicit error(const char *sentence) : sentence_(sentence)
    {
    }
    const char *what() const noexcept override
    {
        return sentence_;
    }

private:
    const char *sentence_; /* for good */
};

/* The element type of lanescan that PyTorch's number stands for, or -1. */
int element_type(int32_t dtype);
/* The other way. */
int32_t torch_type(int element);
} // namespace lanescan_torch

#endif
