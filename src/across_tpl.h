/* The kernels for many lines side by side, for the table of kernels_tpl.h. */
#ifndef LANESCAN_ACROSS_TPL_H
#define LANESCAN_ACROSS_TPL_H

#include "across_extreme_tpl.h"
#include "across_float_tpl.h"
#include "across_integer_tpl.h"
#include "across_logcumsumexp_tpl.h"

/* clang-format off */
#define LANESCAN_ACROSS_TABLE { \
    [LANESCAN_CUMSUM] = { \
        [LINE_F32] = across_cumsum_f32, [LINE_F64] = across_cumsum_f64, [LINE_F16] = across_cumsum_f64, [LINE_BF16] = across_cumsum_f64, [LINE_I32] = across_cumsum_i32, [LINE_I64] = across_cumsum_i64 }, \
    [LANESCAN_CUMPROD] = { \
        [LINE_F32] = across_cumprod_f32, [LINE_F64] = across_cumprod_f64, [LINE_F16] = across_cumprod_f64, [LINE_BF16] = across_cumprod_f64, \
        [LINE_I32] = across_cumprod_i32, [LINE_I64] = across_cumprod_i64 }, \
    [LANESCAN_CUMMAX] = { \
        [LINE_F32] = across_cummax_f32, [LINE_F64] = across_cummax_f64, [LINE_I64] = across_cummax_i64 }, \
    [LANESCAN_CUMMIN] = { \
        [LINE_F32] = across_cummin_f32, [LINE_F64] = across_cummin_f64, [LINE_I64] = across_cummin_i64 }, \
    [LANESCAN_LOGCUMSUMEXP] = { \
        [LINE_F32] = across_logcumsumexp_f32, [LINE_F64] = across_logcumsumexp_f64, \
        [LINE_F16] = across_logcumsumexp_half, [LINE_BF16] = across_logcumsumexp_half }, \
}
/* clang-format on */

#endif
