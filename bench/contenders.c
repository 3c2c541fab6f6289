#include "bench.h"

#include "choose/cpu.h"
#include "choose/dispatch.h"
#include "lanescan.h"

#include <string.h>

/* The public functions, which run on the instruction set set last. */
static const lanescan_kernels public_functions = {
    .name = "lanescan",
#define LINE(kernel, result, parameters, arguments) .kernel = lanescan_##kernel,
#include "ops/ops.def"
};

size_t bench_contenders(bench_contender out[BENCH_MAX_CONTENDERS])
{
    const unsigned levels = lanescan_cpu_levels();
    size_t count = 0;
    out[count++] = (bench_contender){ "memcpy", NULL, NULL };
    out[count++] = (bench_contender){ "plain", NULL, &bench_plain };
#ifdef BENCH_WITH_INSCAN
    if (levels & LANESCAN_LEVEL_AVX2)
        out[count++] = (bench_contender){ "omp 256", NULL, &bench_inscan_avx2 };
    if (levels & LANESCAN_LEVEL_AVX512)
        out[count++] = (bench_contender){ "omp 512", NULL, &bench_inscan_avx512 };
#endif
#ifdef LANESCAN_WITH_generic_fma
    /* What a CPU without fused multiply-add gets; the public functions would not choose it here. */
    if (levels & LANESCAN_LEVEL_FMA)
        out[count++] = (bench_contender){ "no fma", NULL,
                                          lanescan_kernels_of(LANESCAN_SET_generic) };
#endif
    (void)levels;
    const char *const *isas = lanescan_isas();
    size_t num_isas = 0;
    while (isas[num_isas])
        num_isas++;
    while (num_isas--)
        out[count++] = (bench_contender){ isas[num_isas], isas[num_isas], &public_functions };
    return count;
}

bench_contender bench_library(void)
{
    return (bench_contender){ lanescan_isa(), lanescan_isa(), &public_functions };
}

bool bench_takes_part(const bench_contender *contender, const bench_case *what)
{
#ifdef BENCH_WITH_INCLUSIVE_SCAN
    if (contender->kernels == &bench_inclusive_scan && what->with_index)
        return false; /* it would have to scan pairs */
#endif
    return !contender->kernels || what->has(contender->kernels);
}

void bench_call(const bench_contender *contender, const bench_case *what,
                const bench_arrays *arrays)
{
    if (contender->kernels)
        what->call(contender->kernels, arrays);
    else
        memcpy(arrays->y, arrays->x, arrays->bytes);
    /* The compiler must believe that the output is read. */
    __asm__ volatile("" : : "r"(arrays->y), "r"(arrays->index) : "memory");
}

void bench_line_run(void *line, size_t calls)
{
    const bench_line *self = line;
    for (size_t i = 0; i < calls; i++)
        bench_call(self->who, self->what, self->arrays);
}
