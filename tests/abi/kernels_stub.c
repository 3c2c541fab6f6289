/* Stands in for the kernels: they are no part of the interface, and take long to build. */
#include "kernels.h"

const lanescan_kernels lanescan_kernels_generic = { .name = "generic" };
