#include "torch_own.h"
#include "torch_layout.h"
#include "torch_threads.h"
#include "torch_view.h"

#include <optional>

namespace lanescan_torch
{
namespace
{
/* What the kernels throw is a RuntimeError in Python; functions.py has looked for what a caller may
 * have done wrong before. */
void check(lanescan_status status)
{
    if (status)
        throw error(lanescan_status_string(status));
}

void check(bool is_good)
{
    if (!is_good)
        throw error("lanescan: not what lanescan.torch passes");
}

/* An argument that is a tensor, to read; the callee's to give back. */
class argument
{
public:
    explicit argument(value v) : handle_(reinterpret_cast<tensor>(v))
    {
        is_read_ = read(handle_, &view_);
    }
    argument(const argument &) = delete;
    argument &operator=(const argument &) = delete;
    ~argument()
    {
        torch.aoti_torch_delete_tensor_object(handle_);
    }
    const lanescan_tensor &view() const
    {
        check(is_read_);
        return view_;
    }

private:
    tensor handle_;
    lanescan_tensor view_ = {};
    bool is_read_;
};

/* The value of an optional argument, which lies elsewhere; that place goes too. */
value take(value present)
{
    value *const place = reinterpret_cast<value *>(present);
    const value inner = *place;
    if (torch.torch_delete_stable_ivalue)
        torch.torch_delete_stable_ivalue(place);
    else
        delete place;
    return inner;
}

/* An optional argument that is one number. */
class number
{
public:
    explicit number(value given)
    {
        if (given)
            held_.emplace(take(given));
    }
    /* Where it is; nullptr if none is given. */
    const void *of_type(int dtype) const
    {
        if (!held_)
            return nullptr;
        const lanescan_tensor &view = held_->view();
        check(view.ndim == 0 && view.dtype == dtype);
        return view.data;
    }

private:
    std::optional<argument> held_;
};

int result_type(lanescan_op op, int element)
{
    const bool is_wide = op == LANESCAN_CUMSUM || op == LANESCAN_CUMPROD;
    if (!is_wide || element > LANESCAN_I64 || element == LANESCAN_U64)
        return element;
    return LANESCAN_I64;
}

/* x, initial or none, op, dim >= 0, reverse, exclusive, longer: values, and where there is room for
 * two results indices. */
void scan(value *stack, uint64_t, uint64_t n_results)
{
    const lanescan_op op = (lanescan_op)stack[2];
    const int dim = (int)stack[3];
    const bool is_reverse = stack[4] & 1, is_exclusive = stack[5] & 1, is_longer = stack[6] & 1;
    const argument input(stack[0]);
    const number initial(stack[1]);
    const lanescan_tensor &x = input.view();
    const int dtype = result_type(op, x.dtype);
    const lanescan_executor executor = threads();
    const lanescan_options options = { sizeof options,
                                       (is_reverse ? LANESCAN_REVERSE : 0u) |
                                           (is_exclusive || is_longer ? LANESCAN_EXCLUSIVE : 0u),
                                       initial.of_type(dtype), &executor };
    int64_t shape[LANESCAN_MAX_NDIM];
    new_tensor values, indices;
    check(dim >= 0 && dim < x.ndim);
    for (int i = 0; i < x.ndim; i++)
        shape[i] = x.shape[i] + (is_longer && i == dim);
    check(values.make(dtype, x.ndim, shape));
    if (n_results == 1) {
        check(lanescan_scan(op, &x, dim, &options, &values.view()));
    } else {
        check(indices.make(LANESCAN_I64, x.ndim, shape));
        check(lanescan_scan_index(op, &x, dim, &options, &values.view(), &indices.view()));
        stack[1] = indices.release();
    }
    stack[0] = values.release();
}

/* The dimensions whose bits are set. */
struct dimensions {
    int list[LANESCAN_MAX_NDIM], count = 0;
    dimensions(uint64_t bits, int ndim)
    {
        for (int i = 0; i < ndim; i++)
            if (bits >> i & 1)
                list[count++] = i;
    }
};

/* x, the dimensions as bits: they stay as extents of 1. */
void logsumexp(value *stack, uint64_t, uint64_t)
{
    const argument input(stack[0]);
    const lanescan_tensor &x = input.view();
    const dimensions reduced(stack[1], x.ndim);
    const lanescan_executor executor = threads();
    const lanescan_options options = { sizeof options, 0, nullptr, &executor };
    int64_t shape[LANESCAN_MAX_NDIM];
    new_tensor y;
    for (int i = 0; i < x.ndim; i++)
        shape[i] = x.shape[i];
    for (int i = 0; i < reduced.count; i++)
        shape[reduced.list[i]] = 1;
    check(reduced.count > 0 && y.make(x.dtype, x.ndim, shape));
    check(lanescan_logsumexp(&x, reduced.list, reduced.count, &options, &y.view()));
    stack[0] = y.release();
}

/* a and b of one type and shape. */
void logaddexp(value *stack, uint64_t, uint64_t)
{
    const argument first(stack[0]), second(stack[1]);
    const lanescan_tensor &a = first.view(), &b = second.view();
    const lanescan_executor executor = threads();
    const lanescan_options options = { sizeof options, 0, nullptr, &executor };
    new_tensor y;
    check(a.dtype == b.dtype && has_shape(a, b.ndim, b.shape) && y.make(a.dtype, a.ndim, a.shape));
    check(lanescan_logaddexp(&a, &b, &options, &y.view()));
    stack[0] = y.release();
}

/* a and b of one type and shape, initial or none, dim, reverse. */
void recurrence(value *stack, uint64_t, uint64_t)
{
    const argument first(stack[0]), second(stack[1]);
    const number initial(stack[2]);
    const lanescan_tensor &a = first.view(), &b = second.view();
    const lanescan_executor executor = threads();
    const lanescan_options options = { sizeof options, stack[4] & 1 ? LANESCAN_REVERSE : 0u,
                                       initial.of_type(b.dtype), &executor };
    new_tensor y;
    check(a.dtype == b.dtype && has_shape(a, b.ndim, b.shape) && y.make(b.dtype, b.ndim, b.shape));
    check(lanescan_linear_recurrence(&a, &b, (int)stack[3], &options, &y.view()));
    stack[0] = y.release();
}

/* ---- gradients: lanescan's vector-Jacobian products ---- */

uint32_t flags_of(value is_reverse, value is_exclusive)
{
    return (is_reverse & 1 ? LANESCAN_REVERSE : 0u) | (is_exclusive & 1 ? LANESCAN_EXCLUSIVE : 0u);
}

/* x, g, op, dim, reverse, exclusive; of the exclusive scan g may be one longer. */
void scan_vjp(value *stack, uint64_t, uint64_t)
{
    const argument input(stack[0]), gradient(stack[1]);
    const lanescan_tensor &x = input.view();
    const lanescan_executor executor = threads();
    const lanescan_options options = { sizeof options, flags_of(stack[4], stack[5]), nullptr,
                                       &executor };
    new_tensor y;
    check(y.make(x.dtype, x.ndim, x.shape));
    check(lanescan_scan_vjp((lanescan_op)stack[2], &x, (int)stack[3], &options, &gradient.view(),
                            &y.view()));
    stack[0] = y.release();
}

/* The indices, g of their shape, dim, reverse, exclusive, longer. */
void scan_index_vjp(value *stack, uint64_t, uint64_t)
{
    const argument indices(stack[0]), gradient(stack[1]);
    const lanescan_tensor &g = gradient.view();
    const int dim = (int)stack[2];
    const lanescan_executor executor = threads();
    const lanescan_options options = { sizeof options, flags_of(stack[3], stack[4] | stack[5]),
                                       nullptr, &executor };
    int64_t shape[LANESCAN_MAX_NDIM];
    new_tensor y;
    check(dim >= 0 && dim < g.ndim);
    for (int i = 0; i < g.ndim; i++)
        shape[i] = g.shape[i] - (i == dim && stack[5] & 1);
    check(shape[dim] >= 0 && y.make(g.dtype, g.ndim, shape));
    check(lanescan_scan_index_vjp(&indices.view(), dim, &options, &g, &y.view()));
    stack[0] = y.release();
}

/* x, g with extents of 1, the dimensions as bits. */
void logsumexp_vjp(value *stack, uint64_t, uint64_t)
{
    const argument input(stack[0]), gradient(stack[1]);
    const lanescan_tensor &x = input.view();
    const dimensions reduced(stack[2], x.ndim);
    const lanescan_executor executor = threads();
    const lanescan_options options = { sizeof options, 0, nullptr, &executor };
    new_tensor y;
    check(reduced.count > 0 && y.make(x.dtype, x.ndim, x.shape));
    check(lanescan_logsumexp_vjp(&x, reduced.list, reduced.count, &options, &gradient.view(),
                                 &y.view()));
    stack[0] = y.release();
}

/* a, b, g of one shape: gradients of a and of b. */
void logaddexp_vjp(value *stack, uint64_t, uint64_t)
{
    const argument first(stack[0]), second(stack[1]), gradient(stack[2]);
    const lanescan_tensor &a = first.view();
    const lanescan_executor executor = threads();
    const lanescan_options options = { sizeof options, 0, nullptr, &executor };
    new_tensor of_a, of_b;
    check(of_a.make(a.dtype, a.ndim, a.shape) && of_b.make(a.dtype, a.ndim, a.shape));
    check(lanescan_logaddexp_vjp(&a, &second.view(), &options, &gradient.view(), &of_a.view(),
                                 &of_b.view()));
    stack[0] = of_a.release();
    stack[1] = of_b.release();
}

/* a, y, initial or none, g, of one shape but initial; dim, reverse: gradients of a and of b. */
void recurrence_vjp(value *stack, uint64_t, uint64_t)
{
    const argument first(stack[0]), second(stack[1]), gradient(stack[3]);
    const number initial(stack[2]);
    const lanescan_tensor &a = first.view(), &y = second.view();
    const lanescan_executor executor = threads();
    const lanescan_options options = { sizeof options, flags_of(stack[5], 0),
                                       initial.of_type(y.dtype), &executor };
    new_tensor of_a, of_b;
    check(has_shape(a, y.ndim, y.shape) && of_a.make(y.dtype, y.ndim, y.shape) &&
          of_b.make(y.dtype, y.ndim, y.shape));
    check(lanescan_linear_recurrence_vjp(&a, &y, (int)stack[4], &options, &gradient.view(),
                                         &of_a.view(), &of_b.view()));
    stack[0] = of_a.release();
    stack[1] = of_b.release();
}
} // namespace

const own_row own_operators[] = {
    { "scan", scan },
    { "scan_index", scan },
    { "logsumexp", logsumexp },
    { "logaddexp", logaddexp },
    { "recurrence", recurrence },
    { "scan_vjp", scan_vjp },
    { "scan_index_vjp", scan_index_vjp },
    { "logsumexp_vjp", logsumexp_vjp },
    { "logaddexp_vjp", logaddexp_vjp },
    { "recurrence_vjp", recurrence_vjp },
};
const int num_own_operators = (int)(sizeof own_operators / sizeof *own_operators);
} // namespace lanescan_torch
