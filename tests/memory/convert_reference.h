/* What an element becomes in another type, by integer arithmetic on the fields of numbers alone. */
#ifndef LANESCAN_TESTS_CONVERT_REFERENCE_H
#define LANESCAN_TESTS_CONVERT_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>

/* Is there a conversion at all? Not from complex to real. */
bool reference_converts(int from, int to);

/* Element i of `x` as element i of `y`. */
void reference_convert(int from, const void *x, int to, void *y, size_t i);

/* Have the two elements i the same bits? NaN equals NaN. */
bool reference_same(int dtype, const void *a, const void *b, size_t i);

/* Writes the bits of an element; returns `text`. */
enum { REFERENCE_TEXT = 48 };
char *reference_text(char text[REFERENCE_TEXT], int dtype, const void *array, size_t i);

#endif
