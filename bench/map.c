/* The limit of logcumsumexp: exp and then log of each element alone, with the library's own lanes
 * and polynomials but no scan. Compiled once per instruction set, MAP_TABLE the table's name. */
#include "bench.h"

/* The instruction set's vocabulary, then what is written over it. */
#include "block.h"

#include "math/exp_log.h"

LANESCAN_INLINE void map(element type, size_t element_size, size_t n, const void *x, void *y)
{
    const f64v magic = f64v_splat(exp_magic(0)), zero = f64v_splat(0);
    for (size_t i = 0; i + LANES <= n; i += LANES) {
        const f64v in = f64v_load(type, (const char *)x + i * element_size);
        const exponential e = exp_lanes(precision_of(type), in, magic);
        const f64v sum = f64v_fma(e.fraction, e.scale, e.scale);
        f64v_store(type, (char *)y + i * element_size, log_lanes(precision_of(type), sum, zero));
    }
}

static void map_f32(size_t n, const float *x, float *y)
{
    map(ELEMENT_F32, sizeof(float), n, x, y);
}

static void map_f64(size_t n, const double *x, double *y)
{
    map(ELEMENT_F64, sizeof(double), n, x, y);
}

const lanescan_kernels MAP_TABLE = {
    .name = "map",
    .logcumsumexp_f32 = map_f32,
    .logcumsumexp_f64 = map_f64,
};
