/* The portable code for x86 CPUs with fused multiply-add: fma() is an instruction here, not a call. */
#include "block.h"

#include "kernels_tpl.h"

const lanescan_kernels lanescan_kernels_generic_fma = LANESCAN_KERNEL_TABLE("generic");
