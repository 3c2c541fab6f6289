/* Before anything else in kernels: what must hold, how functions are compiled (compiler.h), numbers
 * and their bits. */
#ifndef LANESCAN_BASICS_H
#define LANESCAN_BASICS_H

/* Options that change results, where the compiler tells of them; meson.build overrides the
 * others. */
#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || \
    defined(__NO_SIGNED_ZEROS__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "compile without -ffast-math, -Ofast and their parts: the results would differ"
#endif
/* Floats worked out in double (1) are the same: + - * / of them, rounded twice, is the result
 * rounded once. */
#if defined(__FLT_EVAL_METHOD__) && (__FLT_EVAL_METHOD__ == 2 || __FLT_EVAL_METHOD__ < 0)
#error "double is not rounded to double here; on 32-bit x86 compile with -msse2 -mfpmath=sse"
#endif

#include "lanes/compiler.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A group is what is scanned in one go: eight runs of four consecutive elements, whose order of
 * operations is one tree. Along a line each lane has a run; across lines each lane is a line, and a
 * group goes down a column. */
enum { RUN = 4, RUNS = 8, GROUP = RUN * RUNS };

enum { CACHE_LINE = 64 }; /* bytes; nothing but speed depends on it */

#define LANESCAN_JOIN_AS_WRITTEN(a, b) a##_##b
#define LANESCAN_JOIN(a, b)            LANESCAN_JOIN_AS_WRITTEN(a, b)

/* Functions on lines go forwards: without tensors there is no code for the other way. */
LANESCAN_INLINE bool backwards_if_built(bool backwards)
{
#ifdef LANESCAN_WITHOUT_TENSORS
    (void)backwards;
    return false;
#else
    return backwards;
#endif
}

/* y is NULL where only the state is to move on; never in functions on lines, so builds without
 * tensors have no such code. */
LANESCAN_INLINE bool has_no_results(const void *y)
{
#ifdef LANESCAN_WITHOUT_TENSORS
    (void)y;
    return false;
#else
    return !y;
#endif
}

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

LANESCAN_INLINE uint32_t bits_of_f32(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

LANESCAN_INLINE float f32_of_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

#endif
