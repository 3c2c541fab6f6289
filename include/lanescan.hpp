/* lanescan in C++: the functions of lanescan.h on vectors, spans, arrays and mdspans. C++17 and
 * later, header only; link with -llanescan as in C.
 *
 *     #include <lanescan.hpp>
 *
 *     std::vector<double> x = { 0, -40, 1, 2 }, y(x.size());
 *     lanescan::logcumsumexp(x, y);                            // a line
 *     lanescan::cumsum(x, y, lanescan::reverse);               // from the end
 *     double total = lanescan::logsumexp(x);
 *
 *     lanescan::view matrix(x.data(), { 2, 2 });
 *     lanescan::cumsum(matrix, 0, matrix);                     // each column, in place
 *
 * What holds for every function (what each computes, its error bound, what infinities and NaN do,
 * which memory may be shared: lanescan.h says so, and the results are its, to the bit):
 *
 *   Arguments          As in C, inputs first, then the dimension, then outputs. Without a dimension
 *                      the arrays are lines: one-dimensional. Options come last, in any order.
 *   Inputs             May be const. Their types, and the outputs', are those of the elements; they
 *                      need not be the same.
 *   Lines              Contiguous ones of float and double (cumsum: of int32_t and int64_t too)
 *                      without options, all of one type, go to the functions on lines, others to
 *                      those on tensors. Here they can fail: sizes may differ, memory may overlap.
 *   Errors             What is not LANESCAN_OK is thrown as lanescan::error. Given a
 *                      std::error_code, by reference, anywhere among the options, a function sets
 *                      or clears that instead, and is noexcept. Where there is an error nothing has
 *                      been written. What can be told from the types does not compile.
 *   Memory             Nothing is allocated, but by an exception.
 *   No exceptions      Under -fno-exceptions calls without a std::error_code do not compile. */
#ifndef LANESCAN_HPP
#define LANESCAN_HPP

#include "lanescan.h"

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <new>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>
#if __cplusplus >= 202002L
#include <ranges>
#endif

namespace lanescan
{

/* ---- Errors -------------------------------------------------------------------------------------
 *
 *     std::error_code ec;
 *     lanescan::cumsum(x, y, ec);
 *     if (ec == lanescan::errc::overlap)
 *         std::cerr << ec.message() << '\n';
 *
 * ec == std::errc::invalid_argument is true of most; isa and not_built are
 * std::errc::not_supported, size is std::errc::value_too_large. */

/* The errors of lanescan_status. */
enum class errc {
    null = LANESCAN_ERROR_NULL,
    isa = LANESCAN_ERROR_ISA,
    dtype = LANESCAN_ERROR_DTYPE,
    op = LANESCAN_ERROR_OP,
    ndim = LANESCAN_ERROR_NDIM,
    dim = LANESCAN_ERROR_DIM,
    extent = LANESCAN_ERROR_EXTENT,
    shape = LANESCAN_ERROR_SHAPE,
    size = LANESCAN_ERROR_SIZE,
    alias = LANESCAN_ERROR_ALIAS,
    overlap = LANESCAN_ERROR_OVERLAP,
    option = LANESCAN_ERROR_OPTION,
    stream = LANESCAN_ERROR_STREAM,
    not_built = LANESCAN_ERROR_NOT_BUILT,
    index = LANESCAN_ERROR_INDEX
};

namespace detail
{

/* A template, for its table of virtual functions is then nobody's in particular. */
template <class = void> class status_category final : public std::error_category
{
public:
    const char *name() const noexcept override
    {
        return "lanescan";
    }
    std::string message(int value) const override
    {
        return lanescan_status_string(static_cast<lanescan_status>(value));
    }
    std::error_condition default_error_condition(int value) const noexcept override
    {
        const errc error = static_cast<errc>(value);
        return std::make_error_condition(error == errc::isa || error == errc::not_built
                                             ? std::errc::not_supported
                                         : error == errc::size ? std::errc::value_too_large
                                                               : std::errc::invalid_argument);
    }
};

} // namespace detail

/* The category of errors that are errc. */
inline const std::error_category &category() noexcept
{
    /* Never destroyed: other objects may ask for it as they are. */
    alignas(
        detail::status_category<>) static unsigned char memory[sizeof(detail::status_category<>)];
    static const std::error_category *const only = ::new (memory) detail::status_category<>;
    return *only;
}

inline std::error_code make_error_code(errc error) noexcept
{
    return std::error_code(static_cast<int>(error), category());
}

} // namespace lanescan

template <> struct std::is_error_code_enum<lanescan::errc> : std::true_type {
};

