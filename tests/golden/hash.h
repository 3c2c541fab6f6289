/* The golden numbers: a hash of a kernel's results over a fixed input set. */
#ifndef LANESCAN_TESTS_GOLDEN_HASH_H
#define LANESCAN_TESTS_GOLDEN_HASH_H

#include "harness/kernel_list.h"

/* Over all data and lengths; `verbose` prints a number for each kind of data. */
uint64_t golden_kernel(const lanescan_kernels *table, const kernel *k, bool verbose);

/* The number that a file has for a name: lines of "name number", # for comments. False: none. */
bool golden_expected(const char *path, const char *name, uint64_t *number);

#endif
