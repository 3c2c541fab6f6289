/* Golden numbers of a table's functions on lines. */
#ifndef LANESCAN_GOLDEN_LINES_H
#define LANESCAN_GOLDEN_LINES_H

#include "golden/dataset.h"
#include "golden/kernel.h"

/* Of one function: with one kind of data, with all of them. */
uint64_t golden_line_on(const lanescan_kernels *table, const kernel *k, const dataset *data);
uint64_t golden_line(const lanescan_kernels *table, const kernel *k);

#endif
