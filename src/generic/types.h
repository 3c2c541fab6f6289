/* The types: a vector is one number. */
#ifndef LANESCAN_TYPES_H
#define LANESCAN_TYPES_H

#include "lanes/fma.h"
#include "lanes/vocabulary.h"

#include <math.h>

#define LANES       1 /* of 64 bits */
#define FLOAT_LANES 1 /* of 32 bits */

/* What stands in a line of portable code only, and of sets with lanes only. */
#define IN_SCALARS(...) __VA_ARGS__
#define IN_LANES(...)

/* What some sets with lanes do otherwise: short lines have up to a group of elements, not up to
 * eight; complex numbers of short lines are pairs. */
#define LANESCAN_SHORT_UP_TO_A_GROUP 1
#define LANESCAN_NUMBERS_ARE_PAIRS   1

typedef double f64v;
typedef int64_t i64v; /* integers, or the bits of doubles */
typedef bool m64v;    /* one truth value a lane */
typedef float f32v;   /* for exact operations only */
typedef int32_t i32v;

/* Is fma() an instruction? clang does not tell of a function's own target, for which the single
 * file has LANESCAN_HAS_FMA; it takes the instruction where fma() of the C library cannot set
 * errno. */
#if defined(__FP_FAST_FMA) || defined(__FMA__) || defined(__ARM_FEATURE_FMA) || \
    defined(__aarch64__) || defined(__s390x__) || defined(__powerpc64__) ||     \
    defined(__riscv_flen) ||                                                    \
    (defined(LANESCAN_HAS_FMA) && LANESCAN_HAS_FMA && (defined(__GLIBC__) || defined(__APPLE__)))
#define FMA_IS_FAST 1
#else
#define FMA_IS_FAST 0
#endif

/* a * b + c, rounded once. */
LANESCAN_INLINE double f64_fma(double a, double b, double c)
{
    return FMA_IS_FAST ? fma(a, b, c) : lanescan_fma(a, b, c);
}

/* a * b - c, rounded once. */
LANESCAN_INLINE double f64_fms(double a, double b, double c)
{
    return f64_fma(a, b, -c);
}

#endif
