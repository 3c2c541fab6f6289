/* The loops the library is compared with: each the straightforward C for its operation, with a
 * double accumulator for floats (as in PyTorch), compiled at -O3 for the baseline CPU. */
#include "bench.h"

#include <math.h>

static void cumsum_i32(size_t n, const int32_t *x, int32_t *y)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += (uint32_t)x[i];
        y[i] = (int32_t)sum;
    }
}

static void cumsum_i64(size_t n, const int64_t *x, int64_t *y)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += (uint64_t)x[i];
        y[i] = (int64_t)sum;
    }
}

/* log(exp(a) + exp(b)); the test keeps two equal infinities from becoming NaN. */
static double log_add(double a, double b)
{
    const double high = a > b ? a : b;
    const double low = a > b ? b : a;
    if (high == low && isinf(high))
        return high;
    return high + log1p(exp(low - high));
}

#define REAL       float
#define NAME(stem) stem##_f32
#define LIBM(stem) stem##f
#include "references_tpl.h"
#undef REAL
#undef NAME
#undef LIBM

#define REAL       double
#define NAME(stem) stem##_f64
#define LIBM(stem) stem
#include "references_tpl.h"

const lanescan_kernels bench_plain = {
    .name = "plain",
#define LINE(kernel, result, parameters, arguments) .kernel = kernel,
#include "ops/ops.def"
};
