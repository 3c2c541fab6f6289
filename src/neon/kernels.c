#include "block.h"

#include "kernels_tpl.h"

const lanescan_kernels lanescan_kernels_neon = LANESCAN_KERNEL_TABLE("neon");
