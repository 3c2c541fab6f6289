/* Element types: names, sizes, byte order, conversion. */
#ifndef LANESCAN_CLI_ELEMENT_H
#define LANESCAN_CLI_ELEMENT_H

#include "lanescan.h"

#include <stdbool.h>

enum { NUM_DTYPES = LANESCAN_C128 + 1, LARGEST_ELEMENT = 16 };

/* f32, i64 and so on: the library's names. */
const char *element_name(int dtype);
size_t element_size(int dtype);
bool element_is_complex(int dtype);
bool element_is_floating(int dtype); /* f16, bf16, f32, f64 */

/* Reads a type: f32, float32, or with a byte order in front NumPy's <f4. *is_big_endian may be NULL
 * where only a type is wanted and a byte order is refused. */
bool element_parse(const char *name, int *dtype, bool *is_big_endian);

bool element_host_is_big_endian(void);

/* Reverses the bytes of n elements (of each part of complex ones); from == to is allowed, and from
 * needs no alignment. */
void element_swap(int dtype, size_t n, const void *from, void *to);

/* Converts n elements as the library does; from and to must not overlap. */
void element_convert(int from_dtype, const void *from, int to_dtype, void *to, size_t n);

/* The default type of logaddexp's result. */
int element_promote(int a, int b);

#endif
