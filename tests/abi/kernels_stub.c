/* Stands in for the kernels: they are no part of the interface, and take long to build. */
#include "ops/kernels.h"

const lanescan_kernels lanescan_kernels_generic = { .name = "generic" };
const lanescan_steps lanescan_steps_generic = { 0 };
const lanescan_transposes lanescan_transposes_generic = { 0 };

#define LINE(line, result, parameters, arguments) \
    result lanescan_##line##_generic parameters;  \
    result lanescan_##line##_generic parameters   \
    {                                             \
        __builtin_trap();                         \
    }
#include "ops/ops.def"
