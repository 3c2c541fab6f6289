/* Each wrong argument of a function of lanescan.hpp: the error that it is, thrown or put into a
 * std::error_code, and nothing written. */
#include "arrays.h"

#include <complex>

namespace
{

using lanescan::errc;

/* All that calls may write. */
struct memory {
    double x[12], y[12], z[12];
    std::int64_t index[12];
    float narrow[12];
    bool truths[12];
};

void fill(memory &m)
{
    std::memset(static_cast<void *>(&m), 0, sizeof m);
    for (int i = 0; i < 12; i++) {
        m.x[i] = i;
        m.y[i] = -i;
        m.z[i] = 100 + i;
        m.index[i] = i - 1; /* right for a scan along 12 elements: none, then the one before */
        m.narrow[i] = 7;
    }
}

/* The call must be refused with this error; it takes a std::error_code or nothing. */
template <class F> void refuses(memory &m, const char *what, errc expected, F call)
{
    memory before;
    fill(m);
    std::memcpy(static_cast<void *>(&before), &m, sizeof m);
    std::error_code ec;
    call(ec);
    check(ec == expected, "%s: '%s'", what, ec.message().c_str());
    check(ec.category() == lanescan::category(), "%s: another category", what);
    check(ec.message() == lanescan_status_string(static_cast<lanescan_status>(ec.value())),
          "%s: another sentence", what);
    bool is_thrown = false;
    try {
        call();
    } catch (const lanescan::error &e) {
        is_thrown = e.code() == expected;
    }
    check(is_thrown, "%s: not thrown", what);
    check(std::memcmp(&before, &m, sizeof m) == 0, "%s: something was written", what);
}

void check_lines(memory &m)
{
    const part<const double> x = { m.x, 12 }, shorter = { m.x, 11 }, none = { nullptr, 12 };
    const part<double> y = { m.y, 12 }, later = { m.x + 1, 11 };
    const part<std::int64_t> index = { m.index, 12 }, short_index = { m.index, 11 };
    refuses(m, "cumsum of other sizes", errc::shape,
            [&](auto &...ec) { lanescan::cumsum(shorter, y, ec...); });
    refuses(m, "cumsum of NULL", errc::null,
            [&](auto &...ec) { lanescan::cumsum(none, y, ec...); });
    refuses(m, "cumsum that overlaps", errc::overlap,
            [&](auto &...ec) { lanescan::cumsum(shorter, later, ec...); });
    refuses(m, "cumprod that overlaps from behind", errc::overlap, [&](auto &...ec) {
        lanescan::cumprod(part<const double>{ m.y + 1, 11 }, part<double>{ m.y, 11 }, ec...);
    });
    refuses(m, "cumsum that is longer, not exclusive", errc::shape,
            [&](auto &...ec) { lanescan::cumsum(shorter, y, lanescan::reverse, ec...); });
    refuses(m, "cummax of fewer indices", errc::shape,
            [&](auto &...ec) { lanescan::cummax(x, y, short_index, ec...); });
    refuses(m, "cummin of fewer results", errc::shape, [&](auto &...ec) {
        lanescan::cummin(x, part<double>{ m.y, 11 }, index, ec...);
    });
    part<std::int64_t> over;
    const auto overlapping = [&](auto &...ec) { lanescan::cummax(x, y, over, ec...); };
    void *address = m.x;
    over = { static_cast<std::int64_t *>(address), 12 };
    refuses(m, "cummax whose indices lie over the input", errc::overlap, overlapping);
    address = m.y + 6;
    over = { static_cast<std::int64_t *>(address), 12 };
    refuses(m, "cummax whose indices lie over the values", errc::overlap, overlapping);
    refuses(m, "logaddexp of other sizes", errc::shape,
            [&](auto &...ec) { lanescan::logaddexp(shorter, x, y, ec...); });
    refuses(m, "logaddexp that overlaps", errc::overlap,
            [&](auto &...ec) { lanescan::logaddexp(shorter, later, later, ec...); });
    refuses(m, "linear_recurrence of NULL", errc::null,
            [&](auto &...ec) { lanescan::linear_recurrence(x, none, y, ec...); });
    refuses(m, "linear_recurrence of other sizes", errc::shape,
            [&](auto &...ec) { lanescan::linear_recurrence(x, shorter, y, ec...); });
    refuses(m, "linear_recurrence that overlaps", errc::overlap,
            [&](auto &...ec) { lanescan::linear_recurrence(later, shorter, later, ec...); });
    refuses(m, "cumsum to bool", errc::op,
            [&](auto &...ec) { lanescan::cumsum(x, m.truths, ec...); });
    const std::complex<double> numbers[12] = {};
    refuses(m, "cumsum of complex to real numbers", errc::dtype,
            [&](auto &...ec) { lanescan::cumsum(numbers, y, ec...); });
}

void check_tensors(memory &m)
{
    const std::array<int, 2> shape = { 3, 4 }, other = { 4, 3 }, negative = { -3, 4 };
    const lanescan::view<const double, 2> x(m.x, shape);
    const lanescan::view<double, 2> y(m.y, shape);
    refuses(m, "dimension 2 of two", errc::dim,
            [&](auto &...ec) { lanescan::cumsum(x, 2, y, ec...); });
    refuses(m, "another shape", errc::shape, [&](auto &...ec) {
        lanescan::cummax(x, 0, lanescan::view<double, 2>(m.y, other), ec...);
    });
    refuses(m, "a negative extent", errc::extent, [&](auto &...ec) {
        lanescan::cumprod(lanescan::view<double, 2>(m.x, negative), 0,
                          lanescan::view<double, 2>(m.y, negative), ec...);
    });
    const std::array<std::int64_t, 2> vast = { INT64_MAX, 2 };
    refuses(m, "too many elements", errc::size, [&](auto &...ec) {
        lanescan::cumprod(lanescan::view<double, 2>(m.x, vast), 0,
                          lanescan::view<double, 2>(m.y, vast), ec...);
    });
    const std::array<int, 2> zero = { 0, 1 };
    refuses(m, "results over each other", errc::alias, [&](auto &...ec) {
        lanescan::cumsum(x, 0, lanescan::view<double, 2>(m.y, shape, zero), ec...);
    });
    refuses(m, "results over the input", errc::overlap, [&](auto &...ec) {
        lanescan::scan(LANESCAN_CUMMIN, x, 0, lanescan::view<double, 2>(m.x + 1, shape), ec...);
    });
    refuses(m, "an operation that there is not", errc::op, [&](auto &...ec) {
        lanescan::scan_index(LANESCAN_CUMSUM, x, 0, y, lanescan::view(m.index, { 3, 4 }), ec...);
    });
    refuses(m, "indices that are none", errc::dtype, [&](auto &...ec) {
        lanescan::cummax(x, 1, y, lanescan::view(m.z, { 3, 4 }), ec...);
    });
    const std::vector<std::int64_t> extents(65, 1);
    refuses(m, "65 dimensions", errc::ndim, [&](auto &...ec) {
        lanescan::cumsum(lanescan::tensor(m.x, 65, extents.data()), 0,
                         lanescan::tensor(m.y, 65, extents.data()), ec...);
    });
    const std::int64_t twelve = 12;
    refuses(m, "an initial value of another type than the results'", errc::dtype, [&](auto &...ec) {
        lanescan::cumsum(m.x, 0, lanescan::tensor(m.y, 1, &twelve), lanescan::initial(1), ec...);
    });
    refuses(m, "the same of a recurrence", errc::dtype, [&](auto &...ec) {
        lanescan::linear_recurrence(m.x, m.z, 0, lanescan::tensor(m.y, 1, &twelve),
                                    lanescan::initial(1.0f), ec...);
    });
    refuses(m, "the same of indices", errc::dtype, [&](auto &...ec) {
        lanescan::cummax(m.x, 0, lanescan::tensor(m.y, 1, &twelve), m.index,
                         lanescan::initial(1.0f), ec...);
    });
}

void check_options(memory &m)
{
    lanescan_executor broken = lanescan_executor();
    broken.struct_size = sizeof broken;
    refuses(m, "an executor that runs nothing", errc::option,
            [&](auto &...ec) { lanescan::cumsum(m.x, m.y, broken, ec...); });
    refuses(m, "logsumexp in reverse", errc::option, [&](auto &...ec) {
        lanescan::logsumexp(m.x, 0, lanescan::view(m.y), lanescan::reverse, ec...);
    });
    refuses(m, "logaddexp, exclusive", errc::option,
            [&](auto &...ec) { lanescan::logaddexp(m.x, m.z, m.y, ec..., lanescan::exclusive); });
    refuses(m, "linear_recurrence, exclusive", errc::option, [&](auto &...ec) {
        lanescan::linear_recurrence(m.x, m.z, m.y, lanescan::exclusive, ec...);
    });
}

void check_reductions(memory &m)
{
    const lanescan::view x(m.x, { 3, 4 });
    const std::vector<int> many(65, 0);
    refuses(m, "a dimension twice", errc::dim, [&](auto &...ec) {
        lanescan::logsumexp(x, { 1, -1 }, part<double>{ m.y, 3 }, ec...);
    });
    refuses(m, "65 dimensions to reduce", errc::ndim, [&](auto &...ec) {
        lanescan::logsumexp(x, many, part<double>{ m.y, 3 }, ec...);
    });
    refuses(m, "logsumexp into another shape", errc::shape, [&](auto &...ec) {
        lanescan::logsumexp(x, 1, part<double>{ m.y, 4 }, ec...);
    });
    refuses(m, "logsumexp of NULL", errc::null, [&](auto &...ec) {
        const double *const none = nullptr;
        lanescan::logsumexp(lanescan::view(none, { 3, 4 }), ec...);
    });
}

void check_gradients(memory &m)
{
    const part<double> shorter = { m.y, 11 };
    refuses(m, "scan_vjp of cummax", errc::op,
            [&](auto &...ec) { lanescan::scan_vjp(LANESCAN_CUMMAX, m.x, 0, m.z, m.y, ec...); });
    refuses(m, "scan_vjp into another shape", errc::shape, [&](auto &...ec) {
        lanescan::scan_vjp(LANESCAN_CUMPROD, m.x, 0, m.z, shorter, ec...);
    });
    refuses(m, "an index that no scan gives", errc::index, [&](auto &...ec) {
        lanescan::scan_index_vjp(m.index, 0, m.z, m.y, lanescan::reverse, ec...);
    });
    refuses(m, "logsumexp_vjp along dimension 1 of one", errc::dim,
            [&](auto &...ec) { lanescan::logsumexp_vjp(m.x, 1, m.z, m.y, ec...); });
    refuses(m, "logaddexp_vjp into another shape", errc::shape,
            [&](auto &...ec) { lanescan::logaddexp_vjp(m.x, m.x, m.z, nullptr, shorter, ec...); });
    refuses(m, "linear_recurrence_vjp into another shape", errc::shape, [&](auto &...ec) {
        lanescan::linear_recurrence_vjp(m.x, m.x, 0, m.z, shorter, nullptr, ec...);
    });
    const std::int64_t twelve = 12;
    const lanescan_tensor z = lanescan::tensor(m.z, 1, &twelve);
    refuses(m, "scan_vjp, an initial value of another type", errc::dtype, [&](auto &...ec) {
        lanescan::scan_vjp(LANESCAN_CUMPROD, m.x, 0, z, m.y, lanescan::initial(2), ec...);
    });
    refuses(m, "linear_recurrence_vjp, the same", errc::dtype, [&](auto &...ec) {
        lanescan::linear_recurrence_vjp(m.x, z, 0, m.x, m.y, nullptr, lanescan::initial(2), ec...);
    });
    refuses(m, "scan_index_vjp, the same", errc::dtype, [&](auto &...ec) {
        lanescan::scan_index_vjp(m.index, 0, z, m.y, lanescan::initial(2), ec...);
    });
}

void check_streams(memory &m)
{
    const part<const double> x = { m.x, 12 };
    refuses(m, "a stream of sums of bool", errc::op,
            [&](auto &...ec) { lanescan::stream<bool>(LANESCAN_CUMSUM, ec...); });
    refuses(m, "a stream in reverse", errc::option, [&](auto &...ec) {
        lanescan::stream<double>(LANESCAN_CUMSUM, lanescan::reverse, ec...);
    });
    /* Where one lies that had been begun. */
    using doubles = lanescan::stream<double>;
    alignas(doubles) static unsigned char place[sizeof(doubles)];
    std::error_code ignored;
    ::new (place) doubles(LANESCAN_CUMSUM);
    doubles &none = *::new (place) doubles(LANESCAN_CUMSUM, lanescan::reverse, ignored);
    refuses(m, "a stream not begun", errc::stream, [&](auto &...ec) { none.push(x, m.y, ec...); });
    refuses(m, "the total of a stream not begun", errc::stream,
            [&](auto &...ec) { none.total(ec...); });
    lanescan::stream<double> s(LANESCAN_CUMSUM);
    refuses(m, "a piece and more results", errc::shape, [&](auto &...ec) {
        s.push(part<const double>{ m.x, 11 }, m.y, ec...);
    });
    refuses(m, "a piece that overlaps", errc::overlap, [&](auto &...ec) {
        s.push(part<const double>{ m.x, 11 }, part<double>{ m.x + 1, 11 }, ec...);
    });
    check(std::abs(s.total()) <= 0, "pieces that were refused count");
    refuses(m, "a set that there is not", errc::isa,
            [&](auto &...ec) { lanescan::set_isa("sse9", ec...); });
    refuses(m, "a set without a name", errc::null,
            [&](auto &...ec) { lanescan::set_isa(nullptr, ec...); });
}

/* What errors say of themselves, and that what is right clears them. */
void check_codes()
{
    const double x[3] = { 1, 2, 3 };
    double y[3];
    std::error_code ec = errc::overlap;
    lanescan::cumsum(x, y, ec);
    check(!ec && ec == std::error_code(), "success does not clear the error");
    check(std::error_code(errc::shape) == std::errc::invalid_argument, "shape");
    check(std::error_code(errc::isa) == std::errc::not_supported, "isa");
    check(std::error_code(errc::not_built) == std::errc::not_supported, "not_built");
    check(std::error_code(errc::size) == std::errc::value_too_large, "size");
    check(std::error_code(errc::dim) != std::errc::value_too_large, "dim");
    check(std::strcmp(lanescan::category().name(), "lanescan") == 0, "the category's name");
    try {
        lanescan::cumsum(x, 1, y);
        check(false, "nothing is thrown");
    } catch (const std::system_error &e) {
        const std::size_t before = allocations();
        check(std::strstr(e.what(), lanescan_status_string(LANESCAN_ERROR_DIM)) != nullptr, "%s",
              e.what());
        lanescan::cumsum(x, 1, y, ec);
        check(before == allocations(), "an error allocates");
    }
}

} // namespace

int main()
{
    static memory m;
    check_start("cpp_errors", lanescan::isa());
    check_lines(m);
    check_tensors(m);
    check_options(m);
    check_reductions(m);
    check_gradients(m);
    check_streams(m);
    check_codes();
    return check_finish();
}
