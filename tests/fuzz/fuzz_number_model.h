/* What the text of an element means, by its grammar and apart from the program: a number is
 * recognized character by character, parts of complex numbers are copied out, integers are compared
 * as digits. The C library only rounds. */
#ifndef LANESCAN_TESTS_FUZZ_NUMBER_MODEL_H
#define LANESCAN_TESTS_FUZZ_NUMBER_MODEL_H

#include <stdbool.h>
#include <stddef.h>

/* The n characters as an element; false and what they are not in *why. */
bool model_number(const char *text, size_t n, int dtype, void *element, const char **why);

#endif
