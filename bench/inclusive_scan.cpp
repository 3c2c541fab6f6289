// What C++17 offers for the same: std::inclusive_scan with the operation one would write, which
// accumulates in the element's own type. Functions of C, so that all else here stays C.
#include "inclusive_scan.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace
{

template <class T> struct larger {
    T operator()(T a, T b) const
    {
        return std::max(a, b);
    }
};

template <class T> struct smaller {
    T operator()(T a, T b) const
    {
        return std::min(a, b);
    }
};

} // namespace

void bench_std_cumsum_f32(size_t n, const float *x, float *y)
{
    std::inclusive_scan(x, x + n, y);
}

void bench_std_cumsum_f64(size_t n, const double *x, double *y)
{
    std::inclusive_scan(x, x + n, y);
}

void bench_std_cumsum_u32(size_t n, const uint32_t *x, uint32_t *y)
{
    std::inclusive_scan(x, x + n, y);
}

void bench_std_cumsum_u64(size_t n, const uint64_t *x, uint64_t *y)
{
    std::inclusive_scan(x, x + n, y);
}

void bench_std_cumprod_f32(size_t n, const float *x, float *y)
{
    std::inclusive_scan(x, x + n, y, std::multiplies<float>());
}

void bench_std_cumprod_f64(size_t n, const double *x, double *y)
{
    std::inclusive_scan(x, x + n, y, std::multiplies<double>());
}

void bench_std_cummax_f32(size_t n, const float *x, float *y)
{
    std::inclusive_scan(x, x + n, y, larger<float>());
}

void bench_std_cummax_f64(size_t n, const double *x, double *y)
{
    std::inclusive_scan(x, x + n, y, larger<double>());
}

void bench_std_cummin_f32(size_t n, const float *x, float *y)
{
    std::inclusive_scan(x, x + n, y, smaller<float>());
}

void bench_std_cummin_f64(size_t n, const double *x, double *y)
{
    std::inclusive_scan(x, x + n, y, smaller<double>());
}
