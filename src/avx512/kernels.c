#include "block.h"

#include "kernels_tpl.h"

const lanescan_kernels lanescan_kernels_avx512 = LANESCAN_KERNEL_TABLE("avx512");
