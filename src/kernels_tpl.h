/* All kernels of one instruction set: its kernels.c includes its block.h, then this. */
#ifndef LANESCAN_KERNELS_TPL_H
#define LANESCAN_KERNELS_TPL_H

#include "complex_cumprod_tpl.h"
#include "complex_logaddexp_tpl.h"
#include "complex_logcumsumexp_tpl.h"
#include "cumextreme_tpl.h"
#include "cumprod_tpl.h"
#include "cumsum_integer_tpl.h"
#include "cumsum_tpl.h"
#include "kernels.h"
#include "logaddexp_tpl.h"
#include "logcumsumexp_tpl.h"

#define LANESCAN_ENTRY_OF_TABLE(kernel, result, parameters, arguments) .kernel = kernel,
/* clang-format off */
#define LANESCAN_KERNEL_TABLE(isa_name) \
    {                                   \
        .name = isa_name,               \
        .step[LANESCAN_CUMPROD][LINE_C64] = { complex_cumprod_c64, complex_cumprod_c64_reversed }, \
        .step[LANESCAN_CUMPROD][LINE_C128] = { complex_cumprod_c128, complex_cumprod_c128_reversed }, \
        .step[LANESCAN_LOGCUMSUMEXP][LINE_C64] = { complex_logcumsumexp_c64, complex_logcumsumexp_c64_reversed }, \
        .step[LANESCAN_LOGCUMSUMEXP][LINE_C128] = { complex_logcumsumexp_c128, complex_logcumsumexp_c128_reversed }, \
        .logaddexp[LINE_C64] = complex_logaddexp_c64, \
        .logaddexp[LINE_C128] = complex_logaddexp_c128, \
        LANESCAN_KERNELS(LANESCAN_ENTRY_OF_TABLE) \
    }
/* clang-format on */

#endif
