/* Each function of lanescan.hpp gives the bits of the call in C that it stands for, and allocates
 * nothing. */
#include "arrays.h"

#include <complex>
#if __cplusplus >= 202002L
#include <span>
#endif

namespace
{

/* ---- lines ---- */

template <class T> using line_in_c = void (*)(std::size_t, const T *, T *);
template <class T> using extreme_in_c = void (*)(std::size_t, const T *, T *, std::int64_t *);
template <class T> using pair_in_c = void (*)(std::size_t, const T *, const T *, T *);

template <class T, class F>
void check_line(const char *name, F function, line_in_c<T> in_c, const std::vector<T> &x)
{
    const std::size_t n = x.size();
    std::vector<T> y(n, T(7)), expected(n, T(7)), in_place = x;
    std::error_code ec = lanescan::errc::dim;
    in_c(n, x.data(), expected.data());
    const std::size_t before = allocations();
    function(x, y);
    function(in_place, in_place, ec);
    const std::size_t after = allocations();
    check(same(y, expected), "%s: other bits, n = %zu", name, n);
    check(!ec && same(in_place, expected), "%s in place, n = %zu", name, n);
    check(before == after, "%s allocates", name);
    static_assert(noexcept(function(x, y, ec)) && !noexcept(function(x, y)));
#if __cplusplus >= 202002L
    std::vector<T> z(n, T(7));
    function(std::span<const T>(x), std::span<T>(z));
    check(same(z, expected), "%s of spans, n = %zu", name, n);
#endif
}

template <class T, class F>
void check_extreme(const char *name, F function, extreme_in_c<T> in_c, const std::vector<T> &x)
{
    const std::size_t n = x.size();
    std::vector<T> y(n), expected(n);
    std::vector<std::int64_t> index(n), positions(n);
    in_c(n, x.data(), expected.data(), positions.data());
    function(x, y, index);
    check(same(y, expected) && same(index, positions), "%s with indices, n = %zu", name, n);
    std::fill(y.begin(), y.end(), T(7));
    function(x, y);
    check(same(y, expected), "%s, n = %zu", name, n);
    std::fill(y.begin(), y.end(), T(7));
    std::fill(index.begin(), index.end(), 7);
    const lanescan::view in(x.data(), { n });
    const lanescan::view values(y.data(), { n });
    const lanescan::view at(index.data(), { n });
    function(in, values, at);
    check(same(y, expected) && same(index, positions), "%s of views, n = %zu", name, n);
}

template <class T, class F>
void check_pair(const char *name, F function, pair_in_c<T> in_c, const std::vector<T> &a,
                const std::vector<T> &b)
{
    const std::size_t n = a.size();
    std::vector<T> y(n), expected(n);
    in_c(n, a.data(), b.data(), expected.data());
    function(a, b, y);
    check(same(y, expected), "%s, n = %zu", name, n);
}

void check_lines()
{
    const auto logaddexp = [](const auto &a, const auto &b, auto &y) {
        lanescan::logaddexp(a, b, y);
    };
    const auto recurrence = [](const auto &a, const auto &b, auto &y) {
        lanescan::linear_recurrence(a, b, y);
    };
    for (std::size_t n : std::array<std::size_t, 7>{ 0, 1, 2, 31, 32, 100, 5000 }) {
        const auto f32 = data_of<float>("f32", n), b32 = data_of<float>("b32", n);
        const auto f64 = data_of<double>("f64", n), b64 = data_of<double>("b64", n);
        check_line("cumsum f32", lanescan::cumsum, lanescan_cumsum_f32, f32);
        check_line("cumsum f64", lanescan::cumsum, lanescan_cumsum_f64, f64);
        check_line("cumsum i32", lanescan::cumsum, lanescan_cumsum_i32,
                   data_of<std::int32_t>("i32", n));
        check_line("cumsum i64", lanescan::cumsum, lanescan_cumsum_i64,
                   data_of<std::int64_t>("i64", n));
        check_line("cumprod f32", lanescan::cumprod, lanescan_cumprod_f32, f32);
        check_line("cumprod f64", lanescan::cumprod, lanescan_cumprod_f64, f64);
        check_line("logcumsumexp f32", lanescan::logcumsumexp, lanescan_logcumsumexp_f32, f32);
        check_line("logcumsumexp f64", lanescan::logcumsumexp, lanescan_logcumsumexp_f64, f64);
        check_extreme("cummax f32", lanescan::cummax, lanescan_cummax_f32, f32);
        check_extreme("cummax f64", lanescan::cummax, lanescan_cummax_f64, f64);
        check_extreme("cummin f32", lanescan::cummin, lanescan_cummin_f32, f32);
        check_extreme("cummin f64", lanescan::cummin, lanescan_cummin_f64, f64);
        check_pair("logaddexp f32", logaddexp, lanescan_logaddexp_f32, f32, b32);
        check_pair("logaddexp f64", logaddexp, lanescan_logaddexp_f64, f64, b64);
        check_pair("linear_recurrence f32", recurrence, lanescan_linear_recurrence_f32, f32, b32);
        check_pair("linear_recurrence f64", recurrence, lanescan_linear_recurrence_f64, f64, b64);
        const float of32 = lanescan::logsumexp(f32), c32 = lanescan_logsumexp_f32(n, f32.data());
        const double of64 = lanescan::logsumexp(f64), c64 = lanescan_logsumexp_f64(n, f64.data());
        check(std::memcmp(&of32, &c32, sizeof c32) == 0, "logsumexp f32, n = %zu", n);
        check(std::memcmp(&of64, &c64, sizeof c64) == 0, "logsumexp f64, n = %zu", n);
    }
}

/* ---- tensors: 3 x 4 x 5 of doubles, as a call in C and as calls in C++ ---- */

enum : std::size_t { A = 3, B = 4, C = 5, ALL = A * B * C };
const std::int64_t shape_in_c[3] = { A, B, C }, turned_in_c[3] = { 1, A, A *B };
using buffer = std::vector<double>;

lanescan_tensor tensor_in_c(const double *data, const std::int64_t *strides)
{
    lanescan_tensor t;
    t.data = const_cast<double *>(data);
    t.shape = shape_in_c;
    t.strides = strides;
    t.ndim = 3;
    t.dtype = LANESCAN_F64;
    return t;
}

lanescan::view<const double, 3> in_order(const buffer &data)
{
    return { data.data(), { +A, +B, +C } };
}

/* Fortran's order. */
lanescan::view<double, 3> turned(buffer &data)
{
    return { data.data(), { +A, +B, +C }, { std::size_t(1), +A, A * B } };
}

lanescan_options options_in_c(std::uint32_t flags, const void *initial)
{
    lanescan_options o = lanescan_options();
    o.struct_size = sizeof o;
    o.flags = flags;
    o.initial = initial;
    return o;
}

void check_scans(const buffer &x)
{
    const double half = 0.5;
    const lanescan_tensor in = tensor_in_c(x.data(), nullptr);
    for (const lanescan_op op : { LANESCAN_CUMSUM, LANESCAN_CUMPROD, LANESCAN_CUMMAX,
                                  LANESCAN_CUMMIN, LANESCAN_LOGCUMSUMEXP }) {
        for (int dim = -3; dim < 3; dim++) {
            buffer y(ALL), expected(ALL);
            const lanescan_tensor out = tensor_in_c(expected.data(), turned_in_c);
            const lanescan_options o = options_in_c(LANESCAN_REVERSE | LANESCAN_EXCLUSIVE, &half);
            check(lanescan_scan(op, &in, dim, &o, &out) == LANESCAN_OK, "the call in C");
            const std::size_t before = allocations();
            lanescan::scan(op, in_order(x), dim, turned(y), lanescan::initial(0.5f),
                           lanescan::exclusive, lanescan::reverse);
            check(before == allocations(), "scan allocates");
            check(same(y, expected), "scan %d along %d with all options", op, dim);
            const auto by_name = [&](auto function) {
                function(in_order(x), dim, turned(y), lanescan::exclusive, lanescan::reverse,
                         lanescan::initial(half));
            };
            std::fill(y.begin(), y.end(), 7);
            if (op == LANESCAN_CUMSUM)
                by_name(lanescan::cumsum);
            else if (op == LANESCAN_CUMPROD)
                by_name(lanescan::cumprod);
            else if (op == LANESCAN_CUMMAX)
                by_name(lanescan::cummax);
            else if (op == LANESCAN_CUMMIN)
                by_name(lanescan::cummin);
            else
                by_name(lanescan::logcumsumexp);
            check(same(y, expected), "scan %d along %d by its name", op, dim);
        }
    }
}

void check_indices(const buffer &x)
{
    const lanescan_tensor in = tensor_in_c(x.data(), nullptr);
    for (const lanescan_op op : { LANESCAN_CUMMAX, LANESCAN_CUMMIN }) {
        buffer y(ALL), expected(ALL);
        std::vector<std::int64_t> index(ALL), positions(ALL);
        const lanescan_tensor values = tensor_in_c(expected.data(), turned_in_c);
        lanescan_tensor at = tensor_in_c(nullptr, nullptr);
        at.data = positions.data();
        at.dtype = LANESCAN_I64;
        const lanescan_options o = options_in_c(LANESCAN_REVERSE, nullptr);
        check(lanescan_scan_index(op, &in, 1, &o, &values, &at) == LANESCAN_OK, "the call in C");
        lanescan::view places(index.data(), { +A, +B, +C });
        lanescan::scan_index(op, in_order(x), 1, turned(y), places, lanescan::reverse);
        check(same(y, expected) && same(index, positions), "scan_index %d", op);
        std::fill(index.begin(), index.end(), 7);
        if (op == LANESCAN_CUMMAX)
            lanescan::cummax(in_order(x), 1, turned(y), places, lanescan::reverse);
        else
            lanescan::cummin(in_order(x), 1, turned(y), places, lanescan::reverse);
        check(same(y, expected) && same(index, positions), "%d with indices, by its name", op);

        buffer g(ALL), expected_g(ALL);
        const lanescan_tensor gradient = tensor_in_c(expected_g.data(), nullptr);
        check(lanescan_scan_index_vjp(&at, 1, &o, &in, &gradient) == LANESCAN_OK, "in C");
        lanescan::scan_index_vjp(places, 1, in_order(x), lanescan::view(g.data(), { +A, +B, +C }),
                                 lanescan::reverse);
        check(same(g, expected_g), "scan_index_vjp %d", op);
    }
}

void check_reductions(const buffer &x)
{
    const lanescan_tensor in = tensor_in_c(x.data(), nullptr);
    const std::int64_t kept[1] = { B };
    const int dims[2] = { 2, 0 };
    const std::vector<int> dims_of_vector(dims, dims + 2);
    buffer y(B), expected(B), g(ALL), expected_g(ALL);
    lanescan_tensor out = tensor_in_c(expected.data(), nullptr);
    out.shape = kept;
    out.ndim = 1;
    const lanescan_tensor gradient = tensor_in_c(expected_g.data(), nullptr);
    check(lanescan_logsumexp(&in, dims, 2, nullptr, &out) == LANESCAN_OK &&
              lanescan_logsumexp_vjp(&in, dims, 2, nullptr, &out, &gradient) == LANESCAN_OK,
          "the calls in C");
    lanescan::logsumexp(in_order(x), { 2, 0 }, y);
    check(same(y, expected), "logsumexp, dimensions in braces");
    std::fill(y.begin(), y.end(), 7);
    lanescan::logsumexp(in_order(x), dims_of_vector, y);
    check(same(y, expected), "logsumexp, dimensions in a vector");
    std::fill(y.begin(), y.end(), 7);
    lanescan::logsumexp(in_order(x), dims, y);
    check(same(y, expected), "logsumexp, dimensions in an array");
    lanescan::logsumexp_vjp(in_order(x), { 0, 2 }, y, lanescan::view(g.data(), { +A, +B, +C }));
    check(same(g, expected_g), "logsumexp_vjp");

    double total, all;
    out.data = &total;
    out.ndim = 0;
    check(lanescan_logsumexp(&in, nullptr, 0, nullptr, &out) == LANESCAN_OK, "the call in C");
    all = lanescan::logsumexp(in_order(x));
    check(std::memcmp(&all, &total, sizeof all) == 0, "logsumexp of all");
    all = 7;
    lanescan::logsumexp(in_order(x), {}, lanescan::view(&all));
    check(std::memcmp(&all, &total, sizeof all) == 0, "logsumexp of all into a view");

    buffer rows(A * C), expected_rows(A * C);
    const std::int64_t rows_shape[2] = { A, C };
    const int middle = 1;
    out.data = expected_rows.data();
    out.shape = rows_shape;
    out.ndim = 2;
    check(lanescan_logsumexp(&in, &middle, 1, nullptr, &out) == LANESCAN_OK, "the call in C");
    lanescan::logsumexp(in_order(x), 1, lanescan::view(rows.data(), { +A, +C }));
    check(same(rows, expected_rows), "logsumexp along one dimension");
}

void check_gradients(const buffer &x, const buffer &b, const buffer &g)
{
    const lanescan_tensor in = tensor_in_c(x.data(), nullptr),
                          other = tensor_in_c(b.data(), nullptr),
                          results = tensor_in_c(g.data(), nullptr);
    const float start = 1.5f;
    const double start_in_c = 1.5;
    const lanescan_options o = options_in_c(LANESCAN_REVERSE, &start_in_c);
    buffer ga(ALL), gb(ALL), expected_a(ALL), expected_b(ALL);
    const lanescan_tensor of_a = tensor_in_c(expected_a.data(), turned_in_c),
                          of_b = tensor_in_c(expected_b.data(), turned_in_c);
    for (const lanescan_op op : { LANESCAN_CUMSUM, LANESCAN_CUMPROD, LANESCAN_LOGCUMSUMEXP }) {
        check(lanescan_scan_vjp(op, &in, 2, &o, &results, &of_a) == LANESCAN_OK, "the call in C");
        lanescan::scan_vjp(op, in_order(x), 2, in_order(g), turned(ga), lanescan::reverse,
                           lanescan::initial(start));
        check(same(ga, expected_a), "scan_vjp %d", op);
    }
    check(lanescan_logaddexp_vjp(&in, &other, nullptr, &results, &of_a, &of_b) == LANESCAN_OK,
          "the call in C");
    lanescan::logaddexp_vjp(in_order(x), in_order(b), in_order(g), turned(ga), turned(gb));
    check(same(ga, expected_a) && same(gb, expected_b), "logaddexp_vjp");
    std::fill(gb.begin(), gb.end(), 7);
    lanescan::logaddexp_vjp(in_order(x), in_order(b), in_order(g), nullptr, turned(gb));
    check(same(gb, expected_b), "logaddexp_vjp of b alone");

    check(lanescan_linear_recurrence_vjp(&in, &other, 1, &o, &results, &of_a, &of_b) == LANESCAN_OK,
          "the call in C");
    lanescan::linear_recurrence_vjp(in_order(x), in_order(b), 1, in_order(g), turned(ga),
                                    turned(gb), lanescan::reverse, lanescan::initial(start));
    check(same(ga, expected_a) && same(gb, expected_b), "linear_recurrence_vjp");
    std::fill(ga.begin(), ga.end(), 7);
    lanescan::linear_recurrence_vjp(in_order(x), in_order(b), 1, in_order(g), turned(ga), nullptr,
                                    lanescan::reverse, lanescan::initial(start));
    check(same(ga, expected_a), "linear_recurrence_vjp of a alone");
}

void check_binary(const buffer &x, const buffer &b)
{
    const double decay = 0.75;
    const lanescan_tensor in = tensor_in_c(x.data(), nullptr),
                          other = tensor_in_c(b.data(), nullptr),
                          number = { const_cast<double *>(&decay), nullptr, nullptr, 0,
                                     LANESCAN_F64 };
    buffer y(ALL), expected(ALL);
    const lanescan_tensor out = tensor_in_c(expected.data(), turned_in_c);
    check(lanescan_logaddexp(&in, &other, nullptr, &out) == LANESCAN_OK, "the call in C");
    lanescan::logaddexp(in_order(x), in_order(b), turned(y));
    check(same(y, expected), "logaddexp");
    const double start = 2;
    const lanescan_options o = options_in_c(LANESCAN_REVERSE, &start);
    check(lanescan_linear_recurrence(&number, &other, 1, &o, &out) == LANESCAN_OK, "in C");
    lanescan::linear_recurrence(0.75, in_order(b), 1, turned(y), lanescan::initial(2),
                                lanescan::reverse);
    check(same(y, expected), "linear_recurrence of a number");
    check(lanescan_linear_recurrence(&in, &other, 2, nullptr, &out) == LANESCAN_OK, "in C");
    lanescan::linear_recurrence(in_order(x), in_order(b), 2, turned(y));
    check(same(y, expected), "linear_recurrence");
}

/* ---- what counts as an array ---- */

void check_arrays()
{
    const float x[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    const float down[6] = { 1, 2, 3, 5, 7, 9 }, up[6] = { 1, 5, 2, 7, 3, 9 };
    float y[2][3];
    lanescan::cumsum(x, 0, y);
    check(std::memcmp(y, down, sizeof y) == 0, "float[2][3]");
    std::vector<float> z(6);
    const strided<const float, 2> in(x[0], { 2, 3 }, { 3, 1 });
    strided<float, 2> out(z.data(), { 2, 3 }, { 1, 2 });
    lanescan::cumsum(in, 0, out);
    check(same(z, up), "mdspans");
    std::fill(z.begin(), z.end(), 7.0f);
    lanescan::cumsum(in, -2, strided<float, 2>(z.data(), { 2, 3 }, { 1, 2 }));
    check(same(z, up), "a temporary mdspan");

    const std::int64_t shape[2] = { 2, 3 };
    const void *const untyped = x;
    std::fill(z.begin(), z.end(), 7.0f);
    lanescan::cumsum(lanescan::tensor(LANESCAN_F32, untyped, 2, shape), 0,
                     lanescan::tensor(z.data(), 2, shape));
    check(same(z, down), "lanescan_tensor");
    static_assert(
        std::is_same_v<decltype(lanescan::tensor(x[0], 2, shape)), lanescan::const_tensor>);
    static_assert(std::is_same_v<decltype(lanescan::tensor(z.data(), 2, shape)), lanescan_tensor>);

    /* In the other direction, and one element for all. */
    std::array<double, 3> backwards = {}, line = { 1, 2, 3 };
    const std::array<int, 1> three = { 3 }, minus_one = { -1 }, zero = { 0 };
    const lanescan::view<double, 1> from_end(&backwards[2], three, minus_one);
    lanescan::cumsum(line, from_end);
    check(same(backwards, std::array<double, 3>{ 6, 3, 1 }), "a stride of -1");
    const double five = 5;
    lanescan::cumsum(lanescan::view(&five, three, zero), line);
    check(same(line, std::array<double, 3>{ 5, 10, 15 }), "a stride of 0");

    std::vector<std::complex<float>> c = { { 1, 2 }, { 3, 4 } };
    lanescan::cumprod(c, c, lanescan::initial(2));
    check(same(c, std::vector<std::complex<float>>{ { 2, 4 }, { -10, 20 } }), "complex numbers");
    const bool truths[3] = { true, false, true };
    std::array<lanescan::result_t<LANESCAN_CUMSUM, bool>, 3> counts;
    lanescan::cumsum(truths, counts);
    check(same(counts, std::array<std::int64_t, 3>{ 1, 1, 2 }), "bool");
    const lanescan::f16 ones[2] = { { 0x3c00 }, { 0x3c00 } };
    lanescan::bf16 sums[2];
    lanescan::cumsum(ones, sums);
    check(sums[0].bits == 0x3f80 && sums[1].bits == 0x4000, "f16 to bf16");
    std::vector<long long> wide = { 1, 2, 3 };
    lanescan::cumsum(wide, wide);
    check(wide[2] == 6, "long long");
}

/* result_t and the types of elements, against the library. */
template <class T> void check_type(lanescan_dtype dtype)
{
    check(lanescan::element<T>::dtype == dtype, "the dtype of type %d", dtype);
    const auto of = [&](auto op, lanescan_dtype result) {
        check(result == lanescan::result_dtype(op.value, dtype), "result_t of %d, %d", op.value,
              dtype);
    };
    const auto each = [&](auto op) {
        of(op, lanescan::element<lanescan::result_t<decltype(op)::value, T>>::dtype);
    };
#define OPERATION(op, name, text, identity, integers) \
    each(std::integral_constant<lanescan_op, LANESCAN_##op>());
#include "ops/ops.def"
}

void check_types()
{
    check_type<bool>(LANESCAN_BOOL);
    check_type<std::uint8_t>(LANESCAN_U8);
    check_type<std::uint16_t>(LANESCAN_U16);
    check_type<std::uint32_t>(LANESCAN_U32);
    check_type<std::uint64_t>(LANESCAN_U64);
    check_type<std::int8_t>(LANESCAN_I8);
    check_type<std::int16_t>(LANESCAN_I16);
    check_type<std::int32_t>(LANESCAN_I32);
    check_type<std::int64_t>(LANESCAN_I64);
    check_type<lanescan::f16>(LANESCAN_F16);
    check_type<lanescan::bf16>(LANESCAN_BF16);
    check_type<float>(LANESCAN_F32);
    check_type<double>(LANESCAN_F64);
    check_type<std::complex<float>>(LANESCAN_C64);
    check_type<std::complex<double>>(LANESCAN_C128);
}

/* ---- executors, streams, instruction sets ---- */

void check_executor()
{
    enum : std::size_t { N = 1 << 20 };
    const auto x = data_of<float>("executor", N);
    std::vector<float> y(N), expected(N);
    lanescan_cumsum_f32(N, x.data(), expected.data());
    std::size_t calls = 0, tasks = 0;
    lanescan::executor backwards(3, [&](std::size_t number, lanescan::task task) {
        calls++;
        tasks += number;
        while (number-- > 0)
            task(number);
    });
    const std::size_t before = allocations();
    lanescan::cumsum(x, y, backwards);
    check(before == allocations(), "an executor allocates");
    check(same(y, expected), "an executor's bits");
    check(calls == 1 && tasks > 1 && tasks <= 3, "%zu calls of the executor, %zu tasks", calls,
          tasks);
    lanescan_executor in_c = backwards.get();
    lanescan::cumsum(x, y, in_c);
    check(calls == 2 && same(y, expected), "an executor in C");
}

template <class T> void check_stream(lanescan_op op)
{
    const auto x = data_of<T>("stream", 1000);
    std::vector<T> y(x.size()), expected(x.size() + 1);
    const lanescan::view whole(expected.data(), { x.size() + 1 });
    lanescan::scan(op, x, 0, whole, lanescan::exclusive, lanescan::initial(3));
    const std::size_t before = allocations();
    lanescan::stream<T> s(op, lanescan::exclusive, lanescan::initial(3));
    std::size_t done = 0;
    for (std::size_t n : std::array<std::size_t, 5>{ 0, 1, 37, 500, 462 }) {
        const lanescan::stream<T> kept = s;
        std::error_code ec;
        part<T> out = { y.data() + done, n };
        s.push(part<const T>{ x.data() + done, n }, out);
        lanescan::stream<T> again = kept;
        again.push(part<const T>{ x.data() + done, n }, out, ec);
        check(!ec, "a copy of a stream");
        done += n;
    }
    check(before == allocations(), "a stream allocates");
    const T total = s.total();
    check(std::memcmp(&total, &expected[x.size()], sizeof total) == 0, "a stream's total");
    expected.pop_back();
    check(same(y, expected), "a stream's bits");
}

void check_isas()
{
    std::size_t count = 0;
    for (const char *name : lanescan::isas()) {
        check(std::strcmp(name, lanescan_isas()[count]) == 0, "isas");
        lanescan::set_isa(name);
        check(std::strcmp(lanescan::isa(), name) == 0, "set_isa %s", name);
        count++;
    }
    check(count > 0 && !lanescan_isas()[count], "isas ends elsewhere");
    lanescan::set_isa(*lanescan::isas().begin());
    check(std::strcmp(lanescan::version(), LANESCAN_VERSION) == 0, "version");
}

} // namespace

int main()
{
    check_start("cpp_bits", lanescan::isa());
    const auto x = data_of<double>("x", ALL), b = data_of<double>("b", ALL),
               g = data_of<double>("g", ALL);
    check_lines();
    check_scans(x);
    check_indices(x);
    check_reductions(x);
    check_binary(x, b);
    check_gradients(x, b, g);
    check_arrays();
    check_types();
    check_executor();
    check_stream<float>(LANESCAN_CUMSUM);
    check_stream<double>(LANESCAN_LOGCUMSUMEXP);
    check_stream<std::int64_t>(LANESCAN_CUMMAX);
    check_isas();
    return check_finish();
}
