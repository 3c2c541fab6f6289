#include "torch_kernels.h"
#include "torch_complex.h"
#include "torch_layout.h"
#include "torch_lines.h"
#include "torch_stock.h"
#include "torch_threads.h"
#include "torch_view.h"

#include <atomic>
#include <climits>
#include <utility>

namespace lanescan_torch
{
namespace
{
/* Each function below tries to do what an overload does. Where it returns false nothing has been
 * written, and the stock kernel is called with the same arguments: types and cases that lanescan
 * has not are done there, and whatever is wrong with the arguments is said there, in PyTorch's
 * words. */

tensor tensor_of(value v)
{
    return reinterpret_cast<tensor>(v);
}

/* An argument is the callee's to give back. */
void give_back(char kind, value v)
{
    if (kind == 't')
        torch.aoti_torch_delete_tensor_object(tensor_of(v));
    else if (kind == 'l')
        torch.torch_delete_list(reinterpret_cast<list>(v));
    else if (kind == 'd' && v && torch.torch_delete_stable_ivalue)
        torch.torch_delete_stable_ivalue(reinterpret_cast<value *>(v));
    else if (kind == 'd')
        delete reinterpret_cast<value *>(v);
}

/* One that is too large for an int is out of range anyway. */
int dim_of(value v)
{
    const int64_t dim = (int64_t)v;
    return dim >= INT_MIN && dim <= INT_MAX ? (int)dim : INT_MAX;
}

/* The element type that an argument `dtype` asks for, or else the usual one; -1 for those that
 * lanescan has not. */
int type_of(value v, int usual)
{
    return v ? element_type((int32_t) * reinterpret_cast<const value *>(v)) : usual;
}

bool is_set(value v)
{
    return (v & 1) != 0;
}

bool is_integer(const lanescan_tensor &x)
{
    return x.dtype <= LANESCAN_I64;
}

int64_t count_of(const lanescan_tensor &x)
{
    int64_t count = 1;
    for (int i = 0; i < x.ndim; i++)
        count *= x.shape[i];
    return count;
}

/* Elements: fewer are never shared; with so many lanescan decides. */
constexpr int64_t WORTH_THREADS = 1025;

/* What a call is made with: PyTorch's threads, of which a small call does not even ask. */
class with_threads
{
public:
    explicit with_threads(int64_t elements, int64_t worth)
    {
        if (elements < worth)
            return;
        executor_ = threads();
        options_ = { sizeof options_, 0, nullptr, &executor_ };
        is_lent_ = true;
    }
    with_threads(const with_threads &) = delete;
    with_threads &operator=(const with_threads &) = delete;
    const lanescan_options *options() const
    {
        return is_lent_ ? &options_ : nullptr;
    }

private:
    lanescan_executor executor_;
    lanescan_options options_;
    bool is_lent_ = false;
};

bool run_scan(lanescan_op op, const lanescan_tensor &x, value dim, const lanescan_tensor &y)
{
    if (y.dtype >= LANESCAN_C64 && op == LANESCAN_CUMPROD)
        return complex_product(x, dim_of(dim), y);
    if (scan_line(op, x, dim_of(dim), y))
        return true;
    /* A product of integers takes as long as a handful of instructions; below so many elements a
     * second thread costs more than it does. */
    const bool is_cheap = op == LANESCAN_CUMPROD && is_integer(y);
    const with_threads lent(count_of(y), is_cheap ? 1 << 18 : WORTH_THREADS);
    return lanescan_scan(op, &x, dim_of(dim), lent.options(), &y) == LANESCAN_OK;
}

bool run_new_scan(lanescan_op op, const lanescan_tensor &x, value dim, int element, value *made)
{
    new_tensor y;
    if (element < 0 || !y.make(element, x.ndim, x.shape) || !run_scan(op, x, dim, y.view()))
        return false;
    *made = y.release();
    return true;
}

/* ---- cumsum, cumprod ---- */

template <lanescan_op op> bool scan(const value *stack, value *made)
{
    lanescan_tensor x;
    return read(tensor_of(stack[0]), &x) &&
           run_new_scan(op, x, stack[1],
                        type_of(stack[2], is_integer(x) ? (int)LANESCAN_I64 : x.dtype), made);
}

/* The output's type decides unless another is asked for, which is an error then. */
template <lanescan_op op> bool scan_to(const value *stack, tensor output)
{
    lanescan_tensor x, y;
    return read(tensor_of(stack[0]), &x) && write(output, &y) &&
           type_of(stack[2], y.dtype) == y.dtype && run_scan(op, x, stack[1], y);
}

template <lanescan_op op> bool scan_out(const value *stack, value *)
{
    return scan_to<op>(stack, tensor_of(stack[3]));
}

template <lanescan_op op> bool scan_in_place(const value *stack, value *)
{
    return scan_to<op>(stack, tensor_of(stack[0]));
}

/* ---- cummax, cummin ---- */

bool run_scan_index(lanescan_op op, const lanescan_tensor &x, value dim,
                    const lanescan_tensor &values, const lanescan_tensor &indices)
{
    return scan_index_line(op, x, dim_of(dim), values, indices) ||
           lanescan_scan_index(op, &x, dim_of(dim),
                               with_threads(count_of(x), WORTH_THREADS).options(), &values,
                               &indices) == LANESCAN_OK;
}

template <lanescan_op op> bool scan_index(const value *stack, value *made)
{
    lanescan_tensor x;
    new_tensor values, indices;
    if (!read(tensor_of(stack[0]), &x) || !values.make(x.dtype, x.ndim, x.shape) ||
        !indices.make(LANESCAN_I64, x.ndim, x.shape) ||
        !run_scan_index(op, x, stack[1], values.view(), indices.view()))
        return false;
    made[0] = values.release();
    made[1] = indices.release();
    return true;
}

template <lanescan_op op>
bool scan_index_between(value input, value dim, value to_values, value to_indices)
{
    lanescan_tensor x, values, indices;
    return read(tensor_of(input), &x) && write(tensor_of(to_values), &values) &&
           write(tensor_of(to_indices), &indices) && values.dtype == x.dtype &&
           run_scan_index(op, x, dim, values, indices);
}

template <lanescan_op op> bool scan_index_out(const value *stack, value *)
{
    return scan_index_between<op>(stack[0], stack[1], stack[2], stack[3]);
}

template <lanescan_op op> bool scan_index_to(const value *stack, value *)
{
    return scan_index_between<op>(stack[0], stack[3], stack[1], stack[2]);
}

/* ---- logcumsumexp ---- */

bool logcumsumexp(const value *stack, value *made)
{
    lanescan_tensor x;
    return read(tensor_of(stack[0]), &x) && !is_integer(x) &&
           run_new_scan(LANESCAN_LOGCUMSUMEXP, x, stack[1], x.dtype, made);
}

bool logcumsumexp_out(const value *stack, value *)
{
    lanescan_tensor x, y;
    return read(tensor_of(stack[0]), &x) && write(tensor_of(stack[2]), &y) && x.dtype == y.dtype &&
           run_scan(LANESCAN_LOGCUMSUMEXP, x, stack[1], y);
}

/* ---- logsumexp ---- */

struct reduction {
    int dims[LANESCAN_MAX_NDIM], num_dims;
    int64_t shape[LANESCAN_MAX_NDIM]; /* of the result */
    int ndim;
};

/* False where a dimension is out of range or named twice. */
bool reduce(const lanescan_tensor &x, value dims, bool keepdim, reduction *r)
{
    const list named = reinterpret_cast<list>(dims);
    size_t size;
    bool is_reduced[LANESCAN_MAX_NDIM] = {};
    if (torch.torch_list_size(named, &size) || size > LANESCAN_MAX_NDIM)
        return false;
    r->num_dims = (int)size;
    for (size_t i = 0; i < size; i++) {
        value item;
        if (torch.torch_list_get_item(named, i, &item))
            return false;
        const int dim = dim_of(item), extent = x.ndim > 0 ? x.ndim : 1;
        r->dims[i] = dim < 0 ? dim + extent : dim;
        if (r->dims[i] < 0 || r->dims[i] >= extent || is_reduced[r->dims[i]])
            return false;
        is_reduced[r->dims[i]] = true;
    }
    r->ndim = 0;
    for (int i = 0; i < x.ndim; i++)
        if (size && !is_reduced[i])
            r->shape[r->ndim++] = x.shape[i];
        else if (keepdim)
            r->shape[r->ndim++] = 1;
    return true;
}

bool run_logsumexp(const lanescan_tensor &x, const reduction &r, const lanescan_tensor &y)
{
    return logsumexp_line(x, y) ||
           lanescan_logsumexp(&x, r.dims, r.num_dims,
                              with_threads(count_of(x), WORTH_THREADS).options(),
                              &y) == LANESCAN_OK;
}

/* Of no dimensions, for good. */
tensor make_integer()
{
    new_tensor made;
    if (!made.make(LANESCAN_I64, 0, nullptr))
        return nullptr;
    *static_cast<int64_t *>(made.view().data) = 0;
    return tensor_of(made.release());
}

/* What integers become: torch.get_default_dtype(), of which an operator on integers tells. */
int default_type()
{
    static const tensor integer = make_integer();
    value stack[1];
    tensor copy;
    int32_t dtype = -1;
    if (!integer || torch.aoti_torch_new_tensor_handle(integer, &copy))
        return -1;
    stack[0] = (value)copy;
    if (torch.aoti_torch_call_dispatcher("aten::exp", "", stack))
        return -1;
    torch.aoti_torch_get_dtype(tensor_of(stack[0]), &dtype);
    give_back('t', stack[0]);
    return element_type(dtype);
}

int logsumexp_type(const lanescan_tensor &x)
{
    return is_integer(x) ? default_type() : x.dtype;
}

bool logsumexp(const value *stack, value *made)
{
    lanescan_tensor x;
    reduction r;
    new_tensor y;
    if (!read(tensor_of(stack[0]), &x) || !reduce(x, stack[1], is_set(stack[2]), &r))
        return false;
    const int element = logsumexp_type(x);
    if (element < 0 || !y.make(element, r.ndim, r.shape) || !run_logsumexp(x, r, y.view()))
        return false;
    *made = y.release();
    return true;
}

bool logsumexp_out(const value *stack, value *)
{
    lanescan_tensor x, y;
    reduction r;
    return read(tensor_of(stack[0]), &x) && reduce(x, stack[1], is_set(stack[2]), &r) &&
           write(tensor_of(stack[3]), &y) && logsumexp_type(x) == y.dtype &&
           has_shape(y, r.ndim, r.shape) && run_logsumexp(x, r, y);
}

/* ---- logaddexp ---- */

bool run_logaddexp(const lanescan_tensor &a, const lanescan_tensor &b, const lanescan_tensor &y)
{
    return logaddexp_line(a, b, y) ||
           lanescan_logaddexp(&a, &b, with_threads(count_of(y), WORTH_THREADS).options(), &y) ==
               LANESCAN_OK;
}

bool logaddexp(const value *stack, value *made)
{
    lanescan_tensor a, b;
    elementwise_layout layout;
    new_tensor y;
    if (!read(tensor_of(stack[0]), &a) || !read(tensor_of(stack[1]), &b) || is_integer(a) ||
        is_integer(b) || !lay_out(a, b, &layout) ||
        !y.make(layout.element, layout.ndim, layout.shape, layout.strides) ||
        !run_logaddexp(a, b, y.view()))
        return false;
    *made = y.release();
    return true;
}

bool logaddexp_out(const value *stack, value *)
{
    lanescan_tensor a, b, y;
    elementwise_layout layout;
    return read(tensor_of(stack[0]), &a) && read(tensor_of(stack[1]), &b) && !is_integer(a) &&
           !is_integer(b) && write(tensor_of(stack[2]), &y) && lay_out(a, b, &layout) &&
           layout.element == y.dtype && has_shape(y, layout.ndim, layout.shape) &&
           run_logaddexp(a, b, y);
}

/* ---- what PyTorch calls ---- */

struct row {
    const char *name, *overload, *arguments, *results;
    bool (*attempt)(const value *stack, value *made);
};

constexpr row rows[] = {
#define OPERATOR(group, ...) { __VA_ARGS__ },
#include "torch_operators.def"
#undef OPERATOR
};
constexpr size_t NUM_ROWS = sizeof rows / sizeof *rows;

std::atomic<uint64_t> served[NUM_ROWS], passed_on[NUM_ROWS];

template <size_t i> void serve(value *stack, uint64_t, uint64_t n_results)
{
    constexpr row r = rows[i];
    value results[2] = {};
    if (!r.attempt(stack, results)) {
        passed_on[i].fetch_add(1, std::memory_order_relaxed);
        call_stock(r.name, r.overload, stack, n_results);
        return;
    }
    served[i].fetch_add(1, std::memory_order_relaxed);
    uint64_t is_returned = 0;
    for (int k = 0; r.results[k]; k++) {
        if (r.results[k] == 'm')
            continue;
        results[k] = stack[r.results[k] - '0'];
        is_returned |= 1u << (r.results[k] - '0');
    }
    for (int k = 0; r.arguments[k]; k++)
        if (!(is_returned >> k & 1))
            give_back(r.arguments[k], stack[k]);
    for (int k = 0; r.results[k]; k++)
        stack[k] = results[k];
}

template <size_t... i> const operator_row *table(std::index_sequence<i...>)
{
    static const char *const groups[] = {
#define OPERATOR(group, ...) #group,
#include "torch_operators.def"
#undef OPERATOR
    };
    static const operator_row all[] = { { groups[i], rows[i].name, rows[i].overload,
                                          rows[i].arguments, serve<i> }... };
    return all;
}
} // namespace

const operator_row *const operators = table(std::make_index_sequence<NUM_ROWS>());
const int num_operators = (int)NUM_ROWS;

operator_calls calls(int index)
{
    return { served[index].load(std::memory_order_relaxed),
             passed_on[index].load(std::memory_order_relaxed) };
}
} // namespace lanescan_torch