namespace lanescan
{

namespace detail
{
template <class = void> class thrown : public std::system_error
{
public:
    using std::system_error::system_error;
};
} // namespace detail

/* What is thrown: a std::system_error, whose code() is an errc. */
using error = detail::thrown<>;

/* ---- Types of elements --------------------------------------------------------------------------
 *
 * bool, integers, float, double, std::complex of these two, and f16 and bf16 as they are stored. A
 * type of another library that is stored as one of lanescan_dtype is told of in one line:
 *
 *     template <> struct lanescan::element<my_half> {
 *         static constexpr lanescan_dtype dtype = LANESCAN_F16;
 *     }; */

/* IEEE binary16, as it is stored. */
struct f16 {
    std::uint16_t bits;
};

/* The upper half of a float. */
struct bf16 {
    std::uint16_t bits;
};

namespace detail
{
constexpr std::size_t size_of(lanescan_dtype dtype) noexcept
{
    constexpr unsigned char sizes[] = { 1, 1, 2, 4, 8, 1, 2, 4, 8, 2, 2, 4, 8, 8, 16 };
    return sizes[dtype];
}
} // namespace detail

/* element<T>::dtype is the lanescan_dtype that T is stored as. */
template <class T, class = void> struct element {
};
template <> struct element<bool> {
    static constexpr lanescan_dtype dtype = LANESCAN_BOOL;
};
template <class T>
struct element<T, std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, bool>>> {
    static_assert(sizeof(T) <= 8, "lanescan: integers have at most 64 bits");
    static constexpr lanescan_dtype dtype =
        sizeof(T) == 1   ? (std::is_signed_v<T> ? LANESCAN_I8 : LANESCAN_U8)
        : sizeof(T) == 2 ? (std::is_signed_v<T> ? LANESCAN_I16 : LANESCAN_U16)
        : sizeof(T) == 4 ? (std::is_signed_v<T> ? LANESCAN_I32 : LANESCAN_U32)
                         : (std::is_signed_v<T> ? LANESCAN_I64 : LANESCAN_U64);
};
template <> struct element<f16> {
    static constexpr lanescan_dtype dtype = LANESCAN_F16;
};
template <> struct element<bf16> {
    static constexpr lanescan_dtype dtype = LANESCAN_BF16;
};
template <> struct element<float> {
    static constexpr lanescan_dtype dtype = LANESCAN_F32;
};
template <> struct element<double> {
    static constexpr lanescan_dtype dtype = LANESCAN_F64;
};
template <> struct element<std::complex<float>> {
    static constexpr lanescan_dtype dtype = LANESCAN_C64;
};
template <> struct element<std::complex<double>> {
    static constexpr lanescan_dtype dtype = LANESCAN_C128;
};

namespace detail
{
template <lanescan_op Op, class T> struct result {
    static constexpr bool is_integer = std::is_integral_v<T>;
    static constexpr bool is_u64 = is_integer && std::is_unsigned_v<T> && sizeof(T) == 8;
    using integer = std::conditional_t<
        Op == LANESCAN_LOGCUMSUMEXP, float,
        std::conditional_t<Op == LANESCAN_CUMMAX || Op == LANESCAN_CUMMIN, T,
                           std::conditional_t<is_u64, std::uint64_t, std::int64_t>>>;
    using type = std::conditional_t<is_integer, integer, T>;
};
} // namespace detail

/* The output's type by default, as lanescan_result_dtype: of cumsum of ints it is std::int64_t. */
template <lanescan_op Op, class T> using result_t = typename detail::result<Op, T>::type;

/* ---- Arrays -------------------------------------------------------------------------------------
 *
 * What functions take as an array:
 *
 *   Lines              What is contiguous and has data and size: std::vector, std::span,
 *                      std::array, an array float[n].
 *   More dimensions    A view (below); what has the interface of std::mdspan, in any layout with
 *                      strides; an array float[n][m].
 *   One element        As an input, a number: linear_recurrence(0.9, x, y). As an output, a view of
 *                      its address: view(&total).
 *   Known later        Where the number of dimensions or the type of elements are known when the
 *                      program runs: a lanescan_tensor, that of lanescan::tensor() for instance.
 *
 * A view knows where the elements of an array of N dimensions are, and owns nothing. Extents and
 * strides are in elements, integers in braces or a std::array; strides may be zero and negative,
 * data is the address of element (0, 0, ...). T is const for inputs only.
 *
 *     lanescan::view in(x.data(), { rows, columns });                // C order
 *     lanescan::view out(y.data(), { rows, columns }, { 1, rows });  // Fortran's
 */

/* An extent or a stride, of any integer type. */
class integer
{
public:
    template <class I, std::enable_if_t<std::is_integral_v<I>, int> = 0>
    constexpr integer(I value) noexcept : value_(static_cast<std::int64_t>(value))
    {
    }
    explicit constexpr operator std::int64_t() const noexcept
    {
        return value_;
    }

private:
    std::int64_t value_;
};

template <class T, std::size_t N> class view
{
    static_assert(N <= LANESCAN_MAX_NDIM, "lanescan: too many dimensions");

public:
    /* One element; for N of 0. */
    constexpr explicit view(T *address) noexcept : data_(address), shape_(), strides_()
    {
        static_assert(N == 0, "lanescan: the shape of the view is missing");
    }

    template <std::size_t M>
    constexpr view(T *address, const integer (&shape)[M]) noexcept
        : view(address, shape, number<M>())
    {
    }

    template <std::size_t M>
    constexpr view(T *address, const integer (&shape)[M], const integer (&strides)[M]) noexcept
        : view(address, shape, strides, number<M>())
    {
    }

    template <class I, std::size_t M>
    constexpr view(T *address, const std::array<I, M> &shape) noexcept
        : view(address, shape.data(), number<M>())
    {
    }

    template <class I, class J, std::size_t M>
    constexpr view(T *address, const std::array<I, M> &shape,
                   const std::array<J, M> &strides) noexcept
        : view(address, shape.data(), strides.data(), number<M>())
    {
    }

    constexpr T *data() const noexcept
    {
        return data_;
    }

    constexpr std::int64_t extent(std::size_t dim) const noexcept
    {
        return shape_[dim];
    }

    constexpr std::int64_t stride(std::size_t dim) const noexcept
    {
        return strides_[dim];
    }

    static constexpr std::size_t rank() noexcept
    {
        return N;
    }

    /* As the functions of lanescan.h take it, with pointers into the view. */
    lanescan_tensor tensor() const noexcept
    {
        static_assert(sizeof(T) == detail::size_of(element<std::remove_cv_t<T>>::dtype),
                      "lanescan: these elements are not stored as their dtype says");
        lanescan_tensor t;
        t.data = const_cast<void *>(static_cast<const void *>(data_));
        t.shape = shape_.data();
        t.strides = strides_.data();
        t.ndim = static_cast<std::int32_t>(N);
        t.dtype = element<std::remove_cv_t<T>>::dtype;
        return t;
    }

private:
    template <std::size_t M> using number = std::integral_constant<std::size_t, M>;

    template <class I, std::size_t M>
    constexpr view(T *address, const I *shape, number<M>) noexcept
        : data_(address), shape_(), strides_()
    {
        static_assert(M == N, "lanescan: a view has an extent for each dimension");
        std::uint64_t stride = 1; /* what is too large is found by the library */
        for (std::size_t dim = N; dim-- > 0;) {
            shape_[dim] = static_cast<std::int64_t>(shape[dim]);
            strides_[dim] = static_cast<std::int64_t>(stride);
            stride *= static_cast<std::uint64_t>(shape_[dim]);
        }
    }

    template <class I, class J, std::size_t M>
    constexpr view(T *address, const I *shape, const J *strides, number<M>) noexcept
        : data_(address), shape_(), strides_()
    {
        static_assert(M == N, "lanescan: a view has an extent for each dimension");
        for (std::size_t dim = 0; dim < N; dim++) {
            shape_[dim] = static_cast<std::int64_t>(shape[dim]);
            strides_[dim] = static_cast<std::int64_t>(strides[dim]);
        }
    }

    T *data_;
    std::array<std::int64_t, N> shape_, strides_;
};

template <class T> view(T *) -> view<T, 0>;
template <class T, std::size_t N> view(T *, const integer (&)[N]) -> view<T, N>;
template <class T, std::size_t N>
view(T *, const integer (&)[N], const integer (&)[N]) -> view<T, N>;
template <class T, class I, std::size_t N> view(T *, const std::array<I, N> &) -> view<T, N>;
template <class T, class I, class J, std::size_t N>
view(T *, const std::array<I, N> &, const std::array<J, N> &) -> view<T, N>;

/* A tensor that is only read. */
class const_tensor
{
public:
    const_tensor(const lanescan_tensor &t) noexcept : t_(t)
    {
    }

