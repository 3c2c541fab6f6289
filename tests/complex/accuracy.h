/* Error bounds of the complex kernels and of the functions they are made of, with MPFR as the
 * judge. */
#ifndef LANESCAN_TESTS_COMPLEX_ACCURACY_H
#define LANESCAN_TESTS_COMPLEX_ACCURACY_H

#include "ops/kernels.h"

#include <stdbool.h>

/* sin, cos and atan2 of the portable vocabulary, for any finite numbers. */
void complex_functions_judge(void);

void complex_products_judge(const lanescan_kernels *table, bool quick);
void complex_logs_judge(const lanescan_kernels *table, bool quick);

#endif
