/* Element types, data and layouts, from the bytes of a case. */
#ifndef LANESCAN_TESTS_FUZZ_ELEMENTS_H
#define LANESCAN_TESTS_FUZZ_ELEMENTS_H

#include "fuzz.h"

#include "tensor/data.h"
#include "tensor/random_layout.h"

/* A type that results of `op` may have; a type that converts to `to`, often the same. */
int fuzz_dtype(fuzz_input *in, lanescan_op op);
int fuzz_input_dtype(fuzz_input *in, int to);

/* n elements: of a kind of data and a seed, or a few of the case's bytes again and again; then
 * single elements of the case's bytes, each at its place. Elements of bool may be any byte. */
data_kind fuzz_data(fuzz_input *in, int dtype, size_t n, void *elements);

/* A shape of at most `most` elements. */
void fuzz_shape(fuzz_input *in, layout *l, int64_t most);

/* Strides, and the memory around: none or a few elements on either side. */
void fuzz_strides(fuzz_input *in, layout *l, bool may_alias);

#endif