    /* For functions of lanescan.h that take it as an input. */
    const lanescan_tensor &get() const noexcept
    {
        return t_;
    }

private:
    lanescan_tensor t_;
};

/* A lanescan_tensor of ndim extents, and of strides in elements, NULL for C order; an input only if
 * data is const. Nothing is copied: shape and strides must outlive it. */
inline lanescan_tensor tensor(lanescan_dtype dtype, void *data, int ndim, const std::int64_t *shape,
                              const std::int64_t *strides = nullptr) noexcept
{
    lanescan_tensor t;
    t.data = data;
    t.shape = shape;
    t.strides = strides;
    t.ndim = ndim;
    t.dtype = dtype;
    return t;
}

inline const_tensor tensor(lanescan_dtype dtype, const void *data, int ndim,
                           const std::int64_t *shape,
                           const std::int64_t *strides = nullptr) noexcept
{
    return tensor(dtype, const_cast<void *>(data), ndim, shape, strides);
}

/* The same of elements whose type is known. */
template <class T>
auto tensor(T *data, int ndim, const std::int64_t *shape,
            const std::int64_t *strides = nullptr) noexcept
{
    using address = std::conditional_t<std::is_const_v<T>, const void *, void *>;
    return tensor(element<std::remove_cv_t<T>>::dtype, static_cast<address>(data), ndim, shape,
                  strides);
}

/* ---- Options ------------------------------------------------------------------------------------
 *
 * After the arrays, in any order: reverse, exclusive, initial(value), an executor, a
 * std::error_code.
 *
 *     lanescan::cumsum(x, y, lanescan::exclusive, lanescan::initial(100), pool, ec); */
struct reverse_option {
};
struct exclusive_option {
};
template <class T> struct initial_option {
    T value;
};

inline constexpr reverse_option reverse{};     /* LANESCAN_REVERSE: from the end */
inline constexpr exclusive_option exclusive{}; /* LANESCAN_EXCLUSIVE: without the element itself */

/* The value that is folded in first; it is converted to the output's type. Where that is known only
 * when the program runs it must be the value's own, else the error is errc::dtype. */
template <class T> constexpr initial_option<T> initial(T value) noexcept
{
    return { value };
}

/* ---- Executors ----------------------------------------------------------------------------------
 *
 * Any lanescan_executor is an option, those of lanescan_openmp.h and its like too. An
 * executor of this class is made of what runs tasks: a function object that is given their number
 * and the task, calls task(index) once for each index from 0 to the number - 1, on any threads, and
 * returns when all have returned.
 *
 *     lanescan::executor pool(4, [](std::size_t number, lanescan::task task) {
 *         std::vector<std::thread> threads;
 *         for (std::size_t index = 0; index < number; index++)
 *             threads.emplace_back(task, index);
 *         for (std::thread &thread : threads)
 *             thread.join();
 *     });
 *     lanescan::cumsum(x, y, pool);
 *
 *   Several at once    Calls with one executor may be made at the same time if its function object
 *                      may be called so.
 *   Exceptions         One that leaves the function object ends the program: the library is C, and
 *                      of a call that is half done nobody knows what has been written. */

/* A call's task; it may be copied. */
class task
{
public:
    task(lanescan_task function, void *data) noexcept : function_(function), data_(data)
    {
    }

