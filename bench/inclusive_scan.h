/* std::inclusive_scan as C functions: see inclusive_scan.cpp. */
#ifndef LANESCAN_BENCH_INCLUSIVE_SCAN_H
#define LANESCAN_BENCH_INCLUSIVE_SCAN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

void bench_std_cumsum_f32(size_t n, const float *x, float *y);
void bench_std_cumsum_f64(size_t n, const double *x, double *y);
void bench_std_cumsum_u32(size_t n, const uint32_t *x, uint32_t *y);
void bench_std_cumsum_u64(size_t n, const uint64_t *x, uint64_t *y);
void bench_std_cumprod_f32(size_t n, const float *x, float *y);
void bench_std_cumprod_f64(size_t n, const double *x, double *y);
void bench_std_cummax_f32(size_t n, const float *x, float *y);
void bench_std_cummax_f64(size_t n, const double *x, double *y);
void bench_std_cummin_f32(size_t n, const float *x, float *y);
void bench_std_cummin_f64(size_t n, const double *x, double *y);

#ifdef __cplusplus
}
#endif

#endif
