/* Elements of any type for tensors and streams. */
#ifndef LANESCAN_TESTS_TENSOR_DATA_H
#define LANESCAN_TESTS_TENSOR_DATA_H

#include "golden/dtype.h"
#include "golden/random.h"

typedef enum data_kind {
    DATA_SMALL,  /* whole numbers from -4 to 4: ties, zeros */
    DATA_NORMAL, /* around 0 */
    DATA_AROUND_ONE,
    DATA_WIDE,    /* many magnitudes, in reach of every float type */
    DATA_LIMITS,  /* around the ends of integer types, halves, what rounds up */
    DATA_ZEROS,   /* of both signs, and few ones */
    DATA_SPECIAL, /* infinities, NaN, zeros of both signs among others */
    DATA_BITS,    /* any bits */
    NUM_DATA_KINDS
} data_kind;

const char *data_name(data_kind kind);
void data_fill(data_kind kind, generator *g, int dtype, size_t n, void *elements);

/* A floating or complex type; a type that converts to `output`, half of the time the same. */
int data_float_type(generator *g);
int data_input_type(generator *g, int output);

#endif
