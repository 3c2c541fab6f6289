/* The types, and what every file here needs. */
#ifndef LANESCAN_TYPES_H
#define LANESCAN_TYPES_H

/* What is exact in any order goes one by one here: lanes made of scalars gain nothing. */
#define LANESCAN_LANES_ARE_SCALARS 1

#include "fma.h"
#include "vocabulary.h"

#define FOR_LANES for (int lane = 0; lane < LANES; lane++)

typedef struct {
    double lane[8];
} f64x8; /* a block */
typedef struct {
    int64_t lane[8];
} i64x8; /* a block of integers, or the bits of an f64x8 */
typedef struct {
    bool lane[8];
} m64x8; /* one truth value a lane */
typedef struct {
    f64x8 v[4];
} f64x32; /* a group: lane l of v[k] is element 4 l + k */
typedef struct {
    double lane[2];
} f64x2; /* a pair of carries */
typedef struct {
    float lane[16];
} f32x16; /* native 32-bit lanes, for exact operations only */
typedef struct {
    int32_t lane[16];
} i32x16;

/* Is fma() an instruction? */
#if defined(__FP_FAST_FMA) || defined(__FMA__) || defined(__ARM_FEATURE_FMA) || \
    defined(__aarch64__) || defined(__s390x__) || defined(__powerpc64__) || defined(__riscv_flen)
#define FMA_IS_FAST 1
#else
#define FMA_IS_FAST 0
#endif

/* a * b + c, rounded once. */
LANESCAN_INLINE double f64_fma(double a, double b, double c)
{
    return FMA_IS_FAST ? fma(a, b, c) : f64_fma_by_sums(a, b, c);
}

#endif
