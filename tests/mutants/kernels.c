/* The table that mutants.sh judges, with the kernels of one operation only (-DMUTANT_cumsum and so on):
 * compilers leave out what no table names, and take a tenth of the time. For any other name, all kernels.
 * With -DMUTANT_LIBRARY it is the one table of a library. */
#include "block.h"

#include "kernels_tpl.h"

#if defined(MUTANT_LIBRARY)
#define MUTANT_TABLE lanescan_kernels_generic
#define MUTANT_NAME  "generic"
#else
#define MUTANT_TABLE lanescan_kernels_mutant
#define MUTANT_NAME  "mutant"
#endif

#if defined(MUTANT_cumsum) || defined(MUTANT_cumprod) || defined(MUTANT_cummax) ||         \
    defined(MUTANT_cummin) || defined(MUTANT_logcumsumexp) || defined(MUTANT_logsumexp) || \
    defined(MUTANT_logaddexp) || defined(MUTANT_complex) || defined(MUTANT_convert) ||     \
    defined(MUTANT_transpose) || defined(MUTANT_widening)
const lanescan_kernels MUTANT_TABLE = {
    .name = MUTANT_NAME,
    .cumsum_i32 = cumsum_i32, /* special always looks at these two */
    .cumsum_i64 = cumsum_i64,
#if defined(MUTANT_cumsum)
    .cumsum_f32 = cumsum_f32,
    .cumsum_f64 = cumsum_f64,
    .across[LANESCAN_CUMSUM] = { [LINE_F32] = across_cumsum_f32,
                                 [LINE_F64] = across_cumsum_f64,
                                 [LINE_F16] = across_cumsum_f64,
                                 [LINE_BF16] = across_cumsum_f64,
                                 [LINE_I32] = across_cumsum_i32,
                                 [LINE_I64] = across_cumsum_i64 },
#elif defined(MUTANT_cumprod)
    .cumprod_f32 = cumprod_f32,
    .cumprod_f64 = cumprod_f64,
    .across[LANESCAN_CUMPROD] = { [LINE_F32] = across_cumprod_f32,
                                  [LINE_F64] = across_cumprod_f64,
                                  [LINE_F16] = across_cumprod_f64,
                                  [LINE_BF16] = across_cumprod_f64,
                                  [LINE_I32] = across_cumprod_i32,
                                  [LINE_I64] = across_cumprod_i64 },
#elif defined(MUTANT_cummax)
    .cummax_f32 = cummax_f32,
    .cummax_f64 = cummax_f64,
    .across[LANESCAN_CUMMAX] = { [LINE_F32] = across_cummax_f32,
                                 [LINE_F64] = across_cummax_f64,
                                 [LINE_I64] = across_cummax_i64 },
#elif defined(MUTANT_cummin)
    .cummin_f32 = cummin_f32,
    .cummin_f64 = cummin_f64,
    .across[LANESCAN_CUMMIN] = { [LINE_F32] = across_cummin_f32,
                                 [LINE_F64] = across_cummin_f64,
                                 [LINE_I64] = across_cummin_i64 },
#elif defined(MUTANT_logcumsumexp) || defined(MUTANT_logsumexp)
    .logcumsumexp_f32 = logcumsumexp_f32,
    .logcumsumexp_f64 = logcumsumexp_f64,
    .logsumexp_f32 = logsumexp_f32,
    .logsumexp_f64 = logsumexp_f64,
    .across[LANESCAN_LOGCUMSUMEXP] = { [LINE_F32] = across_logcumsumexp_f32,
                                       [LINE_F64] = across_logcumsumexp_f64,
                                       [LINE_F16] = across_logcumsumexp_half,
                                       [LINE_BF16] = across_logcumsumexp_half },
#elif defined(MUTANT_logaddexp)
    .logaddexp_f32 = logaddexp_f32,
    .logaddexp_f64 = logaddexp_f64,
#elif defined(MUTANT_complex)
    .step = { [LANESCAN_CUMPROD] = { [LINE_C64] = BOTH_WAYS(complex_cumprod_c64),
                                     [LINE_C128] = BOTH_WAYS(complex_cumprod_c128) },
              [LANESCAN_LOGCUMSUMEXP] = { [LINE_C64] = BOTH_WAYS(complex_logcumsumexp_c64),
                                          [LINE_C128] = BOTH_WAYS(complex_logcumsumexp_c128) } },
    .logaddexp = { [LINE_C64] = complex_logaddexp_c64, [LINE_C128] = complex_logaddexp_c128 },
#elif defined(MUTANT_convert)
    .convert = LANESCAN_CONVERT_TABLE,
#elif defined(MUTANT_transpose)
    .transpose = LANESCAN_TRANSPOSE_TABLE,
#elif defined(MUTANT_widening)
    .widening_cumsum = LANESCAN_WIDENING_CUMSUM_TABLE,
#endif
};
#else
const lanescan_kernels MUTANT_TABLE = LANESCAN_KERNEL_TABLE(MUTANT_NAME);
#endif
