#include "torch_stock.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>

namespace torch
{
/* As in torch/csrc/Exceptions.h: what a kernel throws to raise a Python error of its choice.
 * Handlers find it by its name and its virtual functions; one that does not know it would raise a
 * RuntimeError of the same message. */
struct PyTorchError : public std::exception {
    virtual PyObject *python_type() = 0;
    const char *what() const noexcept override = 0;
};
} // namespace torch

namespace lanescan_torch
{
namespace
{
class stock_error final : public ::torch::PyTorchError
{
public:
    stock_error(PyObject *type, const char *message) : type_(type), message_(strdup(message))
    {
    }
    stock_error(const stock_error &other) : stock_error(other.type_, other.what())
    {
    }
    stock_error &operator=(const stock_error &) = delete;
    ~stock_error() override
    {
        std::free(message_);
    }
    const char *what() const noexcept override
    {
        return message_ ? message_ : "";
    }
    PyObject *python_type() override
    {
        return type_;
    }

private:
    PyObject *type_;
    char *message_;
};

thread_local PyObject *raised_type;
thread_local char *raised_message;
} // namespace

void stock_raised(PyObject *type, const char *message)
{
    /* Never given back: whoever handles the error may do so on another thread, or without the
     * GIL. */
    Py_INCREF(type);
    raised_type = type;
    std::free(raised_message);
    raised_message = strdup(message);
}

void call_stock(const char *name, const char *overload, value *stack, uint64_t n_results)
{
    constexpr uint64_t version = (uint64_t)2 << 56 | (uint64_t)10 << 48;
    char full[64];
    std::snprintf(full, sizeof full, "lanescan_stock::%s", name);
    raised_type = nullptr;
    const int32_t failed = torch.torch_call_dispatcher
                               ? torch.torch_call_dispatcher(full, overload, stack, version)
                               : torch.aoti_torch_call_dispatcher(full, overload, stack);
    if (failed)
        throw error("lanescan: the stock kernel cannot be called");
    if (!raised_type)
        return;
    for (uint64_t i = 0; i < n_results; i++)
        torch.aoti_torch_delete_tensor_object(reinterpret_cast<tensor>(stack[i]));
    throw stock_error(raised_type, raised_message ? raised_message : "");
}
} // namespace lanescan_torch
