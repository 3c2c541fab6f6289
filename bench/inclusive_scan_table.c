/* std::inclusive_scan as a table of kernels. */
#include "bench.h"

#include "inclusive_scan.h"

/* Signed sums wrap: add as unsigned. Signed and unsigned types may alias. */
static void cumsum_i32(size_t n, const int32_t *x, int32_t *y)
{
    bench_std_cumsum_u32(n, (const uint32_t *)x, (uint32_t *)y);
}

static void cumsum_i64(size_t n, const int64_t *x, int64_t *y)
{
    bench_std_cumsum_u64(n, (const uint64_t *)x, (uint64_t *)y);
}

/* The extremes give no indices: bench_takes_part keeps them from cases that ask for them. */
static void cummax_f32(size_t n, const float *x, float *y, int64_t *index)
{
    (void)index;
    bench_std_cummax_f32(n, x, y);
}

static void cummax_f64(size_t n, const double *x, double *y, int64_t *index)
{
    (void)index;
    bench_std_cummax_f64(n, x, y);
}

static void cummin_f32(size_t n, const float *x, float *y, int64_t *index)
{
    (void)index;
    bench_std_cummin_f32(n, x, y);
}

static void cummin_f64(size_t n, const double *x, double *y, int64_t *index)
{
    (void)index;
    bench_std_cummin_f64(n, x, y);
}

const lanescan_kernels bench_inclusive_scan = {
    .name = "inclusive_scan",
    .cumsum_f32 = bench_std_cumsum_f32,
    .cumsum_f64 = bench_std_cumsum_f64,
    .cumsum_i32 = cumsum_i32,
    .cumsum_i64 = cumsum_i64,
    .cumprod_f32 = bench_std_cumprod_f32,
    .cumprod_f64 = bench_std_cumprod_f64,
    .cummax_f32 = cummax_f32,
    .cummax_f64 = cummax_f64,
    .cummin_f32 = cummin_f32,
    .cummin_f64 = cummin_f64,
};
