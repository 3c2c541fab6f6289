/* What the vocabularies of all instruction sets share: names, not lane moves.
 *
 * A block is eight 64-bit lanes, whatever the register width. Each set's folder gives the same types and
 * `static inline` functions with the same meaning, to the bit (only the payload and sign of a NaN may
 * differ), in files of the same names; block.h includes them all. src/generic is the reference, and tests/
 * compares every function with it. */
#ifndef LANESCAN_VOCABULARY_H
#define LANESCAN_VOCABULARY_H

#include "array.h"
#include "coefficients.h"

/* A scan is an operation and its identity. MAX and MIN prefer the later operand when equal (so the
 * latest of -0 and +0 wins) and are not defined for NaN. */
typedef enum operation { OP_ADD, OP_MULTIPLY, OP_MAX, OP_MIN } operation;

enum {
    LANES = 8,
    RUN = 4,            /* consecutive elements that share a lane */
    GROUP = LANES * RUN /* elements between two steps of the carry */
};

LANESCAN_INLINE bool f64_is_finite(double value)
{
    return (bits_of_f64(value) >> 52 & 0x7ff) != 0x7ff;
}

/* 2^exponent for a normal result: -1022 <= exponent <= 1023. */
LANESCAN_INLINE double f64_power_of_two(int64_t exponent)
{
    return f64_of_bits((uint64_t)(exponent + 1023) << 52);
}

/* a is the earlier operand. The extremes are b when either is NaN or both are zeros. */
LANESCAN_INLINE double f64_apply(operation op, double a, double b)
{
    return op == OP_ADD        ? a + b
           : op == OP_MULTIPLY ? a * b
           : op == OP_MAX      ? (a > b ? a : b)
                               : (a < b ? a : b);
}

/* One by one: element c of row r, at from + r * from_pitch + c * size, to to + c * to_pitch + r * size. */
LANESCAN_INLINE void transpose_elements(size_t size, size_t rows, size_t columns, const char *from,
                                        ptrdiff_t from_pitch, char *to, ptrdiff_t to_pitch)
{
    for (size_t r = 0; r < rows; r++)
        for (size_t c = 0; c < columns; c++)
            memcpy(to + (ptrdiff_t)c * to_pitch + r * size,
                   from + (ptrdiff_t)r * from_pitch + c * size, size);
}

#endif
