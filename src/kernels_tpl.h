/* All kernels of one instruction set: its kernels.c includes its block.h, then this. */
#ifndef LANESCAN_KERNELS_TPL_H
#define LANESCAN_KERNELS_TPL_H

#include "across_tpl.h"
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
        .across = LANESCAN_ACROSS_TABLE, \
        LANESCAN_KERNELS(LANESCAN_ENTRY_OF_TABLE) \
    }
/* clang-format on */

#endif