    void operator()(std::size_t index) const
    {
        function_(data_, index);
    }

private:
    lanescan_task function_;
    void *data_;
};

/* At most max_tasks tasks for a call. It stays where it is: calls hold its address. */
template <class F> class executor
{
    static_assert(std::is_invocable_v<F &, std::size_t, task>,
                  "lanescan: an executor is made of a function of a number and a lanescan::task");

public:
    executor(unsigned max_tasks, F run) : run_(std::move(run)), executor_()
    {
        executor_.struct_size = static_cast<std::uint32_t>(sizeof executor_);
        executor_.max_tasks = max_tasks;
        executor_.context = this;
        executor_.parallel_for = parallel_for;
    }
    executor(const executor &) = delete;
    executor &operator=(const executor &) = delete;

    /* For options of lanescan.h. */
    const lanescan_executor &get() const noexcept
    {
        return executor_;
    }

private:
    static void parallel_for(void *context, std::size_t number, lanescan_task function,
                             void *data) noexcept
    {
        static_cast<executor *>(context)->run_(number, task(function, data));
    }

    F run_;
    lanescan_executor executor_;
};

template <class F> executor(unsigned, F) -> executor<F>;

/* ---- What the functions below are made of ---------------------------------------------------- */

namespace detail
{

template <class A> using bare = std::remove_cv_t<std::remove_reference_t<A>>;
template <class...> inline constexpr bool never = false;

template <class A, class = void> inline constexpr bool is_element = false;
template <class A>
inline constexpr bool is_element<A, std::void_t<decltype(element<bare<A>>::dtype)>> = true;

template <class A> inline constexpr bool is_view = false;
template <class T, std::size_t N> inline constexpr bool is_view<view<T, N>> = true;

/* Of a type known when the program runs. */
template <class A>
inline constexpr bool is_tensor = std::is_same_v<bare<A>, lanescan_tensor> ||
                                  std::is_same_v<bare<A>, const_tensor>;

template <class A, class = void> inline constexpr bool is_mdspan = false;
template <class A>
inline constexpr bool
    is_mdspan<A, std::void_t<decltype(bare<A>::rank()), decltype(std::declval<A &>().extent(0)),
                             decltype(std::declval<A &>().stride(0)),
                             decltype(*std::declval<A &>().data_handle())>> = true;

template <class A, class = void> inline constexpr bool is_range = false;
template <class A>
inline constexpr bool is_range<A, std::void_t<decltype(std::data(std::declval<A &>())),
                                              decltype(std::size(std::declval<A &>())),
                                              decltype(std::begin(std::declval<A &>())[0])>> =
#if defined(__cpp_lib_ranges)
    std::ranges::contiguous_range<A &>;
#else
    std::is_pointer_v<decltype(std::data(std::declval<A &>()))>;
#endif

/* What is not a line by its type alone. */
template <class A>
inline constexpr bool is_line = is_range<A> && !is_view<bare<A>> && !is_mdspan<A> &&
                                std::rank_v<bare<A>> <= 1;

template <class A> using data_of = decltype(std::data(std::declval<A &>()));
/* The type of a line's elements, const where they are. */
template <class A> using line_element = std::remove_pointer_t<data_of<A>>;

template <class M, std::size_t... Dim> auto view_of_mdspan(const M &m, std::index_sequence<Dim...>)
{
    using T = std::remove_reference_t<decltype(*m.data_handle())>;
    static_assert(std::is_convertible_v<decltype(m.data_handle()), T *>,
                  "lanescan: the elements of this mdspan are not at addresses");
    const std::array<std::int64_t, sizeof...(Dim)> shape = { static_cast<std::int64_t>(
        m.extent(Dim))... };
    const std::array<std::int64_t, sizeof...(Dim)> strides = { static_cast<std::int64_t>(
        m.stride(Dim))... };
    return view<T, sizeof...(Dim)>(m.data_handle(), shape, strides);
}

template <class A, std::size_t... Dim> auto view_of_array(A &a, std::index_sequence<Dim...>)
{
    using T = std::remove_all_extents_t<A>;
    const std::array<std::int64_t, sizeof...(Dim)> shape = { static_cast<std::int64_t>(
        std::extent_v<A, Dim>)... };
    return view<T, sizeof...(Dim)>(reinterpret_cast<T *>(&a), shape);
}

template <class A> auto view_of(A &a)
{
    if constexpr (is_view<bare<A>>) {
        return bare<A>(a);
    } else if constexpr (is_mdspan<A>) {
        return view_of_mdspan(a, std::make_index_sequence<bare<A>::rank()>());
    } else if constexpr (std::is_array_v<A>) {
        return view_of_array(a, std::make_index_sequence<std::rank_v<A>>());
    } else if constexpr (is_range<A>) {
        const std::array<std::int64_t, 1> shape = { static_cast<std::int64_t>(std::size(a)) };
        return view<line_element<A>, 1>(std::data(a), shape);
    } else if constexpr (is_element<A>) {
        return view<const A, 0>(&a);
    } else {
        static_assert(never<A>, "lanescan: this is no array; lanescan.hpp lists what is one");
    }
}

/* A function's argument as the library takes it. */
template <class V> class operand
{
public:
    explicit operand(const V &v) noexcept : view_(v), tensor_(view_.tensor())
    {
    }
    operand(const operand &) = delete;
    operand &operator=(const operand &) = delete;

    const lanescan_tensor *get() const noexcept
    {
        return &tensor_;
    }

private:
    V view_;
    lanescan_tensor tensor_;
};

template <> class operand<lanescan_tensor>
{
public:
    explicit operand(const lanescan_tensor *t) noexcept : tensor_(t)
    {
    }

    const lanescan_tensor *get() const noexcept
    {
        return tensor_;
    }

private:
    const lanescan_tensor *tensor_;
};

inline operand<lanescan_tensor> input(const lanescan_tensor &t)
{
    return operand<lanescan_tensor>(&t);
}

inline operand<lanescan_tensor> input(const const_tensor &t)
{
    return operand<lanescan_tensor>(&t.get());
}

template <class A, std::enable_if_t<!is_tensor<A>, int> = 0> auto input(const A &a)
{
    return operand<decltype(view_of(a))>(view_of(a));
}

template <class T, std::size_t N> void check_output(const view<T, N> &)
{
    static_assert(!std::is_const_v<T>, "lanescan: the elements of an output are const");
}

inline operand<lanescan_tensor> output(const lanescan_tensor &t)
{
    return operand<lanescan_tensor>(&t);
}

template <class A, std::enable_if_t<!is_tensor<A> && !std::is_null_pointer_v<A>, int> = 0>
auto output(A &a)
{
    check_output(view_of(a));
    return operand<decltype(view_of(a))>(view_of(a));
}

/* A gradient that is not asked for. */
inline operand<lanescan_tensor> output(const std::nullptr_t &)
{
    return operand<lanescan_tensor>(nullptr);
}

/* The type of an array's elements; void where it is known when the program runs. */
template <class T, std::size_t N> T element_of_view(const view<T, N> &);
template <class A, bool = is_tensor<A>> struct element_type {
    using type = void;
};
template <class A> struct element_type<A, false> {
    using type = std::remove_cv_t<decltype(element_of_view(view_of(std::declval<A &>())))>;
};
template <class A> using element_of = typename element_type<std::remove_reference_t<A>>::type;

/* ---- options ---- */

template <class O> inline constexpr bool is_executor = std::is_same_v<O, lanescan_executor>;
template <class F> inline constexpr bool is_executor<executor<F>> = true;
template <class O> inline constexpr bool is_initial = false;
template <class T> inline constexpr bool is_initial<initial_option<T>> = true;
template <class O> inline constexpr bool is_error_code = std::is_same_v<O, std::error_code>;
template <class O>
inline constexpr bool is_option = is_executor<O> || is_initial<O> || is_error_code<O> ||
                                  std::is_same_v<O, reverse_option> ||
                                  std::is_same_v<O, exclusive_option>;

/* A std::error_code must be one that can be set. */
template <class O>
inline constexpr bool is_usable = is_option<bare<O>> &&
                                  (!is_error_code<bare<O>> || std::is_same_v<O, std::error_code &>);
template <class... O> using options_only = std::enable_if_t<(true && ... && is_usable<O>), int>;
template <class A> using no_option = std::enable_if_t<!is_option<bare<A>>, int>;

template <class... O> inline constexpr bool is_quiet = (false || ... || is_error_code<bare<O>>);
/* Nothing but, perhaps, where an error goes. */
template <class... O> inline constexpr bool is_plain = (true && ... && is_error_code<bare<O>>);

/* A number as another type. */
template <class To, class From> struct conversion {
    static_assert(std::is_constructible_v<To, From>,
                  "lanescan: the initial value does not convert to the output's type");
    static_assert(!(std::is_integral_v<To> && std::is_floating_point_v<From>),
                  "lanescan: the initial value of integers is an integer");
    static To of(const From &from)
    {
        return static_cast<To>(from);
    }
};
template <class R, class From> struct conversion<std::complex<R>, From> {
    static std::complex<R> of(const From &from)
    {
        return conversion<R, From>::of(from);
    }
};
template <class R, class From> struct conversion<std::complex<R>, std::complex<From>> {
    static std::complex<R> of(const std::complex<From> &from)
    {
        return std::complex<R>(from);
    }
};

/* The options of one call. Y is the type of the element that an initial value is. */
template <class Y> class call
{
public:
    template <class... O> explicit call(O &...o) noexcept : options_(), initial_(), dtype_(-1)
    {
        options_.struct_size = static_cast<std::uint32_t>(sizeof options_);
        (take(o), ...);
    }
    call(const call &) = delete;
    call &operator=(const call &) = delete;

    const lanescan_options *options() const noexcept
    {
        return &options_;
    }

    /* Does an initial value fit results of this type? */
    bool fits(const lanescan_tensor *output) const noexcept
    {
        return dtype_ < 0 || dtype_ == output->dtype;
    }

private:
    void take(const reverse_option &) noexcept
    {
        options_.flags |= LANESCAN_REVERSE;
    }

    void take(const exclusive_option &) noexcept
    {
        options_.flags |= LANESCAN_EXCLUSIVE;
    }

    template <class T> void take(const initial_option<T> &o) noexcept
    {
        using type = std::conditional_t<std::is_void_v<Y>, T, Y>;
        static_assert(sizeof(type) <= sizeof initial_, "lanescan: no element is so large");
        const type value = conversion<type, T>::of(o.value);
        std::memcpy(initial_, &value, sizeof value);
        options_.initial = initial_;
        dtype_ = element<type>::dtype;
    }

    void take(const lanescan_executor &e) noexcept
    {
        options_.executor = &e;
    }

    template <class F> void take(const executor<F> &e) noexcept
    {
        options_.executor = &e.get();
    }

    void take(const std::error_code &) noexcept
    {
    }

    lanescan_options options_;
    alignas(16) unsigned char initial_[16];
    std::int64_t dtype_;
};

template <class O> void tell(int, const O &) noexcept
{
}

inline void tell(int status, std::error_code &ec) noexcept
{
    if (status == LANESCAN_OK)
        ec.clear();
    else
        ec.assign(status, category());
}

/* A call's end: whom it tells of an error. */
template <class... O> void finish(lanescan_status status, O &...o) noexcept(is_quiet<O...>)
{
    if constexpr (is_quiet<O...>) {
        (tell(status, o), ...);
    } else {
#if defined(__cpp_exceptions)
        if (status != LANESCAN_OK)
            throw error(make_error_code(static_cast<errc>(status)));
#else
        static_assert(never<call<void>, O...>,
                      "lanescan: without exceptions a function needs a std::error_code");
#endif
    }
}

} // namespace detail

/* ---- Scans --------------------------------------------------------------------------------------
 *
 *     lanescan::cumsum(x, y, options...);               // y[j] = x[0] + ... + x[j]; of a line
 *     lanescan::cumsum(x, dim, y, options...);          // along dimension dim
 *
 * cumsum, cumprod, cummax, cummin and logcumsumexp are called so; cummax and cummin may be given
 * the positions of the extremes besides, as lanescan_scan_index:
 *
 *     lanescan::cummax(x, y, index, options...);        // index: of std::int64_t
 *     lanescan::cummax(x, dim, y, index, options...);
 *
 * Where the operation is known when the program runs: scan(op, x, dim, y, options...) and
 * scan_index(op, x, dim, y, index, options...).
 *
 * Formulas           Those of lanescan_cumsum_f32 and its like, with what infinities and NaN do.
 * Aliasing           y may be x, exactly; nothing else may overlap.
 * Options            reverse, exclusive, initial, an executor.
 * Errors             As lanescan_scan; of lines NULL, SHAPE, OVERLAP. */

/* The scan that op names, along dimension dim. */
template <class X, class Y, class... O, detail::options_only<O...> = 0>
void scan(lanescan_op op, const X &x, int dim, Y &&y, O &&...o) noexcept(detail::is_quiet<O...>)
{
    const auto in = detail::input(x);
    const auto out = detail::output(y);
    const detail::call<detail::element_of<Y>> call(o...);
    detail::finish(call.fits(out.get())
                       ? lanescan_scan(op, in.get(), dim, call.options(), out.get())
                       : LANESCAN_ERROR_DTYPE,
                   o...);
}

/* The same with the positions of the extremes. */
template <class X, class Y, class I, class... O, detail::options_only<O...> = 0>
void scan_index(lanescan_op op, const X &x, int dim, Y &&y, I &&index,
                O &&...o) noexcept(detail::is_quiet<O...>)
{
    const auto in = detail::input(x);
    const auto out = detail::output(y);
    const auto positions = detail::output(index);
    const detail::call<detail::element_of<Y>> call(o...);
    detail::finish(call.fits(out.get()) ? lanescan_scan_index(op, in.get(), dim, call.options(),
                                                              out.get(), positions.get())
                                        : LANESCAN_ERROR_DTYPE,
                   o...);
}

namespace detail
{

template <lanescan_op Op> using op_constant = std::integral_constant<lanescan_op, Op>;
using sum = op_constant<LANESCAN_CUMSUM>;
using product = op_constant<LANESCAN_CUMPROD>;
using maximum = op_constant<LANESCAN_CUMMAX>;
using minimum = op_constant<LANESCAN_CUMMIN>;
using log_sum = op_constant<LANESCAN_LOGCUMSUMEXP>;

/* The functions on lines, by operation and type. */
inline void line(sum, std::size_t n, const float *x, float *y) noexcept
{
    lanescan_cumsum_f32(n, x, y);
}
inline void line(sum, std::size_t n, const double *x, double *y) noexcept
{
    lanescan_cumsum_f64(n, x, y);
}
inline void line(sum, std::size_t n, const std::int32_t *x, std::int32_t *y) noexcept
{
    lanescan_cumsum_i32(n, x, y);
}
inline void line(sum, std::size_t n, const std::int64_t *x, std::int64_t *y) noexcept
{
    lanescan_cumsum_i64(n, x, y);
}
inline void line(product, std::size_t n, const float *x, float *y) noexcept
{
    lanescan_cumprod_f32(n, x, y);
}
inline void line(product, std::size_t n, const double *x, double *y) noexcept
{
    lanescan_cumprod_f64(n, x, y);
}
inline void line(log_sum, std::size_t n, const float *x, float *y) noexcept
{
    lanescan_logcumsumexp_f32(n, x, y);
}
inline void line(log_sum, std::size_t n, const double *x, double *y) noexcept
{
    lanescan_logcumsumexp_f64(n, x, y);
}
inline void line(maximum, std::size_t n, const float *x, float *y,
                 std::int64_t *index = nullptr) noexcept
{
    lanescan_cummax_f32(n, x, y, index);
}
inline void line(maximum, std::size_t n, const double *x, double *y,
                 std::int64_t *index = nullptr) noexcept
{
    lanescan_cummax_f64(n, x, y, index);
}
inline void line(minimum, std::size_t n, const float *x, float *y,
                 std::int64_t *index = nullptr) noexcept
{
    lanescan_cummin_f32(n, x, y, index);
}
inline void line(minimum, std::size_t n, const double *x, double *y,
                 std::int64_t *index = nullptr) noexcept
{
    lanescan_cummin_f64(n, x, y, index);
}
inline float reduced_line(std::size_t n, const float *x) noexcept
{
    return lanescan_logsumexp_f32(n, x);
}
inline double reduced_line(std::size_t n, const double *x) noexcept
{
    return lanescan_logsumexp_f64(n, x);
}

/* Of two lines. */
struct log_add {
};
struct recurrence {
};
inline void line(log_add, std::size_t n, const float *a, const float *b, float *y) noexcept
{
    lanescan_logaddexp_f32(n, a, b, y);
}
inline void line(log_add, std::size_t n, const double *a, const double *b, double *y) noexcept
{
    lanescan_logaddexp_f64(n, a, b, y);
}
inline void line(recurrence, std::size_t n, const float *a, const float *b, float *y) noexcept
{
    lanescan_linear_recurrence_f32(n, a, b, y);
}
inline void line(recurrence, std::size_t n, const double *a, const double *b, double *y) noexcept
{
    lanescan_linear_recurrence_f64(n, a, b, y);
}

/* Is there a function on lines for these arrays? */
template <class Op, class Enable, class... A> inline constexpr bool has_line_of = false;
template <class Op, class... A>
inline constexpr bool
    has_line_of<Op, std::void_t<decltype(line(Op(), std::size_t(), std::declval<data_of<A>>()...))>,
                A...> = (true && ... && is_line<A>);
template <class Op, class... A> inline constexpr bool has_line = has_line_of<Op, void, A...>;

template <class A, class = void> inline constexpr bool has_reduced_line = false;
template <class A>
inline constexpr bool has_reduced_line<
    A, std::void_t<decltype(reduced_line(std::size_t(), std::declval<data_of<A>>()))>> = is_line<A>;

/* What the functions on lines leave to their callers: pointers, and overlap that is not exactly in
 * place. */
template <class X, class Y> bool overlap(std::size_t n, const X *x, const Y *y) noexcept
{
    const std::less<const void *> before;
    return n > 0 && before(x, y + n) && before(y, x + n) &&
           !(std::is_same_v<X, Y> && static_cast<const void *>(x) == y);
}

template <class X, class Y>
lanescan_status check_lines(std::size_t n, const X &x, const Y &y) noexcept
{
    return std::size(x) != n                          ? LANESCAN_ERROR_SHAPE
           : n > 0 && !(std::data(x) && std::data(y)) ? LANESCAN_ERROR_NULL
           : overlap(n, std::data(x), std::data(y))   ? LANESCAN_ERROR_OVERLAP
                                                      : LANESCAN_OK;
}

template <class T, std::size_t N> std::integral_constant<std::size_t, N> rank_of(view<T, N>);
template <class A> void check_is_line()
{
    if constexpr (is_tensor<A>)
        static_assert(never<A>, "lanescan: the dimension is missing");
    else
        static_assert(decltype(rank_of(view_of(std::declval<A &>())))::value == 1,
                      "lanescan: the dimension is missing");
}

/* The functions named by operations. */
template <lanescan_op Op> struct scan_function {
    template <class X, class Y, class... O, options_only<O...> = 0>
    void operator()(const X &x, Y &&y, O &&...o) const noexcept(is_quiet<O...>)
    {
        if constexpr (has_line<op_constant<Op>, const X, std::remove_reference_t<Y>> &&
                      is_plain<O...>) {
            const std::size_t n = std::size(y);
            const lanescan_status status = check_lines(n, x, y);
            if (status == LANESCAN_OK)
                line(op_constant<Op>(), n, std::data(x), std::data(y));
            finish(status, o...);
        } else {
            check_is_line<const X>();
            scan(Op, x, 0, y, o...);
        }
    }

    template <class X, class Y, class... O, options_only<O...> = 0>
    void operator()(const X &x, int dim, Y &&y, O &&...o) const noexcept(is_quiet<O...>)
    {
        scan(Op, x, dim, y, o...);
    }
};

template <lanescan_op Op> struct extreme_function : scan_function<Op> {
    using scan_function<Op>::operator();

    template <class X, class Y, class I, class... O, no_option<I> = 0, options_only<O...> = 0>
    void operator()(const X &x, Y &&y, I &&index, O &&...o) const noexcept(is_quiet<O...>)
    {
        if constexpr (has_line<op_constant<Op>, const X, std::remove_reference_t<Y>,
                               std::remove_reference_t<I>> &&
                      is_plain<O...>) {
            const std::size_t n = std::size(y);
            lanescan_status status = check_lines(n, x, y);
            if (status == LANESCAN_OK)
                status = std::size(index) != n ? LANESCAN_ERROR_SHAPE : check_lines(n, x, index);
            if (status == LANESCAN_OK)
                status = check_lines(n, y, index);
            if (status == LANESCAN_OK)
                line(op_constant<Op>(), n, std::data(x), std::data(y), std::data(index));
            finish(status, o...);
        } else {
            check_is_line<const X>();
            scan_index(Op, x, 0, y, index, o...);
        }
    }

    template <class X, class Y, class I, class... O, no_option<I> = 0, options_only<O...> = 0>
    void operator()(const X &x, int dim, Y &&y, I &&index, O &&...o) const noexcept(is_quiet<O...>)
    {
        scan_index(Op, x, dim, y, index, o...);
    }
};

} // namespace detail

inline constexpr detail::scan_function<LANESCAN_CUMSUM> cumsum{};
inline constexpr detail::scan_function<LANESCAN_CUMPROD> cumprod{};
inline constexpr detail::extreme_function<LANESCAN_CUMMAX> cummax{};
inline constexpr detail::extreme_function<LANESCAN_CUMMIN> cummin{};
inline constexpr detail::scan_function<LANESCAN_LOGCUMSUMEXP> logcumsumexp{};

/* ---- Log-sum-exp --------------------------------------------------------------------------------
 *
 *     double all = lanescan::logsumexp(x, options...);      // log(sum of e^x): of all elements
 *     lanescan::logsumexp(x, dim, y, options...);           // along one dimension
 *     lanescan::logsumexp(x, { 0, 2 }, y, options...);      // along several; or a line of int
 *
 * Types              Of all elements: floating or complex, the result is an element.
 * Options            An executor.
 * Errors             As lanescan_logsumexp. Of a line of float or double there is none. */

/* Dimensions that are reduced: one, several in braces, or a line of int. None at all means all. */
class dimensions
{
public:
    dimensions(int dim) noexcept : dimensions(&dim, 1)
    {
    }

