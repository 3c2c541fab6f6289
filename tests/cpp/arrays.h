/* Arrays of tests: data that make functions differ, spans and mdspans of our own (the standard's
 * are C++20 and C++23), allocations counted. */
#ifndef LANESCAN_TESTS_CPP_ARRAYS_H
#define LANESCAN_TESTS_CPP_ARRAYS_H

#include "golden/random.h"
#include "harness/check.h"

#include <lanescan.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

/* What std::mdspan<T, dextents<size_t, N>, layout_stride> offers of its interface. */
template <class T, std::size_t N> class strided
{
public:
    strided(T *data, const std::array<std::size_t, N> &extents,
            const std::array<std::size_t, N> &strides)
        : data_(data), extents_(extents), strides_(strides)
    {
    }
    static constexpr std::size_t rank()
    {
        return N;
    }
    std::size_t extent(std::size_t dim) const
    {
        return extents_[dim];
    }
    std::size_t stride(std::size_t dim) const
    {
        return strides_[dim];
    }
    T *data_handle() const
    {
        return data_;
    }
    /* As mdspan: how many elements, not how long a line. */
    std::size_t size() const
    {
        std::size_t all = 1;
        for (std::size_t extent : extents_)
            all *= extent;
        return all;
    }

private:
    T *data_;
    std::array<std::size_t, N> extents_, strides_;
};

/* A span of C++17. */
template <class T> struct part {
    T *first;
    std::size_t n;
    T *data() const
    {
        return first;
    }
    std::size_t size() const
    {
        return n;
    }
    T *begin() const
    {
        return first;
    }
    T *end() const
    {
        return first + n;
    }
};

/* Not sorted, of both signs, none 0: no two functions give the same of it. */
template <class T> std::vector<T> data_of(const char *stream, std::size_t n)
{
    generator g = random_seeded(check_stream_seed(stream));
    std::vector<T> x(n);
    for (T &value : x) {
        const double drawn = random_sign(&g) * random_between(&g, 0.5, 3);
        value = static_cast<T>(std::is_integral_v<T> ? 40 * drawn : drawn);
    }
    return x;
}

template <class A, class B> bool same(const A &a, const B &b)
{
    return std::size(a) == std::size(b) &&
           (std::size(a) == 0 ||
            std::memcmp(std::data(a), std::data(b), std::size(a) * sizeof *std::data(a)) == 0);
}

/* How often operator new has been called. */
std::size_t allocations();

#endif
