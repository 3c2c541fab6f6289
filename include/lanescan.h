#ifndef LANESCAN_H
#define LANESCAN_H

#include <stddef.h>
#include <stdint.h>

#define LANESCAN_VERSION "0.1.0"

#if defined(__GNUC__)
#define LANESCAN_API __attribute__((visibility("default")))
#else
#define LANESCAN_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lanescan_status {
    LANESCAN_OK = 0,         /* done */
    LANESCAN_ERROR_NULL = 1, /* a pointer that must not be NULL is NULL */
    LANESCAN_ERROR_ISA = 2   /* lanescan_set_isa: this CPU or this build cannot run that set */
} lanescan_status;

LANESCAN_API const char *lanescan_status_string(lanescan_status status);

LANESCAN_API void lanescan_cumsum_f32(size_t n, const float *x, float *y);
LANESCAN_API void lanescan_cumsum_f64(size_t n, const double *x, double *y);
LANESCAN_API void lanescan_cumsum_i32(size_t n, const int32_t *x, int32_t *y);
LANESCAN_API void lanescan_cumsum_i64(size_t n, const int64_t *x, int64_t *y);
LANESCAN_API void lanescan_cumprod_f32(size_t n, const float *x, float *y);
LANESCAN_API void lanescan_cumprod_f64(size_t n, const double *x, double *y);
LANESCAN_API void lanescan_logcumsumexp_f32(size_t n, const float *x, float *y);
LANESCAN_API void lanescan_logcumsumexp_f64(size_t n, const double *x, double *y);
LANESCAN_API void lanescan_cummax_f32(size_t n, const float *x, float *y, int64_t *index);
LANESCAN_API void lanescan_cummax_f64(size_t n, const double *x, double *y, int64_t *index);
LANESCAN_API void lanescan_cummin_f32(size_t n, const float *x, float *y, int64_t *index);
LANESCAN_API void lanescan_cummin_f64(size_t n, const double *x, double *y, int64_t *index);
LANESCAN_API float lanescan_logsumexp_f32(size_t n, const float *x);
LANESCAN_API double lanescan_logsumexp_f64(size_t n, const double *x);
LANESCAN_API void lanescan_logaddexp_f32(size_t n, const float *a, const float *b, float *y);
LANESCAN_API void lanescan_logaddexp_f64(size_t n, const double *a, const double *b, double *y);

LANESCAN_API const char *lanescan_isa(void);
LANESCAN_API lanescan_status lanescan_set_isa(const char *name);
LANESCAN_API const char *const *lanescan_isas(void);
LANESCAN_API const char *lanescan_version(void);

#ifdef __cplusplus
}
#endif

#endif
