/* All kernels of one instruction set: its kernels.c includes its block.h, then this. */
#ifndef LANESCAN_KERNELS_TPL_H
#define LANESCAN_KERNELS_TPL_H

#include "across_tpl.h"
#include "complex_cumprod_tpl.h"
#include "complex_logaddexp_tpl.h"
#include "complex_logcumsumexp_tpl.h"
#include "convert_tpl.h"
#include "cumextreme_tpl.h"
#include "cumprod_tpl.h"
#include "cumsum_tpl.h"
#include "integer_tpl.h"
#include "kernels.h"
#include "logaddexp_tpl.h"
#include "logcumsumexp_tpl.h"

#define LANESCAN_ENTRY_OF_TABLE(kernel, result, parameters, arguments) .kernel = kernel,
/* clang-format off */
#define LANESCAN_COMPLEX_STEPS(op)                     \
      [LINE_C64] = { op##_c64, op##_c64_reversed },    \
      [LINE_C128] = { op##_c128, op##_c128_reversed }
#define LANESCAN_LOG_STEPS(op)                         \
    { [LINE_F32] = { op##_f32, op##_f32_reversed },    \
      [LINE_F64] = { op##_f64, op##_f64_reversed },    \
      [LINE_HALF] = { op##_half, NULL },               \
      LANESCAN_COMPLEX_STEPS(complex_##op) }
#define LANESCAN_SUM_STEPS(op) { LANESCAN_REAL_AND_INTEGER_STEPS(op) }
#define LANESCAN_PRODUCT_STEPS(op)                     \
    { LANESCAN_REAL_AND_INTEGER_STEPS(op), LANESCAN_COMPLEX_STEPS(complex_##op) }
#define LANESCAN_REAL_AND_INTEGER_STEPS(op)            \
      [LINE_F32] = { op##_f32, op##_f32_reversed },    \
      [LINE_F64] = { op##_f64, op##_f64_reversed },    \
      [LINE_HALF] = { op##_half, NULL },               \
      [LINE_I32] = { op##_i32, op##_i32_reversed },    \
      [LINE_I64] = { op##_i64, op##_i64_reversed }
#define LANESCAN_EXTREME_STEPS(op)                     \
    { [LINE_F32] = { op##_f32, op##_f32_reversed },    \
      [LINE_F64] = { op##_f64, op##_f64_reversed },    \
      [LINE_I64] = { op##_i64, op##_i64_reversed } }
#define LANESCAN_STEP_TABLE                                                     \
    { [LANESCAN_CUMSUM] = LANESCAN_SUM_STEPS(cumsum_step),                      \
      [LANESCAN_CUMPROD] = LANESCAN_PRODUCT_STEPS(cumprod_step),                \
      [LANESCAN_CUMMAX] = LANESCAN_EXTREME_STEPS(cummax_step),                  \
      [LANESCAN_CUMMIN] = LANESCAN_EXTREME_STEPS(cummin_step),                  \
      [LANESCAN_LOGCUMSUMEXP] = LANESCAN_LOG_STEPS(logcumsumexp_step) }
#define LANESCAN_KERNEL_TABLE(isa_name) \
    {                                   \
        .name = isa_name,               \
        .step = LANESCAN_STEP_TABLE,    \
        .logaddexp = { [LINE_F32] = logaddexp_binary_f32, [LINE_F64] = logaddexp_binary_f64, \
                       [LINE_HALF] = logaddexp_binary_half, \
                       [LINE_C64] = complex_logaddexp_c64, [LINE_C128] = complex_logaddexp_c128 }, \
        .convert = LANESCAN_CONVERT_TABLE, \
        .across = LANESCAN_ACROSS_TABLE, \
        LANESCAN_KERNELS(LANESCAN_ENTRY_OF_TABLE) \
    }
/* clang-format on */

#endif
