/* The element types of tensors: what they are, when two elements are the same, and the conversion
 * of one into another, written from the definitions and apart from the library's. */
#ifndef LANESCAN_GOLDEN_DTYPE_H
#define LANESCAN_GOLDEN_DTYPE_H

#include <lanescan.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NUM_DTYPES = LANESCAN_C128 + 1, LARGEST_ELEMENT = 16 };

enum {
#define OPERATION(op, name, text, identity, integers) PLACE_OF_##op,
#include "ops/ops.def"
    NUM_OPS
};

typedef enum dtype_kind {
    KIND_BOOL,
    KIND_UNSIGNED,
    KIND_SIGNED,
    KIND_FLOAT,
    KIND_COMPLEX
} dtype_kind;

/* Exponents as in <float.h>: a significand lies in [0.5, 1). Of complex numbers: of their parts. */
typedef struct dtype_info {
    const char *name;
    size_t size;
    dtype_kind kind;
    int precision, min_exponent, max_exponent;
    int part; /* the type of the parts of a complex number; of other types themselves */
} dtype_info;

dtype_info dtype_of(int dtype);
const char *op_name(lanescan_op op);

/* Are there indices of its results? */
static inline bool op_has_index(lanescan_op op)
{
    return op == LANESCAN_CUMMAX || op == LANESCAN_CUMMIN;
}

/* Whether results of this type are defined, and whether an input of one type may become the
 * other. */
bool op_is_defined(lanescan_op op, int dtype);
bool dtype_converts(int from, int to);

/* The same bits; a NaN equals any other NaN in the same part. */
bool dtype_same(int dtype, const void *a, const void *b);

/* Exact where it can be, for a message; returns `text`. */
enum { DTYPE_TEXT = 96 };
char *dtype_text(char text[DTYPE_TEXT], int dtype, const void *element);

/* An element of any type, as it is. */
typedef struct number {
    dtype_kind kind;
    uint64_t integer; /* two's complement where the kind is signed */
    double re, im;
} number;

number number_read(int dtype, const void *element);
number number_real(double value);

/* Converts: to integers by truncation, saturating, NaN to 0; between integers modulo 2^bits; to
 * floats to nearest, once; to bool whether it is not 0. */
void number_write(int dtype, void *element, number value);

/* What a scan starts from: 0, 1, the lowest, the highest, -inf. */
void dtype_identity(lanescan_op op, int dtype, void *element);

#endif
