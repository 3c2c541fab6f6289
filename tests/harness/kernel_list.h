/* The functions on lines that the suites judge. */
#ifndef LANESCAN_TESTS_KERNEL_LIST_H
#define LANESCAN_TESTS_KERNEL_LIST_H

#include "golden/kernel.h"

/* All of them, or those whose names begin with the value of LANESCAN_TEST_KERNELS. */
size_t kernel_count(void);
kernel kernel_at(size_t position);
bool kernel_list_is_whole(void);

/* That of an operation and a type, wanted or not. */
kernel kernel_of(const char *op, const char *type);

#endif
