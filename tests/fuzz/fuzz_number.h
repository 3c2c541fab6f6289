/* Numbers as text, by the program and by their model. */
#ifndef LANESCAN_TESTS_FUZZ_NUMBER_H
#define LANESCAN_TESTS_FUZZ_NUMBER_H

#include <stddef.h>

/* The n characters, none of them a zero, as an element of every type: the model's bits, or its
 * reason. */
void check_parsed(const char *text, size_t n);

/* The element as text, read again: its bits, with no more digits than that takes. */
void check_printed(int dtype, const void *printed);

#endif
