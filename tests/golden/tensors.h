/* Golden numbers of the tensor functions: every operation and pair of types, complex numbers and
 * halves among them, which golden.txt does not have. */
#ifndef LANESCAN_TESTS_GOLDEN_TENSORS_H
#define LANESCAN_TESTS_GOLDEN_TENSORS_H

#include <stdint.h>

/* Calls `take` with each name and its number, on the active instruction set. */
void golden_tensors(void (*take)(const char *name, uint64_t number));

#endif
