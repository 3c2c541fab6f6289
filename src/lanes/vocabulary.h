/* The room lanes: what all instruction sets share, so that it is written once.
 *
 * Arithmetic is done on vectors of 64-bit lanes: eight of them (f64v, i64v) whatever the register
 * width, or one in portable code. Each set's folder gives the same types and `static inline`
 * functions with the same meaning, to the bit (only the payload and sign of a NaN may differ), in
 * files of the same names; block.h includes them all. src/generic, which has no moves from lane to
 * lane, is the reference: tests compare every lane with it. */
#ifndef LANESCAN_VOCABULARY_H
#define LANESCAN_VOCABULARY_H

#include "lanes/element.h"
#include "lanes/f64.h"

/* Before a function: inlined on sets with lanes; one copy in portable code, where a call costs
 * little beside the work on a number, and code is to be small. */
#define LANESCAN_INLINE_IN_LANES IN_SCALARS(LANESCAN_NOINLINE) IN_LANES(LANESCAN_INLINE)

/* A scan is an operation and its identity. MAX and MIN prefer the later operand when equal (so the
 * latest of -0 and +0 wins) and are not defined for NaN. */
typedef enum operation { OP_ADD, OP_MULTIPLY, OP_MAX, OP_MIN } operation;

/* a is the earlier operand. The extremes are b when either is NaN or both are zeros. */
LANESCAN_INLINE double f64_apply(operation op, double a, double b)
{
    return op == OP_ADD        ? a + b
           : op == OP_MULTIPLY ? a * b
           : op == OP_MAX      ? (a > b ? a : b)
                               : (a < b ? a : b);
}

/* x op identity is x, to the bit. */
LANESCAN_INLINE double f64_identity(operation op)
{
    return op == OP_ADD        ? -0.0
           : op == OP_MULTIPLY ? 1.0
           : op == OP_MAX      ? -__builtin_inf()
                               : __builtin_inf();
}

/* `n` elements of a line to doubles, and back: one by one. */
LANESCAN_COLD void read_elements(element type, bool backwards, size_t n, const void *p, double *x)
{
    for (size_t i = 0; i < n; i++)
        x[i] = read_element(type, element_at(type, backwards, p, i));
}

LANESCAN_COLD void write_elements(element type, bool backwards, size_t n, const double *y, void *p)
{
    for (size_t i = 0; i < n; i++)
        write_element(type, output_at(type, backwards, p, i), y[i]);
}

#endif
