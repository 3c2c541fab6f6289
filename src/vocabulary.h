/* What the vocabularies of all instruction sets share: names, not lane moves.
 *
 * A block is eight 64-bit lanes, whatever the register width. Each set's folder gives the same types and
 * `static inline` functions with the same meaning, to the bit (only the payload and sign of a NaN may
 * differ), in files of the same names; block.h includes them all. src/generic is the reference, and tests/
 * compares every function with it. */
#ifndef LANESCAN_VOCABULARY_H
#define LANESCAN_VOCABULARY_H

/* Options that change results, where the compiler tells of them; meson.build overrides the others. */
#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || \
    defined(__NO_SIGNED_ZEROS__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "compile without -ffast-math, -Ofast and their parts: the results would differ"
#endif
/* Floats worked out in double (1) are the same: + - * / of them, rounded twice, is the result rounded once. */
#if defined(__FLT_EVAL_METHOD__) && (__FLT_EVAL_METHOD__ == 2 || __FLT_EVAL_METHOD__ < 0)
#error "double is not rounded to double here; on 32-bit x86 compile with -msse2 -mfpmath=sse"
#endif

#include "coefficients.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Everything in a translation unit of an instruction set is inlined into its kernels: nothing compiled
 * with that set's flags may be left over for the linker to pick for others. */
#define LANESCAN_INLINE static inline __attribute__((always_inline, unused))
#define LANESCAN_APART  static __attribute__((noinline, unused))
#define LANESCAN_COLD   static __attribute__((noinline, cold, unused))

/* Are lanes no more than an array, as src/generic/types.h says before it includes this? */
#ifndef LANESCAN_LANES_ARE_SCALARS
#define LANESCAN_LANES_ARE_SCALARS 0
#endif

/* Long bodies over lanes: where each lane is a copy of the code, they are functions of their own. */
#ifndef LANESCAN_LONG_APART /* tests may say so */
#define LANESCAN_LONG_APART LANESCAN_LANES_ARE_SCALARS
#endif
#if LANESCAN_LONG_APART
#define LANESCAN_LONG LANESCAN_APART
#else
#define LANESCAN_LONG LANESCAN_INLINE
#endif

#define LANESCAN_LIKELY(condition)   __builtin_expect(!!(condition), 1)
#define LANESCAN_UNLIKELY(condition) __builtin_expect(!!(condition), 0)

/* A scan is an operation and its identity. MAX and MIN prefer the later operand when equal (so the
 * latest of -0 and +0 wins) and are not defined for NaN. */
typedef enum operation { OP_ADD, OP_MULTIPLY, OP_MAX, OP_MIN } operation;

/* Where elements live in memory; in registers they are always 64-bit lanes. A reversed array is given by the address of its
 * first element, which is the last in memory. */
typedef enum element {
    ELEMENT_F32,
    ELEMENT_F64,
    ELEMENT_F32_REVERSED,
    ELEMENT_F64_REVERSED
} element;

#define IS_F32(type)      ((type) == ELEMENT_F32 || (type) == ELEMENT_F32_REVERSED)
#define IS_REVERSED(type) ((type) == ELEMENT_F32_REVERSED || (type) == ELEMENT_F64_REVERSED)

LANESCAN_INLINE ptrdiff_t bytes_of_elements(element type, size_t count)
{
    const ptrdiff_t bytes = (ptrdiff_t)(count * (IS_F32(type) ? sizeof(float) : sizeof(double)));
    return IS_REVERSED(type) ? -bytes : bytes;
}

LANESCAN_INLINE const void *element_at(element type, const void *p, size_t i)
{
    return (const char *)p + bytes_of_elements(type, i);
}

LANESCAN_INLINE void *output_at(element type, void *p, size_t i)
{
    return (char *)p + bytes_of_elements(type, i);
}

LANESCAN_INLINE double read_element(element type, const void *p, size_t i)
{
    const void *const at = element_at(type, p, i);
    return IS_F32(type) ? (double)*(const float *)at : *(const double *)at;
}

LANESCAN_INLINE void write_element(element type, void *p, size_t i, double value)
{
    void *const at = output_at(type, p, i);
    if (IS_F32(type))
        *(float *)at = (float)value;
    else
        *(double *)at = value;
}

enum {
    LANES = 8,
    RUN = 4,            /* consecutive elements that share a lane */
    GROUP = LANES * RUN /* elements between two steps of the carry */
};

LANESCAN_INLINE uint64_t bits_of_f64(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

LANESCAN_INLINE double f64_of_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

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
