/* Log-sum-exps of many lines of one to eight elements, one after the other. */
#ifndef LANESCAN_TESTS_SHORT_LOGS_H
#define LANESCAN_TESTS_SHORT_LOGS_H

#include "ops/kernels.h"

/* `table` gives each line the bits that the line kernels of `reference` give it, and its total is
 * the last of them; nothing is written beyond what may be. */
void short_logs_check(const lanescan_kernels *table, const lanescan_kernels *reference);

#endif
