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
#include "cumsum_short_tpl.h"
#include "cumsum_tpl.h"
#include "integer_tpl.h"
#include "kernels.h"
#include "logaddexp_tpl.h"
#include "logcumsumexp_tpl.h"
#include "stream_tpl.h"
#include "transpose_tpl.h"

#define LANESCAN_ENTRY_OF_TABLE(kernel, result, parameters, arguments) .kernel = kernel,

/* The two directions of a step. */
#define BOTH_WAYS(name)       \
    {                         \
        name, name##_reversed \
    }

/* clang-format off */
#define LANESCAN_STEP_TABLE { \
    [LANESCAN_CUMSUM] = { \
        [LINE_F32] = BOTH_WAYS(cumsum_step_f32), [LINE_F64] = BOTH_WAYS(cumsum_step_f64), \
        [LINE_F16] = BOTH_WAYS(cumsum_step_f16), [LINE_BF16] = BOTH_WAYS(cumsum_step_bf16), \
        [LINE_I32] = BOTH_WAYS(cumsum_step_i32), [LINE_I64] = BOTH_WAYS(cumsum_step_i64) }, \
    [LANESCAN_CUMPROD] = { \
        [LINE_F32] = BOTH_WAYS(cumprod_step_f32), [LINE_F64] = BOTH_WAYS(cumprod_step_f64), \
        [LINE_F16] = BOTH_WAYS(cumprod_step_f16), [LINE_BF16] = BOTH_WAYS(cumprod_step_bf16), \
        [LINE_I32] = BOTH_WAYS(cumprod_step_i32), [LINE_I64] = BOTH_WAYS(cumprod_step_i64), \
        [LINE_C64] = BOTH_WAYS(complex_cumprod_c64), [LINE_C128] = BOTH_WAYS(complex_cumprod_c128) }, \
    [LANESCAN_CUMMAX] = { \
        [LINE_F32] = BOTH_WAYS(cummax_step_f32), [LINE_F64] = BOTH_WAYS(cummax_step_f64), \
        [LINE_I64] = BOTH_WAYS(cummax_step_i64) }, \
    [LANESCAN_CUMMIN] = { \
        [LINE_F32] = BOTH_WAYS(cummin_step_f32), [LINE_F64] = BOTH_WAYS(cummin_step_f64), \
        [LINE_I64] = BOTH_WAYS(cummin_step_i64) }, \
    [LANESCAN_LOGCUMSUMEXP] = { \
        [LINE_F32] = BOTH_WAYS(logcumsumexp_step_f32), [LINE_F64] = BOTH_WAYS(logcumsumexp_step_f64), \
        [LINE_F16] = BOTH_WAYS(logcumsumexp_step_f16), [LINE_BF16] = BOTH_WAYS(logcumsumexp_step_bf16), \
        [LINE_C64] = BOTH_WAYS(complex_logcumsumexp_c64), \
        [LINE_C128] = BOTH_WAYS(complex_logcumsumexp_c128) }, \
}

#define LANESCAN_WIDENING_CUMSUM_TABLE { \
    [LANESCAN_BOOL] = BOTH_WAYS(cumsum_step_bool8_i64), \
    [LANESCAN_U8] = BOTH_WAYS(cumsum_step_u8_i64), [LANESCAN_I8] = BOTH_WAYS(cumsum_step_i8_i64), \
    [LANESCAN_U16] = BOTH_WAYS(cumsum_step_u16_i64), [LANESCAN_I16] = BOTH_WAYS(cumsum_step_i16_i64), \
    [LANESCAN_U32] = BOTH_WAYS(cumsum_step_u32_i64), [LANESCAN_I32] = BOTH_WAYS(cumsum_step_i32_i64), \
}

#define LANESCAN_LOGADDEXP_TABLE { \
    [LINE_F32] = logaddexp_binary_f32, [LINE_F64] = logaddexp_binary_f64, \
    [LINE_F16] = logaddexp_binary_f16, [LINE_BF16] = logaddexp_binary_bf16, \
    [LINE_C64] = complex_logaddexp_c64, [LINE_C128] = complex_logaddexp_c128, \
}

#define LANESCAN_KERNEL_TABLE(isa_name) \
    { \
        .name = isa_name, \
        .step = LANESCAN_STEP_TABLE, \
        .widening_cumsum = LANESCAN_WIDENING_CUMSUM_TABLE, \
        .across = LANESCAN_ACROSS_TABLE, \
        .short_lines = { [LANESCAN_CUMSUM] = { [LINE_F32] = cumsum_short_f32, [LINE_F64] = cumsum_short_f64, [LINE_I32] = cumsum_short_i32, [LINE_I64] = cumsum_short_i64 } }, \
        .convert = LANESCAN_CONVERT_TABLE, \
        .transpose = LANESCAN_TRANSPOSE_TABLE, \
        .rows_past_caches = stream_rows, \
        .past_caches_done = stream_rows_end, \
        .logaddexp = LANESCAN_LOGADDEXP_TABLE, \
        LANESCAN_KERNELS(LANESCAN_ENTRY_OF_TABLE) \
    }
/* clang-format on */

#endif
