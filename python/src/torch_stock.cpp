#include "torch_stock.h"

#include <exception>
#include <stdexcept>
#include <string>

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
    stock_error(PyObject *type, std::string message) : type_(type), message_(std::move(message))
    {
    }
    const char *what() const noexcept override
    {
        return message_.c_str();
    }
    PyObject *python_type() override
    {
        return type_;
    }

  private:
    PyObject *type_;
    std::string message_;
};

thread_local PyObject *raised_type;
thread_local std::string raised_message;
} // namespace

void stock_raised(PyObject *type, const char *message)
{
    /* Never given back: whoever handles the error may do so on another thread, or without the
     * GIL. */
    Py_INCREF(type);
    raised_type = type;
    raised_message = message;
}

void call_stock(const char *name, const char *overload, value *stack, uint64_t n_results)
{
    constexpr uint64_t version = (uint64_t)2 << 56 | (uint64_t)10 << 48;
    const std::string full = std::string("lanescan_stock::").append(name);
    raised_type = nullptr;
    const int32_t failed = torch.torch_call_dispatcher
                               ? torch.torch_call_dispatcher(full.c_str(), overload, stack, version)
                               : torch.aoti_torch_call_dispatcher(full.c_str(), overload, stack);
    if (failed)
        throw std::runtime_error(std::string(full).append(" cannot be called"));
    if (!raised_type)
        return;
    for (uint64_t i = 0; i < n_results; i++)
        torch.aoti_torch_delete_tensor_object(reinterpret_cast<tensor>(stack[i]));
    throw stock_error(raised_type, std::move(raised_message));
}
} // namespace lanescan_torch
