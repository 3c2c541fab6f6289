/* What the compiler's own scan makes of the sums and products: OpenMP's `simd` loop with an
 * inclusive scan, accumulating in the element's own type. Compiled once per instruction set, with
 * INSCAN_TABLE the table's name; results are regrouped as each compiler likes, so they are not the
 * library's bits. */
#include "bench.h"

#define REAL       float
#define NAME(stem) stem##_f32
#include "inscan_tpl.h"
#undef REAL
#undef NAME

#define REAL       double
#define NAME(stem) stem##_f64
#include "inscan_tpl.h"
#undef REAL
#undef NAME

#define ONLY_SUM
#define REAL       uint32_t
#define NAME(stem) stem##_u32
#include "inscan_tpl.h"
#undef REAL
#undef NAME

#define REAL       uint64_t
#define NAME(stem) stem##_u64
#include "inscan_tpl.h"

/* Signed sums wrap: add as unsigned. Signed and unsigned types may alias. */
static void cumsum_i32(size_t n, const int32_t *x, int32_t *y)
{
    cumsum_u32(n, (const uint32_t *)x, (uint32_t *)y);
}

static void cumsum_i64(size_t n, const int64_t *x, int64_t *y)
{
    cumsum_u64(n, (const uint64_t *)x, (uint64_t *)y);
}

const lanescan_kernels INSCAN_TABLE = {
    .name = INSCAN_NAME,
    .cumsum_f32 = cumsum_f32,
    .cumsum_f64 = cumsum_f64,
    .cumsum_i32 = cumsum_i32,
    .cumsum_i64 = cumsum_i64,
    .cumprod_f32 = cumprod_f32,
    .cumprod_f64 = cumprod_f64,
};