    dimensions(std::initializer_list<int> dims) noexcept : dimensions(dims.begin(), dims.size())
    {
    }

    template <class D, std::enable_if_t<
                           std::is_convertible_v<detail::data_of<const D>, const int *>, int> = 0>
    dimensions(const D &dims) noexcept : dimensions(std::data(dims), std::size(dims))
    {
    }

    const int *data() const noexcept
    {
        return dims_;
    }

    int size() const noexcept
    {
        return size_;
    }

private:
    /* Of too many none is looked at. */
    dimensions(const int *dims, std::size_t size) noexcept
        : size_(size > LANESCAN_MAX_NDIM ? LANESCAN_MAX_NDIM + 1 : static_cast<int>(size))
    {
        for (std::size_t i = 0; i < size && i < LANESCAN_MAX_NDIM; i++)
            dims_[i] = dims[i];
    }

    int size_, dims_[LANESCAN_MAX_NDIM];
};

template <class X, class Y, class... O, detail::options_only<O...> = 0>
void logsumexp(const X &x, const dimensions &dims, Y &&y, O &&...o) noexcept(detail::is_quiet<O...>)
{
    const auto in = detail::input(x);
    const auto out = detail::output(y);
    const detail::call<detail::element_of<Y>> call(o...);
    detail::finish(
        lanescan_logsumexp(in.get(), dims.data(), dims.size(), call.options(), out.get()), o...);
}

template <class X, class... O, detail::options_only<O...> = 0>
auto logsumexp(const X &x, O &&...o) noexcept(detail::is_quiet<O...>)
{
    if constexpr (detail::has_reduced_line<const X> && detail::is_plain<O...>) {
        detail::finish(LANESCAN_OK, o...);
        return detail::reduced_line(std::size(x), std::data(x));
    } else {
        static_assert(!detail::is_tensor<X>, "lanescan: the type of the result is not known");
        using T = detail::element_of<const X>;
        static_assert(!std::is_integral_v<T>,
                      "lanescan: of integers the result needs an array of another type");
        T result = T();
        logsumexp(x, dimensions({}), view<T, 0>(&result), o...);
        return result;
    }
}

/* ---- Log-add-exp, linear recurrences ------------------------------------------------------------
 *
 *     lanescan::logaddexp(a, b, y, options...);                  // log(e^a + e^b)
 *     lanescan::linear_recurrence(a, b, y, options...);          // y[j] = a[j] y[j-1] + b[j]
 *     lanescan::linear_recurrence(a, b, dim, y, options...);
 *
 * Shapes             Any number of dimensions. a and b are broadcast to y; either may be a number.
 * Aliasing           y may be an input of its own shape, exactly; nothing else may overlap.
 * Options            logaddexp: an executor. linear_recurrence: reverse, initial, an executor.
 * Errors             As lanescan_logaddexp, lanescan_linear_recurrence. */

namespace detail
{
/* Of lines of one size and type, without options: by the functions on lines. */
template <class Op, class A, class B, class Y, class... O>
bool on_lines(const A &a, const B &b, Y &y, O &...o) noexcept(is_quiet<O...>)
{
    if constexpr (has_line<Op, const A, const B, Y> && is_plain<O...>) {
        const std::size_t n = std::size(y);
        if (std::size(a) == n && std::size(b) == n) {
            lanescan_status status = check_lines(n, a, y);
            if (status == LANESCAN_OK)
                status = check_lines(n, b, y);
            if (status == LANESCAN_OK)
                line(Op(), n, std::data(a), std::data(b), std::data(y));
            finish(status, o...);
            return true;
        }
    }
    return false;
}
} // namespace detail

template <class A, class B, class Y, class... O, detail::options_only<O...> = 0>
void logaddexp(const A &a, const B &b, Y &&y, O &&...o) noexcept(detail::is_quiet<O...>)
{
    if (detail::on_lines<detail::log_add>(a, b, y, o...))
        return;
    const auto left = detail::input(a);
    const auto right = detail::input(b);
    const auto out = detail::output(y);
    const detail::call<detail::element_of<Y>> call(o...);
    detail::finish(lanescan_logaddexp(left.get(), right.get(), call.options(), out.get()), o...);
}

template <class A, class B, class Y, class... O, detail::options_only<O...> = 0>
void linear_recurrence(const A &a, const B &b, int dim, Y &&y,
                       O &&...o) noexcept(detail::is_quiet<O...>)
{
    const auto coefficients = detail::input(a);
    const auto addends = detail::input(b);
    const auto out = detail::output(y);
    const detail::call<detail::element_of<Y>> call(o...);
    detail::finish(call.fits(out.get())
                       ? lanescan_linear_recurrence(coefficients.get(), addends.get(), dim,
                                                    call.options(), out.get())
                       : LANESCAN_ERROR_DTYPE,
                   o...);
}

template <class A, class B, class Y, class... O, detail::options_only<O...> = 0>
void linear_recurrence(const A &a, const B &b, Y &&y, O &&...o) noexcept(detail::is_quiet<O...>)
{
    if (detail::on_lines<detail::recurrence>(a, b, y, o...))
        return;
    detail::check_is_line<std::remove_reference_t<Y>>();
    linear_recurrence(a, b, 0, y, o...);
}

/* ---- Gradients ----------------------------------------------------------------------------------
 *
 *     lanescan::scan_vjp(op, x, dim, g, gx, options...);            // of cumsum and so on
 *     lanescan::scan_index_vjp(index, dim, g, gx, options...);      // of cummax and cummin
 *     lanescan::logsumexp_vjp(x, { 0, 2 }, g, gx, options...);      // or one dimension
 *     lanescan::logaddexp_vjp(a, b, g, ga, gb, options...);
 *     lanescan::linear_recurrence_vjp(a, y, dim, g, ga, gb, options...);
 *
 * g is the gradient of the results, gx becomes that of x: the functions of these names in
 * lanescan.h have the formulas. Of two gradients one that nobody wants is nullptr.
 *
 * Options            Those of the forward call; an initial value is converted to the type of the
 *                    forward call's results (g; of recurrences y).
 * Errors             As the functions of lanescan.h. */

/* Of a scan; g is the gradient of its results, gx becomes that of x. */
template <class X, class G, class GX, class... O, detail::options_only<O...> = 0>
void scan_vjp(lanescan_op op, const X &x, int dim, const G &g, GX &&gx,
              O &&...o) noexcept(detail::is_quiet<O...>)
{
    const auto in = detail::input(x);
    const auto results = detail::input(g);
    const auto out = detail::output(gx);
    const detail::call<detail::element_of<const G>> call(o...);
    detail::finish(call.fits(results.get()) ? lanescan_scan_vjp(op, in.get(), dim, call.options(),
                                                                results.get(), out.get())
                                            : LANESCAN_ERROR_DTYPE,
                   o...);
}

/* Of cummax and cummin, by their indices. */
template <class I, class G, class GX, class... O, detail::options_only<O...> = 0>
void scan_index_vjp(const I &index, int dim, const G &g, GX &&gx,
                    O &&...o) noexcept(detail::is_quiet<O...>)
{
    const auto positions = detail::input(index);
    const auto results = detail::input(g);
    const auto out = detail::output(gx);
    const detail::call<detail::element_of<const G>> call(o...);
    detail::finish(call.fits(results.get())
                       ? lanescan_scan_index_vjp(positions.get(), dim, call.options(),
                                                 results.get(), out.get())
                       : LANESCAN_ERROR_DTYPE,
                   o...);
}

/* Of logsumexp. */
template <class X, class G, class GX, class... O, detail::options_only<O...> = 0>
void logsumexp_vjp(const X &x, const dimensions &dims, const G &g, GX &&gx,
                   O &&...o) noexcept(detail::is_quiet<O...>)
{
    const auto in = detail::input(x);
    const auto result = detail::input(g);
    const auto out = detail::output(gx);
    const detail::call<detail::element_of<const G>> call(o...);
    detail::finish(lanescan_logsumexp_vjp(in.get(), dims.data(), dims.size(), call.options(),
                                          result.get(), out.get()),
                   o...);
}

/* Of logaddexp. */
template <class A, class B, class G, class GA, class GB, class... O, detail::options_only<O...> = 0>
void logaddexp_vjp(const A &a, const B &b, const G &g, GA &&ga, GB &&gb,
                   O &&...o) noexcept(detail::is_quiet<O...>)
{
    const auto left = detail::input(a);
    const auto right = detail::input(b);
    const auto results = detail::input(g);
    const auto of_left = detail::output(ga);
    const auto of_right = detail::output(gb);
    const detail::call<detail::element_of<const G>> call(o...);
    detail::finish(lanescan_logaddexp_vjp(left.get(), right.get(), call.options(), results.get(),
                                          of_left.get(), of_right.get()),
                   o...);
}

/* Of linear recurrences; y are the results. */
template <class A, class Y, class G, class GA, class GB, class... O, detail::options_only<O...> = 0>
void linear_recurrence_vjp(const A &a, const Y &y, int dim, const G &g, GA &&ga, GB &&gb,
                           O &&...o) noexcept(detail::is_quiet<O...>)
{
    const auto coefficients = detail::input(a);
    const auto results = detail::input(y);
    const auto of_results = detail::input(g);
    const auto of_a = detail::output(ga);
    const auto of_b = detail::output(gb);
    const detail::call<detail::element_of<const Y>> call(o...);
    detail::finish(call.fits(results.get())
                       ? lanescan_linear_recurrence_vjp(coefficients.get(), results.get(), dim,
                                                        call.options(), of_results.get(),
                                                        of_a.get(), of_b.get())
                       : LANESCAN_ERROR_DTYPE,
                   o...);
}

/* ---- Streams ------------------------------------------------------------------------------------
 *
 *     lanescan::stream<double> s(LANESCAN_CUMSUM);
 *     s.push(x, y);                                     // a piece; x may be y
 *     s.push(x, y);                                     // goes on where the last one ended
 *     double total = s.total();
 *
 * A line that arrives in pieces. All that is known is in the object, 2 KiB, which may be copied.
 *
 * Options            exclusive, initial, an executor, which must outlive the stream.
 * Errors             As lanescan_stream_begin and so on; SHAPE where a piece and its results have
 *                    not one size. A stream whose begin has set a std::error_code is not begun. */
template <class T> class stream
{
public:
    template <class... O, detail::options_only<O...> = 0>
    explicit stream(lanescan_op op, O &&...o) noexcept(detail::is_quiet<O...>) : stream_()
    {
        static_assert((true && ... &&
                       (std::is_lvalue_reference_v<O &&> || !detail::is_executor<detail::bare<O>>)),
                      "lanescan: a stream's executor must outlive it");
        const detail::call<T> call(o...);
        detail::finish(lanescan_stream_begin(&stream_, op, element<T>::dtype, call.options()),
                       o...);
    }

    /* The next elements; x and y are contiguous lines of T. */
    template <class X, class Y, class... E, detail::options_only<E...> = 0>
    void push(const X &x, Y &&y, E &&...ec) noexcept(detail::is_quiet<E...>)
    {
        static_assert(detail::is_plain<E...>, "lanescan: a stream has its options already");
        static_assert(detail::is_line<const X> && detail::is_line<Y>,
                      "lanescan: pieces are contiguous");
        static_assert(std::is_same_v<std::remove_cv_t<detail::line_element<const X>>, T> &&
                          std::is_same_v<detail::line_element<Y>, T>,
                      "lanescan: pieces have the stream's type");
        detail::finish(
            std::size(x) == std::size(y)
                ? lanescan_stream_push(&stream_, std::size(x), std::data(x), std::data(y))
                : LANESCAN_ERROR_SHAPE,
            ec...);
    }

    /* The fold of all that was pushed, and of the initial value. */
    template <class... E, detail::options_only<E...> = 0>
    T total(E &&...ec) const noexcept(detail::is_quiet<E...>)
    {
        static_assert(detail::is_plain<E...>, "lanescan: a stream has its options already");
        T result = T();
        detail::finish(lanescan_stream_total(&stream_, &result), ec...);
        return result;
    }

private:
    lanescan_stream stream_;
};

/* ---- Instruction sets, versions -----------------------------------------------------------------
 *
 * isa(), set_isa(name, ec), isas(), version() and result_dtype(op, input) are those of
 * lanescan.h. */

/* The name of the set in use. */
inline const char *isa() noexcept
{
    return lanescan_isa();
}

/* Uses another set from now on, in all threads. Errors: NULL, ISA. */
template <class... E, detail::options_only<E...> = 0>
void set_isa(const char *name, E &&...ec) noexcept(detail::is_quiet<E...>)
{
    static_assert(detail::is_plain<E...>, "lanescan: set_isa has no options");
    detail::finish(lanescan_set_isa(name), ec...);
}

/* The names of all sets that can be used, best first:
 *
 *     for (const char *name : lanescan::isas())
 *         std::cout << name << '\n'; */
class isas
{
public:
    const char *const *begin() const noexcept
    {
        return first_;
    }
    const char *const *end() const noexcept
    {
        return last_;
    }

private:
    static const char *const *end_of(const char *const *name) noexcept
    {
        while (*name)
            ++name;
        return name;
    }

    const char *const *first_ = lanescan_isas();
    const char *const *last_ = end_of(first_);
};

/* The version of the library that runs. */
inline const char *version() noexcept
{
    return lanescan_version();
}

inline lanescan_dtype result_dtype(lanescan_op op, lanescan_dtype input) noexcept
{
    return lanescan_result_dtype(op, input);
}

} // namespace lanescan

#endif
