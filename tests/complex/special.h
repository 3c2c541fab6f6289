#ifndef LANESCAN_TESTS_COMPLEX_SPECIAL_H
#define LANESCAN_TESTS_COMPLEX_SPECIAL_H

#include "ops/kernels.h"

/* The tables of infinities, NaN, zeros, turns and products that leave the range. */
void complex_special(const lanescan_kernels *table);

#endif
